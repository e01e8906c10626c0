"""The actions that the program has to do at a table, and when: the one list behind stored wakes and the scheduler.

`due_actions` and what it calls are pure: a table, its game and its clock in, times in epoch milliseconds out. Of all
tables, `DueTimes` holds the next time, and `Retries` the delays before work is retried after a failure.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from bot.backoff import Backoff
from bot.days import calendar
from bot.play.state.errors import Repeated, Stale, StoreError
from bot.play.state.game import Game
from bot.play.state.limits import ABANDONED, UNLIMITED, Limits
from bot.play.state.presence import (
    all_ready,
    awaited,
    between_deals,
    claiming,
    is_of_computers,
    people,
    present,
    seat_to_play,
    seat_to_take_over,
)
from bot.play.state.values import HOUR, MINUTE, OPEN, SECOND, Pace, Status, TableRow, TurnClock
from bot.play.time.turn_clock import ping_at

_ALREADY: Final = 0
"""The time of actions that are due immediately."""


class DueAction(StrEnum):
    """Something that the program does by itself, in the order in which it does several that are due."""

    CLOSE = "close"  # the table was abandoned
    DELETE_PING = "delete ping"  # the last ping is out of date
    TAKE_OVER = "take over"  # a player missed too many turns in a row, so a computer plays for them
    CLAIM = "claim"  # a computer can claim the discard (H-8)
    ACT = "act"  # it is the turn of a computer, or of an absent player
    DEAL = "deal"  # the break between deals is over
    TIME_OUT = "time out"  # the time of the player on turn is up
    PING = "ping"  # the player on turn has to be notified


class Due(NamedTuple):
    """An action, and when it is due in epoch milliseconds."""

    at: int
    action: DueAction


class Pauses(NamedTuple):
    """Milliseconds for which a computer waits before its turn, and before a claim (H-8)."""

    turn: int
    claim: int


NO_PAUSES: Final = Pauses(0, 0)


def due_actions(
    row: TableRow,
    game: Game | None,
    clock: TurnClock | None,
    pauses: Pauses = NO_PAUSES,
    limits: Limits = UNLIMITED,
) -> list[Due]:
    """List what is due at a table and when, in the order of `DueAction`; nothing at a closed one.

    A computer on turn waits longer while a person can claim the discard, so that they have time to. A game of computers
    rests when nobody has pressed anything there for a while.
    """
    found = [Due(_ALREADY, DueAction.DELETE_PING)] if _ping_is_outdated(row, game, clock) else []
    if row.status not in OPEN or (game is not None and game.over):
        return found
    found.append(Due(closes_at(row, limits), DueAction.CLOSE))
    if game is not None and row.paused_at is None and not is_resting(row, game, limits):
        found += _in_game(row, game, clock, pauses)
    order = list(DueAction)
    return sorted(found, key=lambda due: order.index(due.action))


def wake_for(row: TableRow, game: Game | None, clock: TurnClock | None, limits: Limits = UNLIMITED) -> int | None:
    """Return when the program has something to do at a table; None once it is closed.

    It can be too early, because computers' pauses and quiet hours aren't stored.
    """
    if row.status not in OPEN or (game is not None and game.over):
        return None
    return min(due.at for due in due_actions(row, game, clock, limits=limits) if due.action is not DueAction.CLAIM)


# A deal for which all are ready is due at once and has no deadline: deadlines move after an outage, which would delay
# it.
def _in_game(row: TableRow, game: Game, clock: TurnClock | None, pauses: Pauses) -> list[Due]:
    if seat_to_take_over(row, game) is not None:
        return [Due(_ALREADY, DueAction.TAKE_OVER)]
    deadline = None if clock is None else clock.deadline
    if all_ready(row, game):
        return [Due(_ALREADY, DueAction.DEAL)]
    if between_deals(game):
        return [] if deadline is None else [Due(deadline, DueAction.DEAL)]
    here, found = present(row, game), []
    if claiming(game, set(range(len(row.seats))) - here) and (here or not people(row)):
        found.append(Due(game.turn_at + pauses.claim, DueAction.CLAIM))
    if seat_to_play(row, game) is not None:
        pause = max(pauses) if claiming(game, here) else pauses.turn
        found.append(Due(game.turn_at + pause, DueAction.ACT))
    if awaited(row, game) is not None and deadline is not None:
        found.append(Due(deadline, DueAction.TIME_OUT))
    ping = None if row.is_practice else ping_at(row, game, clock)
    return found if ping is None else [*found, Due(ping, DueAction.PING)]


def _ping_is_outdated(row: TableRow, game: Game | None, clock: TurnClock | None) -> bool:
    """Return whether a ping is out for a turn that is over, or that can't be made while the game is paused."""
    if row.ping is None:
        return False
    if row.paused_at is not None:
        return True
    seat = None if game is None else awaited(row, game)
    return seat is None or clock is None or not clock.pinged or row.seats[seat].user != row.ping.user


