"""A queue with two lanes: urgent items first, but every third item is one that can wait, if there is any."""

from collections import deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_PASSED_OVER: Final = 2
"""How many urgent items in a row go ahead of one that can wait."""


class TwoLanes(Generic[T]):
    """Items in two lanes, each of them oldest first. Equal items are the same one."""

    def __init__(self) -> None:
        self._urgent: deque[T] = deque()
        self._patient: deque[T] = deque()
        self._passed_over = 0  # urgent items in a row that went ahead of one that can wait

    def __len__(self) -> int:
        return len(self._urgent) + len(self._patient)

    def add(self, item: T, *, can_wait: bool) -> None:
        """Add an item at the end of its lane."""
        (self._patient if can_wait else self._urgent).append(item)

    def hurry(self, item: T) -> None:
        """Move an item that can wait to the end of the urgent lane, unless it has left the queue."""
        if item in self._patient:
            self._patient.remove(item)
            self._urgent.append(item)

    def discard(self, item: T) -> None:
        """Remove an item, unless it has left the queue."""
        for lane in (self._urgent, self._patient):
            if item in lane:
                lane.remove(item)

    def pop(self) -> T:
        """Remove and return the next item. Raises IndexError if there is none."""
        if self._patient and (not self._urgent or self._passed_over == _PASSED_OVER):
            self._passed_over = 0
            return self._patient.popleft()
        self._passed_over = self._passed_over + 1 if self._patient else 0
        return self._urgent.popleft()
