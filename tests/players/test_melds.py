"""Computer players of Basic and German Rummy: legal with all house rules, blind to hidden cards, true to level."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.laydown import best_plan, position_of
from bot.players.games import choose, claims
from bot.players.hints import hint_for
from bot.players.levels import Budget, Level
from bot.players.reasons import Hint, Why
from bot.rummy.cards import Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.game import apply, deal, new_game
from bot.rummy.melds.options import MELDS_PRESETS, GermanOptions
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.views import TAKE_BACK_LIMIT, Phase
from tests.amounts import times
from tests.rummy.helpers import melds_states, melds_twin, random_melds_options
from tests.rummy.stacked import dealt, melds_options, played

MELDS = tuple(MELDS_PRESETS)
SMALL = Budget(60)


def chosen(state: MeldsState, level: Level, seed: int = 0, budget: Budget | None = None) -> tuple[Move, ...]:
    assert state.turn is not None
    return choose(view_for(state, state.turn), level, seed, budget)


def line(state: MeldsState, level: Level = Level.EXPERT, seed: int = 0) -> list[str]:
    return [str(move) for move in chosen(state, level, seed)]


def hinted(state: MeldsState) -> Hint:
    assert state.turn is not None
    hint = hint_for(view_for(state, state.turn))
    assert hint is not None
    return hint


def card(text: str) -> Card:
    return parse_card(text)


def play_deal(rng: Random, budget: Budget | None) -> Iterator[MeldsState]:
    """Play one deal with random house rules and levels; every computer must make legal, complete moves."""
    variant = rng.choice(MELDS)
    seats = rng.choice(MELDS_PRESETS[variant].seat_counts)
    options = random_melds_options(rng, variant, seats)
    levels = [rng.choice(list(Level)) for _ in range(seats)]
    pack = list(options.pack)
    rng.shuffle(pack)
    state = deal(new_game(options, seats, rng.randrange(seats)), pack)
    while state.turn is not None:
        yield state
        for seat in range(seats):
            if state.claim is not None and claims(view_for(state, seat), levels[seat]):
                state = apply(state, Move(seat, Verb.CLAIM))
        lays = state.phase is Phase.LAY
        moves = chosen(state, levels[state.turn or 0], 0, budget)
        assert moves
        for move in moves:
            state = apply(state, move, tuple)
        assert not lays or state.phase is not Phase.LAY, "a turn was not ended"


@pytest.mark.parametrize("seed", range(16))
def test_whole_deals_are_played_with_any_house_rules(seed: int) -> None:
    assert list(play_deal(Random(seed), SMALL))


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_ten_thousand_deals_without_an_illegal_or_missing_move(soak_seed: str) -> None:
    for seed in range(10_000):
        rng = Random(f"soak {soak_seed} {seed}")
        assert list(play_deal(rng, None if seed % 10 == 0 else SMALL))


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize("variant", MELDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_computer_can_finish_any_turn_that_a_player_began(variant: Variant, seats: int) -> None:
    """A turn that timed out is finished, or taken back if it left a debt that can't be settled (D-10)."""
    rng = Random(f"{variant} {seats}")
    begun = 0
    while begun < times(11):
        states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit=150)
        for state in states:
            if state.lays is not None or state.due is not None:
                begun += 1
                ended = state
                for _ in range(1 if state.borrowed is None else 3):  # a card that is given back is followed by a draw
                    for move in () if ended.turn != state.turn else chosen(ended, rng.choice(list(Level)), 0, SMALL):
                        ended = apply(ended, move, tuple)
                assert ended.turn != state.turn


@pytest.mark.slow
@pytest.mark.parametrize("variant", MELDS)
def test_C_4_hidden_cards_change_no_move(variant: Variant) -> None:
    rng = Random(variant)
    looked = 0
    for seats in MELDS_PRESETS[variant].seat_counts:
        states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit=120)
        for state in rng.sample(states, times(3)):
            for seat in range(seats):
                twin = melds_twin(state, seat, rng)
                for level in Level:
                    mine, same = view_for(state, seat), view_for(twin, seat)
                    assert choose(mine, level, 5, SMALL) == choose(same, level, 5, SMALL)
                    assert claims(mine, level) == claims(same, level)
                    looked += bool(mine.moves)
    assert looked > 20


