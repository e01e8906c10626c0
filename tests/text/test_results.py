"""Results of games of the gin family in words, with sums that add up."""

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy import games
from bot.rummy.cards import parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.views import GinView
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.options import options_for
from bot.rummy.results import (
    Arrangement,
    Bonus,
    Column,
    DealResult,
    Defense,
    Ending,
    GameResult,
    LayOff,
    Outcome,
    Showdown,
)
from bot.text.catalogs import Catalogs
from bot.text.deals import recent_words, turn_words
from bot.text.gin.results import dealer_draw_words, knock_sum, showdown_lines
from bot.text.scores import bonus_lines, game_won_words, margin_words, score_words, series_lines, winner_words
from tests.amounts import times
from tests.cards import cards
from tests.rummy.helpers import gin_states, melds_states, random_options

TEXTS = Catalogs().texts("en")
NAMES = ("Kuba", "Ola")
GIN = GIN_PRESETS[Variant.GIN]


def laid(deadwood: int, *, melds: str = "7S 8S 9S", loose: str = "") -> Arrangement:
    return Arrangement(
        tuple(map(cards, melds.split(" / "))),
        cards(loose),
        deadwood,
    )


def shown(own: int, other: int, *, bonus: int = 0, factor: int = 1) -> Showdown:
    return Showdown(0, laid(own, loose="9D"), Defense(other, laid(other), ()), abs(own - other), bonus, factor)


def test_G_20_the_points_of_an_undercut_add_up() -> None:
    line = knock_sum(TEXTS, DealResult(Outcome.UNDERCUT, 1, (0, 26)), shown(9, 8, bonus=25))
    assert line == "Undercut: 25 + 1 = 26"


def test_G_19_a_knock_shows_the_difference() -> None:
    line = knock_sum(TEXTS, DealResult(Outcome.KNOCK, 0, (22, 0)), shown(3, 25))
    assert line == "Knock: 25 − 3 = 22"


def test_G_18_gin_adds_the_bonus_and_G_12_spades_double_it() -> None:
    line = knock_sum(TEXTS, DealResult(Outcome.GIN, 0, (112, 0)), shown(0, 31, bonus=25, factor=2))
    assert line == "Gin: (25 + 31) × 2 = 112"
    line = knock_sum(TEXTS, DealResult(Outcome.BIG_GIN, 0, (55, 0)), shown(0, 24, bonus=31))
    assert line == "Big gin: 31 + 24 = 55"
    line = knock_sum(TEXTS, DealResult(Outcome.KNOCK, 0, (44, 0)), shown(3, 25, factor=2))
    assert line == "Knock: (25 − 3) × 2 = 44"


def test_G_11_and_C_8_void_deals_say_why() -> None:
    tie = knock_sum(TEXTS, DealResult(Outcome.VOID, None, (0, 0), Ending.TIE), shown(9, 9))
    assert tie == "Both have 9 deadwood: the deal is void."
    stock = knock_sum(TEXTS, DealResult(Outcome.VOID, None, (0, 0), Ending.STOCK), None)
    quiet = knock_sum(TEXTS, DealResult(Outcome.VOID, None, (0, 0), Ending.QUIET), None)
    assert stock.startswith("Only two cards left in the stock")
    assert quiet.startswith("20 turns without a draw")


def test_G_16_lay_offs_are_described_with_the_deadwood_before_and_after() -> None:
    defense = Defense(31, laid(24, loose="KS KH 4C"), (LayOff(parse_card("TS"), 0),))
    lines = showdown_lines(TEXTS, Showdown(0, laid(3, loose="3D"), defense, 21, 0, 1), NAMES)
    assert lines[0] == "Kuba: 7-8-9♠ · loose 3♦ · deadwood 3"
    assert lines[1] == "Ola: 7-8-9♠ · loose K♠ K♥ 4♣ · deadwood 24"
    assert lines[2] == "Ola laid off 10♠: deadwood 31 → 24"


def column(*totals: int) -> Column:
    return Column((), totals, (True, True), None, over=False)


def test_scores_are_in_seat_order_and_G_24_hollywood_has_three() -> None:
    assert score_words(TEXTS, [column(48, 31)], NAMES) == "Kuba 48, Ola 31"
    assert score_words(TEXTS, [column(44, 18), column(34, 0), column(4, 0)], NAMES) == (
        "Game 1: Kuba 44, Ola 18 · Game 2: Kuba 34, Ola 0 · Game 3: Kuba 4, Ola 0"
    )


def test_G_23_final_points_add_up_line_by_line() -> None:
    won, lost = Bonus(104, 100, True, 50, 2, 458), Bonus(0, 0, False, 0, 0, 0)
    lines = bonus_lines(TEXTS, GameResult((0,), ((won, lost),)), NAMES)
    assert lines == (
        "Kuba: (104 points + 100 game bonus) × 2 for a shutout + 50 for 2 deals won = **458**",
        "Ola: 0 points",
    )
    assert winner_words(TEXTS, (0,), NAMES) == "Kuba wins"
    assert winner_words(TEXTS, (0, 1), NAMES) == "It's a draw"


def finished(result: GameResult, *columns: Column, options: GinOptions = GIN) -> GinView:
    """Return the public view of a finished game with this result."""
    states = gin_states(options, Random(1), 1)
    return replace(view_for(states[-1], None), result=result, columns=columns)


def bonus(total: int, final: int) -> Bonus:
    return Bonus(total, 0, doubled=False, boxes=final - total, deals_won=0, final=final)


