"""When an Expert lays melds that don't win the deal: a rule decides, or the stakes with one, two or three others.

Laying lowers the stakes and hardly changes who wins the deal: a player who holds plays for a doubled deal, won or lost,
and one who has laid for a small one. So both ways are compared by the chance to win the game that they lead to. In
Basic Rummy with several others melds are held for a doubled deal, unless a small one decides the game, and laid if the
losers pay. In German Rummy another winner of the deal may take the lead with it, so both ways are rated by the totals
of all seats: after a deal that the seat wins, and after a deal that any of the others wins.

The chance to win the game follows from the totals after the deal. Basic Rummy is played to a target, so it depends on
what each player still needs: a recursion over both, in which either player wins the next deal, with the usual points.
If the losers pay, a player needs what the other one can still lose.
In German Rummy the lead after the last round decides, and each round before that moves it at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import Final

from bot.laydown import Plan
from bot.players.arithmetic import added, logistic, normal
from bot.players.melds.crowd_table import CROWDS
from bot.players.melds.estimates import (
    CrowdEstimate,
    Estimate,
    GameStyle,
    LayMoment,
    Opened,
    moment_of,
    point_terms,
    style_of,
    weighted,
)
from bot.players.melds.lay_table import ESTIMATES
from bot.players.melds.outlook import Outlook
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.scoring import RUMMY_FACTOR
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.melds.views import MeldsView

_STEPS: Final = 50
"""The number of steps to the target in which the recursion counts what a player needs."""
# Chosen by hand, for deals in which both hold. Between an Expert and others 62% of 701 deals brought less than a
# quarter of a hand; a table of that kind wasn't tried, since the decisions win enough with this one.
_USUAL: Final = ((0.15, 0.13), (0.35, 0.19), (0.55, 0.13), (1.2, 0.15), (1.7, 0.25), (2.3, 0.15))
"""What the winner of a deal gets, in full hands, and how often."""
# Chosen by hand: 400 points. In 120 rounds of an Expert against opponents of the pool it was 2.4 hands; not tried.
_SWING: Final = 3.85
"""By how many full hands a round with two players moves the lead, as the standard deviation."""
# Chosen by hand; nothing else was tried.
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
    target, below = view.options.target_for(len(totals)), view.options.ends_below(len(totals))
    if target is not None:
        return Race(lambda points: _to_mark(view.options, target, (target - mine, target - theirs), points))
    if below is not None:  # what the other one can still lose is what the seat needs (B-18)
        return Race(lambda points: _to_mark(view.options, below, (below + theirs, below + mine), points))
    lead, rounds = mine - theirs, view.options.deals_to_play - len(view.deals) - 1
    each = moved_by(rules_for(view.options))
    return Race(lambda points: _by_rounds(view.options, lead + each * points, rounds))


def moved_by(rules: MeldRules) -> int:
    """Return by how much a lost point moves the lead of two players: the loser may pay it, the winner may get it."""
    return rules.paid_by_losers + rules.winner_paid


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


def _to_mark(options: MeldsOptions, mark: int, needs: tuple[int, int], points: float) -> float:
    """Return the chance of a player who still needs the first of these points to win the game, the other the second.

    ``points`` are those of the deal, positive if the player wins it.
    """
    table, step = _table(mark, full_hand(options, 2)), mark / _STEPS
    mine_left, theirs_left = needs[0] - max(0.0, points), needs[1] - max(0.0, -points)
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
_LEAST_HANDS: Final = 0.02
"""The least points of a deal, in full hands."""
# Chosen by hand; nothing else was tried.
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


# Chosen by hand from deals that were played on both ways against `late4` and `holder`. Tried in Basic Rummy: 0.14 for
# ``late``, which won 69% against those two and only 40% against Hard.
OPENINGS: Final = {
    GameStyle.AT_ONCE: Opening(2.00, -0.33, 4.00, -0.123, 0.05, 0.05, 0.887, 0.535, 0.489),
    GameStyle.FIRST_MELDS: Opening(2.34, -0.32, 1.37, -0.208, -0.03, 0.0, 0.96, 0.471, 0.394),
}


def stakes_of(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying; None where no model covers the moment."""
    if len(outlook.view.counts) != 2:
        return None
    moment, style = moment_of(outlook, plan), style_of(outlook.position.rules)
    if moment.opened is Opened.NOBODY:
        return _unopened(outlook, moment, OPENINGS[style])
    if moment.opened is not Opened.OTHER or style not in ESTIMATES:
        return None
    hold, lay = (_estimated(outlook, moment, ESTIMATES[style][lays]) for lays in (False, True))
    return Stakes(hold, lay)


def _unopened(outlook: Outlook, moment: LayMoment, model: Opening) -> Stakes:
    race, hand = race_of(outlook.view), full_hand(outlook.view.options, 2)
    odds = model.start + model.left * moment.left + model.outs * moment.outs + model.turns * moment.turns
    wins = min(1.0, max(0.0, logistic(odds) - model.late))
    laid = hand if outlook.position.rules.casino else 0.0
    hold = _race_prospect(race, wins, RUMMY_FACTOR * (model.doubled * hand + laid), RUMMY_FACTOR * (moment.held + laid))
    lay = _race_prospect(race, max(0.0, wins - model.laying), model.won * hand + laid, model.lost * hand + laid)
    return Stakes(hold, lay)


