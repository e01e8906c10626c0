"""Prices of the resources of a packing problem: whole numbers at which no decision gains more than it costs.

They come from the linear relaxation (`bot.laydown.dual_prices`), or from a smaller problem of the same position.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from operator import mul
from typing import Final, NamedTuple

from bot.laydown.dual_prices import PackingColumn, solve_relaxation
from bot.laydown.encoding import Encoding

SCALE: Final = 64
"""Prices and losses are integers, in units of 1/64 of a unit of gain."""
_POINT: Final = 1 << 20
"""The gain of each point that the first melds need: more than a point can gain in any other way."""
_DISCARD, _JOKERS, _POINTS, _NEED = -1, -2, -3, -4
"""The names of resources that aren't cards or slots."""


class Prices(NamedTuple):
    """Prices of all resources, and what follows from them."""

    of_rows: list[int]
    bound: int  # no packing gains more, in units of 1/64
    basis: frozenset[int]  # the columns at a positive level in the relaxation


class Pricing:
    """The resources of a problem and the columns that use them.

    The resources are cards, slots, the discard, jokers and, where first melds need a value, points (which candidates
    produce) and the need for them.
    """

    def __init__(self, encoding: Encoding) -> None:
        problem = self.problem = encoding.problem
        self.discard = len(encoding.bits)
        jokers, self.points, need = self.discard + 1, self.discard + 2, self.discard + 3
        self.names = [*encoding.names, _DISCARD, _JOKERS]
        self.supply = [held.copies for held in problem.hand] + [1] * len(encoding.slots) + [1, problem.jokers]
        self.columns = []
        for candidate, gain, rows in zip(problem.candidates, problem.gains, encoding.rows, strict=True):
            amounts: tuple[tuple[int, int], ...] = ((jokers, candidate.used),) if candidate.used else ()
            if problem.first:
                amounts = (*amounts, (self.points, -candidate.first))
            self.columns.append(PackingColumn(gain, rows, amounts))
        self.columns += [
            PackingColumn(held.discard_gain, (at, self.discard))
            for at, held in enumerate(problem.hand)
            if held.discard_gain is not None
        ]
        if problem.joker_discard_gain is not None:
            self.columns.append(PackingColumn(problem.joker_discard_gain, (self.discard, jokers)))
        if problem.first:
            self.names += [_POINTS, _NEED]
            self.supply += [0, problem.first]
            self.columns.append(PackingColumn(_POINT, (need, self.points)))

    def solved(self, start: Sequence[int]) -> Prices:
        """Return the prices of the relaxation, solved from some columns that make a good packing together.

        Rounding can make a column gain more than it costs; then the price of its first resource is raised, so that the
        prices are dual feasible and the bound holds.
        """
        problem = self.problem
        relaxation = solve_relaxation(self.supply, self.columns, start)
        prices = [ceil(price * SCALE - 0.01) for price in relaxation.prices]
        if problem.first:
            prices[self.points] = floor(relaxation.prices[self.points] * SCALE)
        if problem.last_joker_discard_gain is not None:
            least = (problem.last_joker_discard_gain + problem.joker_kept_gain) * SCALE
            prices[self.discard] = max(prices[self.discard], least)
        for column in self.columns:
            prices[column.rows[0]] += max(0, self._missing(prices, column))
        return Prices(prices, self._bound(prices), frozenset(relaxation.basis))

    def proves(self, known: Mapping[int, int], gain: int) -> bool:
        """Return whether prices of a smaller problem, by name, prove that no packing here has more than this gain."""
        prices = [known.get(name, 0) for name in self.names]
        if self._bound(prices) >= (gain + 1) * SCALE:
            return False
        return all(self._missing(prices, column) <= 0 for column in self.columns)

    def by_name(self, prices: Sequence[int]) -> dict[int, int]:
        """Return prices by the names of their resources, which other problems of the position have, too."""
        return dict(zip(self.names, prices, strict=True))

    def _bound(self, prices: Sequence[int]) -> int:
        """Return what all resources cost; points come from candidates, and at least those needed do."""
        points = self.problem.first * prices[self.points] if self.problem.first else 0
        cost: int = sum(map(mul, self.supply[: self.points], prices))
        return cost - points

    def _missing(self, prices: Sequence[int], column: PackingColumn) -> int:
        """Return the gain of a column minus its cost, in units of 1/64."""
        gain, rows, amounts = column
        missing = gain * SCALE
        for row in rows:
            missing -= prices[row]
        for row, amount in amounts:
            missing -= amount * prices[row]
        return missing
