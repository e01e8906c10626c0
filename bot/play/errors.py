"""The exceptions of `bot.play`, and a table's reasons for refusing requests apart from the rules of the game."""

from collections.abc import Iterable
from enum import StrEnum

from bot.rummy.house_rules import Conflict
from bot.rummy.refusals import Refusal, Refused


class TableReason(StrEnum):
    """Reasons for refusals, with what the player can do instead (C-5). Each value is the English sentence."""

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
    INVITED_MANY = "There are seats for {most} here; invite fewer people, or remove somebody who sits."
    NOT_INVITED = "You are not invited to this table, so there is nothing to decline; join if a seat is free."
    CLOSED_TABLE = "Only who is invited can sit down at this table; ask the host, or open a table of your own."
    REMOVED_SELF = "The host can't remove themselves; leave to hand the table over, or cancel it."
    NOT_THERE = "They don't sit at this table; look at it again to see who does."
    AWAY = "A computer plays for you at the moment; take your seat back first."
    NOT_AWAY = "You have your seat already; play on."
    LEFT = "You have left this game, and a computer plays for you to its end; watch it, or open another table."
    NO_DEAL_DUE = "The next deal has been dealt already; play on."
    NUDGE_SLOW = "A nudge is for slow games; in this one the clock does it, or nothing presses."
    NUDGE_NOBODY = "There is nobody to be nudged now; wait until it is another player's turn."
    NUDGE_SELF = "It is your own turn; make your move."
    NUDGED = "They have been nudged in this turn already; wait, or let their time run out."
    NUDGE_EARLY = "They have known for less than an hour that it is their turn; nudge them later."
    LIVE_TURN = "A live turn takes from {least} to {most} seconds on this server; choose a time between."
    LIVE_BANK = "The reserve for a live game is from {least} to {most} seconds on this server; choose one between."
    SLOW_TURN = "A slow turn takes from {least} to {most} hours on this server; choose a time between."
    FIXTURE = "A tournament fixes this game's players and rules. Sit down and play, or ask an admin to change it."
    WRONG_CHANNEL = "On this server tables open in {channels}; give the command there."
    NOT_OPENER = "Only {role} can open tables on this server; sit down at a table that waits, or ask one of them."
    DEAL_RUNNING = "What was dealt is not played out yet; play it to its end first."


class Stale(Exception):
    """The click is from an outdated message, or another player was faster; show the current state."""


class UnknownTable(Exception):
    """No table has this id."""


def refusal(reason: TableReason, rule: str = "", **values: int | str) -> Refusal:
    """Return a refusal; ``rule`` is the id of the rule behind it, if there is one."""
    return Refusal(rule, reason, values)


def refused(reason: TableReason, rule: str = "", **values: int | str) -> Refused:
    """Return the error to raise for a refusal."""
    return Refused(refusal(reason, rule, **values))


def refusals_for_conflicts(conflicts: Iterable[Conflict]) -> tuple[Refusal, ...]:
    """Return a refusal for each conflict between options; a conflict's sentence names its rules."""
    return tuple(Refusal("", conflict) for conflict in conflicts)


def raise_refusals(*refusals: Refusal | None) -> None:
    """Raise Refused with all refusals that aren't None, if there is any."""
    if found := [one for one in refusals if one is not None]:
        raise Refused(*found)


class Repeated(Exception):
    """The interaction was already handled; nothing was written."""


class Overtaken(Exception):
    """Another player or process wrote first; nothing was written. Load the table again."""


class ChannelTaken(Exception):
    """Another open table is in this channel (C-1); ``table`` is its id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} sits in this channel")
        self.table = table


class FixtureTaken(Exception):
    """The fixture already has an open table; ``table`` is its id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} is open for this fixture")
        self.table = table


class StoreError(Exception):
    """The store failed; the message says why in one sentence. Whether anything was written is uncertain."""
