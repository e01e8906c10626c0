"""The routes of the REST API: the bot, its commands and emojis, interactions, channels, messages and threads."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.playground.errors import JSON, Faults, refusal
from bot.playground.limits import Limiter
from bot.playground.messages import announce_thread, delete, edit, write
from bot.playground.payloads import (
    application_json,
    channel_json,
    emoji_json,
    guild_json,
    member_json,
    message_json,
    overrides_json,
    own_user_json,
    partial_guild_json,
    user_json,
)
from bot.playground.places import archive, change_channel, direct_channel, open_channel
from bot.playground.registry import registered
from bot.playground.rest import Call, Reply, Route, expect_object
from bot.playground.state import (
    Application,
    Channel,
    ChannelKind,
    Emoji,
    GuildState,
    Permission,
    StoredMessage,
    User,
    World,
)

MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024
EDITABLE = ("description", "tags", "install_params", "integration_types_config", "custom_install_url")
"""The fields of an application that its bot may change; others are ignored."""
MAX_DESCRIPTION = 400
MAX_TAGS = 5
MAX_TAG = 20
MAX_GUILDS = 200
"""The longest page of a list of guilds."""
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.*)", re.S)
_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")


@dataclass(slots=True, eq=False)
class DirectoryRoutes:
    """Looks up users, guilds and the gateway, and manages an application's commands and emojis."""

    world: World
    gateway_url: Callable[[], str]
    starts: Callable[[], JSON]

    def routes(self) -> Iterable[Route]:
        """Return the routes."""
        app, emoji = "/applications/{application_id}", "/applications/{application_id}/emojis/{emoji_id}"
        guild_commands = app + "/guilds/{guild_id}/commands"
        return (
            Route("GET", "/gateway", lambda _: Reply(200, {"url": self.gateway_url()}), token=False),
            Route("GET", "/gateway/bot", self._gateway),
            Route("GET", "/users/@me", lambda call: Reply(200, own_user_json(call.caller))),
            Route("GET", "/users/@me/guilds", self._guilds),
            Route("GET", "/users/{user_id}", self._user),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/@me", self._application),
            Route("PATCH", "/applications/@me", self._edit_application),
            Route("GET", app + "/commands", self._commands),
            Route("PUT", app + "/commands", self._register),
            Route("GET", guild_commands, self._commands),
            Route("PUT", guild_commands, self._register),
            Route("GET", guild_commands + "/permissions", self._overrides),
            Route("GET", app + "/emojis", self._emojis),
            Route("POST", app + "/emojis", self._add_emoji),
            Route("GET", emoji, lambda call: Reply(200, emoji_json(self._emoji(call), call.caller))),
            Route("PATCH", emoji, self._rename_emoji),
            Route("DELETE", emoji, self._remove_emoji),
            Route("GET", "/guilds/{guild_id}", lambda call: Reply(200, guild_json(self._guild(call)))),
            Route("GET", "/guilds/{guild_id}/channels", self._channels),
            Route("GET", "/guilds/{guild_id}/members/{user_id}", self._member),
        )

    def _gateway(self, call: Call) -> Reply:
        del call  # the answer is the same for every bot
        return Reply(200, {"url": self.gateway_url(), **self.starts()})

    def _user(self, call: Call) -> Reply:
        user = self.world.users.get(call.number("user_id"))
        if user is None:
            raise refusal(10013)
        return Reply(200, user_json(user))

    def _guilds(self, call: Call) -> Reply:
        """List the guilds that have the bot, by id, a page at a time."""
        after, most = int(call.query.get("after", 0)), int(call.query.get("limit", MAX_GUILDS))
        mine = sorted(guild.id for guild in self.world.guilds.values() if call.caller.id in guild.members)
        page = [number for number in mine if number > after][: min(most, MAX_GUILDS)]
        return Reply(200, [partial_guild_json(self.world.guilds[number]) for number in page])

    def _application(self, call: Call) -> Reply:
        return Reply(200, application_json(call.caller, len(self.world.guilds)))

    def _edit_application(self, call: Call) -> Reply:
        """Change what Discord shows about an application: its description, its tags, its install link."""
        body, faults = dict(expect_object(call)), Faults()
        if "description" in body:  # a text, or one with translations; both are documented
            described = body["description"]
            body["description"] = described["default"] if isinstance(described, dict) else described or ""
            faults.length(("description",), body["description"], 0, MAX_DESCRIPTION)
        if "tags" in body:
            faults.count(("tags",), body["tags"], 0, MAX_TAGS)
            for place, tag in enumerate(body["tags"]):
                faults.length(("tags", place), tag, 1, MAX_TAG)
        faults.check()
        if "install_params" in body:
            body["install_params"] = _install_params(body["install_params"])
        if "integration_types_config" in body:
            body["integration_types_config"] = {
                kind: {"oauth2_install_params": _install_params(config["oauth2_install_params"])}
                for kind, config in body["integration_types_config"].items()
            }
        call.caller.profile.update({name: value for name, value in body.items() if name in EDITABLE})
        return self._application(call)

    def _scope(self, call: Call) -> int | None:
        if call.number("application_id") != call.caller.id:
            raise refusal(50001)
        return self._guild(call).id if "guild_id" in call.parts else None

    def _commands(self, call: Call) -> Reply:
        commands = call.caller.commands.get(self._scope(call), [])
        if call.query.get("with_localizations", "0").lower() in ("1", "true"):
            return Reply(200, commands)
        return Reply(200, [_plain(command) for command in commands])

    def _register(self, call: Call) -> Reply:
        scope = self._scope(call)
        before = call.caller.commands.get(scope, [])
        commands = registered(call.body, before, call.caller.id, scope, self.world.new_id)
        call.caller.commands[scope] = commands
        self.world.ring()
        return Reply(200, commands)

    def _overrides(self, call: Call) -> Reply:
        self._scope(call)
        guild = self._guild(call)
        keys = [key for key in guild.command_permissions if key[0] == call.caller.id]
        return Reply(200, [overrides_json(key, guild) for key in keys])

    def _emojis(self, call: Call) -> Reply:
        self._scope(call)
        return Reply(200, {"items": [emoji_json(e, call.caller) for e in call.caller.emojis.values()]})

    def _emoji(self, call: Call) -> Emoji:
        self._scope(call)
        emoji = call.caller.emojis.get(call.number("emoji_id"))
        if emoji is None:
            raise refusal(10014)
        return emoji

    def _checked_name(self, call: Call, faults: Faults) -> str:
        name = str(expect_object(call).get("name"))
        if not _NAME.fullmatch(name):
            faults.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(emoji.name == name for emoji in call.caller.emojis.values()):
            faults.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists")
        return name

    def _add_emoji(self, call: Call) -> Reply:
        self._scope(call)
        faults = Faults()
        name = self._checked_name(call, faults)
        match = _IMAGE.fullmatch(str(call.body.get("image")))
        try:
            image = base64.b64decode(match.group(1), validate=True) if match else b""
        except binascii.Error:
            image = b""
        if not image:
            faults.add(("image",), "IMAGE_INVALID", "Invalid image data")
        elif len(image) > MAX_EMOJI_BYTES:
            faults.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        faults.check()
        if len(call.caller.emojis) >= MAX_EMOJIS:
            raise refusal(30008)
        emoji = Emoji(self.world.new_id(), name, image)
        call.caller.emojis[emoji.id] = emoji
        return Reply(201, emoji_json(emoji, call.caller))

    def _rename_emoji(self, call: Call) -> Reply:
        old = self._emoji(call)
        faults = Faults()
        name = self._checked_name(call, faults)
        faults.check()
        emoji = call.caller.emojis[old.id] = Emoji(old.id, name, old.image)
        return Reply(200, emoji_json(emoji, call.caller))

    def _remove_emoji(self, call: Call) -> Reply:
        del call.caller.emojis[self._emoji(call).id]
        return Reply(204)

    def _guild(self, call: Call) -> GuildState:
        guild = self.world.guilds.get(call.number("guild_id"))
        if guild is None:
            raise refusal(10004)
        return guild

    def _channels(self, call: Call) -> Reply:
        channels = self._guild(call).channels.values()
        return Reply(200, [channel_json(channel) for channel in channels if not channel.is_thread])

    def _member(self, call: Call) -> Reply:
        guild = self._guild(call)
        member = guild.members.get(call.number("user_id"))
        if member is None:
            raise refusal(10007)
        return Reply(200, member_json(member, guild))


