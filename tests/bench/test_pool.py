"""The pool of opponents: every one keeps to its rule, and the worst result is reported."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.bench import arena, open_spiel
from bot.bench.arena import Contestant, contestant, play
from bot.bench.opponents import gin, melds
from bot.bench.opponents.named import OPPONENTS, PAIRS
from bot.laydown import best_plan, position_of
from bot.players.levels import Level
from bot.rummy.cards import JOKER, mask_of, parse_card
from bot.rummy.families import Family, Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.views import GinView
from bot.rummy.melds.options import BasicOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, Options, options_for
from bot.rummy.views import Phase, View

SHORT: dict[Variant, Options] = {
    Variant.GIN: options_for(Variant.GIN, {"target": 20}),
    Variant.BASIC: options_for(Variant.BASIC, {"target": 10}),
    Variant.GERMAN: options_for(Variant.GERMAN, {"rounds": 1}),
}
MELDS = [name for name, opponent in OPPONENTS.items() if opponent.family is Family.MELDS]
GIN = [name for name, opponent in OPPONENTS.items() if opponent.family is Family.GIN]


def watched(name: str, check: Callable[[View, tuple[Move, ...]], None]) -> Contestant:
    """Return an opponent whose moves are checked."""
    player = contestant(name)
    assert player.in_deal is not None
    started = player.in_deal

    def in_deal(rng: Random) -> Callable[[View, int], tuple[Move, ...]]:
        choose = started(rng)

        def checked(view: View, seed: int) -> tuple[Move, ...]:
            moves = choose(view, seed)
            check(view, moves)
            return moves

        return checked

    return replace(player, in_deal=in_deal)


def options_of(variant: Variant, seats: int) -> Options:
    """Return the options of a short game."""
    changes = {Variant.GERMAN: {"rounds": 1}, Variant.RUM500: {"target": 100}}.get(variant, {"target": 10})
    return options_for(variant, changes, seats)


@pytest.mark.each_value
@pytest.mark.parametrize("name", MELDS)
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN, Variant.RUM500])
def test_rules_of_thumb_make_only_legal_moves_at_tables_of_two_to_four(name: str, variant: Variant) -> None:
    seats = 2 + MELDS.index(name) % 3
    one = play(options_of(variant, seats), [contestant(name)] * seats, f"legal {name}")
    assert one.faults == []
    assert sum(one.shares) == pytest.approx(1)


@pytest.mark.parametrize("name", GIN)
def test_gin_opponents_make_only_legal_moves(name: str) -> None:
    for number in range(3):
        assert play(SHORT[Variant.GIN], [contestant(name), contestant("baseline")], f"legal {number}").faults == []


@pytest.mark.each_value
@pytest.mark.parametrize("name", ["holder", "holder" + PAIRS])
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_a_holder_lays_nothing_before_it_can_go_out(name: str, variant: Variant) -> None:
    laid = []

    def check(view: View, moves: tuple[Move, ...]) -> None:
        if any(move.verb in (Verb.MELD, Verb.LAYOFF) for move in moves):
            assert isinstance(view, MeldsView)
            assert best_plan(position_of(view)).out
            laid.append(moves)

    play(SHORT[variant], [watched(name, check), contestant("normal")], "holder 1")
    play(SHORT[variant], [watched(name, check)] * 2, "holder 2")
    assert laid


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_late4_lays_if_another_seat_is_near_or_has_laid_or_the_stock_is_low(variant: Variant) -> None:
    lays: list[tuple[Move, ...]] = []
    waits: list[tuple[Move, ...]] = []

    def check(view: View, moves: tuple[Move, ...]) -> None:
        assert isinstance(view, MeldsView)
        plan = best_plan(position_of(view)) if view.phase is Phase.LAY else None
        if plan is None or plan.out or not plan.steps:
            return
        other = 1 - (view.seat or 0)
        late = view.counts[other] <= 4 or view.opened[other] or view.stock <= 4
        (lays if late else waits).append(moves)
        assert any(move.verb in (Verb.MELD, Verb.LAYOFF) for move in moves) == late

    for number in range(3):
        play(SHORT[variant], [watched("late4", check), contestant("normal")], f"late {number}")
    assert lays
    assert waits


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_a_beginner_lays_at_once_and_discards_its_highest_loose_card(variant: Variant) -> None:
    lays, thrown = [], []

    def check(view: View, moves: tuple[Move, ...]) -> None:
        assert isinstance(view, MeldsView)
        plan = best_plan(position_of(view)) if view.phase is Phase.LAY else None
        if plan is None or plan.out:
            return
        assert moves[:-1] == plan.steps
        lays.append(len(plan.steps))
        values = rules_for(view.options).hand_values
        free = {values[card] for card in plan.left if card not in (JOKER, view.taken)}
        if free and not view.melds and not plan.steps:
            assert values[moves[-1].named] == max(free)
            thrown.append(max(free) > min(free))

    for number in range(3):
        play(SHORT[variant], [watched("beginner", check), contestant("holder")], f"beginner {number}")
    assert any(lays)
    assert any(thrown)


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_the_counter_lays_with_more_than_three_other_cards_or_if_another_seat_is_near(variant: Variant) -> None:
    seen = set()

    def check(view: View, moves: tuple[Move, ...]) -> None:
        assert isinstance(view, MeldsView)
        plan = best_plan(position_of(view)) if view.phase is Phase.LAY else None
        if plan is None or plan.out or not plan.steps:
            return
        near, late = view.counts[1 - (view.seat or 0)] <= 3, variant is Variant.GERMAN and view.stock <= 4
        lays = len(plan.left) > 4 or near or late
        assert any(move.verb in (Verb.MELD, Verb.LAYOFF, Verb.SWAP) for move in moves) == lays
        seen.add(lays)

    for number in range(3):
        play(SHORT[variant], [watched("counter", check), contestant("normal")], f"counter {number}")
    assert seen == {False, True}


def test_a_mixed_holder_draws_its_limits_for_each_deal() -> None:
    drawn = {melds.mixed(Random(seed)) for seed in range(50)}
    assert len(drawn) > 20
    assert {habits.after_others for habits in drawn} == {False, True}
    players = [contestant("mixed-holder"), contestant("normal")]
    once, again = (play(SHORT[Variant.BASIC], players, "mixed") for _ in range(2))
    assert once.shares == again.shares
    assert list(map(len, once.seconds)) == list(map(len, again.seconds))


def test_of_loose_cards_the_one_with_the_fewest_partners_and_then_the_highest_value_goes() -> None:
    rules = rules_for(BasicOptions(Variant.BASIC))
    hand = [parse_card(text) for text in ("4H", "5H", "9S", "9D", "KC")]
    assert [melds.partners(card, hand, rules) for card in hand] == [1, 1, 1, 1, 0]


@pytest.mark.parametrize("name", ["hunter", "early", "simple", "safe", "eager", "patient", "ten-until-4"])
def test_gin_opponents_knock_when_their_rule_says_so(name: str) -> None:
    knocks = []

    def check(view: View, moves: tuple[Move, ...]) -> None:
        assert isinstance(view, GinView)
        if view.phase is not Phase.DISCARD:
            return
        least = min(deadwood(mask_of(view.hand) ^ 1 << card) for card in view.hand if card != view.taken)
        until = {"early": 10, "ten-until-4": 8, "hunter": 0, "patient": 0}.get(name, 1000)
        at_once = view.turns < until
        may = least <= (view.knock_limit if at_once else 0)
        assert (moves[0].verb is Verb.KNOCK) == may
        knocks.append(may)

    for number in range(6):
        play(SHORT[Variant.GIN], [watched(name, check), contestant("normal")], f"knock {number}")
    assert any(knocks)


def test_the_safe_player_prefers_what_the_opponent_left_behind() -> None:
    seen = []

    def check(view: View, moves: tuple[Move, ...]) -> None:
        if view.phase is Phase.DISCARD and moves[0].verb is Verb.DISCARD:
            assert isinstance(view, GinView)
            allowed = [card for card in view.hand if card != view.taken]
            left = {card: deadwood(mask_of(view.hand) ^ 1 << card) for card in allowed}
            near = [gin.interest(view, card) for card in allowed if left[card] <= min(left.values()) + 5]
            assert gin.interest(view, moves[0].named) == min(near)
            seen.append(max(near) > min(near))

    play(SHORT[Variant.GIN], [watched("safe", check), contestant("normal")], "safe")
    assert any(seen)


def test_the_opponent_is_interested_in_neighbors_of_what_they_took_and_not_of_what_they_left() -> None:
    views: list[GinView] = []

    def keep(view: View, _: tuple[Move, ...]) -> None:
        assert isinstance(view, GinView)
        views.append(replace(view, seat=0, known=((), (parse_card("8H"), parse_card("7C"))), discards=()))

    play(SHORT[Variant.GIN], [watched("safe", keep), contestant("normal")], "interest")
    left = replace(views[0], known=((), ()), discards=(parse_card("8H"), parse_card("7C")))
    near, far = parse_card("7H"), parse_card("KS")
    assert gin.interest(views[0], near) > gin.interest(views[0], far) == 0 > gin.interest(left, near)


def test_an_opponent_against_itself_wins_as_often_as_it_loses_since_seats_are_swapped() -> None:
    results = arena.played(arena.Match(Variant.GERMAN, ("late4", "late4")), 4)
    assert sum(one.shares[0] for one in results) == 2


def test_every_family_has_its_opponents_and_all_other_levels_in_the_pool() -> None:
    assert arena.opponents("expert", Variant.RUM500) == (*MELDS, "easy", "normal", "hard")
    assert arena.opponents("expert", Variant.GERMAN) == (
        *(name for name in MELDS if name != "hoarder"),
        "easy",
        "normal",
        "hard",
    )
    assert arena.opponents("hunter", Variant.GIN) == (*(name for name in GIN if name != "hunter"), "baseline", *Level)
    assert {PRESETS[variant].family for variant in arena.VARIANTS} == set(Family)


def test_the_worst_result_is_the_lowest_one_with_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "opponents", lambda *_: ("simple", "random"))
    monkeypatch.setattr(open_spiel, "installed", lambda: False)
    *each, worst = arena.pool_rows("easy", variants=[Variant.GIN], games=4, processes=1, first=7)
    assert worst.ours == min(row.ours for row in each)
    assert worst.notes[0].startswith("against simple, 95% interval ")
    assert [row.notes[1] for row in each] == ["seeds 7 to 8"] * 2


@pytest.mark.parametrize(("words", "players"), [(["--players", "normal,easy"], ["normal", "easy"]), ([], None)])
def test_the_command_plays_each_player_by_default_all_levels_against_the_pool(
    words: list[str],
    players: list[str] | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arena, "opponents", lambda *_: ("random",))
    monkeypatch.setattr(open_spiel, "installed", lambda: False)
    file = tmp_path / "pool.json"
    begin = ["bench", "arena", "--pool", "--variant", "gin", "--seats", "2", "3", "--games", "2", "--processes", "1"]
    with pytest.raises(SystemExit) as ended:
        main([*begin, *words, "--json", str(file)])
    assert ended.value.code == 0
    names = players or ["expert", "hard", "normal", "easy"]
    assert [row["name"].split()[0] for row in json.loads(file.read_text())] == [one for one in names for _ in range(2)]
    assert f"{names[1]} in gin, 2 seats, worst of 1 opponents" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "wins", "met"),
    [
        (("easy", "holder"), 4, True),
        (("easy", "holder"), 5, False),
        (("easy", "beginner"), 14, False),
        (("normal", "late4"), 7, True),
        (("normal", "late4"), 6, False),
        (("hard", "holder"), 9, False),
        (("hard", *["holder"] * 3), 4, True),
        (("hard", *["holder"] * 3), 1, False),
        (("normal", *["holder"] * 3), 0, True),
        (("expert", *["holder"] * 3), 4, False),
    ],
)
def test_each_level_has_its_goals_against_the_pool(names: tuple[str, ...], wins: int, met: bool) -> None:
    """Easy may win at most so much; Hard with several others what may be its share, Expert at least its share."""
    seats = len(names)
    results = [arena.Played((float(game < wins), *[0.0] * (seats - 1)), ([0.0],) * seats) for game in range(20)]
    assert arena.wins_row(arena.Match(Variant.BASIC, names), results).met is met


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--players", "normal,easi"], "no such player: easi"),
        (["--variant", "gin", "--seats", "3"], "gin can't be played with 3 seats"),
        (["--players", "nobody"], "no such player: nobody"),
    ],
)
def test_a_pool_that_cannot_be_played_is_refused(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "arena", "--pool", "--games", "2", "--json", str(tmp_path / "none.json"), *words])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.skipif(not open_spiel.installed(), reason="needs the extra bench")
def test_levels_play_both_seats_of_a_deal_in_open_spiels_gin_without_illegal_moves() -> None:
    done = open_spiel.played(Level.EXPERT, range(20))
    assert [one.faults for one in done] == [()] * 20
    assert done == open_spiel.played(Level.EXPERT, range(20))
    assert len({one.points for one in done}) > 3


@pytest.mark.parametrize(
    ("players", "says"),
    [("random,open-spiel", "against a level"), ("expert,open-spiel", "not installed")],
)
def test_open_spiels_bot_says_what_it_needs(players: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_spiel, "find_spec", lambda _: None)
    with pytest.raises(ValueError, match=says):
        list(arena.rows([Variant.GIN], tuple(players.split(",")), games=2))


def test_the_pool_of_gin_says_that_open_spiel_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_spiel, "find_spec", lambda _: None)
    monkeypatch.setattr(arena, "opponents", lambda *_: ("random",))
    *_, worst = arena.pool_rows("normal", variants=[Variant.GIN], games=2, processes=1)
    assert worst.notes[1] == open_spiel.MISSING
