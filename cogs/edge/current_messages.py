"""What each of our messages shows right now, as far as a client can know, and the one way to bring it up to date.

Two requests that change the same message may be applied in either order: one waits for a rate limit, is sent again
after a 429 or is simply slower, and the other overtakes it. After requests that overlapped, nothing is known.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

Looks = TypeVar("Looks")
"""Two messages with equal looks show the same."""

_MOST: Final = 20_000


class Sent(Enum):
    """The result of bringing a message up to date."""

    NOTHING = auto()  # it showed that already
    DONE = auto()
    AGAIN = auto()  # something newer has to be shown, or another request may have been applied after ours


@dataclass(slots=True, eq=False)
class Write(Generic[Looks]):
    """A request on its way to change a message; its sender sets ``looks`` once Discord has accepted it."""

    alone: bool
    looks: Looks | None = None


class Current(Generic[Looks]):
    """What messages show, by message id. The least recently used are forgotten, and count as unknown."""

    def __init__(self, most: int = _MOST) -> None:
        self._known: LRUCache[int, Looks] = LRUCache(most)
        self._open: dict[int, list[Write[Looks]]] = {}

    def shows(self, message: int | None) -> Looks | None:
        """Return what a message shows; None if that isn't known."""
        return None if message is None else self._known.get(message)

    def is_changing(self, message: int) -> bool:
        """Return whether a request that changes a message is under way."""
        return message in self._open

    def wrote(self, message: int, looks: Looks) -> None:
        """Record what a new message shows."""
        self._known[message] = looks

    def forget(self, message: int) -> None:
        """Record that what a message shows is unknown, or irrelevant."""
        self._known.pop(message, None)

    @contextmanager
    def writing(self, message: int) -> Iterator[Write[Looks]]:
        """Announce a request that changes a message; at the end it's known what the message shows, or unknown.

        It's unknown if the request failed, since it may have been applied all the same, or if another one overlapped
        with it.
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
    """Make a message show what is wanted now, unless it does.

    ``send`` sends it and returns the looks of what it sent. Afterwards they are compared with what is wanted by then,
    and with what others have sent meanwhile: `Sent.AGAIN` asks the caller to come back. While another request is still
    under way it doesn't: the sender of that one does, once it has been answered. Raises what ``send`` raises.
    """
    if current.shows(message) == wanted():
        return Sent.NOTHING
    with current.writing(message) as write:
        write.looks = await send()
    right = current.shows(message) == wanted()
    return Sent.DONE if right or current.is_changing(message) else Sent.AGAIN
