"""Deals played to their end from sampled hands, with simple moves: what a knock earns, and what playing on earns."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.players.gin.discards import in_meld
from bot.rummy.cards import POINTS, Card, CardMask
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.game import LAST_STOCK
from bot.rummy.gin.options import Tie
from bot.rummy.gin.showdown import defended, places_of

_MOST: Final = 110
_NO_CARD: Final = -1


@dataclass(frozen=True, slots=True)
class EndStakes:
    """The points that an end of the deal is worth."""

    gin: int
    undercut: int
    tie: Tie
    factor: int
    needs: tuple[int, int]  # points that I and the opponent still need to win the game

    def of_knock(self, mine: int, theirs: int, *, knocker: int) -> int:
        """Return my points after a knock by me (0) or the opponent (1), each side's capped at what it needs.

        ``mine`` is the knocker's deadwood, ``theirs`` the other player's after lay-offs (G-18 to G-20).
        """
        points = self._for_knocker(mine, theirs) * self.factor
        points = -points if knocker else points
        return max(-self.needs[1], min(points, self.needs[0]))

    def of_knocks(self, mine: int, theirs: Sequence[int]) -> float:
        """Return my points on average after a knock, with each deadwood that the other player may have left."""
        return sum([self.of_knock(mine, left, knocker=0) for left in theirs]) / len(theirs)

    def _for_knocker(self, mine: int, theirs: int) -> int:
        if mine == 0:
            return theirs + self.gin
        if theirs > mine:
            return theirs - mine
        return 0 if theirs == mine and self.tie is Tie.VOID else theirs - mine - self.undercut


@dataclass(slots=True)
class PlayOut:
    """A deal that goes on with simple moves: each player takes what joins a meld, and keeps the least deadwood."""

    hands: list[CardMask]  # mine, and the opponent's, whose turn it is
    top: Card
    stock: list[Card]  # in any order: each draw picks one at random
    limits: tuple[int, int]  # the most deadwood with which each knocks
    until: int  # the opponent's turns that can end with a knock; after them it waits for gin
    stakes: EndStakes

    def points(self, rng: Random) -> int:
        """Play the deal and return my points."""
        hands, stock, top = self.hands, self.stock, self.top
        lefts, seat = [deadwood(hands[0]), deadwood(hands[1])], 1
        while len(stock) > LAST_STOCK:
            hand = hands[seat]
            hand, card, left = _tidied(hand | 1 << top, top) if in_meld(hand | 1 << top, top) else (hand, top, _MOST)
            if left >= lefts[seat]:
                at = int(rng.random() * len(stock))
                stock[at], stock[-1] = stock[-1], stock[at]
                hand, card, left = _tidied(hands[seat] | 1 << stock.pop(), _NO_CARD)
            hands[seat], lefts[seat] = hand, left
            if left <= self.limits[seat] and (left == 0 or not seat or self.until > 0):
                return self._ended(seat, hand, left)
            self.until -= seat
            top, seat = card, 1 - seat
        return 0

    def _ended(self, seat: int, hand: CardMask, left: int) -> int:
        other = self.hands[1 - seat]
        places = places_of(arrange(hand).melds) if left else ()
        return self.stakes.of_knock(left, defended(other, places), knocker=seat)


def _tidied(hand: CardMask, taken: Card) -> tuple[CardMask, Card, int]:
    """Return what the discard with the least deadwood leaves of a hand, the discard, and the deadwood."""
    left, card = _MOST, taken
    for one, after in discards(hand):
        if (after < left or (after == left and POINTS[one] > POINTS[card])) and one != taken:
            left, card = after, one
    return hand ^ 1 << card, card, left
