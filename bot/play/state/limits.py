"""Limits: how much members can have open and post, and the time limits that hosts can set."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.play.state.errors import TableReason, refused
from bot.play.state.values import DAY, HOUR, MINUTE, SECOND, Pace, TimeLimits


@dataclass(frozen=True, slots=True)
class Bounds:
    """The range in which a server lets hosts set time limits, in milliseconds, both ends included."""

    live_turn: tuple[int, int] = (15 * SECOND, 10 * MINUTE)
    live_bank: tuple[int, int] = (0, 30 * MINUTE)
    slow_turn: tuple[int, int] = (HOUR, 3 * DAY)


ABANDONED: Final = 7 * DAY
"""Milliseconds without activity after which a table is closed."""


# Games of computers, waiting tables and presets are counted in the transaction that adds one, so limits hold across
# processes. Load is how long computers' moves wait for their thread: the event loop's lag also grows with pictures and
# commits.
@dataclass(frozen=True, slots=True)
class Limits:
    """How much members can have open at once, and how much they can post. Times are in milliseconds.

    Games of computers only: how many run at once per member and per server, after how long without a click they rest
    (``computer_rest``), and for how long computers' moves may wait until no further game starts (``computer_backlog``).
    ``live_lobby`` is how long a live lobby stays open without activity. ``posts`` is how many public messages a member
    can cause in a row; a further one is allowed every ``post_every``.
    """

    computer_tables_per_member: int = 2
    computer_tables_per_server: int = 5
    computer_rest: int = 15 * MINUTE
    computer_backlog: int = SECOND
    lobbies_per_member: int = 3
    live_lobby: int = HOUR
    posts: int = 10
    post_every: int = 30 * SECOND
    invitations_per_hour: int = 3
    presets_per_member: int = 5


_ANY: Final = 10**9
UNLIMITED: Final = Limits(_ANY, _ANY, _ANY * SECOND, _ANY, _ANY, ABANDONED, _ANY, 0, _ANY, _ANY)
"""Limits that nobody reaches, for tools and tests."""
DEFAULTS: Final = MappingProxyType(
    {Pace.LIVE: TimeLimits(MINUTE, MINUTE), Pace.SLOW: TimeLimits(24 * HOUR), Pace.NONE: None},
)
"""The usual time limits of a turn."""


def limits_for(pace: Pace, bounds: Bounds) -> TimeLimits | None:
    """Return the usual limits of a pace, or the nearest ones that a server allows."""
    usual = DEFAULTS[pace]
    if usual is None:
        return None
    if pace is Pace.SLOW:
        return TimeLimits(_within(usual.turn, bounds.slow_turn))
    return TimeLimits(_within(usual.turn, bounds.live_turn), _within(usual.bank, bounds.live_bank))


def checked(pace: Pace, limits: TimeLimits | None, bounds: Bounds) -> TimeLimits | None:
    """Return the limits that a host asked for; None asks for the usual ones. Refused outside ``bounds``."""
    if limits is None or pace is Pace.NONE:
        return limits_for(pace, bounds)
    if pace is Pace.SLOW:
        _must_lie(limits.turn, bounds.slow_turn, HOUR, TableReason.SLOW_TURN)
        return TimeLimits(limits.turn)
    _must_lie(limits.turn, bounds.live_turn, SECOND, TableReason.LIVE_TURN)
    _must_lie(limits.bank, bounds.live_bank, SECOND, TableReason.LIVE_BANK)
    return limits


def _must_lie(value: int, bounds: tuple[int, int], unit: int, reason: TableReason) -> None:
    """Refuse a value outside bounds; the refusal names them in the unit of its sentence."""
    if value != _within(value, bounds):
        raise refused(reason, least=bounds[0] // unit, most=bounds[1] // unit)


def _within(value: int, bounds: tuple[int, int]) -> int:
    """Return the nearest value within bounds, both ends included."""
    return max(bounds[0], min(value, bounds[1]))