@pytest.mark.parametrize("level", [Level.HARD, Level.EXPERT])
def test_B_5_a_card_that_could_only_be_discarded_again_is_not_taken(level: Level) -> None:
    hand = "4S 5S 6S 7S 9H 9D 9C TC JC QC"
    assert line(dealt(melds_options(Variant.BASIC), ["...", hand], "2D 8D"), level)[0] == "1 draw"
    assert line(dealt(melds_options(Variant.GERMAN), ["...", f"{hand} 2C 2S 2D"], "KD 8D"), level)[0] == "1 take", (
        "German Rummy lets it go out with that card"
    )


def test_the_same_seed_gives_the_same_moves() -> None:
    state = dealt(melds_options(Variant.BASIC), ["...", "AC 3S 5H 7D 9C JS KH 2D 4C 6S"], "KD KC", "1 draw")
    for level in Level:
        assert chosen(state, level, 3) == chosen(state, level, 3)
    assert len({chosen(state, Level.EASY, seed) for seed in range(20)}) == 2
    assert len({chosen(state, Level.EXPERT, seed) for seed in range(20)}) == 1


def test_no_move_and_no_claim_out_of_turn() -> None:
    state = dealt(melds_options(Variant.BASIC), ["...", "..."], "KD KC")
    assert choose(view_for(state, 0), Level.EXPERT, 0) == ()
    assert choose(view_for(state, None), Level.EXPERT, 0) == ()
    assert hint_for(view_for(state, 0)) is None


HELD = "4S 5S 6S 9H 9D 9C AC 3D JH QC"


def test_normal_lays_at_once_and_an_expert_waits_to_go_out_in_one_turn() -> None:
    state = dealt(melds_options(Variant.BASIC), ["...", HELD], "KD 8D", "1 draw")
    assert {"1 meld 4S 5S 6S", "1 meld 9C 9H 9D"} == set(line(state, Level.NORMAL)[:-1])
    (thrown,) = chosen(state, Level.EXPERT)
    assert thrown.verb is Verb.DISCARD
    assert thrown.named not in map(card, ["4S", "5S", "6S", "9H", "9D", "9C"])
    assert (hinted(state).move, hinted(state).why) == (thrown, Why.HOLD_AHEAD)


def test_B_12_an_expert_goes_out_in_one_turn() -> None:
    state = dealt(melds_options(Variant.BASIC), ["...", "4S 5S 6S 9H 9D 9C TC JC KC 2D"], "KD QC", "1 draw")
    assert line(state)[-1] == "1 discard 2D"
    assert played(state, *line(state)).deals[-1].winner == 1
    assert hinted(state).why is Why.OUT


def test_an_expert_lays_when_an_opponent_is_about_to_go_out() -> None:
    """Otherwise the cards still in hand would count against the expert."""
    state = dealt(melds_options(Variant.BASIC), ["...", HELD], "KD 8D", "1 draw")
    nearly_out = replace(state, hands=(state.hands[0][:2], state.hands[1]), opened=(True, False))
    for level in (Level.HARD, Level.EXPERT):
        assert {"1 meld 4S 5S 6S", "1 meld 9C 9H 9D"} == set(line(nearly_out, level)[:-1])
    assert hinted(nearly_out).why is Why.LAY_NEAR


def test_a_discard_is_taken_only_if_it_makes_a_meld() -> None:
    hand = "4S 5S 9H 9D QC AC 3D JH 7C KS"
    for level in Level:
        helps, useless = (dealt(melds_options(Variant.BASIC), ["...", hand], lying) for lying in ("6S", "8C"))
        assert ["1 take"] in [line(helps, level, seed) for seed in range(20)]
        assert [line(useless, level, seed) for seed in range(20)] == [["1 draw"]] * 20
    assert hinted(dealt(melds_options(Variant.BASIC), ["...", hand], "6S")).why is Why.TAKE
    assert hinted(dealt(melds_options(Variant.BASIC), ["...", hand], "8C")).why is Why.DRAW


