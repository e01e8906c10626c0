"""The decision to lay or to hold melds between two players, made by stakes.

Laying lowers the stakes and hardly changes who wins the deal: a player who holds plays for a doubled deal, won or lost,
and one who has laid for a small one. So both ways are compared by the chance to win the game that they lead to.

That chance follows from the totals after the deal. Basic Rummy is played to a target, so it depends on what each
player still needs: a recursion over both, in which either player wins the next deal, with the usual points. In German
Rummy the lead after the last round decides, and each round before that moves it at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from bot.laydown import Plan
from bot.players.arithmetic import added, logistic, normal
from bot.players.melds.estimates import Estimate, LayMoment, Opened, moment_of, point_terms, weighted
from bot.players.melds.lay_table import ESTIMATES
from bot.players.melds.outlook import Outlook
from bot.rummy.families import Variant
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.scoring import RUMMY_FACTOR
from bot.rummy.melds.views import MeldsView

_STEPS: Final = 50
"""The number of steps to the target in which the recursion counts what a player needs."""
_USUAL: Final = ((0.15, 0.13), (0.35, 0.19), (0.55, 0.13), (1.2, 0.15), (1.7, 0.25), (2.3, 0.15))
"""What the winner of a deal gets, in full hands, and how often."""
_SWING: Final = 3.85
"""By how many full hands a round with two players moves the lead, as the standard deviation."""
_SCALE: Final = 2.0
"""The number of full hands ahead that make a player e times as likely to win, with one round to go and more players."""
_FAR: Final = 30.0


@dataclass(frozen=True, slots=True)
class Race:
    """A game between two seats: ``chance`` turns the points of the current deal into the chance to win the game.

    Points are positive if the seat wins the deal, negative if the other one does.
    """

    chance: Callable[[float], float]

    def expected(self, wins: float, won: float, lost: float, spread: "Spread") -> float:
        """Return the chance to win the game if the deal is won with a probability, and what either result brings."""
        gains = added(weight * self.chance(won * factor) for factor, weight in spread)
        losses = added(weight * self.chance(-lost * factor) for factor, weight in spread)
        return wins * gains + (1 - wins) * losses


Spread = tuple[tuple[float, float], ...]
"""Factors around an average number of points, each with its probability."""


def race_of(view: MeldsView) -> Race:
    """Return the game between the view's seat and the other one after the deals played."""
    totals, seat = view.columns[0].totals, view.seat or 0
    mine, theirs = totals[seat], totals[1 - seat]
    target = view.options.target_for(len(totals))
    if target is not None:
        return Race(lambda points: _to_target(view.options, target - mine, target - theirs, points))
    lead, rounds = mine - theirs, view.options.deals_to_play - len(view.deals) - 1
    each = 2 if rules_for(view.options).losers_pay else 1
    return Race(lambda points: _by_rounds(view.options, lead + each * points, rounds))


@lru_cache
def full_hand(options: MeldsOptions, seats: int) -> float:
    """Return the average value of a hand as it is dealt."""
    values = rules_for(options).hand_values
    return options.hand_size(seats) * sum(values[card] for card in options.pack) / len(options.pack)


def best_total(totals: Sequence[float], seat: int, rounds: int, hand: float) -> float:
    """Return the chance of a seat to have the best total after a number of rounds; equal ones share it (D-15).

    ``hand`` is the value of a full hand.
    """
    leads = [totals[seat] - total for other, total in enumerate(totals) if other != seat]
    if rounds < 1:
        return 0.0 if min(leads) < 0 else 1 / (1 + leads.count(0))
    scale = _SCALE * hand * sqrt(rounds)
    return 1 / (1 + added(1 / logistic(max(-_FAR, min(_FAR, lead / scale))) - 1 for lead in leads))


def _to_target(options: MeldsOptions, mine: int, theirs: int, points: float) -> float:
    """Return the chance of a player who still needs ``mine`` points, and gets those of the deal, or the other does."""
    target = options.target_for(2) or 1
    table, step = _table(target, full_hand(options, 2)), target / _STEPS
    mine_left, theirs_left = mine - max(0.0, points), theirs - max(0.0, -points)
    if mine_left <= 0:
        return 1.0
    return 0.0 if theirs_left <= 0 else table[_steps(mine_left, step)][_steps(theirs_left, step)]


def _steps(points: float, step: float) -> int:
    return max(1, min(_STEPS, round(points / step)))


@lru_cache(maxsize=32)
def _table(target: int, hand: float) -> tuple[tuple[float, ...], ...]:
    """Return the chance to win by the steps that a player needs, then by those that the other one needs."""
    usual = [(_steps(share * hand, target / _STEPS), chance) for share, chance in _USUAL]
    table = [[0.5] * (_STEPS + 1) for _ in range(_STEPS + 1)]
    for mine in range(1, _STEPS + 1):
        for theirs in range(1, mine + 1):
            won = added(chance * (1.0 if steps >= mine else table[mine - steps][theirs]) for steps, chance in usual)
            lost = added(chance * (0.0 if steps >= theirs else table[mine][theirs - steps]) for steps, chance in usual)
            table[mine][theirs] = (won + lost) / 2
            table[theirs][mine] = 1 - table[mine][theirs]
    return tuple(map(tuple, table))


def _by_rounds(options: MeldsOptions, lead: float, rounds: int) -> float:
    """Return the chance of a player with a lead, and a number of rounds to go."""
    if rounds < 1:
        return 0.5 if lead == 0 else float(lead > 0)
    return normal(lead / (_SWING * full_hand(options, 2) * sqrt(rounds)))


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
    race, hand = race_of(outlook.view), full_hand(outlook.view.options, 2)
    odds = model.start + model.left * moment.left + model.outs * moment.outs + model.turns * moment.turns
    wins = min(1.0, max(0.0, logistic(odds) - model.late))
    laid = hand if outlook.position.rules.casino else 0.0
    hold = _prospect(race, wins, RUMMY_FACTOR * (model.doubled * hand + laid), RUMMY_FACTOR * (moment.held + laid))
    lay = _prospect(race, max(0.0, wins - model.laying), model.won * hand + laid, model.lost * hand + laid)
    return Stakes(hold, lay)


def _estimated(outlook: Outlook, moment: LayMoment, estimate: Estimate) -> Prospect:
    hand = full_hand(outlook.view.options, 2)
    terms = point_terms(moment, hand)
    won, lost = (max(_LEAST, weighted(weights, terms)) * hand for weights in (estimate.won, estimate.lost))
    return _prospect(race_of(outlook.view), estimate.wins(moment), won, lost)


def _prospect(race: Race, wins: float, won: float, lost: float) -> Prospect:
    return Prospect(wins, won, lost, race.expected(wins, won, lost, SPREAD))
