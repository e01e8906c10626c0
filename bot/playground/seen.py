"""Messages as people see them: only the parts that are on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.playground.errors import JSON


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture with its alt text (or None) and its bytes, which `url` serves too."""

    filename: str
    alt: str | None
    data: bytes = field(repr=False)
    url: str


@dataclass(frozen=True, slots=True)
class SeenButton:
    """A button. `emoji` is a character, the name of a custom emoji in colons, or empty."""

    label: str
    style: str
    disabled: bool
    emoji: str
    custom_id: str


@dataclass(frozen=True, slots=True)
class SeenOption:
    """An option of a select; `chosen` if it's selected by default."""

    label: str
    value: str
    description: str
    emoji: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeenSelect:
    """A select. `options` is empty in selects of users, roles or channels; `kind` is Discord's component type.

    `chosen` are the values or ids that are selected by default.
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
    """A gap between two parts, with a visible line if `divider`."""

    divider: bool


@dataclass(frozen=True, slots=True)
class SeenContainer:
    """Parts in a box; `color` is its accent color as 0xRRGGBB, or None."""

    parts: tuple[SeenPart, ...]
    color: int | None


SeenPart: TypeAlias = (
    SeenText | SeenGallery | SeenFile | SeenRow | SeenSelect | SeenSection | SeenSeparator | SeenContainer
)
"""One part of a message. A select is never in a row with other parts."""


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message at one moment. `edited` counts its edits, `sent` is in seconds since 1970.

    `parts` is everything in the message from top to bottom; `text`, `pictures`, `buttons` and `selects` have the same
    content by kind. `direct` is True for a direct message, `gone` for a deleted one.
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
        """The labels of the enabled buttons."""
        return tuple(button.label or button.emoji for button in self.buttons if not button.disabled)

    def __str__(self) -> str:
        """Format the message for listings, in a few lines."""
        marks = ["only for you"] * self.ephemeral + ["thinking"] * self.loading
        lines = [f"#{self.channel} {self.author}" + "".join(f" ({mark})" for mark in marks)]
        lines += [f"  {line}" for part in self.parts for line in _listed(part)]
        return "\n".join(lines)


def flat(parts: Sequence[SeenPart]) -> Iterator[str | SeenPicture | SeenButton | SeenSelect]:
    """Yield the single elements of parts in order: texts, pictures, buttons and selects."""
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
                yield from flat(inner)


def _listed(part: SeenPart) -> list[str]:
    """Format a part for listings, in a few lines."""
    match part:
        case SeenRow(buttons):
            return [" ".join(map(_button_listed, buttons))]
        case SeenContainer(inner):
            return [line for one in inner for line in _listed(one)]
        case SeenSeparator():
            return []
        case _:
            return [line for one in flat([part]) for line in _one_listed(one)]


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


def emoji_text(emoji: JSON | None) -> str:
    """Format an emoji as text: the character, or a custom one's name in colons."""
    if not emoji:
        return ""
    return f":{emoji['name']}:" if emoji.get("id") else str(emoji["name"])


def seen_option(option: JSON) -> SeenOption:
    """Return an option of a select, or of radio buttons or check boxes in a modal."""
    return SeenOption(
        option["label"],
        option["value"],
        option.get("description") or "",
        emoji_text(option.get("emoji")),
        bool(option.get("default")),
    )
