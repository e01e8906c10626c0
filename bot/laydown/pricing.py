"""Prices of the resources of a packing problem: whole numbers, from the dual of its linear form.

At these prices no decision gains more than it costs. They come from the linear relaxation, or from a smaller problem of
the same position.

A row is a resource with a supply; a column uses some rows for a gain. At optimal prices no column gains more than it
costs, and the whole supply costs as little as possible. That cost is the most that fractions of columns can gain.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from operator import add, mul
from typing import Final, NamedTuple

from bot.laydown.encoding import Encoding


class PackingColumn(NamedTuple):
    """A column: its gain, the rows of which it uses one each, and other amounts by row (negative: it produces)."""

    gain: int
    rows: Sequence[int]
    amounts: Sequence[tuple[int, int]] = ()


class Relaxation(NamedTuple):
    """The solution of the linear relaxation: the price of each row, and the columns at a positive level."""

    prices: list[float]
    basis: set[int]


_SMALL: Final = 1e-7
_ROUNDS: Final = 1000
_AT_ONCE: Final = 32
"""The number of columns that enter the basis, one after the other, before all columns are priced again."""


def solve_relaxation(supply: Sequence[int], columns: Sequence[PackingColumn], start: Sequence[int] = ()) -> Relaxation:
    """Solve the relaxation, up to rounding errors.

    It takes less time if ``start`` has the numbers of columns that make a good packing together. After very many rounds
    it stops with the prices reached, at which a column may still gain more than it costs.
    """
    simplex = _Simplex(supply)
    for number in start:
        simplex.pivot(number, columns)
    for _ in range(_ROUNDS):
        entering = _entering(simplex.prices, columns)
        if not entering:
            break
        for number in entering:
            simplex.pivot(number, columns)
    levels = zip(simplex.basis, simplex.levels, strict=True)
    return Relaxation(simplex.prices, {number for number, level in levels if level > 0.01})


def _entering(prices: list[float], columns: Sequence[PackingColumn]) -> list[int]:
    """Return the columns with the highest reduced gain per row that they use, the best first.

    They are column numbers, or ``~row`` for the slack of a row whose price is negative.
    """
    entering = [(-price, ~row) for row, price in enumerate(prices) if -price > _SMALL]
    for number, (gain, rows, amounts) in enumerate(columns):  # `reduced_gain`, inlined: it takes the most time
        cost: float = 0
        for row in rows:
            cost += prices[row]
        for row, amount in amounts:
            cost += amount * prices[row]
        each = (gain - cost) / len(rows)
        if each > _SMALL:
            entering.append((each, number))
    entering.sort(reverse=True)
    return [number for _, number in entering[:_AT_ONCE]]


def reduced_gain(prices: Sequence[float], column: PackingColumn) -> float:
    """Return the gain of a column minus its cost at these prices."""
    gain, rows, amounts = column
    cost: float = 0
    for row in rows:  # `sum` adds fractions differently since Python 3.12
        cost += prices[row]
    for row, amount in amounts:
        cost += amount * prices[row]
    return gain - cost


class _Simplex:
    """A basis: its columns and their levels, the inverse of its matrix, and the prices that belong to it."""

    def __init__(self, supply: Sequence[int]) -> None:
        size = len(supply)
        self.levels = [count + (at * 37 % 101 + 1) * 1e-5 for at, count in enumerate(supply)]  # no ties, so no cycles
        self.basis = [-1] * size
        self.prices = [0.0] * size
        self.inverse = [[0.0] * at + [1.0] + [0.0] * (size - at - 1) for at in range(size)]

    def pivot(self, number: int, columns: Sequence[PackingColumn]) -> None:
        """Bring a column into the basis at the highest level that rows allow, if it gains anything.

        The first column to reach level 0 leaves the basis.
        """
        gain = -self.prices[~number] if number < 0 else reduced_gain(self.prices, columns[number])
        if gain <= _SMALL:
            return
        entering = self.inverse[~number] if number < 0 else self._updated_column(columns[number])
        shares = [(at, share) for at, share in enumerate(entering) if share]  # copied: rows of the inverse change below
        leaving, level, levels = -1, 0.0, self.levels
        for at, share in shares:
            if share > _SMALL and (leaving < 0 or levels[at] < level * share):
                leaving, level = at, levels[at] / share
        if leaving < 0:
            return
        divisor = entering[leaving]
        for at, share in shares:
            levels[at] -= level * share
        levels[leaving], self.basis[leaving] = level, number
        for row, values in enumerate(self.inverse):
            if values[leaving]:
                factor = values[leaving] / divisor
                for at, share in shares:
                    values[at] -= factor * share
                values[leaving] = factor
                self.prices[row] += gain * factor

    def _updated_column(self, column: PackingColumn) -> list[float]:
        first, *others = column.rows
        updated = self.inverse[first]
        for row in others:
            updated = list(map(add, updated, self.inverse[row]))
        for row, amount in column.amounts:
            updated = [value + amount * other for value, other in zip(updated, self.inverse[row], strict=True)]
        return updated


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
