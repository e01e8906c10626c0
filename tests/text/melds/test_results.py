"""Results of games with melds on the table in words, with sums that add up."""

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy.families import Variant
from bot.rummy.melds.game import new_game
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.scoring import score_nobody_out, score_out, with_deal
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.options import options_for
from bot.rummy.results import Column, Count, DealResult, Ending, Outcome, Totals
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from bot.text.deals import recent_words, target_words
from bot.text.deals import score_words as deal_scores
from bot.text.melds.table import aim_words, hand_lines, loss_lines, out_sum, seat_words
from bot.text.scores import (
    final_words,
    gains_words,
    game_won_words,
    margin_words,
    outcome_words,
    resigned_words,
    score_words,
    sheet_lines,
    winner_words,
)
from bot.text.share import score_line
from tests.amounts import times
from tests.cards import cards
from tests.rummy.helpers import melds_states, random_melds_options

TEXTS = Catalogs().texts("en")
NAMES = ("Ola", "Kuba", "Ewa", "Iga")
GERMAN, BASIC = options_for(Variant.GERMAN), options_for(Variant.BASIC)
LOSERS_PAY = options_for(Variant.BASIC, {"losers_pay": True, "target": 50})


def sums(result: DealResult) -> tuple[str, ...]:
    names = NAMES[: len(result.points)]
    return (
        outcome_words(TEXTS, result, names),
        out_sum(TEXTS, result, names),
        *loss_lines(TEXTS, result, names),
    )


def test_D_13_the_winner_gets_what_the_others_hold() -> None:
    hands = [cards(""), cards("XX TH"), cards("7S KD")]
    result = score_out(rules_for(GERMAN), 0, hands, (0, 0, 0), rummy=False)
    assert sums(result) == ("Ola goes out: +47", "Ola +47: Kuba 30 + Ewa 17", "Kuba −30 · Ewa −17")


def test_D_14_going_rummy_doubles_what_is_won_and_lost() -> None:
    hands = [cards("XX TH"), cards("7S KD"), cards("")]
    result = score_out(rules_for(GERMAN), 2, hands, (0, 0, 0), rummy=True)
    assert sums(result) == (
        "Ewa goes rummy: +94",
        "Ewa +94, going rummy: (Ola 30 + Kuba 17) × 2",
        "Ola −60: 30 × 2",
        "Kuba −34: 17 × 2",
    )


def test_H_10_casino_scoring_counts_the_winner_s_laid_cards_and_names_each_share() -> None:
    options = options_for(Variant.GERMAN, {"casino_scoring": True})
    hands = [cards("QS"), cards(""), cards("XX 2C"), cards("AD")]
    result = score_out(rules_for(options), 1, hands, (15, 50, 5, 0), rummy=False)
    assert sums(result) == (
        "Kuba goes out: +110",
        "Kuba +110: Ola 40 + Ewa 5 + Iga 15 + 50 laid",
        "Ola −56: 40 + 16 of the cards laid",
        "Ewa −22: 5 + 17 of the cards laid",
        "Iga −32: 15 + 17 of the cards laid",
    )
    doubled = score_out(rules_for(options), 1, hands, (15, 50, 5, 0), rummy=True)
    assert sums(doubled)[:3] == (
        "Kuba goes rummy: +220",
        "Kuba +220, going rummy: (Ola 40 + Ewa 5 + Iga 15 + 50 laid) × 2",
        "Ola −112: (40 + 16 of the cards laid) × 2",
    )


def test_B_11_and_B_12_in_basic_rummy_nobody_loses_points() -> None:
    hands = [cards("9C"), cards("")]
    rules = rules_for(BASIC)
    assert sums(score_out(rules, 1, hands, (0, 0), rummy=False)) == ("Kuba goes out: +9", "Kuba +9: Ola 9")
    assert sums(score_out(rules, 1, hands, (0, 0), rummy=True)) == (
        "Kuba goes rummy: +18",
        "Kuba +18, going rummy: Ola 9 × 2",
    )


def test_B_15_and_B_16_losers_take_penalty_points_and_no_minus_is_shown() -> None:
    rules = rules_for(LOSERS_PAY)
    hands = [cards(""), cards("KS 7D"), cards("AC 2C")]
    assert sums(score_out(rules, 0, hands, (0, 0, 0), rummy=False)) == (
        "Ola goes out: 20 penalty points for the others",
        "Kuba takes 17 penalty points · Ewa takes 3 penalty points",
    )
    hands = [cards("9H 4D"), cards(""), cards("5S")]
    assert sums(score_out(rules, 1, hands, (0, 0, 0), rummy=True)) == (
        "Kuba goes rummy: 36 penalty points for the others",
        "Ola takes 26 penalty points: 13 × 2 · Ewa takes 10 penalty points: 5 × 2",
    )
    assert sums(score_out(rules, 1, [cards("AH"), cards("")], (0, 0), rummy=False)) == (
        "Kuba goes out: 1 penalty point for Ola",
        "Ola takes 1 penalty point",
    )
    assert sums(score_nobody_out(rules, hands, Ending.STOCK))[0] == "Stalemate: no points"


