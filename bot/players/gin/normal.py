"""Normal in the gin family: it knows the rules of thumb, looks only at its own cards, and knocks as soon as it can."""

from collections.abc import Sequence

from bot.players.gin.discards import NEIGHBORS, Discard, open_discards
from bot.players.gin.turns import drawn, face_up, joins, knock
from bot.rummy.cards import CardMask, mask_of
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


def choose(view: GinView, seat: int) -> Move:
    """Choose the move of the seat whose turn it is."""
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(hand, card))
    found = open_discards(hand, view.taken)
    if found[0].deadwood <= view.knock_limit:
        return knock(view, seat, found[0].card)
    return Move(seat, Verb.DISCARD, _loneliest(hand, found).card)


def _loneliest(hand: CardMask, found: Sequence[Discard]) -> Discard:
    """Return the discard with the fewest neighbors in the hand, of those that leave the least deadwood."""
    least = [choice for choice in found if choice.deadwood == found[0].deadwood]
    return min(least, key=lambda choice: (NEIGHBORS[choice.card] & hand).bit_count())
