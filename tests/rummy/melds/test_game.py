"""Games with melds on the table: random games with random house rules, and edge cases without a scenario."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rummy import games
from bot.rummy.cards import JOKER, PACK, Card, parse_card
from bot.rummy.events import EventKind, last_turns
from bot.rummy.families import Variant
from bot.rummy.melds.game import apply, deal, is_legal, legal_moves, new_game, refusal_for, result_of
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import read_meld, value_of
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, RunEnd, Verb, parse_move
from bot.rummy.options import options_for
from bot.rummy.refusals import Conflict, Refused
from bot.rummy.results import Outcome
from bot.rummy.views import Phase
from tests.cards import cards
from tests.refusals import pattern
from tests.rummy.helpers import melds_states, melds_twin, random_melds_options
from tests.rummy.stacked import dealt, melds_options, played

MELDS = (Variant.BASIC, Variant.GERMAN)


def look_through(states: list[MeldsState], rng: Random, share: float) -> None:
    """Check the invariants of a game's states; slow checks only on a share of them."""
    for before, after in pairwise(states):
        assert_turn_holds_together(before, after)
    assert_known_is_what_was_seen(states)
    for state in states:
        assert_all_cards_are_there(state)
        assert_melds_are_melds(state)
        assert_turn_can_end(state)
        assert_scores_add_up(state)
        if rng.random() < share:
            assert_views_hide_what_is_hidden(state, rng)
            for seat in range(state.seats):
                assert set(legal_moves(state, seat)) == expected_moves(state, seat)
        if rng.random() < share / 3:
            assert_only_listed_moves_apply(state, rng)


def assert_all_cards_are_there(state: MeldsState) -> None:
    laid = [card for meld in state.melds for card in meld.cards]
    held = [card for hand in state.hands for card in hand]
    face_down = [] if state.face_down is None else [state.face_down]
    cards = [*held, *state.stock, *state.discards, *laid, *face_down]
    assert sorted(cards) == (list(state.options.pack) if state.deal else [])
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    if state.lays is not None:
        assert state.lays.before.lays is None
        assert_all_cards_are_there(state.lays.before)


def assert_melds_are_melds(state: MeldsState) -> None:
    for meld in state.melds:
        assert read_meld(meld.cards, state.rules) == meld
        assert all(meld.stands_for(state.rules))


def assert_turn_can_end(state: MeldsState) -> None:
    """Assert that the turn can be finished: by a discard or by going out, if necessary after an undo."""
    if state.turn is None:
        assert state.phase in (Phase.DEAL, Phase.OVER)
        return
    moves = legal_moves(state, state.turn)
    assert moves
    if state.phase is Phase.LAY:
        assert state.hands[state.turn], "nobody plays on without cards"
        undo = state.lays is not None or state.borrowed is not None
        assert undo == any(move.verb is Verb.UNDO for move in moves)
        start = state if state.lays is None else apply(state, Move(state.turn, Verb.UNDO))
        if start.due is None:
            assert any(move.verb is Verb.DISCARD for move in legal_moves(start, state.turn))
        else:  # given back (H-18)
            start = apply(start, Move(state.turn, Verb.UNDO))
            assert legal_moves(start, state.turn) == (Move(state.turn, Verb.DRAW),)
            assert_all_cards_are_there(start)
        debt = view_for(state, state.turn).debt
        can_discard = any(move.verb is Verb.DISCARD for move in moves)
        assert debt is None or not can_discard
        # Without a debt, only B-5 can prevent a discard, and then the card can be laid on the table.
        assert debt is not None or can_discard or [move.verb for move in moves if move.verb is Verb.LAYOFF]


def assert_turn_holds_together(before: MeldsState, after: MeldsState) -> None:
    """Assert that within a turn others see the state after the draw, and that undo returns to it (D-10)."""
    if after.deal != before.deal:
        return
    if after.lays is None:
        if before.lays is not None and after.phase is Phase.LAY:
            assert after == before.lays.before
        return
    assert after.turn == before.turn
    assert after.lays.before == (before if before.lays is None else before.lays.before)
    for seat in (None, *range(after.seats)):
        if seat != after.turn:
            assert view_for(after, seat) == view_for(before, seat)


