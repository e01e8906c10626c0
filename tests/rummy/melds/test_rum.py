"""500 Rum in random games, judged by a referee of its own: cards, values, points, and what the others see."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from bot.rummy.cards import Card, MeldKind
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.melds.views import view_for
from bot.rummy.options import options_for
from bot.rummy.results import Outcome
from bot.rummy.views import Phase
from tests.amounts import times
from tests.rummy.helpers import melds_states


def value(card: Card) -> int:
    """Return what a card counts in hand (R-4)."""
    return 15 if card % 13 == 0 else min(card % 13 + 1, 10)


def on_table(meld: TableMeld) -> int:
    """Return what a meld counts; it has to be one (R-3, R-4)."""
    ranks, suits = [card % 13 for card in meld.cards], {card // 13 for card in meld.cards}
    if meld.kind is MeldKind.SET:
        assert len(set(ranks)) == 1
        assert len(suits) == len(meld.cards)
        assert len(meld.cards) in (3, 4)
        return sum(map(value, meld.cards))
    assert len(suits) == 1
    assert 3 <= len(meld.cards) <= 13
    places = [13 if rank == 0 and at else rank for at, rank in enumerate(ranks)]
    assert places == list(range(places[0], places[0] + len(places))), "an ace only at an end, and in order"
    return sum(map(value, meld.cards)) - 14 * (ranks[0] == 0)


def games(seed: str, seats: int, amount: int) -> Iterator[list[MeldsState]]:
    for number in range(amount):
        rng = Random(f"{seed} {seats} {number}")
        options = options_for(Variant.RUM500, {"target": rng.randint(100, 200)}, seats)
        yield melds_states(options, seats, rng, 600)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R_3_R_4_R_12_cards_and_points_add_up_in_random_games(seats: int) -> None:
    for states in games("referee", seats, times(1)):
        for state in states[1:]:
            lying = [card for meld in state.melds for card in meld.cards]
            held = [card for hand in state.hands for card in hand]
            assert sorted([*lying, *held, *state.discards, *state.stock]) == list(range(52)), (
                "each card is in one place"
            )
            assert sum(state.table_points) == sum(map(on_table, state.melds))
        for before, after in pairwise(states):
            if len(after.deals) > len(before.deals):
                judge(after)


def judge(state: MeldsState) -> None:
    """Check the result of a deal that has just ended."""
    result, empty = state.deals[-1], [seat for seat, hand in enumerate(state.hands) if not hand]
    expected = [laid - sum(map(value, hand)) for laid, hand in zip(state.table_points, state.hands, strict=True)]
    assert list(result.points) == expected
    assert (result.outcome, [result.winner]) == ((Outcome.OUT, empty) if empty else (Outcome.EXHAUSTED, [None]))
    totals = state.sheet[0].totals
    assert (state.phase is Phase.OVER) == (max(totals) >= state.options.target_for(state.seats))  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R_6_R_7_what_comes_from_below_goes_back_in_its_order(seats: int) -> None:
    taken = given = 0
    for states in games("pile", seats, times(1)):
        for before, after in pairwise(states):
            if before.phase is Phase.DRAW and after.lifted and after.deal == before.deal:
                taken += 1
                assert before.discards == after.discards + after.lifted
                assert len(after.lifted) > 1
                assert sorted(before.hands[after.turn or 0] + after.lifted) == list(after.hands[after.turn or 0])
            if after.gave_back and not before.gave_back:
                given += 1
                assert after.discards == before.discards + before.lifted
                assert after.hands[after.turn or 0] == bytes(
                    sorted({*before.hands[before.turn or 0]} - {*before.lifted})
                )
                assert view_for(after, None).discarders[-1] is not None
    assert min(taken, given) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_D_10_the_others_see_the_pile_and_the_points_but_no_lays_of_the_turn(seats: int) -> None:
    for states in games("seen", seats, times(1)):
        for state in states[1:]:
            if state.lays is None or state.turn is None:
                continue
            before = state.lays.before
            for seat in {*range(seats)} - {state.turn} | {None}:
                view = view_for(state, seat)
                assert view == view_for(before, seat)
                assert view.table_points == before.table_points
                assert view.lifted == tuple(before.lifted)
                assert view.due is None
            mine = view_for(state, state.turn)
            assert mine.table_points == state.table_points
