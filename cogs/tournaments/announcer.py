"""What became of leagues with fixtures, passed on to where it is shown, once there is such a place."""

from typing import Protocol

from bot.play.tournament_values import TournamentNews, TournamentRow


class Board(Protocol):
    """Where leagues are shown."""

    def told(self, league: TournamentRow, news: TournamentNews) -> None:
        """Show a league that has changed, and tell what is new."""
        ...

    async def idle(self) -> None:
        """Wait until everything is shown."""
        ...

    async def close(self) -> None:
        """Stop what runs in the background."""
        ...


class DiscordTournamentAnnouncer:
    """Has leagues shown on Discord; nothing is shown before `attach`."""

    def __init__(self) -> None:
        self._board: Board | None = None

    def attach(self, board: Board) -> None:
        """Take note of where leagues are shown, once the edge is put together."""
        self._board = board

    def told(self, league: TournamentRow, news: TournamentNews) -> None:
        """Show a league that has changed, and tell what is new."""
        if self._board is not None:
            self._board.told(league, news)

    def changed(self, league: TournamentRow) -> None:
        """Bring what shows a league up to date, if it is not."""
        self.told(league, TournamentNews())

    async def idle(self) -> None:
        """Wait until everything is shown."""
        if self._board is not None:
            await self._board.idle()

    async def close(self) -> None:
        """Stop what runs in the background."""
        if self._board is not None:
            await self._board.close()
