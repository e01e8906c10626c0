"""Quick play: join a waiting table of this server, or open one here that starts with the second player."""

import discord

from bot.play.lobby import is_fit
from bot.play.ports import Presets, Servers
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.timing.pace import limits_for
from bot.play.values import Pace
from bot.rummy.families import Variant
from cogs.edge.answers import Reply
from cogs.table.opening_permissions import must_open
from cogs.table.presets import usual_rules
from cogs.table.table_opener import TableOpener


class QuickPlay:
    """Finds an opponent."""

    def __init__(
        self,
        opener: TableOpener,
        tables: Tables,
        servers: Servers,
        presets: Presets,
    ) -> None:
        self._opener = opener
        self._tables = tables
        self._servers = servers
        self._presets = presets

    async def play(self, interaction: discord.Interaction, variant: Variant | None) -> Reply:
        """Join the longest waiting lobby that the actor can see, or open a table here."""
        server = self._servers.of(interaction.guild_id or 0)
        lobbies = await self._tables.lobbies(interaction.guild_id or 0)
        visible = [table for table in lobbies if can_see(interaction, table)]
        if not any(_is_for(table, interaction.user.id, variant) for table in visible):
            must_open(interaction, server)
        options = await usual_rules(self._presets, server, variant)
        seen = [table.row.id for table in visible]

        async def opening(guild: int, channel: int) -> Table:
            return await self._tables.quick(
                seen,
                guild=guild,
                channel=channel,
                user=interaction.user.id,
                name=interaction.user.display_name,
                variant=variant,
                options=options,
                limits=limits_for(Pace.LIVE, server.bounds),
                interaction=interaction.id,
                may_open=lambda: must_open(interaction, server),
            )

        return await self._opener.opened(interaction, opening, shown=seen)


def _is_for(table: Table, user: int, variant: Variant | None) -> bool:
    """Return whether a user plays at a table or may join it."""
    return table.seat_of(user) is not None or is_fit(table.row, user, variant)


def can_see(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether the actor can see the channel of a table; False for private threads."""
    guild, member = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(table.row.home.channel)
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel
