"""The decision to lay or to hold with two or three others.

In Basic Rummy melds are held for a doubled deal, unless a small one decides the game. In German Rummy the stakes decide
as between two players, but another winner of the deal may take the lead with it. So both ways are rated by the totals
of all seats: after a deal that the seat wins, and after a deal that any of the others wins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.laydown import Plan
from bot.players.arithmetic import added, logistic
from bot.players.melds.moments import LayMoment, moment_of
from bot.players.melds.outlook import Outlook
from bot.players.melds.stakes import SPREAD, Prospect, Stakes
from bot.players.melds.winning import best_total, full_hand
from bot.rummy.families import Variant
from bot.rummy.melds.scoring import RUMMY_FACTOR

_LEAST: Final = 5.0
"""The fewest points that a lost deal costs."""


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


CROWDS: Final[Mapping[int, Mapping[bool, CrowdEstimates]]] = {
    3: {
        False: CrowdEstimates(
            hold=CrowdEstimate(2.26, -0.44, 1.00, -0.34, won=3.54, lost=1.55, theirs=3.18),
            lay=CrowdEstimate(0.94, -0.40, 3.40, -0.27, won=0.96, lost=1.15, theirs=1.53),
        ),
        True: CrowdEstimates(
            hold=CrowdEstimate(2.68, -0.39, -1.25, -0.20, won=1.21, lost=1.55, theirs=1.45),
            lay=CrowdEstimate(1.47, -0.42, -0.28, -0.17, won=0.33, lost=1.15, theirs=0.38),
        ),
    },
    4: {
        False: CrowdEstimates(
            hold=CrowdEstimate(1.96, -0.49, 1.90, -0.33, won=5.46, lost=1.55, theirs=5.00),
            lay=CrowdEstimate(0.53, -0.42, 3.80, -0.31, won=1.46, lost=1.15, theirs=2.95),
        ),
        True: CrowdEstimates(
            hold=CrowdEstimate(3.00, -0.49, -1.50, -0.38, won=2.02, lost=1.55, theirs=2.20),
            lay=CrowdEstimate(1.88, -0.49, -1.50, -0.29, won=0.48, lost=1.15, theirs=0.86),
        ),
    },
}
"""The estimates by the number of seats, and by whether anyone has opened."""


def small_deal_decides(outlook: Outlook) -> bool:
    """Return whether in Basic Rummy a seat wins the game with a full hand's points, and nobody else with twice that."""
    view, seat = outlook.view, outlook.position.seat
    seats = len(view.counts)
    target, hand = view.options.target_for(seats) or 0, full_hand(view.options, seats)
    needs = [target - total for total in view.columns[0].totals]
    return needs[seat] <= hand and all(need > RUMMY_FACTOR * hand for other, need in enumerate(needs) if other != seat)


def crowd_stakes(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying with three or four seats; None where no model covers it."""
    view, rules = outlook.view, outlook.position.rules
    crowd = CROWDS.get(len(view.counts))
    if crowd is None or rules.variant is not Variant.GERMAN or outlook.position.opened:
        return None
    moment, estimates = moment_of(outlook, plan), crowd[any(view.opened)]
    table = full_hand(view.options, len(view.counts)) if rules.casino else 0.0
    hold = _prospect(outlook, moment, estimates.hold, moment.held, RUMMY_FACTOR * table)
    return Stakes(hold, _prospect(outlook, moment, estimates.lay, moment.kept, table))


def _prospect(outlook: Outlook, moment: LayMoment, estimate: CrowdEstimate, kept: int, table: float) -> Prospect:
    """Return what to expect of one way; ``table`` is what the cards on the table are worth to the winner (H-10)."""
    view = outlook.view
    seats, seat = len(view.counts), outlook.position.seat
    hand = full_hand(view.options, seats)
    wins, won = estimate.wins(moment), estimate.won * hand + table
    lost, theirs = max(_LEAST, estimate.lost * kept) + table / (seats - 1), estimate.theirs * hand + table
    game = 0.0
    for factor, weight in SPREAD:
        mine = _chance(outlook, seat, factor * won, factor * won / (seats - 1))
        others = [
            _chance(outlook, winner, factor * theirs, factor * (theirs - lost) / (seats - 2), factor * lost)
            for winner in range(seats)
            if winner != seat
        ]
        game += weight * (wins * mine + (1 - wins) * added(others) / len(others))
    return Prospect(wins, won, lost, game)


def _chance(outlook: Outlook, winner: int, won: float, each: float, mine: float | None = None) -> float:
    """Return the chance to win the game after a deal in which a seat wins points, and each other seat loses some.

    ``mine`` is what the view's own seat loses, if it isn't the winner.
    """
    view, seat = outlook.view, outlook.position.seat
    totals: Sequence[float] = [
        total + won if other == winner else total - (mine if other == seat and mine is not None else each)
        for other, total in enumerate(view.columns[0].totals)
    ]
    rounds = view.options.deals_to_play - len(view.deals) - 1
    return best_total(totals, seat, rounds, full_hand(view.options, len(totals)))
