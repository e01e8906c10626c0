"""What buttons and lists do, read off their custom ids: labels change with the language, ids don't.

The grammar is the bot's own, ``r1:<table>:<action>:<stamp>[:<argument>]``
(``cogs/edge/clicking/custom_ids.py``). Guests parse it themselves, since they only know what is on their screen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.playground import SeenButton, SeenMessage, SeenSelect

_PATTERN: Final = re.compile(r"r1:(?P<table>\d+):(?P<action>[a-z]+):(?P<stamp>[\d.]+)(?::(?P<argument>\w+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a click on something asks for: ``stamp`` is how far the table was (``12``), ``argument`` may be empty."""

    table: int
    action: str
    stamp: str
    argument: str


def meaning_of(custom_id: str) -> Meaning | None:
    """Read a custom id; None if it isn't about a table."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return Meaning(int(match["table"]), match["action"], match["stamp"], match["argument"] or "")


def action_of(part: SeenButton | SeenSelect) -> str:
    """Return what a button or a list asks for; empty if it isn't about a table."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.action


def argument_of(part: SeenButton | SeenSelect) -> str:
    """Return the argument of a button's or a list's id; empty if it has no argument."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.argument


def enabled(message: SeenMessage, *actions: str) -> list[SeenButton]:
    """List the buttons of a message that do one of these things and can be clicked, in the order shown."""
    return [button for button in message.buttons if not button.disabled and action_of(button) in actions]


def lists(message: SeenMessage, action: str) -> list[SeenSelect]:
    """List the selects of a message that do something, in the order shown."""
    return [select for select in message.selects if action_of(select) == action]


def offers(message: SeenMessage, custom_id: str) -> bool:
    """Return whether a message has the button with that id, and it can be clicked."""
    return any(button.custom_id == custom_id and not button.disabled for button in message.buttons)


def newest_with(messages: Sequence[SeenMessage], *actions: str) -> tuple[SeenMessage, SeenButton] | None:
    """Find the newest message with a button that does one of these things and can be clicked, and that button."""
    return next(((message, button) for message in reversed(messages) for button in enabled(message, *actions)), None)
