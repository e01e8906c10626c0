"""Figures of hints against what happens when both ways are played on: how it's measured, and a small fixed sample."""

from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from bot.__main__ import main
from bot.bench import claims
from bot.bench.arena import Match, RunningGame
from bot.bench.claims import Figure, Kept, figure_rows, kept
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.state import GinState
from bot.rummy.moves import Move, Verb
from tests.amounts import times

GIN = Match(Variant.GIN, ("expert", "normal"))


def test_both_ways_go_on_from_the_same_hands_with_the_same_cards_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    branches: list[tuple[GinState, tuple[Move, ...], str]] = []
    branch = RunningGame.branch

    def watched(game: RunningGame, state: State, moves: tuple[Move, ...], seed: str) -> RunningGame:
        assert isinstance(state, GinState)
        assert isinstance(game.state, GinState)
        assert (state.hands, state.discards) == (game.state.hands, game.state.discards)
        assert sorted(state.stock) == sorted(game.state.stock)
        branches.append((state, moves, seed))
        return branch(game, state, moves, seed)

    monkeypatch.setattr(RunningGame, "branch", watched)
    found = kept(GIN, range(1), orders=2)
    assert len(branches) == 4 * len(found) > 0
    for one, other in zip(branches[::2], branches[1::2], strict=True):
        assert one[0].deck == other[0].deck
        assert one[1] != other[1]
        assert one[2] == other[2]
    assert len({state.deck for state, _, __ in branches}) > len(found), "each position with several orders"


@pytest.mark.soak
def test_a_knock_earns_the_same_whatever_the_stock_and_no_more_than_counts() -> None:
    one, more = (
        [
            each
            for each in kept(GIN, range(1), orders, {Figure.KNOCK: 0.5, Figure.NEXT: 0})
            if each.figure is Figure.KNOCK
        ]
        for orders in (1, 2)
    )
    assert [each.happened[0] for each in one] == [each.happened[0] for each in more]
    assert [each.happened[1] for each in one] != [each.happened[1] for each in more]
    assert max(each.happened[0] for each in one) <= 100


@pytest.mark.soak
def test_holding_and_laying_are_played_to_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[Sequence[Move]] = []
    branch = RunningGame.branch

    def watched(game: RunningGame, state: State, moves: tuple[Move, ...], seed: str) -> RunningGame:
        ways.append(moves)
        return branch(game, state, moves, seed)

    monkeypatch.setattr(RunningGame, "branch", watched)
    found = kept(Match(Variant.BASIC, ("expert", "normal")), range(2), orders=1)
    assert all(moves[0].verb is Verb.DISCARD for moves in ways[::2])
    assert all(moves[0].verb in (Verb.MELD, Verb.LAYOFF, Verb.SWAP) for moves in ways[1::2])
    assert {share for one in found for share in one.happened} <= {0.0, 100.0}
    assert found


def verdicts(figure: Figure, one: float, other: float, many: int = 40) -> list[bool | None]:
    """Return whether goals are met, of rows with a goal, if the other way was claimed to be worth 3 points more."""
    found = [Kept(figure, (6, 9), (one + more, other + more)) for more in range(many)]
    return [row.met for row in figure_rows("here", figure, found, 0) if row.goal]


def test_a_shown_difference_that_is_off_and_any_with_the_wrong_sign_miss_their_goals() -> None:
    assert verdicts(Figure.NEXT, 5, 8) == [True, True]
    assert verdicts(Figure.NEXT, 0, 3) == [True, True], "both worth less, but the difference counts"
    assert verdicts(Figure.NEXT, 6, 18) == [False, True], "too small a difference"
    assert verdicts(Figure.NEXT, 6, 5.5) == [False, False], "the other one was better"
    assert verdicts(Figure.NEXT, 6, 5.5, many=20) == [False], "too few positions to tell which is better"
    assert verdicts(Figure.KNOCK, 6, 18) == [True], "not shown"
    assert verdicts(Figure.KNOCK, 6, 5.5) == verdicts(Figure.STAKES, 6, 5.5) == [False]


def off(found: Sequence[Kept], figure: Figure, what: Callable[[tuple[float, float]], float]) -> float:
    """Return by how much more than chance explains a figure is off on average."""
    wrong = [what(one.claimed) - what(one.happened) for one in found if one.figure is figure]
    assert len(wrong) > 10
    return abs(fmean(wrong)) - 1.96 * stdev(wrong) / sqrt(len(wrong))


@pytest.mark.slow
@pytest.mark.parametrize(
    "opponent",
    [pytest.param(name, marks=() if name == "early" else pytest.mark.soak) for name in claims.OPPONENTS[Variant.GIN]],
)
def test_figures_of_hints_are_right_on_average(opponent: str) -> None:
    """Seeds from 8,500,000 on. The suite notices a figure that is off by 12 points, the soak one that is by 5."""
    match, seeds = Match(Variant.GIN, ("expert", opponent)), range(8_500_000, 8_500_000 + times(3))
    found = kept(match, seeds, 1, {Figure.KNOCK: 0.8, Figure.NEXT: 0.5})
    assert off(found, Figure.KNOCK, lambda ways: ways[1] - ways[0]) < claims.LIMIT
    assert off(found, Figure.NEXT, lambda ways: ways[0] - ways[1]) < claims.LIMIT


@pytest.mark.slow
def test_the_command_prints_what_was_claimed_and_what_happened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claiming = ["bench", "arena", "--claims", "--variant", "gin", "--players", "expert,normal"]
    with pytest.raises(SystemExit) as done:
        main([*claiming, "--games", "2", "--processes", "1", "--json", str(tmp_path / "bench.json")])
    printed = capsys.readouterr().out
    assert done.value.code == 0
    assert "expert against normal in gin: play on: " in printed
    assert "2 positions, 2 orders each, seeds from 8,000,000" in printed
    assert claims.OPPONENTS.keys() == {Variant.GIN, Variant.BASIC, Variant.GERMAN}
