"""The clock of a table after each line of its log, and the time limits that hosts can set.

Pure: times come in and go out as epoch milliseconds, durations as milliseconds.
"""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.play.state.errors import TableReason, refused
from bot.play.state.game import Game, took_back, turn_of
from bot.play.state.presence import all_ready, asleep, awaited, between_deals, people
from bot.play.state.values import HOUR, MINUTE, SECOND, Bounds, LastTurn, Pace, TableRow, TimeLimits, TurnClock


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


NEXT_DEAL: Final = 20 * SECOND
"""Milliseconds for which a live table shows the result of a deal before it deals the next one."""
LEAST: Final = MINUTE
"""The least time that a turn has left after the bot was away, in milliseconds."""
DEFAULTS: Final = MappingProxyType(
    {Pace.LIVE: TimeLimits(MINUTE, MINUTE), Pace.SLOW: TimeLimits(24 * HOUR), Pace.NONE: None},
)
"""The usual time limits of a turn."""


def limits_for(pace: Pace, bounds: Bounds) -> TimeLimits | None:
    """Return the usual limits of a pace, or the nearest ones that a server allows."""
    usual = DEFAULTS[pace]
    if usual is None:
        return None
    if pace is Pace.SLOW:
        return TimeLimits(_within(usual.turn, bounds.slow_turn))
    return TimeLimits(_within(usual.turn, bounds.live_turn), _within(usual.bank, bounds.live_bank))


def checked(pace: Pace, limits: TimeLimits | None, bounds: Bounds) -> TimeLimits | None:
    """Return the limits that a host asked for; None asks for the usual ones. Refused outside ``bounds``."""
    if limits is None or pace is Pace.NONE:
        return limits_for(pace, bounds)
    if pace is Pace.SLOW:
        _must_lie(limits.turn, bounds.slow_turn, HOUR, TableReason.SLOW_TURN)
        return TimeLimits(limits.turn)
    _must_lie(limits.turn, bounds.live_turn, SECOND, TableReason.LIVE_TURN)
    _must_lie(limits.bank, bounds.live_bank, SECOND, TableReason.LIVE_BANK)
    return limits


def clock_after(row: TableRow, before: Game | None, after: Game, now: int) -> TurnClock | None:
    """Return the clock of a table after a line that led from one game to the next; ``before`` None starts it.

    ``row`` still has the clock before that line. None once the game is over.
    """
    if after.over:
        return None
    if before is not None and (clock := _special_clock(row, before, after, now)) is not None:
        return clock
    banks = _banks_after(row, before, after, now)
    if between_deals(after):
        return TurnClock(_deal_at(row, before, after, now), banks)
    seat = awaited(row, after)
    same = before is not None and turn_of(before) == turn_of(after) and awaited(row, before) == seat
    if same and row.clock is not None:
        return row.clock
    last_turn = last_turn_after(row, before, after)
    if seat is None or row.limits is None:
        return TurnClock(None, banks, last_turn=last_turn)
    return TurnClock(now + row.limits.turn + banks[seat], banks, last_turn=last_turn)


def resumed(row: TableRow, now: int) -> TurnClock | None:
    """Return the clock of a paused table that continues: with the time that was left, and a new ping to send."""
    if row.clock is None or row.paused_at is None:
        return row.clock
    deadline = row.clock.deadline
    if deadline is not None:
        deadline = max(deadline + now - row.paused_at, now + LEAST)
    last_turn = moved_by(row.clock.last_turn, now - row.paused_at)
    return replace(row.clock, deadline=deadline, pinged=False, last_turn=last_turn)


def _special_clock(row: TableRow, before: Game, after: Game, now: int) -> TurnClock | None:
    """Return the clock after a take-back, or after the players agreed to pause; None after any other line."""
    if after.paused and not before.paused:
        return _paused(row, after, now)
    return clock_taken_back(row, after) if took_back(before, after) else None


def _paused(row: TableRow, after: Game, now: int) -> TurnClock:
    """Return the clock of a live game that has become a slow one: the current turn has all of the new time."""
    limits = row.limits or TimeLimits(0)
    runs = awaited(row, after) is not None or (between_deals(after) and not all_ready(row, after))
    deadline = now + limits.turn if row.limits is not None and runs else None
    before = row.clock or TurnClock(None, ())
    last = None if before.last_turn is None else replace(before.last_turn, deadline=deadline, bank=0)
    return TurnClock(deadline, (0,) * len(row.seats), pinged=before.pinged, last_turn=last)


def _banks_after(row: TableRow, before: Game | None, after: Game, now: int) -> tuple[int, ...]:
    """Return each seat's remaining bank: the player who has just ended a turn may have used some of theirs."""
    if before is None or row.clock is None:
        return (row.limits.bank if row.limits else 0,) * len(row.seats)
    banks, seat = row.clock.banks, awaited(row, before)
    if seat is None or row.clock.deadline is None or turn_of(before) == turn_of(after):
        return banks
    left = _within(row.clock.deadline - now, (0, banks[seat]))
    return (*banks[:seat], left, *banks[seat + 1 :])


def _deal_at(row: TableRow, before: Game | None, after: Game, now: int) -> int | None:
    """Return when the next deal is dealt by itself; None if it isn't timed.

    Once everyone present is ready there is no deadline: the deal is due immediately (`bot.play.time.due`). A deadline
    would be extended after an outage like any other, and everyone would wait again.
    """
    if asleep(row, after) or all_ready(row, after):
        return None
    wait = _deal_wait(row)
    if wait is None:
        return None
    waited = before is not None and between_deals(before) and not asleep(row, before)
    if waited and row.clock is not None and row.clock.deadline is not None:
        return row.clock.deadline
    return now + wait


def _deal_wait(row: TableRow) -> int | None:
    """Return how long the result of a deal is shown; None if a player has to ask for the next one."""
    if not people(row) or row.pace is Pace.LIVE:
        return NEXT_DEAL
    return row.limits.turn if row.limits else None


def _must_lie(value: int, bounds: tuple[int, int], unit: int, reason: TableReason) -> None:
    """Refuse a value outside bounds; the refusal names them in the unit of its sentence."""
    if value != _within(value, bounds):
        raise refused(reason, least=bounds[0] // unit, most=bounds[1] // unit)


def _within(value: int, bounds: tuple[int, int]) -> int:
    """Return the nearest value within bounds, both ends included."""
    return max(bounds[0], min(value, bounds[1]))
