"""Hints explain by stakes whether to lay: what would be lost, what would count double, and what wins the game."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.players.hints import hint_for
from bot.players.reasons import Hint, Why
from bot.rummy.cards import PACK, code, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import view_for
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Catalogs
from bot.text.deals import reason_words
from tests.players.test_reasons import checked
from tests.players.test_stakes import at, basic, german
from tests.rummy.stacked import dealt, melds_options

BAD = "4S 5S 6S KH QD TC 9D JC 8H KS"
"""Ten cards with 90 points in hand, of which three make a meld."""
NEARLY = "4S 5S 6S 7S 9H 9D 9C TC JC 2D"
"""The queen of clubs would let it go out all at once."""


def hinted(state: MeldsState) -> Hint:
    hint = hint_for(view_for(state, 1))
    assert hint is not None
    return hint


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (basic(), Why.HOLD_AHEAD),
        (basic(NEARLY), Why.HOLD_TO_GO_OUT),
        (at(replace(basic(), turns=8), 0, 50), Why.HOLD_BEHIND),
        (at(basic(), 80, 80), Why.HOLD_WINS),
        (replace(basic(BAD), turns=12), Why.LAY_RISK),
        (at(basic(), 80, 0), Why.LAY_LEAD),
        (at(basic(losers_pay=True), 0, -80), Why.LAY_LEAD),
        (at(replace(basic(BAD, losers_pay=True), turns=14), -70, -70), Why.LAY_ENOUGH),
        (at(basic(losers_pay=True), -80, -80), Why.HOLD_WINS),
        (at(replace(basic(BAD), turns=14), 70, 70), Why.LAY_ENOUGH),
        (at(german(rounds=1), 200, 0), Why.LAY_LEAD),
        (basic(one_meld_per_turn=True), Why.LAY),
        (replace(basic(), opened=(True, False), hands=(basic().hands[0][:2], basic().hands[1])), Why.LAY_NEAR),
    ],
)
def test_a_hint_says_what_tips_the_balance(state: MeldsState, why: Why) -> None:
    hint = hinted(state)
    assert hint.why is why, hint
    assert hint.figures is None, "how often a game is won depends on how well both play"


def test_D_12_a_hint_says_that_the_stock_runs_out() -> None:
    state = replace(german(no_initial_meld=True), gone=len(german().deck) - 3)
    assert hinted(replace(state, reshuffles=99)).why is Why.LAY_LATE


def with_a_run(rng: Random, variant: Variant, seats: int) -> MeldsState:
    """Return a state in which seat 1 may lay a run, and nobody has laid anything; the game goes on for some time."""
    low, suit = rng.randrange(1, 9), rng.choice("CDHS")
    rest = [code(card) for card in PACK]
    run = [f"{rank}{suit}" for rank in "A23456789TJQK"[low : low + 4]]
    options = melds_options(variant)
    more = rng.sample([card for card in rest if card not in run], options.hand_size(seats) - 4)
    then = rng.sample([card for card in rest if card not in (*run, *more)], 2)
    hands = ["...", " ".join((*run, *more)), *("...",) * (seats - 2)]
    state = dealt(options, hands, " ".join(then), "1 draw")
    totals = tuple(10 * rng.randrange(10) for _ in range(seats))
    return replace(
        state,
        turns=seats * rng.randrange(10),
        sheet=(replace(state.sheet[0], totals=totals),),
        deals=(DealResult(Outcome.OUT, 0, (0,) * seats),) * rng.randrange(3),
    )


@pytest.mark.parametrize(
    ("variant", "seats", "times"), [(Variant.BASIC, 2, 40), (Variant.GERMAN, 2, 12), (Variant.GERMAN, 3, 12)]
)
def test_reasons_are_true_whatever_the_score_and_the_turn(variant: Variant, seats: int, times: int) -> None:
    rng, seen = Random(variant), Counter[Why]()
    for _ in range(times):
        state = with_a_run(rng, variant, seats)
        assert checked(iter([(state, view_for(state, 1))])) == 1
        seen[hinted(state).why] += 1
    assert len(seen) > 2


def test_the_points_that_may_be_lost_are_those_in_the_hand_that_is_left() -> None:
    hint = hinted(replace(basic(BAD), turns=12))
    assert hint.values["points"] == 15 + 10 * 4 + 9 + 8 + 8, "all but the card discarded"


def test_a_reason_to_hold_speaks_to_the_player_and_about_the_player() -> None:
    texts, hint = Catalogs().texts("en"), hinted(basic())
    assert reason_words(texts, hint).startswith("Hold your melds and discard ")
    assert reason_words(texts, hint).endswith(" deal, and going out all at once counts double.")
    assert "Kuba is probably ahead in this deal" in reason_words(texts, hint, "Kuba")
    assert "your" not in reason_words(texts, hint, "Kuba")


def test_B_13_with_three_players_a_hint_says_that_a_small_deal_wins_the_game() -> None:
    hand = "4S 5S 6S 9H 9D 9C AC"
    state = dealt(melds_options(Variant.BASIC), ["...", hand, "..."], "KD 8D", "1 draw")
    target = state.options.target_for(3)
    assert target is not None
    near = replace(state, sheet=(replace(state.sheet[0], totals=(0, target - 10, 0)),))
    assert [hinted(state).why, hinted(near).why] == [Why.HOLD_TO_GO_OUT, Why.LAY_ENOUGH]


def test_a_high_card_is_not_compared_with_an_ace() -> None:
    """Nobody would think of discarding the ace of spades, useless as it is."""
    hand = "5S AS KC JC TD 9H 9D TC 8C 3H"
    hint = hinted(dealt(melds_options(Variant.BASIC), ["...", hand], "QH 8H", "1 draw"))
    assert code(hint.move.named) == "KC"
    assert hint.values.get("other") != parse_card("AS")
    assert "A♠" not in reason_words(Catalogs().texts("en"), hint)
