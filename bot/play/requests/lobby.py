"""Requests of users in a lobby."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.play import lobby
from bot.play.requests.locked_table import LockedTable
from bot.play.values import Bounds, Pace, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.options import Options


@dataclass(frozen=True, slots=True)
class LobbyRequests:
    """Changes of the lobby; `bot.play.lobby` has their rules. ``interaction`` is the click that asked for it.

    Refused, Stale, Repeated, StoreError, as `bot.play.session.Table` describes.
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
