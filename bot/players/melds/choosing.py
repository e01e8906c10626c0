"""Computer players of Basic and German Rummy: when to take, what to lay and when, what to throw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Final

from bot.laydown import Plan, Position, best_discards, best_plan, position_of
from bot.players.levels import Budget, Level
from bot.players.melds.lookahead import Ahead
from bot.players.melds.outlook import Outlook, loose, outlook_for, without
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import MeldRules
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Variant
from bot.rummy.views import MeldsView, Phase

_MANY: Final = 99
_RISK: Final = 0.01
"""What a point of a card in hand weighs, where 1 is a card fewer in hand."""
_COMPANY: Final = 0.05
_SHORTLIST: Final = 6
_LATE: Final = 2
"""Turns of each seat before the end of the stock from which on nothing is held: at it all hands count (D-12)."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a level plays."""

    careless: bool = False  # throws any card that nothing needs now, and claims nothing (H-8)
    holds: bool = False  # lays nothing while it may still go out in one turn (B-12, D-14)
    near: int = 0  # but lays when another seat holds so few cards
    hopeful: int = _MANY  # or when more cards than that are loose
    crowded: tuple[int, int] | None = None  # both in German Rummy with three or four, where somebody is out sooner
    danger: float = 0.0  # what throwing a card that the next seat melds weighs
    ahead: bool = False  # looks at the next card


@dataclass(frozen=True, slots=True)
class Mind:
    """What a choice is made with."""

    outlook: Outlook
    style: PlayStyle
    budget: Budget
    dice: Random


STYLES: Final = MappingProxyType(
    {
        Level.EASY: PlayStyle(careless=True),
        Level.NORMAL: PlayStyle(),
        Level.HARD: PlayStyle(holds=True, near=3, hopeful=3),
        Level.EXPERT: PlayStyle(holds=True, near=2, crowded=(3, 4), danger=0.1, ahead=True),
    }
)


