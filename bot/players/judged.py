"""What judging gives, as values of any family: puzzles, which can be stored as text, and reviews of finished games."""

import json
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, TypeAlias

from bot.players.levels import Level
from bot.rummy.cards import Card, code, parse_card
from bot.rummy.games import State, view_for
from bot.rummy.moves import Move, parse_move
from bot.rummy.records.checking import read
from bot.rummy.records.writing import FIRST_VERSION, FORMAT
from bot.rummy.views import View

_VERSION: Final = 1
_KEY: Final = 16
_TURNING_POINTS: Final = 3
_SEATS: Final = ("A", "B")
"""Names for a record: a puzzle names nobody."""


@dataclass(frozen=True, slots=True)
class Cost:
    """How many points a choice costs on average, and the 95% interval."""

    points: float
    low: float
    high: float

    def rounded(self) -> "Cost":
        """Return it with one digit after the point."""
        return Cost(round(self.points, 1), round(self.low, 1), round(self.high, 1))


class PuzzleWhy(StrEnum):
    """The reason for the right answer of a puzzle, as codes that are stored; each goes with one number."""

    # Wait.
    UNDERCUT = "undercut"  # the opponent would win that many percent of the knocks
    GIN_CLOSE = "gin_close"  # that many unseen cards make gin
    LITTLE_NOW = "little_now"  # a knock brings only that many points on average
    # Knock.
    THEY_WIN = "they_win"  # the opponent wins the deal that many percent of the time if it goes on
    FEW_OUTS = "few_outs"  # only that many unseen cards make gin
    MUCH_NOW = "much_now"  # a knock brings that many points on average


@dataclass(frozen=True)
class PuzzlePosition:
    """A turn in the first deal of a game with two seats, as one of them saw it.

    It is kept as a record of the deal so far, in which the cards that the seat didn't see are in the order of the pack:
    programs read records of all versions, and a position hides what it shouldn't tell.
    """

    variant: str
    options: Mapping[str, object]  # the changes to the variant's usual ones, as in a record
    seat: int
    dealer: int
    deck: tuple[Card, ...]
    moves: tuple[str, ...]

    @cached_property
    def view(self) -> View:
        """What the seat saw. RecordError (a ValueError) if the rules don't allow the moves."""
        return view_for(self._state, self.seat)

    @property
    def _state(self) -> State:
        deal = {"dealer": self.dealer, "deck": [code(card) for card in self.deck], "moves": list(self.moves)}
        record = {
            "format": FORMAT,
            "version": FIRST_VERSION,
            "rules": {"variant": self.variant, "options": dict(self.options)},
            "seats": list(_SEATS),
            "deals": [deal],
        }
        return read(record).states[0][-1]