def assert_known_is_what_was_seen(states: list[MeldsState]) -> None:
    """Assert that a seat's known cards are those it openly took or swapped in, and still has (C-4)."""
    known: list[Counter[Card]] = []
    turn: list[tuple[Card, int]] = []  # visible at the end of the turn: cards gained (1) or lost (-1)
    for before, after in pairwise(states):
        if after.deal != before.deal:
            known, turn = [Counter() for _ in range(after.seats)], []
        elif before.lays is not None and after.lays is None and after.phase is Phase.LAY:
            turn = []  # taken back
        else:
            event = after.recent[-1]
            match event.kind:
                case EventKind.TOOK | EventKind.CLAIMED:
                    assert event.card is not None
                    known[event.seat][event.card] += 1
                case EventKind.GAVE_BACK:
                    assert event.card is not None
                    known[event.seat][event.card] -= 1
                case EventKind.MELDED:
                    turn += [(card, -1) for card in event.cards]
                case EventKind.LAID_OFF | EventKind.SWAPPED | EventKind.DISCARDED if event.card is not None:
                    turn.append((event.card, -1))
                    turn += [(JOKER, 1)] if event.kind is EventKind.SWAPPED else []
                case _:
                    pass
            if event.kind is EventKind.DISCARDED:
                for card, change in turn:
                    known[event.seat][card] = max(0, known[event.seat][card] + change)
                turn = []
        if after.turn is None:
            continue  # all hands are open
        seen = after if after.lays is None else after.lays.before
        for seat in (None, *range(after.seats)):
            assert [Counter(cards) for cards in view_for(after, seat).known] == [+counter for counter in known]
        assert all(Counter(cards) <= Counter(hand) for cards, hand in zip(seen.known, seen.hands, strict=True))
        assert all(Counter(cards) <= Counter(hand) for cards, hand in zip(after.known, after.hands, strict=True))


def assert_scores_add_up(state: MeldsState) -> None:
    (column,) = state.sheet
    assert column.entries == tuple(result.points for result in state.deals)
    assert list(column.totals) == [sum(result.points[seat] for result in state.deals) for seat in range(state.seats)]
    result = result_of(state)
    assert (result is not None) == (state.phase is Phase.OVER)
    if result is not None:
        assert all(column.totals[seat] == max(column.totals) for seat in result.winners)
        assert [bonus.final for bonus in result.bonuses[0]] == list(column.totals)
    if state.turn is not None or not state.deals:
        return
    last = state.deals[-1]
    left = [sum(state.rules.hand_values[card] for card in hand) for hand in state.hands]
    match last.outcome:
        case Outcome.OUT | Outcome.RUMMY:
            assert last.winner is not None
            assert not state.hands[last.winner]
            assert last.points[last.winner] >= 0
            factor = 1 + (last.outcome is Outcome.RUMMY)
            won = factor * (sum(left) + state.table_points[last.winner])
            assert last.points[last.winner] == won
            assert sum(last.points) == (won if state.options.variant is Variant.BASIC else 0)
        case Outcome.STALEMATE:
            assert set(last.points) == {0}
        case _:
            assert list(last.points) == [-points for points in left]


def expected_moves(state: MeldsState, seat: int) -> set[Move]:
    """Return a seat's legal moves, worked out independently of the engine, except lay-offs and swaps."""
    if state.turn is None:
        return set()
    if state.phase is Phase.DRAW:
        if seat == state.turn:
            takes = state.discards and not state.gave_back
            return {Move(seat, Verb.DRAW)} | ({Move(seat, Verb.TAKE)} if takes else set())
        last = state.recent[-1] if state.recent else None
        thrown = last is not None and last.kind is EventKind.DISCARDED and last.seat != seat
        claims = state.rules.claim and thrown and len(state.stock) >= 2
        return {Move(seat, Verb.CLAIM)} if claims else set()
    if seat != state.turn:
        return set()
    hand, rules = state.hands[seat], state.rules
    additions = {move for move in legal_moves(state, seat) if move.verb in (Verb.LAYOFF, Verb.SWAP)}
    if state.lays is None:
        assert not additions or state.opened[seat] or rules.initial is None
        return additions | ({Move(seat, Verb.UNDO)} if state.due is not None else discards_of(state, seat))
    first = state.melds[len(state.lays.before.melds) :]
    opens = state.opened[seat] or rules.initial is None
    opens = opens or (bool(first) and sum(value_of(meld, rules) for meld in first) >= (rules.initial or 0))
    assert not additions or opens
    assert (
        sum(len(meld.cards) for meld in state.melds) + len(hand)
        == 1 + sum(len(meld.cards) for meld in state.lays.before.melds) + len(state.lays.before.hands[seat]) - 1
    )
    undo = {Move(seat, Verb.UNDO)}
    owes = state.lays.owed or state.due is not None
    return undo | additions | (discards_of(state, seat) if opens and not owes else set())


