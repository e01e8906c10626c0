"""Looks: what a player chooses for private messages and a server for public ones, and a deal that shows a look."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from bot.rummy.cards import PACK, Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.games import apply, deal, new_game, view_for
from bot.rummy.moves import parse_move
from bot.rummy.options import PRESETS
from bot.rummy.views import View


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

    ``international`` writes ranks as A K Q J in every language, ``own_ranks`` always in the letters of the reader's;
    with neither they're those of the picture that everyone sees. ``text_only``: messages have no pictures. ``still``:
    no picture moves. ``announced``: without pictures, news arrive as new messages, because screen readers don't read
    edits aloud.
    """

    deck: Deck = Deck.DEFAULT
    theme: Theme = Theme.FELT
    large: bool = False
    back: CardBack = CardBack.LATTICE
    international: bool = False
    text_only: bool = False
    still: bool = False
    announced: bool = True
    own_ranks: bool = False

    @property
    def announces(self) -> bool:
        """Whether news of a game arrive as new messages."""
        return self.text_only and self.announced

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
        if self.own_ranks:
            yield "own-ranks"
        if self.text_only:
            yield "text-only"
        if self.still:
            yield "still"
        if not self.announced:
            yield "unannounced"


DEFAULT: Final = Look()
MOST_TOLD: Final = 25
"""The most words that tell a hand to text-only readers: a turn has at most 40, some of which say what to do."""
WHOLE: Final = 1000
"""More words than any hand needs to be told card by card."""


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
        still="still" in chosen,
        announced="unannounced" not in chosen,
        own_ranks="own-ranks" in chosen,
    )


class Sorting(StrEnum):
    """Ways to sort a hand."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"

    def following(self, *, unassisted: bool = False) -> "Sorting":
        """Return the order that a click on the button changes to."""
        ways = ways_to_sort(unassisted=unassisted)
        return ways[(ways.index(self) + 1) % len(ways)]


def ways_to_sort(*, unassisted: bool) -> list[Sorting]:
    """Return the available orders. At an unassisted table players find their own melds."""
    return [way for way in Sorting if not (unassisted and way is Sorting.MELDS)]


def sorting_from(kept: str | None, *, unassisted: bool) -> Sorting:
    """Return a player's preferred order, or the first one if they have none or it isn't available."""
    ways = ways_to_sort(unassisted=unassisted)
    return next((way for way in ways if way.value == kept), ways[0])


# The example deal is never a real one: all of its cards are listed here.
_HAND: Final = "9HTHJHQCQSQDASKD4C7D"
_OPPONENT: Final = "2C2S3H5D6C8S8DKCKSJD"
_STOCK: Final = "KH5S9C"
"""The first upcard, then the cards that are drawn."""
_MOVES: Final = ("0 pass", "1 pass", "0 draw", "0 discard 4C", "1 take", "1 discard JD", "0 draw")


@lru_cache
def example_view(seat: int | None) -> View:
    """Return the example deal as the player sees it after drawing a card (seat 0), or as everyone sees it (None)."""
    mine, theirs, stock = map(_cards, (_HAND, _OPPONENT, _STOCK))
    dealt = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    rest = [card for card in PACK if card not in {*dealt, *stock}]
    state = deal(new_game(PRESETS[Variant.GIN], 2, dealer=1), [*dealt, *stock, *rest])
    for move in _MOVES:
        state = apply(state, parse_move(move))
    return view_for(state, seat)


def _cards(codes: str) -> list[Card]:
    """Parse codes of cards that follow each other without spaces."""
    return [parse_card(codes[at : at + 2]) for at in range(0, len(codes), 2)]
