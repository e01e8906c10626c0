"""Telling: what the words of all pictures have in common, sentences joined and made short enough."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.text.catalogs import Texts
from bot.text.direction import isolated
from bot.text.lists import signed
from render.drawing.names import clean

LONGEST: Final = 250
LONGEST_NAME: Final = 20
"""Characters of a name that are told."""


def spoken(texts: Texts, name: str, seat: int) -> str:
    """Give a name as it is read out: a long one cut, an empty one by its seat."""
    return isolated(shortened(clean(name), LONGEST_NAME)) or texts.t("Seat {number}", number=seat + 1)


def shortened(words: str, most: int) -> str:
    """Cut words to ``most`` characters, an ellipsis at their end."""
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def scores_of(names: Sequence[str], points: Sequence[int]) -> str:
    """Tell everybody's points."""
    return ", ".join(f"{name} {signed(score)}" for name, score in zip(names, points, strict=True))


def joined(parts: Iterable[str]) -> str:
    """Join the sentences that there are."""
    return " ".join(part for part in parts if part)


def first_fitting(forms: Iterable[str]) -> str:
    """Give the first form that is short enough; the last one is cut."""
    form = ""
    for form in forms:
        if len(form) <= LONGEST:
            return form
    return shortened(form, LONGEST)


def without_the_least(parts: Sequence[tuple[int, str]]) -> str:
    """Join sentences, leaving out those with the highest numbers until the rest is short enough."""
    order = sorted((number for number, part in parts if part), reverse=True)
    return first_fitting(joined(part for number, part in parts if number <= most) for most in dict.fromkeys(order))
