"""Quick play: a seat where somebody waits on this server, else a table here that starts as soon as two sit."""

import discord

from bot.play.pace import limits_for
from bot.play.ports import Pace
from bot.play.session import Table
from bot.rummy.options import Variant, options_for
from cogs.answers import Reply
from cogs.opening import Opening
from cogs.room import Room


class Quick:
    """Finds somebody an opponent."""

    def __init__(self, room: Room, opening: Opening) -> None:
        self._room = room
        self._opening = opening

    async def play(self, interaction: discord.Interaction, variant: Variant | None) -> Reply:
        """Sit down at the lobby that waits longest, of those that somebody can see, else open a table here."""
        deps = self._room.deps
        lobbies = await deps.tables.lobbies(interaction.guild_id or 0)
        seen = [table.row.id for table in lobbies if _can_see(interaction, table)]

        async def opening(guild: int, channel: int) -> Table:
            return await deps.tables.quick(
                seen,
                guild=guild,
                channel=channel,
                user=interaction.user.id,
                name=interaction.user.display_name,
                variant=variant,
                options=options_for(variant or Variant.GIN),
                limits=limits_for(Pace.LIVE, deps.servers.of(guild).bounds),
                interaction=interaction.id,
            )

        return await self._opening.opened(interaction, opening, shown=seen)


def _can_see(interaction: discord.Interaction, table: Table) -> bool:
    """Say whether somebody can see the channel of a table and use the bot there; a private thread tells no stranger."""
    guild, member = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(table.row.channel)
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel
