"""Puzzles from games of computers (`bot.players.gin.judging`), and whether they keep their verdict with new seeds.

They are written one by one, so a run can be stopped and goes on after the last puzzle of the file. One comes from a
deal at most. Their answers are balanced: who always gives the same one, or plays by a rule of thumb, should fail.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Final

from bot.bench.claims import LIMIT
from bot.bench.rows import Better, Row
from bot.players.games import choose, review_of
from bot.players.gin.judging import CHECKING, PlaysOn, brought, cost_of, first_puzzle, level_move, positions_in
from bot.players.gin.player import gin_view
from bot.players.gin.reading import reading_of
from bot.players.judged import Mistake, Puzzle, PuzzlePosition, puzzle_from, shipped_puzzles
from bot.players.levels import Level
from bot.rummy.cards import PACK
from bot.rummy.families import Variant
from bot.rummy.gin.game import apply, deal, new_game, view_for
from bot.rummy.gin.state import GinState
from bot.rummy.moves import Move
from bot.rummy.options import options_for
from bot.rummy.views import Phase

_ENDS: Final = (Phase.DEAL, Phase.OVER)
MANY: Final = 150
FIRST: Final = 11_000_000
"""The seed of the first game; no training and no measurement uses these."""
SAME_ANSWER: Final = 0.6
"""The largest share of puzzles with the same answer."""
EASY: Final = 0.25
"""The largest share of puzzles that all levels of computers get right."""
_SOME: Final = 10
"""The shares of fewer puzzles aren't limited."""
_PAIRS: Final = (
    (Level.EXPERT, Level.EXPERT),
    (Level.EXPERT, Level.HARD),
    (Level.HARD, Level.HARD),
    (Level.EXPERT, Level.NORMAL),
    (Level.HARD, Level.NORMAL),
)


def positions(number: int) -> list[PuzzlePosition]:
    """Return the turns of a game's first deal in which a computer can knock or wait, in a random order."""
    levels, chance = _PAIRS[number % len(_PAIRS)], Random(f"puzzles {number}")  # noqa: S311 - games to look at
    states, moves = _dealt(new_game(options_for(Variant.GIN, {}, 2), chance.randrange(2)), levels, chance)
    found = positions_in(states, list(map(str, moves)))
    chance.shuffle(found)
    return found


def _dealt(state: GinState, levels: Sequence[Level], chance: Random) -> tuple[list[GinState], list[Move]]:
    """Let computers play a deal. Return its states, and the moves between them."""
    states, moves = [deal(state, chance.sample(PACK, len(PACK)))], list[Move]()
    while states[-1].phase not in _ENDS:
        view = view_for(states[-1], states[-1].turn)
        moves += choose(view, levels[view.seat or 0], chance.getrandbits(32))
        states.append(apply(states[-1], moves[-1]))
    return states, moves


class _Shares:
    """The shares of the puzzles found so far."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self._answers = Counter(one.choices[one.right].verb for one in puzzles)
        self._easy = sum(len(one.solved_by) == len(Level) for one in puzzles)
        self._many = len(puzzles)

    def wants(self, answer: Move, solved: Sequence[Level]) -> bool:
        """Return whether the shares stay within their limits with another puzzle."""
        most = max(self._many + 1, _SOME)
        same, easy = self._answers[answer.verb] + 1, self._easy + (len(solved) == len(Level))
        return same <= SAME_ANSWER * most and (len(solved) < len(Level) or easy <= EASY * most)

    def notes(self) -> tuple[str, ...]:
        """Describe the shares."""
        answers = ", ".join(f"{verb} {100 * many / self._many:.0f}%" for verb, many in self._answers.most_common())
        return f"answers: {answers}", f"all levels right: {100 * self._easy / self._many:.0f}%"


def made_rows(many: int | None, first: int | None, to: Path) -> Iterator[Row]:
    """Make puzzles until the file has so many. Yield a row for each, and one for all."""
    puzzles = [puzzle_from(line) for line in to.read_text(encoding="utf-8").splitlines()] if to.exists() else []
    start = max([first or FIRST, *(one.deal + 1 for one in puzzles)])
    begin = process_time()
    for number in count(start):
        if len(puzzles) >= (many or MANY):
            break
        puzzle = first_puzzle(positions(number), str(number), _Shares(puzzles).wants)
        if puzzle is None:
            continue
        puzzles.append(replace(puzzle, deal=number))
        with to.open("a", encoding="utf-8") as file:
            file.write(puzzles[-1].written + "\n")
        answer = f"{puzzle.choices[puzzle.right].verb}, {puzzle.why}, solved by {', '.join(puzzle.solved_by) or 'none'}"
        cost, note = (
            max(one.points for one in puzzle.costs),
            f"{number - start + 1} deals, {process_time() - begin:.0f} s",
        )
        yield Row(f"puzzle {len(puzzles)}, {answer}", "points", cost, notes=(note,))
    if puzzles:
        yield Row("puzzles", "puzzles", len(puzzles), notes=_Shares(puzzles).notes())


def checked_rows(many: int | None, seed: int | None) -> Iterator[Row]:
    """Judge the puzzles of the program again with a new seed. Yield the shares that keep their verdict, and turn."""
    puzzles = shipped_puzzles()[:many]
    kept, turned, notes = 0, 0, []
    for puzzle in puzzles:
        found = [_again(puzzle, by, f"check {seed or 0}") for by in PlaysOn]
        kept += all(best == puzzle.right for best in found)
        if not all(best == puzzle.right for best in found):
            notes.append(f"{puzzle.key}: {', '.join(map(str, found))}")
        turned += any(best not in (None, puzzle.right) for best in found)
    yield Row(f"{len(puzzles)} puzzles that keep their verdict", "%", 100 * kept / len(puzzles), notes=tuple(notes))
    yield Row(f"{len(puzzles)} puzzles that turn", "puzzles", turned, limit=0.0)


def _again(puzzle: Puzzle, by: PlaysOn, seed: str) -> int | None:
    """Return the choice that is clearly best when this one plays on."""
    found = brought(gin_view(puzzle.view), puzzle.choices, by, CHECKING.redeals(by), f"{seed} {puzzle.key}")
    return found.clearly_best(CHECKING.least)


REVIEWED: Final = 40
"""How many games are reviewed."""
_ORDERS: Final = 8
_REVIEWED_PAIRS: Final = (
    (Level.NORMAL, Level.EXPERT),
    (Level.EASY, Level.HARD),
    (Level.HARD, Level.EXPERT),
    (Level.NORMAL, Level.NORMAL),
)


def claimed_rows(many: int | None, first: int | None) -> Iterator[Row]:
    """Review games of computers, and let Experts play on with both moves of each mistake, and the real hands.

    Yield how far what the mistakes are said to cost is from that, and the time of a review.
    """
    said, happened, seconds = list[float](), list[float](), list[float]()
    for number in range(first or FIRST, (first or FIRST) + (many or REVIEWED)):
        chance = Random(f"reviews {number}")  # noqa: S311 - games to look at
        state, deals = new_game(options_for(Variant.GIN, {}, 2), chance.randrange(2)), []
        while state.phase is not Phase.OVER:
            deals.append(_dealt(state, _REVIEWED_PAIRS[number % len(_REVIEWED_PAIRS)], chance))
            state = deals[-1][0][-1]
        begin = process_time()
        review = review_of((states[0], moves) for states, moves in deals)
        seconds.append(process_time() - begin)
        for one in review.mistakes:
            said.append(one.cost.points)
            happened.append(_happened(deals[one.deal - 1][0][one.move], one, chance))
    notes = (
        f"{len(said)} mistakes in {len(seconds)} games",
        f"review: {fmean(seconds):.1f} s, longest {max(seconds):.1f} s",
    )
    told, off = cost_of(happened), cost_of([one - other for one, other in zip(said, happened, strict=True)])
    text = f"said {fmean(said):.1f}, happened {told.points:.1f} ({told.low:.1f} to {told.high:.1f})"
    yield Row(
        "what mistakes cost, off by", "points", abs(off.points), better=Better.LESS, limit=LIMIT, notes=(text, *notes)
    )


def _happened(state: GinState, mistake: Mistake, chance: Random) -> float:
    """Return how much more the better move brings with the real hands, up to what counts."""
    seat = mistake.seat
    mine, theirs = reading_of(view_for(state, seat), seat).stakes.needs
    brought = []
    for _ in range(_ORDERS):
        stock = chance.sample(state.stock, len(state.stock))
        ways = []
        for move in (mistake.better, mistake.made):
            after = apply(replace(state, deck=state.deck[: state.gone] + bytes(stock)), move)
            while after.phase not in _ENDS:
                after = apply(after, level_move(view_for(after, after.turn), Level.EXPERT))
            points = after.deals[-1].points
            ways.append(max(-theirs, min(mine, points[seat] - points[1 - seat])))
        brought.append(ways[0] - ways[1])
    return fmean(brought)