def discards_of(state: MeldsState, seat: int) -> set[Move]:
    """Return the legal discards if nothing is owed (B-5, H-6)."""
    cards = set(state.hands[seat])
    if state.options.variant is Variant.BASIC and state.taken is not None:
        cards.discard(state.taken)
    if state.rules.joker_rule and cards != {JOKER}:
        cards.discard(JOKER)
    return {Move(seat, Verb.DISCARD, card) for card in cards}


def simple_moves(state: MeldsState, rng: Random) -> Iterator[Move]:
    """Yield all moves of every seat except melds to lay, with cards in the hand and some that aren't."""
    for seat in range(-1, state.seats + 1):
        held = set(state.hands[seat]) if state.hands and 0 <= seat < state.seats else set()
        for verb in (Verb.DRAW, Verb.TAKE, Verb.CLAIM, Verb.UNDO, Verb.PASS, Verb.TAKEBACK):
            yield Move(seat, verb)
        for card in sorted(held | set(rng.sample((*PACK, JOKER), 3))):
            yield Move(seat, Verb.DISCARD, card)
            yield Move(seat, Verb.KNOCK, card)
            for meld in range(-1, len(state.melds) + 1):
                yield Move(seat, Verb.SWAP, card, meld=meld)
                for end in (None, *RunEnd):
                    yield Move(seat, Verb.LAYOFF, card, meld=meld, end=end)


def assert_only_listed_moves_apply(state: MeldsState, rng: Random) -> None:
    listed = {move for seat in range(state.seats) for move in legal_moves(state, seat)}
    for move in simple_moves(state, rng):
        if move.seat >= 0 and (move.meld is None or move.meld >= 0):
            assert parse_move(str(move)) == move
        if move in listed or (move.verb is Verb.TAKEBACK and move.seat == state.takeback):
            after = apply(state, move, tuple)
            assert after != state
            assert is_legal(state, move)
        elif move.end is not None and replace(move, end=None) in listed:
            # On a run, a move may name the end even if only one is possible.
            rows = [state.melds[move.onto].cards, apply(state, replace(move, end=None)).melds[move.onto].cards]
            added_low = rows[1][1:] == rows[0]
            is_end = state.melds[move.onto].kind == "run" and added_low is (move.end is RunEnd.LOW)
            assert is_legal(state, move) is is_end
        else:
            with pytest.raises(Refused) as caught:
                apply(state, move, tuple)
            assert caught.value.refusal == refusal_for(state, move)
            assert caught.value.refusal.rule
            assert "{" not in str(caught.value)


def assert_views_hide_what_is_hidden(state: MeldsState, rng: Random) -> None:
    for seat in (None, *range(state.seats)):
        view = view_for(state, seat)
        assert view == view_for(melds_twin(state, seat, rng), seat), "a hidden card can be seen"
        assert hash(view) == hash(view_for(state, seat))
        assert view.hand == (tuple(state.hands[seat]) if seat is not None and state.hands else ())
        assert view.moves == (() if seat is None else legal_moves(state, seat))
        assert view.recent == last_turns(view.recent, state.seats)
        assert len(view.staged) == len(view.melds)


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", MELDS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
def test_C_4_C_5_D_10_invariants_hold_in_random_games(variant: Variant, seats: int, seed: int) -> None:
    rng = Random(seed)
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit=120)
    look_through(states, rng, 0.05)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", MELDS)
def test_invariants_hold_for_a_hundred_thousand_moves(variant: Variant, seats: int, soak_seed: str) -> None:
    rng, made = Random(f"{soak_seed} {variant} {seats}"), 0
    while made < 100_000:
        states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit=3_000)
        made += len(states)
        look_through(states, rng, 0.1)


