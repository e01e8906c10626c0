"""Nudges: in a slow game another player may have the one called for whom all wait, once a turn."""

from dataclasses import replace
from typing import Final

from bot.play.errors import TableReason, refused
from bot.play.game import Game
from bot.play.presence import awaited
from bot.play.scheduling.pings import GRACE, reminders
from bot.play.values import HOUR, Pace, TableRow, TurnClock

_LEAST: Final = HOUR
"""Milliseconds that somebody has to themselves after a call, and after the beginning of their turn."""


def nudged(row: TableRow, game: Game, seat: int, now: int) -> TurnClock:
    """Give the clock once a player has asked for a call of the one whose turn it is: it is due again. Refused."""
    clock, awaits = row.clock, awaited(row, game)
    if game.over:
        raise refused(TableReason.OVER)
    if row.pace is not Pace.SLOW:
        raise refused(TableReason.NUDGE_SLOW)
    if clock is None or awaits is None:
        raise refused(TableReason.NUDGE_NOBODY)
    if awaits == seat:
        raise refused(TableReason.NUDGE_SELF)
    if clock.nudged:
        raise refused(TableReason.NUDGED)
    if now - _last_call(row, game, clock, awaits, now) < _LEAST:
        raise refused(TableReason.NUDGE_EARLY)
    return replace(clock, pinged=False, nudged=True)


def _last_call(row: TableRow, game: Game, clock: TurnClock, seat: int, now: int) -> int:
    """Say when the player was called last, or their turn began; what quiet hours put off counts as made in time."""
    acted = game.acted[seat]
    first = game.turn_at if acted is None else max(game.turn_at, acted + GRACE)
    return max([game.turn_at, *(at for at in (first, *reminders(row, clock)) if clock.pinged and at <= now)])
