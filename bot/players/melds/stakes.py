"""The decision to lay or to hold melds between two players, made by stakes.

Laying lowers the stakes and hardly changes who wins the deal: a player who holds plays for a doubled deal, won or lost,
and one who has laid for a small one. So both ways are compared by the chance to win the game that they lead to.
"""

from dataclasses import dataclass
from typing import Final

from bot.laydown import Plan
from bot.players.arithmetic import logistic
from bot.players.melds.estimates import Estimate, point_terms, weighted
from bot.players.melds.lay_table import ESTIMATES
from bot.players.melds.moments import LayMoment, Opened, moment_of
from bot.players.melds.outlook import Outlook
from bot.players.melds.winning import Race, Spread, full_hand, race_of
from bot.rummy.families import Variant
from bot.rummy.melds.scoring import RUMMY_FACTOR

_EQUAL: Final = 1e-9
"""Chances that differ by less are equal."""
_LEAST: Final = 0.02
"""The least points of a deal, in full hands."""
SPREAD: Final[Spread] = ((0.4, 0.1), (0.7, 0.2), (1.0, 0.4), (1.3, 0.2), (1.6, 0.1))
"""Factors around an average number of points, each with its probability."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What to expect of a way to play on: the chance to win the deal, the points then and otherwise, and the game."""

    wins: float
    won: float
    lost: float  # what the other player gets or takes, as a positive number
    game: float  # the chance to win the game


@dataclass(frozen=True, slots=True)
class Stakes:
    """What to expect of holding all melds in this turn, and of laying them."""

    hold: Prospect
    lay: Prospect

    @property
    def lays(self) -> bool:
        """True if laying is better."""
        return self.lay.game > self.hold.game + _EQUAL


@dataclass(frozen=True, slots=True)
class Opening:
    """How the chance to win a deal in which nobody has opened is estimated, and what a deal is worth in full hands."""

    start: float  # log odds with no loose card, before the first turn
    left: float
    outs: float
    turns: float
    late: float  # by how much the chance is overestimated
    laying: float  # by how much laying lowers it
    doubled: float  # the other player's hand when the seat goes out at once
    won: float  # and when it goes out after laying
    lost: float  # the seat's own hand when the other one goes out after it laid


OPENINGS: Final = {
    Variant.BASIC: Opening(2.00, -0.33, 4.00, -0.123, 0.05, 0.05, 0.887, 0.535, 0.489),
    Variant.GERMAN: Opening(2.34, -0.32, 1.37, -0.208, -0.03, 0.0, 0.96, 0.471, 0.394),
}


def stakes_of(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying; None where no model covers the moment."""
    if len(outlook.view.counts) != 2:
        return None
    moment, variant = moment_of(outlook, plan), outlook.position.rules.variant
    if moment.opened is Opened.NOBODY:
        return _unopened(outlook, moment, OPENINGS[variant])
    if moment.opened is not Opened.OTHER or variant not in ESTIMATES:
        return None
    hold, lay = (_estimated(outlook, moment, ESTIMATES[variant][lays]) for lays in (False, True))
    return Stakes(hold, lay)


def _unopened(outlook: Outlook, moment: LayMoment, model: Opening) -> Stakes:
    """Return what to expect as long as nobody has opened."""
    race, hand = race_of(outlook.view), full_hand(outlook.view.options, 2)
    odds = model.start + model.left * moment.left + model.outs * moment.outs + model.turns * moment.turns
    wins = min(1.0, max(0.0, logistic(odds) - model.late))
    laid = hand if outlook.position.rules.casino else 0.0
    hold = _prospect(race, wins, RUMMY_FACTOR * (model.doubled * hand + laid), RUMMY_FACTOR * (moment.held + laid))
    lay = _prospect(race, max(0.0, wins - model.laying), model.won * hand + laid, model.lost * hand + laid)
    return Stakes(hold, lay)


def _estimated(outlook: Outlook, moment: LayMoment, estimate: Estimate) -> Prospect:
    """Return what to expect by an estimate."""
    hand = full_hand(outlook.view.options, 2)
    terms = point_terms(moment, hand)
    won, lost = (max(_LEAST, weighted(weights, terms)) * hand for weights in (estimate.won, estimate.lost))
    return _prospect(race_of(outlook.view), estimate.wins(moment), won, lost)


def _prospect(race: Race, wins: float, won: float, lost: float) -> Prospect:
    return Prospect(wins, won, lost, race.expected(wins, won, lost, SPREAD))
