"""Players' names, as far as a picture can show them."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from bot.text.catalogue import Texts
from render.letters import ELLIPSIS, has_glyph, length

_SELECTORS: Final = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""They choose between forms of the character before them and draw nothing of their own."""


@lru_cache(maxsize=1024)
def clean(name: str) -> str:
    """Give a name in composed form, with no control or direction characters and no more than single spaces."""
    composed = unicodedata.normalize("NFC", name)
    kept = (
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or (unicodedata.category(character)[0] != "C" and character not in _SELECTORS)
    )
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def drawable(name: str) -> str | None:
    """Give a name as a picture shows it; None for one that it can't: the seat's badge stands for it.

    The font lacks a glyph, or the script runs from right to left, or marks have to be set on letters, which the
    basic layout does not do.
    """
    kept = clean(name)
    return kept if kept and all(map(_can_be_drawn, kept)) else None


@lru_cache(maxsize=1024)
def drawable_part(name: str) -> str | None:
    """Give as much of a name as a picture can show, where no seat's badge stands beside it; None if that is nothing.

    Letters and digits are what somebody is known by: signs alone are nothing.
    """
    kept = " ".join("".join(filter(_can_be_drawn, clean(name))).split())
    return kept if any(map(str.isalnum, kept)) else None


def title_of(words: str) -> str:
    """Give a title that somebody typed as a picture shows it: what the font lacks is left out."""
    return " ".join("".join(filter(_can_be_drawn, clean(words))).split())


def _can_be_drawn(character: str) -> bool:
    """Say whether a picture can show a character wherever it stands."""
    if character == " ":
        return True
    if unicodedata.category(character)[0] == "M" or unicodedata.bidirectional(character) in ("R", "AL", "AN"):
        return False
    return has_glyph(character)


def on_one_line(
    names: Sequence[str], texts: Texts, words: Callable[[Sequence[str]], str], size: int, width: int
) -> str:
    """Write a sentence with names that fits ``width`` in bold letters of a size: long names are cut for that.

    ``words`` makes it of the names. One that a picture can't show is told by its seat.
    """
    shown = [drawable(name) or texts.t("Seat {number}", number=seat) for seat, name in enumerate(names, 1)]
    line = words(shown)
    for most in range(max(map(len, shown)) - 1, 0, -1):
        if length(line, size, True) <= width:
            break
        line = words([name if len(name) <= most else f"{name[:most].rstrip()}{ELLIPSIS}" for name in shown])
    return line
