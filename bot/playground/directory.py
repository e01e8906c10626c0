"""Routes for everything but channels: the bot, its commands and emojis, users, guilds, the gateway."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable

from bot.playground.errors import JSON, Faults, refusal
from bot.playground.payloads import (
    application_json,
    channel_json,
    emoji_json,
    guild_json,
    member_json,
    overrides_json,
    own_user_json,
    partial_guild_json,
    user_json,
)
from bot.playground.registry import registered
from bot.playground.rest import Call, Reply, Route, expect_object
from bot.playground.state import Emoji, GuildState, World

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


class DirectoryRoutes:
    """Looks up users, guilds and the gateway, and manages an application's commands and emojis."""

    def __init__(self, world: World, gateway_url: Callable[[], str], starts: Callable[[], JSON]) -> None:
        self._world = world
        self._gateway_url = gateway_url
        self._starts = starts

    def routes(self) -> Iterable[Route]:
        """Return the routes."""
        app, emoji = "/applications/{application_id}", "/applications/{application_id}/emojis/{emoji_id}"
        guild_commands = app + "/guilds/{guild_id}/commands"
        return (
            Route("GET", "/gateway", lambda _: Reply(200, {"url": self._gateway_url()}), token=False),
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
        return Reply(200, {"url": self._gateway_url(), **self._starts()})

    def _user(self, call: Call) -> Reply:
        user = self._world.users.get(call.number("user_id"))
        if user is None:
            raise refusal(10013)
        return Reply(200, user_json(user))

    def _guilds(self, call: Call) -> Reply:
        """List the guilds that have the bot, by id, a page at a time."""
        after, most = int(call.query.get("after", 0)), int(call.query.get("limit", MAX_GUILDS))
        mine = sorted(guild.id for guild in self._world.guilds.values() if call.caller.id in guild.members)
        page = [number for number in mine if number > after][: min(most, MAX_GUILDS)]
        return Reply(200, [partial_guild_json(self._world.guilds[number]) for number in page])

    def _application(self, call: Call) -> Reply:
        return Reply(200, application_json(call.caller, len(self._world.guilds)))

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
        commands = registered(call.body, before, call.caller.id, scope, self._world.new_id)
        call.caller.commands[scope] = commands
        self._world.ring()
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
        emoji = Emoji(self._world.new_id(), name, image)
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
        guild = self._world.guilds.get(call.number("guild_id"))
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
