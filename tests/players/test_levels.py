"""The style of each level: Easy plays like a beginner, Normal by rules of thumb, Hard counts the cards and waits."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot.bench.styles import StyleCounts, Trait, counted
from bot.laydown import position_of
from bot.players.games import choose
from bot.players.levels import Level
from bot.players.melds.outlook import loose
from bot.rummy import games
from bot.rummy.cards import JOKER, POINTS, code, mask_of, parse_card, rank_of
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.melds.game import apply, deal, new_game
from bot.rummy.melds.options import MELDS_PRESETS, MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import options_for
from bot.rummy.views import Phase, View
from tests.players.gin_positions import position
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options
from tests.rummy.stacked import deck_of

SEEDS = range(200)
THREE_MELDS = "4C 5C 6C 9S 9H 9D TD JD QD"


def share(view: View, wanted: Callable[[tuple[Move, ...]], bool], level: Level = Level.EASY) -> float:
    """Return in how many of the possible turns a level does what is wanted."""
    return sum(wanted(choose(view, level, seed)) for seed in SEEDS) / len(SEEDS)


def verb_is(verb: Verb) -> Callable[[tuple[Move, ...]], bool]:
    return lambda moves: moves[0].verb is verb


def melds_state(hands: list[str], then: str, *moves: str, variant: Variant = Variant.BASIC) -> MeldsState:
    """Return a state after the deal, in which seat 1 begins, and some moves."""
    options = options_for(variant, {})
    assert isinstance(options, MeldsOptions)
    state = deal(new_game(options, len(hands), 0), deck_of(options, hands, then, 0))
    for move in moves:
        state = apply(state, parse_move(move))
    return state


def on_turn(state: State) -> View:
    return games.view_for(state, state.turn)


TAKES = {
    "gin": position("4C 5C 9S 9H KD QC 2H 8D JS AH", "6C", phase=Phase.DRAW),
    "basic": on_turn(melds_state(["...", "4S 5S 9H 9D QC AC 3D JH 7C KS"], "6S")),
    "german": on_turn(
        melds_state(["...", "4S 5S 9H 9D QC AC 3D JH 7C KS 2H 2C TD"], "6S", variant=Variant.GERMAN),
    ),
}


@pytest.mark.parametrize(("game", "least", "most"), [("gin", 0.5, 0.95), ("basic", 0.3, 0.6), ("german", 0.02, 0.15)])
def test_easy_misses_many_cards_that_make_a_meld_and_the_others_none(game: str, least: float, most: float) -> None:
    assert least < share(TAKES[game], verb_is(Verb.TAKE)) < most
    for level in (Level.NORMAL, Level.HARD, Level.EXPERT):
        assert choose(TAKES[game], level, 1)[0].verb is Verb.TAKE


def test_easy_misses_some_knocks_but_never_gin() -> None:
    assert 0.5 < share(position(f"{THREE_MELDS} 4H KS", "2C"), verb_is(Verb.KNOCK)) < 0.8
    assert share(position(f"{THREE_MELDS} KD KS", "2C"), verb_is(Verb.KNOCK)) == 1


RUN_ON_TABLE = ("4S 5S 6S 9D 9C AC 3D JH QC 2H", "KD KC", "1 draw", "1 meld 4S 5S 6S", "1 discard QC")


def test_easy_misses_some_lay_offs_after_its_first_melds_but_never_a_win() -> None:
    hand, then, *moves = RUN_ON_TABLE
    fits = melds_state(["7S 8S 2C 5D TH JC QD AD 3H 6C", hand], then, *moves, "0 draw")
    assert share(on_turn(fits), verb_is(Verb.LAYOFF)) == 1
    lays = share(on_turn(replace(fits, opened=(True, True))), verb_is(Verb.LAYOFF))
    assert 0.3 < lays < 0.6
    wins = melds_state(["7S 8S 2C 2D 2S 5D 5C 5H TH TD", hand], "KD KC TC", *moves, "0 draw")
    for seed in SEEDS:
        ended = replace(wins, opened=(True, True))
        for move in choose(on_turn(ended), Level.EASY, seed):
            ended = apply(ended, move)
        assert ended.deals[-1].winner == 0


@pytest.mark.parametrize(("variant", "least", "most"), [(Variant.KALUKI, 0.45, 0.65), (Variant.GERMAN, 1, 1)])
def test_H_18_normal_misses_some_lay_offs_where_a_card_that_is_taken_has_to_be_laid(
    variant: Variant, least: float, most: float
) -> None:
    melds = ("1 meld 4S 5S 6S", "1 meld QH QS QD", "1 meld KH KS KD")
    hand = "4S 5S 6S QH QS QD KH KS KD 9C 3D 7H 2C"
    state = melds_state(["...", hand], "TC 8C JC", "1 draw", *melds, "1 discard 8C", "0 draw", variant=variant)
    held = bytes(map(parse_card, ["7S", "9C", "3D", "7H", "2C"]))
    state = replace(state, opened=(True, True), hands=(held, state.hands[1]))
    assert least <= share(on_turn(state), verb_is(Verb.LAYOFF), Level.NORMAL) <= most


def test_easy_never_makes_a_nonsense_discard() -> None:
    """It never discards a loose card while it holds a higher one, unless that is one of a high pair."""
    rng, seen = Random(7), 0
    for _ in range(8):
        gin = gin_states(random_options(rng), rng, 150)
        variant, preset = rng.choice(list(MELDS_PRESETS.items()))
        seats = rng.choice(preset.seat_counts)
        melds = melds_states(random_melds_options(rng, variant, seats), seats, rng, 60)
        states: list[State] = [*gin[::4], *melds[::3]]
        for state in states:
            if state.turn is not None and state.phase in (Phase.DISCARD, Phase.LAY):
                seen += not_nonsense(on_turn(state), rng.randrange(1000))
    assert seen > 100


def not_nonsense(view: View, seed: int) -> bool:
    """Check a discard of Easy; return whether there was anything to check."""
    move = choose(view, Level.EASY, seed)[0]
    if move.verb is not Verb.DISCARD:
        return False
    match view:
        case GinView():
            held = {card: POINTS[card] for card in arrange(mask_of(view.hand)).loose}
        case MeldsView():
            values = rules_for(view.options).hand_values
            held = {card: values[card] for card in loose(position_of(view), view.hand) if card != JOKER}
        case _:
            raise AssertionError(view)
    if view.taken is not None:
        held.pop(view.taken, None)
    ranks = [rank_of(card) for card in held]
    single = [value for card, value in held.items() if value < 10 or ranks.count(rank_of(card)) == 1]
    if move.named in held and single:
        assert held[move.named] >= max(single) - 1, (code(move.named), [code(card) for card in held])
    return bool(single)


def test_easy_keeps_a_high_pair_that_normal_gives_up() -> None:
    gin = position("2C 3C 4C 6S 6H 6D KS KD 3H 8C AS", "5H")
    assert {code(choose(gin, Level.EASY, seed)[0].named) for seed in SEEDS} == {"8C"}
    assert code(choose(gin, Level.NORMAL, 1)[0].named) in ("KS", "KD")


def test_hard_counts_the_cards_that_are_gone() -> None:
    """The queens cost more than the lone nine, but two more queens may come and none of the nine's neighbors."""
    hand = "2C 3C 4C 6S 6H 6D AH AD QS QD 9C"
    for lying, discards in (("8C TC", ["9C"]), ("QC QH", ["QS", "QD"])):
        view = position(hand, lying)
        assert code(choose(view, Level.HARD, 1)[0].named) in discards
        assert code(choose(view, Level.NORMAL, 1)[0].named) in ("QS", "QD")


