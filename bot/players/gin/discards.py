"""What computers of the gin family need for a turn: its discards, whether a card helps, how to refuse it or knock."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import FULL_MASK, POINTS, Card, CardMask, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import COLUMN, RUNS, SUIT, arrange, deadwood, discards
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


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


def _neighbors(card: Card) -> CardMask:
    rank = card % 13
    adjacent = [card + step for step in (-1, 1) if 0 <= rank + step < 13]
    return mask_of([*range(rank, 52, 13), *adjacent]) & ~(1 << card)


def _pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    rank = card % 13
    same = [other for other in range(rank, 52, 13) if other != card]
    runs = [(card + a, card + b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if rank + a >= 0 and rank + b < 13]
    return (*runs, (same[0], same[1]), (same[0], same[2]), (same[1], same[2]))


NEIGHBORS: Final = tuple(map(_neighbors, range(52)))
PAIRS: Final = tuple(map(_pairs, range(52)))


def face_up(view: GinView) -> Card | None:
    """Return the card that can be taken instead of a card from the stock; None if there's none (G-8)."""
    return view.discards[-1] if view.phase in (Phase.UPCARD, Phase.DRAW) else None


def joins(hand: CardMask, card: Card) -> bool:
    """Return whether a card joins a meld of the hand, and that leaves less deadwood."""
    more = hand | 1 << card
    if not in_meld(more, card):
        return False
    return min(left for discarded, left in discards(more) if discarded != card) < deadwood(hand)


def drawn(view: GinView, seat: int, *, take: bool) -> Move:
    """Take the face-up card, also if it makes big gin (G-28), or refuse it in the way of the phase."""
    card = face_up(view)
    if take or (card is not None and _pays(view) and not deadwood(mask_of((*view.hand, card)))):
        return Move(seat, Verb.TAKE)
    return Move(seat, Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW)


def big_gin(view: GinView, seat: int) -> Move | None:
    """Return the call of big gin with all eleven cards arranged; None if it isn't open, or plain gin scores more."""
    hand = mask_of(view.hand)
    if not _pays(view) or deadwood(hand):
        return None
    return Move(seat, Verb.BIGGIN, melds=arrange(hand).melds)


def _pays(view: GinView) -> bool:
    """Return whether big gin is played and scores at least what gin does (G-18, G-29)."""
    return 0 < view.options.big_gin >= view.options.gin_bonus


def knock(view: GinView, seat: int, card: Card) -> Move:
    """Knock with a card, in the melds that the game offers every player (G-15)."""
    hand, pile = mask_of(view.hand), mask_of(view.discards)
    return Move(seat, Verb.KNOCK, card, knock_offer(hand ^ 1 << card, FULL_MASK & ~hand & ~pile).melds)
