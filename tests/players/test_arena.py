"""The arena: the same cards for all players, and correct counts of wins and faults."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.bench import arena
from bot.bench.arena import Contestant, contestant, play
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, Options, options_for
from bot.rummy.views import Phase, View
from tests.amounts import times
from tests.players.test_gin import short
from tests.rummy.helpers import random_melds_options, random_options

GIN = options_for(Variant.GIN, {"target": 20})


@pytest.mark.slow
def test_a_match_between_equal_players_is_even_since_both_get_the_same_cards() -> None:
    results = arena.played(arena.Match(Variant.GIN, ("hard", "hard")), 6)
    assert len(results) == 6
    assert sum(one.shares[0] for one in results) == 3


@pytest.mark.slow
def test_each_deal_is_played_from_every_seat_with_four_players() -> None:
    results = arena.played(arena.Match(Variant.GERMAN, ("easy",) * 3), 3)
    assert len(results) == 3
    assert sum(one.shares[0] for one in results) == pytest.approx(1)


def test_a_shared_win_counts_as_a_fraction() -> None:
    options = options_for(Variant.GERMAN, {"rounds": 1}, 3)
    for number in range(3):
        assert sum(play(options, [contestant("easy")] * 3, f"{number}").shares) == pytest.approx(1)


@pytest.mark.slow
def test_the_same_seeds_play_the_same_games_in_two_processes_too() -> None:
    match = arena.Match(Variant.GIN, ("easy", "baseline"))
    assert [one.shares for one in arena.played(match, times(8), processes=2)] == [
        one.shares for one in arena.played(match, times(8))
    ]
    assert [one.shares for one in arena.played(match, 4, first=50)] != [one.shares for one in arena.played(match, 4)]


def spoiled(view: View, seed: int) -> tuple[Move, ...]:
    """Forget to discard, or draw twice."""
    assert view.seat is not None
    return () if view.phase is Phase.DISCARD and Random(seed).random() < 0.5 else (Move(view.seat, Verb.DRAW),)


def test_illegal_and_missing_moves_are_counted_and_the_game_continues() -> None:
    bad = Contestant("spoiled", spoiled, lambda *_: False)
    one = play(GIN, [bad, contestant("normal")], "faults")
    assert any("spoiled, game faults" in fault and "(no move)" in fault for fault in one.faults)
    assert any("draw (" in fault for fault in one.faults)
    assert one.shares == (0, 1)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(50, 100, 0.404, 0.596), (0, 20, 0.0, 0.161), (20, 20, 0.839, 1.0)]
)
def test_confidence_intervals_follow_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert list(arena.interval(wins, games)) == pytest.approx([low, high], abs=1e-3)


def test_the_command_prints_and_saves_wins_and_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.json"
    words = ["bench", "arena", "--variant", "gin", "--games", "4", "--players", "normal,random", "--json", str(file)]
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    wins, times = json.loads(file.read_text())
    assert (wins["ours"], wins["unit"], wins["met"]) == (100, "% won", True)
    assert wins["notes"] == ["95% interval 51.0 to 100.0", "seeds 0 to 1"]
    assert times["unit"] == "ms/move"
    assert "normal against random in gin, 4 mirrored games: 100 % won" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--players", "nobody,hard"], "no such player: nobody"),
        (["--variant", "basic", "--players", "baseline,hard"], "this player can't play basic"),
        (["--variant", "gin", "--players", "hard,hard,hard"], "3"),
    ],
)
def test_unknown_or_unsuitable_players_are_refused(
    words: Sequence[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "arena", "--games", "2", "--json", str(tmp_path / "none.json"), *words])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def some_game(rng: Random, number: int) -> list[str]:
    """Play a game of a random variant with random options, and return its faults."""
    variant = rng.choice(list(PRESETS))
    seats = 2 if variant in GIN_PRESETS else rng.randint(2, 4)
    options: Options = (
        random_melds_options(rng, variant, seats) if variant not in GIN_PRESETS else short(random_options(rng, variant))
    )
    players = [contestant(rng.choice(list(Level))) for _ in range(seats)]
    return play(options, players, f"any {number}").faults


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_ten_thousand_games_of_all_variants_without_illegal_or_missing_moves(soak_seed: str) -> None:
    rng = Random(f"ten thousand {soak_seed}")
    for number in range(10_000):
        assert some_game(rng, number) == [], number
