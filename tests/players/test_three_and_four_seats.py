"""An Expert of Basic Rummy with two or three others: it holds until it's out, and discards what the next can't use."""

from dataclasses import replace

import pytest

from bot.rummy.families import Variant
from bot.rummy.melds.game import MeldsState
from tests.players.test_melds import card, dealt, line, options_of

TWO_MELDS = "4S 5S 6S 9H 9D 9C KH"


def basic(hand: str, seats: int = 3, **changes: object) -> MeldsState:
    return dealt(options_of(Variant.BASIC, **changes), ["...", hand, *["..."] * (seats - 2)], "KD 8D", "1 draw")


def lays(state: MeldsState) -> bool:
    return line(state)[0].startswith("1 meld")


@pytest.mark.parametrize("seats", [3, 4])
def test_B_12_melds_are_held_until_all_cards_go_at_once(seats: int) -> None:
    state = basic(TWO_MELDS, seats)
    assert not lays(state)
    few = (*state.hands[:2], state.hands[2][:2], *state.hands[3:])
    assert not lays(replace(state, hands=few)), "another player is nearly out, and would lay off on them"
    assert lays(basic("4S 5S 6S 9H 9D 9C 9S", seats)), "this goes out"


@pytest.mark.parametrize("seats", [3, 4])
def test_B_14_with_one_meld_in_each_turn_nothing_is_held(seats: int) -> None:
    assert lays(basic(TWO_MELDS, seats, one_meld_per_turn=True))


@pytest.mark.parametrize("seats", [3, 4])
def test_C_4_a_card_that_the_next_player_was_seen_to_need_is_kept(seats: int) -> None:
    hand = "4S 5S 6S 9H 9D 2C KS"
    state = basic(hand, seats)
    kings = bytes([card("KC"), card("KH")])
    next_seat, other = ((*state.known[:seat], kings, *state.known[seat + 1 :]) for seat in (2, 0))
    assert line(replace(state, known=next_seat))[-1] != "1 discard KS"
    assert line(replace(state, known=other))[-1] == line(state)[-1]
