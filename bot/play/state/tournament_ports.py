"""Tournaments in play: stored ones, their news, and the ports of their store and announcers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.play.state.people import Notifications
from bot.play.state.values import Pace, PingResult, TableSettings, TimeLimits
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Options
from bot.tournaments.values import Fixture, Tournament


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as it is stored: its game, its settings, and in ``tournament`` its players and fixtures.

    ``message`` shows it, in ``channel``. ``host`` is the admin who opened it.
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
    tournament: Tournament
    message: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentNews:
    """The news of a tournament, apart from what its message shows.

    ``decided`` are the fixtures that have just been decided, ``again`` those that have to be played once more,
    ``begun`` is the matchday that has started, ``reminded`` the fixtures whose players get a reminder. ``over``: the
    tournament has just ended.
    """

    decided: tuple[Fixture, ...] = ()
    again: tuple[Fixture, ...] = ()
    begun: int | None = None
    reminded: tuple[Fixture, ...] = ()
    over: bool = False


class TournamentAnnouncer(Protocol):
    """Shows tournaments. Its methods return at once and raise nothing."""

    def announce(self, tournament: TournamentRow, news: TournamentNews) -> None:
        """Show a tournament that has changed, and announce the news."""
        ...


class MeetingAnnouncer(Protocol):
    """Tells players of the times of their fixtures. Its methods raise nothing."""

    def reaches(self, guild: int) -> bool:
        """Return whether the bot can reach a server."""
        ...

    async def tell(
        self, tournament: TournamentRow, fixture: Fixture, user: int, notifications: Notifications
    ) -> PingResult:
        """Notify a player of the time that the other suggests, or remind them of the agreed one."""
        ...


class TournamentStore(Protocol):
    """Stores tournaments. A method has committed when it returns; each may raise StoreError."""

    async def create(self, tournament: TournamentRow, most: int, entry: AuditEntry | None = None) -> TournamentRow:
        """Store a new tournament and return it with its id.

        RequestRefused if the server has ``most`` active ones, or an active one with that name.
        """
        ...

    async def get(self, tournament: int) -> TournamentRow | None:
        """Return a tournament; None if it doesn't exist."""
        ...

    async def of_fixture(self, fixture: int) -> TournamentRow | None:
        """Return the tournament of a fixture; None if it doesn't exist."""
        ...

    async def of_guild(self, guild: int) -> Sequence[TournamentRow]:
        """List the tournaments of a server, newest first."""
        ...

    async def of_user(self, user: int) -> Sequence[int]:
        """List the active tournaments that a user takes part in, on all servers."""
        ...

    async def change(
        self, tournament: int, change: Callable[[Tournament], Tournament], now: int, entry: AuditEntry | None = None
    ) -> tuple[TournamentRow, TournamentRow] | None:
        """Change a tournament in one transaction; return it before and after. None if it doesn't exist.

        ``change`` gets the current state, in which players who sit at the open table of a fixture have shown up for it.
        Its errors are raised, and change nothing. ``entry`` goes into the audit log in the same transaction.
        """
        ...

    async def set_message(self, tournament: int, message: int | None) -> None:
        """Store which message shows a tournament."""
        ...

    async def due(self, now: int) -> Sequence[int]:
        """List the tournaments in which something is due."""
        ...

    async def meetings_due(self, now: int, until: int) -> Sequence[int]:
        """List undecided fixtures with a time after ``now`` of which a player has to be told.

        These are suggested times, and agreed ones before ``until``.
        """
        ...

    async def ended(self) -> Sequence[tuple[int, int]]:
        """List the finished tables, with their fixtures, whose results the tournament doesn't have yet.

        Results that were voided or restored since are among them.
        """
        ...
