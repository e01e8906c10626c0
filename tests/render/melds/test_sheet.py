"""Pictures of score sheets for two to four players."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Bonus, Column, GameResult
from bot.rummy.views import Phase
from render.drawing.palette import Ink
from render.look import Look, Theme
from render.sheet import sheet_picture
from render.sheet_layout import deal_rows, final_points, winning_cells
from render.values import FinalResult
from tests.render.measures import LONGER, empty_share, watched
from tests.render.melds.views import FOUR, GERMAN, SIX, scored, spectated
from tests.render.views import TEXTS, changed, ink, is_bare, opened, rgb, row

LONG = GermanOptions(Variant.GERMAN, rounds=20)
TO_500 = BasicOptions(Variant.BASIC, target=500)
SHORT = ("A", "Ł", "Zoë", "Jan", "Wu", "Ewa")
NAMES = ("W" * 40, "Żółć 日本", "Kunegunda Wielka z Kórnika", "Jan", "Bartłomiej Brzęczyk", "M" * 40)
KINDS = {
    "nothing yet": spectated(4, turn=None),
    **{
        f"{seats} seats, {deals} rounds": scored(LONG, seats, deals)
        for seats in range(2, 7)
        for deals in (1, 10, 11, 20)
    },
    **{f"{seats} seats, final": scored(GERMAN, seats, 5) for seats in range(2, 7)},
    **{f"{seats} seats, {deals} deals": scored(TO_500, seats, deals) for seats in (2, 4) for deals in (9, 26)},
}


def drawn(view: MeldsView, look: Look | None = None) -> bytes:
    return sheet_picture(view, SIX[: len(view.counts)], TEXTS, look or Look()).png


@pytest.mark.each_value
@pytest.mark.parametrize("view", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("theme", Theme)
def test_a_sheet_fits_its_picture(view: MeldsView, theme: Theme) -> None:
    look = Look(theme=theme)
    picture = sheet_picture(view, NAMES[: len(view.counts)], TEXTS, look)
    image = opened(picture.png)
    assert (image.width, image.mode) == (1100, "P")
    assert 380 <= image.height <= 900
    assert len(image.getcolors() or ()) <= 128
    assert len(picture.png) <= 55_000
    assert is_bare(picture.png, (40, image.height - 28, 1060, image.height), look)
    assert empty_share(picture.png, look) < 0.15


@pytest.mark.each_value
@pytest.mark.parametrize("view", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("end", [None, FinalResult((1,), frozenset({0})), FinalResult(closed=True)])
def test_all_words_are_large_and_whole_in_longer_languages_too(
    view: MeldsView, end: FinalResult | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = watched(monkeypatch)
    for texts in (TEXTS, LONGER):
        sheet_picture(view, SHORT[: len(view.counts)], texts, final=end)
    assert words.too_small == {}
    assert words.cut_off == set()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_seat_has_its_change_by_every_round(seats: int) -> None:
    view = scored(LONG, seats, 9)
    (column,) = view.columns
    plain = drawn(view)
    for number in range(9):
        for seat in range(seats):
            entry = column.entries[number]
            assert entry is not None
            other = (*entry[:seat], entry[seat] + 7, *entry[seat + 1 :])
            entries = (*column.entries[:number], other, *column.entries[number + 1 :])
            where = changed(plain, drawn(replace(view, columns=(replace(column, entries=entries),))))
            assert where is not None
            assert where[2] - where[0] <= 240
            assert where[3] - where[1] <= 52


def test_negative_points_have_a_minus_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    view = scored(GERMAN, 3, 5, seed=4)
    words = watched(monkeypatch)
    sheet_picture(view, FOUR[:3], TEXTS)
    assert any(word.startswith("−") for word in words)
    assert not any(word.startswith("-") for word in words)
    for deal, line in zip(view.deals, deal_rows(view, TEXTS, 10), strict=True):
        assert tuple(cell.gain or 0 for cell in line.cells) == deal.points
    assert final_points(view) == view.columns[0].totals


def test_outcomes_are_named() -> None:
    words = {line.words for view in KINDS.values() for line in deal_rows(view, TEXTS, 30)}
    assert words == {"Out", "Rummy", "Stalemate", "Nobody"}


def test_many_deals_show_the_latest_and_the_earlier_ones_together() -> None:
    view = scored(TO_500, 3, 26)
    lines = deal_rows(view, TEXTS, 20)
    assert len(lines) == 20
    assert lines[0].number == "1–7"
    for seat in range(3):
        assert sum(line.cells[seat].gain or 0 for line in lines) == view.columns[0].totals[seat]


def test_D_15_equal_totals_share_the_win(monkeypatch: pytest.MonkeyPatch) -> None:
    column = Column(((-40, 20, 20),), (-40, 20, 20), (False,) * 3, None, over=True)
    deal = scored(GERMAN, 3, 1).deals[0]
    bonuses = tuple(Bonus(total, 0, doubled=False, boxes=0, deals_won=0, final=total) for total in column.totals)
    shared = spectated(
        3, columns=(column,), deals=(deal,), result=GameResult((1, 2), (bonuses,)), turn=None, phase=Phase.OVER, deal=1
    )
    assert winning_cells(shared, None) == {1, 2}
    words = watched(monkeypatch)
    assert "Kuba and Jan share the win." in sheet_picture(shared, FOUR[:3], TEXTS).alt
    assert "Kuba and Jan share the win" in words
    running = replace(shared, result=None, phase=Phase.DEAL, columns=(replace(column, over=False),))
    assert winning_cells(running, None) == frozenset()
    assert drawn(running) != drawn(shared)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_each_round_changes_the_sheet(seats: int) -> None:
    pictures = [drawn(scored(LONG, seats, deals)) for deals in range(1, 21)]
    assert all(one != other for one, other in pairwise(pictures))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("deals", [5, 20])
def test_players_who_forfeit_are_marked_and_do_not_win(seats: int, deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view, end = scored(LONG, seats, deals), FinalResult((1,), frozenset({0}))
    assert winning_cells(view, end) == {1}
    words = watched(monkeypatch)
    picture = sheet_picture(view, FOUR[:seats], TEXTS, final=end)
    assert picture.alt.startswith("Kuba wins. Lost by forfeit: Ola.")
    if seats == 2:
        assert "by forfeit" in words
    else:
        plain = sheet_picture(view, FOUR[:seats], TEXTS, final=FinalResult((1,))).png
        plates = [color in row(rgb(png), 165, 320, 500) for png in (picture.png, plain) for color in [ink(Ink.SEAT_1)]]
        assert plates == [False, True]
