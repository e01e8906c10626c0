"""Deals of gin to train with: positions in which Hard discards, against opponents of one kind, and how they go on."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.bench.opponents.named import OPPONENTS, Choice
from bot.players.games import choose
from bot.players.levels import Level
from bot.rummy.cards import PACK
from bot.rummy.families import Variant
from bot.rummy.gin import game
from bot.rummy.gin.game import GinState
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_SHARE: Final = 0.35
"""The share of the turns that are looked at."""
_LAST_STOCK: Final = 4


@dataclass(frozen=True, slots=True)
class TrainingTurn:
    """A state in which the seat discards, and who plays the other seat."""

    state: GinState
    seat: int
    opponent: Choice
    seed: int

    def points_after(self, move: Move) -> int:
        """Return the seat's points of the deal if it makes a move and plays on like Hard."""
        points = played(game.apply(self.state, move), self.seat, self.opponent, self.seed).deals[-1].points
        return points[self.seat] - points[1 - self.seat]


def positions(opponent: str, deals: int, first: int) -> Iterator[TrainingTurn]:
    """Play deals against an opponent, and yield some of the turns that end with a discard."""
    for number in range(first, first + deals):
        rng = Random(f"train gin {number}")  # noqa: S311 - games to learn from
        other = OPPONENTS[opponent].in_deal(rng)
        deck = rng.sample(PACK, len(PACK))
        state = game.deal(game.new_game(GIN_PRESETS[Variant.GIN], number % 2), deck)
        seat = number // 2 % 2
        while state.phase not in (Phase.DEAL, Phase.OVER):
            move = _move(state, seat, other, rng.getrandbits(32))
            looks = rng.random() < _SHARE
            if looks and state.turn == seat and move.verb is Verb.DISCARD and len(state.stock) >= _LAST_STOCK:
                yield TrainingTurn(state, seat, other, rng.getrandbits(32))
            state = game.apply(state, move)


def played(state: GinState, seat: int, opponent: Choice, seed: int) -> GinState:
    """Play a deal to its end."""
    while state.phase not in (Phase.DEAL, Phase.OVER):
        state = game.apply(state, _move(state, seat, opponent, seed))
    return state


def _move(state: GinState, seat: int, opponent: Choice, seed: int) -> Move:
    """Return the move of the seat on turn."""
    assert state.turn is not None  # noqa: S101 - during a deal it's always someone's turn
    view = game.view_for(state, state.turn)
    return (choose(view, Level.HARD, seed) if state.turn == seat else opponent(view, seed))[0]
