"""Whether a table lets players take back a discard (C-9).

The rules allow it in every game; a table only in games that aren't rated, and only if its host hasn't turned it off.
"""

from bot.play.state.errors import TableReason, refusal
from bot.play.state.lobby import is_rated
from bot.play.state.values import TableRow
from bot.rummy.refusals import Refusal


def refusal_by_table(row: TableRow) -> Refusal | None:
    """Return why no discard can be taken back at a table; None if that's possible."""
    if is_rated(row):
        return refusal(TableReason.TAKEBACK_RATED, "C-9")
    return refusal(TableReason.TAKEBACK_OFF, "C-9") if row.settings.final_discards else None


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
