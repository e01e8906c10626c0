"""The actions of buttons and selects, read from their custom ids, which don't depend on the language as labels do.

The grammar is ``r1:<table>:<action>:<stamp>[:<argument>]`` (``cogs/edge/clicking/custom_ids.py``). Guests parse ids by
themselves, since they know only what is on their screen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.playground import SeenButton, SeenMessage, SeenSelect

_PATTERN: Final = re.compile(r"r1:(?P<table>\d+):(?P<action>[a-z]+):(?P<stamp>[\d.]+)(?::(?P<argument>\w+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A parsed custom id. ``stamp`` identifies the state of the table (``12``); ``argument`` may be empty."""

    table: int
    action: str
    stamp: str
    argument: str


def meaning_of(custom_id: str) -> Meaning | None:
    """Parse a custom id; None if it isn't about a table."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    return Meaning(int(match["table"]), match["action"], match["stamp"], match["argument"] or "")


def action_of(part: SeenButton | SeenSelect) -> str:
    """Return the action of a button or a select; empty if it isn't about a table."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.action


def argument_of(part: SeenButton | SeenSelect) -> str:
    """Return the argument of a button or a select; empty if it has none."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.argument


def stamp_of(part: SeenButton | SeenSelect) -> str:
    """Return the stamp of a button or a select; empty if it isn't about a table."""
    meaning = meaning_of(part.custom_id)
    return "" if meaning is None else meaning.stamp


def enabled(message: SeenMessage, *actions: str) -> list[SeenButton]:
    """List the enabled buttons of a message with one of these actions, in the order shown."""
    return [button for button in message.buttons if not button.disabled and action_of(button) in actions]


def lists(message: SeenMessage, action: str) -> list[SeenSelect]:
    """List the selects of a message with this action, in the order shown."""
    return [select for select in message.selects if action_of(select) == action]


def offers(message: SeenMessage, custom_id: str) -> bool:
    """Return whether a message has an enabled button with this custom id."""
    return any(button.custom_id == custom_id and not button.disabled for button in message.buttons)


def newest_with(messages: Sequence[SeenMessage], *actions: str) -> tuple[SeenMessage, SeenButton] | None:
    """Return the newest message that has an enabled button with one of these actions, and that button."""
    return next(((message, button) for message in reversed(messages) for button in enabled(message, *actions)), None)
