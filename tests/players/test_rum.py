"""The computers of 500 Rum: from below, giving back, whole games, and their order."""

from random import Random

import pytest

from bot.bench import arena
from bot.bench.arena import Contestant, contestant, play
from bot.bench.opponents import melds
from bot.laydown import pile_takes
from bot.players.games import choose
from bot.players.hints import hint_for
from bot.players.levels import Level
from bot.players.reasons import Why
from bot.rummy.cards import code, parse_card
from bot.rummy.families import Variant
from bot.rummy.games import apply, view_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import MeldsView
from bot.rummy.melds.views import view_for as melds_view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase, View
from tests.amounts import times
from tests.rummy.stacked import dealt, melds_options, played

# Seat 1 holds two eights; the eight of hearts lies under a low card and a king.
PILE = ("1 draw", "1 discard 3H", "0 draw", "0 discard KD")
HANDS = ["KD 4D 6D 9D JD 2H 5H TH QH 7D 2D 9H JH", "8S 8D 3H 2C 4C 6C AS 3S 5S 9C JS 7H TD"]
UPCARD = "8H 4H 6S"


def state(hands: list[str] = HANDS, then: str = UPCARD, moves: tuple[str, ...] = PILE, **changes: object) -> MeldsState:
    return dealt(melds_options(Variant.RUM500, **changes), hands, then, *moves)


def seen(now: MeldsState) -> MeldsView:
    return melds_view_for(now, now.turn)


def line(now: MeldsState, level: Level) -> list[str]:
    return [str(move) for move in choose(view_for(now, now.turn), level, 1)]


def test_R_6_cards_that_could_be_laid_now_are_found_with_what_comes_along() -> None:
    (take,) = pile_takes(seen(state()))
    assert str(take.move) == "1 take 8H"
    assert [code(card) for card in take.cards] == ["8H", "3H", "KD"]
    assert str(take.lay) == "1 meld 8S 8H 8D"
    assert take.plan.value == 24


def test_R_6_a_card_of_the_pile_may_be_laid_off_or_meld_with_those_above_it() -> None:
    moves = ("1 draw", "1 meld 5H 6H 7H", "1 discard 3S", "0 draw", "0 discard KD")
    hands = ["KD 4D 6D 9D JD 2H 3H TH QH 7D 2D 9H JH", "5H 6H 7H 2C 4C 6C TC QC AS 3S 5S 7S 9S"]
    takes = list(pile_takes(seen(state(hands, "8H 4S 6S JS QS", moves))))
    assert [str(take.lay) for take in takes if take.move == Move(1, Verb.TAKE, parse_card("8H"))] == ["1 layoff 8H 0"]


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD, Level.EXPERT])
def test_R_6_levels_take_from_below_and_lay_in_one_go(level: Level) -> None:
    moves = line(state(), level)
    assert moves[:2] == ["1 take 8H", "1 meld 8S 8H 8D"]
    assert moves[-1].startswith("1 discard")
    assert played(state(), *moves).turn == 0


def test_R_6_easy_takes_the_nearest_card_that_it_could_lay_but_overlooks_some() -> None:
    view = view_for(state(), 1)
    found = [str(choose(view, Level.EASY, seed)[0]) for seed in range(40)]
    assert set(found) == {"1 take 8H", "1 draw"}
    assert found.count("1 take 8H") > 20
    taken = [str(move) for move in choose(view_for(played(state(), "1 take 8H"), 1), Level.EASY, 1)]
    assert taken[0] == "1 meld 8S 8H 8D", "the card due isn't overlooked"


@pytest.mark.parametrize("level", list(Level))
def test_R_7_who_gave_cards_back_draws_from_the_stock(level: Level) -> None:
    assert line(state(moves=(*PILE, "1 take 8H", "1 undo")), level) == ["1 draw"]


def test_R_7_a_turn_that_runs_out_of_time_with_a_card_due_is_taken_back_given_back_drawn_and_discarded() -> None:
    late = state(moves=(*PILE, "1 take 8H"))
    assert line(late, Level.NORMAL) == ["1 undo"]
    laid = state(moves=(*PILE, "1 take 3H"))
    assert line(laid, Level.NORMAL) == ["1 undo"]
    moves = ("1 draw", "1 discard 8H", "0 draw", "0 discard KD", "1 take 8H", "1 meld 3S 4S 5S")
    hands = [HANDS[0], "3S 4S 5S 8H 2C 4C 6C TC QC AS 6H 7S 9S"]
    both = state(hands, "8C 8D 6S JS QS", moves)
    assert line(both, Level.NORMAL) == ["1 undo", "1 undo"]
    after = played(both, "1 undo", "1 undo")
    assert line(after, Level.NORMAL) == ["1 draw"]
    assert line(played(after, "1 draw"), Level.NORMAL)[-1].startswith("1 discard")


