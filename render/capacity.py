"""How much fits in a picture: the rows of a list, and the parts of a bracket, which screens turn like pages."""

from dataclasses import dataclass
from typing import Final

from bot.tournaments.table import bracket_of
from bot.tournaments.values import Tournament

ROWS: Final = 8
"""Rows of a list in a picture: players of standings or of a tournament's table."""
_ROUNDS: Final = 4
"""The most rounds in a picture. The first of four has eight pairs."""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket: rounds ``first`` to ``last``, from 1, that lead to place ``top`` of the last one."""

    first: int
    last: int
    top: int = 0

    def places(self, number: int) -> range:
        """Return the places of a round that belong to the part."""
        count = 1 << (self.last - number)
        return range(self.top * count, (self.top + 1) * count)


def parts_of(tournament: Tournament) -> tuple[BracketPart, ...]:
    """Split a bracket into pictures: one if it fits, else the last four rounds, then the first ones from the top.

    Empty before the draw.
    """
    rounds = len(bracket_of(tournament))
    if rounds <= _ROUNDS:
        return (BracketPart(1, rounds),) if rounds else ()
    early = rounds - _ROUNDS
    first = tuple(BracketPart(1, _ROUNDS, top) for top in range(1 << early))
    return (BracketPart(early + 1, rounds), *first)
