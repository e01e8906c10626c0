"""Computer players of Basic and German Rummy."""

from dataclasses import replace

from bot.players.levels import Budget, Level
from bot.rummy.cards import Card
from bot.rummy.laydown import Position, best_discards, best_plan, position_of
from bot.rummy.moves import Move, Verb
from bot.rummy.views import MeldsView, Phase


def choose(view: MeldsView, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:  # noqa: ARG001
    """Choose what the seat that has to act does: its draw, or all that it lays in its turn and the discard."""
    position = position_of(view)
    if view.phase is Phase.DRAW:
        takes = any(move.verb is Verb.TAKE for move in view.moves)
        use = takes and is_of_use(position, view.discards[-1])
        return (Move(position.seat, Verb.TAKE if use else Verb.DRAW),)
    plan = best_plan(position)
    after = replace(position, hand=plan.left, melds=(), opened=True, laid=0, owed=0) if plan.steps else position
    thrown = best_discards(after)
    if not thrown and plan.left:  # what was laid owes something that no card can pay (D-10)
        return (Move(position.seat, Verb.UNDO),)
    return (*plan.steps, *(Move(position.seat, Verb.DISCARD, card) for card in thrown[:1]))


def claims(view: MeldsView, level: Level, seed: int) -> bool:  # noqa: ARG001
    """Say whether a seat claims the discard that lies open, out of turn (H-8)."""
    open_to = any(move.verb is Verb.CLAIM for move in view.moves)
    return open_to and view.claim is not None and is_of_use(position_of(view), view.claim)


def is_of_use(position: Position, card: Card) -> bool:
    """Say whether more of the hand could be laid with a card than without it."""
    before = best_plan(position)
    after = best_plan(replace(position, hand=tuple(sorted([*position.hand, card])), taken=card))
    return len(after.left) <= len(before.left)
