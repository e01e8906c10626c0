"""Training for three and four seats: random decisions come with their deals' results, and the table is a module."""

import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.bench.train import crowds
from bot.bench.train.crowds import CrowdDecided, decisions
from bot.bench.train.lay_tables import FIRST
from bot.players.melds import crowd_table
from bot.players.melds.crowd_table import CROWDS
from bot.players.melds.estimates import LayMoment, Opened


def test_decisions_come_with_the_points_of_their_deal() -> None:
    found = list(decisions(3, 2, FIRST))
    assert found == list(decisions(3, 2, FIRST))
    assert {one.lays for one in found} == {False, True}
    assert all((one.points > 0) is one.won for one in found)
    assert all(one.best > 0 for one in found if not one.won)


def invented(seats: int, games: int, first: int) -> Iterator[CrowdDecided]:
    """Invent decisions that win the more often, the fewer cards are left; holding counts double."""
    rng = Random(f"{seats} {first}")
    for number in range(games):
        left, lays = rng.randrange(8), rng.random() < 0.5
        moment = LayMoment(Opened.NOBODY, left, rng.random(), rng.randrange(9), 60, 30, 3, 13, 0, 50)
        won, stakes = rng.randrange(8) >= left, 1 if lays else 2
        yield CrowdDecided(moment, number % 2 == 0, lays, won, (100 if won else -30) * stakes, 0 if won else 90)


def test_the_command_fits_and_writes_the_table_as_a_module(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowds, "decisions", invented)
    file = tmp_path / "table.py"
    command = ["bench", "train", "--seats", "3", "--games", "800", "--write", str(file)]
    with pytest.raises(SystemExit) as done:
        main([*command, "--json", str(tmp_path / "bench.json")])
    assert done.value.code == 0
    assert "german, 3 seats, nobody opened, hold" in capsys.readouterr().out
    written = runpy.run_path(str(file))["CROWDS"]
    moment = next(invented(3, 1, FIRST)).moment
    for both in written[3].values():
        assert both.hold.wins(replace(moment, left=1)) > 0.6
        assert both.hold.wins(replace(moment, left=7)) < 0.4
        assert both.hold.won == pytest.approx(2 * both.lay.won, abs=0.02)
        assert both.hold.lost == both.lay.lost == 1


def test_the_table_is_written_as_the_players_contain_it() -> None:
    assert crowds.module_text(CROWDS) == Path(crowd_table.__file__).read_text(encoding="utf-8")