def _result(points: Totals) -> DealResult:
    if not any(points):
        return DealResult(Outcome.STALEMATE, None, points)
    return DealResult(Outcome.OUT, points.index(0), points)


def after(seats: int, *points: Totals) -> MeldsView:
    """Return a game in which losers pay to 50 after deals with these points."""
    state = new_game(LOSERS_PAY, seats, 0)
    deals = [_result(each) for each in points]
    sheet = state.sheet
    for each in deals:
        sheet = with_deal(LOSERS_PAY, sheet, each)
    phase = Phase.OVER if sheet[0].over else Phase.DEAL
    return view_for(replace(state, sheet=sheet, deals=tuple(deals), phase=phase), 0)


E_1_TO_6 = ((0, -17, -3), (-26, 0, -10), (0, 0, 0), (-6, -30, 0), (0, -2, -17), (-1, -1, 0))
"""The points of the examples E-1 to E-6."""


def test_B_19_all_words_on_scores_say_penalty_points() -> None:
    view, names = after(3, *E_1_TO_6), ("Ala", "Bob", "Ewa")
    told = "Ala 33, Bob 50, Ewa 30 (penalty points)"
    assert score_words(TEXTS, view.columns, names, penalties=True) == told
    assert final_words(TEXTS, view, (2,), names) == "Final score: Ewa\xa030, Ala\xa033, Bob\xa050 (penalty points)"
    assert game_won_words(TEXTS, view, (2,), names) == "Ewa wins with 30 penalty points"
    assert margin_words(TEXTS, view, (2,)) == "by 3 points"
    assert deal_scores(TEXTS, view, names) == "you 33, Bob 50, Ewa 30 (penalty points)"
    assert seat_words(TEXTS, view, 1, "Bob").endswith(" · 50 penalty points")
    assert target_words(TEXTS, LOSERS_PAY, 3) == aim_words(TEXTS, LOSERS_PAY, 3) == "Ends at 50 penalty points"
    assert score_line(TEXTS, (-33, -50, -30), (2,), penalties=True) == "30 penalty points"
    assert sheet_lines(TEXTS, view, names)[:3] == (
        "1. Ala goes out: 20 penalty points for the others · 0, 17, 3",
        "2. Bob goes out: 36 penalty points for the others · 26, 17, 13",
        "3. Stalemate: no points · 26, 17, 13",
    )
    assert game_won_words(TEXTS, after(3, (-33, 0, -33), (0, -50, 0)), (0, 2), names) == "Ala and Ewa share the win"


def test_B_19_two_players_get_the_same_words() -> None:
    view, names = after(2, (0, -17), (-30, 0), (0, -33)), ("Ala", "Bob")
    assert game_won_words(TEXTS, view, (0,), names) == "Ala wins with 30 penalty points"
    assert score_line(TEXTS, (-30, -50), (0,), penalties=True) == "30 to 50 penalty points"
    assert sheet_lines(TEXTS, view, names)[0] == "1. Ala goes out: 17 penalty points for Bob · 0–17"
    for words in (*sheet_lines(TEXTS, view, names), final_words(TEXTS, view, (0,), names)):
        assert "−" not in words


def test_D_12_and_C_8_a_round_without_a_winner_costs_all_players_their_cards() -> None:
    hands = [cards("XX TH"), cards("7S KD"), cards("AS")]
    result = score_nobody_out(rules_for(GERMAN), hands, Ending.STOCK)
    assert sums(result) == (
        "Nobody goes out",
        "The stock ran out before anyone went out. Everyone's hand counts against them.",
        "Ola −30 · Kuba −17 · Ewa −11",
    )
    quiet = score_nobody_out(rules_for(GERMAN), hands, Ending.QUIET)
    assert sums(quiet)[1].startswith("20 turns without a draw")


@pytest.mark.parametrize(
    ("ending", "why"),
    [(Ending.STOCK, "a second time"), (Ending.QUIET, "20 turns"), (Ending.STUCK, "Everyone holds one card")],
)
def test_B_8_to_B_10_a_stalemate_says_why_and_scores_nothing(ending: Ending, why: str) -> None:
    outcome, line, *losses = sums(score_nobody_out(rules_for(BASIC), [cards("9C"), cards("KD")], ending))
    assert outcome == "Stalemate: no points"
    assert why in line
    assert line.endswith("a stalemate, no points.")
    assert losses == []


