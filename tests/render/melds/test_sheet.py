"""Pictures of score sheets for two to four players."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Column, GameResult
from bot.rummy.views import Phase
from render.final_result import FinalResult
from render.look import Look, Theme
from render.sheet import closing_lines, deal_lines, sheet_picture
from tests.render.melds.views import FOUR, GERMAN, scored, spectated
from tests.render.views import TEXTS, changed, is_bare, opened

LONG = GermanOptions(Variant.GERMAN, rounds=20)
TO_500 = BasicOptions(Variant.BASIC, target=500)
NAMES = ("W" * 40, "Żółć 日本", "Kunegunda Wielka z Kórnika", "Jan")
KINDS = {
    "nothing yet": spectated(4, turn=None),
    **{
        f"{seats} seats, {deals} rounds": scored(LONG, seats, deals) for seats in (2, 3, 4) for deals in (1, 10, 11, 20)
    },
    **{f"{seats} seats, final": scored(GERMAN, seats, 5) for seats in (2, 3, 4)},
    **{f"{seats} seats, {deals} deals": scored(TO_500, seats, deals) for seats in (2, 4) for deals in (9, 26)},
}


def drawn(view: MeldsView, look: Look | None = None) -> bytes:
    return sheet_picture(view, FOUR[: len(view.counts)], TEXTS, look or Look()).png


@pytest.mark.parametrize("view", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("theme", Theme)
def test_a_sheet_fits_its_picture(view: MeldsView, theme: Theme) -> None:
    look = Look(theme=theme)
    picture = sheet_picture(view, NAMES[: len(view.counts)], TEXTS, look)
    image = opened(picture.png)
    assert (image.size, image.mode) == ((1100, 700), "P")
    assert len(image.getcolors() or ()) <= 128
    assert len(picture.png) <= 55_000
    assert is_bare(picture.png, (0, 670, 1100, 700), look)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rounds", [5, 20])
def test_every_round_and_seat_has_its_points(seats: int, rounds: int) -> None:
    view = scored(LONG, seats, rounds)
    (column,) = view.columns
    plain = drawn(view)
    for number in range(rounds):
        for seat in range(seats):
            entry = column.entries[number]
            assert entry is not None
            other = (*entry[:seat], entry[seat] + 7, *entry[seat + 1 :])
            entries = (*column.entries[:number], other, *column.entries[number + 1 :])
            where = changed(plain, drawn(replace(view, columns=(replace(column, entries=entries),))))
            assert where is not None
            assert where[2] - where[0] <= 200
            assert where[3] - where[1] <= 40


def test_negative_points_have_a_minus_sign() -> None:
    view = scored(GERMAN, 3, 5, seed=4)
    lines = deal_lines(view, TEXTS, 10)
    for line, deal in zip(lines, view.deals, strict=True):
        shown = tuple(0 if words == "–" else int(words.replace("−", "-")) for words in line.cells)
        assert shown == deal.points
        assert any(points < 0 for points in shown)
    (total,) = closing_lines(view, TEXTS)
    assert tuple(int(words.replace("−", "-")) for words in total.cells) == view.columns[0].totals


def test_outcomes_are_named() -> None:
    words = {line.label for view in KINDS.values() for line in deal_lines(view, TEXTS, 30)}
    assert words == {"out", "rummy", "stalemate", "exhausted"}


def test_more_than_twenty_deals_show_the_latest_and_the_sum_of_the_others() -> None:
    view = scored(TO_500, 3, 26)
    lines = deal_lines(view, TEXTS, 20)
    assert len(lines) == 20
    assert lines[0].label == "7 earlier"
    for seat in range(3):
        shown = sum(int(line.cells[seat]) for line in lines if line.cells[seat] != "–")
        assert shown == view.columns[0].totals[seat]


def test_D_15_equal_totals_share_the_win() -> None:
    column = Column(((-40, 20, 20),), (-40, 20, 20), (False,) * 3, None, over=True)
    deal = scored(GERMAN, 3, 1).deals[0]
    shared = spectated(
        3, columns=(column,), deals=(deal,), result=GameResult((1, 2), ()), turn=None, phase=Phase.OVER, deal=1
    )
    (total,) = closing_lines(shared, TEXTS)
    assert total.best == {1, 2}
    assert "The game is shared by Kuba, Jan." in sheet_picture(shared, FOUR[:3], TEXTS).alt
    running = replace(shared, result=None, phase=Phase.DEAL, columns=(replace(column, over=False),))
    assert next(closing_lines(running, TEXTS)).best == frozenset()
    assert drawn(running) != drawn(shared)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_round_changes_the_sheet(seats: int) -> None:
    pictures = [drawn(scored(LONG, seats, deals)) for deals in range(1, 21)]
    assert all(changed(one, other) for one, other in pairwise(pictures))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("deals", [5, 20])
def test_players_who_forfeit_are_marked_and_do_not_win(seats: int, deals: int) -> None:
    view = scored(LONG, seats, deals)
    names = FOUR[:seats]
    end = FinalResult((1,), frozenset({0}))
    total, forfeit = closing_lines(view, TEXTS, end)
    assert total.best == {1}
    assert forfeit.cells == ("lost", *("–",) * (seats - 1))
    won, lost = (sheet_picture(view, names, TEXTS, final=each).png for each in (FinalResult((1,)), end))
    where = changed(won, lost)
    assert where is not None
    assert where[3] <= 668