def test_hard_keeps_what_the_opponent_collects() -> None:
    hand = "2C 3C 4C 6S 6H 6D 8C 8S AH KS KD"
    for known, discard in (("QD JD", "KS"), ("QS JS", "KD")):
        assert code(choose(position(hand, "5H", known=known), Level.HARD, 1)[0].named) == discard


def test_G_11_hard_knocks_before_the_deal_is_void() -> None:
    for stock, verb in ((12, Verb.DISCARD), (2, Verb.KNOCK)):
        assert choose(position(f"{THREE_MELDS} 7H KS", "2C", stock=stock), Level.HARD, 1)[0].verb is verb


BASIC = "4S 5S 6S 9H 9D 9C"
GERMAN = f"{BASIC} QH QS QD"
LOOSE = "AC 3D JH 7C 2H TD 5C"


def holds(
    level: Level,
    melds: str,
    left: int,
    seats: int = 2,
    *,
    opened: int | None = None,
    turns: int = 1,
    variant: Variant | None = None,
    theirs: int | None = None,
) -> bool:
    """Return whether a level holds melds with so many other cards left after the discard; ``opened`` has laid some.

    The first seat has that many cards (``theirs``).
    """
    variant = variant or (Variant.GERMAN if melds == GERMAN else Variant.BASIC)
    hand = f"{melds} {' '.join(LOOSE.split()[:left])}"
    size = options_for(variant, {}, seats).hand_size(seats)
    state = melds_state(["...", "...", *["..."] * (seats - 2)], "KD KS", "1 draw", variant=variant)
    held = bytes(map(parse_card, [*hand.split(), "KS"]))
    assert len(held) <= size + 1
    state = replace(state, hands=(state.hands[0][:theirs], held, *state.hands[2:]), turns=turns * seats)
    state = replace(state, opened=tuple(seat == opened for seat in range(seats)))
    return choose(on_turn(state), level, 0)[0].verb is Verb.DISCARD


