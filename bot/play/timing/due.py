"""What the program has to do at a table, and when: the one list that the kept wakes and the scheduler go by.

Pure: a table, its game and its clock in, times in epoch milliseconds out.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.play.game import Game
from bot.play.presence import all_ready, awaited, between_deals, claiming, driven, gone, people, present
from bot.play.timing.pings import call_at
from bot.play.values import DAY, OPEN, TableRow, TurnClock

ABANDONED: Final = 7 * DAY
"""How long nobody has to touch a table for it to be closed, in milliseconds."""
_ALREADY: Final = 0
"""The time of what should have been done already."""


class DueAction(StrEnum):
    """Something that the program does by itself. What comes first is done first when several are due."""

    CLOSE = "close"  # nobody has touched the table for seven days
    DELETE_PING = "delete ping"  # the message that called somebody has had its day
    TAKE_OVER = "take over"  # a computer plays for who has missed turn after turn
    CLAIM = "claim"  # a computer may want the discard (H-8)
    ACT = "act"  # it is the turn of a computer, or of who has gone
    DEAL = "deal"  # the result of a deal has stood for long enough
    TIME_OUT = "time out"  # somebody's time is up
    PING = "ping"  # the person whose turn it is should know


class Due(NamedTuple):
    """A duty and when it has to be done, epoch milliseconds."""

    at: int
    action: DueAction


class Pauses(NamedTuple):
    """How long the program waits before it acts, in milliseconds: a turn of a computer, and a claim of one (H-8)."""

    turn: int
    claim: int


NO_PAUSES: Final = Pauses(0, 0)


def due_actions(row: TableRow, game: Game | None, clock: TurnClock | None, pauses: Pauses = NO_PAUSES) -> list[Due]:
    """List what has to be done at a table as it stands, in the order of `DueAction`; nothing at one that is closed.

    A computer whose turn it is waits for longer while a person may claim, so that there is time to.
    """
    found = [Due(_ALREADY, DueAction.DELETE_PING)] if _had_its_day(row, game, clock) else []
    if row.status not in OPEN or (game is not None and game.over):
        return found
    found.append(Due(row.touched_at + ABANDONED, DueAction.CLOSE))
    if game is not None and row.paused_at is None:
        found += _in_game(row, game, clock, pauses)
    order = list(DueAction)
    return sorted(found, key=lambda due: order.index(due.action))


def wake_for(row: TableRow, game: Game | None, clock: TurnClock | None) -> int | None:
    """Say when the program has something to do at a table; None once it is closed.

    It may be earlier than what comes of it: how long computers pause and people are quiet is not kept.
    """
    if row.status not in OPEN or (game is not None and game.over):
        return None
    return min(due.at for due in due_actions(row, game, clock) if due.action is not DueAction.CLAIM)


def _in_game(row: TableRow, game: Game, clock: TurnClock | None, pauses: Pauses) -> list[Due]:
    """List what has to be done in a game that runs."""
    if gone(row, game) is not None:
        return [Due(_ALREADY, DueAction.TAKE_OVER)]
    deadline = None if clock is None else clock.deadline
    if all_ready(row, game):
        return [Due(_ALREADY, DueAction.DEAL)]
    if between_deals(game):
        return [] if deadline is None else [Due(deadline, DueAction.DEAL)]
    here, found = present(row, game), []
    if claiming(game, set(range(len(row.seats))) - here) and (here or not people(row)):
        found.append(Due(game.turn_at + pauses.claim, DueAction.CLAIM))
    if driven(row, game) is not None:
        pause = max(pauses) if claiming(game, here) else pauses.turn
        found.append(Due(game.turn_at + pause, DueAction.ACT))
    if awaited(row, game) is not None and deadline is not None:
        found.append(Due(deadline, DueAction.TIME_OUT))
    call = call_at(row, game, clock)
    return found if call is None else [*found, Due(call, DueAction.PING)]


def _had_its_day(row: TableRow, game: Game | None, clock: TurnClock | None) -> bool:
    """Return whether a ping is out for a turn that is over, or that can't be made as long as there is no channel."""
    if row.ping is None:
        return False
    if row.paused_at is not None:
        return True
    seat = None if game is None else awaited(row, game)
    return seat is None or clock is None or not clock.pinged or row.seats[seat].user != row.ping.user
