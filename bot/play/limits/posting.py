"""A token bucket per member for everything that makes the bot post a public message. Per process."""

from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from bot.play.errors import TableReason, refused
from bot.play.limits.limits import UNLIMITED, Limits
from bot.play.ports import Clock
from bot.play.values import SECOND

_REMEMBERED: Final = 50_000


@dataclass(frozen=True, slots=True)
class _Bucket:
    """How many posts a member has left, and when that was computed."""

    left: float
    at: int


class Posting:
    """Counts the public posts of members: `Limits.posts` in a row, then one every `Limits.post_every`."""

    def __init__(self, clock: Clock, limits: Limits = UNLIMITED) -> None:
        self._clock = clock
        self._limits = limits
        self._buckets: LRUCache[int, _Bucket] = LRUCache(_REMEMBERED)

    def take(self, user: int) -> None:
        """Count a post that a member asks for. Raises Refused if there were too many."""
        most, every, now = self._limits.posts, self._limits.post_every, self._clock()
        if not every:
            return
        bucket = self._buckets.get(user, _Bucket(most, now))
        left = min(float(most), bucket.left + max(0, now - bucket.at) / every)
        if left < 1:
            when = -(-(now + (1 - left) * every) // SECOND)
            raise refused(TableReason.POSTS_FULL, most=most, seconds=every // SECOND, when=f"<t:{when:.0f}:R>")
        self._buckets[user] = _Bucket(left - 1, now)
