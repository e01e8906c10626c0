"""One turn of a demo as frames of a moving picture: the table, the hand after a click, the table after it."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.playground import SeenMessage
from bot.playground.seen import SeenContainer, SeenPart, SeenRow, SeenText
from bot.playground.transcript_page import ShownMessage, Step
from render.drawing.moving import Frame, FrameButton

_PRIVATE: Final = "only you can see this"
_MOST_LINES: Final = 2
_REPLACED: Final = (
    (re.compile(r"<t:\d+:R>"), "in 1 minute"),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"^-# .*$", re.MULTILINE), ""),
    (re.compile(r"\*\*|`|^#+ |⏳ ?|[\u2066-\u2069]", re.MULTILINE), ""),
)
"""What Discord shows in another way, or what is small print."""


class NoTurnError(Exception):
    """The game has no turn of the kind that the picture shows."""


def turn_in(steps: Sequence[Step], player: str) -> tuple[Frame, ...]:
    """Return the screens of one turn: the table, the hand after drawing, the table afterwards. NoTurnError.

    It is the turn with the most cards in melds (their buttons are gray), the last of several.
    """
    turns = list(_turns(steps, player))
    if not turns:
        raise NoTurnError(f"no turn of {player} in which they draw and discard")
    return max(reversed(turns), key=lambda turn: _gray(turn[1]))


def _turns(steps: Sequence[Step], player: str) -> Iterator[tuple[Frame, ...]]:
    """Yield the turns in which a player draws, and discards with the next click."""
    for before, drawn, discarded in zip(steps, steps[1:], steps[2:], strict=False):
        table, hand, after = _public(before.changed), _private(drawn.changed, player), _public(discarded.changed)
        draw, discard = _clicked(drawn, player), _clicked(discarded, player)
        if table is None or hand is None or after is None:
            continue
        if draw in _labels(table) and discard in _labels(hand):
            yield _frame(table, draw), _frame(hand, discard), _frame(after)


def _gray(frame: Frame) -> int:
    """Return the number of gray buttons of a message."""
    return sum(button.style == "secondary" for row in frame.buttons for button in row)


def _clicked(step: Step, player: str) -> str:
    """Return the label that a player clicked in a step; a text that no button has for other steps."""
    name, _, label = step.title.partition(": ")
    return label if name == player else f"({step.title})"


def _labels(message: SeenMessage) -> set[str]:
    """Return the labels of a message's buttons."""
    return {button.label for button in message.buttons}


def _public(shown: Sequence[ShownMessage]) -> SeenMessage | None:
    """Return the newest public message with a picture."""
    return next((one.message for one in reversed(shown) if one.owner is None and one.message.pictures), None)


def _private(shown: Sequence[ShownMessage], player: str) -> SeenMessage | None:
    """Return a player's newest private message with a picture."""
    return next((one.message for one in reversed(shown) if one.owner == player and one.message.pictures), None)


def _frame(message: SeenMessage, clicked: str = "") -> Frame:
    """Return a message as a frame: its first lines, its picture and its buttons."""
    parts = list(_inner(message.parts))
    lines = [line for part in parts if isinstance(part, SeenText) for line in _shown(part.text)]
    rows = tuple(
        tuple(FrameButton(one.label or one.emoji, one.style, one.disabled) for one in part.buttons)
        for part in parts
        if isinstance(part, SeenRow)
    )
    accent = next((part.color for part in message.parts if isinstance(part, SeenContainer)), None)
    return Frame(
        message.author,
        _PRIVATE if message.ephemeral else "",
        tuple(lines[:_MOST_LINES]),
        message.pictures[0].data,
        rows,
        clicked,
        None if accent is None else f"#{accent:06x}",
    )


def _inner(parts: Sequence[SeenPart]) -> Iterator[SeenPart]:
    """Yield parts from top to bottom, those in boxes too."""
    for part in parts:
        if isinstance(part, SeenContainer):
            yield from _inner(part.parts)
        else:
            yield part


def _shown(text: str) -> list[str]:
    """Return the lines of a text as Discord shows them, without small print."""
    for pattern, words in _REPLACED:
        text = pattern.sub(words, text)
    return [line.strip() for line in text.splitlines() if line.strip()]
