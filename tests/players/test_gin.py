"""Computer players of the gin family: they ignore hidden cards, always have a move, and play as intended."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.bench.arena import Contestant, contestant, play
from bot.bench.opponents.gin import baseline, knocks_until
from bot.players.games import choose
from bot.players.gin.choosing import judged
from bot.players.hints import hint_for
from bot.players.levels import Budget, Level
from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.state import GinState
from bot.rummy.moves import Move, Verb
from bot.rummy.results import DealResult, Outcome
from bot.rummy.views import Phase
from tests.cards import cards
from tests.players.gin_positions import position
from tests.rummy.helpers import gin_states, random_options, twin

THREE_MELDS = "4C 5C 6C 9S 9H 9D TD JD QD"
"""Nine cards in melds."""
GONE = "KH 8D 7S QS JC 6H TC 5S 8C JH 7D KC TS 8H"
"""A discard pile in the middle of a deal."""


def states(seed: int, games: int) -> Iterator[tuple[GinState, Random]]:
    """Yield about one in eight states of random games with random options."""
    rng = Random(seed)
    for _ in range(games):
        found = gin_states(random_options(rng), rng, limit=200)
        yield from ((state, rng) for state in found if state.turn is not None and rng.random() < 0.12)


def short(options: GinOptions) -> GinOptions:
    """Return the options with a low target, so games are short."""
    return replace(options, target=min(options.target, 20), deals=min(options.deals, 2))


def rivals(rng: Random) -> list[Contestant]:
    """Return a level and any other player in random order; two random players would never knock."""
    names = [rng.choice(list(Level)), rng.choice([*Level, "baseline", "patient", "random"])]
    rng.shuffle(names)
    return [contestant(name) for name in names]


@pytest.mark.slow
def test_C_4_a_move_never_depends_on_hidden_cards() -> None:
    seen = 0
    for state, rng in states(1, 4):
        seat = state.turn
        other = twin(state, seat, rng)
        seen += other != state
        for level in Level:
            assert choose(view_for(state, seat), level, 7) == choose(view_for(other, seat), level, 7)
        assert hint_for(view_for(state, seat)) == hint_for(view_for(other, seat))
    assert seen > 30


ALL_ELEVEN = f"{THREE_MELDS} 7C KD"
"""Eleven cards in melds: 4-7 of clubs, three nines, 10-K of diamonds."""


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_G_28_every_level_calls_big_gin_and_goes_gin_if_that_scores_more(level: Level, variant: Variant) -> None:
    def made(**changes: object) -> Move:
        view = position(ALL_ELEVEN, "2C", variant=variant, changes=changes)
        [move] = choose(view, level, 1)
        assert replace(move, melds=None) in view.moves
        return move

    big = made(big_gin=31)
    assert big.verb is Verb.BIGGIN
    assert sorted(card for meld in big.melds or () for card in meld) == sorted(cards(ALL_ELEVEN))
    assert made(big_gin=25).verb is Verb.BIGGIN
    assert made(big_gin=24).verb is Verb.KNOCK
    assert made().verb is Verb.KNOCK


@pytest.mark.parametrize("level", Level)
def test_G_30_the_card_that_makes_big_gin_is_taken(level: Level) -> None:
    """Even by a hand that is gin already, which no card makes better otherwise."""

    def taken(**changes: object) -> Verb:
        view = position(f"{THREE_MELDS} KD", "7C", phase=Phase.DRAW, changes=changes)
        return choose(view, level, 1)[0].verb

    assert taken(big_gin=31) is Verb.TAKE
    assert taken() is Verb.DRAW


@pytest.mark.slow
def test_the_same_view_level_and_seed_give_the_same_move() -> None:
    for state, rng in states(2, 6):
        view, seed = view_for(state, state.turn), rng.randrange(1000)
        assert all(choose(view, level, seed) == choose(view, level, seed) for level in Level)


def test_no_move_out_of_turn() -> None:
    for state, _ in states(3, 2):
        assert state.turn is not None
        for level in Level:
            assert choose(view_for(state, 1 - state.turn), level, 1) == ()
            assert choose(view_for(state, None), level, 1) == ()


@pytest.mark.slow
@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_every_level_has_a_legal_move_with_any_options(variant: Variant) -> None:
    rng = Random(f"legal {variant}")
    for number in range(4):
        three = variant is Variant.THREE_HANDED
        players = [contestant(rng.choice(list(Level))) for _ in range(3)] if three else rivals(rng)
        assert play(short(random_options(rng, variant)), players, f"{variant} {number}").faults == []


def test_normal_beats_the_random_player() -> None:
    normal, random = contestant("normal"), contestant("random")
    for deal in range(8):
        for seats in ((normal, random), (random, normal)):
            won = play(GIN_PRESETS[Variant.GIN], seats, f"normal {deal}").shares
            assert won[seats.index(normal)] == 1


@pytest.mark.parametrize("level", Level)
def test_G_14_every_level_goes_gin_at_once(level: Level) -> None:
    move = choose(position(f"{THREE_MELDS} KD 2H", "2C"), level, 1)[0]
    assert (move.verb, code(move.named)) == (Verb.KNOCK, "2H")
    assert sum(map(len, move.melds or ())) == 10


@pytest.mark.parametrize("level", Level)
def test_G_10_the_card_just_taken_is_never_discarded(level: Level) -> None:
    for seed in range(20):
        view = position("2C 4S 6H 8D TC QS AH 3D 5C 7S KH", "2D", taken="KH")
        move = choose(view, level, seed)[0]
        assert move in view.moves
        assert code(move.named) != "KH"


@pytest.mark.parametrize("level", Level)
def test_G_8_the_upcard_is_taken_only_if_it_makes_a_meld(level: Level) -> None:
    hand = "4C 5C 9S 9H KD QC 2H 8D JS AH"
    for top, verb in (("6C", Verb.TAKE), ("9D", Verb.TAKE), ("6D", Verb.PASS), ("KS", Verb.PASS)):
        assert choose(position(hand, top, phase=Phase.UPCARD), level, 1) == (Move(0, verb),)
    assert choose(position(hand, "6C", phase=Phase.STOCK), level, 1) == (Move(0, Verb.DRAW),)


def test_hard_knocks_only_with_little_deadwood() -> None:
    for loose, verb in (("4H", Verb.KNOCK), ("7H", Verb.DISCARD)):
        assert choose(position(f"{THREE_MELDS} {loose} KS", "2C"), Level.HARD, 1)[0].verb is verb
        assert choose(position(f"{THREE_MELDS} {loose} KS", "2C"), Level.NORMAL, 1)[0].verb is Verb.KNOCK


def test_an_expert_knocks_early_but_waits_for_gin_with_many_outs_or_late() -> None:
    open_hand, closed_hand = f"{THREE_MELDS} 2H KS", "4C 4S 4H 9S 9H 9D 2D AS AH 3C KS"
    assert choose(position(open_hand, "2C", turns=12), Level.EXPERT, 1)[0].verb is Verb.DISCARD
    assert choose(position(closed_hand, "2C", turns=3), Level.EXPERT, 1)[0].verb is Verb.KNOCK
    late = position(closed_hand, f"{GONE} 2H QC 6S 7H KD 3H", turns=22)
    assert choose(late, Level.EXPERT, 1)[0].verb is Verb.DISCARD


def test_G_11_an_expert_knocks_before_the_deal_is_void() -> None:
    hand = f"{THREE_MELDS} 2H KS"
    for stock, verb in ((12, Verb.DISCARD), (2, Verb.KNOCK)):
        view = position(hand, "2C", stock=stock, turns=12)
        assert choose(view, Level.EXPERT, 1)[0].verb is verb
        end = judged(view, 0).end
        assert end is not None
        assert end.compared is not None
        assert (end.compared.wait > 0) is (verb is Verb.DISCARD), "a void deal earns nothing"


def test_G_23_an_expert_knocks_sooner_when_it_needs_few_points() -> None:
    deal = DealResult(Outcome.KNOCK, 0, (49, 0))
    for deals, verb in (((), Verb.DISCARD), ((deal, deal), Verb.KNOCK)):
        view = position("4C 5C 6C 9S 9H 9D TS JS QS 2H KH", "3C", turns=12, deals=deals)
        assert choose(view, Level.EXPERT, 1)[0].verb is verb


def test_G_20_an_expert_knocks_sooner_if_an_undercut_costs_nothing() -> None:
    hand = "4C 4S 4H 9S 9H 9D 2D AS AH 3C KS"
    for bonus, verb in ((50, Verb.DISCARD), (0, Verb.KNOCK)):
        view = position(hand, GONE, turns=6, changes={"undercut_bonus": bonus, "gin_bonus": bonus})
        assert choose(view, Level.EXPERT, 1)[0].verb is verb


def test_an_expert_discards_cards_the_opponent_can_not_use() -> None:
    """The two kings differ only by the cards the opponent took."""
    hand = "2C 3C 4C 6S 6H 6D 8C 8S AH KS KD"
    assert code(choose(position(hand, "5H", known="QD JD"), Level.EXPERT, 1)[0].named) == "KS"
    assert code(choose(position(hand, "5H", known="QS JS"), Level.EXPERT, 1)[0].named) == "KD"


def test_an_expert_keeps_cards_that_can_still_make_a_meld() -> None:
    """The queens cost more than the lone nine, but two more queens may come and none of the nine's neighbors."""
    hand = "2C 3C 4C 6S 6H 6D AH AD QS QD 9C"
    assert code(choose(position(hand, "8C TC"), Level.EXPERT, 1)[0].named) == "9C"
    assert code(choose(position(hand, "QC QH"), Level.EXPERT, 1)[0].named) in ("QS", "QD")


