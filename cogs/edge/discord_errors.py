"""Classifies Discord's errors by how the sender of a message has to handle them."""

from enum import Enum, auto
from typing import Final

import discord


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
    DOWN = auto()  # 5xx: Discord's fault, not the message's


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
_BY_STATUS: Final = {401: Trouble.TOKEN_EXPIRED, 403: Trouble.FORBIDDEN, 404: Trouble.GONE, 429: Trouble.BUSY}


def trouble_of(error: discord.HTTPException) -> Trouble:
    """Classify an error by its code, else by its HTTP status."""
    found = _BY_CODE.get(error.code) or _BY_STATUS.get(error.status)
    if found is not None:
        return found
    return Trouble.DOWN if error.status >= 500 else Trouble.REFUSED
