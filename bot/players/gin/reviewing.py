"""The review of a finished game of gin for two: which moves cost points, by what their players could see.

It looks at turns in which the player could knock, and at moves that an Expert wouldn't have made. Simple moves select
what may be a mistake. What was selected is played on with another seed, since the largest of many estimates is too
large: by simple moves and by Hard, and both have to find that it costs something. The smaller figure is shown: Hard's
alone is too large, since it can't wait for gin. Redeals are counted, so the same game gets the same review.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Final, TypeAlias, TypeVar

from bot.players.gin.choosing import judged
from bot.players.gin.judging import PlaysOn, brought, first_puzzle, level_move, positions_in
from bot.players.judged import Mistake, Progress, Puzzle, Review
from bot.players.levels import Level
from bot.rummy.games import State
from bot.rummy.gin.game import apply, view_for
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_ENDS: Final = (Phase.DEAL, Phase.OVER)
LEAST: Final = 2.0
"""Cheaper moves are no mistakes."""
_MOST_MOVES: Final = 3000
"""In a longer game only so many moves are looked at, from its end."""
_LOOKED: Final = 60
"""The most turns that simple moves play on; chosen by what an Expert thinks of them."""
_UNWEIGHED: Final = 100.0
"""Stands for the cost of what an Expert doesn't even weigh: these come first."""
_SELECTING: Final = 200
_SELECTED: Final = 6
"""The most turns that are played on a second time."""
_REPORTING: Final = {PlaysOn.SIMPLE: 600, PlaysOn.HARD: 160}
"""Redeals for the second time; with the limits above, it's 20 s of CPU for most games."""


_LOOKING, _SELECTING_ENDS = 10, 50
"""The percentages at which the turns to look at are found, and selected; about their shares of the time."""
_Step = TypeVar("_Step")


@dataclass(frozen=True, slots=True)
class _Turn:
    """A move to look at, and what the player could have done instead."""

    deal: int
    move: int
    made: Move
    others: tuple[Move, ...]
    claimed: float  # what the move costs in an Expert's opinion
    view: GinView

    @property
    def seed(self) -> str:
        return f"review {self.deal} {self.move}"


_Deal: TypeAlias = tuple[Sequence[GinState], Sequence[Move]]
"""A deal as dealt and after each of its moves, and the moves."""


def reviewed(deals: Iterable[tuple[State, Sequence[Move]]], progress: Progress = lambda _: None) -> Review:
    """Return the review of a finished game: for each deal, as it was dealt, with its moves.

    A deal that was broken off is left out. ``progress`` is told how many percent are done.
    """
    played = [(states, moves) for dealt, moves in deals if (states := _played(dealt, moves))[-1].phase in _ENDS]
    turns = sorted(_turns(played), key=lambda turn: -turn.claimed)[:_LOOKED]
    looked = [_selected(turn) for turn in _counted(turns, progress, _LOOKING, _SELECTING_ENDS)]
    selected = sorted(filter(None, looked), key=lambda one: -one[0])[:_SELECTED]
    reported = [_reported(turn, better) for _, turn, better in _counted(selected, progress, _SELECTING_ENDS, 100)]
    found = [mistake for mistake in reported if mistake is not None]
    points = [states[-1].deals[-1].points for states, _ in played]
    return Review(
        tuple(one - other for one, other in points), tuple(sorted(found, key=lambda one: (one.deal, one.move)))
    )


def _counted(steps: Sequence[_Step], progress: Progress, first: int, last: int) -> Iterator[_Step]:
    """Yield steps, and tell how far between two percentages they are."""
    for number, step in enumerate(steps):
        progress(first + (last - first) * number // len(steps))
        yield step


def _turns(deals: Sequence[_Deal]) -> Iterator[_Turn]:
    """Yield the turns to look at; not those of an absent player, and no discards that were taken back."""
    left = _MOST_MOVES
    for deal in range(len(deals), 0, -1):
        states, moves = deals[deal - 1]
        for number, made in enumerate(moves):
            back = number + 1 < len(moves) and moves[number + 1].verb is Verb.TAKEBACK
            if left > 0 and not back and not made.timed_out and made.verb is not Verb.TAKEBACK:
                left -= 1
                view = view_for(states[number], made.seat)
                others, claimed = _others(view, made)
                if others:
                    yield _Turn(deal, number, made, others, claimed, view)


def _others(view: GinView, made: Move) -> tuple[tuple[Move, ...], float]:
    """Return what else to look at in a turn, and what the move made costs in an Expert's opinion."""
    expert = level_move(view, Level.EXPERT)
    same = (made.verb, made.card) == (expert.verb, expert.card)
    if view.phase is not Phase.DISCARD:
        return ((), 0.0) if same else ((expert,), _UNWEIGHED)
    judgment = judged(view, made.seat)
    compared = None if judgment.end is None else judgment.end.compared
    if judgment.end is not None and compared is not None:
        knock = Move(made.seat, Verb.KNOCK, judgment.end.choice.card)
        wait = Move(made.seat, Verb.DISCARD, judgment.looked[0].card)
        others = tuple(one for one in (knock, wait) if (one.verb, one.card) != (made.verb, made.card))
        worth = compared.knock if made.verb is Verb.KNOCK else compared.wait
        return others, max(compared.knock, compared.wait) - worth
    costs = {choice.card: choice.cost for choice in judgment.looked}
    claimed = costs.get(made.named, _UNWEIGHED) - judgment.looked[0].cost if judgment.end is None else _UNWEIGHED
    return ((), 0.0) if same else ((expert,), claimed)


def _selected(turn: _Turn) -> tuple[float, _Turn, Move] | None:
    """Return what a move costs by simple moves, and the better move; None if it's no mistake."""
    found = brought(turn.view, (turn.made, *turn.others), PlaysOn.SIMPLE, _SELECTING, f"{turn.seed} selecting")
    cost = found.cost(0, found.best)
    return (cost.points, turn, found.choices[found.best]) if cost.points >= LEAST else None


def _reported(turn: _Turn, better: Move) -> Mistake | None:
    """Return a move as a mistake, with the smaller one of two figures; None if either is too small."""
    costs = []
    for by, redeals in _REPORTING.items():
        found = brought(turn.view, (turn.made, better), by, redeals, f"{turn.seed} reporting")
        costs.append(found.cost(0, 1))
        if costs[-1].points < LEAST or costs[-1].low <= 0:
            return None
    cost = min(costs, key=lambda one: one.points)
    return Mistake(turn.made.seat, turn.deal, turn.move, turn.made, better, cost)


def puzzle_from_deal(dealt: State, moves: Sequence[Move], seed: str) -> Puzzle | None:
    """Return a puzzle from a deal, as it was dealt, and its moves; None if it has none."""
    positions = positions_in(_played(dealt, moves), list(map(str, moves)))
    Random(seed).shuffle(positions)  # noqa: S311 - positions to look at
    return first_puzzle(positions, seed)


def _played(dealt: State, moves: Sequence[Move]) -> list[GinState]:
    """Return a deal as it was dealt and after each of its moves; ValueError if it isn't one of gin for two."""
    if not isinstance(dealt, GinState) or dealt.trio is not None:
        raise ValueError("only gin for two can be judged")
    return list(accumulate(moves, apply, initial=dealt))
