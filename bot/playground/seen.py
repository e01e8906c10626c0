"""What a person sees: messages as they stand on the screen, without what Discord keeps to itself."""

from __future__ import annotations

from dataclasses import dataclass

from bot.playground.errors import JSON
from bot.playground.state import Attachment, Message, components_in
from bot.playground.validate import BUTTON, FILE, GALLERY, SELECTS, TEXT, THUMBNAIL

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}
"""Discord's button styles: blurple, grey, green, red, link, premium."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture with its alt text (None: there is none) and its bytes; `url` serves the same bytes."""

    filename: str
    alt: str | None
    data: bytes
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
class SeenMessage:
    """A message as it stands at one moment. `edited` counts its edits, `sent` is seconds since 1970.

    `direct` says that it is a direct message, `gone` that it has been deleted since.
    """

    id: int
    channel: str
    channel_id: int
    author: str
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
        lines += [f"  {line}" for line in self.text.splitlines()]
        lines += [f"  [picture {picture.filename}: {picture.alt}]" for picture in self.pictures]
        if self.buttons:
            shown = (f"({b.label or b.emoji})" if b.disabled else f"[{b.label or b.emoji}]" for b in self.buttons)
            lines.append("  " + " ".join(shown))
        for select in self.selects:
            lines.append(f"  <{select.placeholder}: {' | '.join(o.label for o in select.options)}>")
        return "\n".join(lines)


def emoji_text(emoji: JSON | None) -> str:
    """Write an emoji as text: the character, or a custom one's name in colons."""
    if not emoji:
        return ""
    return f":{emoji['name']}:" if emoji.get("id") else str(emoji["name"])


def see(message: Message) -> SeenMessage:
    """Give the message as people see it now; looking again costs nothing while it stays as it is."""
    state = message.edits, message.flags, message.gone, message.channel.name
    if message.seen is None or message.seen[0] != state:
        message.seen = state, _look_at(message)
    return message.seen[1]


def _look_at(message: Message) -> SeenMessage:
    parts = list(components_in(message.components))
    texts = [message.content, *(part["content"] for part in parts if part["type"] == TEXT)]
    return SeenMessage(
        message.id,
        message.channel.name,
        message.channel.id,
        message.application.user.name,
        "\n".join(text for text in texts if text),
        tuple(_pictures(message, parts)),
        tuple(_button(part) for part in parts if part["type"] == BUTTON),
        tuple(_select(part) for part in parts if part["type"] in SELECTS),
        message.owner is not None,
        message.is_loading,
        message.edits,
        tuple(user.name for user in message.mentions),
        message.created,
        message.channel.recipient is not None,
        message.gone,
    )


def _pictures(message: Message, parts: list[JSON]) -> list[SeenPicture]:
    if not message.is_v2:
        return [_picture(file, file.description) for file in message.attachments]
    files = {file.url: file for file in message.attachments}
    shown: list[tuple[str, str | None]] = []
    for part in parts:
        if part["type"] == GALLERY:
            shown += [(item["media"]["url"], item["description"]) for item in part["items"]]
        elif part["type"] == THUMBNAIL:
            shown.append((part["media"]["url"], part["description"]))
        elif part["type"] == FILE:
            shown.append((part["file"]["url"], None))
    return [_picture(files[url], alt) for url, alt in shown if url in files]


def _picture(file: Attachment, alt: str | None) -> SeenPicture:
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
