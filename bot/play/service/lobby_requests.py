"""Requests of users in a lobby, and of moderators in a lobby or a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.play.service.locked_table import LockedTable
from bot.play.state import lobby
from bot.play.state.errors import TableReason, refused
from bot.play.state.log import LogWord
from bot.play.state.presence import giving_up
from bot.play.state.values import Bounds, Pace, Status, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Options


@dataclass(frozen=True, slots=True)
class LobbyRequests:
    """Changes of the lobby; `bot.play.state.lobby` has their rules. ``interaction`` is the click that asked for it.

    Refused, Stale, Repeated, StoreError, as `bot.play.service.session.Table` describes.
    """

    table: LockedTable

    async def join(self, user: int, name: str, interaction: int) -> None:
        """Take the next free seat."""
        await self.table.arrange(interaction, lambda row: lobby.joined(row, user, name))

    async def leave(self, user: int, interaction: int) -> None:
        """Leave the lobby; the host hands over, and the last person to leave cancels it."""
        await self.table.arrange(interaction, lambda row: lobby.left(row, user))

    async def decline(self, user: int, interaction: int) -> None:
        """Decline an invitation."""
        await self.table.arrange(interaction, lambda row: lobby.declined(row, user))

    async def cut(self, user: int, text: str, interaction: int) -> None:
        """Cut the cards: the text goes into every shuffle of the game."""
        await self.table.arrange(interaction, lambda row: lobby.with_cut(row, user, text))

    async def add_computer(self, user: int, level: Level, interaction: int, names: Sequence[str] = ()) -> None:
        """Add a computer under one of these names. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.with_computer(row, user, level, names))

    async def remove(self, user: int, target: int, interaction: int) -> None:
        """Remove another player or a computer. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.without(row, user, target))

    async def invite(self, user: int, people: tuple[int, ...], interaction: int) -> None:
        """Reserve seats for exactly these users. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.with_invited(row, user, people))

    async def set_options(self, user: int, options: Options, interaction: int) -> None:
        """Change the rules of the game. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.with_options(row, user, options))

    async def set_pace(
        self, user: int, pace: Pace, limits: TimeLimits | None, bounds: Bounds, interaction: int
    ) -> None:
        """Change the pace within the server's bounds; ``limits`` None are the usual ones. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.with_pace(row, user, pace, limits, bounds))

    async def change_settings(self, user: int, settings: TableSettings, interaction: int) -> None:
        """Change the settings of the table. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.with_settings(row, user, settings))

    async def start(self, user: int, interaction: int) -> None:
        """Start the game. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.started(row, user))

    async def cancel(self, user: int, interaction: int) -> None:
        """Close the lobby. Only the host."""
        await self.table.arrange(interaction, lambda row: lobby.canceled(row, user))


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
