"""Validation of messages and modals as Discord does it: component types, counts, lengths, unique ids."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from bot.playground.errors import JSON, Faults, Path, refusal

ROW, BUTTON, SELECT, INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, UPLOAD = 17, 18, 19
RADIOS, CHECKBOXES, CHECKBOX = 21, 22, 23

SELECTS = (SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
_DEFAULT_KINDS: Mapping[int, tuple[str, ...]] = {
    USER_SELECT: ("user",),
    ROLE_SELECT: ("role",),
    MENTIONABLE_SELECT: ("user", "role"),
    CHANNEL_SELECT: ("channel",),
}
"""The types of default values allowed in selects without options."""
_TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
_IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_IN_LABEL = (INPUT, *SELECTS, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX)

MAX_COMPONENTS = 40
MAX_TEXT = 4000


def components_in(parts: list[JSON]) -> Iterator[JSON]:
    """Yield every component, including nested ones, in the order in which they are shown."""
    for part in parts:
        yield part
        yield from components_in(part.get("components") or [])
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                yield from components_in([part[key]])


@dataclass(slots=True)
class _Check:
    """The state of a check of a body's components."""

    faults: Faults
    files: Collection[str]
    emojis: Collection[int]
    custom_ids: set[str] = field(default_factory=set)


def check_components(
    parts: object, *, v2: bool, files: Collection[str], emojis: Collection[int], faults: Faults
) -> None:
    """Record every fault of a message's components.

    `files` are the file names to which `attachment://` may refer, `emojis` the ids of the application's emojis.
    """
    top: Path = ("components",)
    if not faults.count(top, parts, 0, MAX_COMPONENTS if v2 else 5):
        return
    check = _Check(faults, files, emojis)
    rows: list[JSON] = parts  # type: ignore[assignment]  # count() made sure it's a list; its items are checked below
    for place, part in enumerate(rows):
        _check_part(check, (*top, place), part, _TOP_V2 if v2 else (ROW,))
    everything = list(components_in(rows))
    if len(everything) > MAX_COMPONENTS:
        faults.add(top, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components exceeds 40")
    if sum(len(part.get("content") or "") for part in everything if part.get("type") == TEXT) > MAX_TEXT:
        faults.add(top, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Displayable text exceeds 4000 characters")


def _check_part(check: _Check, path: Path, part: object, allowed: tuple[int, ...]) -> None:
    if not isinstance(part, dict):
        check.faults.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    elif check.faults.choose((*path, "type"), part.get("type"), allowed):
        checker = _CHECKERS.get(part["type"])
        if checker is not None:
            checker(check, path, part)


def _check_row(check: _Check, path: Path, part: JSON) -> None:
    inner = (*path, "components")
    if not check.faults.count(inner, part.get("components"), 1, 5):
        return
    for place, child in enumerate(part["components"]):
        _check_part(check, (*inner, place), child, (BUTTON, *SELECTS))
    kinds = [child.get("type") for child in part["components"] if isinstance(child, dict)]
    if len(kinds) > 1 and any(kind != BUTTON for kind in kinds):
        check.faults.add(inner, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the width")


def _check_custom_id(check: _Check, path: Path, part: JSON) -> None:
    custom_id = part.get("custom_id")
    check.faults.length((*path, "custom_id"), custom_id, 1, 100)
    if custom_id in check.custom_ids:
        check.faults.add(
            (*path, "custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        )
    if isinstance(custom_id, str):
        check.custom_ids.add(custom_id)


def _check_emoji(check: _Check, path: Path, emoji: object) -> None:
    if not isinstance(emoji, dict):
        return
    known = emoji.get("name") if not emoji.get("id") else int(emoji["id"]) in check.emojis
    if not known:
        check.faults.add((*path, "emoji"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_button(check: _Check, path: Path, part: JSON) -> None:
    style = part.get("style")
    if not check.faults.choose((*path, "style"), style, (1, 2, 3, 4, 5, 6)):
        return
    if style in (1, 2, 3, 4):
        _check_custom_id(check, path, part)
    elif style == 5:
        check.faults.length((*path, "url"), part.get("url"), 1, 512)
    if part.get("label") is not None:
        check.faults.length((*path, "label"), part["label"], 0, 80)
    if style != 6 and not part.get("label") and not part.get("emoji"):
        check.faults.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji")
    _check_emoji(check, path, part.get("emoji"))


def _check_select(check: _Check, path: Path, part: JSON) -> None:
    _check_custom_id(check, path, part)
    faults = check.faults
    if part.get("placeholder") is not None:
        faults.length((*path, "placeholder"), part["placeholder"], 0, 150)
    low, high = part.get("min_values"), part.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        faults.add((*path, "min_values"), "NUMBER_TYPE_MAX", "min_values must not be above max_values")
    if part["type"] == SELECT:
        _check_options(check, path, part, 25)
        options = part.get("options") or []
        if isinstance(options, list) and high > max(len(options), 1):
            faults.add((*path, "max_values"), "NUMBER_TYPE_MAX", "max_values is above the number of options")
        if sum(1 for option in options if isinstance(option, dict) and option.get("default")) > high:
            faults.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many default options")
    elif part.get("default_values"):
        _check_default_values(check, (*path, "default_values"), part, (low, high))


def _check_default_values(check: _Check, path: Path, part: JSON, within: tuple[int, int]) -> None:
    """Check the number and the types of a select's default values."""
    kinds = _DEFAULT_KINDS[part["type"]]
    if check.faults.count(path, part["default_values"], *within):
        for place, value in enumerate(part["default_values"]):
            if not isinstance(value, dict) or not value.get("id") or value.get("type") not in kinds:
                message = f"Value must be one of {{{', '.join(kinds)}}} with an id."
                check.faults.add((*path, place, "type"), "SELECT_COMPONENT_INVALID_DEFAULT_VALUE_TYPE", message)


def _check_options(check: _Check, path: Path, part: JSON, most: int, least: int = 1) -> None:
    inner = (*path, "options")
    if not check.faults.count(inner, part.get("options"), least, most):
        return
    values: set[str] = set()
    for place, option in enumerate(part["options"]):
        check.faults.length((*inner, place, "label"), option.get("label"), 1, 100)
        check.faults.length((*inner, place, "value"), option.get("value"), 1, 100)
        if option.get("description") is not None:
            check.faults.length((*inner, place, "description"), option["description"], 1, 100)
        if option.get("value") in values:
            check.faults.add(
                (*inner, place, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option.get("value"))
        _check_emoji(check, (*inner, place), option.get("emoji"))


def _check_text(check: _Check, path: Path, part: JSON) -> None:
    check.faults.length((*path, "content"), part.get("content"), 1, MAX_TEXT)


def _check_media(check: _Check, path: Path, media: object) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    if not isinstance(url, str):
        check.faults.add((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
    elif url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in check.files:
            check.faults.add(
                (*path, "url"),
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
            )
    elif not url.startswith(("http://", "https://")):
        check.faults.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of (http, https).")


def _check_gallery(check: _Check, path: Path, part: JSON) -> None:
    inner = (*path, "items")
    if check.faults.count(inner, part.get("items"), 1, 10):
        for place, item in enumerate(part["items"]):
            _check_media(check, (*inner, place, "media"), item.get("media"))
            if item.get("description") is not None:
                check.faults.length((*inner, place, "description"), item["description"], 0, 1024)


def _check_thumbnail(check: _Check, path: Path, part: JSON) -> None:
    _check_media(check, (*path, "media"), part.get("media"))
    if part.get("description") is not None:
        check.faults.length((*path, "description"), part["description"], 0, 1024)


def _check_file(check: _Check, path: Path, part: JSON) -> None:
    _check_media(check, (*path, "file"), part.get("file"))


def _check_section(check: _Check, path: Path, part: JSON) -> None:
    inner = (*path, "components")
    if check.faults.count(inner, part.get("components"), 1, 3):
        for place, child in enumerate(part["components"]):
            _check_part(check, (*inner, place), child, (TEXT,))
    _check_part(check, (*path, "accessory"), part.get("accessory"), (BUTTON, THUMBNAIL))


def _check_container(check: _Check, path: Path, part: JSON) -> None:
    inner = (*path, "components")
    if check.faults.count(inner, part.get("components"), 1, MAX_COMPONENTS):
        for place, child in enumerate(part["components"]):
            _check_part(check, (*inner, place), child, _IN_CONTAINER)


def _check_input(check: _Check, path: Path, part: JSON) -> None:
    _check_custom_id(check, path, part)
    check.faults.choose((*path, "style"), part.get("style"), (1, 2))
    if part.get("value") is not None:
        check.faults.length((*path, "value"), part["value"], 0, 4000)
    if part.get("placeholder") is not None:
        check.faults.length((*path, "placeholder"), part["placeholder"], 0, 100)


def _check_radios(check: _Check, path: Path, part: JSON) -> None:
    _check_custom_id(check, path, part)
    _check_options(check, path, part, 10, 2)


def _check_checkboxes(check: _Check, path: Path, part: JSON) -> None:
    _check_custom_id(check, path, part)
    _check_options(check, path, part, 10)


def _check_label(check: _Check, path: Path, part: JSON) -> None:
    check.faults.length((*path, "label"), part.get("label"), 1, 45)
    if part.get("description") is not None:
        check.faults.length((*path, "description"), part["description"], 1, 100)
    _check_part(check, (*path, "component"), part.get("component"), _IN_LABEL)


_CHECKERS: Mapping[int, Callable[[_Check, Path, JSON], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    INPUT: _check_input,
    SECTION: _check_section,
    TEXT: _check_text,
    THUMBNAIL: _check_thumbnail,
    GALLERY: _check_gallery,
    FILE: _check_file,
    CONTAINER: _check_container,
    LABEL: _check_label,
    UPLOAD: _check_custom_id,
    RADIOS: _check_radios,
    CHECKBOXES: _check_checkboxes,
    CHECKBOX: _check_custom_id,
}


def check_modal(data: JSON, emojis: Collection[int]) -> None:
    """Raise ApiError for a modal that Discord would refuse."""
    faults = Faults(("data",))
    faults.length(("custom_id",), data.get("custom_id"), 1, 100)
    faults.length(("title",), data.get("title"), 1, 45)
    check = _Check(faults, (), emojis)
    if faults.count(("components",), data.get("components"), 1, 5):
        for place, part in enumerate(data["components"]):
            path: Path = ("components", place)
            if isinstance(part, dict) and part.get("type") == ROW:
                if faults.count((*path, "components"), part.get("components"), 1, 1):
                    _check_part(check, (*path, "components", 0), part["components"][0], (INPUT,))
            else:
                _check_part(check, path, part, (LABEL, TEXT))
    faults.check()


def _check_allowed_mentions(allowed: JSON | None, faults: Faults) -> None:
    """Record a fault if a kind of mention is both parsed from the text and listed by id."""
    for kind in ("users", "roles"):
        if allowed and kind in (allowed.get("parse") or ()) and allowed.get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            faults.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def check_message(
    body: JSON, *, v2: bool, prefix: Path, files: Collection[str], emojis: Collection[int], kept: bool
) -> None:
    """Raise ApiError for a message that Discord would refuse.

    `kept` is True for an edit that keeps other parts of the message, so that the body may be almost empty.
    """
    faults = Faults(prefix)
    if v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                faults.add(
                    (key,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    if body.get("content") is not None:
        faults.length(("content",), body["content"], 0, 2000)
    if body.get("embeds"):
        faults.count(("embeds",), body["embeds"], 0, 10)
    _check_allowed_mentions(body.get("allowed_mentions"), faults)
    if body.get("components") is not None:
        check_components(body["components"], v2=v2, files=files, emojis=emojis, faults=faults)
    faults.check()
    if not kept and not files and not any(body.get(key) for key in ("content", "embeds", "components", "poll")):
        raise refusal(50006)
