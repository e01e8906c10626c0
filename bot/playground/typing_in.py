"""Typing commands: finds registered commands, and fills in their options as Discord's client would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.playground.errors import JSON
from bot.playground.payloads import channel_json, member_json, role_json, user_json
from bot.playground.registry import (
    BOOLEAN,
    CHANNEL,
    INTEGER,
    NUMBER,
    ROLE,
    SLASH,
    STRING,
    USER,
    find,
    paths,
    said,
    shown,
)
from bot.playground.state import Application, Channel, GuildState, Permission, Role, User, World


@runtime_checkable
class HasUser(Protocol):
    """A person with an account."""

    @property
    def user(self) -> User:
        """The account."""
        ...


OptionValue = str | int | float | bool | HasUser | Channel | Role
"""A value for a command's option."""


class CommandError(AssertionError):
    """Discord's client wouldn't let the person send that command."""


@dataclass(frozen=True, slots=True)
class Typist:
    """A person typing in a channel."""

    world: World
    channel: Channel
    user: User

    def offered(self) -> Iterator[tuple[Application, JSON]]:
        """Yield the commands offered to the person, those of the guild before global ones.

        In a guild without the bot these are the commands of applications that the person installed for themselves.
        """
        guild = self.channel.guild
        scopes = [None] if guild is None else [guild.id, None]
        context = 1 if guild is None else 0
        rights = 0 if guild is None else guild.members[self.user.id].permissions
        for application in self.world.applications.values():
            installs = {int(kind) for kind in application.owners(self.user, guild)}
            for scope in scopes:
                for command in application.commands.get(scope, []):
                    if not installs & set(command.get("integration_types") or (0,)):
                        continue
                    needed = int(command.get("default_member_permissions") or 0)
                    allowed = guild is None or rights & Permission.ADMINISTRATOR or rights & needed == needed
                    own = self._override(guild, application, int(command["id"]))
                    if own is not None and not rights & Permission.ADMINISTRATOR:
                        allowed = own
                    if allowed and context in (command.get("contexts") or (0, 1, 2)):
                        yield application, command

    def _override(self, guild: GuildState | None, application: Application, command: int) -> bool | None:
        """Return whether the integration settings allow a command to the person; None if they say nothing."""
        if guild is None:
            return None
        kept = guild.command_permissions.get((application.id, command), {})
        if self.user.id in kept:
            return kept[self.user.id][1]
        found = [kept[role][1] for role in guild.members[self.user.id].roles if role in kept]
        return any(found) if found else None

    def menu(self, kind: int) -> list[str]:
        """List the entries of the menu that a right-click opens, in the person's language."""
        return [shown(command, self.user.locale) for _, command in self.offered() if command["type"] == kind]

    def lines(self) -> list[str]:
        """List the full names of the slash commands, in the person's language."""
        slashes = (command for _, command in self.offered() if command["type"] == SLASH)
        ways = (way for command in slashes for way in paths(command))
        return sorted(" ".join(shown(part, self.user.locale) for part in way) for way in ways)


def slash_data(
    typist: Typist, line: str, given: Mapping[str, OptionValue], focused: str | None = None
) -> tuple[Application, JSON]:
    """Return the application and the data of a typed slash command; with `focused`, of that option's autocompletion.

    Raises CommandError.
    """
    locale = typist.user.locale
    slashes = [(app, command) for app, command in typist.offered() if command["type"] == SLASH]
    for application, command in slashes:
        path = find([command], line.split(), locale)
        if path is not None:
            options, about = _filled(path[-1], typist, given, focused)
            for part in reversed(path[1:]):
                options = [{"type": part["type"], "name": part["name"], "options": options}]
            data = _head(command, options)
            return application, {**data, "resolved": about} if about else data
    raise CommandError(
        f"{typist.user.name} finds no command /{line} in #{typist.channel.name}; there are {typist.lines()}"
    )


def forged_data(
    typist: Typist, line: str, given: Mapping[str, str | float], focused: str | None = None
) -> tuple[Application, JSON]:
    """Return the application and the data of a slash command with any values, even if it isn't offered here."""
    for application in typist.world.applications.values():
        commands = [command for scope in application.commands.values() for command in scope]
        path = find(commands, line.split(), typist.user.locale)
        if path is not None:
            kinds = {option["name"]: option["type"] for option in path[-1].get("options") or []}
            options: list[JSON] = [
                {"type": kinds[name], "name": name, "value": value} | ({"focused": True} if name == focused else {})
                for name, value in given.items()
            ]
            for part in reversed(path[1:]):
                options = [{"type": part["type"], "name": part["name"], "options": options}]
            return application, _head(path[0], options)
    raise CommandError(f"there is no command /{line}")


def _head(command: JSON, options: list[JSON]) -> JSON:
    data: JSON = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if options:
        data["options"] = options
    return data


