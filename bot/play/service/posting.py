"""Token buckets per member: for everything that makes the bot post a public message, and for deleting their data.

They are per process.
"""

from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from bot.play.state.errors import TableReason, refused
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.ports import Clock
from bot.play.state.values import SECOND

_REMEMBERED: Final = 50_000


@dataclass(frozen=True, slots=True)
class _Bucket:
    """How many requests a member has left, and when that was computed."""

    left: float
    at: int


class TokenBuckets:
    """Counts requests of members: ``most`` in a row, then one every ``every`` milliseconds."""

    def __init__(self, clock: Clock, most: int, every: int) -> None:
        self._clock = clock
        self._most = most
        self._every = every
        self._buckets: LRUCache[int, _Bucket] = LRUCache(_REMEMBERED)

    def take(self, user: int) -> int | None:
        """Count a request of a member. If there were too many, return when the next is allowed, in epoch seconds."""
        now = self._clock()
        bucket = self._buckets.get(user, _Bucket(self._most, now))
        left = min(float(self._most), bucket.left + max(0, now - bucket.at) / self._every)
        if left < 1:
            return int(-(-(now + (1 - left) * self._every) // SECOND))
        self._buckets[user] = _Bucket(left - 1, now)
        return None


class Posting:
    """Counts the public posts of members: `Limits.posts` in a row, then one every `Limits.post_every`."""

    def __init__(self, clock: Clock, limits: Limits = UNLIMITED) -> None:
        self._limits = limits
        self._buckets = TokenBuckets(clock, limits.posts, limits.post_every) if limits.post_every else None

    def take(self, user: int) -> None:
        """Count a post that a member asks for. Raises Refused if there were too many."""
        later = None if self._buckets is None else self._buckets.take(user)
        if later is not None:
            most, seconds = self._limits.posts, self._limits.post_every // SECOND
            raise refused(TableReason.POSTS_FULL, most=most, seconds=seconds, when=f"<t:{later}:R>")
