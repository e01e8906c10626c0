"""The clock of a turn: after each line of the log, when its player is pinged, until when a discard can be taken back.

Pings: once per turn, with reminders and nudges in slow games, and never in quiet hours. Pure: times come in and go out
as epoch milliseconds, durations as milliseconds.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.play.state.errors import TableReason, refusal
from bot.play.state.game import Game, begin, took_back, turn_of
from bot.play.state.people import Quiet
from bot.play.state.presence import all_ready, asleep, awaited, between_deals, people
from bot.play.state.values import HOUR, MINUTE, SECOND, LastTurn, Pace, Status, TableRow, TimeLimits, TurnClock
from bot.rummy.refusals import Refusal


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


def touched(row: TableRow, now: int) -> TableRow:
    """Return a table with the time of its last activity; if its game has just started, its clock begins to run."""
    row = replace(row, touched_at=now)
    if row.status is not Status.PLAYING:
        return row
    return replace(row, clock=clock_after(row, None, begin(row), now))


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
    left = max(0, min(row.clock.deadline - now, banks[seat]))
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


# Two people who are both watching shouldn't get a ping per turn. A ping is stored before it's sent: after a crash one
# may be missing, but none comes twice.
GRACE: Final = MINUTE
"""Milliseconds after a player acted in which they aren't pinged, because they are still looking."""
_REMINDERS: Final = ((1, 2), (9, 10))
"""The fractions of a slow turn at which its player is reminded."""


def ping_at(row: TableRow, game: Game, clock: TurnClock | None) -> int | None:
    """Return when the player on turn has to be pinged next; None if no more pings are due in this turn."""
    seat = awaited(row, game)
    if seat is None or clock is None:
        return None
    acted = game.acted[seat]
    rest = game.turn_at if acted is None else max(game.turn_at, acted + GRACE)
    if not clock.pinged:
        return rest
    later = reminders(row, clock)[clock.reminded :]
    return max(rest, later[0]) if later else None


def reminders(row: TableRow, clock: TurnClock) -> tuple[int, ...]:
    """Return when the player on turn is reminded: at half and at nine tenths of a slow turn."""
    if row.pace is not Pace.SLOW or row.limits is None or clock.deadline is None:
        return ()
    began = clock.deadline - row.limits.bank - row.limits.turn
    return tuple(began + row.limits.turn * part // whole for part, whole in _REMINDERS)


def pinged(row: TableRow, clock: TurnClock, now: int) -> TurnClock:
    """Return the clock after a ping; of several reminders that were postponed, only the last one is sent.

    ``reminded`` is the number of the reminder, 0 for the first ping of a turn.
    """
    passed = sum(at <= now for at in reminders(row, clock))
    return replace(clock, pinged=True, reminded=max(passed, clock.reminded))


def quiet_until(quiet: Quiet | None, at: int) -> int:
    """Return the earliest time for a ping: ``at`` itself, or the end of the quiet hours that contain it.

    Quiet hours follow local time, so they are longer or shorter in the night when daylight saving time changes.
    """
    if quiet is None or quiet.start == quiet.end:
        return at
    zone = ZoneInfo(quiet.zone)
    while _is_quiet(quiet, datetime.fromtimestamp(at / 1000, zone)):
        at += MINUTE - at % MINUTE
    return at


def _is_quiet(quiet: Quiet, local: datetime) -> bool:
    minute = local.hour * 60 + local.minute
    if quiet.start < quiet.end:
        return quiet.start <= minute < quiet.end
    return minute >= quiet.start or minute < quiet.end


_LEAST: Final = HOUR
"""Milliseconds after the last ping, and after the start of a turn, before a nudge is allowed."""


def refusal_to_nudge(row: TableRow, game: Game, seat: int, now: int) -> Refusal | None:
    """Return why the player of a seat can't nudge the one whose turn it is."""
    clock, awaits = row.clock, awaited(row, game)
    if game.over:
        return refusal(TableReason.OVER)
    if row.pace is not Pace.SLOW:
        return refusal(TableReason.NUDGE_SLOW)
    if clock is None or awaits is None:
        return refusal(TableReason.NUDGE_NOBODY)
    if awaits == seat:
        return refusal(TableReason.NUDGE_SELF)
    if clock.nudged:
        return refusal(TableReason.NUDGED)
    early = now - _last_ping(row, game, clock, awaits, now) < _LEAST
    return refusal(TableReason.NUDGE_EARLY) if early else None


def nudged(clock: TurnClock) -> TurnClock:
    """Return the clock after a nudge: a ping is due again."""
    return replace(clock, pinged=False, nudged=True)


def _last_ping(row: TableRow, game: Game, clock: TurnClock, seat: int, now: int) -> int:
    """Return when the player was pinged last, or their turn began; pings postponed by quiet hours count on time."""
    acted = game.acted[seat]
    first = game.turn_at if acted is None else max(game.turn_at, acted + GRACE)
    return max([game.turn_at, *(at for at in (first, *reminders(row, clock)) if clock.pinged and at <= now)])


def refusal_by_table(row: TableRow) -> Refusal | None:
    """Return why no discard can be taken back at a table; None if that's possible."""
    if row.is_rated:
        return refusal(TableReason.TAKEBACK_RATED, "C-9")
    return refusal(TableReason.TAKEBACK_OFF, "C-9") if row.settings.final_discards else None


# The turn goes on with the clock it had: time from the take-back on would let players think for free while their
# opponent's clock runs.
def refusal_to_take_back(row: TableRow, now: int) -> Refusal | None:
    """Return why a table doesn't let a player take back a discard that the rules let them take back; None if it does.

    The turn has to be one that they ended themselves, and its time must not have run out since.
    """
    against = refusal_by_table(row)
    if against is not None:
        return against
    last = row.clock.last_turn if row.clock else None
    if last is None:
        return refusal(TableReason.TAKEBACK_BOT, "C-9")
    late = last.deadline is not None and now >= last.deadline
    return refusal(TableReason.TAKEBACK_TIME, "C-9") if late else None


def offers_take_back(row: TableRow) -> bool:
    """Return whether a table offers the last player to take back their discard, as long as the rules allow it."""
    return refusal_by_table(row) is None and row.clock is not None and row.clock.last_turn is not None
