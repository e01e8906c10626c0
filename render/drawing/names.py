"""Players' names, as far as the fonts can draw them."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from bot.text.catalogs import Texts
from bot.text.lists import isolated
from render.drawing.letters import ELLIPSIS, has_glyph, length

_SELECTORS: Final = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""They select a form of the character before them and draw nothing themselves."""
_ON_DARK: Final = {chr(first + n): chr(ord("A") + n) for first in (0x1F150, 0x1F170) for n in range(26)}
"""Light letters on dark discs and squares, which Unicode doesn't relate to plain letters."""


@lru_cache(maxsize=1024)
def clean(name: str) -> str:
    """Return a name in composed form, without control and direction characters and with single spaces."""
    composed = unicodedata.normalize("NFC", name)
    kept = (
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or (unicodedata.category(character)[0] != "C" and character not in _SELECTORS)
    )
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def drawable(name: str) -> str | None:
    """Return as much of a name as the fonts can draw, or None if the rest doesn't identify the player.

    Fancy letters that no font has become plain ones. If only punctuation of a longer name is left, the result is None
    too: pictures then show only the seat's badge, and lists the digits of an unknown player.
    """
    kept, shown = clean(name), title_of(name)
    return shown if shown and (shown == kept or any(unicodedata.category(sign)[0] in "LNS" for sign in shown)) else None


@lru_cache(maxsize=1024)
def title_of(words: str) -> str:
    """Return a title that a member typed, without the characters that no font has."""
    return " ".join("".join(map(_drawn_as, clean(words))).split())


@lru_cache(maxsize=4096)
def _drawn_as(character: str) -> str:
    """Return how a character is drawn: as it is, in a plain form, or not at all.

    Marks that don't compose with a letter are left out: the basic layout can't place them on their letters.
    """
    if character == " ":
        return character
    if unicodedata.category(character)[0] == "M":
        return ""
    if has_glyph(character):
        return character
    plain = _ON_DARK.get(character) or unicodedata.normalize("NFKC", character)
    return "" if plain == character else "".join(map(_drawn_as, plain))


def on_one_line(
    names: Sequence[str], texts: Texts, words: Callable[[Sequence[str]], str], size: int, width: int
) -> str:
    """Return a sentence that fits ``width`` in bold letters of a size, with long names truncated if necessary.

    ``words`` makes the sentence from the names. Names that can't be drawn are replaced by the seat's number.
    """
    shown = [drawable(name) or texts.t("Seat {number}", number=seat) for seat, name in enumerate(names, 1)]
    line = words([isolated(name) for name in shown])
    for most in range(max(map(len, shown)) - 1, 0, -1):
        if length(line, size, True) <= width:
            break
        short = [name if len(name) <= most else f"{name[:most].rstrip()}{ELLIPSIS}" for name in shown]
        line = words([isolated(name) for name in short])
    return line
