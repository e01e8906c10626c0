"""Cards, their text form, sets of cards as bit masks, and sets and runs of natural cards.

A card is its index in the sorted 52-card pack: suits in the order C S H D, ranks ace to king, so
``card = 13 * suit + rank`` with rank 0 for the ace and 12 for the king; jokers sort after all others. The text form
is rank, then suit: ``7H``, ``TD``; a joker's is ``XX``. A set of distinct cards is an ``int`` with bit ``card`` set;
if a pack holds a card twice, cards are a sorted list instead.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeAlias

Card: TypeAlias = int
CardMask: TypeAlias = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CSHD"
JOKER: Final[Card] = 52
PACK: Final[tuple[Card, ...]] = tuple(range(52))
"""The 52 cards without jokers, sorted."""
FULL_MASK: Final[CardMask] = (1 << 52) - 1

_CODES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "XX")
_CARDS: Final = {text: card for card, text in enumerate(_CODES)}
POINTS: Final[tuple[int, ...]] = tuple(min(card % 13 + 1, 10) for card in PACK)
"""The value of each card: ace 1, number cards their number, jack, queen and king 10 (C-6)."""


def parse_card(text: str) -> Card:
    """Parse a card's text form, ``7H`` or ``XX``; ValueError if it isn't one."""
    try:
        return _CARDS[text]
    except KeyError:
        raise ValueError(f"{text!r} is no card: rank A23456789TJQK, then suit CSHD; or XX") from None


def code(card: Card) -> str:
    """Return a card's text form, ``7H``."""
    return _CODES[card]


def rank_of(card: Card) -> int:
    """Return the rank, from 0 for the ace to 12 for the king. Don't pass a joker: it has no rank."""
    return card % 13


def suit_of(card: Card) -> int:
    """Return the suit: 0 clubs, 1 spades, 2 hearts, 3 diamonds; 4 for a joker, which has none."""
    return card // 13


def mask_of(cards: Iterable[Card]) -> CardMask:
    """Return the mask of distinct cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: CardMask) -> tuple[Card, ...]:
    """Return the cards of a mask, sorted by suit, then rank."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def points_in(cards: Iterable[Card]) -> int:
    """Return the total value of cards (C-6)."""
    return sum(POINTS[card] for card in cards)


class MeldKind(StrEnum):
    """The two kinds of melds (G-2)."""

    SET = "set"
    RUN = "run"


def meld_kind(cards: tuple[Card, ...]) -> MeldKind | None:
    """Return the kind of meld that cards form, a set or a run; None if they form neither.

    A set is three or four cards of one rank, in any order; a run three or more of one suit, each one rank above the
    card before, the ace low (G-1, G-2). A run is read from its low to its high end, and in no other order. The gin
    family has no jokers; `bot.rummy.melds.table_meld` handles melds with jokers.
    """
    if len(cards) < 3 or len(set(cards)) != len(cards) or JOKER in cards:
        return None
    if len({rank_of(card) for card in cards}) == 1:
        return MeldKind.SET
    low = cards[0]
    if suit_of(low) == suit_of(cards[-1]) and cards == tuple(range(low, low + len(cards))):
        return MeldKind.RUN
    return None


def is_meld(cards: tuple[Card, ...]) -> bool:
    """Return whether cards, in this order, are a meld (G-1, G-2)."""
    return meld_kind(cards) is not None
