"""What play needs to know of people and servers: what they have chosen, what they are called, what is held of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.play.values import Bounds
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Variant


class Calls(StrEnum):
    """How somebody wants to be called when it is their turn."""

    CHANNEL = "channel"
    DIRECT = "direct"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours in which nobody wants to be called: minutes since midnight in a time zone; they may run over midnight."""

    start: int
    end: int  # not included
    zone: str  # an IANA name such as Europe/Warsaw


@dataclass(frozen=True, slots=True)
class Preferences:
    """What somebody has chosen for themselves, on all servers.

    ``sorting`` is how they sort a hand, in the words of `cogs.table.screens.sorting`. ``told`` is false while they have
    not been told that direct messages to them failed and were switched off.
    """

    user: int
    calls: Calls = Calls.CHANNEL
    quiet: Quiet | None = None
    sorting: str | None = None
    told: bool = True


class PreferencesStore(Protocol):
    """Keeps what people have chosen. Every method may raise StoreError."""

    async def get(self, user: int) -> Preferences:
        """Find what somebody has chosen; the defaults for who has chosen nothing."""
        ...

    async def save(self, person: Preferences) -> None:
        """Keep what somebody has chosen, in place of what was there."""
        ...


@dataclass(frozen=True, slots=True)
class StandingsBoard:
    """The message of a server that shows the standings and keeps itself up to date.

    It shows the season that runs, or all time where none does; ``variant`` None is all games.
    """

    channel: int
    message: int | None = None
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """What the people who run a server have set; the defaults hold where they have set nothing.

    ``channels`` are those in which tables may open, none meaning all, threads of them included; ``openers`` the role
    that may open tables, None meaning everybody. ``preset`` is a preset of the server that new tables begin with,
    ``variant`` the game where nobody names one. ``rated`` false makes every new table a friendly one. ``meetings`` are
    the rated games a day between the same two. ``language`` None is what Discord says of the server. ``monthly``: each
    month is a season, in the time zone ``zone``.
    """

    guild: int
    bounds: Bounds = Bounds()  # noqa: RUF009 - it can't change
    channels: tuple[int, ...] = ()
    openers: int | None = None
    variant: Variant | None = None
    preset: str | None = None
    rated: bool = True
    meetings: int = 5
    language: str | None = None
    monthly: bool = False
    zone: str = "UTC"  # an IANA name
    board: StandingsBoard | None = None


class Servers(Protocol):
    """Keeps what the people who run a server have set, and has all of it at hand."""

    def of(self, guild: int) -> Server:
        """Find what a server has set."""
        ...

    def monthly(self) -> Sequence[Server]:
        """List the servers on which each month is a season."""
        ...

    async def change(self, guild: int, change: Callable[[Server], Server], deed: AuditEntry | None = None) -> Server:
        """Set something: ``change`` gets what is set at that moment, whoever else sets something. StoreError.

        ``deed`` goes into the audit log in the same transaction. What ``change`` raises is raised, and changes nothing.
        """
        ...


class Names(Protocol):
    """Knows what people are called. Names are kept nowhere but in memory."""

    def at_hand(self, guild: int, users: Collection[int]) -> Mapping[int, str]:
        """Return the names at hand of members of a server. Raises nothing."""
        ...

    def ask(self, guild: int, users: Collection[int]) -> None:
        """Look the names of members up in the background; `at_hand` has them when they have arrived. Raises nothing."""
        ...

    async def names(self, guild: int, users: Collection[int]) -> Mapping[int, str]:
        """Say what members of a server are called there. Whom nobody can name in time is missing. Raises nothing."""
        ...


class PersonalData(Protocol):
    """Knows all that is held about a person or a server, and forgets it. Every method may raise StoreError."""

    async def held(self, user: int) -> Mapping[str, object]:
        """Gather everything that is held about somebody, in values that JSON has."""
        ...

    async def open_tables(self, user: int) -> tuple[int, ...]:
        """List the open tables at which somebody sits, or which they opened, on all servers."""
        ...

    async def forget(self, user: int, marks: Callable[[], int]) -> None:
        """Put a mark for somebody's id, another one for each server, and drop what is theirs alone, all or nothing.

        They sit at no open table by then. Results keep their numbers. ``marks`` makes negative numbers by chance.
        """
        ...

    async def server_left(self, guild: int, at: int) -> None:
        """Note that a server has removed the bot; what was noted before stays."""
        ...

    async def server_back(self, guild: int) -> None:
        """Note that a server has the bot, again or still."""
        ...

    async def servers_known(self) -> tuple[int, ...]:
        """List the servers of which anything is held."""
        ...

    async def servers_gone(self, before: int) -> tuple[int, ...]:
        """List the servers that removed the bot before then and are yet to be forgotten."""
        ...

    async def forget_server(self, guild: int) -> None:
        """Drop all that is held of a server."""
        ...
