"""Messages that can be sent in plainer forms: with card faces and pictures, without the faces, as text only.

Card faces are application emojis. They're optional: without them buttons show text only. Discord's errors are
classified by how the sender of a message has to handle them.

For a nonce that it knows from the last minutes, Discord returns the earlier message and posts nothing. So posts have
nonces, and it's safe to post again after an error, when nobody knows whether the first attempt arrived.
"""

import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from hashlib import sha256
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import discord
from cachetools import LRUCache
from discord.ui import LayoutView

from bot.rummy.cards import JOKER, PACK, Card, code

logger = logging.getLogger(__name__)
T = TypeVar("T")
_MISSING_ACCESS: Final = 50001
_NONCE: Final = 25
"""The most characters of a nonce."""
_MOST_BEGUN: Final = 10_000
_NAMED_BY: Final = 12
"""Characters of a digest in a picture's name."""
Faces: TypeAlias = Mapping[Card, discord.PartialEmoji]
"""Emojis of cards; cards without one are missing."""
NO_FACES: Final[Faces] = MappingProxyType({})
FACED: Final[tuple[Card, ...]] = (*PACK, JOKER)
"""The cards that can have a face."""
Send: TypeAlias = Callable[[LayoutView, list[discord.File], discord.AllowedMentions], Awaitable[T]]


class UnreadableResponse(ConnectionError):
    """Discord has answered a request, but not in a way that can be read: it may have been carried out or not."""


class Trouble(Enum):
    """Kinds of Discord errors, by how they have to be handled."""

    TOO_LATE = auto()  # 10062: Discord doesn't accept this answer any more
    ANSWERED = auto()  # 40060: the interaction has been answered already
    TOKEN_EXPIRED = auto()  # 50027, 10015, 401: the interaction's fifteen minutes are over
    GONE = auto()  # 10008: the message was deleted
    NO_CHANNEL = auto()  # 10003: the channel was deleted
    FORBIDDEN = auto()  # 50001, 50013: a permission is missing
    TOO_OLD = auto()  # 30046, 50083: an old message edited too often, or an archived thread (a new message opens it)
    BUSY = auto()  # 429
    REFUSED = auto()  # 50035, any other 400, 413: Discord doesn't accept something in the message
    DOWN = auto()  # 5xx, 408 of a proxy: Discord's fault, not the message's


_BY_CODE: Final = {
    10062: Trouble.TOO_LATE,
    40060: Trouble.ANSWERED,
    50027: Trouble.TOKEN_EXPIRED,
    10015: Trouble.TOKEN_EXPIRED,
    10008: Trouble.GONE,
    10003: Trouble.NO_CHANNEL,
    50001: Trouble.FORBIDDEN,
    50013: Trouble.FORBIDDEN,
    50035: Trouble.REFUSED,
    30046: Trouble.TOO_OLD,
    50083: Trouble.TOO_OLD,
}
_BY_STATUS: Final = {
    401: Trouble.TOKEN_EXPIRED,
    403: Trouble.FORBIDDEN,
    404: Trouble.GONE,
    408: Trouble.DOWN,
    429: Trouble.BUSY,
}


def trouble_of(error: discord.HTTPException) -> Trouble:
    """Classify an error by its code, else by its HTTP status."""
    found = _BY_CODE.get(error.code) or _BY_STATUS.get(error.status)
    if found is not None:
        return found
    return Trouble.DOWN if error.status >= 500 else Trouble.REFUSED


def emoji_name(card: Card) -> str:
    """Return the name of a card's application emoji: ``card_7H``, a joker's ``card_XX``."""
    return f"card_{code(card)}"


class CardEmojis:
    """The card faces of this application; none until `load` has found some."""

    def __init__(self) -> None:
        self.faces: Faces = NO_FACES

    async def load(self, client: discord.Client) -> None:
        """Load the application's emojis. If there are none or Discord doesn't answer, buttons show text only."""
        try:
            emojis = await client.fetch_application_emojis()
        except discord.HTTPException as error:
            logger.warning("card faces can't be read", extra={"status": error.status, "code": error.code})
            return
        by_name = {emoji.name: emoji for emoji in emojis}
        self.faces = {
            card: discord.PartialEmoji(name=emoji_name(card), id=by_name[emoji_name(card)].id)
            for card in FACED
            if emoji_name(card) in by_name
        }


