"""The factors by which an Expert samples the opponent's hand in gin, fitted to the hands that opponents really held.

Each real hand is compared with one in which a card is swapped for an unseen one: a logistic model tells them apart.
The deals to train with, in which Hard plays against opponents of one kind, are here, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from bot.bench.opponents.named import OPPONENTS, Choice
from bot.bench.rows import Row
from bot.bench.train import fitting
from bot.players.games import choose
from bot.players.gin.choosing import STAGES, stage_of
from bot.players.gin.discards import NEIGHBORS
from bot.players.gin.worlds import Signs, pairs_with, signs_in
from bot.players.levels import Level
from bot.rummy.cards import PACK, POINTS, CardMask, cards_in
from bot.rummy.families import Variant
from bot.rummy.gin import game
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.state import GinState
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


_OPPONENTS: Final = ("simple", "hunter")
_FEATURES: Final = ("deadwood", "discarded", "left", "taken", "points", "spoiled", "welcome")
_SWAPS: Final = 4
"""The swaps for each real hand."""


def rows(deals: int, first: int) -> Iterator[Row]:
    """Train, and yield a row per opponent and stage, with the factors in its note."""
    for opponent in _OPPONENTS:
        stages: list[list[tuple[float, ...]]] = [[] for _ in range(len(STAGES) + 1)]
        for turn in positions(opponent, deals, first):
            stages[stage_of(turn.state.turns, STAGES)] += _swaps(turn)
        for stage, found in enumerate(stages):
            if not found:  # too few deals for the stage
                continue
            factors = map(exp, _fitted(found))
            note = ", ".join(f"{name} {factor:.2f}" for name, factor in zip(_FEATURES, factors, strict=True))
            yield Row(f"gin hands of {opponent}, stage {stage}", "swaps", len(found), notes=(note,))


def _swaps(turn: TrainingTurn) -> Iterator[tuple[float, ...]]:
    """Yield how the opponent's hand differs in each feature from hands with one other card."""
    rng = Random(turn.seed)  # noqa: S311 - games to learn from
    signs = signs_in(view_for(turn.state, turn.seat), turn.seat)
    hand = turn.state.hands[1 - turn.seat]
    inside, outside = cards_in(hand & signs.unseen), cards_in(signs.unseen & ~hand)
    bad, good = pairs_with(signs.thrown | signs.passed), pairs_with(signs.known)
    for _ in range(_SWAPS if inside else 0):
        old, new = rng.choice(inside), rng.choice(outside)
        rest = hand ^ 1 << old
        real, other = (
            (
                deadwood(rest | 1 << card),
                *_alone(signs, card),
                (bad[card] & rest).bit_count(),
                (good[card] & rest).bit_count(),
            )
            for card in (old, new)
        )
        yield tuple(float(one - two) for one, two in zip(real, other, strict=True))


def _alone(signs: Signs, card: int) -> tuple[int, ...]:
    """Return the features of a card apart from the rest of the hand."""

    def near(cards: CardMask) -> int:
        return (NEIGHBORS[card] & cards).bit_count()

    return near(signs.thrown), near(signs.passed), near(signs.known), POINTS[card]


def _fitted(found: list[tuple[float, ...]]) -> tuple[float, ...]:
    """Return the logarithm of the factor of each feature. Every second comparison is turned round."""
    turned = [terms if at % 2 else tuple(-term for term in terms) for at, terms in enumerate(found)]
    return fitting.odds(turned, [bool(at % 2) for at in range(len(found))])
