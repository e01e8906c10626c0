"""Interactions that arrive twice: from the gateway after a resume, or at another bot with the same token."""

import logging
from collections import deque
from typing import Final

import discord
from cachetools import FIFOCache
from discord import app_commands

_REMEMBERED: Final = 10_000


class Repeats:
    """The ids of the last interactions."""

    def __init__(self) -> None:
        self._heard: FIFOCache[int, None] = FIFOCache(_REMEMBERED)

    def heard_before(self, interaction: int) -> bool:
        """Record an interaction, and return whether it arrived before."""
        if interaction in self._heard:
            return True
        self._heard[interaction] = None
        return False


class OnceTree(app_commands.CommandTree[discord.Client]):
    """A command tree that runs each command once."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._repeats = Repeats()

    async def interaction_check(self, interaction: discord.Interaction[discord.Client]) -> bool:
        """Return whether a command arrived for the first time."""
        return not self._repeats.heard_before(interaction.id)


_LOOKED_AT: Final = 20
"""How many of the last answers count."""
_SUSPICIOUS: Final = 5
"""How many of them were given by another program already when a second bot is reported. One may be a repeated event."""

logger = logging.getLogger(__name__)


class SecondBot:
    """Reports once that answers keep failing because the clicks were answered elsewhere."""

    def __init__(self) -> None:
        self._elsewhere: deque[bool] = deque(maxlen=_LOOKED_AT)
        self._reported = False

    def note(self, *, elsewhere: bool) -> None:
        """Record an answer: it was given by another program already (40060), or arrived."""
        self._elsewhere.append(elsewhere)
        if not self._reported and sum(self._elsewhere) >= _SUSPICIOUS:
            self._reported = True
            logger.error(
                'another bot answers the same clicks ("already acknowledged"): it uses this bot\'s token; stop it, or '
                "reset the token on the application's Bot page and start this one with the new token"
            )
