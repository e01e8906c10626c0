"""Experts decide by stakes whether to lay, with one other player: the game that each way is likely to win."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.laydown import best_plan, position_of
from bot.players.arithmetic import logistic, normal
from bot.players.games import choose
from bot.players.levels import Level
from bot.players.melds.laying import Stakes, race_of, stakes_of
from bot.players.melds.loose_cards import loose_cards
from bot.players.melds.outlook import outlook_for
from bot.rummy.cards import Card
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Verb
from bot.rummy.results import DealResult, Outcome
from tests.rummy.helpers import melds_states
from tests.rummy.stacked import dealt, melds_options

BASIC = "4S 5S 6S 9H 9D 9C AC 3D JH QC"
GERMAN = "4S 5S 6S 7S 9H 9D 9C TC JC QC 2D KH KD"


def at(state: MeldsState, mine: int, theirs: int, played: int = 0) -> MeldsState:
    """Return the state with other totals, and a number of deals that were played before."""
    (column,) = state.sheet
    sheet = (replace(column, totals=(theirs, mine)),)
    return replace(state, sheet=sheet, deals=(DealResult(Outcome.OUT, 0, (0, 0)),) * played)


def basic(hand: str = BASIC, **changes: object) -> MeldsState:
    return dealt(melds_options(Variant.BASIC, **changes), ["...", hand], "KD 8D", "1 draw")


def german(**changes: object) -> MeldsState:
    return dealt(melds_options(Variant.GERMAN, **changes), ["...", GERMAN], "KD 8D", "1 draw")


def lays(state: MeldsState) -> bool:
    return choose(view_for(state, 1), Level.EXPERT, 0)[0].verb is Verb.MELD


def stakes(state: MeldsState) -> Stakes:
    view = view_for(state, 1)
    found = stakes_of(outlook_for(view), best_plan(position_of(view)))
    assert found is not None
    return found


def test_B_12_a_good_hand_is_held_for_double_points_unless_a_small_deal_wins_the_game() -> None:
    assert not lays(at(basic(), 0, 0))
    assert lays(at(basic(), 80, 0))
    assert not lays(at(basic(), 80, 80)), "the other player needs as little"


def test_B_13_another_target_changes_the_decision() -> None:
    assert lays(at(basic(target=50), 40, 0))
    assert not lays(at(basic(target=100), 40, 0))
    assert not lays(at(basic(target=250), 80, 0))


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (80, 0), (0, 80), (80, 80), (95, 40)])
def test_B_15_if_losers_pay_a_player_needs_what_the_other_one_can_still_lose(mine: int, theirs: int) -> None:
    pays = at(basic(losers_pay=True), -theirs, -mine)
    assert stakes(pays) == stakes(at(basic(), mine, theirs))
    assert lays(pays) == lays(at(basic(), mine, theirs))


def test_a_bad_hand_is_laid_before_it_costs_the_game() -> None:
    """Ten cards with 90 points in hand, of which three make a meld."""
    hand = "4S 5S 6S KH QD TC 9D JC 8H KS"
    late = replace(basic(hand), turns=12)
    assert lays(at(late, 0, 0))
    assert stakes(late).lay.lost < stakes(late).hold.lost
    assert not lays(at(late, 0, 90)), "now even a small loss costs the game"


def test_D_14_D_15_a_lead_is_kept_by_laying_in_the_last_round_and_regained_by_holding() -> None:
    assert lays(at(german(rounds=1), 200, 0))
    assert not lays(at(german(rounds=1), 0, 200))
    assert not lays(at(german(rounds=10), 200, 0)), "too early to rest"
    assert lays(at(german(rounds=3), 200, 0, played=2))


def test_H_20_if_losers_pay_a_lost_point_moves_the_lead_once() -> None:
    race = race_of(view_for(at(german(rounds=1, losers_pay=True), 30, 0), 1))
    assert [race.chance(points) for points in (-31, -30, -29)] == [0, 0.5, 1]


def test_H_21_the_total_that_ends_the_game_decides_it() -> None:
    race = race_of(view_for(at(german(end_at=100, losers_pay=True), -60, -80), 1))
    assert race.chance(-40) == 0, "the seat is at the mark"
    assert race.chance(20) == 1, "the other one is"
    chances = [race.chance(points) for points in range(-40, 21)]
    assert chances == sorted(chances)
    assert 0 < chances[30] < 1


def test_B_14_with_one_meld_in_each_turn_nothing_is_held() -> None:
    assert lays(at(basic(one_meld_per_turn=True), 0, 0))
    assert not lays(at(basic(), 0, 0))


def test_H_10_the_stakes_include_the_cards_on_the_table() -> None:
    assert stakes(german(casino_scoring=True)).hold.won > 1.5 * stakes(german()).hold.won


def test_the_stakes_name_what_the_rules_count() -> None:
    found = stakes(basic())
    assert found.hold.lost == 2 * (15 + 27 + 1 + 3 + 10 + 8), "the hand less its dearest card, doubled"
    assert found.hold.won > 3 * found.lay.won
    assert 0 < found.lay.wins <= found.hold.wins < 1


@pytest.mark.parametrize("target", [10, 100, 500])
def test_the_chance_to_win_a_game_grows_with_every_point(target: int) -> None:
    race = race_of(view_for(basic(target=target), 1))
    chances = [race.chance(points) for points in range(-target, target + 1)]
    assert chances == sorted(chances)
    assert chances[target] == pytest.approx(0.5)
    assert chances[0] < 1e-9
    assert chances[-1] > 1 - 1e-9


def test_in_the_last_round_only_the_sign_of_the_lead_counts() -> None:
    race = race_of(view_for(at(german(rounds=1), 30, 0), 1))
    assert [race.chance(points) for points in (-16, -15, -14)] == [0, 0.5, 1], "each point counts twice (D-13)"


def test_probabilities_are_computed_without_the_c_library() -> None:
    assert logistic(0) == 0.5
    assert logistic(1) == pytest.approx(0.7310585786, abs=1e-10)
    assert logistic(-30) == pytest.approx(9.3576e-14, rel=1e-4)
    assert (logistic(-1000), logistic(1000)) == (0, 1)
    assert normal(1.0) == pytest.approx(0.8413447, abs=2e-4)
    assert normal(-2.0) == pytest.approx(0.0227501, abs=2e-4)


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_the_quick_search_leaves_as_little_as_the_best_lay_down(variant: Variant) -> None:
    rng = Random(variant)
    compared = 0
    changes: dict[str, object] = {} if variant is Variant.BASIC else {"no_jokers": True, "no_initial_meld": True}
    states = melds_states(melds_options(variant, **changes), 2, rng, limit=150)
    for state in states[::3]:
        if state.turn is None:
            continue
        position = position_of(view_for(state, state.turn))
        rules = replace(position.rules, one_meld=False, last_discard=False, keep_taken=False)
        free = replace(position, rules=rules, opened=True, laid=0, owed=0, taken=None, may_meld=True, may_lay=True)
        assert cost(loose_cards(free.hand, free.melds, rules), rules) == cost(best_plan(free).left, rules)
        compared += 1
    assert compared > 20


def cost(left: Sequence[Card], rules: MeldRules) -> tuple[int, int]:
    """Return the number and the value of the cards that are left after a discard."""
    values = sorted(rules.hand_values[card] for card in left)[:-1]
    return len(values), sum(values)
