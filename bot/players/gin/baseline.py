"""Two reference players for gin: the public baseline, and a patient player who knocks only with gin."""

from random import Random

from bot.players.gin.choosing import choose, weighed
from bot.players.gin.discards import in_meld, open_discards
from bot.players.gin.player import gin_view
from bot.players.gin.reading import reading_of
from bot.players.levels import Level
from bot.rummy.cards import mask_of
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View


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


def patient(view: View, _: int) -> tuple[Move, ...]:
    """Discard like an Expert, but knock only with gin; () if it isn't that seat's turn. ValueError in another game."""
    view, budget = gin_view(view), Level.EXPERT.budget
    seat = view.seat
    if seat is None or view.turn != seat:
        return ()
    if view.phase is not Phase.DISCARD:
        return (choose(view, seat, budget),)
    found = open_discards(mask_of(view.hand), view.taken)
    if found[0].deadwood == 0:
        return (choose(view, seat, budget),)
    return (Move(seat, Verb.DISCARD, weighed(reading_of(view, seat, budget), found, budget)[0].card),)
