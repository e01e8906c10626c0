"""Progress is shown on standard error: a line that changes on a terminal, a few lines elsewhere."""

import io
from itertools import count

import pytest

from bot.program.cli.progress import LOG_INTERVAL, TERMINAL_INTERVAL, progress, share


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("TERM", "xterm")


def test_on_a_terminal_one_line_changes_fits_its_width_and_is_gone_at_the_end() -> None:
    now, out = [0.0], Terminal()
    with progress(out, lambda: now[0]) as show:
        show("game 1")
        show("game 2")  # too soon to read
        now[0] += TERMINAL_INTERVAL
        show("game 3 of a very long command")
    assert out.getvalue() == "\r\x1b[Kgame 1\r\x1b[Kgame 3 of a very lo\r\x1b[K"


@pytest.mark.parametrize(("steps", "lines"), [(9, []), (25, ["step 10 ...", "step 20 ..."])])
def test_elsewhere_a_long_command_writes_a_line_now_and_then_and_a_quick_one_none(steps: int, lines: list[str]) -> None:
    seconds, out = count(), io.StringIO()
    assert LOG_INTERVAL == 10
    with progress(out, lambda: next(seconds)) as show:
        for step in range(1, steps + 1):
            show(f"step {step}")
    assert out.getvalue().splitlines() == lines


def test_a_terminal_that_cannot_clear_lines_gets_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    out = Terminal()
    with progress(out) as show:
        show("game 1")
    assert out.getvalue() == ""


def test_nothing_is_written_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = count(0, 60)
    with progress(timer=lambda: next(seconds)) as show:
        show("game 1")
    assert capsys.readouterr() == ("", "game 1 ...\n")


def test_shares_are_rounded_down_and_nothing_of_nothing_has_no_percentage() -> None:
    assert share(1999, 2000, "games") == "1,999 of 2,000 games (99%)"
    assert share(0, 0, "games") == "0 of 0 games"
