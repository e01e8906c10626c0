"""Taking back a discard (C-9) in random games of every variant: it restores the turn, and everyone knows the card."""

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.rummy import games
from bot.rummy.cards import Card, cards_in
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.state import GinState
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.melds.state import MeldsState
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import PRESETS, options_for
from bot.rummy.records.checking import check, verify
from bot.rummy.refusals import Refused
from bot.rummy.views import TAKE_BACK_LIMIT, Phase
from tests.amounts import times
from tests.rummy.helpers import (
    gin_states,
    melds_twin,
    random_game,
    random_melds_game,
    random_melds_options,
    random_options,
    twin,
)

MELDS = tuple(MELDS_PRESETS)
VARIANTS = [(variant, seats) for variant, options in PRESETS.items() for seats in options.seat_counts]


def game_of(variant: Variant, seats: int, rng: Random, limit: int = 250) -> tuple[dict[str, Any], list[State]]:
    """Return a random game with random house rules: its record, and its states."""
    if variant in MELDS:
        record, states = random_melds_game(random_melds_options(rng, variant, seats), seats, rng, limit=limit)
        return record, list(states)
    gin_record, gin_states = random_game(random_options(rng, variant), rng, limit=limit)
    return gin_record, list(gin_states)


def discards_in(states: list[State]) -> Iterator[tuple[State, State]]:
    """Yield the states before and after each discard that ended a turn but not the deal."""
    for before, after in pairwise(states):
        if after.deal == before.deal and after.turn is not None and after.turns == before.turns + 1:
            yield before, after


def held(state: State, seat: int) -> Counter[Card]:
    return Counter(state.hands[seat] if isinstance(state, MeldsState) else cards_in(state.hands[seat]))


def apart_from_knowledge(state: State) -> State:
    """Return a state without what everyone knows of hands, and without its events."""
    if isinstance(state, GinState):
        return replace(state, known=(0, 0), recent=())
    lays = state.lays and replace(state.lays, before=replace(state.lays.before, known=(), recent=()))
    return replace(state, known=(), recent=(), lays=lays)


def all_views(state: State) -> Iterable[Any]:
    return (games.view_for(state, seat) for seat in (None, *range(len(state.sheet[0].totals))))


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_C_9_a_take_back_restores_the_turn_apart_from_what_everyone_knows(variant: Variant, seats: int) -> None:
    rng, found = Random(f"take back {variant} {seats}"), 0
    for _ in range(times(1)):
        _, states = game_of(variant, seats, rng, limit=500)
        for before, after in discards_in(states):
            seat, card = before.turn, after.discards[-1]
            assert seat is not None
            if before.take_backs_spent:  # the discard is final (C-10)
                continue
            again = games.apply(after, Move(seat, Verb.TAKEBACK))
            assert apart_from_knowledge(again) == apart_from_knowledge(before)
            assert games.legal_moves(again, seat) == games.legal_moves(before, seat)
            assert again.recent[-1] == Event(EventKind.TOOK_BACK, seat, card)
            assert games.apply(again, Move(seat, Verb.DISCARD, card)).hands == after.hands
            for view in all_views(again):
                swapped = not held(again.public, seat)[card]  # a joker from the table, where others see it again
                assert swapped or card in view.known[seat], "everyone has seen the card"
                assert view.recent[-1] == again.recent[-1], "and sees that it was taken back"
                assert view.takeback is None
                everyone = Counter(view.known[seat])
                assert everyone <= held(again.public, seat), "nothing is known that isn't in the hand"
            found += 1
    assert found > 8


