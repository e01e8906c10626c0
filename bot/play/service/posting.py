"""How much one member can make the bot send: public posts, invitations, and deletions of their data. Per process."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache

from bot.play.state import lobby
from bot.play.state.errors import StoreError, TableReason, refused
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.people import Notifications, PeopleStore
from bot.play.state.ports import Clock
from bot.play.state.values import HOUR, SECOND, TableRow
from bot.play.time.turn_clock import quiet_until

_REMEMBERED: Final = 50_000


@dataclass(frozen=True, slots=True)
class _Bucket:
    """How many requests a member has left, and when that was computed."""

    left: float
    at: int


@dataclass(slots=True, eq=False)
class TokenBuckets:
    """Counts requests of members: ``most`` in a row, then one every ``every`` milliseconds."""

    clock: Clock
    most: int
    every: int
    _buckets: LRUCache[int, _Bucket] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))

    def take(self, user: int) -> int | None:
        """Count a request of a member. If there were too many, return when the next is allowed, in epoch seconds."""
        now = self.clock()
        bucket = self._buckets.get(user, _Bucket(self.most, now))
        left = min(float(self.most), bucket.left + max(0, now - bucket.at) / self.every)
        if left < 1:
            return int(-(-(now + (1 - left) * self.every) // SECOND))
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


# Refusals aren't silent: the inviter learns it with the next invitation, because the seat would stay empty. The count
# per hour is kept in memory, as a server belongs to one process and a restart forgives little. Who is in servers of
# several processes may reach the limit in each.
@dataclass(slots=True, eq=False)
class Invitations:
    """Checks and counts invitations. The count of the last hour is kept per process; who refuses whom is stored."""

    people: PeopleStore
    clock: Clock
    limits: Limits = UNLIMITED
    # times by inviter and user
    _sent: LRUCache[tuple[int, int], tuple[int, ...]] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))

    async def must_allow(self, inviter: int, users: Collection[int]) -> None:
        """Raise Refused if one of these users doesn't want a user's invitations, or has got too many. StoreError."""
        refusing, most = await self.people.refusing(inviter, users), self.limits.invitations_per_hour
        for user in users:
            if user in refusing:
                raise refused(TableReason.INVITER_REFUSED, name=f"<@{user}>")
            if len(self._lately(inviter, user)) >= most:
                raise refused(TableReason.INVITED_OFTEN, name=f"<@{user}>", most=most)

    def sent(self, inviter: int, users: Collection[int]) -> None:
        """Count invitations that were sent."""
        for user in users:
            self._sent[inviter, user] = (*self._lately(inviter, user), self.clock())

    async def pinged(self, row: TableRow) -> tuple[int, ...]:
        """Return the invited players of a lobby whom its message may mention. A tournament's players expect theirs."""
        invited = lobby.awaited(row)
        return invited if row.fixture is not None else await self.reached(row.host, invited, Notifications.CHANNEL)

    async def reached(self, inviter: int, users: Sequence[int], notifications: Notifications) -> tuple[int, ...]:
        """Return which of these users get a user's invitations this way now: not in quiet hours, nor refused ones.

        None of them if the store fails.
        """
        try:
            refusing, now = await self.people.refusing(inviter, users), self.clock()
            found = [await self.people.get(user) for user in users if user not in refusing]
        except StoreError:
            return ()
        return tuple(
            one.user for one in found if one.notifications is notifications and quiet_until(one.quiet, now) == now
        )

    def _lately(self, inviter: int, user: int) -> tuple[int, ...]:
        """Return when a user was invited by another one within the last hour."""
        since = self.clock() - HOUR
        return tuple(at for at in self._sent.get((inviter, user), ()) if at > since)
