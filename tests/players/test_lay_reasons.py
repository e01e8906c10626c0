"""Hints explain by stakes whether to lay: what would be lost, what would count double, and what wins the game."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.players.hints import hint_for
from bot.players.reasons import Hint, Why
from bot.rummy.cards import PACK, code
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import view_for
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Catalogs
from bot.text.deals import reason_words
from tests.players.test_reasons import checked
from tests.players.test_stakes import at, basic, german, stakes
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
    compares = why is not Why.LAY
    assert (hint.figures is not None) is compares


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
def test_reasons_and_figures_are_true_whatever_the_score_and_the_turn(variant: Variant, seats: int, times: int) -> None:
    rng, seen = Random(variant), Counter[Why]()
    for _ in range(times):
        state = with_a_run(rng, variant, seats)
        assert checked(iter([(state, view_for(state, 1))])) == 1
        seen[hinted(state).why] += hinted(state).figures is not None
    assert seen.total() > 0.7 * times
    assert len(seen) > 2


def test_the_figures_are_those_that_were_compared() -> None:
    state = replace(basic(BAD), turns=12)
    hint, compared = hinted(state), stakes(state)
    assert hint.figures is not None
    assert hint.values["points"] == 15 + 10 * 4 + 9 + 8 + 8, "all but the card discarded"
    assert hint.figures.values == {"hold": round(100 * compared.hold.game), "lay": round(100 * compared.lay.game)}


def test_a_hint_has_one_sentence_for_the_reason_and_one_for_the_figures() -> None:
    texts, hint = Catalogs().texts("en"), hinted(basic())
    assert reason_words(texts, hint).startswith("Hold your melds and discard ")
    assert " deal, and going out all at once counts double. Chance to win the game: " in reason_words(texts, hint)
    assert "Kuba is ahead in this deal" in reason_words(texts, hint, "Kuba")
    assert "your" not in reason_words(texts, hint, "Kuba")


def test_B_13_with_three_players_a_hint_says_that_a_small_deal_wins_the_game() -> None:
    hand = "4S 5S 6S 9H 9D 9C AC"
    state = dealt(melds_options(Variant.BASIC), ["...", hand, "..."], "KD 8D", "1 draw")
    target = state.options.target_for(3)
    assert target is not None
    near = replace(state, sheet=(replace(state.sheet[0], totals=(0, target - 10, 0)),))
    assert [hinted(state).why, hinted(near).why] == [Why.HOLD_TO_GO_OUT, Why.LAY_ENOUGH]
