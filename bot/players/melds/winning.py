"""The chance of a seat to win a game with melds on the table, from the totals after the current deal.

Basic Rummy is played to a target, so the chance depends on what each player still needs: a recursion over both, in
which either player wins the next deal, with the usual points. In German Rummy the lead after the last round decides,
and each round before that moves it at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from bot.players.arithmetic import added, logistic, normal
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
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
    """Return how many steps it takes to get these points, at least one."""
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
