"""The look that a player chooses for private messages, and a server for public ones, and the words to store it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Deck(StrEnum):
    """The colors of the suits. Their shapes are always the same."""

    DEFAULT = "default"  # four colors that differ in every kind of color vision
    CLASSIC = "classic"  # black and red
    VIVID = "vivid"  # four bright colors


class Theme(StrEnum):
    """The colors of everything except the suits."""

    FELT = "felt"
    MIDNIGHT = "midnight"
    PAPER = "paper"
    CONTRAST = "contrast"


class CardBack(StrEnum):
    """The pattern and color of the backs of cards."""

    LATTICE = "lattice"
    STRIPES = "stripes"
    DOTS = "dots"


@dataclass(frozen=True, slots=True)
class Look:
    """A choice of deck, theme and card back; ``large`` draws bigger cards in more rows.

    ``international`` writes ranks as A K Q J in every language. ``text_only``: messages have no pictures.
    """

    deck: Deck = Deck.DEFAULT
    theme: Theme = Theme.FELT
    large: bool = False
    back: CardBack = CardBack.LATTICE
    international: bool = False
    text_only: bool = False

    def __str__(self) -> str:
        """Return the words to store, which `look_from` reads: the choices that differ from the defaults."""
        return " ".join(self._words())

    def _words(self) -> Iterator[str]:
        for choice, default in ((self.deck, DEFAULT.deck), (self.theme, DEFAULT.theme), (self.back, DEFAULT.back)):
            if choice is not default:
                yield choice.value
        if self.large:
            yield "large"
        if self.international:
            yield "international"
        if self.text_only:
            yield "text-only"


DEFAULT: Final = Look()


def look_from(words: str) -> Look:
    """Return the look that was stored as these words. Unknown words, of a later version, are ignored."""
    chosen = frozenset(words.split())
    return Look(
        deck=next((deck for deck in Deck if deck in chosen), DEFAULT.deck),
        theme=next((theme for theme in Theme if theme in chosen), DEFAULT.theme),
        large="large" in chosen,
        back=next((back for back in CardBack if back in chosen), DEFAULT.back),
        international="international" in chosen,
        text_only="text-only" in chosen,
    )
