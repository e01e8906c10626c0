"""What a person sees: messages as they stand on the screen, without what Discord keeps to itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.playground.errors import JSON
from bot.playground.state import StoredAttachment, StoredMessage
from bot.playground.validate import BUTTON, CONTAINER, FILE, GALLERY, ROW, SECTION, SELECTS, SEPARATOR, TEXT

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}
"""Discord's button styles: blurple, grey, green, red, link, premium."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture with its alt text (None: there is none) and its bytes; `url` serves the same bytes."""

    filename: str
    alt: str | None
    data: bytes = field(repr=False)
    url: str


@dataclass(frozen=True, slots=True)
class SeenButton:
    """A button. `emoji` is the character, or the name of a custom emoji in colons; empty if there is none."""

    label: str
    style: str
    disabled: bool
    emoji: str
    custom_id: str


@dataclass(frozen=True, slots=True)
class SeenOption:
    """An option of a select; `chosen` marks the ones selected from the start."""

    label: str
    value: str
    description: str
    emoji: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeenSelect:
    """A select. `options` is empty where people, roles or channels are to be chosen; `kind` is Discord's number.

    `chosen` are the values, or ids, that are selected from the start.
    """

    placeholder: str
    options: tuple[SeenOption, ...]
    fewest: int
    most: int
    disabled: bool
    custom_id: str
    kind: int
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenText:
    """A block of text, in Discord's Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class SeenGallery:
    """Pictures shown next to one another."""

    pictures: tuple[SeenPicture, ...]


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file to download."""

    file: SeenPicture


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row of buttons."""

    buttons: tuple[SeenButton, ...]


@dataclass(frozen=True, slots=True)
class SeenSection:
    """Text with a button or a small picture to its right; `accessory` is None if that picture is missing."""

    texts: tuple[str, ...]
    accessory: SeenButton | SeenPicture | None


@dataclass(frozen=True, slots=True)
class SeenSeparator:
    """A gap between two parts, with a line through it if `divider`."""

    divider: bool


@dataclass(frozen=True, slots=True)
class SeenContainer:
    """Parts in a box of their own; `color` is the color of its edge as 0xRRGGBB, if it has one."""

    parts: tuple[SeenPart, ...]
    color: int | None


SeenPart: TypeAlias = (
    SeenText | SeenGallery | SeenFile | SeenRow | SeenSelect | SeenSection | SeenSeparator | SeenContainer
)
"""One part of a message. A select has a row to itself."""


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as it stands at one moment. `edited` counts its edits, `sent` is seconds since 1970.

    `parts` is everything in the message from top to bottom; `text`, `pictures`, `buttons` and `selects` are the same,
    each kind on its own. `direct` says that it is a direct message, `gone` that it has been deleted since.
    """

    id: int
    channel: str
    channel_id: int
    author: str
    parts: tuple[SeenPart, ...]
    text: str
    pictures: tuple[SeenPicture, ...]
    buttons: tuple[SeenButton, ...]
    selects: tuple[SeenSelect, ...]
    ephemeral: bool
    loading: bool
    edited: int
    mentions: tuple[str, ...]
    sent: float
    direct: bool = False
    gone: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the buttons that can be clicked."""
        return tuple(button.label or button.emoji for button in self.buttons if not button.disabled)

    def __str__(self) -> str:
        """Write the message in a few lines, as a listing shows it."""
        marks = ["only for you"] * self.ephemeral + ["thinking"] * self.loading
        lines = [f"#{self.channel} {self.author}" + "".join(f" ({mark})" for mark in marks)]
        lines += [f"  {line}" for part in self.parts for line in _listed(part)]
        return "\n".join(lines)


def emoji_text(emoji: JSON | None) -> str:
    """Write an emoji as text: the character, or a custom one's name in colons."""
    if not emoji:
        return ""
    return f":{emoji['name']}:" if emoji.get("id") else str(emoji["name"])


def see(message: StoredMessage) -> SeenMessage:
    """Give the message as people see it now; looking again costs nothing while it stays as it is."""
    state = message.edits, message.flags, message.gone, message.channel.name
    if message.seen is None or message.seen[0] != state:
        message.seen = state, _look_at(message)
    return message.seen[1]


def _look_at(message: StoredMessage) -> SeenMessage:
    parts = tuple(_parts(message))
    shown = list(_flat(parts))
    return SeenMessage(
        message.id,
        message.channel.name,
        message.channel.id,
        message.application.user.name,
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
    """Read a message from top to bottom. Without components v2: its text, its files, then its rows."""
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
    """Read one component; what it shows of a file that isn't there is left out."""
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


def _flat(parts: Sequence[SeenPart]) -> Iterator[str | SeenPicture | SeenButton | SeenSelect]:
    """List what parts show one by one, in order; text as it is."""
    for part in parts:
        match part:
            case SeenText(text):
                yield text
            case SeenGallery(pictures):
                yield from pictures
            case SeenFile(file):
                yield file
            case SeenRow(buttons):
                yield from buttons
            case SeenSelect():
                yield part
            case SeenSection(texts, accessory):
                yield from texts
                if accessory is not None:
                    yield accessory
            case SeenSeparator():
                pass
            case SeenContainer(inner):
                yield from _flat(inner)


def _listed(part: SeenPart) -> list[str]:
    """Write a part in a few lines, as a listing shows it."""
    match part:
        case SeenRow(buttons):
            return [" ".join(map(_button_listed, buttons))]
        case SeenContainer(inner):
            return [line for one in inner for line in _listed(one)]
        case SeenSeparator():
            return []
        case _:
            return [line for one in _flat([part]) for line in _one_listed(one)]


def _one_listed(shown: str | SeenPicture | SeenButton | SeenSelect) -> list[str]:
    match shown:
        case str():
            return shown.splitlines()
        case SeenPicture():
            return [f"[picture {shown.filename}: {shown.alt}]"]
        case SeenButton():
            return [_button_listed(shown)]
        case SeenSelect():
            return [f"<{shown.placeholder}: {' | '.join(option.label for option in shown.options)}>"]


def _button_listed(button: SeenButton) -> str:
    label = button.label or button.emoji
    return f"({label})" if button.disabled else f"[{label}]"


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


def seen_option(option: JSON) -> SeenOption:
    """Give an option of a select or of a modal's choice."""
    return SeenOption(
        option["label"],
        option["value"],
        option.get("description") or "",
        emoji_text(option.get("emoji")),
        bool(option.get("default")),
    )
