"""Exponential back-off: how long to wait before trying again after repeated failures."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double with each failure in a row: ``first``, twice that, and so on, at most ``longest``.

    The caller chooses the unit of both. There's no jitter, since each user retries one thing at a time.
    """

    first: float
    longest: float

    def after(self, failures: int) -> float:
        """Return how long to wait after this many failures in a row, at least 1."""
        wait = self.first
        for _ in range(failures - 1):
            if wait >= self.longest:
                break
            wait *= 2
        return min(wait, self.longest)
