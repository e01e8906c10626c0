"""Rate limits like Discord's: a number of requests per time window, in a bucket per channel."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.errors import REFUSALS, ApiError


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit: the number of requests allowed in a number of seconds."""

    requests: int
    seconds: float


LOGINS = Limit(1, 5.0)
"""Discord's limit of logins to the gateway, for all shards with the same remainder by `max_concurrency`."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The stand-in's rate limits; None means no limit.

    `edits`, `posts` and `deletions` are counted per channel, and so are `old_edits`: edits of messages older than an
    hour, which count as `edits` too. `everything` is counted per bot token. Answers to interactions aren't counted.
    `logins` are counted per bucket of shards. Discord has `LOGINS`, but a test that restarts a bot would wait for it.
    """

    everything: Limit | None = Limit(50, 1.0)
    edits: Limit | None = Limit(5, 5.0)
    old_edits: Limit | None = Limit(3, 6.0)
    posts: Limit | None = Limit(5, 5.0)
    deletions: Limit | None = Limit(5, 1.0)
    logins: Limit | None = None

    def named(self, name: str) -> Limit | None:
        """Return the limit with a name, as in `Route.limit`."""
        limit: Limit | None = getattr(self, name)
        return limit


NO_LIMITS = RateLimits(None, None, None, None, None)
"""No limits, for measuring a bot rather than Discord."""


class Limiter:
    """Counts requests in fixed windows by the stand-in's clock."""

    def __init__(self, limits: RateLimits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._windows: dict[tuple[str, object], tuple[float, int]] = {}

    def change(self, limits: RateLimits) -> None:
        """Count against other limits from now on, from zero."""
        self.limits = limits
        self._windows.clear()

    def take(self, name: str, key: object) -> dict[str, str]:
        """Count one request against a limit. Return the headers with the rest of the limit.

        Raises ApiError (429) if the limit is used up.
        """
        limit = self.limits.named(name)
        if limit is None:
            return {}
        now = self._now()
        start, used = self._windows.get((name, key), (now, 0))
        if now >= start + limit.seconds:
            start, used = now, 0
        left = start + limit.seconds - now
        if used >= limit.requests:
            raise _too_many(name, limit, left, start)
        self._windows[name, key] = (start, used + 1)
        return {} if name == "everything" else _headers(name, limit, limit.requests - used - 1, left, start)


def _rounded_up(seconds: float) -> float:
    """Round up to the millisecond, so that the bot doesn't retry too early."""
    return math.ceil(seconds * 1000) / 1000


def _headers(name: str, limit: Limit, remaining: int, left: float, start: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit.requests),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{start + limit.seconds:.3f}",
        "X-RateLimit-Reset-After": f"{_rounded_up(left):.3f}",
        "X-RateLimit-Bucket": name,
    }


def _too_many(name: str, limit: Limit, left: float, start: float) -> ApiError:
    everywhere = name == "everything"
    code = 30046 if name == "old_edits" else 0
    message = REFUSALS[code][1] if code else "You are being rate limited."
    headers = {} if everywhere or name == "old_edits" else _headers(name, limit, 0, left, start)
    headers |= {
        "Via": "1.1 stand-in",
        "Retry-After": str(max(1, round(left))),
        "X-RateLimit-Scope": "global" if everywhere else "user",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return ApiError(429, code, message, headers=headers, extra={"retry_after": _rounded_up(left), "global": everywhere})
