"""The estimates by which an Expert decides to lay in German Rummy with two or three others, fitted to played deals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final, TypeAlias

from bot.bench.arena import Contestant, contestant, deals
from bot.bench.opponents.named import Choice
from bot.bench.rows import Better, Row
from bot.bench.train import fitting
from bot.bench.train.lay_tables import FIRST, log_loss
from bot.laydown import Plan
from bot.players.levels import Level
from bot.players.melds.choosing import choose
from bot.players.melds.estimates import CrowdEstimate, CrowdEstimates, LayMoment, moment_of
from bot.players.melds.laying import full_hand
from bot.players.melds.outlook import Outlook
from bot.players.melds.player import melds_view
from bot.rummy.families import Variant
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.moves import Move
from bot.rummy.results import DealResult
from bot.rummy.views import View

GAMES: Final = 1500
"""Games to train with, for each number of seats."""
AGAINST: Final = ("holder", "late4", "mixed-holder", "holder+pairs", "mixed-holder+pairs", "counter")
"""The opponents, in turn; all others are the same."""
_AT_RANDOM: Final = 0.35
"""How often a decision is left to chance, until one is: only that one is learned from, so what follows is no chance."""
_PATIENCE: Final = 9
"""Otherwise it lays if loose cards and turns are more than this."""
_LATE: Final = 2
"""Or if the stock lasts for this many turns of each seat."""

CrowdTable: TypeAlias = Mapping[int, Mapping[bool, CrowdEstimates]]
"""Estimates by the number of seats, and by whether anyone has opened."""


@dataclass(frozen=True, slots=True)
class CrowdDecided:
    """A decision made at random, and the result of the deal for the seat."""

    moment: LayMoment
    opened: bool  # whether anyone had opened
    lays: bool
    won: bool
    points: int  # of the seat
    best: int  # the most points of another seat


@dataclass(slots=True)
class _CrowdDeal:
    """A deal of the learning player, with its random decision by the number of turns before it."""

    seed: str
    decided: dict[int, tuple[LayMoment, bool, bool]] = field(default_factory=dict)

    def lays(self, outlook: Outlook, plan: Plan) -> bool:
        """Decide by a rule or at random, and keep what was decided at random."""
        view = outlook.view
        if not plan.steps or outlook.position.opened or view.stock <= _LATE * len(view.counts):
            return bool(plan.steps)
        moment, chance = moment_of(outlook, plan), Random(f"{self.seed} {view.turns}")  # noqa: S311 - deals to learn from
        if chance.random() >= _AT_RANDOM or any(turns < view.turns for turns in self.decided):
            return moment.left + moment.turns > _PATIENCE
        lays = chance.random() < 0.5
        self.decided[view.turns] = moment, any(view.opened), lays
        return lays

    def choose(self, view: View, _: int) -> tuple[Move, ...]:
        """Choose the next moves."""
        return choose(melds_view(view), Level.EXPERT.budget, self.lays)


def rows(
    seats: Sequence[int], games: int | None = None, first: int | None = None, file: Path | None = None
) -> Iterator[Row]:
    """Train, and yield a row per estimate. Write the module with the table if a file is given."""
    table: dict[int, Mapping[bool, CrowdEstimates]] = {}
    for count in seats:
        played = list(decisions(count, games or GAMES, FIRST if first is None else first))
        table[count] = fitted(played, full_hand(MELDS_PRESETS[Variant.GERMAN], count))
        for opened, estimates in table[count].items():
            for lays, estimate in ((False, estimates.hold), (True, estimates.lay)):
                name = f"german, {count} seats, {'some' if opened else 'nobody'} opened, {'lay' if lays else 'hold'}"
                yield _row(name, estimate, _like(played, opened=opened, lays=lays))
    if file is not None:
        file.write_text(module_text(table), encoding="utf-8")


def decisions(seats: int, games: int, first: int) -> Iterator[CrowdDecided]:
    """Play games of German Rummy, and yield the learning player's random decisions; ``first`` numbers the first game.

    A number always stands for the same cards, opponents, and decisions.
    """
    for number in range(first, first + games):
        yield from _game(seats, number)


def fitted(played: Sequence[CrowdDecided], hand: float) -> Mapping[bool, CrowdEstimates]:
    """Fit the estimates for one number of seats; ``hand`` is the value of a full hand."""
    return {
        opened: CrowdEstimates(
            _estimate(_like(played, opened=opened, lays=False), hand, lays=False),
            _estimate(_like(played, opened=opened, lays=True), hand, lays=True),
        )
        for opened in (False, True)
    }


def _like(played: Sequence[CrowdDecided], *, opened: bool, lays: bool) -> list[CrowdDecided]:
    """Return the decisions of one kind."""
    return [one for one in played if (one.opened, one.lays) == (opened, lays)]


def _estimate(played: Sequence[CrowdDecided], hand: float, *, lays: bool) -> CrowdEstimate:
    """Fit one estimate. ValueError if no deal was won, or none lost."""
    won, lost = ([one for one in played if one.won is wins] for wins in (True, False))
    if not won or not lost:
        raise ValueError("too few games: some situations never occurred in them")
    terms = [(1.0, float(one.moment.left), one.moment.outs, one.moment.turns) for one in played]
    start, left, outs, turns = fitting.odds(terms, [one.won for one in played])
    kept = sum(one.moment.kept if lays else one.moment.held for one in lost)
    numbers = (
        *(start, left, outs, turns),
        mean(one.points for one in won) / hand,
        -sum(one.points for one in lost) / kept,
        mean(one.best for one in lost) / hand,
    )
    return CrowdEstimate(*(round(number, 2) for number in numbers))


def _game(seats: int, number: int) -> Iterator[CrowdDecided]:
    played: list[_CrowdDeal] = []

    def in_deal(rng: Random) -> Choice:
        played.append(_CrowdDeal(str(rng.random())))
        return played[-1].choose

    learner = Contestant("learner", contestant(Level.EXPERT).choose, lambda _: False, in_deal)
    players, seat = [contestant(AGAINST[number % len(AGAINST)])] * seats, number // len(AGAINST) % seats
    players[seat] = learner
    results = deals(MELDS_PRESETS[Variant.GERMAN], players, f"training german {seats} {number}")
    for deal, result in zip(played, results, strict=True):
        yield from (_decided(decided, result, seat) for decided in deal.decided.values())


def _decided(decided: tuple[LayMoment, bool, bool], result: DealResult, seat: int) -> CrowdDecided:
    """Return a decision with the result of its deal."""
    best = max(points for other, points in enumerate(result.points) if other != seat)
    return CrowdDecided(*decided, result.winner == seat, result.points[seat], best)


def _row(name: str, estimate: CrowdEstimate, played: Sequence[CrowdDecided]) -> Row:
    """Return the row of an estimate: how well it tells who wins."""
    loss, alone, share = log_loss([(one.won, estimate.wins(one.moment)) for one in played])
    notes = (f"{alone:.4f} without a model", f"{len(played):,} decisions, {100 * share:.1f}% won")
    return Row(name, "log loss", loss, better=Better.LESS, notes=notes)


def module_text(table: CrowdTable) -> str:
    """Return the module with the table."""
    lines = [_HEAD]
    for seats, estimates in table.items():
        lines.append(f"    {seats}: {{\n")
        for opened, both in estimates.items():
            lines.append(f"        {opened}: CrowdEstimates(\n")
            lines += [f"            {name}={_call(one)},\n" for name, one in (("hold", both.hold), ("lay", both.lay))]
            lines.append("        ),\n")
        lines.append("    },\n")
    return "".join((*lines, "}\n"))


def _call(estimate: CrowdEstimate) -> str:
    """Return the code that makes an estimate."""
    names = ("start", "left", "outs", "turns", "won", "lost", "theirs")
    return f"CrowdEstimate({', '.join(f'{getattr(estimate, name):.2f}' for name in names)})"


_HEAD: Final = '''"""The estimates by which Expert decides to lay with several others, fitted by `remik bench train`."""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import CrowdEstimate, CrowdEstimates

CROWDS: Final[Mapping[int, Mapping[bool, CrowdEstimates]]] = {
'''
