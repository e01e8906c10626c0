"""Conversion of messages and modals to the JSON that panes show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from bot.playground.errors import JSON
from bot.playground.modals import Modal
from bot.playground.seeing import STYLES
from bot.playground.state import (
    SILENT,
    THREAD_CREATED,
    Channel,
    ChannelKind,
    GuildState,
    StoredAttachment,
    StoredMessage,
    User,
)
from bot.playground.validate import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    INPUT,
    LABEL,
    MENTIONABLE_SELECT,
    RADIOS,
    ROLE_SELECT,
    ROW,
    SECTION,
    SELECT,
    SELECTS,
    SEPARATOR,
    TEXT,
    UPLOAD,
    USER_SELECT,
)

SELECT_KINDS = {
    SELECT: "string",
    USER_SELECT: "user",
    ROLE_SELECT: "role",
    MENTIONABLE_SELECT: "mentionable",
    CHANNEL_SELECT: "channel",
}
_PARAGRAPH = 2
_LARGE = 2


@dataclass(frozen=True, slots=True)
class Reader:
    """The person who looks at messages; pictures and emojis are served under `base` (such as "/pane/1").

    `guild` is what selects of people, channels and roles offer. `chosen` are the options of selects that the person has
    chosen since, by message and custom id; `failed` are notices below messages, by message id. `language_of` returns
    the language of a message if it's known.
    """

    user: User
    base: str
    guild: GuildState | None = None
    chosen: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    failed: Mapping[int, str] = field(default_factory=dict)
    language_of: Callable[[StoredMessage], str | None] = lambda _: None


def message_on_page(message: StoredMessage, reader: Reader) -> JSON:
    """Return a message as a pane shows it."""
    return {
        "id": str(message.id),
        "place": str(message.channel.id),
        "author": {"id": str(message.sender.id), "name": message.sender.name, "bot": message.sender.bot},
        "created": round(message.created * 1000),
        "language": reader.language_of(message),
        "edited": message.edited is not None,
        "version": message.edits,
        "ephemeral": message.owner is not None,
        "silent": bool(message.flags & SILENT),
        "thinking": message.is_loading,
        "failed": reader.failed.get(message.id),
        "reply_to": _used(message),
        "mentions_me": any(user is reader.user for user in message.mentions),
        "kind": "thread" if message.kind == THREAD_CREATED else "message" if message.kind == 0 else "system",
        "thread": _thread(message),
        "parts": [] if message.kind == THREAD_CREATED else _Parts(message, reader).all(),
    }


def modal_on_page(modal: Modal, reader: Reader) -> JSON:
    """Return an open modal as a pane shows it."""
    parts: list[JSON] = []
    for part in modal.data["components"]:
        if part["type"] == TEXT:
            parts.append({"kind": "text", "text": part["content"]})
            continue
        inner = part["components"][0] if part["type"] == ROW else part["component"]
        label = inner["label"] if part["type"] == ROW else part["label"]
        about = {"kind": "label", "label": label, "description": part.get("description") or ""}
        if part["type"] in (ROW, LABEL):
            parts.append({**about, "field": _field(inner, reader)})
    return {"id": str(modal.interaction.id), "title": modal.title, "parts": parts}


def place_on_page(place: Channel, bot: User) -> JSON:
    """Return a channel, thread or direct messages as the list of places shows it, without what is unread."""
    kind = "thread" if place.is_thread else "channel" if place.recipient is None else "direct"
    body: JSON = {
        "id": str(place.id),
        "name": bot.name if place.recipient is not None else place.name,
        "kind": kind,
        "archived": place.archived,
    }
    if place.parent is not None:
        body["parent"] = str(place.parent.id)
    return body


def _used(message: StoredMessage) -> JSON | None:
    """Return who brought the message by which command."""
    metadata = message.metadata
    if metadata is None or not metadata.get("name"):
        return None
    user = metadata["user"]
    return {"name": user["global_name"] or user["username"], "command": metadata["name"]}


def _thread(message: StoredMessage) -> JSON | None:
    """Return the thread that a message announces, or that was created from it."""
    guild = message.channel.guild
    if guild is None:
        return None
    reference = message.reference or {}
    number = int(reference["channel_id"]) if message.kind == THREAD_CREATED else message.id
    thread = guild.channels.get(number)
    return None if thread is None else {"id": str(thread.id), "name": thread.name, "archived": thread.archived}


class _Parts:
    """The parts of a message from top to bottom."""

    def __init__(self, message: StoredMessage, reader: Reader) -> None:
        self._message = message
        self._reader = reader
        self._files = {file.url: file for file in message.attachments}

    def all(self) -> list[JSON]:
        """List the parts; without components v2, the text, the files, then the rows."""
        message = self._message
        parts: list[JSON] = [{"kind": "text", "text": message.content}] if message.content else []
        if not message.is_v2:
            for file in message.attachments:
                if file.content_type.startswith("image/"):
                    parts.append({"kind": "gallery", "items": [self._picture(file, file.description)]})
                else:
                    parts.append({"kind": "file", "file": self._file(file)})
        return [*parts, *(one for part in message.components for one in self._part(part))]

    def _part(self, part: JSON) -> Iterator[JSON]:
        kind = part["type"]
        if kind == TEXT:
            yield {"kind": "text", "text": part["content"]}
        elif kind == GALLERY:
            items = [self._media(item["media"], item["description"]) for item in part["items"]]
            yield {"kind": "gallery", "items": [item for item in items if item is not None]}
        elif kind == FILE:
            file = self._files.get(part["file"]["url"])
            if file is not None:
                yield {"kind": "file", "file": self._file(file)}
        elif kind == SECTION:
            texts = [text["content"] for text in part["components"]]
            yield {"kind": "section", "texts": texts, "accessory": self._accessory(part["accessory"])}
        elif kind == SEPARATOR:
            yield {"kind": "separator", "line": bool(part["divider"]), "large": part["spacing"] == _LARGE}
        elif kind == CONTAINER:
            color = part["accent_color"]
            inner = [one for child in part["components"] for one in self._part(child)]
            accent = None if color is None else f"#{color:06x}"
            yield {"kind": "container", "accent": accent, "spoiler": bool(part["spoiler"]), "parts": inner}
        elif kind == ROW:
            yield from self._row(part["components"])

    def _row(self, parts: list[JSON]) -> Iterator[JSON]:
        buttons = [self._button(part) for part in parts if part["type"] == BUTTON]
        if buttons:
            yield {"kind": "row", "buttons": buttons}
        for part in parts:
            if part["type"] in SELECTS:
                chosen = self._reader.chosen.get((self._message.id, part["custom_id"]))
                yield {"kind": "select", **_select(part, self._reader, chosen)}

    def _accessory(self, part: JSON) -> JSON | None:
        if part["type"] == BUTTON:
            return {"kind": "button", **self._button(part)}
        picture = self._media(part["media"], part["description"])
        return None if picture is None else {"kind": "picture", **picture}

    def _button(self, part: JSON) -> JSON:
        return {
            "custom_id": part.get("custom_id") or "",
            "label": part.get("label") or "",
            "style": STYLES[part["style"]],
            "emoji": _emoji(part.get("emoji"), self._reader),
            "disabled": bool(part.get("disabled")),
            "url": part.get("url"),
        }

    def _media(self, media: JSON, alt: str | None) -> JSON | None:
        file = self._files.get(media["url"])
        return None if file is None else self._picture(file, alt)

    def _picture(self, file: StoredAttachment, alt: str | None) -> JSON:
        width, height = file.size or (None, None)
        return {"url": self._url(file), "alt": alt or "", "width": width, "height": height, "name": file.filename}

    def _file(self, file: StoredAttachment) -> JSON:
        return {"name": file.filename, "size": len(file.data), "url": self._url(file)}

    def _url(self, file: StoredAttachment) -> str:
        return f"{self._reader.base}/picture/{file.id}/{quote(file.filename)}"


def _emoji(emoji: JSON | None, reader: Reader) -> JSON | None:
    if not emoji:
        return None
    if emoji.get("id"):
        return {"name": emoji["name"], "url": f"{reader.base}/emoji/{emoji['id']}"}
    return {"text": emoji["name"]}


def _option(option: JSON, reader: Reader, chosen: tuple[str, ...] | None) -> JSON:
    return {
        "label": option["label"],
        "value": option["value"],
        "description": option.get("description") or "",
        "emoji": _emoji(option.get("emoji"), reader),
        "chosen": bool(option.get("default")) if chosen is None else option["value"] in chosen,
    }


def _select(part: JSON, reader: Reader, chosen: tuple[str, ...] | None = None) -> JSON:
    options = [_option(option, reader, chosen) for option in part.get("options") or ()]
    if chosen is None:
        given = tuple(str(value["id"]) for value in part.get("default_values") or ())
        chosen = tuple(option["value"] for option in options if option["chosen"]) or given
    body: JSON = {
        "custom_id": part["custom_id"],
        "type": SELECT_KINDS[part["type"]],
        "placeholder": part.get("placeholder") or "",
        "min": 1 if part.get("min_values") is None else part["min_values"],
        "max": part.get("max_values") or 1,
        "disabled": bool(part.get("disabled")),
        "options": options,
        "chosen": list(chosen),
    }
    if part["type"] != SELECT:
        body["choices"] = _choices(part, reader)
    return body


def _choices(part: JSON, reader: Reader) -> list[JSON]:
    """List what a select of people, roles or channels offers."""
    guild, kind = reader.guild, part["type"]
    if guild is None:
        return [{"value": str(reader.user.id), "label": reader.user.name}]
    if kind == CHANNEL_SELECT:
        allowed = part.get("channel_types") or (ChannelKind.TEXT, ChannelKind.CATEGORY)
        places = [place for place in guild.channels.values() if place.kind in allowed and place.seen_by(reader.user)]
        return [{"value": str(place.id), "label": place.name} for place in places]
    roles = [{"value": str(role.id), "label": role.name} for role in guild.roles.values()]
    people = [{"value": str(user.id), "label": user.name} for user in members(guild)]
    return roles if kind == ROLE_SELECT else people if kind == USER_SELECT else [*people, *roles]


def members(guild: GuildState) -> list[User]:
    """List the members of a guild whom people can choose: first people, then bots; without an unseen owner."""
    users = [member.user for number, member in guild.members.items() if number != guild.unseen_owner_id]
    return sorted(users, key=lambda user: user.bot)


def _field(part: JSON, reader: Reader) -> JSON:
    """Return a field of a modal."""
    kind = part["type"]
    body: JSON = {"custom_id": part["custom_id"], "required": kind != CHECKBOX and part.get("required") is not False}
    if kind == INPUT:
        return body | {
            "type": "paragraph" if part.get("style") == _PARAGRAPH else "input",
            "min": part.get("min_length") or 0,
            "max": part.get("max_length") or 4000,
            "placeholder": part.get("placeholder") or "",
            "value": part.get("value") or "",
        }
    if kind == CHECKBOX:
        return body | {"type": "checkbox", "value": bool(part.get("default"))}
    if kind == UPLOAD:
        return body | {"type": "file"}
    if kind in SELECTS:
        return _select(part, reader) | body
    options = [_option(option, reader, None) for option in part["options"]]
    few = part.get("min_values")
    return body | {
        "type": "radio" if kind == RADIOS else "checkboxes",
        "min": 1 if few is None else few,
        "max": part.get("max_values") or (len(options) if kind == CHECKBOXES else 1),
        "options": options,
        "chosen": [option["value"] for option in options if option["chosen"]],
    }
