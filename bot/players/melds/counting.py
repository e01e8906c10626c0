"""The unseen cards in games with melds on the table: how many of each there are, and what they may still bring."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.players.arithmetic import added
from bot.players.melds.pairs import melding, neighbors
from bot.rummy.cards import JOKER, Card, CardMask, mask_of, rank_of, suit_of
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.views import MeldsView

_PAIRS_OF_THREE: Final = ((0, 1), (0, 2), (1, 2))
_AROUND: Final = ((-2, -1), (-1, 1), (1, 2))


@dataclass(frozen=True, slots=True)
class MeldsCount:
    """The cards in the stock or hidden in other hands."""

    live: Mapping[Card, int]  # how many there are of each
    total: int  # the sum of these
    rules: MeldRules
    once: CardMask  # the natural cards of which there is at least one
    twice: CardMask  # and those of which there are two

    def chance(self, cards: Sequence[Card]) -> float:
        """Return the probability that an unseen card makes a meld with two of these; a joker fits any such pair."""
        return self.share(melding(cards, self.rules))

    def share(self, cards: CardMask) -> float:
        """Return the probability that an unseen card is one of these natural cards or a joker; 0 if there are none."""
        return (self.unseen(cards) + self.live.get(JOKER, 0)) / self.total if cards else 0.0

    def unseen(self, cards: CardMask) -> int:
        """Count the unseen ones of these natural cards."""
        return (cards & self.once).bit_count() + (cards & self.twice).bit_count()

    def company(self, card: Card) -> float:
        """Return the probability that an unseen card pairs with this one; a pair with a gap counts half."""
        near = neighbors(card, self.rules)
        return added(weight * self.live.get(other, 0) for other, weight in near) / self.total

    def danger(self, card: Card, known: Sequence[Card], cards: int) -> float:
        """Estimate how likely a player with that many ``cards`` can meld a card, if these are ``known`` (C-4)."""
        sure, hidden = set(known), cards - len(known)

        def holds(other: Card) -> float:
            return 1.0 if other in sure else min(1.0, self.live.get(other, 0) * hidden / self.total)

        rules, rank, suit = self.rules, rank_of(card), 13 * suit_of(card)
        same = [holds(rank + 13 * other) for other in range(4) if 13 * other != suit]
        danger = added(same[one] * same[other] for one, other in _PAIRS_OF_THREE)
        for low, high in _AROUND:
            if rules.corner or (rank + low >= 0 and rank + high <= rules.last_rank):
                danger += holds(suit + (rank + low) % 13) * holds(suit + (rank + high) % 13)
        return danger


def counted(view: MeldsView, rules: MeldRules) -> MeldsCount:
    """Count the unseen cards of a seat: all but its hand, the face-up cards and those others were seen to take."""
    live = Counter(view.options.pack)
    live.subtract(view.hand)
    live.subtract(view.discards)
    for meld in view.melds:
        live.subtract(meld.cards)
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            live.subtract(known)
    live = +live
    once = mask_of(card for card in live if card != JOKER)
    twice = mask_of(card for card, count in live.items() if count > 1 and card != JOKER)
    return MeldsCount(live, max(1, live.total()), rules, once, twice)
