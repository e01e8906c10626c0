"""Nudges: in a slow game another player may have the one called for whom all wait, once a turn."""

from dataclasses import replace
from typing import Final

from bot.play.errors import TableReason, refusal
from bot.play.game import Game
from bot.play.presence import awaited
from bot.play.timing.pings import GRACE, reminders
from bot.play.values import HOUR, Pace, TableRow, TurnClock
from bot.rummy.refusals import Refusal

_LEAST: Final = HOUR
"""Milliseconds that somebody has to themselves after a call, and after the beginning of their turn."""


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
    """Say when the player was called last, or their turn began; what quiet hours put off counts as made in time."""
    acted = game.acted[seat]
    first = game.turn_at if acted is None else max(game.turn_at, acted + GRACE)
    return max([game.turn_at, *(at for at in (first, *reminders(row, clock)) if clock.pinged and at <= now)])
