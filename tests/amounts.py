"""How many games, examples and combinations a test tries (few in the suite, many in the soak) and how long it waits."""

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

SOAK_TIMES: Final = int(os.environ.get("SOAK_TIMES", "1"))
"""How many times as many as in the suite; tests/test_soak.py sets it."""
MANY: Final = SOAK_TIMES > 1
"""Whether to try everything instead of a selection that covers each value once."""

STARTED: Final = 300.0
"""Seconds until a process that a test starts must be ready: on an idle machine, it takes one or two."""


def times(count: int) -> int:
    """Return a number of games, seeds or examples: as given in the suite, many times as many in the soak."""
    return count * SOAK_TIMES


def covering(cases: Sequence[Mapping[str, Hashable]]) -> list[int]:
    """Return the places of as few cases as possible in which each value of each parameter occurs, in their order.

    Each case maps parameters to values. The choice is greedy: the first case with the most values not covered yet.
    """
    left = {value for case in cases for value in case.items()}
    chosen: set[int] = set()
    while left:
        best = max(range(len(cases)), key=lambda place: len(left & cases[place].items()))
        chosen.add(best)
        left -= cases[best].items()
    return sorted(chosen)
