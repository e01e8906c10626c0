"""Whole hands that the opponent may hold, sampled by everything both players saw in the deal.

A hand is likely if it leaves little deadwood, more so the later it is, and holds cards that go with those the opponent
took. It's unlikely if it holds neighbors of cards that the opponent discarded or left, or two cards that would have
made a meld with one of them. The factors were fitted to the hands that opponents
really held (`remik bench train --variant gin`), the one for deadwood to how much of it these hands had.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.players.arithmetic import powers
from bot.players.gin.discards import NEIGHBORS, PAIRS
from bot.rummy.cards import FULL_MASK, POINTS, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.state import HAND
from bot.rummy.gin.views import GinView
from bot.rummy.views import Phase

_THROWN: Final = powers(0.42, 5)
"""The factor of a card for each of its neighbors that the opponent discarded."""
_PASSED: Final = powers(0.67, 5)
"""The factor for each neighbor that the opponent could have taken and left."""
_WANTED: Final = powers(1.2, 5)
"""The factor for each neighbor that the opponent took."""
_DEAR: Final = powers(0.98, 10)
"""The factor for each point of a card."""
_SPOILED: Final = powers(0.45, 20)
"""The factor for each two cards that would have made a meld with a card that the opponent discarded or left."""
_WELCOME: Final = powers(3.0, 20)
"""The factor for each two cards that make a meld with a card that the opponent took."""
_SOFTEST: Final = 0.98
"""The factor for a point of deadwood at first; it falls with each turn played."""
_WAITING, _KNOCKING = (0.0145, 0.75), (0.0125, 0.83)
"""By how much it falls, and its limit: for a player who waits for gin, and for one who knocks as soon as it can.

Chosen by hand, for the mean deadwood of real hands by turns: 0.007 to 0.02 and limits of 0.7 to 0.85 were tried.
"""
_MOST: Final = 110
_TRIES: Final = 20
"""Random first hands, of which one has to be allowed: enough by far."""
_SETTLING: Final = 50
_BETWEEN: Final = 5
"""Steps before the first hand, and from one hand to the next; chosen by hand, more of them cost time only."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What both players saw of the opponent's hand; all masks of cards."""

    unseen: CardMask
    known: CardMask  # taken, and still in the hand
    thrown: CardMask  # discarded by the opponent
    passed: CardMask  # face up in the opponent's turn, and left
    turns: int


def signs_in(view: GinView, seat: int) -> Signs:
    """Collect the signs in a view for its seat."""
    other = 1 - seat
    hand, pile, known = mask_of(view.hand), mask_of(view.discards), mask_of(view.known[other])
    mine = mask_of(card for card, by in zip(view.discards, view.discarders, strict=True) if by == seat)
    first = 0 if view.upcard is None else 1 << view.upcard
    left = first & pile if view.phase is not Phase.UPCARD or view.dealer == seat else 0
    thrown = (pile & ~mine & ~first) | (mask_of(view.known[seat]) & ~first)
    return Signs(FULL_MASK & ~hand & ~pile & ~known, known, thrown, mine | left, view.turns)


def hands_for(signs: Signs, many: int, above: int, rng: Random) -> list[CardMask]:
    """Sample hands of the opponent that leave more deadwood than ``above``: with less, they would have knocked.

    Each hand follows from the one before by steps that swap a card for an unseen one, or not, by the weights of both
    hands; the first steps are skipped.
    """
    for _ in range(_TRIES):
        inside, outside = _first(signs, rng)
        hand = signs.known | mask_of(inside)
        if deadwood(hand) > above:
            break
    if not inside or not outside:
        return [hand] * many
    weights, bad, good = _weights(signs), pairs_with(signs.thrown | signs.passed), pairs_with(signs.known)
    pairs = [one | other for one, other in zip(bad, good, strict=True)]
    slope, hardest = _WAITING if above <= 0 else _KNOCKING
    each = min(_SOFTEST, max(hardest, 1 - slope * signs.turns))
    less = powers(each, _MOST)
    more = powers(1 / each, _MOST)
    left, random = deadwood(hand), rng.random
    many_inside, many_outside = len(inside), len(outside)
    found: list[CardMask] = []
    for step in range(1 - _SETTLING, many * _BETWEEN + 1):
        i, j = int(random() * many_inside), int(random() * many_outside)
        old, new = inside[i], outside[j]
        rest = hand ^ 1 << old
        changed = rest | 1 << new
        after = deadwood(changed)
        ratio = weights[new] / weights[old] * (less[after - left] if after > left else more[left - after])
        if (pairs[new] | pairs[old]) & rest:
            ratio *= _SPOILED[(bad[new] & rest).bit_count()] / _SPOILED[(bad[old] & rest).bit_count()]
            ratio *= _WELCOME[(good[new] & rest).bit_count()] / _WELCOME[(good[old] & rest).bit_count()]
        if random() < ratio and (after > above or after > left):
            inside[i], outside[j], hand, left = new, old, changed, after
        if step > 0 and step % _BETWEEN == 0:
            found.append(hand)
    return found


def _first(signs: Signs, rng: Random) -> tuple[list[Card], list[Card]]:
    """Return the unseen cards of a random hand, and all others."""
    cards = list(cards_in(signs.unseen))
    for at in range(HAND - signs.known.bit_count()):
        other = at + int(rng.random() * (len(cards) - at))
        cards[at], cards[other] = cards[other], cards[at]
    many = HAND - signs.known.bit_count()
    return cards[:many], cards[many:]


def _weights(signs: Signs) -> dict[Card, float]:
    return {
        card: _THROWN[(NEIGHBORS[card] & signs.thrown).bit_count()]
        * _PASSED[(NEIGHBORS[card] & signs.passed).bit_count()]
        * _WANTED[(NEIGHBORS[card] & signs.known).bit_count()]
        * _DEAR[POINTS[card]]
        for card in cards_in(signs.unseen)
    }


def pairs_with(cards: CardMask) -> list[CardMask]:
    """Return for each card of the pack those that make a meld with it and one of ``cards``."""
    found = [0] * 52
    for card in cards_in(cards):
        for one, other in PAIRS[card]:
            found[one] |= 1 << other
            found[other] |= 1 << one
    return found
