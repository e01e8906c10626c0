"""Computer players of Basic and German Rummy: when to take, what to lay and when, what to discard."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.laydown import Plan, Position, best_discards, best_plan, position_of
from bot.players.arithmetic import added
from bot.players.levels import Budget, Skill
from bot.players.melds.lookahead import Ahead
from bot.players.melds.outlook import Outlook, loose, outlook_for, without
from bot.rummy.cards import JOKER, Card
from bot.rummy.families import Variant
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_MANY: Final = 99
_RISK: Final = 0.01
"""The weight of a point in hand, where one card fewer in hand weighs 1."""
_COMPANY: Final = 0.05
_SHORTLIST: Final = 6
_LATE: Final = 2
"""With this many turns per seat left in the stock, melds are no longer held back: hands count at its end (D-12)."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """The playing style of a skill in games with melds on the table."""

    careless: bool = False  # discards a random loose card, and never claims a discard (H-8)
    holds: bool = False  # lays nothing while it may still go out in one turn (B-12, D-14)
    near: int = 0  # but lays once another seat holds this few cards
    hopeful: int = _MANY  # or once more cards than this are loose
    crowded: tuple[int, int] | None = None  # both limits in German Rummy with 3 or 4 seats, where deals end sooner
    danger: float = 0.0  # the weight of discarding a card that the next seat can meld
    ahead: bool = False  # evaluates the next draw


@dataclass(frozen=True, slots=True)
class Mind:
    """Everything that a computer player's decisions depend on: its outlook, style, budget and randomness."""

    outlook: Outlook
    style: PlayStyle
    budget: Budget
    dice: Random


_HOLDING: Final = PlayStyle(holds=True, near=3, hopeful=3)
_LOOKING_AHEAD: Final = PlayStyle(holds=True, near=2, crowded=(3, 4), danger=0.1, ahead=True)


def style_of(skill: Skill) -> PlayStyle:
    """Return the playing style of a skill in games with melds on the table."""
    if skill.looks_ahead:
        return _LOOKING_AHEAD
    return _HOLDING if skill.weighs_unseen else PlayStyle(careless=skill.careless)


def choose(view: MeldsView, skill: Skill, seed: int, budget: Budget) -> tuple[Move, ...]:
    """Choose the next moves of the seat on turn: its draw, or everything it lays and then the discard."""
    mind = Mind(outlook_for(view), style_of(skill), budget, _dice(view, seed))
    if view.phase is Phase.DRAW:
        return (Move(mind.outlook.position.seat, Verb.TAKE if _takes(mind) else Verb.DRAW),)
    return _turn(mind)


def claims(view: MeldsView, skill: Skill) -> bool:
    """Return whether a seat claims the top discard out of turn (H-8).

    A claim also draws a card from the stock, so the discard must take care of at least two loose cards.
    """
    if view.claim is None or skill.careless or not any(move.verb is Verb.CLAIM for move in view.moves):
        return False
    position = position_of(view)
    return len(loose(position, (*view.hand, view.claim))) + 1 < len(loose(position, view.hand))


def _takes(mind: Mind) -> bool:
    """Return whether to take the top discard: if that and a discard leave fewer loose cards than there are now."""
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
    """Choose everything to lay in a turn, and the discard that ends it."""
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
    card = allowed[0] if plan.out else _discarded(mind, after, allowed)
    return (*steps, Move(position.seat, Verb.DISCARD, card))


def _lays_now(mind: Mind, plan: Plan) -> bool:
    """Return whether to lay melds that don't win the deal: nobody can lay off on melds that are still in the hand."""
    style, outlook = mind.style, mind.outlook
    near, hopeful, seats = style.near, style.hopeful, len(outlook.view.counts)
    german = outlook.position.rules.variant is Variant.GERMAN
    if german and seats > 2 and style.crowded is not None:
        near, hopeful = style.crowded
    if not style.holds or outlook.least <= near or (german and outlook.view.stock <= _LATE * seats):
        return True
    return len(plan.left) - 1 > hopeful


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


def _discarded(mind: Mind, position: Position, allowed: Sequence[Card]) -> Card:
    """Choose one of the legal discards."""
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
    """Choose the card whose loss leaves the fewest loose cards, if every card is part of a meld."""
    values = position.rules.hand_values

    def missed(card: Card) -> tuple[bool, int, int, Card]:
        return card == JOKER, len(loose(position, without(position.hand, card))), -values[card], card

    return min(allowed, key=missed)


def _score(mind: Mind, left: Sequence[Card], card: Card) -> float:
    """Rate a loose card as a discard: the use of the others, its points, its danger with the next seat."""
    outlook, kept = mind.outlook, without(left, card)
    score = outlook.chance(kept) + _COMPANY * added(outlook.company(other) for other in kept if other != JOKER)
    score += _RISK * outlook.position.rules.hand_values[card]
    return score - mind.style.danger * outlook.danger(card) if mind.style.danger else score


def _looked_ahead(mind: Mind, position: Position, cards: Sequence[Card]) -> Card:
    """Choose the discard after which the next draw helps most, within the budget."""
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
    """Return the random generator of one turn, always the same for a turn."""
    return Random(f"{seed} {view.deal} {view.turns} {view.seat}")  # noqa: S311 - a player's whim, not a shuffle
