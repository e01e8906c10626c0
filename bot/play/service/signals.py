"""Signals: created before the objects that send them or subscribe to them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.play.service.session import Table
from bot.play.state.values import Status

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

    ``touched``: a table changed in any way, or was loaded and is open. ``lobbies``: a lobby did, or has just become a
    game or was canceled. ``changed``: a table changed without a click, so all messages that show it need an update.
    ``counted``: the result of its game is known.
    """

    touched: Signal[Table] = field(default_factory=Signal)
    lobbies: Signal[Table] = field(default_factory=Signal)
    changed: Signal[Table] = field(default_factory=Signal)
    counted: Signal[Table] = field(default_factory=Signal)
    _waiting: set[int] = field(init=False, default_factory=set)

    def touch(self, table: Table) -> None:
        """Send that a table changed, to those who list lobbies only if it's one or was one until now."""
        self.touched.send(table)
        was_lobby, is_lobby = table.row.id in self._waiting, table.row.status is Status.LOBBY
        if is_lobby:
            self._waiting.add(table.row.id)
        elif was_lobby:
            self._waiting.discard(table.row.id)
        if is_lobby or was_lobby:
            self.lobbies.send(table)
