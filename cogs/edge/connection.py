"""Reacts to the connection to Discord: stops and restarts the clocks, and records which servers have the bot."""

import discord
from discord.ext import commands

from bot.play.scheduling.scheduler import Scheduler
from bot.play.service.deletion import RemovedServers
from cogs.edge.channel_writer import ChannelWriter
from cogs.edge.client import DiscordClient
from cogs.edge.names import DiscordNames
from cogs.edge.tasks import Tasks


class Connection(commands.Cog):
    """Stops the clocks of tables while players can't reach the bot, and records which servers remove it."""

    def __init__(
        self,
        client: DiscordClient,
        scheduler: Scheduler,
        removed_servers: RemovedServers,
        names: DiscordNames,
        writer: ChannelWriter,
    ) -> None:
        self._client = client
        self._scheduler = scheduler
        self._removed_servers = removed_servers
        self._names = names
        self._writer = writer
        self._tasks = Tasks()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare the servers with those that are recorded, now that all shards have listed theirs."""
        self._tasks.start(self._removed_servers.compare(self._client.servers, self._client.serves), {})

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Start the clocks of a shard's servers; players get the lost time back."""
        self._tasks.start(self._run_clocks(), {"shard": shard})

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Restart the clocks of a shard's servers; players get the lost time back."""
        self._tasks.start(self._run_clocks(), {"shard": shard})

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the clocks of a shard's servers, whose members can't reach the bot."""
        if len(self._client.lost_shards) == len(self._client.own_shards):
            self._scheduler.away()
        elif shard in self._client.lost_shards:
            self._scheduler.lose(self._client.servers(shard))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a server removed the bot, and stop the clocks of its tables."""
        self._scheduler.lose((guild.id,))
        await self._removed_servers.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot is in this server, and start the clocks of its tables."""
        self._writer.reached(guild.id)
        self._tasks.start(self._scheduler.find((guild.id,)), {"guild": guild.id})
        await self._removed_servers.back(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server's tables during an outage."""
        self._scheduler.lose((guild.id,))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Restart the clocks after an outage; players get the lost time back."""
        self._writer.reached(guild.id)
        self._tasks.start(self._scheduler.find((guild.id,)), {"guild": guild.id})

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Cache the names that an interaction contains."""
        self._names.heard(interaction)

    @property
    def is_up(self) -> bool:
        """Whether all shards have a session."""
        return not self._client.lost_shards

    async def close(self) -> None:
        """Stop the background tasks."""
        await self._tasks.close()

    async def _run_clocks(self) -> None:
        """Run the clocks of all servers that the bot reaches."""
        if len(self._client.lost_shards) < len(self._client.own_shards):
            await self._scheduler.start()
            await self._scheduler.find()
