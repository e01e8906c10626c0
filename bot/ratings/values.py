"""What the league speaks of: finished games, ratings, seasons, standings, achievements. Values, no arithmetic.

Times are epoch milliseconds. A player is known by their Discord id; who had their data deleted is a mark, a negative
number that stands for them everywhere on one server. Computers have no id here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from bot.rummy.options import Options, Variant

ALL_TIME: Final = 0
"""The number under which standings of all time are kept; seasons count from 1 on each server."""
RANKED_FROM: Final = 5
"""Games that somebody needs to have a rank."""
MEETINGS: Final = 5
"""Rated games a day between the same two, where a server sets nothing else."""

Scope: TypeAlias = Variant | None
"""Which games standings are about: those of one variant, or with None all of them."""


class RatingPool(StrEnum):
    """Games that are played alike enough to share a rating."""

    GIN = "gin"
    BASIC = "basic"
    GERMAN = "german"


class HowEnded(StrEnum):
    """How a game ended."""

    PLAYED = "played"  # by the rules
    RESIGNED = "resigned"  # somebody gave it up for all
    CLOSED = "closed"  # a moderator, or seven days without a touch: no result


class Rated(StrEnum):
    """Whether a game counts for ratings and standings, and if not, why; the first that fits."""

    YES = "rated"
    VOID = "void"  # an admin took it back
    CLOSED = "closed"
    COMPUTER = "computer"  # gives experience
    TRAINING = "training"  # H-11; gives experience
    FRIENDLY = "friendly"  # the table, or the server, wanted it so; gives experience
    SHORT = "short"  # somebody made fewer than three moves
    OFTEN = "often"  # two of the players have met in as many rated games that day (UTC) as the server allows


@dataclass(frozen=True, slots=True)
class Participant:
    """Who sat in a seat: a player's id or mark, None for a computer."""

    user: int | None


@dataclass(frozen=True, slots=True)
class Finished:
    """A table that is over, as the league gets it; ``record`` is what `bot.rummy.records.checking` writes and reads."""

    table: int
    guild: int
    channel: int
    message: int | None
    options: Options
    seats: tuple[Participant, ...]
    record: Mapping[str, object] = field(repr=False)
    way: HowEnded
    winners: tuple[int, ...]  # seats
    forfeits: frozenset[int]  # seats of those who did not play to the end
    friendly: bool
    fixture: int | None
    started_at: int
    ended_at: int


@dataclass(frozen=True, slots=True)
class Counts:
    """What one player did in one game, counted over its deals.

    What was played for them while they were away is no move of theirs, and no gin, knock or rummy either.
    """

    moves: int = 0
    deals: int = 0  # that came to an end, void ones too
    deals_won: int = 0
    gins: int = 0
    knocks: int = 0  # gins are none
    knock_deadwood: int = 0  # the sum over all own knocks
    undercuts_given: int = 0  # others knocked, and got undercut
    undercuts_taken: int = 0  # own knocks that were undercut
    rummies: int = 0  # all in one turn: B-12, D-14
    stalemates: int = 0  # a lost deal for all (B-10)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one game was for one player: ``points`` after all bonuses (G-23), over all games of a score sheet.

    ``place`` is 1 for who has won, and only where nobody has for somebody else; equal totals share one, who did not
    play to the end is last. ``margin`` is how far their points were ahead of the best of the others', or behind
    (negative).
    """

    seat: int
    user: int | None  # None for a computer
    place: int
    won: bool
    forfeit: bool
    points: int
    margin: int
    counts: Counts

    def beats(self, other: "PlayerResult") -> bool:
        """Return whether this player finished ahead of another; both do who share the win.

        At a table of three or four neither may have won, and still one of them finished ahead.
        """
        return self.won or self.place < other.place


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A finished game, counted: what follows from its record and from nothing else."""

    table: int
    guild: int
    channel: int
    message: int | None
    variant: Variant
    way: HowEnded
    unrated: Rated | None  # why it can't be rated, whoever met how often: CLOSED, COMPUTER, TRAINING, FRIENDLY, SHORT
    fixture: int | None
    started_at: int
    ended_at: int
    lines: tuple[PlayerResult, ...]  # in seat order
    feats: Mapping[int, frozenset["Achievement"]]  # user to what they achieved in this game by itself


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game as it counts: ``season`` is the one that ran when it ended, `ALL_TIME` if none did."""

    facts: GameFacts
    rated: Rated
    season: int


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is thought to be, and how sure that is (openskill, PlackettLuce).

    ``games`` are the rated ones behind it; ``season`` is the last one with a game of theirs, after which a new season
    begins with a soft reset.
    """

    mu: float
    sigma: float
    games: int = 0
    season: int = ALL_TIME


