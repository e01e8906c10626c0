"""A clock that doesn't jump when the machine's clock is set, and follows it when its user is ready for that."""

import time
from collections.abc import Callable
from typing import Final

TOLERATED: Final = 2000
"""Milliseconds by which the clocks may differ: as much as the machine's clock is corrected in passing."""
_NANOSECONDS: Final = 1_000_000


def _wall() -> int:
    """Return the machine's time in epoch milliseconds."""
    return time.time_ns() // _NANOSECONDS


def _elapsed() -> int:
    """Return milliseconds since the machine's start, if possible with the time in which it was asleep."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // _NANOSECONDS
    return time.monotonic_ns() // _NANOSECONDS


class SteadyClock:
    """The time in epoch milliseconds, counted from the machine's time at the start."""

    def __init__(self, wall: Callable[[], int] = _wall, elapsed: Callable[[], int] = _elapsed) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._first = self._offset = wall() - elapsed()

    def __call__(self) -> int:
        """Return the time, in epoch milliseconds."""
        return self._elapsed() + self._offset

    def uptime(self) -> int:
        """Return a time that never follows the machine's clock, for durations within a process."""
        return self._elapsed() + self._first

    def follow(self) -> int:
        """Follow the machine's clock. Return by how many milliseconds it was set; 0 if it's only inaccurate."""
        by = self._wall() - self()
        self._offset += by
        return by if abs(by) > TOLERATED else 0
