"""The actions that the program has to do at a table, and when: the one list behind stored wakes and the scheduler.

Pure: a table, its game and its clock in, times in epoch milliseconds out.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.play.state.game import Game
from bot.play.state.limits import UNLIMITED, Limits, closes_at, is_resting
from bot.play.state.presence import (
    all_ready,
    awaited,
    between_deals,
    claiming,
    people,
    present,
    seat_to_play,
    seat_to_take_over,
)
from bot.play.state.values import OPEN, TableRow, TurnClock
from bot.play.time.pings import ping_at

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


def _in_game(row: TableRow, game: Game, clock: TurnClock | None, pauses: Pauses) -> list[Due]:
    """List what is due in a running game."""
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
