"""The weights of an Expert's discards in gin, fitted to deals that were played on with each of several discards."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from bot.bench.rows import Row
from bot.bench.train import fitting, gin_hands, gin_knocks
from bot.bench.train.gin_hands import TrainingTurn, positions
from bot.players.gin.choosing import STAGES, stage_of, weighed
from bot.players.gin.discards import Discard, open_discards
from bot.players.gin.reading import reading_of
from bot.players.levels import Level
from bot.rummy.gin.game import view_for
from bot.rummy.moves import Move, Verb

FIRST: Final = 3_000_000
"""The number of the first deal: measurements begin at 0, so they never play the deals of the training."""
DEALS: Final = 2500
_OPPONENTS: Final = ("simple", "hunter")
"""One who knocks as soon as possible, and one who waits for gin."""
_DEALS_PER_GAME: Final = 25
"""The deals for the discards per game for the knocks: there each deal has several turns to learn from."""
_FEATURES: Final = ("deadwood", "gain", "gin", "danger")

_Difference: TypeAlias = tuple[tuple[float, ...], int]
"""How two discards of a position differ in each feature, and in the points that they earned."""


def rows(deals: int | None = None, first: int | None = None) -> Iterator[Row]:
    """Train, and yield a row per opponent and stage, with the weights in its note; then those of hands and knocks."""
    deals, first = deals or DEALS, FIRST if first is None else first
    for opponent in _OPPONENTS:
        stages: list[list[_Difference]] = [[] for _ in range(len(STAGES) + 1)]
        for position in positions(opponent, deals, first):
            stages[stage_of(position.state.turns, STAGES)] += _differences(position)
        for stage, found in enumerate(stages):
            if not found:  # too few deals for the stage
                continue
            weights = _fitted(found)
            note = ", ".join(f"{name} {weight:.2f}" for name, weight in zip(_FEATURES, weights, strict=True))
            yield Row(f"gin discards against {opponent}, stage {stage}", "pairs", len(found), notes=(note,))
    yield from gin_hands.rows(deals, first)
    yield from gin_knocks.rows(max(1, deals // _DEALS_PER_GAME), first)


def _differences(position: TrainingTurn) -> list[_Difference]:
    """Play a position on with the best discard, the second and a random one. Compare the others with the best."""
    view = view_for(position.state, position.seat)
    reading = reading_of(view, position.seat, Level.EXPERT.budget)
    looked = weighed(reading, open_discards(reading.hand, reading.taken), Level.EXPERT.budget)
    tried = looked[:2]
    if looked[2:]:
        tried.append(Random(position.seed).choice(looked[2:]))  # noqa: S311 - games to learn from
    danger = {choice.card: reading.danger(choice.card) for choice in tried}
    results = [
        (_features(choice, danger[choice.card]), position.points_after(Move(position.seat, Verb.DISCARD, choice.card)))
        for choice in tried
    ]
    (best, points), *others = results
    return [
        (tuple(one - other for one, other in zip(best, features, strict=True)), points - earned)
        for features, earned in others
    ]


def _features(choice: Discard, danger: float) -> tuple[float, ...]:
    """Return the features of a discard, each so that more is better."""
    gain, gin = (choice.future.gain, choice.future.gin) if choice.future else (0.0, 0.0)
    return (-choice.deadwood, gain, gin, -danger)


def _fitted(found: Sequence[_Difference]) -> tuple[float, ...]:
    """Return the weights that fit the differences best."""
    return fitting.linear([terms for terms, _ in found], [points for _, points in found])
