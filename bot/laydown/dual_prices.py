"""Dual prices of a linear packing problem: the primal simplex method with an explicit basis inverse.

A row is a resource with a supply; a column uses some rows for a gain. At optimal prices no column gains more than it
costs, and the whole supply costs as little as possible. That cost is the most that fractions of columns can gain.
"""

from collections.abc import Sequence
from operator import add
from typing import Final, NamedTuple


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
        """Return a column in terms of the basis."""
        first, *others = column.rows
        updated = self.inverse[first]
        for row in others:
            updated = list(map(add, updated, self.inverse[row]))
        for row, amount in column.amounts:
            updated = [value + amount * other for value, other in zip(updated, self.inverse[row], strict=True)]
        return updated
