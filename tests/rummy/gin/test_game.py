"""The state machine in random games: no card is lost, exactly the legal moves are listed, hidden cards stay hidden."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import chain, pairwise
from random import Random

import pytest

from bot.rummy.cards import JOKER, PACK, cards_in
from bot.rummy.events import EventKind
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.game import apply, deal, legal_moves, new_game, view_for
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.state import GinState
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import options_for
from bot.rummy.records.checking import check
from bot.rummy.refusals import Refused
from bot.rummy.views import Phase
from tests.rummy.helpers import gin_states, random_game, random_options, twin

SIMPLE = [
    Move(seat, verb, card)
    for seat in (0, 1)
    for verb, cards in {
        Verb.PASS: (None,),
        Verb.TAKE: (None,),
        Verb.DRAW: (None,),
        Verb.DISCARD: (*PACK, JOKER),
        Verb.KNOCK: (*PACK, JOKER),
        Verb.UNDO: (None,),
        Verb.CLAIM: (None,),
        Verb.TAKEBACK: (None,),
    }.items()
    for card in cards
] + [
    Move(0, Verb.MELD, cards=(0, 1, 2)),
    Move(0, Verb.LAYOFF, 3, meld=0),
    Move(0, Verb.SWAP, 3, meld=0),
]


def games(variant: Variant, seed: object, moves: int) -> Iterator[tuple[dict[str, object], list[GinState], Random]]:
    """Play games of a variant with random options, up to a number of moves."""
    rng, made = Random(f"{variant} {seed}"), 0
    while made < moves:
        record, states = random_game(random_options(rng, variant), rng, limit=min(1_500, moves - made))
        made += len(states) - 1 - states[-1].deal
        yield record, states, rng


def look_through(variant: Variant, seed: object, moves: int) -> None:
    """Play a number of moves and check the invariants of every state and record."""
    for record, states, rng in games(variant, seed, moves):
        assert check(record) == record
        for state in states:
            assert_all_cards_are_there(state)
            assert set(legal_moves(state)) == expected_moves(state)
            if rng.random() < 0.02:
                assert_only_listed_moves_apply(state)
            for seat in (None, *range(len(state.hands))):
                view = view_for(state, seat)
                assert view == view_for(twin(state, seat, rng), seat), "a hidden card can be seen"
                assert hash(view) == hash(view_for(state, seat))


def assert_all_cards_are_there(state: GinState) -> None:
    face_down = [event.card for event in state.recent if event.kind is EventKind.KNOCKED]
    hands = (card for hand in state.hands for card in cards_in(hand))
    cards = [*hands, *state.stock, *state.discards, *face_down]
    assert sorted(cards) == (list(PACK) if state.deal else [])


def expected_moves(state: GinState) -> set[Move]:
    """Return the legal moves, worked out independently of the engine (G-8 to G-13)."""
    if state.turn is None:
        return set()
    match state.phase:
        case Phase.UPCARD:
            verbs = [Verb.PASS, Verb.TAKE]
        case Phase.STOCK:
            verbs = [Verb.DRAW]
        case Phase.DRAW:
            verbs = [Verb.DRAW, Verb.TAKE]
        case _:
            hand = state.hands[state.turn]
            free = [card for card in cards_in(hand) if not (state.took and card == state.drawn)]
            assert hand.bit_count() == 11
            return {Move(state.turn, Verb.DISCARD, card) for card in free} | {
                Move(state.turn, Verb.KNOCK, card) for card in free if deadwood(hand ^ 1 << card) <= state.knock_limit
            }
    assert state.hands[state.turn].bit_count() == 10
    return {Move(state.turn, verb) for verb in verbs}


def assert_only_listed_moves_apply(state: GinState) -> None:
    listed = legal_moves(state)
    for move in SIMPLE:
        assert parse_move(str(move)) == move
        if move in listed or (move.verb is Verb.TAKEBACK and move.seat == state.takeback):
            after = apply(state, move)
            assert after.recent[-1].seat == move.seat
            assert after != state
        else:
            with pytest.raises(Refused):
                apply(state, move)


@pytest.mark.slow
@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_C_4_C_5_G_3_invariants_hold_in_random_games(variant: Variant) -> None:
    """Play 3,200 moves over all variants."""
    look_through(variant, 1, 800)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_invariants_hold_for_a_million_moves(variant: Variant, soak_seed: str) -> None:
    look_through(variant, soak_seed, 250_000)


@pytest.mark.parametrize("form", ["cutthroat", "captain"])
def test_C_4_G3_8_G3_12_a_partner_sees_what_the_captain_sees_and_others_who_wait_see_what_all_see(form: str) -> None:
    states = gin_states(options_for(Variant.THREE_HANDED, {"form": form}), Random(7))
    running = [state for state in states if state.turn is not None]
    for state in running:
        assert state.waits is not None
        seen = view_for(state, state.waits)
        as_whom = state.pair[0] if form == "captain" else None
        assert replace(seen, seat=as_whom, moves=(), takeback=None) == replace(
            view_for(state, as_whom), moves=(), takeback=None
        )
        assert seen.moves == ()
        assert seen.takeback is None
        assert any(twin(state, state.waits, Random(n)).hands != state.hands for n in range(9))
    assert any(state.drawn is not None for state in running)


def test_C_4_a_twin_state_differs_only_in_hidden_cards() -> None:
    """Otherwise comparing the views of two twin states would prove nothing."""
    rng = Random(7)
    states = gin_states(options_for(Variant.GIN), rng)
    running = [state for state in states if state.turn is not None]
    for seat in (None, 0, 1):
        assert all(twin(state, seat, rng) != state for state in running)
        assert all(
            view_for(state, seat).hand == (() if seat is None else cards_in(state.hands[seat])) for state in states
        )


def test_C_4_a_view_lists_known_cards() -> None:
    """The expected cards are derived from the moves, as an attentive player would."""
    rng, known_ones = Random(9), 0
    for _ in range(4):
        states = gin_states(random_options(rng), rng, limit=200)
        seen: list[set[int]] = [set(), set()]
        for before, after in pairwise(states):
            if before.phase is Phase.DEAL:
                seen = [set(), set()]
            elif after.recent[-1].kind is EventKind.TOOK:
                seen[after.recent[-1].seat].add(before.discards[-1])
            elif after.recent[-1].kind is EventKind.DISCARDED:
                seen[after.recent[-1].seat].discard(after.discards[-1])
            if after.turn is not None:
                views = [view_for(after, seat) for seat in (None, 0, 1)]
                assert all(view.known == tuple(tuple(sorted(cards)) for cards in seen) for view in views)
                known_ones += sum(map(len, seen))
    assert known_ones > 100


def test_C_4_a_seat_sees_more_in_its_view_than_others() -> None:
    rng = Random(8)
    states = gin_states(options_for(Variant.GIN), rng, limit=200)
    for state in states:
        if state.phase is Phase.DISCARD and state.turn is not None:
            mine, theirs, public = (view_for(state, seat) for seat in (state.turn, 1 - state.turn, None))
            assert mine.drawn == state.drawn
            assert mine.recent[-1].card == state.drawn
            assert mine.moves == legal_moves(state)
            for other in (theirs, public):
                assert other.drawn is None
                assert other.recent[-1].card == (state.drawn if state.took else None)
                assert other.moves == ()
                assert other.taken == (state.drawn if state.took else None)
            assert public.counts == theirs.counts == tuple(10 + (seat == state.turn) for seat in (0, 1))


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_C_3_G_5_the_first_card_goes_to_the_left_of_the_dealer(dealer: int, first: int) -> None:
    state = deal(new_game(options_for(Variant.GIN), dealer), PACK)
    assert cards_in(state.hands[first]) == PACK[0:20:2]
    assert cards_in(state.hands[dealer]) == PACK[1:20:2]
    assert (state.upcard, tuple(state.stock), state.turn) == (PACK[20], PACK[21:], first)


def test_G_4_both_players_see_the_cards_drawn_for_the_first_deal() -> None:
    state = new_game(options_for(Variant.GIN), 1, ((3, 16), (0, 12)))
    for after in (state, deal(state, PACK)):
        assert all(view_for(after, seat).dealer_draw == ((3, 16), (0, 12)) for seat in (None, 0, 1))


def test_dealing_out_of_turn_or_from_a_short_pack_is_an_error() -> None:
    state = new_game(options_for(Variant.GIN), 0)
    for deck in (PACK[:-1], (*PACK[:-1], 0), (*PACK, 0)):
        with pytest.raises(ValueError, match="whole pack"):
            deal(state, deck)
    with pytest.raises(ValueError, match="no deal is due"):
        deal(deal(state, PACK), PACK)


def test_a_move_without_its_card_is_an_error() -> None:
    state = apply(deal(new_game(options_for(Variant.GIN), 0), PACK), Move(1, Verb.TAKE))
    for verb in (Verb.DISCARD, Verb.KNOCK):
        with pytest.raises(ValueError, match=f"{verb} needs a card"):
            apply(state, Move(1, verb))


def continuations(state: GinState, depth: int) -> int:
    """Count all continuations of a given length (perft)."""
    if depth == 0:
        return 1
    return sum(continuations(apply(state, move), depth - 1) for move in legal_moves(state))


def test_G_8_perft_of_a_fixed_deal() -> None:
    """Counted by hand for a deal in which nobody can knock yet.

    1: take, pass. 2: take and 10 discards (the upcard can't go back), pass and take, pass and pass. 3: a discard, then
    draw or take; pass, take and 10 discards; pass, pass and draw. 4: then 11 discards of a drawn card, 10 of a taken.
    """
    state = deal(new_game(options_for(Variant.GIN), 0), tuple(Random(4).sample(PACK, 52)))
    counted = [continuations(state, depth) for depth in range(1, 7)]
    assert counted == [
        2,
        10 + 2,
        10 * 2 + 10 + 1,
        10 * (11 + 10) + 10 * 2 + 11,
        10 * (11 + 10) * 2 + 10 * (11 + 10) + 11 * 2,
        10 * (11 + 10) * (11 + 10) + 10 * (11 + 10) * 2 + 11 * (11 + 10),
    ]


def test_a_game_in_memory_is_small() -> None:
    """The memory budget of a live table is 6 KB; a game of 400 moves takes two thirds of that at most."""
    for options in GIN_PRESETS.values():
        state = gin_states(options, Random(9), limit=400)[-1]
        assert bytes_of(state, set()) < 4_096


def bytes_of(value: object, seen: set[int]) -> int:
    """Return the size of a value and its parts, without values that games share: options, strings, small numbers."""
    if id(value) in seen or isinstance(value, (GinOptions, Enum)) or value in (None, True, False, *range(-5, 257)):
        return 0
    seen.add(id(value))
    parts = value if isinstance(value, tuple) else [getattr(value, name) for name in getattr(value, "__slots__", ())]
    return sys.getsizeof(value) + sum(bytes_of(part, seen) for part in parts)


def test_records_match_the_states() -> None:
    """Every deal of a record matches the states of the game."""
    record, states = random_game(options_for(Variant.REMIK), Random(10))
    deals = check(record)["deals"]
    assert isinstance(deals, list)
    moves = list(chain.from_iterable(deal["moves"] for deal in deals))
    assert len(states) == 1 + len(deals) + len(moves)
    assert [deal["result"]["points"] for deal in deals] == [list(result.points) for result in states[-1].deals]


def test_G3_1_a_deal_of_three_is_seen_as_one_of_two() -> None:
    """Seat 0 of the pair acts first; of the deals before, those are left in which the opponent played."""
    for seed in range(3):
        states = gin_states(options_for(Variant.THREE_HANDED, {"form": "captain"}), Random(seed))
        for state in (state for state in states if state.turn is not None):
            turn = state.turn or 0
            other = sum(state.pair) - turn
            view, pair = view_for(state, turn), view_for(state, turn).as_pair()
            at = state.pair.index(turn)
            assert (pair.seat, pair.turn, pair.waits, pair.hand) == (at, at, None, view.hand)
            assert pair.counts == tuple(view.counts[seat] for seat in state.pair)
            assert [str(move)[1:] for move in pair.moves] == [str(move)[1:] for move in view.moves]
            played = [deal for deal in view.deals if deal.waited != other]
            assert [deal.winner == 1 - at for deal in pair.deals] == [deal.winner == other for deal in played]
            assert [deal.winner is None for deal in pair.deals] == [deal.winner is None for deal in played]
            assert pair.columns[0].totals == tuple(view.columns[0].totals[seat] for seat in state.pair)
