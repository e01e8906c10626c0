"""Application commands: checking what a bot registers, and finding a command by the words that a person types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bot.playground.errors import JSON, Faults, Path, refusal

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, _, NUMBER = range(1, 11)
SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
# fmt: off
LOCALES = frozenset((
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
))
# fmt: on
MAX_COMMANDS = 100
MAX_CHARACTERS = 8000
_NAME = re.compile(r"[-_'\w]{1,32}")


def registered(
    body: Any,  # noqa: ANN401  # the request's JSON, which is checked here
    before: list[JSON],
    application_id: int,
    guild_id: int | None,
    new_id: Callable[[], int],
) -> list[JSON]:
    """Check a bulk registration, and return the commands as Discord does. Commands with the same name keep their ids.

    Raises ApiError (50035) with every fault.
    """
    if not isinstance(body, list):
        raise refusal(50035)
    faults = Faults()
    if len(body) > MAX_COMMANDS:
        faults.add((), "APPLICATION_COMMANDS_MAX", "Maximum number of application commands reached (100)")
    seen: set[tuple[int, str]] = set()
    for place, command in enumerate(body):
        key = (command.get("type") or SLASH, command.get("name"))
        if key in seen:
            faults.add((place, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Name must be unique")
        seen.add(key)
        _check_command(faults, place, command)
    faults.check()
    ids = {(old["type"], old["name"]): old["id"] for old in before}
    return [_returned(command, ids, application_id, guild_id, new_id) for command in body]


def _returned(
    command: JSON, ids: dict[Any, str], application_id: int, guild_id: int | None, new_id: Callable[[], int]
) -> JSON:
    kind = command.get("type") or SLASH
    body: JSON = {
        "id": ids.get((kind, command["name"])) or str(new_id()),
        "application_id": str(application_id),
        "version": str(new_id()),
        "default_member_permissions": None,
        "type": kind,
        "name": command["name"],
        "description": command.get("description") or "",
        "nsfw": bool(command.get("nsfw")),
    }
    permissions = command.get("default_member_permissions")
    if permissions is not None:
        body["default_member_permissions"] = str(permissions)
    for key in ("name_localizations", "description_localizations", "contexts", "integration_types"):
        if command.get(key) is not None:
            body[key] = command[key]
    if command.get("options"):
        body["options"] = [_tidy(option) for option in command["options"]]
    if guild_id is not None:
        body["guild_id"] = str(guild_id)
    return body


def _tidy(option: JSON) -> JSON:
    tidy = {key: value for key, value in option.items() if value is not None}
    if "options" in tidy:
        tidy["options"] = [_tidy(inner) for inner in tidy["options"]]
    if "choices" in tidy:
        tidy["choices"] = [{k: v for k, v in choice.items() if v is not None} for choice in tidy["choices"]]
    return tidy


def _check_command(faults: Faults, place: int, command: JSON) -> None:
    path: Path = (place,)
    if (command.get("type") or SLASH) == SLASH:
        _check_named(faults, path, command)
        _check_options(faults, path, command.get("options") or [], (SUBCOMMAND, GROUP))
    else:
        _check_menu(faults, path, command)
    if _characters(command) > MAX_CHARACTERS:
        faults.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _check_menu(faults: Faults, path: Path, command: JSON) -> None:
    """Record every fault of a context menu entry, which has only a name, in which capitals and spaces are allowed."""
    faults.length((*path, "name"), command.get("name"), 1, 32)
    for where, name in _localized(command, "name").items():
        faults.length((*path, "name_localizations", *where), name, 1, 32)
    _check_locales(faults, path, command, ("name_localizations",))
    if command.get("description"):
        message = "Context menu commands cannot have description"
        faults.add((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", message)
    if command.get("options"):
        message = "Context menu commands cannot have options"
        faults.add((*path, "options"), "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS", message)


def _check_locales(faults: Faults, path: Path, part: JSON, keys: Iterable[str]) -> None:
    for key in keys:
        for locale in part.get(key) or {}:
            if locale not in LOCALES:
                faults.add((*path, key, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" is not a locale.')


def _check_named(faults: Faults, path: Path, part: JSON) -> None:
    names = {(): part.get("name"), **_localized(part, "name")}
    for where, name in names.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            at = (*path, "name") if not where else (*path, "name_localizations", *where)
            faults.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    faults.length((*path, "description"), part.get("description"), 1, 100)
    for where, text in _localized(part, "description").items():
        faults.length((*path, "description_localizations", *where), text, 1, 100)
    _check_locales(faults, path, part, ("name_localizations", "description_localizations"))


def _localized(part: JSON, key: str) -> dict[tuple[str, ...], object]:
    return {(locale,): text for locale, text in (part.get(f"{key}_localizations") or {}).items()}


def _check_options(faults: Faults, path: Path, options: list[JSON], nested: tuple[int, ...]) -> None:
    inner = (*path, "options")
    faults.count(inner, options, 0, 25)
    optional_seen = False
    names: set[object] = set()
    for place, option in enumerate(options):
        here = (*inner, place)
        _check_named(faults, here, option)
        if option.get("name") in names:
            faults.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Name is taken")
        names.add(option.get("name"))
        kind = option.get("type")
        if kind in (SUBCOMMAND, GROUP):
            if kind not in nested:
                faults.add((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
            _check_options(faults, here, option.get("options") or [], (SUBCOMMAND,) if kind == GROUP else ())
            continue
        if option.get("required") and optional_seen:
            faults.add(
                (*here, "required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        _check_choices(faults, here, option)


def _check_choices(faults: Faults, path: Path, option: JSON) -> None:
    choices = option.get("choices") or []
    faults.count((*path, "choices"), choices, 0, 25)
    if choices and option.get("autocomplete"):
        faults.add((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Not with choices")
    for place, choice in enumerate(choices):
        faults.length((*path, "choices", place, "name"), choice.get("name"), 1, 100)
        if option.get("type") == STRING:
            faults.length((*path, "choices", place, "value"), choice.get("value"), 1, 100)


def _characters(part: JSON) -> int:
    """Return the size of a command as Discord counts it, each text in the language in which it's longest."""
    size = len(str(part.get("value", "")))
    for key in ("name", "description"):
        texts = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        size += max(map(len, texts))
    return size + sum(map(_characters, [*(part.get("options") or []), *(part.get("choices") or [])]))


def said(part: JSON, locale: str) -> set[str]:
    """Return the names by which a person with that language can type a command, option or choice."""
    localized = (part.get("name_localizations") or {}).get(locale)
    return {part["name"], localized} if localized else {part["name"]}


def shown(part: JSON, locale: str) -> str:
    """Return the displayed name of a command, option or choice in a language."""
    name: str = (part.get("name_localizations") or {}).get(locale) or part["name"]
    return name


def paths(command: JSON) -> Iterator[list[JSON]]:
    """Yield every path through a slash command: the command, then its group and subcommand, if any."""
    nested = [option for option in command.get("options") or [] if option["type"] in (SUBCOMMAND, GROUP)]
    if not nested:
        yield [command]
    for option in nested:
        for path in paths(option):
            yield [command, *path]


def find(commands: list[JSON], words: list[str], locale: str) -> list[JSON] | None:
    """Return the path to the registered slash command with these words as its name, or None."""
    for command in commands:
        if command["type"] == SLASH:
            for path in paths(command):
                if len(path) == len(words) and all(
                    word in said(part, locale) for word, part in zip(words, path, strict=True)
                ):
                    return path
    return None