def test_D_10_staged_places_are_those_laid_in_this_turn() -> None:
    """A joker laid next to an earlier one is the outer one; a set's staged places follow its sorted cards."""
    options = melds_options(Variant.GERMAN, no_initial_meld=True)
    state = dealt(options, ["...", "XX 6H 7H 8H XX 9C 9S XX 9H 9D 2C 2S 4D"], "KD KC KS KH")
    state = played(state, "1 draw", "1 meld XX 6H 7H 8H", "1 meld 9C 9S XX", "1 discard 4D", "0 draw", "0 discard KS")
    assert view_for(state, 1).staged == (frozenset(), frozenset())
    state = played(state, "1 draw", "1 layoff XX 0 low", "1 swap 9H 1", "1 layoff 9D 1")
    assert [sorted(places) for places in view_for(state, 1).staged] == [[0], [2, 3]]
    assert view_for(state, 0).staged == (frozenset(), frozenset())
    state = played(state, "1 undo", "1 layoff 9D 1", "1 layoff XX 0 low", "1 swap 9H 1")
    assert [sorted(places) for places in view_for(state, 1).staged] == [[0], [2, 3]]


def test_C_4_a_card_taken_openly_is_known_until_it_is_laid_or_discarded() -> None:
    """A joker swapped in is known once the turn has ended; of two equal cards the known one counts as laid."""
    options = melds_options(Variant.GERMAN, no_initial_meld=True)
    state = dealt(options, ["7H 7S 7D 2C ...", "5H 6H XX 8C 7H 9D ..."], "2S 2D 3C 4D")
    state = played(state, "1 draw", "1 meld 5H 6H XX", "1 discard 8C", "0 take")
    assert view_for(state, 1).known == (cards("8C"), ())
    state = played(state, "0 meld 7H 7S 7D", "0 discard 2C", "1 draw", "1 swap 7H 0")
    assert [view_for(state, seat).known for seat in (0, 1, None)] == [(cards("8C"), ())] * 3
    state = played(state, "1 discard 9D")
    assert [view_for(state, seat).known for seat in (0, 1, None)] == [(cards("8C"), cards("XX"))] * 3
    state = played(state, "0 draw", "0 discard 8C", "1 draw", "1 discard XX")
    assert view_for(state, 0).known == ((), ())


def test_D_7_the_value_laid_counts_only_for_first_melds() -> None:
    state = dealt(melds_options(Variant.GERMAN), ["...", "TS JS QS 2C 3C 4C KS ..."], "KD KC 9H 9S")
    state = played(state, "1 draw", "1 meld TS JS QS")
    assert (view_for(state, 1).laid, view_for(state, 1).needs) == (30, 30)
    assert (view_for(state, 0).laid, view_for(state, None).laid) == (0, 0)
    state = played(state, "1 layoff KS 0")
    assert view_for(state, 1).laid == 30
    state = played(state, "1 discard KC", "0 draw", "0 discard 9H", "1 draw", "1 meld 2C 3C 4C")
    assert view_for(state, 1).laid == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_C_3_B_1_cards_are_dealt_from_the_dealers_left(seats: int, dealer: int) -> None:
    state = deal(new_game(melds_options(Variant.BASIC), seats, dealer), PACK)
    size = 10 if seats == 2 else 7
    for place in range(seats):
        seat = (dealer + 1 + place) % seats
        assert tuple(state.hands[seat]) == PACK[place : seats * size : seats]
    assert tuple(state.discards) == PACK[seats * size :][:1]
    assert tuple(state.stock) == PACK[seats * size + 1 :]
    assert state.turn == (dealer + 1) % seats


def test_dealing_out_of_turn_or_from_a_short_pack_is_an_error() -> None:
    basic, german = (new_game(melds_options(variant), 3, 0) for variant in MELDS)
    for state, deck in ((basic, PACK[:-1]), (basic, (*PACK[:-1], 0)), (basic, (*PACK, JOKER)), (german, PACK)):
        with pytest.raises(ValueError, match="whole pack"):
            deal(state, deck)
    with pytest.raises(ValueError, match="no deal is due"):
        deal(deal(basic, PACK), PACK)
    with pytest.raises(ValueError, match="not for seat 1 to deal"):
        deal(basic, PACK, 1)
    with pytest.raises(ValueError, match="not for seat 3 to deal"):
        deal(german, german.options.pack, 3)
    assert deal(german, german.options.pack, 2).turn == 0
    assert deal(german, german.options.pack).turn == 1


