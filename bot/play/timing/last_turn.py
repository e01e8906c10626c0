"""The clock of the last turn, which goes on if its player takes the discard back (C-9). Pure."""

from dataclasses import replace

from bot.play.game import Game, turn_of
from bot.play.presence import awaited
from bot.play.values import LastTurn, TableRow, TurnClock


def last_turn_after(row: TableRow, before: Game | None, after: Game) -> LastTurn | None:
    """Return what to remember of the clock after a line: the turn that its player has just ended with a discard.

    ``row`` still has the clock before that line. None if the discard can't be taken back, or the program made it.
    """
    if before is None or row.clock is None or after.state.takeback is None:
        return None
    if turn_of(before) == turn_of(after):  # a player went away or came back
        return row.clock.last_turn
    seat, clock = awaited(row, before), row.clock
    if seat is None:
        return None
    return LastTurn(clock.deadline, clock.banks[seat], clock.pinged, clock.reminded, clock.nudged)


def clock_taken_back(row: TableRow, after: Game) -> TurnClock | None:
    """Return the clock of a turn that goes on: its deadline is the one that it had, so no time is gained.

    None if nothing is remembered of the turn.
    """
    seat, clock = awaited(row, after), row.clock
    if seat is None or clock is None or clock.last_turn is None:
        return None
    last = clock.last_turn
    banks = (*clock.banks[:seat], last.bank, *clock.banks[seat + 1 :])
    return TurnClock(last.deadline, banks, last.pinged, last.reminded, last.nudged)


def moved_by(last: LastTurn | None, by: int) -> LastTurn | None:
    """Return a turn with its deadline moved, because the game was paused for that many milliseconds."""
    if last is None or last.deadline is None:
        return last
    return replace(last, deadline=last.deadline + by)
