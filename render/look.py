"""How pictures look, as a player chooses it: deck, theme, large cards."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Deck(StrEnum):
    """The colors of the suits; their four shapes are always the same."""

    DEFAULT = "default"  # four colors that stay apart in every kind of color vision
    CLASSIC = "classic"  # black and red
    VIVID = "vivid"  # four bright colors


class Theme(StrEnum):
    """The colors of everything but the suits."""

    FELT = "felt"
    MIDNIGHT = "midnight"
    PAPER = "paper"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Look:
    """One way to draw pictures; ``large`` draws a hand in three rows with bigger ranks."""

    deck: Deck = Deck.DEFAULT
    theme: Theme = Theme.FELT
    large: bool = False


DEFAULT: Final = Look()
