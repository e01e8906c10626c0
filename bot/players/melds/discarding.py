"""How an Expert weighs discards in Basic and German Rummy: one declaration per game and number of seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rummy.families import Variant


@dataclass(frozen=True, slots=True)
class Discarding:
    """The weights of everything that a discard changes, where one loose card fewer weighs 1.

    Danger grows faster than its estimate: a card that the next seat might take costs little, one that it can hardly
    help taking costs the deal. So the estimate counts, and its square.
    """

    danger: float  # of the estimated danger that the next seat can meld the card
    danger_squared: float  # of its square
    point: float  # of a point in hand
    outs: float  # of the chance that the draw after the next one makes a meld of loose cards, or fits the table
    out: float = 1.0  # of going out with the next draw

    def cost(self, danger: float, points: int) -> float:
        """Return the cost of a discard with this estimated danger and this value."""
        return danger * (self.danger + self.danger_squared * danger) - self.point * points


_CROWDED_GERMAN: Final = Discarding(danger=0.1, danger_squared=0.0, point=0.02, outs=1.0)
DISCARDING: Final[Mapping[Variant, Mapping[int, Discarding]]] = {
    Variant.BASIC: {
        2: Discarding(danger=0.6, danger_squared=0.0, point=0.04, outs=2.0),
        3: Discarding(danger=0.0, danger_squared=3.0, point=0.011, outs=1.5, out=10.0),
        4: Discarding(danger=0.0, danger_squared=3.0, point=0.0, outs=2.0, out=10.0),
    },
    Variant.GERMAN: {
        2: Discarding(danger=0.1, danger_squared=0.0, point=0.01, outs=1.0),
        3: _CROWDED_GERMAN,
        4: _CROWDED_GERMAN,
    },
}
"""The weights by game and number of seats."""
