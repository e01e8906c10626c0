"""What leagues with fixtures need from outside: a store of leagues, and who tells people what became of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.league.fixture_values import Contest, Fixture
from bot.league.ports import Deed
from bot.play.ports import Limits, Manner, Pace
from bot.rummy.options import Options


@dataclass(frozen=True, slots=True)
class LeagueRow:
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
    limits: Limits | None
    manner: Manner
    created_at: int
    contest: Contest
    message: int | None = None


@dataclass(frozen=True, slots=True)
class News:
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


class FixturesAnnouncer(Protocol):
    """Tells people what has become of leagues. Nothing here takes time or raises."""

    def told(self, league: LeagueRow, news: News) -> None:
        """Show a league that has changed, and tell what is new."""
        ...


class Leagues(Protocol):
    """Keeps leagues. Whatever returns has been committed; every method may raise StoreError."""

    async def create(self, league: LeagueRow, most: int, deed: Deed | None = None) -> LeagueRow:
        """Keep a new league and answer it with its number.

        Refusal where a server has ``most`` that are not over, or one of that name.
        """
        ...

    async def get(self, league: int) -> LeagueRow | None:
        """Find a league."""
        ...

    async def of_fixture(self, fixture: int) -> LeagueRow | None:
        """Find the league of a fixture."""
        ...

    async def of_guild(self, guild: int) -> Sequence[LeagueRow]:
        """List the leagues of a server, the newest first."""
        ...

    async def of_user(self, user: int) -> Sequence[int]:
        """List the leagues that are not over in which somebody takes part, on all servers."""
        ...

    async def change(
        self, league: int, change: Callable[[Contest], Contest], now: int, deed: Deed | None = None
    ) -> tuple[LeagueRow, LeagueRow] | None:
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
