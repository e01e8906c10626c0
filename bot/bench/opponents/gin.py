"""Opponents for gin: rules of thumb from start to end, and players that discard like an Expert but knock by a rule.

The simple player follows the public description of OpenSpiel's simple gin rummy bot, the baseline that of the simple
player of the EAAI challenge.
"""

from random import Random
from typing import Final

from bot.players.gin.choosing import choose, weighed
from bot.players.gin.discards import NEIGHBORS, in_meld, knock, open_discards
from bot.players.gin.player import gin_view
from bot.players.gin.reading import reading_of
from bot.players.levels import Level
from bot.rummy.cards import POINTS, Card, CardMask, mask_of
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View

_EARLY: Final = 10
"""The turns of a deal in which the early player still knocks."""
_SLACK: Final = 5
"""The deadwood that the safe player accepts for a safer discard."""


def simple(view: View) -> tuple[Move, ...]:
    """Knock as soon as possible, and discard the card that leaves the least deadwood.

    It takes a face-up card if it can knock then, or if that card joins a meld and lowers the deadwood.
    """
    gin = gin_view(view)
    if not _acts(gin):
        return ()
    return _draw(gin, take=_helps(gin)) if gin.phase is not Phase.DISCARD else _ended(gin, _least(gin), knocks=True)


def hunter(view: View) -> tuple[Move, ...]:
    """Knock only with gin, keep the cards with the most chances to make melds, and take only cards that join one."""
    gin = gin_view(view)
    if not _acts(gin):
        return ()
    return _draw(gin, take=_completes(gin)) if gin.phase is not Phase.DISCARD else _ended(gin, _hopeful(gin))


def early(view: View) -> tuple[Move, ...]:
    """Play like the simple player at first, and like the hunter once a knock would come too late to surprise."""
    return simple(view) if view.turns < _EARLY else hunter(view)


def safe(view: View) -> tuple[Move, ...]:
    """Play like the simple player, but discard what the opponent showed no interest in."""
    gin = gin_view(view)
    if not _acts(gin) or gin.phase is not Phase.DISCARD:
        return simple(view)
    found = open_discards(mask_of(gin.hand), gin.taken)
    if found[0].deadwood <= gin.knock_limit:
        return _ended(gin, found[0].card, knocks=True)
    near = [choice for choice in found if choice.deadwood <= found[0].deadwood + _SLACK]
    return _ended(gin, min(near, key=lambda choice: (interest(gin, choice.card), choice.deadwood)).card)


def interest(view: GinView, card: Card) -> int:
    """Estimate the opponent's interest in a card: its neighbors that they took, minus those that they left behind."""
    taken, left = mask_of(view.known[1 - (view.seat or 0)]), mask_of(view.discards)
    return 2 * (NEIGHBORS[card] & taken).bit_count() - (NEIGHBORS[card] & left).bit_count()


def _acts(view: GinView) -> bool:
    return view.seat is not None and view.turn == view.seat


def _draw(view: GinView, *, take: bool) -> tuple[Move, ...]:
    """Take the face-up card or refuse it, in the words of the phase."""
    refuse = Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW
    return (Move(view.seat or 0, Verb.TAKE if take and view.phase is not Phase.STOCK else refuse),)


def _ended(view: GinView, card: Card, *, knocks: bool = False) -> tuple[Move, ...]:
    """End the turn with a card: with a knock if that is wanted and possible, or makes gin."""
    left = deadwood(mask_of(view.hand) ^ 1 << card)
    knock = left == 0 or (knocks and left <= view.knock_limit)
    return (Move(view.seat or 0, Verb.KNOCK if knock else Verb.DISCARD, card),)


def _helps(view: GinView) -> bool:
    """Return whether the face-up card allows a knock, or joins a meld and lowers the deadwood."""
    card = view.discards[-1]
    hand = mask_of(view.hand)
    more = hand | 1 << card
    least = min(left for other, left in discards(more) if other != card)
    return least <= view.knock_limit or (in_meld(more, card) and least < deadwood(hand))


def _completes(view: GinView) -> bool:
    """Return whether the face-up card and a discard leave fewer loose cards."""
    card, hand = view.discards[-1], mask_of(view.hand)
    more = hand | 1 << card
    fewest = min(_loose(more ^ 1 << other).bit_count() for other in view.hand)
    return in_meld(more, card) and fewest < _loose(hand).bit_count()


def _least(view: GinView) -> Card:
    """Return the discard that leaves the least deadwood, of several the one with the most points."""
    return open_discards(mask_of(view.hand), view.taken)[0].card


def _hopeful(view: GinView) -> Card:
    """Return the discard that leaves the fewest loose cards, of several the one with the most cards to hope for."""
    hand = mask_of(view.hand)
    gone = hand | mask_of(view.discards) | mask_of(view.known[1 - (view.seat or 0)])

    def cost(card: Card) -> tuple[int, int, int, Card]:
        left = _loose(hand ^ 1 << card)
        hopes = sum(
            in_meld(left | 1 << other, other)
            for other in range(len(POINTS))
            if not gone >> other & 1 and NEIGHBORS[other] & left
        )
        return left.bit_count(), -hopes, -POINTS[card], card

    return min((card for card in view.hand if card != view.taken), key=cost)


def _loose(hand: CardMask) -> CardMask:
    """Return the cards outside the melds that leave the least deadwood."""
    return mask_of(arrange(hand).loose)


def baseline(view: View, seed: int) -> tuple[Move, ...]:
    """Play like the published simple player of the EAAI challenge; () if it isn't that seat's turn.

    It takes the upcard or the top discard if that card would be in some meld, discards at random one of the cards that
    leave the least deadwood, and knocks as soon as it can. ValueError in another game.
    """
    view = gin_view(view)
    seat = view.seat
    if seat is None or view.turn != seat:
        return ()
    if view.phase is not Phase.DISCARD:
        hand = mask_of(view.hand)
        useful = view.phase is not Phase.STOCK and in_meld(hand | 1 << view.discards[-1], view.discards[-1])
        refuse = Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW
        return (Move(seat, Verb.TAKE if useful else refuse),)
    found = open_discards(mask_of(view.hand), view.taken)
    least = [choice for choice in found if choice.deadwood == found[0].deadwood]
    card = Random(seed).choice(least).card  # noqa: S311 - a player's whim, not a shuffle
    return (Move(seat, Verb.KNOCK if found[0].deadwood <= view.knock_limit else Verb.DISCARD, card),)


def knocks_until(turns: int, view: View) -> tuple[Move, ...]:
    """Discard like an Expert, and knock as soon as possible in the first turns of a deal, after that only with gin.

    ``turns`` counts the player's own turns; 0 is the patient player, who always waits for gin.
    """
    gin, budget = gin_view(view), Level.EXPERT.budget
    if not _acts(gin):
        return ()
    seat = gin.seat or 0
    if gin.phase is not Phase.DISCARD:
        return (choose(gin, seat, budget),)
    found = open_discards(mask_of(gin.hand), gin.taken)
    if found[0].deadwood <= (gin.knock_limit if gin.turns < 2 * turns else 0):
        return (knock(gin, seat, found[0].card),)
    return (Move(seat, Verb.DISCARD, weighed(reading_of(gin, seat, budget), found, budget)[0].card),)
