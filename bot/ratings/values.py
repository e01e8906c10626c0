"""Values of ratings: finished games, ratings, seasons, standings, achievements, profiles, reasons for refusals.

Times are epoch milliseconds. A player is a Discord user id, or, if the player had their data deleted, a negative number
that is the same everywhere on that server. Computers have no id here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from bot.rummy.families import Variant
from bot.rummy.options import Options
from bot.rummy.results import Outcome

ALL_TIME: Final = 0
"""The season number of all-time standings; a server's seasons are numbered from 1."""
RANKED_FROM: Final = 5
"""Rated games that a player needs to be ranked."""

Scope: TypeAlias = Variant | None
"""The games that standings cover: one variant, or None for all games."""


class RatingPool(StrEnum):
    """Groups of variants that share a rating."""

    GIN = "gin"
    BASIC = "basic"
    GERMAN = "german"
    RUM500 = "rum500"


class GameEnding(StrEnum):
    """How a game ended."""

    PLAYED = "played"  # by the rules
    RESIGNED = "resigned"  # by a player's resignation
    CLOSED = "closed"  # by a moderator, or after seven days without activity: no result


class Rated(StrEnum):
    """Whether a game counts for ratings and standings, or the first reason why not."""

    YES = "rated"
    VOID = "void"  # by an admin
    CLOSED = "closed"
    COMPUTER = "computer"  # gives experience
    TRAINING = "training"  # H-11; gives experience
    FRIENDLY = "friendly"  # by the host's or the server's choice; gives experience
    SHORT = "short"  # a player made fewer than three moves
    OFTEN = "often"  # two of the players reached the server's limit of rated games together that day (UTC)


@dataclass(frozen=True, slots=True)
class Participant:
    """The occupant of a seat: a player's user id, or None for a computer, whose name is ``computer`` if it has one."""

    user: int | None
    computer: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished table with its ``record`` (the format of `bot.rummy.records`)."""

    table: int
    guild: int
    channel: int
    message: int | None
    options: Options
    seats: tuple[Participant, ...]
    record: Mapping[str, object] = field(repr=False)
    ending: GameEnding
    winners: tuple[int, ...]  # seats
    forfeits: frozenset[int]  # seats of players who didn't play to the end
    friendly: bool
    fixture: int | None
    started_at: int
    ended_at: int


@dataclass(frozen=True, slots=True)
class Counts:
    """A player's statistics of one game, over all its deals.

    Moves that the bot made for an absent player don't count, nor do gins, knocks and rummies by such moves.
    """

    moves: int = 0
    deals: int = 0  # finished ones, void deals included
    deals_won: int = 0
    gins: int = 0
    knocks: int = 0  # without gins
    knock_deadwood: int = 0  # the sum over all own knocks, without gins
    undercuts_given: int = 0  # undercuts of others' knocks
    undercuts_taken: int = 0  # own knocks that were undercut
    rummies: int = 0  # going out in one turn: B-12, D-14
    stalemates: int = 0  # deals lost by everyone (B-10)


@dataclass(frozen=True, slots=True)
class DealWon:
    """A deal that a player won: its outcome, its number in the game (from 1), and the player's points."""

    outcome: Outcome
    deal: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result of a game.

    ``points`` are after all bonuses (G-23), in Hollywood over all three games. ``place`` is 1 for the winners, or for
    the best player if nobody won; equal totals share a place, and players who didn't play to the end are last.
    ``margin`` is the difference to the best of the other players' points.
    """

    seat: int
    user: int | None  # None for a computer
    place: int
    won: bool
    forfeit: bool
    points: int
    margin: int
    counts: Counts
    computer: str = ""  # a computer's name; empty for those of earlier versions
    best: DealWon | None = None  # the deal won for the most points; None for none, and for games counted long ago

    def beats(self, other: "PlayerResult") -> bool:
        """Return whether this player finished ahead of another. If they share the win, it's True both ways.

        At a table of three or four, one of two players can finish ahead although neither won.
        """
        return self.won or self.place < other.place


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of a finished game that follow from its record alone."""

    table: int
    guild: int
    channel: int
    message: int | None
    variant: Variant
    ending: GameEnding
    unrated: Rated | None  # why it can't be rated, OFTEN and VOID aside
    fixture: int | None
    started_at: int
    ended_at: int
    lines: tuple[PlayerResult, ...]  # in seat order
    achievements: Mapping[int, frozenset["Achievement"]]  # by user: what they achieved within this game


