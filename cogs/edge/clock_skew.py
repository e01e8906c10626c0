"""Measures how far this machine's clock is off from Discord's, by the timestamps in interaction ids."""

import logging
from collections import deque
from typing import Final

import discord

from bot.play.state.ports import Clock
from bot.play.state.values import SECOND

logger = logging.getLogger(__name__)

TOLERATED: Final = SECOND
"""Milliseconds of difference between the clocks that are ignored."""
_MOMENTS: Final = 20
"""Number of samples kept. Interactions that arrive within one second are one sample."""
_ENOUGH: Final = 3
"""Number of samples after which a minimum delay above zero is attributed to the clock."""


class Skew:
    """Measures how long ago users clicked, even if this machine's clock is off.

    An id contains the time of the click by Discord's clock, and no click arrives before it's made. So the smallest
    recent delay is the difference between the clocks. A negative one proves a difference; a positive one counts only
    after several samples, since a single delivery may be late, as after a lost connection.
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
        """Add a delay in milliseconds to the samples."""
        if self._delays and abs(now - self._delays[-1][0]) < SECOND:
            began, smallest = self._delays.pop()
            self._delays.append((began, min(smallest, delay)))
        else:
            self._delays.append((now, delay))

    def _offset(self) -> float:
        """Return by how many milliseconds this machine's clock is ahead; 0 for a tolerated difference."""
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
