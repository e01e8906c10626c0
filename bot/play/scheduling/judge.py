"""A process that judges finished games, at the lowest priority: reviews, and puzzles.

A review takes up to half a minute of CPU. In a thread it would take time from the event loop, since only one of both
runs Python code at a time. The process answers lines of JSON with lines of JSON, and ends when nobody asks any more.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, cast

from bot.play.state.errors import NotJudged
from bot.players.games import puzzle_in, review_of
from bot.players.judged import Progress, Puzzle, Review, puzzle_from, review_from
from bot.rummy.moves import parse_move
from bot.rummy.records.checking import read

logger = logging.getLogger(__name__)

_SETTINGS: Final = "REMIK_"
"""How the names of settings begin. The process gets none of them: one is the token."""
_PATIENCE: Final = 300.0
"""Seconds that one step of a review, or a puzzle, may take: also on a busy machine, where others go first."""
_IDLE: Final = 300.0
"""Seconds after which a process that nobody asks is ended. It takes about as much memory as the drawing process."""
_LONGEST: Final = 2**24
"""Bytes of the longest line, a record."""
_NICEST: Final = 19


@dataclass(slots=True, eq=False)
class JudgingProcess:
    """Judges one game at a time, in the order of the requests. The process starts with the first one."""

    nice: int = _NICEST
    patience: float = _PATIENCE
    idle: float = _IDLE
    _turn: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    process: Process | None = field(init=False, default=None)
    _ending: asyncio.TimerHandle | None = field(init=False, default=None)
    _makes_puzzle: bool = field(init=False, default=False)
    _closed: bool = field(init=False, default=False)

    async def review(self, record: Mapping[str, object], progress: Progress = lambda _: None) -> Review:
        """Review the game of a record. NotJudged; ValueError if the record can't be read."""
        if self._makes_puzzle:
            self._end()
        found = review_from(await self._asked({"record": record}, progress))
        if found is None:
            raise NotJudged
        return found

    async def puzzle_in(self, record: Mapping[str, object], deal: int, seed: str) -> Puzzle | None:
        """Return a puzzle from a deal of a record, counted from 1; None if it has none.

        NotJudged, also if a review is wanted, which goes first; ValueError if the record can't be read.
        """
        found = await self._asked({"record": record, "deal": deal, "seed": seed})
        return puzzle_from(found) if found else None

    async def close(self) -> None:
        """End the process. Who waits for it gets NotJudged."""
        self._closed, process = True, self.process
        self._end()
        if process is not None:
            await process.wait()

    async def _asked(self, request: Mapping[str, object], progress: Progress = lambda _: None) -> str:
        """Send a request, and return the answer."""
        async with self._turn:
            if self._closed:
                raise NotJudged
            process, self._makes_puzzle = await self._ready(), "deal" in request
            try:
                return await self._answer(process, request, progress)
            except (OSError, TimeoutError, EOFError) as problem:
                if self.process is process:  # else it was ended here
                    logger.warning("the process that judges games has ended or hangs (%s)", type(problem).__name__)
                    self._end()
                raise NotJudged from problem
            except asyncio.CancelledError:  # nobody reads the answer any longer
                self._end()
                raise
            finally:
                self._makes_puzzle = False

    async def _answer(self, process: Process, request: Mapping[str, object], progress: Progress) -> str:
        writer, reader = cast(StreamWriter, process.stdin), cast(StreamReader, process.stdout)
        writer.write(json.dumps(request).encode() + b"\n")
        while True:
            answer: dict[str, Any] = json.loads(await asyncio.wait_for(reader.readuntil(), self.patience))
            if "percent" in answer:
                progress(answer["percent"])
                continue
            self._ending = asyncio.get_running_loop().call_later(self.idle, self._end)
            if "error" in answer:
                raise ValueError(answer["error"])
            return str(answer["found"])

    async def _ready(self) -> Process:
        """Return the process, which is started if there is none."""
        if self._ending is not None:
            self._ending.cancel()
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "bot.play.scheduling.judge", str(self.nice)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=_LONGEST,
                env={name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
                | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self.process

    def _end(self) -> None:
        """End the process, if there is one. Nothing is lost."""
        if self._ending is not None:
            self._ending.cancel()
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
        self.process = None


def main() -> None:
    """Judge games until the bot closes the connection. Ctrl-C, which a terminal also sends here, is up to the bot."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    for line in sys.stdin.buffer:
        try:
            answer = {"found": _found(json.loads(line), lambda percent: _say({"percent": percent}))}
        except Exception as error:  # noqa: BLE001 - raised in the bot, whose log has no cards: so not with its text
            answer = {"error": type(error).__name__}
        _say(answer)


def _say(answer: Mapping[str, object]) -> None:
    print(json.dumps(answer), flush=True)  # noqa: T201 - to the bot


def _found(request: Mapping[str, Any], progress: Callable[[int], None]) -> str:
    """Return what was asked for, as text; empty if there's none."""
    checked = read(request["record"])
    deals = [
        (states[0], [parse_move(str(move)) for move in deal["moves"]])  # type: ignore[attr-defined]
        for states, deal in zip(checked.states, checked.deals, strict=True)
    ]
    if "deal" not in request:
        return review_of(deals, progress).written
    dealt, moves = deals[request["deal"] - 1]
    puzzle = puzzle_in(dealt, moves, request["seed"])
    return "" if puzzle is None else puzzle.written


if __name__ == "__main__":
    main()