def test_every_outcome_has_different_words() -> None:
    nobody = (Outcome.VOID, Outcome.STALEMATE, Outcome.EXHAUSTED)
    lines = {
        outcome_words(
            TEXTS, DealResult(outcome, None if outcome in nobody else 0, (0 if outcome in nobody else 1, 0)), NAMES
        )
        for outcome in Outcome
    }
    assert len(lines) == len(Outcome)
    assert sum(line.endswith(": +1") for line in lines) == len(Outcome) - len(nobody)


def column(*totals: int) -> Column:
    return Column((), totals, (True,) * len(totals), None, over=False)


def test_scores_of_two_are_paired_and_those_of_more_are_listed() -> None:
    assert score_words(TEXTS, [column(48, 31)], NAMES[:2]) == "Ola 48, Kuba 31"
    assert score_words(TEXTS, [column(48, -31)], NAMES[:2]) == "Ola 48, Kuba −31"
    assert score_words(TEXTS, [column(48, 31, 0)], NAMES[:3]) == "Ola 48, Kuba 31, Ewa 0"
    assert score_words(TEXTS, [column(94, -60, -34, 0)], NAMES) == "Ola 94, Kuba −60, Ewa −34, Iga 0"


def test_D_15_a_shared_win_names_all_winners() -> None:
    assert winner_words(TEXTS, (1,), NAMES) == "Kuba wins"
    assert winner_words(TEXTS, (0, 2), NAMES) == "Ola and Ewa share the win"
    assert winner_words(TEXTS, (0, 1, 3), NAMES) == "Ola, Kuba and Iga share the win"
    assert winner_words(TEXTS, (0, 1, 2, 3), NAMES) == "It's a draw"


def test_after_a_resignation_the_best_of_the_others_win() -> None:
    assert resigned_words(TEXTS, 0, (1,), NAMES[:2]) == "Kuba wins: Ola resigned"
    assert resigned_words(TEXTS, 0, (1, 3), NAMES) == "Kuba and Iga share the win: Ola resigned"


@pytest.mark.slow
@settings(max_examples=times(4), deadline=None)
@given(st.integers(), st.sampled_from(list(MELDS_PRESETS)))
def test_every_deal_of_a_random_game_is_described_and_its_sums_equal_its_points(seed: int, variant: Variant) -> None:
    rng = Random(seed)
    seats = rng.choice(MELDS_PRESETS[variant].seat_counts)
    names = (*NAMES, "Leon", "Nina")[:seats]
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, 600)
    for before, after in pairwise(states):
        view = view_for(after, None)
        assert "None" not in recent_words(TEXTS, view.recent, names)
        if len(after.deals) == len(before.deals):
            continue
        result = after.deals[-1]
        assert len(hand_lines(TEXTS, view, names)) == seats
        lines = [out_sum(TEXTS, result, names), *loss_lines(TEXTS, result, names)]
        summed = dict[str, int]()
        for line in lines[result.winner is None :]:
            for part in line.split(" · "):
                summed |= read(part)
        changed = {name: points for name, points in zip(names, result.points, strict=True) if points}
        assert {name: points for name, points in summed.items() if points} == changed
        assert gains_words(result.points, names).count(" · ") == seats - 1


def read(line: str) -> dict[str, int]:
    """Parse a line: the player, and the value of the sum."""
    head, _, terms = line.partition(": ")
    name, points = re.findall(r"^(\w+) ([+−]?\d+)", head.replace("takes ", "−"))[0]
    told_points = int(points.replace("−", "-"))
    if terms:
        total = sum(int(term) for term in re.findall(r"(?<!× )\b\d+", terms))
        assert total * (2 if "× 2" in terms else 1) == abs(told_points)
    return {name: told_points}


@pytest.mark.slow
def test_hands_and_their_values_are_shown_after_a_deal() -> None:
    rng = Random(5)
    states = melds_states(options_for(Variant.GERMAN, {"rounds": 1}), 3, rng, 1500)
    view = view_for(states[-1], None)
    count = view.deals[-1].count
    assert isinstance(count, Count)
    assert hand_lines(TEXTS, view_for(states[-2], None), NAMES[:3]) == ()
    lines = hand_lines(TEXTS, view, NAMES[:3])
    for seat, line in enumerate(lines):
        if seat == view.deals[-1].winner:
            assert line == f"{NAMES[seat]}: no cards left"
        else:
            assert line == f"{NAMES[seat]}: {TEXTS.cards(view.hands[seat])} · {count.hands[seat]} points"
