"""What all computer players of Basic and German Rummy need for a turn: what it may end with, and how to end it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.laydown import Plan, Position, best_discards, position_of
from bot.players.melds.outlook import loose, without
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb

LooseChoice: TypeAlias = Callable[[Position, Sequence[Card], Sequence[Card]], Card]
"""Chooses the discard after the lays of a turn: from the position, all loose cards, and those that may be discarded."""


def drawn(view: MeldsView, *, take: bool) -> tuple[Move, ...]:
    """Take the top discard, or draw from the stock."""
    return (Move(view.seat or 0, Verb.TAKE if take else Verb.DRAW),)


def helps(view: MeldsView) -> bool:
    """Return whether taking the top discard and discarding another card leaves fewer loose cards than there are now."""
    if not can_take(view):
        return False
    position, card = position_of(view), view.discards[-1]
    if card == JOKER:
        return True
    left = loose(position, (*view.hand, card))
    stuck = position.rules.keep_taken and left == (card,)
    return not stuck and len(left) - 1 < len(loose(position, view.hand))


def can_take(view: MeldsView) -> bool:
    """Return whether the top discard may be taken now."""
    return any(move.verb is Verb.TAKE for move in view.moves)


def claims(view: MeldsView) -> bool:
    """Return whether claiming the top discard out of turn is worth it (H-8).

    A claim also draws a card from the stock, so the discard must take care of at least two loose cards.
    """
    if view.claim is None or not any(move.verb is Verb.CLAIM for move in view.moves):
        return False
    position = position_of(view)
    return len(loose(position, (*view.hand, view.claim))) + 1 < len(loose(position, view.hand))


def finished(view: MeldsView, plan: Plan, steps: Sequence[Move], choose: LooseChoice) -> tuple[Move, ...]:
    """Return the lays of a turn and the discard that ends it; ``steps`` are those of the plan, or none.

    If the turn can't end like this, its lays are taken back (D-10).
    """
    position = position_of(view)
    if steps and not plan.left:
        return tuple(steps)
    after = replace(position, hand=plan.left, opened=True, laid=0, owed=0) if steps else position
    allowed = best_discards(replace(after, melds=()) if steps else after)
    if not allowed:
        return _taken_back(view, position.rules)
    card = allowed[0] if plan.out else _discarded(after, allowed, choose)
    return (*steps, Move(position.seat, Verb.DISCARD, card))


def _discarded(position: Position, allowed: Sequence[Card], choose: LooseChoice) -> Card:
    left = loose(position, position.hand)
    free = sorted({card for card in left if card in allowed and card != JOKER})
    return choose(position, left, free) if free else _least_missed(position, allowed)


def _least_missed(position: Position, allowed: Sequence[Card]) -> Card:
    """Choose the card whose loss leaves the fewest loose cards, if every card is part of a meld."""
    values = position.rules.hand_values

    def missed(card: Card) -> tuple[bool, int, int, Card]:
        return card == JOKER, len(loose(position, without(position.hand, card))), -values[card], card

    return min(allowed, key=missed)


def _taken_back(view: MeldsView, rules: MeldRules) -> tuple[Move, ...]:
    """Take back this turn's melds, since the turn can't end with them (D-10), and discard one of the cards held."""
    laid = [meld.cards[place] for meld, places in zip(view.melds, view.staged, strict=True) for place in places]
    kept = view.taken if rules.keep_taken else None
    held = [card for card in (*view.hand, *laid) if card not in (JOKER, kept)]
    seat = view.seat or 0
    return (
        Move(seat, Verb.UNDO),
        Move(seat, Verb.DISCARD, max(held, key=lambda card: (rules.hand_values[card], card))),
    )
