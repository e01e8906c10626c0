"""The channels of a server in which the bot lacks permissions."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import discord

from bot.play.state.people import Server

_TABLE: Final = ("view_channel", "send_messages", "attach_files")
_LOUNGE: Final = (*_TABLE, "create_public_threads", "send_messages_in_threads")


class Lacking(NamedTuple):
    """A channel, and what the bot lacks there, by discord.py's names."""

    channel: int
    permissions: tuple[str, ...]


def lacking(guild: discord.Guild | None, server: Server) -> list[Lacking]:
    """List the channels for tables, the lounge and the standings where the bot lacks a permission.

    Without chosen table channels these are all text channels that every member sees.
    """
    if guild is None or guild.me is None:
        return []
    needed: dict[int, tuple[str, ...]] = {}
    for channel in _table_channels(guild, server):
        needed[channel.id] = _TABLE
    if server.board is not None:
        needed[server.board.channel] = _TABLE
    if server.lounge is not None:
        reading = ("read_message_history",) if server.lounge.reposts else ()
        needed[server.lounge.channel] = (*_LOUNGE, *reading)
    return [found for channel, names in needed.items() if (found := _lacking(guild, channel, names)).permissions]


def _table_channels(guild: discord.Guild, server: Server) -> Iterator[discord.TextChannel]:
    """Yield the text channels in which members can open tables."""
    for channel in guild.text_channels:
        chosen = bool({channel.id, channel.category_id} & {*server.channels})
        if chosen or (not server.channels and channel.permissions_for(guild.default_role).view_channel):
            yield channel


def _lacking(guild: discord.Guild, channel: int, needed: tuple[str, ...]) -> Lacking:
    """Return which permissions the bot lacks in a channel; a deleted channel lacks none."""
    found = guild.get_channel_or_thread(channel)
    granted = discord.Permissions.all() if found is None else found.permissions_for(guild.me)
    if not granted.view_channel:
        return Lacking(channel, ("view_channel",))
    return Lacking(channel, tuple(name for name in needed if not getattr(granted, name)))