@dataclass(frozen=True, slots=True)
class Detail:
    """The level of detail of a message: card faces on buttons, and whether files are sent."""

    faces: Faces = field(default_factory=lambda: NO_FACES)
    files: bool = True


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that is sent with a message; ``alt`` is a picture's alt text."""

    name: str
    data: bytes
    alt: str | None = None

    @property
    def uri(self) -> str:
        """The URI by which a layout refers to the file."""
        return f"attachment://{self.name}"


def named_by_content(kind: str, png: bytes, alt: str) -> Attachment:
    """Return a picture as a file with a digest of it in its name, so that a changed picture has a new name."""
    return Attachment(f"{kind}-{sha256(png).hexdigest()[:_NAMED_BY]}.png", png, alt)


@dataclass(frozen=True, slots=True)
class Message:
    """A message: its layout for each level of detail, its files, and the users that it pings.

    A ``silent`` one notifies nobody, not even members who want to hear of every message in the channel.
    """

    layout: Callable[[Detail], LayoutView]
    files: tuple[Attachment, ...] = ()
    pings: tuple[int, ...] = ()
    silent: bool = False

    def without_pictures(self) -> "Message":
        """Return the same message as text, unless it has a file that isn't a picture."""
        return replace(self, files=()) if all(file.alt is not None for file in self.files) else self

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Allow pings of the users in ``pings`` only."""
        users = [discord.Object(user) for user in self.pings]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def looks_of(message: Message) -> str:
    """Return the content of a message in its plainest form as JSON, to compare messages."""
    layout: Any = message.layout(Detail())  # the library leaves this untyped
    return json.dumps(layout.to_components(), sort_keys=True)


async def send_plainer(send: Send[T], message: Message, faces: Faces) -> T:
    """Send a message. If Discord refuses card faces or files, send it again without them.

    Raises discord.HTTPException if the plainest form is refused too, or for any other error.
    """
    detail = Detail(faces, bool(message.files))
    while True:
        layout = message.layout(detail)
        layout.stop()  # inert: the library stores no view, clicks are routed by their custom id
        files = [discord.File(BytesIO(file.data), file.name, description=file.alt) for file in message.files]
        try:
            return await send(layout, files if detail.files else [], message.mentions)
        except discord.HTTPException as error:
            plainer = _plainer(detail, error)
            if plainer is None:
                raise
            detail = plainer


def _plainer(detail: Detail, error: discord.HTTPException) -> Detail | None:
    """Return the next plainer form that Discord may accept; None if there isn't one."""
    match trouble_of(error):
        case Trouble.REFUSED if detail.faces and error.status != 413:
            return replace(detail, faces=NO_FACES)
        case Trouble.REFUSED if detail.files:
            return replace(detail, files=False)
        case Trouble.FORBIDDEN if detail.files and error.code != _MISSING_ACCESS:
            return replace(detail, files=False)
        case _:
            return None


class Post(NamedTuple):
    """What makes a post the same when it's tried again; no other post may have an equal ``what`` meanwhile.

    A ``lasting`` one is the same also for the program's next run, which may not know that it has arrived. A ``final``
    one is never edited, not even if an earlier attempt turns out to have arrived.
    """

    what: tuple[Hashable, ...]
    lasting: bool = False
    final: bool = False


class Nonces:
    """The nonces of posts that were begun and aren't known to have arrived or failed."""

    def __init__(self) -> None:
        self._begun: LRUCache[tuple[Hashable, ...], str] = LRUCache(_MOST_BEGUN)

    def begin(self, post: Post) -> tuple[str, bool]:
        """Return the nonce for an attempt, and whether an earlier attempt may have arrived."""
        earlier = self._begun.get(post.what)
        if earlier is None:
            self._begun[post.what] = _lasting(post) if post.lasting else _new()
        return self._begun[post.what], earlier is not None

    def renew(self, post: Post) -> str:
        """Return another nonce for a post whose message is deleted already."""
        self._begun[post.what] = _new()
        return self._begun[post.what]

    def end(self, post: Post) -> None:
        """Forget a post that has arrived or failed."""
        self._begun.pop(post.what, None)


def _new() -> str:
    return secrets.token_hex(12)


def _lasting(post: Post) -> str:
    """Return a nonce that equal posts share."""
    return sha256(repr(post.what).encode()).hexdigest()[:_NONCE]
