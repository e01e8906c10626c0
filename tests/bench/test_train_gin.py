"""Training of the gin Expert: the command fits weights, factors and gains, and the same deals give the same ones."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.bench.train import gin_hands, gin_knocks


@pytest.fixture
def one_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gin_knocks, "AGAINST", ("normal",))


@pytest.mark.usefixtures("one_opponent")
def test_the_command_prints_weights_factors_and_gains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "train", "--variant", "gin", "--games", "1", "--json", str(tmp_path / "train.json")]
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code in (None, 0)
    printed = capsys.readouterr().out
    for opponent in ("simple", "hunter"):
        assert f"gin discards against {opponent}, stage" in printed
        assert f"gin hands of {opponent}, stage" in printed
    assert printed.count("danger") >= 2
    assert printed.count("welcome") >= 2
    assert "gin knock or wait" in printed
    assert "always" in printed


def test_the_same_deals_give_the_same_factors() -> None:
    assert list(gin_hands.rows(4, 5)) == list(gin_hands.rows(4, 5)) != list(gin_hands.rows(4, 6))


@pytest.mark.usefixtures("one_opponent")
def test_the_same_games_give_the_same_gains_of_waiting() -> None:
    assert list(gin_knocks.rows(1, 5)) == list(gin_knocks.rows(1, 5)) != list(gin_knocks.rows(1, 6))
