"""The moment between two players in which melds could be laid: everything that the decision to lay depends on."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.laydown import Plan
from bot.players.melds.outlook import Outlook, loose, without
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import MeldRules


class Opened(StrEnum):
    """The players who have laid or laid off anything in an earlier turn of the deal."""

    NOBODY = "nobody"
    OTHER = "other"
    SELF = "self"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class LayMoment:
    """A moment at the end of a turn, after the draw, in which a seat could lay something without winning the deal."""

    opened: Opened
    left: int  # loose cards after the best lay-down and the discard
    outs: float  # the share of unseen cards that make a meld with two of them, or fit one on the table
    turns: float  # ended by each seat
    held: int  # the value of the hand after the discard, if nothing is laid
    kept: int  # the value of the hand after the discard, if everything is laid
    laid: int  # the number of cards laid then
    theirs: int  # the cards of the other player
    taken: int  # of them those that were seen taken from the discard pile
    stock: int  # the cards of the stock


def moment_of(outlook: Outlook, plan: Plan) -> LayMoment:
    """Return the moment of a view's seat, whose best lay-down is ``plan``, with one other player."""
    view, position = outlook.view, outlook.position
    other = 1 - position.seat
    left = loose(position, view.hand)
    kept = max((without(left, card) for card in set(left)), key=outlook.outs, default=())
    return LayMoment(
        opened=_opened(mine=position.opened, theirs=view.opened[other]),
        left=max(0, len(left) - 1),
        outs=outlook.outs(kept),
        turns=view.turns / len(view.counts),
        held=_value(view.hand, position.rules),
        kept=_value(plan.left, position.rules),
        laid=len(view.hand) - len(plan.left),
        theirs=view.counts[other],
        taken=len(view.known[other]),
        stock=view.stock,
    )


def _opened(*, mine: bool, theirs: bool) -> Opened:
    if mine:
        return Opened.BOTH if theirs else Opened.SELF
    return Opened.OTHER if theirs else Opened.NOBODY


def _value(hand: Sequence[Card], rules: MeldRules) -> int:
    """Return the value of a hand without its dearest natural card, which is discarded."""
    values = [rules.hand_values[card] for card in hand]
    dearest = max((rules.hand_values[card] for card in hand if card != JOKER), default=0)
    return sum(values) - dearest
