"""When somebody is called: the one ping of a turn, the reminders of a slow one, and nobody's quiet hours.

Pure: a table, its game and its clock, a person and a time in; a time or a number out. Times are epoch milliseconds.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.play.game import Game
from bot.play.people import Quiet
from bot.play.presence import awaited
from bot.play.values import MINUTE, Pace, TableRow, TurnClock

GRACE: Final = MINUTE
"""Milliseconds after somebody has acted in which nobody calls them: they are looking."""
_REMINDERS: Final = ((1, 2), (9, 10))
"""At which parts of a slow turn its player is reminded."""


def call_at(row: TableRow, game: Game, clock: TurnClock | None) -> int | None:
    """Say when the person whose turn it is has to be called next; None if they have been often enough."""
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
    """List when the player of the running turn is reminded: at half and at nine tenths of a slow one."""
    if row.pace is not Pace.SLOW or row.limits is None or clock.deadline is None:
        return ()
    began = clock.deadline - row.limits.bank - row.limits.turn
    return tuple(began + row.limits.turn * part // whole for part, whole in _REMINDERS)


def called(row: TableRow, clock: TurnClock, now: int) -> TurnClock:
    """Give the clock once the player has been called; of reminders that were put off only the last one counts.

    Its ``reminded`` is the number of the reminder that this call is, 0 for the first call of a turn.
    """
    passed = sum(at <= now for at in reminders(row, clock))
    return replace(clock, pinged=True, reminded=max(passed, clock.reminded))


def quiet_until(quiet: Quiet | None, at: int) -> int:
    """Say from when on somebody may be called: ``at`` itself, or the end of the quiet hours that it lies in.

    Quiet is what the clocks on the wall show, so on the night when they are changed the hours are longer or shorter.
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
