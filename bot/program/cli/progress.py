"""How far a long command is, on standard error: one line that changes on a terminal, elsewhere a line now and then."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO, TypeAlias

Show: TypeAlias = Callable[[str], None]
"""Shows what a command does now. Call it as often as you like: it only writes what someone can read."""

TERMINAL_INTERVAL: Final = 0.1
"""Seconds between two changes of the line on a terminal."""
LOG_INTERVAL: Final = 10.0
"""Seconds until the first line elsewhere, and between two of them."""
_CLEARED: Final = "\r\x1b[K"


@contextmanager
def progress(out: TextIO | None = None, timer: Callable[[], float] = time.monotonic) -> Iterator[Show]:
    """Yield a function that shows what a command does now; a terminal's line is cleared at the end."""
    out = sys.stderr if out is None else out
    line = _TerminalLine(out, timer) if _is_terminal(out) else _LogLines(out, timer)
    try:
        yield line.show
    finally:
        line.close()


def share(done: int, total: int, unit: str) -> str:
    """Return how much is done: "1,200 of 4,000 games (30%)"."""
    percent = f" ({100 * done // total}%)" if total else ""
    return f"{done:,} of {total:,} {unit}{percent}"


def _is_terminal(out: TextIO) -> bool:
    """Return whether lines can be cleared there."""
    return out.isatty() and os.environ.get("TERM") != "dumb"


class _TerminalLine:
    """One line that is written again."""

    def __init__(self, out: TextIO, timer: Callable[[], float]) -> None:
        self._out = out
        self._timer = timer
        self._next = timer()
        self._shown = False

    def show(self, text: str) -> None:
        now = self._timer()
        if now < self._next:
            return
        self._next = now + TERMINAL_INTERVAL
        self._shown = True
        room = shutil.get_terminal_size().columns - 1  # the last column would start another line
        self._out.write(_CLEARED + text[:room])
        self._out.flush()

    def close(self) -> None:
        if self._shown:
            self._out.write(_CLEARED)
            self._out.flush()


class _LogLines:
    """Lines for a file or a service's log; a quick command writes none."""

    def __init__(self, out: TextIO, timer: Callable[[], float]) -> None:
        self._out = out
        self._timer = timer
        self._next = timer() + LOG_INTERVAL

    def show(self, text: str) -> None:
        now = self._timer()
        if now < self._next:
            return
        self._next = now + LOG_INTERVAL
        self._out.write(f"{text} ...\n")
        self._out.flush()

    def close(self) -> None:
        """Do nothing: lines stay."""
