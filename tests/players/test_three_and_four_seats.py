"""An Expert with two or three others.

In Basic Rummy it holds until it's out, and discards what the next player can't use.
In German Rummy it weighs the stakes.
"""

from dataclasses import replace

import pytest

from bot.laydown import best_plan, position_of
from bot.players.melds.estimates import Opened, moment_of
from bot.players.melds.laying import Stakes, _chance, best_total, crowd_stakes
from bot.players.melds.outlook import outlook_for
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import view_for
from bot.rummy.results import DealResult, Outcome
from tests.players.test_melds import card, line
from tests.rummy.stacked import dealt, melds_options

TWO_MELDS = "4S 5S 6S 9H 9D 9C KH"
GERMAN = "4S 5S 6S 7S 9H 9D 9C TC JC QC 2D KH KD"


def basic(hand: str, seats: int = 3, **changes: object) -> MeldsState:
    return dealt(melds_options(Variant.BASIC, **changes), ["...", hand, *["..."] * (seats - 2)], "KD 8D", "1 draw")


def lays(state: MeldsState) -> bool:
    return line(state)[0].startswith("1 meld")


@pytest.mark.parametrize("seats", [3, 4])
def test_B_12_melds_are_held_until_all_cards_go_at_once(seats: int) -> None:
    state = basic(TWO_MELDS, seats)
    assert not lays(state)
    few = (*state.hands[:2], state.hands[2][:2], *state.hands[3:])
    assert not lays(replace(state, hands=few)), "another player is nearly out, and would lay off on them"
    assert lays(basic("4S 5S 6S 9H 9D 9C 9S", seats)), "this goes out"


def test_H_20_H_21_the_winner_of_a_round_may_gain_nothing_and_a_total_may_end_the_game() -> None:
    def wins_game(totals: tuple[int, int, int], **changes: object) -> float:
        """Return the chance of seat 1 after a round in which it wins 40 points, 20 of each other seat."""
        state = dealt(melds_options(Variant.GERMAN, **changes), ["...", GERMAN, "..."], "KD 8D", "1 draw")
        state = replace(state, sheet=(replace(state.sheet[0], totals=totals),))
        return _chance(outlook_for(view_for(state, 1)), 1, 40, 20)

    assert wins_game((0, -50, 0), rounds=1) == 1
    assert wins_game((0, -50, 0), rounds=1, losers_pay=True) == 0
    assert wins_game((-85, -50, -40), end_at=100, losers_pay=True) == 1, "-105, -50, -60: the game is over"
    assert 0.3 < wins_game((-60, -50, -40), end_at=100, losers_pay=True) < 1, "-80, -50, -60: it goes on"


@pytest.mark.parametrize("seats", [3, 4])
def test_B_14_with_one_meld_in_each_turn_nothing_is_held(seats: int) -> None:
    assert lays(basic(TWO_MELDS, seats, one_meld_per_turn=True))


@pytest.mark.parametrize(("seats", "near"), [(3, 120), (4, 170)])
def test_B_13_melds_are_laid_if_a_small_deal_wins_the_game(seats: int, near: int) -> None:
    state = basic(TWO_MELDS, seats)
    assert lays(with_lead(state, near, 1))
    assert not lays(with_lead(state, near - 60, 1)), "a small deal isn't enough"
    (column,) = state.sheet
    assert not lays(replace(state, sheet=(replace(column, totals=(near,) * seats),))), (
        "nor if it is for the others, too"
    )
    assert lays(with_lead(basic(TWO_MELDS, seats, target=500), 480, 1))


@pytest.mark.parametrize("near", [0, 2, 3])
def test_a_moment_is_about_the_player_who_is_nearest_to_going_out(near: int) -> None:
    state = basic(TWO_MELDS, 4)
    hands = tuple(hand[:2] if seat == near else hand for seat, hand in enumerate(state.hands))
    known = tuple(hand[:1] if seat == near else b"" for seat, hand in enumerate(state.hands))
    view = view_for(replace(state, hands=hands, known=known, opened=tuple(seat == near for seat in range(4))), 1)
    moment = moment_of(outlook_for(view), best_plan(position_of(view)))
    assert (moment.theirs, moment.taken, moment.opened) == (2, 1, Opened.OTHER)


@pytest.mark.parametrize("seats", [3, 4])
def test_C_4_a_card_that_the_next_player_was_seen_to_need_is_kept(seats: int) -> None:
    hand = "4S 5S 6S 9H 9D 2C KS"
    state = basic(hand, seats)
    kings = bytes([card("KC"), card("KH")])
    next_seat, other = ((*state.known[:seat], kings, *state.known[seat + 1 :]) for seat in (2, 0))
    assert line(replace(state, known=next_seat))[-1] != "1 discard KS"
    assert line(replace(state, known=other))[-1] == line(state)[-1]


def german(seats: int, hand: str = GERMAN, **changes: object) -> MeldsState:
    return dealt(melds_options(Variant.GERMAN, **changes), ["...", hand, *["..."] * (seats - 2)], "KD 8D", "1 draw")


def with_lead(state: MeldsState, lead: int, played: int = 2) -> MeldsState:
    """Return the state after some deals in which seat 1 got that many points, and all others none."""
    (column,) = state.sheet
    totals = tuple(lead if seat == 1 else 0 for seat in range(state.seats))
    deals = (DealResult(Outcome.OUT, 0, (0,) * state.seats),) * played
    return replace(state, sheet=(replace(column, totals=totals),), deals=deals)


def stakes(state: MeldsState) -> Stakes:
    view = view_for(state, 1)
    found = crowd_stakes(outlook_for(view), best_plan(position_of(view)))
    assert found is not None
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_D_14_D_15_a_lead_is_kept_by_laying_in_the_last_round_and_regained_by_holding(seats: int) -> None:
    assert lays(with_lead(german(seats), 600))
    assert not lays(with_lead(german(seats), -600))
    assert not lays(with_lead(german(seats, rounds=20), 100, 0)), "too early to rest"


@pytest.mark.parametrize("seats", [5, 6])
def test_D_14_D_15_melds_are_held_with_five_and_six_seats_too_for_a_doubled_round(seats: int) -> None:
    state = dealt(melds_options(Variant.ROMME), ["...", GERMAN, *["..."] * (seats - 2)], "KD 8D", "1 draw")
    assert not lays(with_lead(state, -600))
    assert lays(with_lead(state, 600, 3)), "the lead of the last round is kept"


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bad_hand_is_laid_before_it_costs_the_game(seats: int) -> None:
    late = replace(german(seats, "TS JS QS 9H 9D 4C 2D KH 7D 5C 3H 8S AC"), turns=5 * seats)
    assert lays(late)
    assert stakes(late).lay.lost < stakes(late).hold.lost
    assert stakes(late).lay.wins < stakes(late).hold.wins


@pytest.mark.parametrize("seats", [3, 4])
def test_H_10_the_stakes_include_the_cards_on_the_table(seats: int) -> None:
    assert stakes(german(seats, casino_scoring=True)).hold.won > 1.2 * stakes(german(seats)).hold.won


def test_chances_to_have_the_best_total_are_shared_by_all_seats() -> None:
    totals = [-200, 40, 40, 100]
    for rounds in (1, 3):
        chances = [best_total(totals, seat, rounds, 100) for seat in range(4)]
        assert sum(chances) == pytest.approx(1)
        assert chances[0] < chances[1] == chances[2] < chances[3]
    assert [best_total([40, 40, -10], seat, 0, 100) for seat in range(3)] == [0.5, 0.5, 0]