def test_a_larger_budget_considers_more_discards() -> None:
    view = position("2C 3C 4C 6S 6H 6D AH AD QS QD 9C", "8C TC")
    assert [code(choose(view, Level.EXPERT, 1, Budget(many))[0].named) for many in (0, 1000)] == ["QS", "9C"]


def test_the_baseline_takes_melding_cards_minimizes_deadwood_and_knocks_at_once() -> None:
    hand = "4C 5C 6C 9S 9H KD QC 2H 8D JS"
    assert baseline(position(hand, "7C", phase=Phase.DRAW), 1) == (Move(0, Verb.TAKE),)
    assert baseline(position(hand, "3D", phase=Phase.DRAW), 1) == (Move(0, Verb.DRAW),)
    assert baseline(position(hand, "3D", phase=Phase.UPCARD), 1) == (Move(0, Verb.PASS),)
    thrown = {code(baseline(position(f"{hand} 3S", "3D"), seed)[0].named) for seed in range(40)}
    assert thrown == {"KD", "QC", "JS"}
    assert baseline(position(f"{THREE_MELDS} TH KS", "2C"), 1)[0].verb is Verb.KNOCK


def test_the_patient_player_knocks_only_with_gin() -> None:
    assert knocks_until(0, position(f"{THREE_MELDS} AH KS", "2C", turns=1))[0].verb is Verb.DISCARD
    assert knocks_until(0, position(f"{THREE_MELDS} KD KS", "2C"))[0].verb is Verb.KNOCK


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_thousands_of_games_without_illegal_or_missing_moves(soak_seed: str) -> None:
    rng = Random(f"soak {soak_seed}")
    for number in range(5_000):
        players = rivals(rng)
        assert play(short(random_options(rng)), players, f"soak {soak_seed} {number}").faults == []
