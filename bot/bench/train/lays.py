"""Deals in which an Expert sometimes lays or holds at random, with all that its decision depended on."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.bench.arena_games import Contestant, contestant, deals
from bot.bench.opponents.named import Choice
from bot.laydown import Plan
from bot.players.levels import Level
from bot.players.melds.choosing import choose
from bot.players.melds.laying import lays_now
from bot.players.melds.moments import LayMoment, Opened, moment_of
from bot.players.melds.outlook import Outlook
from bot.players.melds.player import melds_view
from bot.rummy.families import Variant
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.melds.rules import rules_for
from bot.rummy.moves import Move
from bot.rummy.results import DealResult
from bot.rummy.views import View

AGAINST: Final = (
    "holder",
    "late4",
    "mixed-holder",
    "lays-at-once",
    "late4+pairs",
    "mixed-holder+pairs",
    "hard",
    "normal",
)
"""The opponents, in turn."""
_AT_RANDOM: Final = 0.2
"""How often a decision is left to chance."""
_MOST_LOOSE: Final = 4
"""Once the other player has opened, it lays if more cards than this are loose."""
_NEAR: Final = 2
"""Or if the other player holds this many cards or fewer."""


@dataclass(frozen=True, slots=True)
class LayDecided:
    """A decision to lay or to hold, and the deal's result: the points won, below 0 if they were lost."""

    moment: LayMoment
    lays: bool
    points: float


@dataclass(slots=True)
class _Deal:
    """A deal of the learning player, with its decisions by the number of turns before them."""

    seed: str
    decided: dict[int, tuple[LayMoment, bool]] = field(default_factory=dict)

    def lays(self, outlook: Outlook, plan: Plan) -> bool:
        """Decide by a rule or at random, and keep the decision."""
        if not plan.steps:
            return False
        turn = outlook.view.turns
        chance = Random(f"{self.seed} {turn}")  # noqa: S311 - deals to learn from
        lays = chance.random() < 0.5 if chance.random() < _AT_RANDOM else _by_rule(outlook, plan)
        self.decided[turn] = moment_of(outlook, plan), lays
        return lays

    def choose(self, view: View, _: int) -> tuple[Move, ...]:
        """Choose the next moves."""
        return choose(melds_view(view), Level.EXPERT.budget, self.lays)


def _by_rule(outlook: Outlook, plan: Plan) -> bool:
    """Decide as an Expert does before anyone has opened; then by a rule, so that no table has a part in it."""
    moment = moment_of(outlook, plan)
    match moment.opened:
        case Opened.NOBODY:
            return lays_now(outlook, plan)
        case Opened.OTHER:
            return moment.left > _MOST_LOOSE or moment.theirs <= _NEAR
        case _:
            return True


def decisions(variant: Variant, games: int, first: int) -> Iterator[LayDecided]:
    """Play games with two seats, and yield the learning player's decisions; ``first`` is the number of the first one.

    A number always stands for the same cards, opponent, and random decisions.
    """
    for number in range(first, first + games):
        yield from _game(variant, number)


def _game(variant: Variant, number: int) -> Iterator[LayDecided]:
    played: list[_Deal] = []

    def in_deal(rng: Random) -> Choice:
        played.append(_Deal(str(rng.random())))
        return played[-1].choose

    learner = Contestant("learner", contestant(Level.EXPERT).choose, lambda _: False, in_deal)
    players, seat = [learner, contestant(AGAINST[number % len(AGAINST)])], number // len(AGAINST) % 2
    results = deals(MELDS_PRESETS[variant], players if seat == 0 else players[::-1], f"training {variant} {number}")
    for deal, result in zip(played, results, strict=True):
        points = _points(variant, result, seat)
        if points:
            yield from (LayDecided(moment, lays, points) for moment, lays in deal.decided.values())


def _points(variant: Variant, result: DealResult, seat: int) -> float:
    """Return by how much a deal moves a seat's lead; half of it where points are taken from the other player (D-13)."""
    lead = result.points[seat] - result.points[1 - seat]
    return lead / 2 if rules_for(MELDS_PRESETS[variant]).losers_pay else lead
