"""The grammar of custom ids: ``r1:<table>:<action>:<stamp>[:<argument>]``.

``r1`` is the version of the grammar. ``stamp`` is how far the table was when the message was made: the moves in its
log. The argument is a card, an option's name or a counter that makes a select new. Everything in an id is seen by
whoever sees the message, and anybody can send any id: nothing hidden goes in, nothing that comes out is believed.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LONGEST: Final = 100
_PATTERN: Final = re.compile(
    r"r1:(?P<table>[1-9][0-9]{0,18}):(?P<action>[a-z]+):(?P<stamp>0|[1-9][0-9]{0,9})(?::(?P<arg>[A-Za-z0-9_]{1,32}))?",
    re.ASCII,
)


class Action(StrEnum):
    """What a button, a select or a modal asks for."""

    JOIN = "join"
    LEAVE = "leave"
    HOUSE = "house"
    OPTION = "option"  # house rules: which option
    VALUE = "value"  # house rules: its value, from a select
    NUMBER = "number"  # house rules: its value, typed in a modal
    RESET = "reset"
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
    SORT = "sort"
    NEXT = "next"
    REMATCH = "rematch"
    RULES = "rules"
    DISCARDS = "discards"
    RECORD = "record"
    VERIFY = "verify"
    RESIGN = "resign"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class CustomId:
    """One custom id; ``str(custom_id)`` is what Discord gets, `parse` reads it back."""

    table: int
    action: Action
    stamp: int = 0
    argument: str | None = None

    def __str__(self) -> str:
        """Write the id as Discord gets it."""
        text = f"r1:{self.table}:{self.action}:{self.stamp}"
        return text if self.argument is None else f"{text}:{self.argument}"


def parse(text: object) -> CustomId | None:
    """Read a custom id; None for anything that is not one of ours, however it came here."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _PATTERN.fullmatch(text)) is None:
        return None
    try:
        action = Action(match["action"])
    except ValueError:
        return None
    return CustomId(int(match["table"]), action, int(match["stamp"]), match["arg"])
