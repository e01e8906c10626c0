"""The functions that every family of games implements; `bot.rummy.games` looks them up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from bot.rummy.cards import Card
from bot.rummy.moves import Move
from bot.rummy.refusals import Refusal
from bot.rummy.results import GameResult
from bot.rummy.shuffle import DealerDraw

Reshuffle: TypeAlias = Callable[[Sequence[Card]], Sequence[Card]]
"""Makes the new stock, in drawing order, from the discard pile, bottom first (B-7)."""

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")


@dataclass(frozen=True, slots=True)
class Engine(Generic[OptionsT, StateT, ViewT]):
    """The rules of a family as functions of its options, states and views; `bot.rummy.games` documents each."""

    new_game: Callable[[OptionsT, int, int, DealerDraw], StateT]
    deal: Callable[[StateT, Sequence[Card], int | None], StateT]
    apply: Callable[[StateT, Move, Reshuffle | None], StateT]
    refusal_for: Callable[[StateT, Move], Refusal | None]
    legal_moves: Callable[[StateT, int], tuple[Move, ...]]
    view_for: Callable[[StateT, int | None], ViewT]
    result_of: Callable[[StateT], GameResult | None]
    completed: Callable[[ViewT, Move], Move]
