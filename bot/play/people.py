"""Preferences of people and settings of servers, as values."""

from dataclasses import dataclass
from enum import StrEnum

from bot.play.values import Bounds
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
