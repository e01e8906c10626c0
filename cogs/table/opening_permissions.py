"""Checks where on a server tables may be opened, and by which members."""

import discord

from bot.play.state.errors import TableReason, refused
from bot.play.state.people import Server


def must_be_place(interaction: discord.Interaction, server: Server) -> None:
    """Raise Refused if the server excludes this channel."""
    if server.channels and not set(server.channels) & set(_places(interaction)):
        raise refused(TableReason.WRONG_CHANNEL, channels=", ".join(f"<#{one}>" for one in server.channels))


def must_open(interaction: discord.Interaction, server: Server) -> None:
    """Raise Refused if the server excludes this channel, or the member may not open tables."""
    must_be_place(interaction, server)
    if server.openers is not None and not _may_open(interaction, server.openers):
        raise refused(TableReason.NOT_OPENER, role=f"<@&{server.openers}>")


def _places(interaction: discord.Interaction) -> tuple[int | None, ...]:
    """Return the ids of the channel of a command, of its parent if it's a thread, and of its category."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    found = interaction.guild.get_channel(parent or interaction.channel_id or 0) if interaction.guild else None
    return interaction.channel_id, parent, None if found is None else found.category_id


def _may_open(interaction: discord.Interaction, role: int) -> bool:
    """Return whether the actor has the role that can open tables, or manages the server."""
    member = interaction.user
    has = isinstance(member, discord.Member) and any(one.id == role for one in member.roles)
    return has or interaction.permissions.manage_guild
