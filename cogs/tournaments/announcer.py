"""What became of tournaments, passed on to where it is shown, once there is such a place."""

from typing import Protocol

from bot.play.tournament_ports import TournamentNews, TournamentRow


class Board(Protocol):
    """Where tournaments are shown."""

    def told(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Show a tournament that has changed, and tell what is new."""
        ...

    async def idle(self) -> None:
        """Wait until everything is shown."""
        ...

    async def close(self) -> None:
        """Stop what runs in the background."""
        ...


class DiscordTournamentAnnouncer:
    """Has tournaments shown on Discord; nothing is shown before `attach`."""

    def __init__(self) -> None:
        self._board: Board | None = None

    def attach(self, board: Board) -> None:
        """Take note of where tournaments are shown, once the edge is put together."""
        self._board = board

    def told(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Show a tournament that has changed, and tell what is new."""
        if self._board is not None:
            self._board.told(tournament, news)

    def changed(self, tournament: TournamentRow) -> None:
        """Bring what shows a tournament up to date, if it is not."""
        self.told(tournament, TournamentNews())

    async def idle(self) -> None:
        """Wait until everything is shown."""
        if self._board is not None:
            await self._board.idle()

    async def close(self) -> None:
        """Stop what runs in the background."""
        if self._board is not None:
            await self._board.close()
