"""Creating, changing and removing guilds, channels and roles, with the events that notify bots."""

from __future__ import annotations

from bot.playground.payloads import bot_role_json, channel_json, guild_create_json, role_json
from bot.playground.state import Channel, ChannelKind, GuildState, Member, Role, User, World


def open_guild(world: World, name: str, locale: str, guild_id: int | None) -> GuildState:
    """Create a guild with every bot in it."""
    guild = GuildState(guild_id or world.new_guild_id(), name, locale)
    if guild.id in world.guilds:
        raise ValueError(f"there is a guild {guild.id} already")
    owner = User(world.new_id(), f"{name} owner")
    world.users[owner.id] = owner
    guild.owner_id = guild.unseen_owner_id = owner.id
    for user in (owner, *(application.user for application in world.applications.values())):
        guild.members[user.id] = Member(user, guild.bot_permissions, world.now())
    world.guilds[guild.id] = guild
    _announce_new(world, guild)
    return guild


def close_guild(world: World, guild: GuildState) -> None:
    """Remove every bot from a guild. They are notified, and get no more events about it."""
    world.announce(guild.id, "GUILD_DELETE", lambda: {"id": str(guild.id)})
    del world.guilds[guild.id]
    for application in world.applications.values():
        guild.members.pop(application.user.id, None)
    world.ring()


def reopen_guild(world: World, guild: GuildState) -> None:
    """Invite every bot to a guild again."""
    world.guilds[guild.id] = guild
    for application in world.applications.values():
        guild.members[application.user.id] = Member(application.user, guild.bot_permissions, world.now())
    _announce_new(world, guild)


def lose_guild(world: World, guild: GuildState) -> None:
    """Begin an outage of a guild. Bots are notified, even if they identify during the outage."""
    guild.available = False
    world.announce(guild.id, "GUILD_DELETE", lambda: {"id": str(guild.id), "unavailable": True})
    world.ring()


def restore_guild(world: World, guild: GuildState) -> None:
    """End an outage of a guild."""
    guild.available = True
    world.announce(guild.id, "GUILD_CREATE", lambda: guild_create_json(guild, everybody=False))
    world.ring()


def _announce_new(world: World, guild: GuildState) -> None:
    """Notify bots that a guild invited them. Without the field `unavailable`, they know that it had no outage."""
    about = {name: value for name, value in guild_create_json(guild, everybody=False).items() if name != "unavailable"}
    world.announce(guild.id, "GUILD_CREATE", lambda: about)


def open_role(world: World, guild: GuildState, role: Role) -> None:
    """Create a role."""
    guild.roles[role.id] = role
    world.announce(guild.id, "GUILD_ROLE_CREATE", lambda: {"guild_id": str(guild.id), "role": role_json(role)})
    world.ring()


def change_bot_role(world: World, guild: GuildState) -> None:
    """Notify bots that the permissions of their role have changed."""
    world.announce(guild.id, "GUILD_ROLE_UPDATE", lambda: {"guild_id": str(guild.id), "role": bot_role_json(guild)})


def open_channel(world: World, channel: Channel) -> None:
    """Create a channel or thread."""
    guild = channel.guild
    if guild is None:
        raise ValueError("direct messages are opened by World.direct_channel")
    world.channels[channel.id] = guild.channels[channel.id] = channel
    event = "THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE"
    new = {"newly_created": True} if channel.is_thread else {}
    world.announce(guild.id, event, lambda: {**channel_json(channel), **new})
    world.ring()


def close_channel(world: World, channel: Channel, *, quietly: bool = False) -> None:
    """Delete a channel and its messages; its threads are deleted without events."""
    threads = [thread for thread in world.channels.values() if thread.parent is channel]
    for place in (channel, *threads):
        for message in place.messages.values():
            message.gone = True
        world.channels.pop(place.id, None)
        if place.guild is not None:
            place.guild.channels.pop(place.id, None)
    if channel.guild is not None and not quietly:
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        world.announce(channel.guild.id, event, lambda: channel_json(channel))
    world.ring()


def change_channel(world: World, channel: Channel) -> None:
    """Notify bots that a channel's permissions have changed, or a thread."""
    event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
    if channel.guild is not None:
        world.announce(channel.guild.id, event, lambda: channel_json(channel))
    world.ring()


def archive(world: World, thread: Channel, *, archived: bool = True) -> None:
    """Archive a thread, or open it again."""
    if thread.archived != archived:
        thread.archived = archived
        change_channel(world, thread)


def direct_channel(world: World, user: User) -> Channel:
    """Return the direct-message channel with a user; create it if needed."""
    for channel in world.channels.values():
        if channel.recipient is user:
            return channel
    channel = Channel(world.new_id(), user.name, ChannelKind.DIRECT, recipient=user)
    world.channels[channel.id] = channel
    return channel
