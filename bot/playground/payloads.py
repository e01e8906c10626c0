"""The JSON of users, members, guilds, channels and messages, in Discord's format."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.playground.errors import JSON
from bot.playground.state import (
    DISCORD_EPOCH_MS,
    MEMBER,
    Application,
    Channel,
    ChannelKind,
    Emoji,
    GuildState,
    Member,
    Role,
    StoredAttachment,
    StoredMessage,
    User,
)


def stamp(seconds: float) -> str:
    """Return a time (seconds since 1970) in Discord's format."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def user_json(user: User) -> JSON:
    """Return the JSON of a user as others see it."""
    body: JSON = {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "global_name": None if user.bot else user.name,
        "avatar": None,
        "discriminator": "0000" if user.bot else "0",
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if user.bot:
        body["username"] = user.name
        body["bot"] = True
    return body


def own_user_json(application: Application) -> JSON:
    """Return the JSON of a bot's own account."""
    return {**user_json(application.user), "mfa_enabled": True, "locale": "en-US", "verified": True}


def application_json(application: Application, guilds: int) -> JSON:
    """Return the JSON of an application as its own bot sees it."""
    owner = User(application.id - 1, "owner")
    return {
        "id": str(application.id),
        "name": application.user.name,
        "icon": None,
        "description": application.profile.get("description", ""),
        "type": None,
        "bot": user_json(application.user),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(owner),
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        **application.profile,
    }


def member_json(member: Member, guild: GuildState, *, with_user: bool = True) -> JSON:
    """Return the JSON of a member of a guild; each bot has its own role."""
    body: JSON = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": stamp(member.joined),
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(guild.id + 1)] if member.user.bot else [str(role) for role in sorted(member.roles)],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        body["user"] = user_json(member.user)
    return body


def role_json(role: Role, position: int = 2) -> JSON:
    """Return the JSON of a role of people; the order of roles doesn't matter here."""
    return {**_role_json(role.id, role.name, MEMBER, position), "managed": False}


def bot_role_json(guild: GuildState) -> JSON:
    """Return the JSON of the role of a guild's bots."""
    return _role_json(guild.id + 1, "bots", guild.bot_permissions, 1)


def _role_json(role_id: int, name: str, permissions: int, position: int) -> JSON:
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": position > 0,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


_SAME_IN_ALL_GUILDS: Final[JSON] = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "incidents_data": None,
}


def guild_json(guild: GuildState) -> JSON:
    """Return the JSON of a guild, as in GET /guilds/{id}."""
    return {
        **_SAME_IN_ALL_GUILDS,
        "id": str(guild.id),
        "name": guild.name,
        "features": [],
        "owner_id": str(guild.owner_id),
        "system_channel_id": None if guild.system_channel is None else str(guild.system_channel.id),
        "roles": [
            _role_json(guild.id, "@everyone", MEMBER, 0),
            bot_role_json(guild),
            *(role_json(role, position) for position, role in enumerate(guild.roles.values(), start=2)),
        ],
        "preferred_locale": guild.locale,
        "emojis": [],
        "stickers": [],
    }


