"""Pictures of score sheets."""

import itertools
from dataclasses import replace

import pytest

from bot.rummy.families import Variant
from bot.rummy.gin.game_end import game_result
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.score_sheet import blank_sheet, with_deal
from bot.rummy.gin.views import GinView
from bot.rummy.results import Column, DealResult, Ending, Outcome
from bot.rummy.views import Phase
from render.final_result import FinalResult
from render.look import Look, Theme
from render.sheet import closing_lines, deal_lines, sheet_picture
from tests.render.views import NAMES, TEXTS, changed, ended_deals, is_bare, opened, public, rgb


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


@pytest.mark.parametrize("view", ALL_KINDS.values(), ids=ALL_KINDS)
@pytest.mark.parametrize("theme", Theme)
def test_a_sheet_fits_its_picture(view: GinView, theme: Theme) -> None:
    look = Look(theme=theme)
    picture = sheet_picture(view, ("W" * 40, "Żółć 日本"), TEXTS, look)
    image = opened(picture.png)
    assert (image.size, image.mode) == ((1100, 700), "P")
    assert len(image.getcolors() or ()) <= 128
    assert len(picture.png) <= 40_000
    assert is_bare(picture.png, (0, 670, 1100, 700), look)


def test_few_deals_are_shown_line_by_line() -> None:
    lines = deal_lines(after(GIN, 12, -30, 0, 5), TEXTS, 10)
    assert [(line.number, line.label, line.cells) for line in lines] == [
        ("1", "knock", ("12", "–")),
        ("2", "knock", ("–", "30")),
        ("3", "void", ("–", "–")),
        ("4", "knock", ("5", "–")),
    ]


def test_many_deals_show_the_latest_and_the_sum_of_the_others() -> None:
    view = after(LONG, *(5, -7, 0, 11) * 10)
    lines = deal_lines(view, TEXTS, 10)
    assert len(lines) == 10
    assert lines[0].label == "31 earlier"
    assert [line.number for line in lines[1:]] == [str(number) for number in range(32, 41)]
    for seat in (0, 1):
        shown = sum(int(line.cells[seat]) for line in lines if line.cells[seat] != "–")
        assert shown == view.columns[0].totals[seat]


def test_G_26_hollywood_shows_its_three_games_side_by_side() -> None:
    bob_and_alexandra = after(HOLLYWOOD, 10, -18, 30, 4)
    assert [line.cells for line in deal_lines(bob_and_alexandra, TEXTS, 10)] == [
        ("10", "–", "–", "–", "–", "–"),
        ("–", "18", "–", "–", "–", "–"),
        ("30", "–", "30", "–", "–", "–"),
        ("4", "–", "4", "–", "4", "–"),
    ]
    assert [line.cells for line in closing_lines(bob_and_alexandra, TEXTS)] == [("44", "18", "34", "0", "4", "0")]


def test_G_23_final_points_have_one_line_per_bonus() -> None:
    lines = {line.label: line.cells for line in closing_lines(after(GIN, 40, -12, 45, 30), TEXTS)}
    assert lines == {
        "Total": ("115", "12"),
        "Game bonus": ("+100", "–"),
        "Deals won": ("+75", "+25"),
        "Final": ("290", "37"),
    }
    shutout = {line.label: line.cells for line in closing_lines(after(GIN, 60, 60), TEXTS)}
    assert shutout["Shutout"] == ("× 2", "–")
    assert shutout["Final"] == ("490", "0")


def test_a_game_without_bonuses_ends_with_its_totals() -> None:
    lines = list(closing_lines(after(replace(GIN, deals=2), 20, -12), TEXTS))
    assert [(line.label, line.cells) for line in lines] == [("Total", ("20", "12"))]
    assert lines[0].best == {0}


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_each_deal_changes_the_sheet(variant: Variant) -> None:
    pictures = [sheet_picture(view, NAMES, TEXTS).png for view in ended_deals(variant, 3)]
    assert all(changed(one, other) for one, other in itertools.pairwise(pictures))


def test_players_who_forfeit_do_not_win() -> None:
    view, end = after(GIN, 40, -12, 45, 30), FinalResult((1,), frozenset({0}))
    lines = {line.label: line for line in closing_lines(view, TEXTS, end)}
    assert lines["Final"].best == {1}
    assert lines["Forfeit"].cells == ("lost", "–")
    assert sheet_picture(view, NAMES, TEXTS).png != sheet_picture(view, NAMES, TEXTS, final=end).png
    assert sheet_picture(view, NAMES, TEXTS).png == sheet_picture(view, NAMES, TEXTS, final=FinalResult((0,))).png


def test_a_resigned_game_has_a_final_score() -> None:
    view = after(GIN, 40, -12)
    running, resigned = (
        sheet_picture(view, NAMES, TEXTS, final=end).png for end in (None, FinalResult((1,), frozenset({0})))
    )
    title = (32, 20, 400, 72)
    final = sheet_picture(after(GIN, 40, -12, 45, 30), NAMES, TEXTS).png
    assert rgb(resigned).crop(title).tobytes() == rgb(final).crop(title).tobytes()
    assert rgb(resigned).crop(title).tobytes() != rgb(running).crop(title).tobytes()
    assert [line.best for line in closing_lines(view, TEXTS, FinalResult((1,), frozenset({0})))] == [{1}, frozenset()]


def test_G_26_players_who_forfeit_win_none_of_the_three_games() -> None:
    view = ALL_KINDS["hollywood, bonuses"]
    assert any(line.best for line in closing_lines(view, TEXTS))
    for seat in (0, 1):
        for line in closing_lines(view, TEXTS, FinalResult((1 - seat,), frozenset({seat}))):
            assert {cell % 2 for cell in line.best} <= {1 - seat}


def test_a_closed_game_has_no_winner() -> None:
    view = after(GIN, 40, -12)
    assert [line.best for line in closing_lines(view, TEXTS, FinalResult(closed=True))] == [frozenset()]
    assert (
        sheet_picture(view, NAMES, TEXTS, final=FinalResult(closed=True)).png != sheet_picture(view, NAMES, TEXTS).png
    )


@pytest.mark.parametrize("view", ALL_KINDS.values(), ids=ALL_KINDS)
@pytest.mark.parametrize(
    "end", [FinalResult((1,), frozenset({0})), FinalResult((), frozenset({0, 1})), FinalResult(closed=True)]
)
def test_a_sheet_fits_its_picture_however_the_game_ended(view: GinView, end: FinalResult) -> None:
    picture = sheet_picture(view, ("W" * 40, "Żółć 日本"), TEXTS, final=end)
    assert is_bare(picture.png, (0, 670, 1100, 700))
