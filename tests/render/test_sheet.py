"""Pictures of score sheets."""

import itertools
from dataclasses import replace

import pytest

from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.score_sheet import blank_sheet, game_result, with_deal
from bot.rummy.gin.views import GinView
from bot.rummy.results import Column, DealResult, Ending, Outcome
from bot.rummy.views import Phase
from render.drawing.palette import Ink
from render.look import Look, Theme
from render.sheet import sheet_picture
from render.sheet_layout import DealRow, bonuses_line, closing_lines, deal_rows, final_points, winning_cells
from render.values import FinalResult
from tests.render.measures import LONGER, empty_share, watched
from tests.render.views import NAMES, TEXTS, ended_deals, ink, is_bare, opened, public, rgb, row
from tests.rummy.helpers import FOR_TWO


def after(options: GinOptions, *points: int) -> GinView:
    """Return a public view after deals that seat 0 won, or seat 1 if the points are negative; 0 is a void deal."""
    deals = tuple(
        DealResult(Outcome.KNOCK, int(won < 0), (max(won, 0), max(-won, 0)))
        if won
        else DealResult(Outcome.VOID, None, (0, 0), Ending.STOCK)
        for won in points
    )
    columns: tuple[Column, ...] = blank_sheet(options)
    for deal in deals:
        columns = with_deal(options, columns, deal)
    result = game_result(options, columns, deals)
    phase = Phase.OVER if result else Phase.DEAL
    return public(options=options, columns=columns, deals=deals, result=result, deal=len(deals), phase=phase, turn=None)


GIN = GIN_PRESETS[Variant.GIN]
LONG = replace(GIN, target=500)
HOLLYWOOD = GIN_PRESETS[Variant.HOLLYWOOD]
ALL_KINDS = {
    "nothing yet": public(turn=None),
    "one deal": after(GIN, 12),
    "twelve": after(LONG, *(5, -7, 0) * 4),
    "forty": after(LONG, *(5, -7, 0, 11) * 10),
    "final": after(GIN, 40, -12, 45, 30),
    "final, shutout": after(GIN, 60, 0, 60),
    "final, long": after(GIN, *(4, -3) * 20, 90),
    "hollywood": after(HOLLYWOOD, 10, -18, 30, 4),
    "hollywood, forty": after(replace(HOLLYWOOD, target=500), *(5, -7, 0, 11) * 10),
    "hollywood, bonuses": after(replace(HOLLYWOOD, game_bonus=100, box_bonus=25), *(60, -20) * 4),
}
LONG_NAMES = ("W" * 32, "Żółć 日本 und noch mehr Zeichen x")
ENDS = (None, FinalResult((1,), frozenset({0})), FinalResult((), frozenset({0, 1})), FinalResult(closed=True))


def shown(row: DealRow) -> tuple[tuple[int | None, int | None], ...]:
    """Return the changes and the totals of a row."""
    return tuple((cell.gain, cell.total) for cell in row.cells)


@pytest.mark.each_value
@pytest.mark.parametrize("view", ALL_KINDS.values(), ids=ALL_KINDS)
@pytest.mark.parametrize("theme", Theme)
def test_a_sheet_fits_its_picture(view: GinView, theme: Theme) -> None:
    picture = sheet_picture(view, LONG_NAMES, TEXTS, Look(theme=theme))
    image = opened(picture.png)
    assert (image.width, image.mode) == (1100, "P")
    assert 380 <= image.height <= 900
    assert len(image.getcolors() or ()) <= 128
    assert len(picture.png) <= 55_000
    assert is_bare(picture.png, (40, image.height - 28, 1060, image.height), Look(theme=theme))
    assert empty_share(picture.png, Look(theme=theme)) < 0.15
    assert 0 < len(picture.alt) <= 1024


