"""Requests of moderators, in a lobby or a game."""

from dataclasses import dataclass

from bot.play import lobby
from bot.play.errors import TableReason, refused
from bot.play.log import LogWord
from bot.play.presence import giving_up
from bot.play.requests.locked_table import LockedTable
from bot.play.values import Status
from bot.ratings.ports import AuditEntry


@dataclass(frozen=True, slots=True)
class ModerationRequests:
    """Requests of moderators at a table, each with an audit entry. Refused, Stale, Repeated, StoreError."""

    table: LockedTable

    async def expel(self, target: int, interaction: int, entry: AuditEntry | None = None) -> None:
        """Remove a player from the lobby, or resign for them in a game."""
        table = self.table
        if table.row.status is Status.LOBBY:
            await table.arrange(interaction, lambda row: lobby.expelled(row, target), entry)
            return
        async with table.changing(interaction):
            game, seat = table.running(), table.seat_of(target)
            if seat is None or seat in game.left or table.player(seat).is_computer:
                raise refused(TableReason.NOT_THERE)
            await table.write(seat, giving_up(table.row, game, seat), interaction, audit=entry)

    async def close(self, interaction: int, entry: AuditEntry | None = None) -> None:
        """Close the table without a result."""
        table = self.table
        if table.row.status is Status.LOBBY:
            await table.arrange(interaction, lobby.shut, entry)
            return
        async with table.changing(interaction):
            table.running()
            await table.write(0, LogWord.CLOSE, interaction, audit=entry)