# By two times that are stored anyway: a column would be one more state to keep right over restarts. Closing such a game
# would hide how it ends.
def is_resting(row: TableRow, game: Game | None, limits: Limits) -> bool:
    """Return whether a game of computers has stopped because nobody has pressed anything there for a while.

    It stops after the first move past that time, so that the table shows it at once.
    """
    if game is None or game.over or not is_of_computers(row):
        return False
    last = game.turn_at if game.last_at is None else game.last_at
    return last >= row.touched_at + limits.computer_rest


def closes_at(row: TableRow, limits: Limits) -> int:
    """Return when an open table closes without activity, in epoch milliseconds: a live lobby soon, any other in days.

    A tournament's lobby waits for its players. A daily deal closes with its day, whatever happens there.
    """
    if row.day is not None:
        return calendar.closes_at(row.day)
    if row.status is Status.LOBBY and row.pace is Pace.LIVE and row.fixture is None:
        return row.touched_at + limits.live_lobby
    return row.touched_at + ABANDONED


_STALE_ENTRIES: Final = 100
"""Outdated entries that the heap may hold on top of one for each table."""


class DueTimes:
    """The next time of each table, in epoch milliseconds, and the tables whose time has come, soonest first.

    A heap whose outdated entries are skipped; it is rebuilt when they outnumber the others.
    """

    def __init__(self) -> None:
        self._at: dict[int, int] = {}
        self._heap: list[tuple[int, int]] = []

    def __len__(self) -> int:
        """Return the number of entries held in memory, outdated ones included."""
        return len(self._heap)

    @property
    def tables(self) -> int:
        """How many tables have a time."""
        return len(self._at)

    def set(self, table: int, at: int) -> None:
        """Replace the time of a table."""
        if self._at.get(table) == at:
            return
        self._at[table] = at
        heappush(self._heap, (at, table))
        if len(self._heap) > 2 * len(self._at) + _STALE_ENTRIES:
            self._heap = [(due, number) for number, due in self._at.items()]
            heapify(self._heap)

    def remove(self, table: int) -> None:
        """Forget a table."""
        self._at.pop(table, None)

    def pop_until(self, now: int) -> Iterator[int]:
        """Yield the tables whose time has come, and remove them."""
        while self._heap and self._heap[0][0] <= now:
            at, table = heappop(self._heap)
            if self._at.get(table) == at:  # otherwise it was postponed
                del self._at[table]
                yield table

    def soonest(self) -> int | None:
        """Return a time before which nothing is due; None without any table."""
        return self._heap[0][0] if self._heap else None


_BACKOFF: Final = Backoff(5 * SECOND, HOUR)
"""Milliseconds for which a table is left alone after failures."""
_STORE_BACKOFF: Final = Backoff(5 * SECOND, MINUTE)
"""The same if only the store failed: nothing is wrong with the table."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Retries:
    """Counts the failures in a row of one kind of work at each table. ``work`` names it in the log."""

    work: str
    _failures: dict[int, int] = field(init=False, default_factory=dict)

    def succeeded(self, table: int) -> None:
        """Forget the failures at a table."""
        self._failures.pop(table, None)

    def reset(self) -> None:
        """Forget the failures at all tables."""
        self._failures.clear()

    def delay_after(self, table: int, error: Exception) -> int:
        """Log a failure, and return how many milliseconds to wait before the next try."""
        times = self._failures[table] = self._failures.get(table, 0) + 1
        late = isinstance(error, Stale | Repeated)  # another process or player was faster: nothing is wrong
        trace = None if late or isinstance(error, StoreError) else error
        about = {"table": table, "times": times}
        level = logging.INFO if late else logging.WARNING
        _log.log(level, "%s failed: %s: %s", self.work, type(error).__name__, error, exc_info=trace, extra=about)
        backoff = _STORE_BACKOFF if isinstance(error, StoreError) else _BACKOFF
        return round(backoff.after(times))