def test_D_12_no_level_holds_melds_until_the_stock_runs_out() -> None:
    state = dealt(melds_options(Variant.GERMAN, no_initial_meld=True), ["...", f"{HELD} 2H 7C 8D"], "KD AD", "1 draw")
    late = replace(state, gone=len(state.deck) - 3)
    assert len(line(state)) == 1
    assert len(line(late)) == 3


def test_H_19_the_stock_does_not_run_out_before_the_discard_pile_was_shuffled() -> None:
    options = melds_options(Variant.GERMAN, no_initial_meld=True, reshuffle=True)
    state = dealt(options, ["...", f"{HELD} 2H 7C 8D"], "KD AD", "1 draw")
    late = replace(state, gone=len(state.deck) - 3)
    assert len(line(late)) == 1
    assert len(line(replace(late, reshuffles=1))) == 3


def test_B_4_D_6_a_hint_says_why_to_take_a_card() -> None:
    lies = "4S 5S 6S 7S 9D 9C AC 3D JH QC"
    state = dealt(melds_options(Variant.BASIC), ["8S KS ...", lies], "KD KC", "1 draw", "1 meld 4S 5S 6S 7S")
    state = played(state, "1 discard QC", "0 draw", "0 discard 8S")
    assert hinted(state) == Hint(Move(1, Verb.TAKE), Why.TAKE_TO_LAY, {"card": card("8S")})
    german = melds_options(Variant.GERMAN)
    state = dealt(german, ["...", "..."], "XX")
    assert hinted(state) == Hint(Move(1, Verb.TAKE), Why.TAKE_JOKER, {"card": card("XX")})


def test_an_expert_keeps_cards_the_next_player_collects() -> None:
    state = dealt(melds_options(Variant.BASIC), ["...", HELD], "KD KC", "1 draw")
    assert line(state) == ["1 discard KC"]
    kings = bytes([card("KS"), card("KH")])
    state = replace(state, hands=(kings + state.hands[0][2:], state.hands[1]), known=(kings, b""))
    assert line(state) == ["1 discard QC"]


@pytest.mark.parametrize(
    ("thrown", "level", "wanted"),
    [
        ("9H", Level.NORMAL, True),
        ("9H", Level.EXPERT, True),
        ("9H", Level.EASY, False),
        ("AH", Level.EXPERT, False),
    ],
)
def test_H_8_a_claimed_card_must_make_a_meld(thrown: str, level: Level, *, wanted: bool) -> None:
    hands = ["9C 9S 2H 4H 6H 8S TC JD QC KD AS 3D 5C", f"{thrown} 8D 8D 3H 3H JH JH KH KH 5S 5S 7C 7C", "..."]
    state = dealt(melds_options(Variant.GERMAN, claim=True), hands, "8H QD", "1 draw")
    assert not claims(view_for(state, 0), level), "the first card wasn't discarded by a player"
    state = played(state, f"1 discard {thrown}")
    assert claims(view_for(state, 0), level) is wanted
    assert not claims(view_for(state, 1), level), "nobody claims their own discard"


def test_D_10_an_unfinishable_turn_is_taken_back() -> None:
    """A first meld of 12 that nothing can bring to 30 (D-7)."""
    hand = "3C 4C 5C 7H 9S JD KC 2S 4D 6H 8C TH QD"
    state = dealt(melds_options(Variant.GERMAN), ["...", hand], "KD KH", "1 draw", "1 meld 3C 4C 5C")
    for level in Level:
        moves = line(state, level)
        assert moves[0] == "1 undo"
        assert played(state, *moves).turn == 0
    assert hinted(state).why is Why.UNDO


USE = melds_options(Variant.GERMAN, take="use")
SPARE = "2C 4C 6S 8S AD 3D 5D JC"


