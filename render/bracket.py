"""The picture of a knock-out: pairs round by round, from the left to the final; in parts where it is large."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.text.catalogue import Texts
from bot.text.league import listed_name
from render.canvas import MARGIN, WIDTH, Canvas, Picture, Style
from render.look import DEFAULT, Look


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays in a pair: their number in the draw, from 1, and their id. Both are 0 for a bye."""

    number: int
    user: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who meet in a knock-out; a side is None while nobody knows who it will be.

    ``winner`` is 0 or 1 once it is decided. ``score`` are the points of the game that decided it; none for a walk-over
    or a bye.
    """

    sides: tuple[Side | None, Side | None]
    winner: int | None = None
    score: tuple[int, int] | None = None


def bracket_parts(entrants: int) -> int:
    """Say how many pictures a knock-out of so many entrants needs: the first has the last rounds."""
    return 1 if entrants <= 16 else 1 + -(-entrants // 16)


def bracket_picture(
    rounds: Sequence[Sequence[Pair]],
    names: Mapping[int, str],
    texts: Texts,
    title: str,
    look: Look = DEFAULT,
    *,
    part: int = 0,
    me: int | None = None,
) -> Picture:
    """Draw part ``part`` of a knock-out; ``rounds`` has each round's pairs from the top, the first round whole.

    Later rounds may be missing, or hold pairs that nobody has reached. What ``me`` plays stands out.
    """
    canvas = Canvas(look, texts)
    canvas.text(MARGIN, 46, title, Style(42), WIDTH - 2 * MARGIN)
    for number, pair in enumerate(rounds[0][:8] if rounds else ()):
        words = " : ".join(listed_name(texts, side.user, names, side.number) if side else "" for side in pair.sides)
        canvas.text(MARGIN, 120 + 68 * number, words, Style(36), WIDTH - 2 * MARGIN)
    return Picture(canvas.png(), title[:250])
