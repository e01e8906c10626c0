"""Tracks what each of the bot's messages shows, as far as that's known, and updates messages.

Two requests that change the same message may be applied in either order: one may wait for a rate limit, be sent again
after a 429 or just be slower. After overlapping requests the content is unknown.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

Looks = TypeVar("Looks")
"""The content of a message. Messages with equal looks show the same."""

_MOST: Final = 20_000


class Sent(Enum):
    """The result of updating a message."""

    NOTHING = auto()  # it was up to date
    DONE = auto()
    AGAIN = auto()  # it may be outdated: newer content is wanted, or requests overlapped


@dataclass(slots=True, eq=False)
class Write(Generic[Looks]):
    """A request on its way to change a message; its sender sets ``looks`` once Discord has accepted it."""

    alone: bool
    looks: Looks | None = None


class Current(Generic[Looks]):
    """The content of messages, by message id. The least recently used are dropped and count as unknown."""

    def __init__(self, most: int = _MOST) -> None:
        self._known: LRUCache[int, Looks] = LRUCache(most)
        self._open: dict[int, list[Write[Looks]]] = {}

    def shows(self, message: int | None) -> Looks | None:
        """Return what a message shows; None if unknown."""
        return None if message is None else self._known.get(message)

    def is_changing(self, message: int) -> bool:
        """Return whether a request that changes a message is under way."""
        return message in self._open

    def wrote(self, message: int, looks: Looks) -> None:
        """Record what a new message shows."""
        self._known[message] = looks

    def forget(self, message: int) -> None:
        """Record that the content of a message is unknown or irrelevant."""
        self._known.pop(message, None)

    @contextmanager
    def writing(self, message: int) -> Iterator[Write[Looks]]:
        """Track a request that changes a message, and record the new content at the end.

        The content is unknown if the request failed, since it may have been applied all the same, or if another request
        overlapped.
        """
        others = self._open.setdefault(message, [])
        for other in others:
            other.alone = False
        write: Write[Looks] = Write(alone=not others)
        others.append(write)
        try:
            yield write
        finally:
            others.remove(write)
            if not others:
                del self._open[message]
            if write.alone and write.looks is not None:
                self.wrote(message, write.looks)
            else:
                self.forget(message)


async def bring_up_to_date(
    current: Current[Looks], message: int, wanted: Callable[[], Looks], send: Callable[[], Awaitable[Looks]]
) -> Sent:
    """Send the wanted content of a message, unless the message already shows it.

    ``send`` sends the content and returns its looks. Returns `Sent.AGAIN` if the message may be outdated afterwards:
    newer content is wanted, or an overlapping request may have been applied last. If such a request is still under way,
    its own sender gets `Sent.AGAIN` instead. Raises what ``send`` raises.
    """
    if current.shows(message) == wanted():
        return Sent.NOTHING
    with current.writing(message) as write:
        write.looks = await send()
    right = current.shows(message) == wanted()
    return Sent.DONE if right or current.is_changing(message) else Sent.AGAIN
