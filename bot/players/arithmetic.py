"""Arithmetic that gives the same result on every machine and in every version of Python.

Computers' moves are checked by anyone who replays a record. `sum` adds numbers with a fraction differently since Python
3.12, and ``**`` leaves them to the C library.
"""

from collections.abc import Iterable


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
