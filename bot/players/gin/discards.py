"""The possible discards of a gin hand: the deadwood that each leaves, and how the next card may improve the rest."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rummy.cards import POINTS, Card, CardMask, rank_of, suit_of
from bot.rummy.gin.arrange import deadwood, discards
from bot.rummy.gin.suits import COLUMN, RUNS, SUIT


@dataclass(frozen=True, slots=True)
class Future:
    """The expected effect of the next card on a hand, averaged over the cards that can come."""

    gain: float  # points of deadwood that it saves on average
    gins: int  # unseen cards that would make gin
    gin: float  # the probability that the next card is one of them


@dataclass(frozen=True, slots=True)
class Discard:
    """A possible discard: the deadwood that it leaves, and its cost in points; less is better."""

    card: Card
    deadwood: int
    cost: float
    risk: float = 0.0  # the part of the cost for helping the opponent
    future: Future | None = None


def open_discards(hand: CardMask, taken: Card | None) -> list[Discard]:
    """List the legal discards of a hand of eleven cards, all but the card just taken (G-10).

    The least deadwood comes first, then the card with the most points.
    """
    found = [Discard(card, left, left) for card, left in discards(hand) if card != taken]
    return sorted(found, key=lambda choice: (choice.deadwood, -POINTS[choice.card], choice.card))


def in_meld(hand: CardMask, card: Card) -> bool:
    """Return whether a card is part of some meld in a hand (G-2)."""
    rank = rank_of(card)
    same = hand & COLUMN << rank
    return same.bit_count() >= 3 or bool(RUNS[hand >> 13 * suit_of(card) & SUIT] >> rank & 1)


def future_of(hand: CardMask, left: int, odds: Mapping[Card, float]) -> Future:
    """Evaluate a hand of ten cards, whose deadwood is ``left``, with each card that may come next.

    A card in the opponent's hand can only come if they discard it, so it counts two fifths as much as a card in the
    stock.
    """
    gain = gin = total = 0.0
    gins = 0
    for card, held in odds.items():
        likely = 1 - 0.6 * held
        total += likely
        more = hand | 1 << card
        if deadwood(more) < left + POINTS[card]:
            least = min([after for _, after in discards(more)])
            gain += likely * (left - least)
            if least == 0:
                gins += 1
                gin += likely
    return Future(gain / total, gins, gin / total)
