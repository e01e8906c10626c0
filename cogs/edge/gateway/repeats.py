"""Interactions that the gateway sends twice: after a resume, Discord may repeat what the bot has received already."""

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