def test_R_8_a_top_discard_taken_alone_is_not_discarded() -> None:
    now = state(HANDS, UPCARD, ("1 take",))
    for level in Level:
        assert line(now, level)[-1] != "1 discard 8H"


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD, Level.EXPERT])
def test_R_14_what_fits_is_laid_at_once(level: Level) -> None:
    hands = [HANDS[0], "8S 8D 8C 2C 4C 6H AS 3S 5S TC JS 7H TS"]
    assert line(state(hands, UPCARD, ("1 draw",)), level)[0] == "1 meld 8C 8S 8D"


def test_the_hoarder_takes_the_largest_pile_that_it_can_use() -> None:
    view = seen(state())
    assert [str(move) for move in melds.choose(melds.HOARDER, view)] == ["1 take 8H"]
    assert melds.choose(melds.LAYS_AT_ONCE, view)[0].card is None


def test_hints_tell_what_a_take_from_below_brings_and_costs_and_name_the_card_due() -> None:
    hint = hint_for(seen(state()))
    assert hint is not None
    assert hint.why is Why.TAKE_BELOW
    assert hint.values == {"card": parse_card("8H"), "points": 24, "cost": 13}, "the three and the king stay in hand"
    due = hint_for(seen(state(moves=(*PILE, "1 take 8H"))))
    assert due is not None
    assert due.why is Why.LAY_DUE
    assert due.values["other"] == parse_card("8H")
    laid = hint_for(seen(state(moves=(*PILE, "1 take 8H", "1 meld 8S 8H 8D"))))
    assert laid is not None
    assert laid.move.verb is Verb.DISCARD


@pytest.mark.each_value
@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_with_any_target_have_no_refused_and_no_missing_move(level: Level, seats: int) -> None:
    for number in range(times(1)):
        rng = Random(f"{level} {seats} {number}")
        options = options_for(Variant.RUM500, {"target": rng.randint(100, 250)}, seats)
        players = [contestant(level), *(contestant(rng.choice(list(Level))) for _ in range(seats - 1))]
        one = play(options, players, f"whole {level} {seats} {number}")
        assert one.faults == []
        assert sum(one.shares) == pytest.approx(1)


def fickle(level: Level) -> Contestant:
    """Return a level that often takes and gives back, or lays and takes back, before it makes its moves."""

    def moves(view: View, seed: int) -> tuple[Move, ...]:
        rng, seat = Random(seed), view.seat or 0
        below = [move for move in view.moves if move.verb is Verb.TAKE and move.card is not None]
        if view.phase is Phase.DRAW and below and rng.random() < 0.4:
            return (rng.choice(below), Move(seat, Verb.UNDO))
        chosen = choose(view, level, seed)
        lays = [move for move in chosen if move.verb in (Verb.MELD, Verb.LAYOFF)]
        if view.phase is Phase.LAY and lays and rng.random() < 0.3:
            return (*lays[:1], Move(seat, Verb.UNDO), *chosen)
        return chosen

    return Contestant(f"fickle {level}", moves, lambda _: False)


@pytest.mark.each_value
@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R_7_whole_games_with_take_backs_and_give_backs_go_on_to_the_end(level: Level, seats: int) -> None:
    for number in range(times(1)):
        options = options_for(Variant.RUM500, {"target": 150}, seats)
        one = play(options, [fickle(level), *[contestant("normal")] * (seats - 1)], f"fickle {level} {seats} {number}")
        assert one.faults == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("normal", "random"),
        pytest.param("hard", "normal", marks=pytest.mark.soak),
        pytest.param("expert", "lays-at-once", marks=pytest.mark.soak),
    ],
)
def test_levels_win_more_than_those_below(better: str, worse: str) -> None:
    results = arena.played(arena.Match(Variant.RUM500, (better, worse)), times(8))
    assert sum(one.shares[0] for one in results) > len(results) / 2


def test_applying_a_choice_never_needs_more_than_the_view() -> None:
    now = state()
    assert isinstance(apply(now, choose(view_for(now, 1), Level.EXPERT, 1)[0]), MeldsState)
