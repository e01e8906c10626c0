"""The estimates by which an Expert decides to lay once the other player has: fitted to deals, written as a module."""

from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Final, TypeAlias

from bot.bench.rows import Better, Row
from bot.bench.train import fitting
from bot.bench.train.lays import LayDecided, decisions
from bot.players.melds.estimates import Estimate, odds_terms, point_terms
from bot.players.melds.moments import Opened
from bot.players.melds.winning import full_hand
from bot.rummy.families import Variant
from bot.rummy.melds.options import MELDS_PRESETS

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
    tables: dict[Variant, Table] = {}
    for variant in TRAINED:
        played = list(decisions(variant, games or GAMES, FIRST if first is None else first))
        tables[variant] = fitted(variant, played)
        for lays, estimate in tables[variant].items():
            some = [one for one in played if one.moment.opened is Opened.OTHER and one.lays is lays]
            yield _row(f"{variant}, the other player has opened: {'lay' if lays else 'hold'}", estimate, some)
    if file is not None:
        file.write_text(module_text(tables), encoding="utf-8")


def fitted(variant: Variant, played: Sequence[LayDecided]) -> Table:
    """Fit the estimates of a variant to the decisions after the other player has opened.

    Before that a formula does (`bot.players.melds.stakes`), and after its own first melds a seat lays.
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


def module_text(tables: Mapping[Variant, Table]) -> str:
    """Return the module with the tables."""
    lines = [_HEAD]
    for variant, table in tables.items():
        lines.append(f"    Variant.{variant.name}: {{\n")
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

By game, then by whether the seat lays. `bot.players.melds.estimates` lists what each number is a weight of.
"""

from collections.abc import Mapping
from typing import Final

from bot.players.melds.estimates import Estimate
from bot.rummy.families import Variant

ESTIMATES: Final[Mapping[Variant, Mapping[bool, Estimate]]] = {
'''
