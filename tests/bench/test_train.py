"""Training: fits find what was put in, decisions come with their deals' results, and the table is a module."""

import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.bench.train import fitting, lay_tables
from bot.bench.train.lay_tables import LayDecided, decisions
from bot.players.arithmetic import logistic
from bot.players.melds import lay_table
from bot.players.melds.estimates import GameStyle, LayMoment, Opened
from bot.players.melds.lay_table import ESTIMATES
from bot.rummy.families import Variant


def test_a_linear_fit_finds_the_weights_of_a_sum() -> None:
    rng = Random(1)
    rows = [(1.0, rng.random(), rng.random()) for _ in range(300)]
    found = fitting.linear(rows, [2 - 3 * one + 0.5 * other for _, one, other in rows])
    assert found == pytest.approx((2, -3, 0.5), abs=0.05)


def test_a_logistic_fit_finds_the_odds_of_results() -> None:
    rng = Random(2)
    rows = [(1.0, rng.uniform(-2, 2)) for _ in range(4000)]
    found = fitting.odds(rows, [rng.random() < logistic(0.5 - 1.5 * term) for _, term in rows])
    assert found == pytest.approx((0.5, -1.5), abs=0.15)


def test_decisions_come_with_the_points_of_their_deal() -> None:
    found = list(decisions(Variant.BASIC, 2, lay_tables.FIRST))
    assert found == list(decisions(Variant.BASIC, 2, lay_tables.FIRST))
    assert {one.lays for one in found} == {False, True}
    assert all(one.points for one in found)
    assert any(one.points > 0 for one in found)
    assert any(one.points < 0 for one in found)


def invented(variant: Variant, games: int, first: int) -> Iterator[LayDecided]:
    """Invent decisions that win the more often, the fewer cards are left."""
    rng = Random(f"{variant} {first}")
    for number in range(games):
        left = rng.randrange(8)
        moment = LayMoment(
            opened=list(Opened)[number % 4],
            left=left,
            outs=rng.random(),
            turns=rng.randrange(10),
            held=rng.randrange(90),
            kept=rng.randrange(30),
            laid=rng.randrange(3, 8),
            theirs=rng.randrange(1, 11),
            taken=rng.randrange(3),
            stock=rng.randrange(31),
        )
        yield LayDecided(moment, rng.random() < 0.5, 10 if rng.randrange(8) >= left else -20)


def test_the_command_fits_and_writes_the_table_as_a_module(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lay_tables, "decisions", invented)
    file = tmp_path / "table.py"
    with pytest.raises(SystemExit) as done:
        main(["bench", "train", "--games", "800", "--write", str(file), "--json", str(tmp_path / "bench.json")])
    assert done.value.code == 0
    assert "basic, the other player has opened: hold" in capsys.readouterr().out
    written = runpy.run_path(str(file))["ESTIMATES"]
    moments = [one.moment for one in invented(Variant.BASIC, 100, 5)]
    for estimate in written[GameStyle.AT_ONCE].values():
        few, many = ([estimate.wins(replace(moment, left=left)) for moment in moments] for left in (1, 7))
        assert sum(few) > sum(many) + 20


def test_the_table_is_written_as_the_players_contain_it() -> None:
    file = Path(lay_table.__file__)
    assert lay_tables.module_text(ESTIMATES) == file.read_text(encoding="utf-8")
    assert all(set(table) == {False, True} for table in ESTIMATES.values())