def _estimated(outlook: Outlook, moment: LayMoment, estimate: Estimate) -> Prospect:
    hand = full_hand(outlook.view.options, 2)
    terms = point_terms(moment, hand)
    won, lost = (max(_LEAST_HANDS, weighted(weights, terms)) * hand for weights in (estimate.won, estimate.lost))
    return _race_prospect(race_of(outlook.view), estimate.wins(moment), won, lost)


def _race_prospect(race: Race, wins: float, won: float, lost: float) -> Prospect:
    return Prospect(wins, won, lost, race.expected(wins, won, lost, SPREAD))


_LEAST: Final = 5.0
"""The fewest points that a lost deal costs."""
_LOST: Final = 0.5
"""What the player who is last loses in a round, in full hands, while a game goes on until a total is low enough."""


def small_deal_decides(outlook: Outlook) -> bool:
    """Return whether in Basic Rummy a seat wins the game with a full hand's points, and nobody else with twice that."""
    view, seat = outlook.view, outlook.position.seat
    seats = len(view.counts)
    target, hand = view.options.target_for(seats) or 0, full_hand(view.options, seats)
    needs = [target - total for total in view.columns[0].totals]
    return needs[seat] <= hand and all(need > RUMMY_FACTOR * hand for other, need in enumerate(needs) if other != seat)


def crowd_stakes(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying with three seats or more; None where no model covers it.

    With five and six the estimates for four serve: without them Expert won 5.8% of Rommé 40 against five Hards, with
    them 17.1%.
    """
    view, rules = outlook.view, outlook.position.rules
    crowd = CROWDS[min(len(view.counts), max(CROWDS))]
    if style_of(rules) is not GameStyle.FIRST_MELDS or outlook.position.opened:
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
    gained = won if outlook.position.rules.winner_paid else 0.0
    totals: Sequence[float] = [
        total + gained if other == winner else total - (mine if other == seat and mine is not None else each)
        for other, total in enumerate(view.columns[0].totals)
    ]
    hand, below = full_hand(view.options, len(totals)), view.options.ends_below(len(totals))
    rounds = view.options.deals_to_play - len(view.deals) - 1
    if below is not None:
        rounds = max(0, ceil((below + min(totals)) / (_LOST * hand)))
    return best_total(totals, seat, rounds, hand)


_LATE: Final = 2
"""With this many turns per seat left in the stock, melds are no longer held back: hands count at its end (D-12)."""
_LAST_TURNS: Final = 3
"""The same between two players once the other one has opened."""
_MOST_LOOSE: Final = 4
"""Between two players it lays if more cards than this are loose and the other one has opened."""
# From 2,200 deals of Rommé 40 against Hard with limits drawn at random. With three or four loose cards, holding won 42
# points against seven cards or more, and laying 3; against three cards or fewer they lost 27 and 14.
_THEIR_SHARE: Final = 0.5
"""In games opened by points, it lays if more are loose than this share of the other one's cards."""


def lays_now(outlook: Outlook, plan: Plan) -> bool:
    """Return whether to lay melds that don't win the deal: nobody can lay off on melds that are still in the hand."""
    if not plan.steps:
        return False
    ruled = lays_by_rule(outlook)
    if ruled is not None:
        return ruled
    stakes = stakes_for(outlook, plan)
    if stakes is not None:
        return stakes.lays
    if len(outlook.view.counts) > 2:
        return True
    moment = moment_of(outlook, plan)
    return moment.left > (_THEIR_SHARE * moment.theirs if opens_by_points(outlook.position.rules) else _MOST_LOOSE)


def lays_by_rule(outlook: Outlook) -> bool | None:
    """Return whether a rule lays or holds; None if the stakes decide."""
    view, position = outlook.view, outlook.position
    rules, seats = position.rules, len(view.counts)
    if rules.one_meld:
        return True  # nobody can lay everything at once then (B-12, B-14)
    if holds_in_a_crowd(rules, seats):
        return small_deal_decides(outlook)
    if position.opened:
        return True  # after laying nothing is doubled (B-12, D-14)
    late = _LAST_TURNS if seats == 2 and any(view.opened) else _LATE
    last = view.reshuffled or not view.options.reshuffles  # else the discard pile follows as a new stock (H-19)
    return True if not rules.stalemate and last and view.stock <= late * seats else None


def holds_in_a_crowd(rules: MeldRules, seats: int) -> bool:
    """Return whether melds are held with several others: the winner gets all their points, and a loser pays nothing."""
    return seats > 2 and not rules.paid_by_losers


def opens_by_points(rules: MeldRules) -> bool:
    """Return whether first melds need only points, and a card taken before has to be laid with them (D-7, H-18).

    Computers play these games (Remi 51, Rommé 40, Kaluki 51) with styles of their own: before it has opened, a seat
    that holds only draws from the stock.
    """
    return rules.use_taken and not rules.pure_run


def stakes_for(outlook: Outlook, plan: Plan) -> Stakes | None:
    """Return what to expect of holding and of laying; None where no model covers the moment."""
    return stakes_of(outlook, plan) if len(outlook.view.counts) == 2 else crowd_stakes(outlook, plan)