def partial_guild_json(guild: GuildState) -> JSON:
    """Return the JSON of a guild in the list of a bot's guilds."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": str(guild.bot_permissions),
        "features": [],
    }


def guild_create_json(guild: GuildState, *, everybody: bool) -> JSON:
    """Return the JSON of a guild, as in GUILD_CREATE. With `everybody`, list all members, else only the bots."""
    members = [m for m in guild.members.values() if everybody or m.user.bot]
    places = list(guild.channels.values())
    return {
        **guild_json(guild),
        "joined_at": stamp(min(m.joined for m in guild.members.values())),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(m, guild) for m in members],
        "channels": [channel_json(c) for c in places if not c.is_thread],
        "threads": [channel_json(c) for c in places if c.is_thread and not c.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel_json(channel: Channel) -> JSON:
    """Return the JSON of a channel, thread or direct message."""
    last = next(reversed(channel.messages), None)
    body: JSON = {
        "id": str(channel.id),
        "type": channel.kind,
        "flags": 0,
        "last_message_id": None if last is None else str(last),
    }
    if channel.kind == ChannelKind.DIRECT:
        return {**body, "recipients": [user_json(channel.recipient)] if channel.recipient else []}
    guild = channel.guild
    if guild is None:
        return body
    body |= {"guild_id": str(guild.id), "name": channel.name, "rate_limit_per_user": 0}
    if channel.parent is not None:
        return {**body, **_thread_json(channel, channel.parent, guild)}
    hidden, lacking = MEMBER & ~channel.member_permissions, guild.bot_permissions & ~channel.bot_permissions
    return {
        **body,
        "parent_id": None if channel.category is None else str(channel.category.id),
        "topic": None,
        "position": list(guild.channels).index(channel.id) if channel.id in guild.channels else 0,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(guild.id), "type": 0, "allow": str(channel.member_permissions), "deny": str(hidden)},
            {"id": str(guild.id + 1), "type": 0, "allow": str(channel.bot_permissions), "deny": str(lacking)},
        ],
    }


def _thread_json(thread: Channel, parent: Channel, guild: GuildState) -> JSON:
    made = stamp(_made(thread.id))
    return {
        "parent_id": str(parent.id),
        "owner_id": str(guild.owner_id if thread.creator is None else thread.creator.id),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": made,
            "auto_archive_duration": 1440,
            "locked": False,
            "create_timestamp": made,
        },
        "message_count": len(thread.messages),
        "member_count": 1,
        "total_message_sent": len(thread.messages),
    }


def _made(snowflake: int) -> float:
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def attachment_json(attachment: StoredAttachment, *, ephemeral: bool) -> JSON:
    """Return the JSON of a file in a message without components v2."""
    body: JSON = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.size is not None:
        body["width"], body["height"] = attachment.size
    if ephemeral:
        body["ephemeral"] = True
    return body


_ANSWER_TYPES = {2: 20, 3: 19, 5: 0}
"""The message type of the answer, by interaction type: to a command, a component, a modal."""


def message_json(message: StoredMessage) -> JSON:
    """Return the JSON of a message. As on Discord, one with components v2 lists no attachments.

    The content of people's messages is empty, since no bot here has the intent to read it.
    """
    ephemeral = message.owner is not None
    files = [] if message.is_v2 else [attachment_json(a, ephemeral=ephemeral) for a in message.attachments]
    body: JSON = {
        "id": str(message.id),
        "type": message.kind if message.metadata is None else _ANSWER_TYPES[message.metadata["type"]],
        "channel_id": str(message.channel.id),
        "author": user_json(message.sender),
        "content": message.content if message.author is None else "",
        "mentions": [user_json(user) for user in message.mentions],
        "mention_roles": [],
        "mention_everyone": False,
        "attachments": files,
        "embeds": message.embeds,
        "components": message.components,
        "timestamp": stamp(message.created),
        "edited_timestamp": None if message.edited is None else stamp(message.edited),
        "flags": message.flags,
        "pinned": False,
        "tts": False,
    }
    if message.author is None:
        body["application_id"] = str(message.application.id)
    if message.metadata is not None:
        body["interaction_metadata"] = message.metadata
        body["webhook_id"] = str(message.application.id)
    if message.reference is not None:
        body["message_reference"] = message.reference
    return body


def emoji_json(emoji: Emoji, application: Application) -> JSON:
    """Return the JSON of an application emoji."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "user": user_json(application.user),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def overrides_json(key: tuple[int, int], guild: GuildState) -> JSON:
    """Return the overrides of an application's command in a guild's integration settings."""
    application, command = key
    return {
        "id": str(command),
        "application_id": str(application),
        "guild_id": str(guild.id),
        "permissions": [
            {"id": str(who), "type": kind, "permission": allowed}
            for who, (kind, allowed) in guild.command_permissions[key].items()
        ],
    }
