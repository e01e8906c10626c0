"""Updates the posted standings after the bot was offline."""

import discord
from discord.ext import commands

from cogs.edge.client import DiscordClient
from cogs.standings.standings_post import StandingsPosts


class StandingsRefresh(commands.Cog):
    """Updates posted standings at the start, and when a server is reachable again."""

    def __init__(self, client: DiscordClient, posts: StandingsPosts) -> None:
        self._client = client
        self._posts = posts

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Update the standings of all servers."""
        self._posts.refresh(self._client.servers())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Update the standings of a server that added the bot."""
        self._posts.refresh((guild.id,))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Update the standings of a server after an outage."""
        self._posts.refresh((guild.id,))
