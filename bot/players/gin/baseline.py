"""Whom computer players of gin are measured against: the public baseline, and a patient hunter of gin."""

from random import Random

from bot.players.gin.choosing import choose, weighed
from bot.players.gin.discards import in_meld, throws
from bot.players.gin.reading import read
from bot.players.levels import BUDGETS, Level
from bot.rummy.cards import mask_of
from bot.rummy.moves import Move, Verb
from bot.rummy.views import GinView, Phase


def baseline(view: GinView, seed: int) -> tuple[Move, ...]:
    """Choose as the simple player of the EAAI challenge does, by its description; () if it is not that seat's turn.

    It takes the upcard or the top discard if that would lie in some meld, throws at random one of the cards that leave
    the least deadwood, and knocks as soon as it can.
    """
    seat = view.seat
    if seat is None or view.turn != seat:
        return ()
    if view.phase is not Phase.DISCARD:
        hand = mask_of(view.hand)
        useful = view.phase is not Phase.STOCK and in_meld(hand | 1 << view.discards[-1], view.discards[-1])
        refuse = Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW
        return (Move(seat, Verb.TAKE if useful else refuse),)
    found = throws(mask_of(view.hand), view.taken)
    least = [throw for throw in found if throw.deadwood == found[0].deadwood]
    card = Random(seed).choice(least).card  # noqa: S311 - a player's whim, not a shuffle
    return (Move(seat, Verb.KNOCK if found[0].deadwood <= view.knock_limit else Verb.DISCARD, card),)


def patient(view: GinView, seed: int) -> tuple[Move, ...]:
    """Choose as somebody does who throws like an Expert, and knocks with gin only; () if it is not their turn."""
    seat, budget = view.seat, BUDGETS[Level.EXPERT]
    if seat is None or view.turn != seat:
        return ()
    move = choose(view, seat, Level.EXPERT, seed, budget)
    if move.verb is not Verb.KNOCK:
        return (move,)
    reading = read(view, seat)
    found = throws(reading.hand, reading.taken)
    if found[0].deadwood == 0:
        return (move,)
    return (Move(seat, Verb.DISCARD, weighed(reading, found, budget)[0].card),)