@pytest.mark.parametrize(
    ("variant", "changes", "seats", "dealer", "words"),
    [
        (Variant.BASIC, {}, 1, 0, "two to four, not for 1"),
        (Variant.GERMAN, {}, 5, 0, "two to four, not for 5"),
        (Variant.GERMAN, {"claim": True}, 2, 0, pattern(Conflict.CLAIM_FOR_TWO)),
        (Variant.BASIC, {}, 2, 2, "no seat 2"),
    ],
)
def test_H_8_impossible_games_are_refused(
    variant: Variant, changes: dict[str, object], seats: int, dealer: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        new_game(melds_options(variant, **changes), seats, dealer)


def test_B_7_a_reshuffle_is_required_and_keeps_the_cards() -> None:
    state = deal(new_game(melds_options(Variant.BASIC), 4, 0), PACK)
    while len(state.stock) > 1:
        assert state.turn is not None
        state = apply(state, Move(state.turn, Verb.DRAW))
        state = apply(state, Move(state.turn or 0, Verb.DISCARD, state.drawn))
    draw = Move(state.turn or 0, Verb.DRAW)
    with pytest.raises(ValueError, match="has to be shuffled"):
        apply(state, draw)
    for wrong in (state.discards[1:], bytes([*state.discards[1:], state.hands[0][0]])):
        with pytest.raises(ValueError, match="all of them and no others"):
            apply(state, draw, lambda _: wrong)  # noqa: B023 - called at once
    after = apply(state, draw, lambda pile: pile[::-1])
    assert tuple(after.stock) == tuple(reversed(state.discards))
    assert view_for(after, None).reshuffled


def test_C_8_german_rummy_never_reshuffles_the_pile() -> None:
    state = deal(new_game(melds_options(Variant.GERMAN, small_deck=True), 4, 0), PACK + (JOKER,) * 3)
    while state.turn is not None:
        state = apply(state, Move(state.turn, Verb.DRAW))
        state = apply(state, Move(state.turn or 0, Verb.DISCARD, state.drawn))
    assert state.deals[-1].outcome is Outcome.EXHAUSTED
    assert (state.turns, state.dealer) == (26, 0)


def test_a_move_without_its_card_or_meld_is_an_error() -> None:
    state = played(dealt(melds_options(Variant.BASIC), ["...", "5H 6H 7H ..."], "KD"), "1 draw", "1 meld 5H 6H 7H")
    for verb in (Verb.DISCARD, Verb.LAYOFF):
        with pytest.raises(ValueError, match=f"{verb} needs a card"):
            apply(state, Move(1, verb))
    with pytest.raises(ValueError, match="layoff needs a meld"):
        apply(state, Move(1, Verb.LAYOFF, parse_card("8H")))


def test_C_4_the_owner_sees_the_hand_the_drawn_card_and_the_moves() -> None:
    state = played(dealt(melds_options(Variant.BASIC), ["...", "...", "..."], "KD KC"), "1 draw")
    mine, other, public = (view_for(state, seat) for seat in (1, 0, None))
    assert (mine.drawn, other.drawn, public.drawn) == (parse_card("KC"), None, None)
    assert (mine.recent[-1].card, other.recent[-1].card) == (parse_card("KC"), None)
    assert (len(mine.hand), len(other.hand), public.hand) == (8, 7, ())
    assert mine.moves
    assert other.moves == public.moves == ()
    assert (public.counts, public.hands, public.stock) == ((7, 8, 7), (), 29)


def test_a_game_has_a_view_before_the_first_deal() -> None:
    for variant in MELDS:
        view = view_for(new_game(melds_options(variant), 3, 2), 1)
        assert (view.phase, view.deal, view.dealer, view.turn) == (Phase.DEAL, 0, 2, None)
        assert (view.hand, view.moves, view.hands) == ((), (), ())
        assert view.counts == view.table_points == (0, 0, 0)


def test_the_registry_plays_games_of_both_families() -> None:
    gin, basic, german = (options_for(variant) for variant in (Variant.GIN, *MELDS))
    assert [options.dealer_by_chance for options in (gin, basic, german)] == [False, False, True]
    for options, seats in ((gin, 2), (basic, 3), (german, 4)):
        state = games.new_game(options, seats, 1)
        state = games.deal(state, options.pack, 1)
        assert state.turn == 2 % seats
        turn = state.turn
        assert games.refusal_for(state, Move(turn, Verb.UNDO)) is not None
        assert games.apply(state, Move(turn, Verb.TAKE)).turn == turn
        assert games.view_for(state, turn).options == options
        assert games.result_of(state) is None
    with pytest.raises(ValueError, match="a game for two, not for 3"):
        games.new_game(gin, 3, 0)
    with pytest.raises(ValueError, match="not for seat 1 to deal"):
        games.deal(games.new_game(gin, 2, 0), PACK, 1)
