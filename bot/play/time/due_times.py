"""The times at which tables need attention next, and the delays before work is retried after a failure."""

import logging
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Final

from bot.backoff import Backoff
from bot.play.state.errors import Repeated, Stale, StoreError
from bot.play.state.values import HOUR, MINUTE, SECOND

_STALE_ENTRIES: Final = 100
"""Outdated entries that the heap may hold on top of one for each table."""


class DueTimes:
    """The next time of each table, in epoch milliseconds, and the tables whose time has come, soonest first.

    A heap whose outdated entries are skipped; it is rebuilt when they outnumber the others.
    """

    def __init__(self) -> None:
        self._at: dict[int, int] = {}
        self._heap: list[tuple[int, int]] = []

    def __len__(self) -> int:
        """Return the number of entries held in memory, outdated ones included."""
        return len(self._heap)

    @property
    def tables(self) -> int:
        """How many tables have a time."""
        return len(self._at)

    def set(self, table: int, at: int) -> None:
        """Replace the time of a table."""
        if self._at.get(table) == at:
            return
        self._at[table] = at
        heappush(self._heap, (at, table))
        if len(self._heap) > 2 * len(self._at) + _STALE_ENTRIES:
            self._heap = [(due, number) for number, due in self._at.items()]
            heapify(self._heap)

    def remove(self, table: int) -> None:
        """Forget a table."""
        self._at.pop(table, None)

    def pop_until(self, now: int) -> Iterator[int]:
        """Yield the tables whose time has come, and remove them."""
        while self._heap and self._heap[0][0] <= now:
            at, table = heappop(self._heap)
            if self._at.get(table) == at:  # otherwise it was postponed
                del self._at[table]
                yield table

    def soonest(self) -> int | None:
        """Return a time before which nothing is due; None without any table."""
        return self._heap[0][0] if self._heap else None


_BACKOFF: Final = Backoff(5 * SECOND, HOUR)
"""Milliseconds for which a table is left alone after failures."""
_STORE_BACKOFF: Final = Backoff(5 * SECOND, MINUTE)
"""The same if only the store failed: nothing is wrong with the table."""

_log = logging.getLogger(__name__)


class Retries:
    """Counts the failures in a row of one kind of work at each table. ``work`` names it in the log."""

    def __init__(self, work: str) -> None:
        self._work = work
        self._failures: dict[int, int] = {}

    def succeeded(self, table: int) -> None:
        """Forget the failures at a table."""
        self._failures.pop(table, None)

    def reset(self) -> None:
        """Forget the failures at all tables."""
        self._failures.clear()

    def delay_after(self, table: int, error: Exception) -> int:
        """Log a failure, and return how many milliseconds to wait before the next try."""
        times = self._failures[table] = self._failures.get(table, 0) + 1
        late = isinstance(error, Stale | Repeated)  # another process or player was faster: nothing is wrong
        trace = None if late or isinstance(error, StoreError) else error
        about = {"table": table, "times": times}
        level = logging.INFO if late else logging.WARNING
        _log.log(level, "%s failed: %s: %s", self._work, type(error).__name__, error, exc_info=trace, extra=about)
        backoff = _STORE_BACKOFF if isinstance(error, StoreError) else _BACKOFF
        return round(backoff.after(times))
