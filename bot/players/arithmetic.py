"""Arithmetic that gives the same result on every machine and in every version of Python.

Computers' moves are checked by anyone who replays a record. `sum` adds numbers with a fraction differently since Python
3.12, and ``**`` and `math.exp` leave them to the C library.
"""

from collections.abc import Iterable
from typing import Final

_STEEP: Final = 40.0
"""Beyond this, a logistic function is 0 or 1."""
_HALVINGS: Final = 10
_TERMS: Final = 8
_NORMAL: Final = (1.5976, 0.070565992)
"""The factors of a number and its cube with which the logistic function follows the normal distribution."""


def added(numbers: Iterable[float]) -> float:
    """Add numbers one after the other."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def powers(base: float, most: int) -> tuple[float, ...]:
    """Return the powers of a number from 0 to ``most``, each multiplied from the one before."""
    found = [1.0]
    for _ in range(most):
        found.append(found[-1] * base)
    return tuple(found)


def logistic(number: float) -> float:
    """Return 1 / (1 + e^-number): the probability with these log odds."""
    if abs(number) > _STEEP:
        return 1.0 if number > 0 else 0.0
    small = -number / (1 << _HALVINGS)
    power = 1.0
    for term in range(_TERMS, 0, -1):
        power = 1.0 + power * small / term
    for _ in range(_HALVINGS):
        power *= power
    return 1.0 / (1.0 + power)


def normal(number: float) -> float:
    """Return the probability that a standard normal variable is below a number, with an error under 0.0002."""
    first, third = _NORMAL
    return logistic(number * (first + third * number * number))
