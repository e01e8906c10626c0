"""Why a table refuses what somebody asks of it, outside the rules of the game."""

from enum import StrEnum

from bot.rummy.options import Conflict
from bot.rummy.refusals import Refusal, Refused


class TableReason(StrEnum):
    """What stands against a request, and what can be done instead (C-5). Each value is the English sentence."""

    NOT_SEATED = "You don't sit at this table; take a free seat in a lobby, or open a table in another channel."
    SEATED_ALREADY = "You sit at this table already; wait for the others, or leave to free your seat."
    TABLE_FULL = "All seats are taken; watch this game, or open a table in another channel."
    SEAT_KEPT = "The last free seat is kept for an invited player; open a table of your own in another channel."
    INVITED_SELF = "You can't invite yourself; name somebody else, or leave the seat open to all."
    STARTED = "The game has started, so the lobby is closed; play on, or resign to end it."
    NOT_STARTED = "The game has not started; the host starts it when enough players sit here."
    CLOSED = "This table was cancelled; open a new one in this channel."
    OVER = "This game is over; a rematch starts a new one."
    NOT_OVER = "This game is not over; play on, or resign to end it, before the rematch."
    HOST_ONLY = "Only the host can do that; ask them, or leave and open a table of your own."
    TOO_FEW = "A game needs two players or more; start it when somebody has joined."
    TOO_MANY = "That game seats {most}, and {seated} sit here; choose another game, or wait until somebody leaves."
    EMPTY_CUT = "A cut is a text of your own choice; write at least one character that can be seen."
    LONG_CUT = "A cut has at most {most} characters; write a shorter one."
    EMPTY_NAME = "A preset goes by its name; write at least one character that can be seen."
    LONG_NAME = "A preset's name has at most {most} characters; write a shorter one."
    PRESETS_FULL = "This server has {most} presets, as many as it can keep; delete one, or save under the name of one."
    LIVE_TURN = "A turn of a live game takes {least} to {most} seconds on this server; choose a time between them."
    LIVE_BANK = "A bank of time holds {least} to {most} seconds on this server; choose a time between them."
    SLOW_TURN = "A turn of a slow game takes {least} to {most} hours on this server; choose a time between them."
    DEAL_RUNNING = "What was dealt is not played out yet; play it to its end first."


class Stale(Exception):
    """The click comes from a message that the table has left behind, or another was quicker; show what is now."""


class UnknownTable(Exception):
    """There is no table with this number."""


def refused(reason: TableReason, rule: str = "", **values: int | str) -> Refused:
    """Make the refusal; ``rule`` is the id of the rule that stands against it, where there is one."""
    return Refused(Refusal(rule, reason, values))


def refuse_any(*against: TableReason | Conflict) -> None:
    """Raise one refusal of everything that stands against a request, if anything does; a conflict names its rules."""
    if against:
        raise Refused(*(Refusal("", reason) for reason in against))
