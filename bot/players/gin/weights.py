"""What counts in a discard of an Expert, in points of the deal: by the turns played and how the opponent plays.

`remik bench train --variant gin` fits these weights to deals that were played on with each of several discards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """The points per unit of each feature of a discard."""

    deadwood: float  # a point of deadwood left
    gain: float  # a point of deadwood that the next card saves on average
    gin: float  # the chance that the next card makes gin
    danger: float  # the chance that the discard makes a meld for the opponent


STAGES: Final = (5, 11)
"""The last turn of each stage of a deal but the last stage."""
_EAGER: Final = (
    Weights(0.3, 2.0, 26.0, 1.0),
    Weights(0.83, 1.0, 28.0, 1.0),
    Weights(1.2, 1.2, 30.0, 6.0),
)
"""By stage, against an opponent who knocks as soon as possible."""
_PATIENT: Final = (
    Weights(0.9, 2.1, 49.0, 1.0),
    Weights(0.9, 3.9, 72.0, 1.0),
    Weights(1.0, 2.2, 76.0, 6.0),
)
"""By stage, against one who waits for gin."""


def weights_for(turns: int, eager: float) -> Weights:
    """Return the weights after a number of turns, against an opponent who is eager to knock with this probability."""
    stage = stage_of(turns, STAGES)
    one, other, rest = _EAGER[stage], _PATIENT[stage], 1 - eager
    return Weights(
        deadwood=eager * one.deadwood + rest * other.deadwood,
        gain=eager * one.gain + rest * other.gain,
        gin=eager * one.gin + rest * other.gin,
        danger=eager * one.danger + rest * other.danger,
    )


def stage_of(turns: int, ends: Sequence[int]) -> int:
    """Return the number of the stage that a turn is in."""
    return sum(turns > end for end in ends)
