"""What ``remik bench`` prints."""

from bot.bench.command import line, summary
from bot.bench.rows import Better, Row

SLOW = Row(
    "click to answer, p50", "ms", 12.0, {"a bare defer": 4.0}, Better.LESS, {"a bare defer": 0.25}, notes=("one",)
)
LOST = Row("burst", "s", 23456.7, better=Better.LESS, limit=5, faults=("no answer: draw",))
PLAIN = Row("CPU", "ms", 18.25)


def test_a_line_shows_figure_ratio_goal_notes_and_faults() -> None:
    assert line(SLOW) == (
        "click to answer, p50: 12 ms | 0.33 x a bare defer (4) | goal 0.25 x a bare defer: met\n    one\n"
    )
    assert line(LOST) == "burst: 23,457 s | goal at most 5 s: MISSED\n    no answer: draw\n"


def test_the_summary_is_a_table_with_a_row_per_figure() -> None:
    assert summary([SLOW, LOST, PLAIN]).strip("\n").splitlines() == [
        "click to answer, p50     12 ms  0.33 x  met",
        "burst                 23,457 s          MISSED",
        "CPU                   18.25 ms",
    ]
