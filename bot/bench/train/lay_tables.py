"""The estimates by which an Expert decides to lay once the other player has: fitted to deals, written as a module."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from bot.bench.arena import Contestant, contestant, deals
from bot.bench.opponents.named import Choice
from bot.bench.rows import Better, Row
from bot.bench.train import fitting
from bot.laydown import Plan
from bot.players.levels import Level
from bot.players.melds.choosing import choose
from bot.players.melds.estimates import (
    Estimate,
    GameStyle,
    LayMoment,
    Opened,
    moment_of,
    odds_terms,
    point_terms,
    style_of,
)
from bot.players.melds.laying import full_hand, lays_now, moved_by
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
    "counter",
    "lays-at-once",
)
"""The opponents, in turn; one twice as often."""
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
    return lead / moved_by(rules_for(MELDS_PRESETS[variant]))


FIRST: Final = 1_000_000
"""The number of the first game: measurements begin at 0, so they never play the games of the training."""
GAMES: Final = 1600
"""Games to train with."""
TRAINED: Final = (Variant.BASIC,)
"""The games with estimates: in German Rummy a short rule does as well."""

_LINE: Final = 121
_SMALL: Final = 1e-9

Table: TypeAlias = Mapping[bool, Estimate]
"""Estimates by whether the seat lays."""


def rows(games: int | None = None, first: int | None = None, file: Path | None = None) -> Iterator[Row]:
    """Train, and yield a row per estimate. Write the module with the tables if a file is given."""
    tables: dict[GameStyle, Table] = {}
    for variant in TRAINED:
        played = list(decisions(variant, games or GAMES, FIRST if first is None else first))
        table = tables[style_of(rules_for(MELDS_PRESETS[variant]))] = fitted(variant, played)
        for lays, estimate in table.items():
            some = [one for one in played if one.moment.opened is Opened.OTHER and one.lays is lays]
            yield _row(f"{variant}, the other player has opened: {'lay' if lays else 'hold'}", estimate, some)
    if file is not None:
        file.write_text(module_text(tables), encoding="utf-8")


def fitted(variant: Variant, played: Sequence[LayDecided]) -> Table:
    """Fit the estimates of a variant to the decisions after the other player has opened.

    Before that a formula does (`bot.players.melds.laying`), and after its own first melds a seat lays.
    """
    hand = full_hand(MELDS_PRESETS[variant], 2)
    opened = [one for one in played if one.moment.opened is Opened.OTHER]
    return {lays: _estimate([one for one in opened if one.lays is lays], hand) for lays in (False, True)}


def _estimate(played: Sequence[LayDecided], hand: float) -> Estimate:
    """Fit one estimate; ``hand`` is the value of a full hand. ValueError if no deal was won, or none lost."""
    won, lost = ([one for one in played if (one.points > 0) is wins] for wins in (True, False))
    if not won or not lost:
        raise ValueError("too few games: some situations never occurred in them")
    return Estimate(
        fitting.odds([odds_terms(one.moment) for one in played], [one.points > 0 for one in played]),
        fitting.linear([point_terms(one.moment, hand) for one in won], [one.points / hand for one in won]),
        fitting.linear([point_terms(one.moment, hand) for one in lost], [-one.points / hand for one in lost]),
    )


def _row(name: str, estimate: Estimate, played: Sequence[LayDecided]) -> Row:
    """Return the row of an estimate: how well it tells who wins."""
    loss, alone, share = log_loss([(one.points > 0, estimate.wins(one.moment)) for one in played])
    notes = (f"{alone:.4f} without a model", f"{len(played):,} decisions, {100 * share:.1f}% won")
    return Row(name, "log loss", loss, better=Better.LESS, notes=notes)


def log_loss(chances: Sequence[tuple[bool, float]]) -> tuple[float, float, float]:
    """Return the log loss of chances to win, by whether each was won; that of the share won alone; and that share."""
    losses = [log(max(_SMALL, chance if won else 1 - chance)) for won, chance in chances]
    share = sum(won for won, _ in chances) / len(chances)
    alone = share * log(share) + (1 - share) * log(1 - share)
    return -sum(losses) / len(losses), -alone, share


def module_text(tables: Mapping[GameStyle, Table]) -> str:
    """Return the module with the tables."""
    lines = [_HEAD]
    for style, table in tables.items():
        lines.append(f"    GameStyle.{style.name}: {{\n")
        for lays, estimate in table.items():
            lines.append(f"        {lays}: Estimate(\n")
            for name in ("odds", "won", "lost"):
                lines.append(_numbers(name, [f"{number:.3f}" for number in getattr(estimate, name)]))
            lines.append("        ),\n")
        lines.append("    },\n")
    return "".join((*lines, "}\n"))


def _numbers(name: str, numbers: Sequence[str]) -> str:
    """Return the lines of one tuple, formatted as all code is."""
    line = f"            {name}=({', '.join(numbers)}),\n"
    if len(line) <= _LINE:
        return line
    listed = "".join(f"                {number},\n" for number in numbers)
    return f"            {name}=(\n{listed}            ),\n"


_HEAD: Final = '''"""What Expert expects of a deal that the other player has opened; written by `remik bench train`.

By the style of the game, then by whether the seat lays. `bot.players.melds.estimates` lists what each number is a
weight of.
"""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import Estimate, GameStyle

ESTIMATES: Final[Mapping[GameStyle, Mapping[bool, Estimate]]] = {
'''