def choose(view: MeldsView, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:
    """Choose what the seat that has to act does: its draw, or all that it lays in its turn and the discard."""
    mind = Mind(outlook_for(view), STYLES[level], budget, _dice(view, seed))
    if view.phase is Phase.DRAW:
        return (Move(mind.outlook.position.seat, Verb.TAKE if _takes(mind) else Verb.DRAW),)
    return _turn(mind)


def claims(view: MeldsView, level: Level, seed: int) -> bool:  # noqa: ARG001 - every level is asked alike
    """Say whether a seat claims the discard that lies open, out of turn (H-8).

    That brings a card of the stock too, so it has to leave fewer loose cards with one more counted.
    """
    if view.claim is None or STYLES[level].careless or not any(move.verb is Verb.CLAIM for move in view.moves):
        return False
    position = position_of(view)
    return len(loose(position, (*view.hand, view.claim))) + 1 < len(loose(position, view.hand))


def _takes(mind: Mind) -> bool:
    """Say whether to take the top discard: where that leaves fewer loose cards, with one thrown, than there are."""
    outlook = mind.outlook
    view, position = outlook.view, outlook.position
    if not any(move.verb is Verb.TAKE for move in view.moves):
        return False
    card = view.discards[-1]
    if card == JOKER:
        return True
    left = loose(position, (*view.hand, card))
    if position.rules.keep_taken and left == (card,):
        return False
    if mind.style.ahead:
        ahead = Ahead(outlook, view.hand, mind.budget.positions)
        drawn = ahead.after_draw()
        if drawn is not None:
            return ahead.with_card(card) < drawn
    return len(left) - 1 < len(loose(position, view.hand))


def _turn(mind: Mind) -> tuple[Move, ...]:
    """Choose all that is laid in a turn, and the discard that ends it."""
    view, position = mind.outlook.view, mind.outlook.position
    plan = best_plan(position)
    steps = plan.steps if plan.out or any(view.staged) or _lays_now(mind, plan) else ()
    after = position
    if steps:
        after = replace(position, hand=plan.left, opened=True, laid=0, owed=0)
        if not plan.left:
            return steps
    allowed = best_discards(replace(after, melds=()) if steps else after)
    if not allowed:
        return _taken_back(view, position.rules)
    card = allowed[0] if plan.out else _thrown(mind, after, allowed)
    return (*steps, Move(position.seat, Verb.DISCARD, card))


def _lays_now(mind: Mind, plan: Plan) -> bool:
    """Say whether to lay what does not win the deal: on what is still in hand nobody can lay off."""
    style, outlook = mind.style, mind.outlook
    near, hopeful, seats = style.near, style.hopeful, len(outlook.view.counts)
    german = outlook.position.rules.variant is Variant.GERMAN
    if german and seats > 2 and style.crowded is not None:
        near, hopeful = style.crowded
    if not style.holds or outlook.least <= near or (german and outlook.view.stock <= _LATE * seats):
        return True
    return len(plan.left) - 1 > hopeful


def _taken_back(view: MeldsView, rules: MeldRules) -> tuple[Move, ...]:
    """Take back what was laid, since the turn can't end with it (D-10), and discard a card held before."""
    laid = [meld.cards[place] for meld, places in zip(view.melds, view.staged, strict=True) for place in places]
    kept = view.taken if rules.keep_taken else None
    held = [card for card in (*view.hand, *laid) if card not in (JOKER, kept)]
    seat = view.seat or 0
    return (
        Move(seat, Verb.UNDO),
        Move(seat, Verb.DISCARD, max(held, key=lambda card: (rules.hand_values[card], card))),
    )


def _thrown(mind: Mind, position: Position, allowed: Sequence[Card]) -> Card:
    """Choose the discard among the cards that may be thrown."""
    left = loose(position, position.hand)
    free = sorted({card for card in left if card in allowed and card != JOKER})
    if not free:
        return _least_missed(position, allowed)
    if mind.style.careless:
        return mind.dice.choice(free)
    scores = {card: _score(mind, left, card) for card in free}
    best = sorted(free, key=lambda card: (-scores[card], card))
    if mind.style.ahead and len(best) > 1:
        return _looked_ahead(mind, position, best[:_SHORTLIST])
    return best[0]


def _least_missed(position: Position, allowed: Sequence[Card]) -> Card:
    """Choose a card whose loss leaves the fewest cards loose, where every one stands in a meld."""
    values = position.rules.hand_values

    def missed(card: Card) -> tuple[bool, int, int, Card]:
        return card == JOKER, len(loose(position, without(position.hand, card))), -values[card], card

    return min(allowed, key=missed)


def _score(mind: Mind, left: Sequence[Card], card: Card) -> float:
    """Say how well a loose card is thrown: what the others are good for, what it counts, what the next seat gets."""
    outlook, kept = mind.outlook, without(left, card)
    score = outlook.chance(kept) + _COMPANY * sum(outlook.company(other) for other in kept if other != JOKER)
    score += _RISK * outlook.position.rules.hand_values[card]
    return score - mind.style.danger * outlook.danger(card) if mind.style.danger else score


def _looked_ahead(mind: Mind, position: Position, cards: Sequence[Card]) -> Card:
    """Choose the discard after which the next draw does most, as far as the budget reaches."""
    ahead = Ahead(replace(mind.outlook, position=position), position.hand, mind.budget.positions)
    costs = {}
    for card in cards:
        cost = ahead.after_draw(card)
        if cost is None:
            break
        costs[card] = cost - _RISK * position.rules.hand_values[card]
        costs[card] += mind.style.danger * mind.outlook.danger(card)
    return min(costs, key=lambda card: (costs[card], card)) if costs else cards[0]


def _dice(view: MeldsView, seed: int) -> Random:
    """Make the chance of one turn, the same whenever it is asked for."""
    return Random(f"{seed} {view.deal} {view.turns} {view.seat}")  # noqa: S311 - a player's whim, no shuffle