RatingKey: TypeAlias = tuple[int, RatingPool | None]
"""A player and a family, or None for all games together."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to a player's rating in its family (None: in all games together).

    ``before`` is what the game began with: in a season's first one that is after the soft reset.
    """

    user: int
    family: RatingPool | None
    before: Rating
    after: Rating


class Achievement(StrEnum):
    """What is worth telling, once for each player on a server; `bot.text.ratings` has the words."""

    FIRST_WIN = "first-win"
    FIRST_GIN = "first-gin"
    FIRST_DRAW_GIN = "first-draw-gin"  # gin in one's first turn of a deal
    UNDERCUT_ONE = "undercut-one"  # undercut of somebody who knocked with 1: with 0 it is gin (G-21)
    THREE_UNDERCUTS = "three-undercuts"  # three undercuts given in one game; a fifth would hardly fit in one (G-23)
    RUMMY = "rummy"  # all in one turn: B-12, D-14
    SHUT_OUT = "shut-out"  # won, with two deals or more, while nobody else won one (G-23)
    CLEAN_SWEEP = "clean-sweep"  # all three games of a Hollywood series
    COMEBACK = "comeback"  # won, after being behind by half of the target or more (in that game of a Hollywood series)
    FIVE_IN_A_ROW = "five-in-a-row"  # rated wins
    TEN_IN_A_ROW = "ten-in-a-row"
    EVERY_VARIANT = "every-variant"  # a win in each of the six variants
    HUNDRED_GAMES = "hundred-games"
    FULL_TABLE = "full-table"  # won against three others, in a game that was played to its end


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's row in the standings of one season (`ALL_TIME` is one) and scope; rated games alone count.

    ``rating`` is the one of the scope's family, or of all games. ``streak`` is wins in a row up to now, losses if it is
    negative. ``last_at`` is when the last of these games ended.
    """

    user: int
    games: int = 0
    wins: int = 0
    points: int = 0
    streak: int = 0
    best_streak: int = 0
    last_at: int = 0
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of standings where it stands: ``rank`` is shared on full equality, None below `RANKED_FROM` games."""

    rank: int | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Page:
    """A part of standings: ``first`` is how many rows come before it, ``total`` how many there are."""

    guild: int
    season: int
    scope: Scope
    first: int
    total: int
    rows: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; ``ended_at`` is None while it runs. Its games are those that ended within it."""

    guild: int
    number: int  # from 1
    name: str
    started_at: int
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class PriorRecords:
    """What holds for the players of a game before it counts: all that `settled` looks at, and nothing it does not.

    What is missing from a mapping is new: the first rating, an empty standing, nothing earned.
    """

    season: int
    meetings_allowed: int
    meetings: Mapping[frozenset[int], int]  # rated games of two that day (UTC) up to now
    ratings: Mapping[RatingKey, Rating]
    standings: Mapping[tuple[int, int, Scope], Standing]  # user, season, scope
    earned: Mapping[int, frozenset[Achievement]]
    wins: Mapping[int, frozenset[Variant]]  # variants in which somebody has won among people
    games: Mapping[int, int]  # games among people that somebody has finished
    void: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """What a game comes to: what changed, in the same keys as `PriorRecords`."""

    result: Result
    changes: tuple[RatingChange, ...]
    standings: Mapping[tuple[int, int, Scope], Standing]
    earned: Mapping[int, frozenset[Achievement]]  # new with this game


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What is told when a game is over: as it was settled, and what its two players have behind them."""

    result: Result
    changes: tuple[RatingChange, ...]
    earned: Mapping[int, frozenset[Achievement]]
    versus: "Versus | None" = None  # at a table of two people


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over somebody's games: for a variant, or for all."""

    games: int = 0
    wins: int = 0
    points: int = 0
    counts: Counts = Counts()


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players against one another, over all games that count and at which both sat."""

    users: tuple[int, int]
    games: int
    wins: tuple[int, int]  # how often each finished ahead of the other (`PlayerResult.beats`)
    points: tuple[int, int]
    last: tuple[Result, ...] = ()  # the newest first


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody on one server, from their results: rated games in ``rated``, all in ``all``."""

    user: int
    guild: int
    rating: Rating | None  # over all games
    families: Mapping[RatingPool, Rating]
    curve: tuple[tuple[int, float], ...]  # time and shown rating after each rated game, oldest first
    rated: Mapping[Scope, Tally]
    all: Mapping[Scope, Tally]
    streak: int
    best_streak: int
    experience: int
    level: int  # from 1
    level_from: int  # experience at which this level began
    level_to: int  # and at which the next begins
    rivals: tuple[Versus, ...]  # whom they met most, at most five
    earned: tuple[tuple[Achievement, int], ...]  # and when, oldest first
