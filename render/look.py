"""The look of pictures that a player can choose: deck, theme, large cards."""

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


@dataclass(frozen=True, slots=True)
class Look:
    """A player's choice of deck and theme; ``large`` draws bigger cards in more rows."""

    deck: Deck = Deck.DEFAULT
    theme: Theme = Theme.FELT
    large: bool = False


DEFAULT: Final = Look()
