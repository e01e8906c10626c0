"""The grammar of custom ids: ``r1:<table>:<action>:<stamp>[:<argument>]``.

``r1`` is the version of the grammar. ``stamp`` is how far the table was for whoever sees the message when it was made
(`Stamp`, ``12`` or ``12.3``). The argument is a card, a move with ``_`` for its spaces, an option's name or a counter
that makes a select new. Everything in an id is seen by whoever sees the message, and anybody can send any id: nothing
hidden goes into a public one, nothing that comes out is believed.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.play.values import NO_LINES, Stamp
from bot.rummy.moves import Move, parse_move

LONGEST: Final = 100
HIGHEST: Final = 2**63 - 1
"""The highest number that the database takes for an id."""
LONGEST_ARGUMENT: Final = 48
"""Characters: a run of thirteen cards to lay has 43."""
_PATTERN: Final = re.compile(
    r"r1:(?P<table>[1-9][0-9]{0,18}):(?P<action>[a-z]+)"
    r":(?P<stamp>(?:0|[1-9][0-9]{0,9})(?:\.[1-9][0-9]{0,3})?)"
    rf"(?::(?P<arg>[A-Za-z0-9_]{{1,{LONGEST_ARGUMENT}}}))?",
    re.ASCII,
)


class TableAction(StrEnum):
    """What a button, a select or a modal asks for."""

    JOIN = "join"
    LEAVE = "leave"
    DECLINE = "decline"
    COMPUTERS = "computers"  # which computer is to sit down
    LEVEL = "level"  # a select of levels: one sits down
    REMOVE = "remove"  # who is to get up
    SEAT = "seat"  # a select of those who sit: one gets up
    KEEP = "keep"  # how the table is kept
    PACE = "pace"  # a select of paces
    LIMITS = "limits"  # how long a turn may take, typed in a modal
    SETTINGS = "manner"  # a select of all that holds at the table
    INVITE = "invite"  # a select of people
    VARIANT = "variant"  # house rules: which game
    HOUSE = "house"
    OPTION = "option"  # house rules: which option
    VALUE = "value"  # house rules: its value, from a select
    NUMBER = "number"  # house rules: its value, typed in a modal
    SWITCHES = "switches"  # house rules: all that are on, from a select
    RESET = "reset"
    SAVE = "save"  # the rules as a preset
    PRESET = "preset"  # a select of presets
    FORGET = "forget"  # delete a preset
    CODE = "code"  # rules by a code
    CUT = "cut"
    START = "start"
    CANCEL = "cancel"
    HAND = "hand"
    DRAW = "draw"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 - a move, not a password
    DISCARD = "discard"
    KNOCK = "knock"
    KNOCKS = "knocks"  # a select of knocks
    CLAIM = "claim"
    PICK = "pick"  # a select of cards to do something with
    ALL = "all"  # lay all that can be laid
    STEP = "step"  # one thing of those, the move stands in the argument
    LAY = "lay"  # what the picked cards can do: a meld, a lay-off, a swap; the move stands in the argument
    LAYS = "lays"  # a select of them
    UNDO = "undo"
    THROW = "throw"  # a select of discards
    SORT = "sort"
    NEXT = "next"
    READY = "ready"  # for the next deal, whose predecessor's number stands in the argument
    BACK = "back"  # somebody who was away plays on
    NUDGE = "nudge"
    HINT = "hint"
    MOVES = "moves"
    MORE = "more"  # what is needed rarely
    DOWN = "down"  # post the table again
    REMATCH = "rematch"
    RULES = "rules"
    DISCARDS = "discards"
    RECORD = "record"
    VERIFY = "verify"
    GIVE_UP = "giveup"  # asks whether somebody means to resign
    RESIGN = "resign"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class TableId:
    """One custom id; ``str(custom_id)`` is what Discord gets, `parse` reads it back."""

    table: int
    action: TableAction
    stamp: Stamp = NO_LINES
    argument: str | None = None

    def __str__(self) -> str:
        """Write the id as Discord gets it."""
        text = f"r1:{self.table}:{self.action}:{self.stamp}"
        return text if self.argument is None else f"{text}:{self.argument}"


def parse(text: object) -> TableId | None:
    """Read a custom id; None for anything that is not one of ours, however it came here."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _PATTERN.fullmatch(text)) is None:
        return None
    try:
        action = TableAction(match["action"])
    except ValueError:
        return None
    table = int(match["table"])
    return None if table > HIGHEST else TableId(table, action, Stamp.read(match["stamp"]), match["arg"])


def move_argument(move: Move) -> str:
    """Write a move, all but its seat, as an argument: ``meld_7H_8H_XX``."""
    return "_".join(str(move).split(" ")[1:])


def move_from(argument: str, seat: int) -> Move | None:
    """Read a move of a seat back from an argument; None if it is none."""
    try:
        return parse_move(f"{seat} {argument.replace('_', ' ')}")
    except ValueError:
        return None