@dataclass(frozen=True)
class Puzzle:
    """A turn with one choice that is clearly best."""

    position: PuzzlePosition
    choices: tuple[Move, ...]
    right: int  # the number of the best choice
    costs: tuple[Cost, ...]  # of each choice, in points; nothing for the right one
    why: PuzzleWhy
    value: int  # the number in the reason
    solved_by: tuple[Level, ...]  # the levels of computers that choose it
    deal: int = 0  # the number of the computers' game that `remik bench puzzles` took it from

    @cached_property
    def key(self) -> str:
        """What names the puzzle everywhere, also if it is judged anew: a hash of the position and the choices."""
        facts = self.as_json()
        text = json.dumps([facts[name] for name in ("rules", "seat", "dealer", "deck", "moves", "choices")])
        return sha256(text.encode()).hexdigest()[:_KEY]

    @property
    def view(self) -> View:
        """What the seat saw."""
        return self.position.view

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle in values of JSON, as `puzzle_from` reads them."""
        at = self.position
        return {
            "version": _VERSION,
            "rules": {"variant": at.variant, "options": dict(at.options)},
            "seat": at.seat,
            "dealer": at.dealer,
            "deck": "".join(map(code, at.deck)),
            "moves": list(at.moves),
            "choices": list(map(str, self.choices)),
            "right": self.right,
            "costs": [[one.points, one.low, one.high] for one in self.costs],
            "why": self.why.value,
            "value": self.value,
            "solved_by": [level.value for level in self.solved_by],
            "deal": self.deal,
        }

    @property
    def written(self) -> str:
        """The puzzle as a line of JSON."""
        return json.dumps(self.as_json(), separators=(",", ":"))


def puzzle_from(text: str) -> Puzzle:
    """Return a puzzle from its text; ValueError if it isn't one."""
    try:
        facts = json.loads(text)
        if facts["version"] != _VERSION:
            raise ValueError(f"this release knows version {_VERSION} of puzzles, not {facts['version']}")
        rules, deck = facts["rules"], facts["deck"]
        cards = tuple(parse_card(deck[at : at + 2]) for at in range(0, len(deck), 2))
        position = PuzzlePosition(
            rules["variant"], rules["options"], facts["seat"], facts["dealer"], cards, tuple(facts["moves"])
        )
        return Puzzle(
            position,
            tuple(map(parse_move, facts["choices"])),
            facts["right"],
            tuple(Cost(*one) for one in facts["costs"]),
            PuzzleWhy(facts["why"]),
            facts["value"],
            tuple(map(Level, facts["solved_by"])),
            facts["deal"],
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no puzzle: {error!r}") from error


Progress: TypeAlias = Callable[[int], None]
"""Is told how many percent of a review are done."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that cost its player points on average, by all that this player could see."""

    seat: int
    deal: int  # counted from 1
    move: int  # how many moves of the deal were made before it
    made: Move
    better: Move
    cost: Cost


@dataclass(frozen=True, slots=True)
class Balance:
    """The points of a game for one seat, as a sum: result = luck + theirs - yours."""

    result: int  # all points of deals that it won, less those that the other one won
    luck: int
    theirs: int  # the cost of the other's mistakes
    yours: int


@dataclass(frozen=True, slots=True)
class Review:
    """What the players of a finished game did wrong: the same game always gives the same review."""

    results: tuple[int, ...]  # of each deal, from the side of seat 0
    mistakes: tuple[Mistake, ...]  # in the order of the game

    @property
    def turning_points(self) -> tuple[Mistake, ...]:
        """The most expensive mistakes, in the order of the game."""
        worst = sorted(self.mistakes, key=lambda one: -one.cost.points)[:_TURNING_POINTS]
        return tuple(one for one in self.mistakes if one in worst)

    @property
    def written(self) -> str:
        """The review as JSON, as `review_from` reads it."""
        found = [
            [one.seat, one.deal, one.move, str(one.made), str(one.better), [*astuple(one.cost)]]
            for one in self.mistakes
        ]
        return json.dumps({"version": _VERSION, "results": self.results, "mistakes": found}, separators=(",", ":"))

    def balance(self, seat: int) -> Balance:
        """Return the sum for a seat, which adds up as whole numbers."""
        costs = [round(sum(one.cost.points for one in self.mistakes if one.seat == by)) for by in (seat, 1 - seat)]
        yours, theirs = costs
        result = sum(self.results) * (1 - 2 * seat)
        return Balance(result, result - theirs + yours, theirs, yours)


def review_from(text: str) -> Review | None:
    """Return a review from its text; None if it has another version. ValueError if it isn't one."""
    try:
        facts = json.loads(text)
        if facts["version"] != _VERSION:
            return None
        mistakes = tuple(
            Mistake(seat, deal, move, parse_move(made), parse_move(better), Cost(*cost))
            for seat, deal, move, made, better, cost in facts["mistakes"]
        )
        return Review(tuple(facts["results"]), mistakes)
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no review: {error!r}") from error


@lru_cache(maxsize=1)
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program; `remik bench puzzles` makes them."""
    text = (files("bot.players") / "puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(map(puzzle_from, text.splitlines()))
