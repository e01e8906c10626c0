"""What people do in their panes, in the terms that they see, so that it can be recorded and repeated."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.errors import JSON


@dataclass(frozen=True, slots=True)
class PageStep:
    """One action: the person's name, the action's name in the pane's requests, and labels instead of ids.

    `place` in the arguments is the name of the channel or thread, empty for direct messages. Messages are counted from
    the newest: `back` is the number of newer messages that have such a button or select.
    """

    person: str
    action: str
    arguments: JSON


Recorder = Callable[[PageStep], None]
"""Called with each action that was accepted."""


def ignore(_: PageStep) -> None:
    """Record nothing."""
