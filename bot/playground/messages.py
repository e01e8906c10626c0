"""Posting, editing and deleting messages, with files, mentions and components in the form that Discord stores."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from urllib.parse import quote

from bot.playground.errors import JSON, Path, refusal
from bot.playground.payloads import message_json
from bot.playground.state import (
    EPHEMERAL,
    LOADING,
    SILENT,
    THREAD_CREATED,
    V2,
    Application,
    Channel,
    StoredAttachment,
    StoredMessage,
    User,
    World,
)
from bot.playground.validate import (
    CONTAINER,
    FILE,
    GALLERY,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT,
    THUMBNAIL,
    check_message,
    components_in,
)

MAX_FILE = 10 * 1024 * 1024
"""The largest file, in bytes."""
_KEPT_FLAGS = V2 | EPHEMERAL | SILENT | 4
_MENTION = re.compile(r"<@!?(\d+)>")
_PNG = b"\x89PNG\r\n\x1a\n"
_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file uploaded with a request, as `files[index]`."""

    index: int
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """The message in a request: its JSON, its files, and the path of the JSON in the body."""

    body: JSON
    files: Sequence[Upload] = ()
    prefix: Path = ()


def write(
    world: World,
    channel: Channel,
    application: Application,
    draft: Draft,
    *,
    owner: User | None = None,
    metadata: JSON | None = None,
    reference: JSON | None = None,
) -> StoredMessage:
    """Post a new message, which is ephemeral if it has an `owner`. Raises ApiError."""
    body = draft.body
    flags = int(body.get("flags") or 0) & _KEPT_FLAGS & ~EPHEMERAL
    files = _store(world, channel, draft)
    _check(draft, application, bool(flags & V2), files, kept=False)
    message = StoredMessage(
        world.new_id(),
        channel,
        application,
        world.now(),
        owner,
        flags=flags | (EPHEMERAL if owner else 0),
        metadata=metadata,
        reference=reference,
    )
    _fill(world, message, body, files)
    channel.messages[message.id] = message
    _notify(message)
    announce(world, message, "MESSAGE_CREATE")
    return message


def post(world: World, channel: Channel, author: User, words: str) -> StoredMessage:
    """Post a text message of a person."""
    application = next(iter(world.applications.values()))
    message = StoredMessage(world.new_id(), channel, application, world.now(), author=author)
    _fill(world, message, {"content": words}, [])
    channel.messages[message.id] = message
    _notify(message)
    announce(world, message, "MESSAGE_CREATE")
    return message


def announce_thread(world: World, thread: Channel, creator: Application) -> None:
    """Post the message of the system that announces a thread in its channel."""
    if thread.parent is None or thread.guild is None:
        return
    message = StoredMessage(world.new_id(), thread.parent, creator, world.now(), kind=THREAD_CREATED)
    message.content = thread.name
    message.reference = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild.id)}
    thread.parent.messages[message.id] = message
    announce(world, message, "MESSAGE_CREATE")


def _notify(message: StoredMessage) -> None:
    """Notify people of a new message: the mentioned ones who see the channel, or the recipient of a direct message.

    The answer to a person's own command or click in direct messages doesn't.
    """
    reader = message.channel.recipient
    is_answer = reader is not None and message.metadata is not None
    if message.owner is None and not is_answer and not message.flags & SILENT:
        for user in message.mentions if reader is None else [reader]:
            if message.channel.seen_by(user):
                user.pings.append(message)


def loading(
    world: World, channel: Channel, application: Application, owner: User | None, metadata: JSON
) -> StoredMessage:
    """Post the message of a deferred answer ("... is thinking")."""
    message = StoredMessage(world.new_id(), channel, application, world.now(), owner, metadata=metadata)
    message.flags = LOADING | (EPHEMERAL if owner else 0)
    channel.messages[message.id] = message
    announce(world, message, "MESSAGE_CREATE")
    return message


def edit(world: World, message: StoredMessage, draft: Draft) -> None:
    """Change the fields that are in the body. Raises ApiError."""
    body = draft.body
    v2 = message.is_v2 or bool(int(body.get("flags") or 0) & V2)
    files = _store(world, message.channel, draft)
    _check(draft, message.application, v2, files, kept=not message.is_loading)
    if v2:
        message.flags |= V2
    if "attachments" in body:
        wanted = {str(entry.get("id")) for entry in body["attachments"] or []}
        dropped = [a for a in message.attachments if str(a.id) not in wanted]
    else:
        dropped = []
    if v2 and "components" in body:
        dropped = list(message.attachments)
    for attachment in dropped:
        world.attachments.pop(attachment.id, None)
        message.attachments.remove(attachment)
    _fill(world, message, body, files)
    if not message.is_loading:
        message.edited = world.now()
        message.edits += 1
    message.flags &= ~LOADING
    announce(world, message, "MESSAGE_UPDATE")


def delete(world: World, message: StoredMessage) -> None:
    """Delete a message with its files."""
    message.gone = True
    message.channel.messages.pop(message.id, None)
    for attachment in message.attachments:
        world.attachments.pop(attachment.id, None)
    announce(world, message, "MESSAGE_DELETE")


def announce(world: World, message: StoredMessage, event: str) -> None:
    """Send an event about a message to bots, unless it's ephemeral, and wake everything that waits for a change."""
    guild = message.channel.guild
    guild_id = None if guild is None else guild.id

    def data() -> JSON:
        place = {} if guild_id is None else {"guild_id": str(guild_id)}
        if event == "MESSAGE_DELETE":
            return {"id": str(message.id), "channel_id": str(message.channel.id), **place}
        return {**message_json(message), **place}

    if message.owner is None:
        world.announce(guild_id, event, data)
    world.ring()