@dataclass(frozen=True, slots=True)
class Result:
    """A counted game, in the season that was running when it ended (`ALL_TIME` if there wasn't one)."""

    facts: GameFacts
    rated: Rated
    season: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's estimated strength (openskill, PlackettLuce): the mean ``mu`` and the uncertainty ``sigma``.

    ``games`` counts the rated games it is based on; ``season`` is the last season in which the player had a rated game.
    When the player's first game of a later season is rated, the rating regresses toward the mean first.
    """

    mu: float
    sigma: float
    games: int = 0
    season: int = ALL_TIME


RatingKey: TypeAlias = tuple[int, RatingPool | None]
"""A player and a pool; None is the rating over all games."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of a player's rating by a game, in a pool or over all games (None).

    ``before`` is the rating at the start of the game; in the player's first game of a season, after the regression.
    """

    user: int
    pool: RatingPool | None
    before: Rating
    after: Rating


class Achievement(StrEnum):
    """Achievements. A player earns each once per server; `bot.text.ratings` has their names and descriptions."""

    FIRST_WIN = "first-win"
    FIRST_GIN = "first-gin"
    FIRST_DRAW_GIN = "first-draw-gin"  # gin in the player's first turn of a deal
    UNDERCUT_ONE = "undercut-one"  # undercut a knock with deadwood 1; with 0 it's gin (G-21)
    THREE_UNDERCUTS = "three-undercuts"  # three undercuts in one game (more rarely fit in one, G-23)
    RUMMY = "rummy"  # going out in one turn: B-12, D-14
    SHUT_OUT = "shut-out"  # won at least two deals while nobody else won any (G-23)
    CLEAN_SWEEP = "clean-sweep"  # all three games of a Hollywood series
    COMEBACK = "comeback"  # won after trailing by half the target or more (in that game of a Hollywood series)
    FIVE_IN_A_ROW = "five-in-a-row"  # rated wins
    TEN_IN_A_ROW = "ten-in-a-row"
    EVERY_VARIANT = "every-variant"  # a win in each of the six variants
    HUNDRED_GAMES = "hundred-games"
    FULL_TABLE = "full-table"  # won against three or more others in a game played to its end


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row in the standings of a season (or `ALL_TIME`) and scope; only rated games count.

    ``rating`` is the rating in the scope's pool, or over all games. ``streak`` is the current number of wins in a row,
    or of losses if negative. ``last_at`` is when the last of the games ended.
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
    """A row of standings with its ``rank``, which equal rows share; None with fewer than `RANKED_FROM` games."""

    rank: int | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Page:
    """Part of the standings: the rows after the ``first`` ones, of ``total`` rows."""

    guild: int
    season: int
    scope: Scope
    first: int
    total: int
    rows: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; ``ended_at`` is None for the current one. A game belongs to the one in which it ended."""

    guild: int
    number: int  # from 1
    name: str
    started_at: int
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class PriorRecords:
    """The records of a game's players before the game: everything that `settled` reads.

    A missing key means the default: the first rating, an empty row of standings, nothing earned.
    """

    season: int
    meetings_allowed: int
    games_that_day: Mapping[frozenset[int], int]  # by pair of players: rated games that day (UTC) so far
    ratings: Mapping[RatingKey, Rating]
    standings: Mapping[tuple[int, int, Scope], Standing]  # user, season, scope
    earned: Mapping[int, frozenset[Achievement]]
    won_variants: Mapping[int, frozenset[Variant]]  # by user: variants won in games without computers
    finished_games: Mapping[int, int]  # by user: games without computers played to the end
    void: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A counted game and everything that it changed; the mappings have the keys of `PriorRecords`."""

    result: Result
    changes: tuple[RatingChange, ...]
    standings: Mapping[tuple[int, int, Scope], Standing]
    earned: Mapping[int, frozenset[Achievement]]  # new with this game


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The outcome shown to players when a game is over, with the head-to-head record at a table of two.

    ``streaks`` are the rated wins in a row of each winner, this game included. ``best_before`` is each player's highest
    displayed rating over all games before this one; a player's first game is missing.
    """

    result: Result
    changes: tuple[RatingChange, ...]
    earned: Mapping[int, frozenset[Achievement]]
    versus: "Versus | None" = None  # at a table of two players
    streaks: Mapping[int, int] = field(default_factory=dict)
    best_before: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over a player's games, of one variant or of all."""

    games: int = 0
    wins: int = 0
    points: int = 0
    counts: Counts = Counts()


@dataclass(frozen=True, slots=True)
class Versus:
    """The head-to-head record of two players, over all games that count and in which both played."""

    users: tuple[int, int]
    games: int
    wins: tuple[int, int]  # how often each finished ahead of the other (`PlayerResult.beats`)
    points: tuple[int, int]
    last: tuple[Result, ...] = ()  # the newest first


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal that a player won for the most points, in which variant, and against whom at a table of two."""

    won: DealWon
    variant: Variant
    opponent: int | None  # None at a larger table, and for a computer


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's profile on a server; ``rated`` has the sums over rated games, ``all`` those over all that count."""

    user: int
    guild: int
    rating: Rating | None  # over all games
    pools: Mapping[RatingPool, Rating]
    curve: tuple[tuple[int, float], ...]  # time and displayed rating after each rated game, oldest first
    rated: Mapping[Scope, Tally]
    all: Mapping[Scope, Tally]
    streak: int
    best_streak: int
    experience: int
    level: int  # from 1
    level_from: int  # experience at which this level begins
    level_to: int  # experience at which the next one begins
    rivals: tuple[Versus, ...]  # the most frequent opponents, at most five
    earned: tuple[tuple[Achievement, int], ...]  # with the time, oldest first
    best_deal: BestDeal | None = None


def digits_of(user: int) -> str:
    """Return the last four digits of a user id: enough to recognize the same player in several lists."""
    return f"{user % 10_000:04}"


class RatingsReason(StrEnum):
    """Why a request is refused and what to do instead. Each value is the English message id.

    Placeholders such as ``{season_start}`` are replaced by the mentions of commands.
    """

    SEASON_RUNS = "{name} is already running. End it before you start another season."
    NAMED_A_MONTH = "Names like 2026-11 are reserved for monthly seasons. Choose another one, such as Autumn."
    NO_SEASON = "No season is running on this server. Start one with {season_start}."
    NO_SUCH_SEASON = "There's no such season on this server. Choose one from the list."
    BY_CALENDAR = "Each calendar month is a season on this server. Turn that off with {season_monthly} first."
    NO_SUCH_GAME = "There's no such game on this server. Choose one from the list."
    VOID_ALREADY = "That result is already void. {restore} makes it count again."
    NOT_VOID = "That result isn't void, so it already counts. {void} voids it."
    NO_RESULT = "That game was closed without a result, so there's nothing to void."
