"""The times of pings: once per turn, with reminders and nudges in slow games, and never in quiet hours.

Pure functions; times are epoch milliseconds.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.play.state.errors import TableReason, refusal
from bot.play.state.game import Game
from bot.play.state.people import Quiet
from bot.play.state.presence import awaited
from bot.play.state.values import HOUR, MINUTE, Pace, TableRow, TurnClock
from bot.rummy.refusals import Refusal

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
