"""What all computer players of the gin family need for a turn: whether a card helps, how to refuse it, how to knock."""

from bot.players.gin.discards import in_meld
from bot.rummy.cards import FULL_MASK, Card, CardMask, mask_of
from bot.rummy.gin.arrange import deadwood, discards
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


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
    """Take the face-up card, or refuse it in the way of the phase."""
    if take:
        return Move(seat, Verb.TAKE)
    return Move(seat, Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW)


def knock(view: GinView, seat: int, card: Card) -> Move:
    """Knock with a card, in the melds that the game offers every player (G-15)."""
    hand, pile = mask_of(view.hand), mask_of(view.discards)
    return Move(seat, Verb.KNOCK, card, knock_offer(hand ^ 1 << card, FULL_MASK & ~hand & ~pile).melds)
