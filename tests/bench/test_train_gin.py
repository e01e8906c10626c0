"""Training of the gin Expert: the command fits weights and factors, and the same deals give the same ones."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.bench.train import gin_hands


def test_the_command_prints_weights_and_factors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_the_same_deals_give_the_same_factors() -> None:
    assert list(gin_hands.rows(4, 5)) == list(gin_hands.rows(4, 5)) != list(gin_hands.rows(4, 6))
