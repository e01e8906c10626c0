"""The commands that Discord offers a person in a place, and the values typed for their options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.playground.errors import JSON
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
from bot.playground.state import User
from bot.playground.typing_in import CommandError, OptionValue, Typist

OPTION_TYPES = {
    STRING: "string",
    INTEGER: "integer",
    BOOLEAN: "boolean",
    USER: "user",
    CHANNEL: "channel",
    ROLE: "role",
    NUMBER: "number",
}


@dataclass(frozen=True, slots=True)
class ChosenUser:
    """A user chosen for an option."""

    user: User


def commands_on_page(typist: Typist) -> list[JSON]:
    """List the slash commands in the person's language, by name."""
    slashes = (command for _, command in typist.offered() if command["type"] == SLASH)
    ways = (way for command in slashes for way in paths(command))
    return sorted((_command(way, typist.user.locale) for way in ways), key=lambda command: str(command["name"]))


def _command(path: list[JSON], locale: str) -> JSON:
    last = path[-1]
    return {
        "id": path[0]["id"],
        "name": " ".join(shown(part, locale) for part in path),
        "registered": _registered(path),
        "description": _described(last, locale),
        "options": [_option(option, locale) for option in last.get("options") or []],
    }


def _registered(path: list[JSON]) -> str:
    return " ".join(part["name"] for part in path)


def _described(part: JSON, locale: str) -> str:
    text: str = (part.get("description_localizations") or {}).get(locale) or part.get("description") or ""
    return text


def _option(option: JSON, locale: str) -> JSON:
    choices = option.get("choices")
    body: JSON = {
        "name": shown(option, locale),
        "description": _described(option, locale),
        "type": OPTION_TYPES.get(option["type"], "other"),
        "required": bool(option.get("required")),
        "choices": [{"name": shown(one, locale), "value": one["value"]} for one in choices] if choices else None,
        "autocomplete": bool(option.get("autocomplete")),
    }
    limits = ("min_value", "max_value", "min_length", "max_length", "channel_types")
    return body | {name: option.get(name) for name in limits}


def find_command(typist: Typist, line: str) -> list[JSON]:
    """Return the path to a command offered to the person. Raises CommandError."""
    slashes = [command for _, command in typist.offered() if command["type"] == SLASH]
    path = find(slashes, line.split(), typist.user.locale)
    if path is None:
        raise CommandError(f"There is no command /{line} here.")
    return path


def chosen_values(typist: Typist, path: list[JSON], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Convert the values of a command's options from a pane, where people, channels and roles are ids.

    Raises CommandError.
    """
    values: dict[str, OptionValue] = {}
    for option in path[-1].get("options") or []:
        name = next((one for one in given if one in said(option, typist.user.locale)), None)
        if name is not None and given[name] not in ("", None):
            values[option["name"]] = _value(typist, option, given[name])
    known = {one for option in path[-1].get("options") or [] for one in said(option, typist.user.locale)}
    unknown = set(given) - known
    if unknown:
        raise CommandError(f"This command has no option {min(unknown)}.")
    return values


def _value(typist: Typist, option: JSON, given: object) -> OptionValue:
    text = str(given).strip()
    guild = typist.channel.guild
    found: OptionValue | None = None
    match option["type"]:
        case 3:
            found = str(given)
        case 4:
            found = int(text) if text.removeprefix("-").isdecimal() else None
        case 5:
            found = {"true": True, "false": False}.get(text.lower())
        case 10:
            found = _number(text)
        case _ if not text.isdecimal():
            found = None
        case 6:
            found = chosen_user(typist, int(text))
        case 7:
            found = None if guild is None else guild.channels.get(int(text))
        case 8:
            found = None if guild is None else guild.roles.get(int(text))
    if found is None:
        raise CommandError(f"{shown(option, typist.user.locale)} can't be “{text}”.")
    return found


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def chosen_user(typist: Typist, number: int) -> ChosenUser | None:
    """Return a user who can be chosen by id: in a guild its members, in direct messages the bot and oneself."""
    guild, user = typist.channel.guild, typist.world.users.get(number)
    if user is None:
        return None
    known = number in guild.members if guild is not None else user.bot or user is typist.user
    return ChosenUser(user) if known else None