@pytest.mark.parametrize("melds", [BASIC, GERMAN])
@pytest.mark.parametrize("seats", [2, 4])
def test_normal_holds_melds_only_with_at_most_two_other_cards(melds: str, seats: int) -> None:
    hand = "4S 5S 6S" if melds == BASIC else melds
    assert holds(Level.NORMAL, hand, 2, seats)
    assert not holds(Level.NORMAL, hand, 3, seats)
    assert not holds(Level.NORMAL, hand, 2, seats, opened=1), "nothing is doubled after laying"


def test_hard_holds_melds_with_many_other_cards_and_fewer_with_each_turn() -> None:
    for left, turns in ((7, 2), (6, 4), (4, 8)):
        assert holds(Level.HARD, "4S 5S 6S", left, turns=turns)
        assert not holds(Level.HARD, "4S 5S 6S", left, turns=turns + 1)


@pytest.mark.parametrize(("melds", "seats"), [("4S 5S 6S", 2), (GERMAN, 2), (GERMAN, 4)])
def test_hard_answers_the_melds_of_another_player_if_more_than_four_other_cards_are_left(
    melds: str, seats: int
) -> None:
    for turns in (1, 9):
        assert holds(Level.HARD, melds, 4, seats, opened=0, turns=turns)
    assert not holds(Level.HARD, "4S 5S 6S", 5, opened=0)


@pytest.mark.parametrize("seats", [3, 4])
def test_hard_holds_melds_to_the_end_where_one_deal_nearly_wins_the_game(seats: int) -> None:
    assert holds(Level.HARD, "4S 5S 6S", 4, seats, opened=0, turns=9)
    assert not holds(Level.HARD, GERMAN, 4, seats, turns=9)


@pytest.mark.parametrize("variant", [Variant.ROMME, Variant.KALUKI])
def test_H_18_only_hard_and_expert_hold_where_a_card_that_is_taken_has_to_be_laid(variant: Variant) -> None:
    def held(level: Level, left: int) -> bool:
        return holds(level, GERMAN, left, variant=variant)

    assert not held(Level.NORMAL, 2)
    assert held(Level.HARD, 2)
    assert not held(Level.HARD, 3)
    assert held(Level.EXPERT, 4)


@pytest.mark.parametrize("variant", [Variant.ROMME, Variant.KALUKI])
def test_H_18_expert_holds_there_while_the_other_player_has_twice_as_many_cards(variant: Variant) -> None:
    for left, theirs in ((4, 8), (3, 6), (2, 4), (1, 2)):
        assert holds(Level.EXPERT, GERMAN, left, opened=0, variant=variant, theirs=theirs)
        assert not holds(Level.EXPERT, GERMAN, left, opened=0, variant=variant, theirs=theirs - 1)


def test_levels_differ_in_what_they_do_with_a_choice() -> None:
    styles = {level: counted(Variant.GIN, level, range(2)) for level in (Level.EASY, Level.NORMAL, Level.HARD)}
    assert percentages(styles, Trait.TAKES, Level.NORMAL) == 100 > percentages(styles, Trait.TAKES, Level.EASY)
    assert percentages(styles, Trait.KNOCKS, Level.NORMAL) == 100 > percentages(styles, Trait.KNOCKS, Level.HARD)
    assert percentages(styles, Trait.KEEPS_HIGH, Level.EASY) == 0
    assert percentages(styles, Trait.KEEPS_PAIRS, Level.EASY) == 100


def percentages(styles: dict[Level, StyleCounts], trait: Trait, level: Level) -> float:
    return styles[level].figure(trait)
