"""What is left of a hand after each discard, and what may become of it: the ground on which players choose."""

from dataclasses import dataclass

from bot.players.gin.reading import GinReading
from bot.rummy.cards import POINTS, Card, CardMask, rank_of, suit_of
from bot.rummy.gin.arrange import deadwood, discards
from bot.rummy.gin.suits import RUNS, SUIT


@dataclass(frozen=True, slots=True)
class Future:
    """What the next card may do for a hand, each card as likely as it can come."""

    gain: float  # how many points of deadwood it takes off on average
    gins: int  # how many cards still unseen would make it gin
    gin: float  # how likely the next card is one of them


@dataclass(frozen=True, slots=True)
class Throw:
    """A discard: the deadwood that it leaves, and what the hand then is worth, in points; less is better."""

    card: Card
    deadwood: int
    cost: float
    risk: float = 0.0  # how much of the cost is what it may do for the opponent
    future: Future | None = None


def throws(hand: CardMask, taken: Card | None) -> list[Throw]:
    """List what may be thrown of a hand of eleven, not the card just taken (G-10).

    The least deadwood comes first, then the dearest card.
    """
    found = [Throw(card, left, left) for card, left in discards(hand) if card != taken]
    return sorted(found, key=lambda throw: (throw.deadwood, -POINTS[throw.card], throw.card))


def in_meld(hand: CardMask, card: Card) -> bool:
    """Say whether some meld of a hand holds a card (G-2)."""
    rank = rank_of(card)
    same = sum(hand >> other & 1 for other in range(rank, 52, 13))
    return same >= 3 or bool(RUNS[hand >> 13 * suit_of(card) & SUIT] >> rank & 1)


def future_of(hand: CardMask, left: int, reading: GinReading) -> Future:
    """Look at a hand of ten, whose deadwood is ``left``, with each card that may come next.

    A card that the opponent holds comes only if they throw it: two times in five as likely as one in the stock.
    """
    gain = gin = total = 0.0
    gins = 0
    for card, odds in reading.odds.items():
        likely = 1 - 0.6 * odds
        total += likely
        more = hand | 1 << card
        if deadwood(more) < left + POINTS[card]:
            least = min([after for _, after in discards(more)])
            gain += likely * (left - least)
            if least == 0:
                gins += 1
                gin += likely
    return Future(gain / total, gins, gin / total)
