"""What leagues with fixtures need from outside: a store of leagues, and who tells people what became of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.play.values import Pace, TableSettings, TimeLimits
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Options
from bot.tournaments.values import Fixture, Tournament


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A league as it is kept: what is played, how, and in ``contest`` who meets whom.

    ``message`` is the one that shows the league now, in ``channel``. ``host`` is the admin who opened it.
    """

    id: int
    guild: int
    channel: int
    name: str
    host: int
    options: Options
    pace: Pace
    limits: TimeLimits | None
    settings: TableSettings
    created_at: int
    contest: Tournament
    message: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentNews:
    """What is new in a league, beside what its message shows anyway.

    ``decided`` are the fixtures that have just been decided, ``again`` those that have to be played once more,
    ``begun`` is the matchday that has begun, ``reminded`` the fixtures whose players are reminded in one message.
    ``over``: the league has just ended.
    """

    decided: tuple[Fixture, ...] = ()
    again: tuple[Fixture, ...] = ()
    begun: int | None = None
    reminded: tuple[Fixture, ...] = ()
    over: bool = False


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
