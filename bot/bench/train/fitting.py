"""Fits of linear and logistic models by least squares, in plain Python and the same on every machine."""

from collections.abc import Sequence
from typing import Final

from bot.players.arithmetic import logistic
from bot.players.melds.estimates import weighted

_RIDGE: Final = 0.1
"""What each weight costs, so that rare cases don't get extreme ones."""
_ROUNDS: Final = 12
_LEAST: Final = 1e-4

Row = Sequence[float]


def linear(rows: Sequence[Row], values: Sequence[float], weights: Sequence[float] | None = None) -> tuple[float, ...]:
    """Return the coefficients of the terms in each row that fit the values best, by weighted least squares."""
    count = len(rows[0]) if rows else 0
    left = [[_RIDGE * (at == other) for other in range(count)] for at in range(count)]
    right = [0.0] * count
    for number, (row, value) in enumerate(zip(rows, values, strict=True)):
        weight = weights[number] if weights is not None else 1.0
        for at, term in enumerate(row):
            scaled = weight * term
            right[at] += scaled * value
            line = left[at]
            for other in range(at + 1):
                line[other] += scaled * row[other]
    for at in range(count):
        for other in range(at):
            left[other][at] = left[at][other]
    return _solved(left, right)


def odds(rows: Sequence[Row], won: Sequence[bool]) -> tuple[float, ...]:
    """Return the coefficients of a logistic model, by iterated weighted least squares."""
    found = tuple(0.0 for _ in rows[0])
    for _ in range(_ROUNDS):
        aims, weights = [], []
        for row, wins in zip(rows, won, strict=True):
            now = weighted(found, row)
            chance = logistic(now)
            weight = max(_LEAST, chance * (1 - chance))
            aims.append(now + (wins - chance) / weight)
            weights.append(weight)
        before, found = found, linear(rows, aims, weights)
        if max(abs(new - old) for new, old in zip(found, before, strict=True)) < _LEAST:
            break
    return found


def _solved(left: list[list[float]], right: list[float]) -> tuple[float, ...]:
    """Solve linear equations by elimination."""
    count = len(right)
    for at in range(count):
        best = max(range(at, count), key=lambda row: abs(left[row][at]))
        left[at], left[best] = left[best], left[at]
        right[at], right[best] = right[best], right[at]
        for row in range(at + 1, count):
            factor = left[row][at] / left[at][at]
            if factor:
                left[row] = [one - factor * other for one, other in zip(left[row], left[at], strict=True)]
                right[row] -= factor * right[at]
    found = [0.0] * count
    for at in reversed(range(count)):
        rest = right[at] - weighted(left[at][at + 1 :], found[at + 1 :])
        found[at] = rest / left[at][at]
    return tuple(found)
