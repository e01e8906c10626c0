"""Passes tournament updates on to the channels that show them, once those are known."""

from typing import Protocol

from bot.play.tournament_values import TournamentNews, TournamentRow


class Board(Protocol):
    """The place where tournaments are shown."""

    def told(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Show a changed tournament and announce the news."""
        ...

    async def idle(self) -> None:
        """Wait until everything is shown."""
        ...

    async def close(self) -> None:
        """Stop the background tasks."""
        ...


class DiscordTournamentAnnouncer:
    """Shows tournaments on Discord; nothing is shown before `attach`."""

    def __init__(self) -> None:
        self._board: Board | None = None

    def attach(self, board: Board) -> None:
        """Set the place where tournaments are shown."""
        self._board = board

    def told(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Show a changed tournament and announce the news."""
        if self._board is not None:
            self._board.told(tournament, news)

    def changed(self, tournament: TournamentRow) -> None:
        """Update the messages that show a tournament."""
        self.told(tournament, TournamentNews())

    async def idle(self) -> None:
        """Wait until everything is shown."""
        if self._board is not None:
            await self._board.idle()

    async def close(self) -> None:
        """Stop the background tasks."""
        if self._board is not None:
            await self._board.close()