@pytest.mark.parametrize(
    ("finals", "words", "margin"),
    [
        ((128, 71), "Kuba wins 128–71", "by 57 points"),
        ((128, 127), "Kuba wins 128–127", "by 1 point"),
        ((47, -47), "Kuba wins 47 to −47", "by 94 points"),
        ((226, 350), "Kuba wins 226–350", "124 points behind"),
        ((225, 225), "Kuba wins 225–225", "level on points"),
    ],
)
def test_G_23_a_result_of_two_states_the_score_and_the_margin(finals: tuple[int, int], words: str, margin: str) -> None:
    view = finished(GameResult((0,), (tuple(bonus(100, final) for final in finals),)), column(100, 50))
    assert game_won_words(TEXTS, view, (0,), NAMES) == words
    assert margin_words(TEXTS, view, (0,)) == margin


def test_a_win_that_the_rules_did_not_decide_has_no_margin() -> None:
    view = finished(GameResult((0,), ((bonus(128, 128), bonus(71, 71)),)), column(128, 71))
    assert game_won_words(TEXTS, view, (1,), NAMES) == "Ola wins"
    assert margin_words(TEXTS, view, (1,)) == margin_words(TEXTS, replace(view, result=None), (0,)) == ""
    assert game_won_words(TEXTS, replace(view, result=None), (0,), NAMES) == "Kuba wins"


def test_G_24_a_hollywood_result_says_who_won_game_by_game_and_overall() -> None:
    games = tuple(replace(column(*totals), over=True, winner=int(totals[1] > totals[0]))
                  for totals in ((96, 107), (102, 40), (110, 8)))  # fmt: skip
    result = GameResult((0,), tuple(tuple(bonus(total, total) for total in game.totals) for game in games))
    view = finished(result, *games, options=GIN_PRESETS[Variant.HOLLYWOOD])
    assert game_won_words(TEXTS, view, (0,), NAMES) == "Kuba wins 2 games to 1"
    assert margin_words(TEXTS, view, (0,)) == ""
    assert series_lines(TEXTS, games, NAMES) == (
        "Game 1: Ola 107, Kuba 96", "Game 2: Kuba 102, Ola 40", "Game 3: Kuba 110, Ola 8"
    )  # fmt: skip
    assert bonus_lines(TEXTS, result, NAMES) == ()
    broken_off = (*games[:2], column(12, 8))
    assert series_lines(TEXTS, broken_off, NAMES)[-1] == "Game 3: Kuba 12, Ola 8 (not finished)"


def test_G_24_hollywood_adds_up_the_bonuses_of_each_game() -> None:
    result = GameResult((0,), tuple((bonus(100, 125), bonus(50, 50)) for _ in range(3)))
    lines = bonus_lines(TEXTS, result, NAMES)
    assert len(lines) == 6
    assert lines[0].startswith("Game 1 · Kuba: 100 points + 25 for ")


@pytest.mark.slow
@settings(max_examples=times(5), deadline=None)
@given(st.integers(), st.sampled_from(Variant))
def test_every_result_of_two_names_the_winner_and_the_true_margin(seed: int, variant: Variant) -> None:
    rng = Random(seed)
    if variant in MELDS_PRESETS:
        melds = melds_states(MELDS_PRESETS[variant], 2, rng)
        state: State = melds[-1]
    else:
        options = options_for(variant, {"target": 30})
        assert isinstance(options, GinOptions)
        gin = gin_states(options, rng, 1000)
        state = gin[-1]
    view = games.view_for(state, None)
    if view.result is None or len(view.result.winners) > 1:
        return
    (winner,) = view.result.winners
    words = game_won_words(TEXTS, view, view.result.winners, NAMES)
    assert words.startswith(f"{NAMES[winner]} wins ")
    if variant is Variant.HOLLYWOOD:
        assert words.startswith(f"{NAMES[winner]} wins {sum(one.winner == winner for one in view.columns)} games to ")
    else:
        finals = [seat.final for seat in view.result.bonuses[0]]
        margin = margin_words(TEXTS, view, view.result.winners)
        assert (f"{abs(finals[winner] - finals[1 - winner])} point" in margin) == (finals[0] != finals[1])


def test_G_4_the_cards_drawn_for_the_deal_are_described() -> None:
    draws = ((parse_card("7H"), parse_card("7S")), (parse_card("KD"), parse_card("2C")))
    line = dealer_draw_words(TEXTS, draws, NAMES, 0)
    assert line == "Kuba and Ola drew 7♥ : 7♠, K♦ : 2♣: Kuba deals first."


def test_C_4_a_draw_names_its_card_only_if_the_event_contains_it() -> None:
    drew = Event(EventKind.DREW, 0, parse_card("TH"))
    assert turn_words(TEXTS, (drew.seen_by(0),), "Kuba") == "Kuba drew 10♥"
    assert turn_words(TEXTS, (drew.seen_by(1),), "Kuba") == "Kuba drew"
    knocked = Event(EventKind.KNOCKED, 0, parse_card("TH"))
    assert turn_words(TEXTS, (knocked.seen_by(None),), "Kuba") == "Kuba knocked"


@pytest.mark.slow
@settings(max_examples=times(8), deadline=None)
@given(st.integers())
def test_every_deal_of_a_random_game_is_described_and_its_sum_equals_its_points(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 400)
    for before, after in pairwise(states):
        view = view_for(after, None)
        recent_words(TEXTS, view.recent, NAMES)
        if len(after.deals) == len(before.deals):
            continue
        line = knock_sum(TEXTS, after.deals[-1], after.showdown)
        if after.deals[-1].winner is not None:
            assert int(re.findall(r"\d+", line)[-1]) == max(after.deals[-1].points)
        if view.result is not None:
            finals = [re.findall(r"\d+", words)[-1] for words in bonus_lines(TEXTS, view.result, NAMES)]
            assert finals == [
                str(bonus.final)
                for seats in view.result.bonuses
                if any(bonus.final != bonus.total for bonus in seats)
                for bonus in seats
            ]
