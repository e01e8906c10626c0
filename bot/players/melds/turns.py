"""What all computer players of Basic and German Rummy need for a turn: what it may end with, and how to end it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.laydown import Plan, Position, best_discards, best_plan, position_of
from bot.players.melds.outlook import loose, without
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

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
    """Return whether the top discard may be taken now, and laid in this turn if it has to be (H-18)."""
    if all(move.verb is not Verb.TAKE for move in view.moves):
        return False
    return not has_to_use(view) or bool(best_plan(position_of(after_take(view))).steps)


def has_to_use(view: MeldsView) -> bool:
    """Return whether the seat has to lay a card that it takes in this turn, or give it back (H-18)."""
    return rules_for(view.options).use_taken and not view.opened[view.seat or 0]


def after_take(view: MeldsView) -> MeldsView:
    """Return the view of a seat that takes the top discard and has to lay it (H-18)."""
    card = view.discards[-1]
    return replace(
        view,
        phase=Phase.LAY,
        hand=tuple(sorted((*view.hand, card))),
        drawn=card,
        taken=card,
        due=card,
        discards=view.discards[:-1],
        discarders=view.discarders[:-1],
        moves=(),
    )


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

    A card that has to be laid (H-18, R-6) is laid in any case. If the turn can't end like this, its lays are taken back
    (D-10), and that card is given back.
    """
    position = position_of(view)
    steps = steps or (() if position.must_lay is None else plan.steps)
    if steps and not plan.left:
        return tuple(steps)
    after = replace(position, hand=plan.left, opened=True, laid=0, owed=0, due=False) if steps else position
    allowed = best_discards(replace(after, melds=()) if steps else after)
    if not allowed:
        return undone(view)
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


def undone(view: MeldsView) -> tuple[Move, ...]:
    """Take back this turn's melds, since the turn can't end with them (D-10), and discard one of the cards held.

    A card that had to be laid is given back instead, and the turn is before the draw again (H-18, R-7).
    """
    rules = rules_for(view.options)
    laid = [meld.cards[place] for meld, places in zip(view.melds, view.staged, strict=True) for place in places]
    if view.due is not None or (view.taken is not None and has_to_use(view)):
        return (Move(view.seat or 0, Verb.UNDO),) * (2 if laid else 1)
    held = [card for card in (*view.hand, *laid) if card not in (JOKER, view.kept)]
    seat = view.seat or 0
    return (
        Move(seat, Verb.UNDO),
        Move(seat, Verb.DISCARD, max(held, key=lambda card: (rules.hand_values[card], card))),
    )
