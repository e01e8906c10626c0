"""Results of a day: the score of a deal, places, how many others it beats, and streaks of days."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class DayScore:
    """The result of a day's deal for the person: points from their side, below zero if they lost; and their turns."""

    points: int
    turns: int

    @property
    def key(self) -> tuple[int, int]:
        """A value that is higher for a better score: more points, then fewer turns."""
        return self.points, -self.turns


def score_of(points: Sequence[int], turns: int) -> DayScore:
    """Return the score of seat 0 from the points of a deal for two: what it won, or lost to the other.

    In gin only the winner has points, in German Rummy also the loser, below zero.
    """
    mine, others = points
    return DayScore(mine or -max(others, 0), turns)


class DayPlace(NamedTuple):
    """A score in a ranking: its place from 1, shared by equal scores, and whose it is."""

    place: int
    user: int
    score: DayScore


@dataclass(frozen=True, slots=True)
class Beaten:
    """How many of the others who finished a day a score beats."""

    beaten: int
    others: int

    @property
    def percent(self) -> int:
        """The share in percent, rounded down; 0 without others."""
        return 100 * self.beaten // self.others if self.others else 0


def streak(finished: Collection[int], void: Collection[int], today: int) -> int:
    """Return how many days in a row someone has finished a deal, up to today, or up to yesterday if today is open.

    Void days neither count nor break it.
    """
    day = today if today in finished else today - 1
    count = 0
    while day in finished or day in void:
        count += day in finished
        day -= 1
    return count