def test_H_13_a_hint_says_that_only_a_pure_run_is_missing() -> None:
    options = melds_options(Variant.GERMAN, initial=51, pure_run=True)
    state = dealt(options, ["...", "QC QS QD 9H XX JH 2C 4C 6S 8S AD 3D 5D"], "9C KC", "1 draw")
    told = hinted(state)
    card_thrown = told.move.named
    assert told == Hint(Move(1, Verb.DISCARD, card_thrown), Why.NO_PURE_RUN, {"card": card_thrown, "points": 59})
    pure = dealt(options, ["...", "QC QS QD 9H XX JH 2C 4C 6S 7S 8S 3D 5D"], "9C KC", "1 draw")
    assert hinted(pure).move.verb is Verb.MELD or hinted(pure).why is not Why.NO_PURE_RUN


def test_H_18_no_level_takes_a_card_that_it_can_not_lay_in_this_turn() -> None:
    state = dealt(USE, ["...", f"7H 8H KD QS TD {SPARE}"], "9H KC")
    for level in Level:
        assert line(state, level) == ["1 draw"]
    assert hinted(state) == Hint(Move(1, Verb.DRAW), Why.DRAW_UNUSABLE, {"card": card("9H")})
    assert hinted(played(state, "1 take")) == Hint(Move(1, Verb.UNDO), Why.GIVE_BACK, {"card": card("9H")})
    assert hinted(played(state, "1 take", "1 undo")).why is Why.DRAW_GAVE_BACK


def test_H_18_a_card_that_was_taken_is_laid_in_the_same_turn() -> None:
    state = dealt(USE, ["...", "7H 8H QC QS QD KD 2C 4C 6S 8S AD 3D 5D"], "9H KC")
    for level in (Level.NORMAL, Level.HARD, Level.EXPERT):
        moves = line(state, level)
        assert moves[0] == "1 take"
        after = played(state, *moves)
        after = after if after.turn == 0 else played(after, *line(after, level))
        assert (after.turn, after.opened[1]) == (0, True)
        assert card("9H") in after.melds[0].cards + after.melds[1].cards


def test_H_18_who_has_first_melds_on_the_table_takes_freely() -> None:
    state = replace(dealt(USE, ["...", f"9C 9S KD QS TD {SPARE}"], "9H KC"), opened=(False, True))
    assert line(state, Level.NORMAL) == ["1 take"]


def test_H_6_a_hand_of_jokers_discards_one() -> None:
    options = melds_options(Variant.GERMAN, joker_rule=True)
    state = dealt(options, ["...", "..."], "KD KH", "1 draw")
    state = replace(state, hands=(state.hands[0], bytes([52, 52])))
    for level in Level:
        assert line(state, level) == ["1 discard XX"]


@pytest.mark.parametrize("variant", MELDS)
def test_hands_of_thirty_cards_are_played_within_the_budget(variant: Variant) -> None:
    rng = Random(30)
    options = melds_options(variant)
    pack = list(options.pack)
    rng.shuffle(pack)
    state = deal(new_game(options, 2, 0), pack)
    state = played(state, "1 draw") if state.phase is Phase.DRAW else state
    state = replace(state, hands=(state.hands[0], bytes(sorted(pack[-30:]))), deck=bytes(pack))
    for level in Level:
        after = state
        for move in chosen(state, level):
            after = apply(after, move, tuple)
        assert after.turn != 1


@pytest.mark.each_value
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("variant", MELDS)
def test_C_10_a_computer_ends_a_turn_in_which_nothing_can_be_laid_any_more(variant: Variant, level: Level) -> None:
    """It's the turn of an absent player who took lays back twenty times: the table mustn't wait for ever."""
    rng, held_back = Random(f"spent {variant} {level}"), 0
    german = isinstance(MELDS_PRESETS[variant], GermanOptions)
    changes: dict[str, object] = {"initial": 0, "pure_run": False} if german else {}
    states = melds_states(melds_options(variant, **changes), 3, rng, 250)
    for state in states:
        if state.phase is not Phase.LAY or state.lays is not None or state.due is not None:
            continue
        spent = replace(state, take_backs=TAKE_BACK_LIMIT)
        moves = chosen(spent, level, 1, SMALL)
        assert [move.verb for move in moves] == [Verb.DISCARD]
        assert apply(spent, moves[0]).turns == state.turns + 1
        held_back += bool(best_plan(position_of(view_for(state, state.turn))).steps)
    assert held_back, "something could have been laid"
