"""Signals: created before the objects that send them or subscribe to them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.play.service.table import Table

T = TypeVar("T")


class Signal(Generic[T]):
    """Calls every subscriber, in the order in which they subscribed. Subscribers return at once and raise nothing."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], object]] = []

    def subscribe(self, subscriber: Callable[[T], object]) -> None:
        """Call a subscriber with every value sent from now on."""
        self._subscribers.append(subscriber)

    def send(self, value: T) -> None:
        """Pass a value to all subscribers."""
        for subscriber in self._subscribers:
            subscriber(value)


@dataclass(frozen=True, slots=True)
class TableSignals:
    """Signals about tables.

    ``touched``: a table changed in any way, or was loaded and is open. ``changed``: it changed without a click, so all
    messages that show it need an update. ``counted``: the result of its game is known.
    """

    touched: Signal[Table] = field(default_factory=Signal)
    changed: Signal[Table] = field(default_factory=Signal)
    counted: Signal[Table] = field(default_factory=Signal)