def menu_data(typist: Typist, name: str, target: tuple[int, int], resolved: JSON) -> tuple[Application, JSON]:
    """Return the application and the data of a context menu entry; `target` is the kind of menu and the clicked id."""
    kind, target_id = target
    for application, command in typist.offered():
        if command["type"] == kind and name in said(command, typist.user.locale):
            return application, {**_head(command, []), "target_id": str(target_id), "resolved": resolved}
    raise CommandError(f"{typist.user.name} finds no menu entry {name!r}; there are {typist.menu(kind)}")


def resolved_users(users: Iterable[User], guild: GuildState | None) -> JSON:
    """Return the `resolved` object for users, and members if they are in the guild."""
    body: JSON = {"users": {}, "members": {}}
    for user in users:
        body["users"][str(user.id)] = user_json(user)
        member = guild.members.get(user.id) if guild else None
        if member is not None and guild is not None:
            about = member_json(member, guild, with_user=False)
            del about["mute"], about["deaf"]
            body["members"][str(user.id)] = {**about, "permissions": str(member.permissions)}
    return body


def resolved_channels(channels: Iterable[Channel]) -> JSON:
    """Return the `channels` of a `resolved` object."""
    return {str(channel.id): {**channel_json(channel), "permissions": "0"} for channel in channels}


def resolved(world: World, guild: GuildState | None, ids: Iterable[str | int]) -> JSON:
    """Return the `resolved` object for chosen users, channels and roles. Raises KeyError if one doesn't exist."""
    users: list[User] = []
    channels: list[Channel] = []
    roles: list[Role] = []
    for number in map(int, ids):
        if guild is not None and number in guild.channels:
            channels.append(guild.channels[number])
        elif guild is not None and number in guild.roles:
            roles.append(guild.roles[number])
        else:
            users.append(world.users[number])
    body = resolved_users(users, guild) if users else {}
    if channels:
        body["channels"] = resolved_channels(channels)
    if roles:
        body["roles"] = {str(role.id): role_json(role) for role in roles}
    return body


def _filled(
    command: JSON, typist: Typist, given: Mapping[str, OptionValue], focused: str | None
) -> tuple[list[JSON], JSON]:
    guild, user = typist.channel.guild, typist.user
    left = dict(given)
    options: list[JSON] = []
    ids: list[int] = []
    for option in command.get("options") or []:
        name = next((one for one in left if one in said(option, user.locale)), None)
        if name is None:
            if option.get("required") and focused is None:
                raise CommandError(f"option {option['name']!r} of {command['name']!r} must be given")
            continue
        value = left.pop(name)
        entry: JSON = {"type": option["type"], "name": option["name"]}
        if name == focused:
            entry |= {"value": value, "focused": True}
        elif isinstance(value, Channel):
            _expect(option, CHANNEL)
            ids.append(value.id)
            entry["value"] = str(value.id)
        elif isinstance(value, Role):
            _expect(option, ROLE)
            ids.append(value.id)
            entry["value"] = str(value.id)
        elif not isinstance(value, str | int | float):
            _expect(option, USER)
            ids.append(value.user.id)
            entry["value"] = str(value.user.id)
        else:
            entry["value"] = _plain(option, value, user.locale)
        options.append(entry)
    if left:
        known = [option["name"] for option in command.get("options") or []]
        raise CommandError(f"{command['name']!r} has no option {next(iter(left))!r}; it has {known}")
    return options, resolved(typist.world, guild, ids)


def _expect(option: JSON, kind: int) -> None:
    if option["type"] != kind:
        raise CommandError(f"option {option['name']!r} is of type {option['type']}, not {kind}")


def _plain(option: JSON, value: str | float, locale: str) -> str | float:
    name, kind = option["name"], option["type"]
    right: dict[int, type | tuple[type, ...]] = {
        STRING: str,
        INTEGER: int,
        BOOLEAN: bool,
        NUMBER: (int, float),
    }
    if kind not in right or not isinstance(value, right[kind]) or (kind != BOOLEAN and isinstance(value, bool)):
        raise CommandError(f"option {name!r} is of type {kind} and cannot hold {value!r}")
    if option.get("choices"):
        for choice in option["choices"]:
            names = said(choice, locale)
            if value in (choice["value"], *names, *(name.partition(": ")[0] for name in names)):
                chosen: str | float = choice["value"]
                return chosen
        raise CommandError(f"option {name!r} offers {[c['name'] for c in option['choices']]}, not {value!r}")
    size, low, high = (
        (len(value), option.get("min_length"), option.get("max_length"))
        if isinstance(value, str)
        else (value, option.get("min_value"), option.get("max_value"))
    )
    if (low is not None and size < low) or (high is not None and size > high):
        raise CommandError(f"option {name!r} takes {low} to {high}, not {value!r}")
    return value