@pytest.mark.each_value
@pytest.mark.parametrize("view", ALL_KINDS.values(), ids=ALL_KINDS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("names", [("A", "Ł"), LONG_NAMES])
def test_all_words_are_large_and_whole_in_longer_languages_too(
    view: GinView, end: FinalResult | None, names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = watched(monkeypatch)
    for texts in (TEXTS, LONGER):
        picture = sheet_picture(view, names, texts, final=end)
        assert 380 <= opened(picture.png).height <= 900
    assert words.too_small == {}
    assert {each for each in words.cut_off if not each.startswith(("W", "Ż"))} == set()


def test_few_deals_are_shown_line_by_line_with_running_totals() -> None:
    rows = deal_rows(after(GIN, 12, -30, 0, 5), TEXTS, 10)
    assert [(row.number, row.words, row.winner, shown(row)) for row in rows] == [
        ("1", "Knock", 0, ((12, 12), (None, 0))),
        ("2", "Knock", 1, ((None, 12), (30, 30))),
        ("3", "Void", None, ((None, 12), (None, 30))),
        ("4", "Knock", 0, ((5, 17), (None, 30))),
    ]


def test_many_deals_show_the_latest_and_the_earlier_ones_together() -> None:
    view = after(LONG, *(5, -7, 0, 11) * 10)
    rows = deal_rows(view, TEXTS, 10)
    assert len(rows) == 10
    assert (rows[0].number, rows[0].words, rows[0].winner) == ("1–31", "Earlier", None)
    assert [row.number for row in rows[1:]] == [str(number) for number in range(32, 41)]
    for seat in (0, 1):
        assert sum(row.cells[seat].gain or 0 for row in rows) == view.columns[0].totals[seat]
        assert rows[-1].cells[seat].total == view.columns[0].totals[seat]


@pytest.mark.parametrize("deals", range(1, 26))
def test_every_deal_is_in_the_picture(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    sheet_picture(after(LONG, *range(11, 11 + deals)), NAMES, TEXTS)
    listed = {int(word) for word in words if word.isdigit() and int(word) <= deals}
    joined = next((int(word.partition("–")[2]) for word in words if word.startswith("1–")), 0)
    assert listed | set(range(1, joined + 1)) >= set(range(1, deals + 1))


def test_G_26_hollywood_shows_its_three_games_side_by_side() -> None:
    bob_and_alexandra = after(HOLLYWOOD, 10, -18, 30, 4)
    totals = [tuple(cell.total for cell in row.cells) for row in deal_rows(bob_and_alexandra, TEXTS, 10)]
    assert totals == [
        (10, 0, None, None, None, None),
        (10, 18, None, None, None, None),
        (40, 18, 30, 0, None, None),
        (44, 18, 34, 0, 4, 0),
    ]
    assert final_points(bob_and_alexandra) == (44, 18, 34, 0, 4, 0)


def test_G_23_the_final_points_add_up_line_by_line() -> None:
    view = after(GIN, 40, -12, 45, 30)
    assert {line.label: line.cells for line in closing_lines(view, TEXTS)} == {
        "Points": ("115", "12"),
        "Game bonus": ("+100", ""),
        "Deals won": ("+75", "+25"),
    }
    assert bonuses_line(view, TEXTS).cells == ("+175", "+25")
    assert final_points(view) == (290, 37)
    shutout = after(GIN, 60, 60)
    lines = closing_lines(shutout, TEXTS)
    assert "Shutout (× 2)" in [line.label for line in lines]
    for seat, final in enumerate(final_points(shutout)):
        assert sum(int(line.cells[seat] or 0) for line in lines) == final


def test_a_game_without_bonuses_has_only_the_final_score() -> None:
    view = after(replace(GIN, deals=2), 20, -12)
    assert closing_lines(view, TEXTS) == ()
    assert winning_cells(view, None) == {0}


@pytest.mark.parametrize("variant", FOR_TWO)
def test_each_deal_changes_the_sheet(variant: Variant) -> None:
    pictures = [sheet_picture(view, NAMES, TEXTS).png for view in ended_deals(variant, 3)]
    assert all(one != other for one, other in itertools.pairwise(pictures))


def test_the_bar_names_the_winner_and_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    view = after(GIN, 40, -12, 45, 30)
    sheet_picture(view, NAMES, TEXTS)
    assert {"Ola wins", "290–37", "First to 100", "Final score"} <= set(words)
    words.clear()
    sheet_picture(view, NAMES, TEXTS, final=FinalResult((1,), frozenset({0})))
    assert {"Kuba wins", "by forfeit"} <= set(words)
    words.clear()
    sheet_picture(view, NAMES, TEXTS, final=FinalResult(closed=True))
    assert "Closed, no result" in words
    words.clear()
    series = after(HOLLYWOOD, 100, 100, 100)
    sheet_picture(series, NAMES, TEXTS)
    assert {"Ola wins", "3–0", "Game 3"} <= set(words)


def test_only_a_win_is_gold() -> None:
    running, view = after(GIN, 40, -12), after(GIN, 40, -12, 45, 30)
    gold = ink(Ink.GOLD)
    for picture, won in (
        (sheet_picture(running, NAMES, TEXTS), False),
        (sheet_picture(running, NAMES, TEXTS, final=FinalResult(closed=True)), False),
        (sheet_picture(running, NAMES, TEXTS, final=FinalResult((), frozenset({0, 1}))), False),
        (sheet_picture(running, NAMES, TEXTS, final=FinalResult((1,), frozenset({0}))), True),
        (sheet_picture(view, NAMES, TEXTS), True),
    ):
        assert (gold in row(rgb(picture.png), 40, 100, 1000)) == won


def test_G_26_players_who_forfeit_win_none_of_the_three_games() -> None:
    view = ALL_KINDS["hollywood, bonuses"]
    assert winning_cells(view, None)
    for seat in (0, 1):
        cells = winning_cells(view, FinalResult((1 - seat,), frozenset({seat})))
        assert {cell % 2 for cell in cells} <= {1 - seat}


def test_a_closed_game_has_no_winner() -> None:
    assert winning_cells(after(GIN, 40, -12), FinalResult(closed=True)) == frozenset()
