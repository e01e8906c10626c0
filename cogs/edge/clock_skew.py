"""How far this machine's clock is off Discord's, measured by the ids of interactions."""

import logging
from collections import deque
from typing import Final

import discord

from bot.play.ports import Clock
from bot.play.values import SECOND

logger = logging.getLogger(__name__)

TOLERATED: Final = SECOND
"""Milliseconds by which the clocks may differ before it counts."""
_MOMENTS: Final = 20
"""How many moments are remembered; what arrives within a second is one of them."""
_ENOUGH: Final = 3
"""Moments after which a delay that never gets smaller is the clock's."""


class Skew:
    """Measures how long ago users clicked, even if this machine's clock is off.

    An id holds the time of the click by Discord's clock, and no click arrives before it is made. So the smallest delay
    of late is the difference between the clocks: negative ones prove it, and positive ones are believed when they come
    at several separate moments. A single delivery that is late, as after a lost connection, doesn't raise the minimum.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._delays: deque[tuple[int, float]] = deque(maxlen=_MOMENTS)  # (when it arrived, the smallest delay)
        self._warned = False

    def age(self, interaction: int) -> float:
        """Return how many seconds ago an interaction was made, by its id."""
        now = self._clock()
        delay = now - discord.utils.snowflake_time(interaction).timestamp() * SECOND
        self._note(now, delay)
        return (delay - self._offset()) / SECOND

    def _note(self, now: int, delay: float) -> None:
        """Remember a delay."""
        if self._delays and abs(now - self._delays[-1][0]) < SECOND:
            began, smallest = self._delays.pop()
            self._delays.append((began, min(smallest, delay)))
        else:
            self._delays.append((now, delay))

    def _offset(self) -> float:
        """Return by how many milliseconds this machine's clock is ahead; 0 if that's too little to matter."""
        smallest = min(delay for _, delay in self._delays)
        if -TOLERATED <= smallest <= TOLERATED or (smallest > 0 and len(self._delays) < _ENOUGH):
            return 0
        if not self._warned:
            self._warned = True
            logger.warning(
                "this machine's clock is %.1f s %s Discord's: synchronize it, for example with NTP; until then the bot "
                "allows for the difference",
                abs(smallest) / SECOND,
                "ahead of" if smallest > 0 else "behind",
            )
        return smallest
