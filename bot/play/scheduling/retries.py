"""The delays before work at a table is retried after a failure."""

import logging
from typing import Final

from bot.backoff import Backoff
from bot.play.errors import Repeated, Stale, StoreError
from bot.play.values import HOUR, MINUTE, SECOND

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
