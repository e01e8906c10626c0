"""Exponential back-off: how long to wait before trying again after repeated failures."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double with each failure in a row: ``first``, twice that, and so on, at most ``longest``.

    Both are in the unit of the caller. There's no jitter: each use retries its own work, one try at a time.
    """

    first: float
    longest: float

    def after(self, failures: int) -> float:
        """Return how long to wait after the n-th failure in a row, from 1."""
        wait = self.first
        for _ in range(failures - 1):
            if wait >= self.longest:
                break
            wait *= 2
        return min(wait, self.longest)
