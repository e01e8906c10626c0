"""The score sheet in text: every deal is on it, however long the game."""

from dataclasses import replace
from random import Random

import pytest

from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.views import GinView
from bot.rummy.options import options_for
from bot.rummy.results import Column, DealResult, Outcome
from bot.text.catalogs import Catalogs
from bot.text.scores import sheet_lines
from tests.rummy.helpers import gin_states

TEXTS = Catalogs().texts("en")
NAMES = ("Ala", "Bob")


def view(*deals: DealResult, columns: int = 1) -> GinView:
    """Return the public view of a game of gin with these deals, the points in every column."""
    states = gin_states(options_for(Variant.GIN), Random(1), 1)
    entries = tuple(deal.points for deal in deals)
    totals = (sum(points[0] for points in entries), sum(points[1] for points in entries))
    column = Column(entries, totals, (True, True), None, over=False)
    return replace(view_for(states[-1], None), deals=deals, columns=(column,) * columns)


GIN = DealResult(Outcome.GIN, 0, (33, 0))
KNOCK = DealResult(Outcome.KNOCK, 1, (0, 11))
VOID = DealResult(Outcome.VOID, None, (0, 0))


def test_every_deal_has_a_line_with_the_totals_after_it() -> None:
    assert sheet_lines(TEXTS, view(GIN, VOID, KNOCK), NAMES) == (
        "1. Ala goes gin: +33 · 33–0",
        "2. Void: no points · 33–0",
        "3. Bob knocks: +11 · 33–11",
    )


def test_G_24_hollywood_has_the_totals_of_its_three_games() -> None:
    shown = view(GIN, KNOCK, columns=3)
    late = replace(shown.columns[2], entries=(None, KNOCK.points), totals=(0, 11))
    shown = replace(shown, columns=(*shown.columns[:2], late))
    assert sheet_lines(TEXTS, shown, NAMES) == (
        "1. Ala goes gin: +33 · 33–0 / 33–0 / 0–0",
        "2. Bob knocks: +11 · 33–11 / 33–11 / 0–11",
    )


def test_a_long_game_has_all_deals_in_one_line() -> None:
    [line] = sheet_lines(TEXTS, view(*[GIN, VOID, KNOCK] * 20), NAMES)
    assert line.startswith("1. Ala +33 · 2. – · 3. Bob +11 · 4. Ala +33 · ")
    assert line.endswith(" · 60. Bob +11")


@pytest.mark.parametrize("deals", [100, 400])
def test_the_newest_deals_of_an_endless_game_are_kept(deals: int) -> None:
    [line] = sheet_lines(TEXTS, view(*[GIN] * deals), ("A" * 32, "B"))
    assert line.startswith("… · ")
    assert line.endswith(f" · {deals}. {'A' * 32} +33")
    assert len(line) <= 1310
