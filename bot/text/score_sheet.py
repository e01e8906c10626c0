"""The score sheet in text: a line per deal, shortened if a game has many."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bot.rummy.results import Column, Totals
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.lists import gain
from bot.text.results import outcome_words
from bot.text.scores import totals_words

_LONGEST: Final = 1300
"""Maximum characters. The rest of the message needs space too."""
_UNCOUNTED: Final = "–"


def sheet_lines(texts: Texts, view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return every finished deal, oldest first: who won, how, and the totals after it.

    In Hollywood the totals of its three games are next to each other. If that's too long, all deals share one line
    without totals.
    """
    totals = [_totals(column) for column in view.columns]
    lines = tuple(
        texts.t(
            "{number}. {outcome} · {totals}",
            number=number,
            outcome=outcome_words(texts, result, names),
            totals=" / ".join(totals_words(column[number - 1]) for column in totals),
        )
        for number, result in enumerate(view.deals, 1)
    )
    return lines if sum(map(len, lines)) <= _LONGEST else (_in_one_line(view, names),)


def _totals(column: Column) -> list[Totals]:
    """Return the totals of one game after each deal."""
    none = (0,) * len(column.totals)
    return list(accumulate((entry or none for entry in column.entries), _added))


def _added(totals: Totals, points: Totals) -> Totals:
    return tuple(total + gained for total, gained in zip(totals, points, strict=True))


def _in_one_line(view: View, names: Sequence[str]) -> str:
    """Return the winners and points of all deals, of the newest ones if even that is too long."""
    kept: list[str] = []
    room = _LONGEST
    for words in reversed(list(_short(view, names))):
        room -= len(words) + 3
        if room < 0:
            kept.append("…")
            break
        kept.append(words)
    return " · ".join(reversed(kept))


def _short(view: View, names: Sequence[str]) -> Iterator[str]:
    for number, result in enumerate(view.deals, 1):
        if result.winner is None:
            yield f"{number}. {_UNCOUNTED}"
        else:
            yield f"{number}. {names[result.winner]} {gain(result.points[result.winner])}"