@pytest.mark.each_value
@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_C_9_only_the_player_who_discarded_is_offered_it_and_only_now(variant: Variant, seats: int) -> None:
    rng = Random(f"offered {variant} {seats}")
    _, states = game_of(variant, seats, rng)
    made = discards_in(states)
    after_discard = {id(after): before.turn for before, after in made if not before.take_backs_spent}
    for state in states:
        offered = after_discard.get(id(state))
        for seat in range(seats):
            move = Move(seat, Verb.TAKEBACK)
            assert games.view_for(state, seat).takeback == (state.discards[-1] if seat == offered else None)
            assert move not in games.legal_moves(state, seat), "or random games would never end"
            if seat == offered:
                assert games.refusal_for(state, move) is None
            else:
                with pytest.raises(Refused) as caught:
                    games.apply(state, move)
                deal_runs = state.phase not in (Phase.DEAL, Phase.OVER)
                rules = ("G3-1",) if seat == state.waits else ("C-9", "C-10")
                assert (caught.value.refusal.rule in rules) is deal_runs
        assert games.view_for(state, None).takeback is None


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_C_9_a_game_with_take_backs_after_every_discard_ends_the_same(variant: Variant, seats: int) -> None:
    """The record of a game stays valid, with the same results, if every discard that can be is made twice."""
    rng = Random(f"twice {variant} {seats}")
    record, _ = game_of(variant, seats, rng, limit=times(400))
    doubled, added = deepcopy(record), 0
    for deal in doubled["deals"]:
        moves, last, undone = [], len(deal["moves"]) - 1, 0
        for at, text in enumerate(deal["moves"]):
            moves.append(text)
            undone += parse_move(text).verb is Verb.UNDO
            if parse_move(text).verb is Verb.DISCARD and at < last:
                if undone < TAKE_BACK_LIMIT:  # else the discard is final (C-10)
                    moves += [f"{text[0]} takeback", text]
                    added += 1
                undone = 0
        deal["moves"] = moves
    checked: Any = check(doubled)
    assert checked == doubled
    assert added > 8
    assert checked.get("result") == record.get("result")
    assert [deal.get("result") for deal in checked["deals"]] == [deal.get("result") for deal in record["deals"]]
    assert verify(doubled) == verify(record), "and its shuffles are proven as before"


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_C_4_C_9_a_take_back_shows_nothing_but_what_was_seen(variant: Variant, seats: int) -> None:
    """A game continues after take-backs, with other discards; no view depends on a hidden card."""
    rng = Random(f"views {variant} {seats}")
    for _ in range(times(1)):
        _, states = game_of(variant, seats, rng)
        for before, after in discards_in(states):
            if before.turn is None or before.take_backs_spent or rng.random() < 0.7:
                continue
            state = games.apply(after, Move(before.turn, Verb.TAKEBACK))
            for _ in range(4):
                for seat in (None, *range(seats)):
                    hidden = twin(state, seat, rng) if isinstance(state, GinState) else melds_twin(state, seat, rng)
                    assert games.view_for(hidden, seat) == games.view_for(state, seat), "a hidden card can be seen"
                if state.turn is None:
                    break
                moves = games.legal_moves(state, state.turn)
                moves = tuple(move for move in moves if move.verb is not Verb.KNOCK)
                state = games.apply(state, rng.choice(moves), tuple)
                if rng.random() < 0.5 and state.takeback is not None:
                    state = games.apply(state, Move(state.takeback, Verb.TAKEBACK))


def test_C_9_C_10_twenty_take_backs_in_a_turn_leave_one_event() -> None:
    states = gin_states(options_for(Variant.GIN), Random(5), limit=40)
    before, after = next(discards_in(list(states)))
    seat, card = before.turn or 0, after.discards[-1]
    state: State = after
    for _ in range(20):
        state = games.apply(state, Move(seat, Verb.TAKEBACK))
        state = games.apply(state, Move(seat, Verb.DISCARD, card))
    assert [event.kind for event in state.recent].count(EventKind.TOOK_BACK) == 1
    depth, earlier = 0, state.before_discard
    while earlier is not None:
        depth, earlier = depth + 1, earlier.before_discard
    assert depth == 1, "earlier states aren't kept in memory"
    refusal = games.refusal_for(state, Move(seat, Verb.TAKEBACK))
    assert refusal is not None
    assert refusal.rule == "C-10"
    assert games.view_for(state, seat).takeback is None, "no panel offers it"
    assert games.refusal_for(games.apply(state, Move(1 - seat, Verb.DRAW)), Move(seat, Verb.TAKEBACK)) != refusal
