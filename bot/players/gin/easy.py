"""Easy in the gin family: a beginner.

It sees its melds, but hangs on to high pairs, and overlooks some of the cards it could take and some of the knocks. Gin
it never overlooks.
"""

from random import Random
from typing import Final

from bot.players.beginner import Loose, to_discard
from bot.players.gin.discards import open_discards
from bot.players.gin.turns import drawn, face_up, joins, knock
from bot.rummy.cards import POINTS, mask_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_MISSED_TAKE: Final = 0.25
"""The chance to overlook that a face-up card joins a meld."""
_MISSED_KNOCK: Final = 0.35
"""The chance to overlook a knock in a turn."""


def choose(view: GinView, seat: int, seed: int) -> Move:
    """Choose the move of the seat whose turn it is; what it overlooks depends on the seed."""
    dice = Random(f"{seed} {view.deal} {view.turns} {seat}")  # noqa: S311 - a player's whim, not a shuffle
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(hand, card) and dice.random() >= _MISSED_TAKE)
    found = open_discards(hand, view.taken)
    left = found[0].deadwood
    if left == 0 or (left <= view.knock_limit and dice.random() >= _MISSED_KNOCK):
        return knock(view, seat, found[0].card)
    loose = [Loose(card, POINTS[card]) for card in arrange(hand).loose if card != view.taken]
    return Move(seat, Verb.DISCARD, to_discard(loose, dice) if loose else found[0].card)
