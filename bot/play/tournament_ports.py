"""What leagues with fixtures need from outside: a store of leagues, and who tells people what became of them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from bot.play.tournament_values import TournamentNews, TournamentRow
from bot.ratings.ports import AuditEntry
from bot.ratings.values import GameOutcome
from bot.tournaments.values import Tournament


class TournamentAnnouncer(Protocol):
    """Tells people what has become of leagues. Nothing here takes time or raises."""

    def told(self, league: TournamentRow, news: TournamentNews) -> None:
        """Show a league that has changed, and tell what is new."""
        ...


class TournamentStore(Protocol):
    """Keeps leagues. Whatever returns has been committed; every method may raise StoreError."""

    async def create(self, league: TournamentRow, most: int, deed: AuditEntry | None = None) -> TournamentRow:
        """Keep a new league and answer it with its number.

        Refusal where a server has ``most`` that are not over, or one of that name.
        """
        ...

    async def get(self, league: int) -> TournamentRow | None:
        """Find a league."""
        ...

    async def of_fixture(self, fixture: int) -> TournamentRow | None:
        """Find the league of a fixture."""
        ...

    async def of_guild(self, guild: int) -> Sequence[TournamentRow]:
        """List the leagues of a server, the newest first."""
        ...

    async def of_user(self, user: int) -> Sequence[int]:
        """List the leagues that are not over in which somebody takes part, on all servers."""
        ...

    async def change(
        self, league: int, change: Callable[[Tournament], Tournament], now: int, deed: AuditEntry | None = None
    ) -> tuple[TournamentRow, TournamentRow] | None:
        """Change what a league is at; answer it as it was and as it is. None if there is no such league.

        ``change`` gets it as it stands at that moment, whoever else changes something; what it raises is raised, and
        changes nothing. Who sits at the open table of a fixture has come to it by then. ``deed`` goes into the audit
        log in the same transaction.
        """
        ...

    async def set_message(self, league: int, message: int | None) -> None:
        """Remember which message shows a league."""
        ...

    async def due(self, now: int) -> Sequence[int]:
        """List the leagues in which something has been due since before now."""
        ...

    async def ended(self) -> Sequence[tuple[int, int]]:
        """List the tables that are over, and their fixtures, where that has not become known to the league yet.

        Those too whose results were taken back or restored since.
        """
        ...


class OutcomeLookup(Protocol):
    """Knows what games came to."""

    async def outcome(self, table: int) -> GameOutcome | None:
        """Tell what a game came to; None if it has not been counted. StoreError."""
        ...
