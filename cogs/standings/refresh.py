"""Brings the standings that servers have on show up to date after the bot was away."""

import discord
from discord.ext import commands

from cogs.edge.client import DiscordClient
from cogs.standings.standings_post import StandingsPosts


class StandingsRefresh(commands.Cog):
    """Refreshes standings at the start, and when a server can be reached again."""

    def __init__(self, client: DiscordClient, posts: StandingsPosts) -> None:
        self._client = client
        self._posts = posts

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Refresh the standings of all servers."""
        self._posts.refresh(self._client.servers())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Refresh the standings of a server that has the bot again."""
        self._posts.refresh((guild.id,))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Refresh the standings of a server after an outage."""
        self._posts.refresh((guild.id,))
