"""What the program counts while it runs, always, as it costs next to nothing; `bot.program.monitoring` exports it.

Every part gets the counts it adds to from its constructor. Their labels are words of the program, never the id of a
user, a server, a channel or a table.
"""

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter
from typing import Final

from cachetools import LRUCache

MOMENTS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bounds in seconds for work in the program."""
ANSWERS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0)
"""Bounds in seconds for answers to interactions, for which Discord waits three seconds."""
SIGHTS: Final = (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Bounds in seconds until the others see a move."""
_TABLES: Final = 10_000
_MOVES: Final = 50
"""How many moves of a table may wait to be seen; a channel where the bot can't write would collect them for ever."""


class Durations:
    """Durations in seconds, counted by size: up to the first of ``bounds``, up to the second, and so on, and above."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


class ClickOutcome(StrEnum):
    """What became of an interaction."""

    DONE = "done"
    REFUSED = "refused"  # by a rule, a limit or a permission
    STALE = "stale"  # the message was older than the table
    REPEATED = "repeated"
    NOT_VALID = "not_valid"  # forged, or from another version
    DATABASE_ERROR = "database_error"
    FAILED = "failed"  # an unexpected error, which is logged
    REJECTED = "rejected"  # Discord didn't take the answer
    LATE = "late"  # it was too old to be answered when it was heard


@dataclass(slots=True)
class InteractionCounts:
    """Interactions by kind and outcome, with the time until Discord had the answer; refusals by rule and reason."""

    answers: defaultdict[tuple[str, ClickOutcome], Durations] = field(
        default_factory=lambda: defaultdict(lambda: Durations(ANSWERS))
    )
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)


class SightCounts:
    """The time from a click until the others see its move: until the public message that shows it is sent."""

    def __init__(self, timer: Callable[[], float] = perf_counter) -> None:
        self.durations = Durations(SIGHTS)
        self._timer = timer
        self._arrived: dict[int, float] = {}  # by user, while their click is being answered
        self._waiting: LRUCache[int, deque[tuple[int, float]]] = LRUCache(_TABLES)  # by table: public stamp, arrival

    def arrived(self, user: int, at: float) -> None:
        """Record when a user's click arrived."""
        self._arrived[user] = at

    def answered(self, user: int, at: float) -> None:
        """Forget a click that has been answered, unless the user has clicked again."""
        if self._arrived.get(user) == at:
            del self._arrived[user]

    def moved(self, table: int, public: int, user: int | None) -> None:
        """Record a user's move that the others wait for; ``public`` is the table's public stamp after it."""
        at = None if user is None else self._arrived.get(user)
        if at is not None:
            self._waiting.setdefault(table, deque(maxlen=_MOVES)).append((public, at))

    def shown(self, table: int, public: int) -> None:
        """Record that the public message of a table now shows everything up to this stamp."""
        waiting = self._waiting.get(table)
        while waiting and waiting[0][0] <= public:
            self.durations.add(self._timer() - waiting.popleft()[1])
        if waiting is not None and not waiting:
            del self._waiting[table]


@dataclass(slots=True)
class WriteCounts:
    """Background writes to channels: sent, replaced by a newer one before they were sent, and failed by trouble."""

    sent: int = 0
    coalesced: int = 0
    failed: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class PictureCounts:
    """Pictures by kind: drawn, with the time from the request to the picture, and taken from the cache."""

    drawn: defaultdict[str, Durations] = field(default_factory=lambda: defaultdict(lambda: Durations(MOMENTS)))
    cached: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class CommitCounts:
    """Transactions that wrote: committed, with the time including the wait for the writers before, and failed."""

    committed: Durations = field(default_factory=lambda: Durations(MOMENTS))
    failed: int = 0


@dataclass(slots=True)
class RequestCounts:
    """Requests to Discord: responses by HTTP status, and errors by Discord's code."""

    statuses: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)


# Plain numbers with or without metrics: about 20 µs per click, while a switch at each count saves nothing measurable.
# Inner layers know no exporter, and ids as labels would be unbounded.
@dataclass(frozen=True, slots=True)
class ProgramCounts:
    """Everything that one running program counts."""

    interactions: InteractionCounts = field(default_factory=InteractionCounts)
    sights: SightCounts = field(default_factory=SightCounts)
    writes: WriteCounts = field(default_factory=WriteCounts)
    pictures: PictureCounts = field(default_factory=PictureCounts)
    commits: CommitCounts = field(default_factory=CommitCounts)
    requests: RequestCounts = field(default_factory=RequestCounts)
