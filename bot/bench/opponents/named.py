"""All opponents by name. Names that end in ``+pairs`` also take discards that only make a pair."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final, TypeAlias

from bot.bench.opponents import gin, melds
from bot.rummy.families import Family, Variant
from bot.rummy.moves import Move
from bot.rummy.views import View

Choice: TypeAlias = Callable[[View, int], tuple[Move, ...]]
"""How a player chooses its moves: from its view and a seed."""
PAIRS: Final = "+pairs"


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent: the games it plays, and how it plays in a deal, which some draw at random for each."""

    family: Family
    in_deal: Callable[[Random], Choice]
    only: Variant | None = None  # the one variant that it is for


def _same(choose: Callable[[View], tuple[Move, ...]]) -> Opponent:
    """Return an opponent for gin that plays the same way in every deal."""
    return Opponent(Family.GIN, lambda _: lambda view, _: choose(view))


def _counter(_: Random) -> Choice:
    return lambda view, _: melds.counter(view)


def _melds(habits: Callable[[Random], melds.Habits], *, pairs: bool, only: Variant | None = None) -> Opponent:
    """Return an opponent for games with melds on the table."""

    def in_deal(rng: Random) -> Choice:
        drawn = replace(habits(rng), pairs=pairs)
        return lambda view, _: melds.choose(drawn, view)

    return Opponent(Family.MELDS, in_deal, only)


_HABITS: Final[Mapping[str, Callable[[Random], melds.Habits]]] = {
    "lays-at-once": lambda _: melds.LAYS_AT_ONCE,
    "holder": lambda _: melds.HOLDER,
    "late4": lambda _: melds.LATE_4,
    "mixed-holder": melds.mixed,
}
KNOCKS_UNTIL: Final[Mapping[str, int]] = {
    "eager": 1000,
    "patient": 0,
    **{f"ten-until-{turns}": turns for turns in (4, 8, 11)},
}
"""Players with an Expert's discards, by the last of their own turns in a deal in which they knock without gin."""
OPPONENTS: Final[Mapping[str, Opponent]] = {
    "simple": _same(gin.simple),
    "hunter": _same(gin.hunter),
    "early": _same(gin.early),
    "safe": _same(gin.safe),
    **{name: _same(partial(gin.knocks_until, turns)) for name, turns in KNOCKS_UNTIL.items()},
    "counter": Opponent(Family.MELDS, _counter),
    "hoarder": _melds(lambda _: melds.HOARDER, pairs=False, only=Variant.RUM500),
    "beginner": _melds(lambda _: melds.BEGINNER, pairs=False),
    **{name: _melds(habits, pairs=False) for name, habits in _HABITS.items()},
    **{name + PAIRS: _melds(habits, pairs=True) for name, habits in _HABITS.items()},
}