def _plain(command: JSON) -> JSON:
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}


def _install_params(params: JSON) -> JSON:
    """Return install parameters as Discord returns them: permissions are text."""
    return {"scopes": sorted(params["scopes"]), "permissions": str(params.get("permissions") or 0)}


OLD = 3600.0
"""Seconds after which a message is old, and may be edited less often."""


@dataclass(slots=True, eq=False)
class ChannelRoutes:
    """Everything a bot can do in channels, as far as its permissions allow."""

    world: World
    limiter: Limiter

    def routes(self) -> Iterable[Route]:
        """Return the routes and their rate limits."""
        one, messages = "/channels/{channel_id}", "/channels/{channel_id}/messages"
        message = messages + "/{message_id}"
        return (
            Route("GET", one, self._channel),
            Route("PATCH", one, self._change_thread),
            Route("GET", messages, self._history),
            Route("POST", messages, self._post, limit="posts"),
            Route("GET", message, self._message),
            Route("PATCH", message, self._edit, limit="edits"),
            Route("DELETE", message, self._delete, limit="deletions"),
            Route("POST", one + "/typing", self._typing),
            Route("POST", one + "/threads", self._thread),
            Route("POST", message + "/threads", self._thread),
            Route("POST", "/users/@me/channels", self._direct),
        )

    def _place(self, call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        channel = self.world.channel(call.number("channel_id"))
        if channel.guild is not None and channel.guild.id not in self.world.guilds:
            raise refusal(50001)
        allowed = (channel.parent or channel).bot_permissions
        if channel.guild is not None and not allowed & Permission.VIEW_CHANNEL:
            raise refusal(50001)
        if needed == Permission.SEND_MESSAGES and channel.is_thread:
            needed = Permission.SEND_MESSAGES_IN_THREADS
        if channel.guild is not None and allowed & needed != needed:
            raise refusal(50013)
        return channel

    def _public(self, call: Call, channel: Channel) -> StoredMessage:
        message = channel.messages.get(call.number("message_id"))
        if message is None or message.owner is not None:
            raise refusal(10008)
        return message

    def _own(self, call: Call, channel: Channel) -> StoredMessage:
        message = self._public(call, channel)
        if message.sender is not call.caller.user:
            raise refusal(50005)
        return message

    def _channel(self, call: Call) -> Reply:
        return Reply(200, channel_json(self._place(call)))

    def _history(self, call: Call) -> Reply:
        channel = self._place(call, Permission.READ_MESSAGE_HISTORY)
        before, after = int(call.query.get("before", 1 << 63)), int(call.query.get("after", 0))
        chosen = [m for m in channel.messages.values() if m.owner is None and after < m.id < before]
        limit = int(call.query.get("limit", 50))
        page = chosen[:limit] if "after" in call.query else chosen[-limit:]
        return Reply(200, [message_json(message) for message in reversed(page)])

    def _post(self, call: Call) -> Reply:
        channel = self._place(call, Permission.SEND_MESSAGES)
        if call.files:
            self._place(call, Permission.ATTACH_FILES)
        if channel.recipient is not None:
            self._expect_reachable(call.caller, channel.recipient)
        draft = call.draft()
        nonce = _nonce(draft.body)
        message = self.world.posted_with(call.caller, nonce) if draft.body.get("enforce_nonce") else None
        if message is None:
            reference = draft.body.get("message_reference")
            archive(self.world, channel, archived=False)  # a new message opens an archived thread
            message = write(self.world, channel, call.caller, draft, reference=reference)
            self.world.remember_nonce(message, nonce)
        elif message.gone:
            raise refusal(10008)
        return Reply(200, {**message_json(message), **({} if nonce is None else {"nonce": nonce})})

    def _expect_reachable(self, application: Application, user: User) -> None:
        """Refuse a direct message to a user who can't or won't get any from the bot, even if a channel exists."""
        if not self.world.meets(application, user):
            raise refusal(50278)
        if not user.takes_direct_messages:
            raise refusal(50007)

    def _message(self, call: Call) -> Reply:
        return Reply(200, message_json(self._public(call, self._place(call, Permission.READ_MESSAGE_HISTORY))))

    def _edit(self, call: Call) -> Reply:
        channel = self._place(call)
        message = self._own(call, channel)
        if channel.archived:
            raise refusal(50083)
        if self.world.now() - message.created > OLD:
            self.limiter.take("old_edits", (call.caller.id, channel.id))
        edit(self.world, message, call.draft())
        return Reply(200, message_json(message))

    def _delete(self, call: Call) -> Reply:
        channel = self._place(call)
        message = self._public(call, channel)
        if message.sender is not call.caller.user:
            self._place(call, Permission.MANAGE_MESSAGES)
        delete(self.world, message)
        return Reply(204)

    def _typing(self, call: Call) -> Reply:
        self._place(call, Permission.SEND_MESSAGES)
        return Reply(204)

    def _thread(self, call: Call) -> Reply:
        parent = self._place(call)
        body = expect_object(call)
        private = body.get("type") == ChannelKind.PRIVATE_THREAD and "message_id" not in call.parts
        self._place(call, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
        faults = Faults()
        faults.length(("name",), body.get("name"), 1, 100)
        faults.check()
        kind = ChannelKind.PRIVATE_THREAD if private else ChannelKind.PUBLIC_THREAD
        # A thread created from a message has the id of that message.
        number = self._public(call, parent).id if "message_id" in call.parts else self.world.new_id()
        thread = Channel(number, body["name"], kind, parent.guild, parent, bot_permissions=parent.bot_permissions)
        thread.creator = call.caller.user
        open_channel(self.world, thread)
        if "message_id" not in call.parts and not private:
            announce_thread(self.world, thread, call.caller)
        return Reply(201, channel_json(thread))

    def _change_thread(self, call: Call) -> Reply:
        """Rename, archive or open a thread: its creator may, and bots with the permission to manage threads."""
        thread = self._place(call)
        if not thread.is_thread or thread.creator is not call.caller.user:
            self._place(call, Permission.MANAGE_THREADS)
        body = expect_object(call)
        faults = Faults()
        if "name" in body:
            faults.length(("name",), body["name"], 1, 100)
            faults.check()
            thread.name = body["name"]
        thread.archived = bool(body.get("archived", thread.archived))
        change_channel(self.world, thread)
        return Reply(200, channel_json(thread))

    def _direct(self, call: Call) -> Reply:
        user = self.world.users.get(int(expect_object(call).get("recipient_id") or 0))
        if user is None:
            raise refusal(10013)
        if user.bot:
            raise refusal(50007)
        return Reply(200, channel_json(direct_channel(self.world, user)))


def _nonce(body: JSON) -> str | int | None:
    """Return the nonce of a message in a request: a number, or up to 25 characters. ApiError for anything else."""
    nonce: str | int | None = body.get("nonce")
    faults = Faults()
    if not isinstance(nonce, int | None):
        faults.length(("nonce",), nonce, 0, 25)
    faults.check()
    return nonce
