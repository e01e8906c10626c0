"""Conversion of stored messages to what people see."""

from collections.abc import Iterable, Iterator

from bot.playground.errors import JSON
from bot.playground.seen import (
    SeenButton,
    SeenContainer,
    SeenFile,
    SeenGallery,
    SeenMessage,
    SeenPart,
    SeenPicture,
    SeenRow,
    SeenSection,
    SeenSelect,
    SeenSeparator,
    SeenText,
    emoji_text,
    flat,
    seen_option,
)
from bot.playground.state import StoredAttachment, StoredMessage
from bot.playground.validate import BUTTON, CONTAINER, FILE, GALLERY, ROW, SECTION, SELECTS, SEPARATOR, TEXT

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}
"""Discord's button styles: blurple, gray, green, red, link, premium."""


def see(message: StoredMessage) -> SeenMessage:
    """Return a message as people see it now. The result is cached until the message changes."""
    state = message.edits, message.flags, message.gone, message.channel.name
    if message.seen is None or message.seen[0] != state:
        message.seen = state, _look_at(message)
    return message.seen[1]


def _look_at(message: StoredMessage) -> SeenMessage:
    parts = tuple(_parts(message))
    shown = list(flat(parts))
    return SeenMessage(
        message.id,
        message.channel.name,
        message.channel.id,
        message.sender.name,
        parts,
        "\n".join(one for one in shown if isinstance(one, str)),
        tuple(one for one in shown if isinstance(one, SeenPicture)),
        tuple(one for one in shown if isinstance(one, SeenButton)),
        tuple(one for one in shown if isinstance(one, SeenSelect)),
        message.owner is not None,
        message.is_loading,
        message.edits,
        tuple(user.name for user in message.mentions),
        message.created,
        message.channel.recipient is not None,
        message.gone,
    )


def _parts(message: StoredMessage) -> Iterator[SeenPart]:
    """Yield the parts of a message from top to bottom; without components v2, its text, its files, then its rows."""
    if message.content:
        yield SeenText(message.content)
    if not message.is_v2:
        for file in message.attachments:
            picture = _picture(file, file.description)
            yield SeenGallery((picture,)) if file.content_type.startswith("image/") else SeenFile(picture)
    files = {file.url: file for file in message.attachments}
    for part in message.components:
        yield from _part(part, files)


def _part(part: JSON, files: dict[str, StoredAttachment]) -> Iterator[SeenPart]:
    """Yield the parts of one component, without missing files."""
    kind = part["type"]
    if kind == TEXT:
        yield SeenText(part["content"])
    elif kind == GALLERY:
        yield SeenGallery(tuple(_media(((item["media"], item["description"]) for item in part["items"]), files)))
    elif kind == FILE:
        for file in _media([(part["file"], None)], files):
            yield SeenFile(file)
    elif kind == SECTION:
        yield SeenSection(tuple(text["content"] for text in part["components"]), _accessory(part["accessory"], files))
    elif kind == SEPARATOR:
        yield SeenSeparator(bool(part.get("divider", True)))
    elif kind == CONTAINER:
        inner = tuple(one for child in part["components"] for one in _part(child, files))
        yield SeenContainer(inner, part.get("accent_color"))
    elif kind == ROW:
        buttons = tuple(_button(child) for child in part["components"] if child["type"] == BUTTON)
        if buttons:
            yield SeenRow(buttons)
        for child in part["components"]:
            if child["type"] in SELECTS:
                yield _select(child)


def _accessory(part: JSON, files: dict[str, StoredAttachment]) -> SeenButton | SeenPicture | None:
    if part["type"] == BUTTON:
        return _button(part)
    return next(iter(_media([(part["media"], part["description"])], files)), None)


def _media(items: Iterable[tuple[JSON, str | None]], files: dict[str, StoredAttachment]) -> list[SeenPicture]:
    return [_picture(files[media["url"]], alt) for media, alt in items if media["url"] in files]


def _picture(file: StoredAttachment, alt: str | None) -> SeenPicture:
    return SeenPicture(file.filename, alt, file.data, file.url)


def _button(part: JSON) -> SeenButton:
    return SeenButton(
        part.get("label") or "",
        STYLES[part["style"]],
        bool(part.get("disabled")),
        emoji_text(part.get("emoji")),
        part.get("custom_id") or "",
    )


def _select(part: JSON) -> SeenSelect:
    options = tuple(seen_option(option) for option in part.get("options") or ())
    return SeenSelect(
        part.get("placeholder") or "",
        options,
        part.get("min_values", 1),
        part.get("max_values", 1),
        bool(part.get("disabled")),
        part["custom_id"],
        part["type"],
        tuple(option.value for option in options if option.chosen)
        or tuple(value["id"] for value in part.get("default_values") or ()),
    )
