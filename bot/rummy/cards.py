"""Cards, their text form and sets of cards as bit masks.

A card is its index in the sorted 52-card pack: suits in the order C S H D, ranks ace to king, so
``card = 13 * suit + rank`` with rank 0 for the ace and 12 for the king; jokers sort after all others. The text form
is rank, then suit: ``7H``, ``TD``; a joker's is ``XX``. A set of distinct cards is an ``int`` with bit ``card`` set;
if a pack holds a card twice, cards are a sorted list instead.
"""

from collections.abc import Iterable
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
