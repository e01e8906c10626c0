"""Rows of the deadwood benchmark, on a few hands: peers, notes and faults, but no speed."""

from random import Random
from types import SimpleNamespace

import pytest

from bot.bench import deadwood as bench
from bot.bench.rows import Row
from bot.rummy.cards import mask_of, points_in
from bot.rummy.gin.arrange import deadwood


def measured() -> list[Row]:
    return bench.rows(count=60, repeats=1)


def test_rlcard_and_open_spiel_find_the_same_deadwood() -> None:
    pytest.importorskip("rlcard", reason="to run it: pip install -c constraints.txt -e .[bench]")
    pytest.importorskip("pyspiel", reason="to run it: pip install -c constraints.txt -e .[bench]")
    rows = measured()[:2]
    assert [list(row.peers) for row in rows] == [["rlcard", "OpenSpiel"]] * 2
    assert all(row.faults == () and row.notes == ("the same results on 60 hands",) for row in rows)


def test_different_results_of_a_peer_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = bench.DeadwoodLibrary("rlcard", mask_of, lambda hand: deadwood(hand) + 1)
    monkeypatch.setattr(bench, "rlcard", lambda: wrong)
    row = measured()[0]
    assert row.faults == ("rlcard finds other results",)
    assert row.met is False


def test_a_missing_peer_is_noted_with_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> SimpleNamespace:
        raise ImportError(name)

    monkeypatch.setattr(bench, "import_module", missing)
    row = measured()[0]
    assert row.peers == {}
    assert row.notes == (
        "rlcard is not installed: pip install -e '.[bench]'",
        "OpenSpiel is not installed: pip install -e '.[bench]'",
    )
    assert row.met is None


def test_discards_are_compared_with_eleven_calls() -> None:
    rows = measured()[2:]
    assert [list(row.peers) for row in rows] == [["eleven calls"]] * 2
    assert all(row.faults == () and row.ours > 0 for row in rows)


def test_rich_hands_are_rich_and_of_distinct_cards() -> None:
    rng = Random(3)
    for deal, melded in ((bench.dealt, 0.1), (bench.rich, 0.5)):
        hands = [deal(rng, 10) for _ in range(500)]
        assert all(len(set(hand)) == 10 for hand in hands)
        left = sum(deadwood(mask_of(hand)) for hand in hands) / sum(map(points_in, hands))
        assert left < 1 - melded
