"""What a tournament speaks of: who takes part, who meets whom, how each meeting ended. Values, no arithmetic.

Times are epoch milliseconds. Whoever takes part is a Discord id, or the mark of somebody whose data was deleted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

HOUR: Final = 3_600_000
LEAST_ENTRANTS: Final = 2
SHORTEST: Final = 1
"""Hours that a matchday lasts at least."""
LONGEST: Final = 28 * 24
"""Hours that a matchday lasts at most."""
USUAL: Final = 7 * 24
"""Hours that a matchday lasts where nobody says anything else."""


class TournamentFormat(StrEnum):
    """Who meets whom in a tournament."""

    SINGLE = "single"  # everybody once
    DOUBLE = "double"  # everybody twice
    KNOCKOUT = "knockout"  # who loses is out


MOST_ENTRANTS: Final[Mapping[TournamentFormat, int]] = MappingProxyType(
    {TournamentFormat.SINGLE: 20, TournamentFormat.DOUBLE: 20, TournamentFormat.KNOCKOUT: 32}
)


class Stage(StrEnum):
    """What a tournament is at."""

    JOINING = "joining"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class FixtureOutcome(StrEnum):
    """How a fixture was decided."""

    PLAYED = "played"
    WALKOVER = "walkover"  # one has won without a game
    NOBODY = "nobody"  # both have lost without a game
    BYE = "bye"  # there was nobody to meet


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; ``withdrawn`` loses all that they have not played."""

    user: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """How a fixture ended: both are ``winners`` where they share the win, the one with a bye is one too.

    ``points`` are those of the game for the first and the second of the pair; ``table`` is where it was played.
    """

    ending: FixtureOutcome
    winners: tuple[int, ...]
    points: tuple[int, int] = (0, 0)
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A meeting of two: ``away`` is None where ``home`` has a bye. It is open from ``begun_at`` to ``deadline``.

    Both are None while its matchday has not begun. ``came`` are those who have sat down at its table, or asked for it.
    ``table`` is the one that is open for it now, and ``playing`` says whether its game runs, or has ended and is yet to
    be entered here. ``reminded`` counts the reminders, ``spent`` is the last table whose game decided nothing.
    ``place`` is its number in the matchday, from 0: in a knock-out the winners of places 2i and 2i + 1 meet in place i
    of the next round.
    """

    id: int  # 0 until it is kept
    matchday: int  # from 1; in a knock-out it is the round
    place: int
    home: int
    away: int | None
    begun_at: int | None = None
    deadline: int | None = None
    came: frozenset[int] = frozenset()
    reminded: int = 0
    spent: int = 0
    decided: Decided | None = None
    table: int | None = None
    playing: bool = False

    @property
    def pair(self) -> tuple[int, ...]:
        """Name those who meet; only one where there is a bye."""
        return (self.home,) if self.away is None else (self.home, self.away)


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a tournament is to arithmetic.

    ``hours`` is how long a matchday lasts. ``entrants`` stand in the order in which they joined, once it is drawn in
    that of the draw; somebody's number is their place in it, from 1. ``fixtures`` are in the order of matchdays and
    places: all of them in a round robin, those of the rounds that were drawn in a knock-out. ``matchday`` is the one
    that runs, 0 before the draw. ``seed`` is what the draw was shuffled by.
    """

    format: TournamentFormat
    hours: int = USUAL
    stage: Stage = Stage.JOINING
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    matchday: int = 0
    seed: bytes | None = field(default=None, repr=False)


class TieBreak(StrEnum):
    """What tells two of a tournament's table apart, in the order in which it is asked."""

    MATCH_POINTS = "match-points"
    AMONG_TIED = "among-tied"  # match points from the fixtures among those who have equally many
    MARGIN = "margin"
    POINTS = "points"
    WALKOVERS = "walkovers"  # fewer lost


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """A row of a tournament's table. ``number`` is the entrant's in the draw, from 1; ``rank`` is shared on full equality.

    ``won``, ``shared`` and ``lost`` are fixtures, walk-overs among them; ``walkovers`` counts those lost. ``margin``
    and ``points`` are sums over the games. ``among`` are the match points from the fixtures among those who have as
    many match points in all, None where nobody else has. ``behind`` is what keeps this row behind the one above: None
    for the first row, and where the rank is shared.
    """

    rank: int
    number: int
    user: int
    won: int = 0
    shared: int = 0
    lost: int = 0
    walkovers: int = 0
    match_points: int = 0
    margin: int = 0
    points: int = 0
    among: int | None = None
    behind: TieBreak | None = None
    withdrawn: bool = False

    @property
    def played(self) -> int:
        """Count the fixtures that are decided, walk-overs among them."""
        return self.won + self.shared + self.lost
