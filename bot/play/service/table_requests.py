"""Requests about a table: of users in its lobby, and of moderators in its lobby or game.

`bot.play.state.lobby` has the rules of the lobby. ``interaction`` is the click that asked for it, ``entry`` what a
moderator's request adds to the audit log. Refused, Stale, Repeated, StoreError, as `bot.play.service.table.Table`
describes.
"""

from collections.abc import Sequence

from bot.play.service.table import Table
from bot.play.state import lobby
from bot.play.state.errors import TableReason, refused
from bot.play.state.limits import Bounds
from bot.play.state.presence import giving_up
from bot.play.state.values import LogWord, Pace, Status, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Options


async def join(table: Table, user: int, name: str, interaction: int) -> None:
    """Take the next free seat."""
    await table.arrange(interaction, lambda row: lobby.joined(row, user, name))


async def leave(table: Table, user: int, interaction: int) -> None:
    """Leave the lobby; the host hands over, and the last person to leave cancels it."""
    await table.arrange(interaction, lambda row: lobby.left(row, user))


async def decline(table: Table, user: int, interaction: int) -> None:
    """Decline an invitation."""
    await table.arrange(interaction, lambda row: lobby.declined(row, user))


async def cut(table: Table, user: int, text: str, interaction: int) -> None:
    """Cut the cards: the text goes into every shuffle of the game."""
    await table.arrange(interaction, lambda row: lobby.with_cut(row, user, text))


async def add_computer(table: Table, user: int, level: Level, interaction: int, names: Sequence[str] = ()) -> None:
    """Add a computer under one of these names. Only the host."""
    await table.arrange(interaction, lambda row: lobby.with_computer(row, user, level, names))


async def remove(table: Table, user: int, target: int, interaction: int) -> None:
    """Remove another player or a computer. Only the host."""
    await table.arrange(interaction, lambda row: lobby.without(row, user, target))


async def invite(table: Table, user: int, people: tuple[int, ...], interaction: int) -> None:
    """Reserve seats for exactly these users. Only the host."""
    await table.arrange(interaction, lambda row: lobby.with_invited(row, user, people))


async def set_options(table: Table, user: int, options: Options, interaction: int) -> None:
    """Change the rules of the game. Only the host."""
    await table.arrange(interaction, lambda row: lobby.with_options(row, user, options))


async def set_pace(
    table: Table, user: int, pace: Pace, limits: TimeLimits | None, bounds: Bounds, *, interaction: int
) -> None:
    """Change the pace within the server's bounds; ``limits`` None are the usual ones. Only the host."""
    await table.arrange(interaction, lambda row: lobby.with_pace(row, user, pace, limits, bounds))


async def change_settings(table: Table, user: int, settings: TableSettings, interaction: int) -> None:
    """Change the settings of the table. Only the host."""
    await table.arrange(interaction, lambda row: lobby.with_settings(row, user, settings))


async def start(table: Table, user: int, interaction: int) -> None:
    """Start the game. Only the host."""
    await table.arrange(interaction, lambda row: lobby.started(row, user))


async def cancel(table: Table, user: int, interaction: int) -> None:
    """Close the lobby. Only the host."""
    await table.arrange(interaction, lambda row: lobby.canceled(row, user))


async def expel(table: Table, target: int, interaction: int, entry: AuditEntry | None = None) -> None:
    """Remove a player from the lobby, or resign for them in a game."""
    if table.row.status is Status.LOBBY:
        await table.arrange(interaction, lambda row: lobby.expelled(row, target), entry)
        return
    async with table.changing(interaction):
        game, seat = table.running(), table.seat_of(target)
        if seat is None or seat in game.left or table.player(seat).is_computer:
            raise refused(TableReason.NOT_THERE)
        await table.write(seat, giving_up(table.row, game, seat), interaction, audit=entry)


async def close(table: Table, interaction: int, entry: AuditEntry | None = None) -> None:
    """Close the table without a result."""
    if table.row.status is Status.LOBBY:
        await table.arrange(interaction, lobby.shut, entry)
        return
    async with table.changing(interaction):
        table.running()
        await table.write(0, LogWord.CLOSE, interaction, audit=entry)