def _check(draft: Draft, application: Application, v2: bool, files: list[StoredAttachment], *, kept: bool) -> None:
    check_message(
        draft.body,
        v2=v2,
        prefix=draft.prefix,
        files={file.filename for file in files},
        emojis=application.emojis,
        kept=kept,
    )


def _store(world: World, channel: Channel, draft: Draft) -> list[StoredAttachment]:
    entries = {str(entry.get("id")): entry for entry in draft.body.get("attachments") or []}
    stored = []
    for upload in draft.files:
        if len(upload.data) > MAX_FILE:
            raise refusal(40005)
        entry = entries.get(str(upload.index), {})
        name = str(entry.get("filename") or upload.filename).replace(" ", "_")
        number = world.new_id()
        stored.append(
            StoredAttachment(
                number,
                name,
                upload.data,
                entry.get("description"),
                _TYPES.get(name[name.rfind(".") :].lower(), "application/octet-stream"),
                f"{world.origin}/attachments/{channel.id}/{number}/{quote(name)}",
                picture_size(upload.data),
            )
        )
    return stored


def is_webp(data: bytes) -> bool:
    """Return whether a file is a WebP."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, or of a WebP that is lossless or moves. None if it's something else."""
    if data.startswith(_PNG):
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    match data[8:16] if is_webp(data) else b"":
        case b"WEBPVP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"WEBPVP8L":
            bits = int.from_bytes(data[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case _:
            return None


def _fill(world: World, message: StoredMessage, body: JSON, files: list[StoredAttachment]) -> None:
    for attachment in files:
        world.attachments[attachment.id] = attachment
    message.attachments.extend(files)
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = body["embeds"] or []
    if "components" in body:
        named = {attachment.filename: attachment for attachment in message.attachments}
        message.components = _Shaper(world, named).shape(body["components"] or [])
    message.mentions = _mentioned(world, message, body.get("allowed_mentions"))


def _mentioned(world: World, message: StoredMessage, allowed: JSON | None) -> list[User]:
    texts = [message.content, *(p["content"] for p in components_in(message.components) if p["type"] == TEXT)]
    ids = dict.fromkeys(int(number) for text in texts for number in _MENTION.findall(text))
    users = [world.users[number] for number in ids if number in world.users]
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return users
    named = {int(number) for number in allowed.get("users") or ()}
    return [user for user in users if user.id in named]


def _emoji(emoji: JSON) -> JSON:
    if not emoji.get("id"):
        return {"name": emoji["name"]}
    return {"id": str(emoji["id"]), "name": emoji["name"], "animated": bool(emoji.get("animated"))}


def _option(option: JSON) -> JSON:
    shaped = {key: value for key, value in option.items() if value is not None}
    if "emoji" in shaped:
        shaped["emoji"] = _emoji(shaped["emoji"])
    return shaped


class _Shaper:
    """Converts components to the form in which Discord returns them: with ids, defaults and resolved files."""

    def __init__(self, world: World, files: Mapping[str, StoredAttachment]) -> None:
        self._world = world
        self._files = files
        self._numbers = count(1)

    def shape(self, parts: list[JSON]) -> list[JSON]:
        """Return the components as Discord stores them."""
        taken = {part["id"] for part in components_in(parts) if part.get("id")}
        self._numbers = (number for number in count(1) if number not in taken)  # type: ignore[assignment]
        return [self._part(part) for part in parts]

    def _part(self, part: JSON) -> JSON:
        shaped: JSON = {key: value for key, value in part.items() if value is not None}
        shaped["id"] = part.get("id") or next(self._numbers)
        if "emoji" in shaped:
            shaped["emoji"] = _emoji(shaped["emoji"])
        kind = part["type"]
        if kind in SELECTS:
            shaped = {"min_values": 1, "max_values": 1, **shaped}
            if "default_values" in shaped:
                shaped["default_values"] = [{**value, "id": str(value["id"])} for value in shaped["default_values"]]
            if "options" in shaped:
                shaped["options"] = [_option(option) for option in shaped["options"]]
        elif kind == CONTAINER:
            shaped = {"accent_color": None, "spoiler": False, **shaped}
        elif kind == SEPARATOR:
            shaped = {"spacing": 1, "divider": True, **shaped}
        elif kind == GALLERY:
            shaped["items"] = [self._item(item, "media") for item in part["items"]]
        elif kind == THUMBNAIL:
            shaped |= self._item(part, "media")
        elif kind == FILE:
            media = self._media(part["file"])
            name = media["url"].rpartition("/")[2]
            shaped |= {"file": media, "name": name, "size": None, "spoiler": bool(part.get("spoiler"))}
        elif kind == SECTION:
            shaped["accessory"] = self._part(part["accessory"])
        if "components" in part:
            shaped["components"] = [self._part(child) for child in part["components"]]
        return shaped

    def _item(self, item: JSON, key: str) -> JSON:
        return {
            "media": self._media(item[key]),
            "description": item.get("description"),
            "spoiler": bool(item.get("spoiler")),
        }

    def _media(self, media: JSON) -> JSON:
        url = media["url"]
        attachment = self._files.get(url.removeprefix("attachment://"))
        if attachment is None:
            return {"id": str(self._world.new_id()), "url": url, "proxy_url": url}
        width, height = attachment.size or (None, None)
        return {
            "id": str(self._world.new_id()),
            "url": attachment.url,
            "proxy_url": attachment.url,
            "width": width,
            "height": height,
            "content_type": attachment.content_type,
            "attachment_id": str(attachment.id),
        }
