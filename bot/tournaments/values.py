"""Values of tournaments: entrants, fixtures, results, rows of the table, and reasons for refusing requests.

Times are epoch milliseconds. A player is a Discord user id, or a negative number if the player had their data deleted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

HOUR: Final = 3_600_000
LEAST_ENTRANTS: Final = 2
SHORTEST: Final = 1
"""The shortest matchday, in hours."""
LONGEST: Final = 28 * 24
"""The longest matchday, in hours."""
USUAL: Final = 7 * 24
"""The default length of a matchday, in hours."""


class TournamentFormat(StrEnum):
    """The formats of a tournament."""

    SINGLE = "single"  # everyone plays everyone once
    DOUBLE = "double"  # everyone plays everyone twice
    KNOCKOUT = "knockout"  # the loser is eliminated


MOST_ENTRANTS: Final[Mapping[TournamentFormat, int]] = MappingProxyType(
    {TournamentFormat.SINGLE: 20, TournamentFormat.DOUBLE: 20, TournamentFormat.KNOCKOUT: 32}
)


class TournamentStage(StrEnum):
    """The stages of a tournament, as stored."""

    JOINING = "joining"
    RUNNING = "running"
    OVER = "over"
    CANCELED = "cancelled"  # as stored


class FixtureOutcome(StrEnum):
    """How a fixture was decided."""

    PLAYED = "played"
    WALKOVER = "walkover"  # one player wins without a game
    NOBODY = "nobody"  # both players lose without a game
    BYE = "bye"  # the player has no opponent


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in a tournament; after withdrawing, a player loses every fixture not yet played."""

    user: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """The result of a fixture.

    ``winners`` has both players if they share the win, and the player with a bye. ``points`` are the game points of the
    home and the away player; ``table`` is the id of the table where the fixture was played.
    """

    outcome: FixtureOutcome
    winners: tuple[int, ...]
    points: tuple[int, int] = (0, 0)
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of two players; ``away`` is None if ``home`` has a bye.

    It can be played from ``begun_at`` to ``deadline``; both are None before its matchday begins. ``came`` are the
    players who joined its table or asked for one. ``table`` is its open table, and ``playing`` is True while a game is
    being played there or its result hasn't been entered yet. ``reminded`` counts the reminders that were due;
    ``spent`` is the last table whose game decided nothing. ``place`` is the fixture's number within the matchday, from
    0: in a knock-out the winners of places 2i and 2i + 1 meet in place i of the next round. ``meeting`` is the time
    that one of the players suggested for the game, and ``agreed`` are those who agree to it. ``told`` are the players
    who have been notified of the suggestion, or reminded of the time once both agree.
    """

    id: int  # 0 until it is stored
    matchday: int  # from 1; the round in a knock-out
    place: int
    home: int
    away: int | None
    begun_at: int | None = None
    deadline: int | None = None
    came: frozenset[int] = frozenset()
    reminded: int = 0
    spent: int = 0
    decided: FixtureResult | None = None
    table: int | None = None
    playing: bool = False
    meeting: int | None = None
    agreed: frozenset[int] = frozenset()
    told: frozenset[int] = frozenset()

    @property
    def is_agreed(self) -> bool:
        """Whether both players have agreed on a time."""
        return self.meeting is not None and self.agreed.issuperset(self.pair)

    @property
    def pair(self) -> tuple[int, ...]:
        """The two players, or only one in a bye."""
        return (self.home,) if self.away is None else (self.home, self.away)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament, as far as the functions here need it.

    ``hours`` is the length of a matchday. ``entrants`` are in the order in which they joined; the draw reorders them,
    and a player's number is the position after the draw, from 1. ``fixtures`` are ordered by matchday and place: all of
    a round robin, or the rounds of a knock-out that have been drawn. ``matchday`` is the current one, 0 before the
    draw. ``seed`` is the random seed of the draw.
    """

    format: TournamentFormat
    hours: int = USUAL
    stage: TournamentStage = TournamentStage.JOINING
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    matchday: int = 0
    seed: bytes | None = field(default=None, repr=False)


class TieBreak(StrEnum):
    """Criteria that order a tournament's table, most important first."""

    MATCH_POINTS = "match-points"
    AMONG_TIED = "among-tied"  # match points in the fixtures among tied players
    MARGIN = "margin"
    POINTS = "points"
    WALKOVERS = "walkovers"  # fewer lost


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """A row of a tournament's table. ``number`` is the player's place in the draw, from 1; equal rows share a ``rank``.

    ``won``, ``shared`` and ``lost`` count fixtures including walk-overs; ``walkovers`` counts walk-overs lost.
    ``margin`` and ``points`` are sums over the games. ``among`` are the match points in the fixtures among the players
    with equal match points, None if there is no tie. ``behind`` is the criterion by which this row is behind the one
    above: None for the first row and for rows that share a rank.
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
        """The number of decided fixtures, including walk-overs."""
        return self.won + self.shared + self.lost


class TournamentReason(StrEnum):
    """Why a request is refused and what to do instead. Each value is the English message id.

    ``{tournament_fixtures}`` is replaced by the mention of that command.
    """

    FOR_TWO = "Tournaments are for games between two players, and {least} play this one. Choose another game."
    GONE = "That tournament no longer exists. {tournament_fixtures} shows the current ones."
    DRAWN = "This tournament has already been drawn. Join the next one."
    NOT_DRAWN = "This tournament hasn't been drawn yet. Draw it when enough players have joined."
    OVER = "This tournament is over. Join or open another one."
    CANCELED = "This tournament was canceled. Join or open another one."
    JOINED = "You're already in this tournament. Press Leave if you don't want to play."
    FULL = "This tournament is full (players: {most}). Join the next one."
    NOT_IN = "You aren't in this tournament. Join the next one before it is drawn."
    THEY_ARE_NOT_IN = "That player isn't in this tournament. Its table shows everyone who is."
    WITHDRAWN = "Players who withdrew from this tournament can't return. Its table shows who is still playing."
    TOO_FEW = "Not enough players yet (a tournament needs {least}). Draw it when more have joined."
    NOT_YOURS = "You aren't in this fixture. Press the button of one of yours."
    NOT_YET = "This fixture's matchday hasn't started yet. Play it then."
    LATE = "The deadline of this fixture has passed. The tournament's table shows how it was decided."
    DECIDED = "This fixture is already decided. Look at the tournament's table."
    MEETING_TIME = "Choose a time between now and the deadline of your fixture. Set a time shows it."
    MEETING_CHANGED = "That suggestion is no longer current. Press *{button Set a time}* to see the latest one."
    MEETING_PLAYING = "Your game is already running, so there's no time to agree on. Play on."
    EMPTY_NAME = "A tournament needs a name with at least one visible character."
    INVISIBLE_NAME = (
        "That name has invisible characters, which some emoji contain. Type only characters that everyone can see."
    )
    LONG_NAME = "That name is too long (characters allowed: {most}). Choose a shorter one."
    SAME_NAME = "There's already an active tournament called {name}. Choose another name."
    MANY_ACTIVE = (
        "This server already has {most} active tournaments, the most it can have. Wait until one ends, or cancel one."
    )
    HOURS = "That's too long or too short for a matchday. Choose a time in the range (hours: {least} to {most})."
    PAST = "A deadline has to be in the future, within {most} days. Choose another time."
