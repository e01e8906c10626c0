"""Simulation of a bad day on Discord: random delays, requests overtaking each other, refusals, broken connections."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Final

from bot.playground.errors import ApiError

_ANSWER: Final = re.compile(r"^/interactions/")
_MESSAGE: Final = re.compile(r"^/(channels/\d+/messages|webhooks/)")
_CHANGES: Final = ("POST", "PATCH", "DELETE")
_QUICKER: Final = 10
"""How many times faster the first answer to an interaction is than an edit: Discord waits three seconds for it."""
_SELDOM: Final = 8
"""The power of a random number for delays: one request in eight takes more than a third of the longest time."""
_LONGEST_WAIT: Final = 0.3
"""The longest time in seconds that a 429 asks for."""


# Races between requests show up only on slow, unreliable connections. A mock per race finds only those that someone
# thought of.
@dataclass(frozen=True, slots=True)
class Rough:
    """How rough the stand-in is. The seed determines what happens to the n-th request of each kind.

    ``latency`` is the longest time, in seconds, before a message is posted, edited or deleted; most take a few
    hundredths of that, and the first answer to an interaction is ten times faster. ``refused`` is the share of posts,
    edits and deletions that first get a 429, ``broken`` the share of interactions at which the gateway connection
    breaks. When the bot resumes, it gets the events that it missed, and sometimes one that it had already received.
    """

    seed: int = 0
    latency: float = 0.4
    refused: float = 0.05
    broken: float = 0.01


class Break(Enum):
    """When a gateway connection breaks: before an event is sent, or right after it, so that the event is sent twice."""

    BEFORE = auto()
    AFTER = auto()


@dataclass(frozen=True, slots=True)
class Luck:
    """The outcome for one request: the seconds before and after it takes effect, or the 429 it gets instead."""

    before: float = 0.0
    after: float = 0.0
    refused: ApiError | None = None


_NO_TROUBLE: Final = Luck()


@dataclass(slots=True)
class Delays:
    """Seconds by which every first answer to an interaction, and every other change, comes later than it was sent."""

    answers: float = 0.0
    changes: float = 0.0


class Fate:
    """Decides randomly what goes wrong with each request and each event. Without `rough`, nothing goes wrong."""

    def __init__(self, rough: Rough | None, sleep: Callable[[float], Awaitable[object]]) -> None:
        self._rough = rough
        self._seed = 0 if rough is None else rough.seed
        self._sleep = sleep
        self._chances: dict[str, Random] = {}
        self.delays = Delays()

    def luck(self, method: str, path: str) -> Luck:
        """Decide the outcome for a new request."""
        rough = self._rough
        if method not in _CHANGES:
            return _NO_TROUBLE
        if rough is None:
            return self._delayed(path)
        if _ANSWER.match(path):
            chance = self._chance("answer")
            return Luck(
                chance.random() ** 3 * rough.latency / _QUICKER, chance.random() ** 3 * rough.latency / _QUICKER
            )
        found = _MESSAGE.match(path)
        if found is None:
            return _NO_TROUBLE
        chance = self._chance(f"{method} {found[1][:8]}")
        before, after, fate, wait = (chance.random() for _ in range(4))
        refused = _too_many(wait * _LONGEST_WAIT) if fate < rough.refused else None
        return Luck(before**_SELDOM * rough.latency, after**_SELDOM * rough.latency / 2, refused)

    def _delayed(self, path: str) -> Luck:
        """Return the outcome for a change: nothing but the delay."""
        if _ANSWER.match(path):
            return Luck(self.delays.answers)
        return Luck(self.delays.changes) if _MESSAGE.match(path) else _NO_TROUBLE

    def breaks(self) -> Break | None:
        """Decide whether the gateway connection breaks at the next interaction, and when. None if it doesn't."""
        if self._rough is None:
            return None
        chance = self._chance("gateway")
        fate, when = chance.random(), chance.choice(tuple(Break))
        return when if fate < self._rough.broken else None

    async def wait(self, seconds: float) -> None:
        """Sleep by the stand-in's clock."""
        if seconds > 0:
            await self._sleep(seconds)

    def _chance(self, kind: str) -> Random:
        """Return the random generator for one kind of request, so that kinds don't influence each other."""
        if kind not in self._chances:
            self._chances[kind] = Random(f"{self._seed} {kind}")  # noqa: S311 - no secrets here
        return self._chances[kind]


def _too_many(seconds: float) -> ApiError:
    """Return a 429, after which discord.py sends the same request again."""
    return ApiError(
        429,
        0,
        "You are being rate limited.",
        headers={"Via": "1.1 stand-in", "Retry-After": "1"},
        extra={"retry_after": round(seconds, 3), "global": False},
    )
