"""What a turn could begin with by taking from below: the cards of the discard pile that could be laid at once (R-6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.laydown.best import Plan, best_plan, position_of
from bot.laydown.packing import Position
from bot.rummy.cards import Card, MeldKind, rank_of, suit_of
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb


@dataclass(frozen=True, slots=True)
class PileTake:
    """A card under the top discard that could be taken and laid in the same turn."""

    move: Move
    cards: tuple[Card, ...]  # all that come to the hand, the one to lay first
    position: Position  # afterwards, with that card due
    plan: Plan  # the best lay-down then

    @property
    def lay(self) -> Move:
        """The move of the plan that lays the card."""
        return next(step for step in self.plan.steps if self.cards[0] in (*step.cards, step.card))


def pile_takes(view: MeldsView) -> Iterator[PileTake]:
    """Yield the cards that the view's seat could take from below and lay in this turn, the lowest of the pile first."""
    for move in view.moves:
        if move.verb is not Verb.TAKE or move.card is None:
            continue
        cards = view.discards[view.discards.index(move.card) :]
        hand = tuple(sorted((*view.hand, *cards)))
        if not may_fit(move.card, frozenset(hand), view.melds):
            continue
        position = replace(position_of(view), hand=hand, taken=move.card, due=True)
        plan = best_plan(position)
        if plan.steps:
            yield PileTake(move, cards, position, plan)


def may_fit(card: Card, hand: frozenset[Card], melds: tuple[TableMeld, ...]) -> bool:
    """Return whether a card might make a meld with two others, or fit one on the table, perhaps after others.

    Ranks are tried in a circle, so a few cards pass that fit nothing.
    """
    rank, suit = rank_of(card), 13 * suit_of(card)
    if sum(rank + 13 * other in hand for other in range(4)) > 2:
        return True
    near = [suit + (rank + apart) % 13 in hand for apart in (-2, -1, 1, 2)]
    if any(one and other for one, other in pairwise(near)):
        return True
    return any(_reaches(meld, rank, suit, hand) for meld in melds)


def _reaches(meld: TableMeld, rank: int, suit: int, hand: frozenset[Card]) -> bool:
    if meld.kind is MeldKind.SET:
        return rank == meld.low
    if suit != 13 * meld.suit:
        return False
    above, below = (rank - meld.low - len(meld.cards)) % 13, (meld.low - 1 - rank) % 13
    return all(suit + (rank - apart) % 13 in hand for apart in range(1, above + 1)) or all(
        suit + (rank + apart) % 13 in hand for apart in range(1, below + 1)
    )
