"""Rows of a benchmark: ratios, goals and JSON."""

import json

import pytest

from bot.bench.rows import Better, Row, in_turn


def test_a_higher_rate_is_better() -> None:
    row = Row("deadwood", "hands/s", 300.0, {"slow": 10.0, "fast": 200.0}, least={"slow": 15, "fast": 1})
    assert row.ratios == {"slow": 30.0, "fast": 1.5}
    assert row.goal == "15 x slow, 1 x fast"
    assert row.met is True


def test_a_shorter_time_is_better() -> None:
    row = Row("picture", "ms", 2.0, {"paste": 28.0, "copy": 0.5}, Better.LESS, least={"paste": 6, "copy": 0.2})
    assert row.ratios == {"paste": 14.0, "copy": 0.25}
    assert row.met is True


@pytest.mark.parametrize(("better", "ours", "met"), [(Better.LESS, 1.9, True), (Better.LESS, 2.1, False),
                                                     (Better.MORE, 1.9, False), (Better.MORE, 2.1, True)])  # fmt: skip
def test_passing_the_limit_misses_the_goal(better: Better, ours: float, met: bool) -> None:
    assert Row("start", "s", ours, better=better, limit=2).met is met


def test_missing_one_of_several_goals_misses_the_goal() -> None:
    assert Row("deadwood", "hands/s", 300.0, {"slow": 10.0, "fast": 400.0}, least={"slow": 15, "fast": 1}).met is False


def test_a_goal_with_a_missing_peer_is_undecided_but_can_be_missed() -> None:
    assert Row("deadwood", "hands/s", 300.0, {"slow": 10.0}, least={"slow": 15, "absent": 1}).met is None
    assert Row("deadwood", "hands/s", 300.0, {"slow": 100.0}, least={"slow": 15, "absent": 1}).met is False


def test_wrong_results_miss_the_goal() -> None:
    assert Row("deadwood", "hands/s", 300.0, {"slow": 10.0}, least={"slow": 15}, faults=("slow differs",)).met is False


def test_a_row_is_written_as_json() -> None:
    row = Row("start", "s", 1.5, {"bare": 3.0}, Better.LESS, {"bare": 2}, 2, ("cold",))
    assert json.loads(json.dumps(row.as_json())) == {
        "name": "start",
        "unit": "s",
        "better": "less",
        "ours": 1.5,
        "peers": {"bare": 3.0},
        "ratios": {"bare": 2.0},
        "goal": "2 x bare, at most 2 s",
        "met": True,
        "notes": ["cold"],
        "faults": [],
    }


def test_pieces_of_work_are_timed_alternately() -> None:
    done: list[str] = []
    times = in_turn({"a": lambda: done.append("a"), "b": lambda: done.append("b")}, 3)
    assert done == ["a", "b"] * 3
    assert [len(seconds) for seconds in times.seconds.values()] == [3, 3]
    assert times.rate("a", 10) > 0
