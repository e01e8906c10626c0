"""The moment in which melds could be laid, and estimates of how a deal ends: models that `remik bench train` fits."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.laydown import Plan
from bot.players.arithmetic import added, logistic
from bot.players.melds.outlook import Outlook, loose, without
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import MeldRules


class GameStyle(StrEnum):
    """The kinds of games that are played alike: their weights, estimates and models are the same."""

    AT_ONCE = "at once"  # anything can be laid from the first turn on (Basic Rummy)
    FIRST_MELDS = "first melds"  # first melds have to be laid before anything else (German Rummy and its relatives)


def style_of(rules: MeldRules) -> GameStyle:
    """Return how a game with these rules is played."""
    return GameStyle.AT_ONCE if rules.first is None else GameStyle.FIRST_MELDS


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
    theirs: int  # the cards of the other player who holds the fewest
    taken: int  # of them those that were seen taken from the discard pile
    stock: int  # the cards of the stock


def moment_of(outlook: Outlook, plan: Plan) -> LayMoment:
    """Return the moment of a view's seat, whose best lay-down is ``plan``."""
    view, position = outlook.view, outlook.position
    others = [seat for seat in range(len(view.counts)) if seat != position.seat]
    nearest = min(others, key=lambda seat: view.counts[seat])
    left = loose(position, view.hand)
    kept = max((without(left, card) for card in set(left)), key=outlook.outs, default=())
    return LayMoment(
        opened=_opened(mine=position.opened, theirs=any(view.opened[seat] for seat in others)),
        left=max(0, len(left) - 1),
        outs=outlook.outs(kept),
        turns=view.turns / len(view.counts),
        held=_value(view.hand, position.rules),
        kept=_value(plan.left, position.rules),
        laid=len(view.hand) - len(plan.left),
        theirs=view.counts[nearest],
        taken=len(view.known[nearest]),
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


@dataclass(frozen=True, slots=True)
class Estimate:
    """The weights of `odds_terms` in the log odds to win a deal, and of `point_terms` in what it counts if won or lost.

    Points are in full hands, so they follow from the rules of a game.
    """

    odds: tuple[float, ...]
    won: tuple[float, ...]
    lost: tuple[float, ...]

    def wins(self, moment: LayMoment) -> float:
        """Return the chance to win the deal."""
        return logistic(weighted(self.odds, odds_terms(moment)))


@dataclass(frozen=True, slots=True)
class CrowdEstimate:
    """How a deal is estimated to end after holding, or after laying. Points are in hands as they are dealt."""

    start: float  # log odds to win the deal with no loose card, before the first turn
    left: float
    outs: float
    turns: float
    won: float  # by a seat that wins the deal
    lost: float  # by a seat that doesn't, for each point that it keeps in hand
    theirs: float  # by the other player who wins it then

    def wins(self, moment: LayMoment) -> float:
        """Return the chance to win the deal."""
        return logistic(self.start + self.left * moment.left + self.outs * moment.outs + self.turns * moment.turns)


@dataclass(frozen=True, slots=True)
class CrowdEstimates:
    """Both ways on."""

    hold: CrowdEstimate
    lay: CrowdEstimate


def weighted(weights: Sequence[float], terms: Sequence[float]) -> float:
    """Add up terms by their weights."""
    return added(weight * term for weight, term in zip(weights, terms, strict=True))


def odds_terms(moment: LayMoment) -> tuple[float, ...]:
    """Return what the chance to win a deal depends on."""
    left, outs, turns = moment.left, moment.outs, moment.turns
    return (
        1.0,
        left,
        left * left / 10,
        outs,
        turns,
        moment.theirs,
        moment.taken,
        moment.stock / 10,
        moment.laid,
        turns * left,
        turns * outs,
        moment.kept / 10,
    )


def point_terms(moment: LayMoment, hand: float) -> tuple[float, ...]:
    """Return what the points of a deal depend on; ``hand`` is the value of a full hand."""
    return 1.0, moment.held / hand, moment.kept / hand, moment.turns, moment.theirs, moment.left
