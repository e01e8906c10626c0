"""Follows a click on *Draw* through the files that it runs; ``python -m tests.one_click`` writes docs/one-click.md."""

import ast
import asyncio
import gc
import re
import sys
import tempfile
import threading
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from unittest.mock import patch

from bot.play.service.table import TableReading
from bot.players import hints
from cogs.edge import answers
from tests.end_to_end.club import MINUTE_FOR_ANSWERS, Club, open_club
from tests.house import FOLDERS, ROOT

PAGE = ROOT / "docs" / "one-click.md"
BEGIN, END = "<!-- the files: written by `python -m tests.one_click` -->\n", "<!-- end of the files -->\n"
NAMES = {"gin": "Gin", "german": "German Rummy"}
HANDLERS = "cogs/table/clicks/"
RULE = "refusal_for"
_IS_OF_THE_CLICK: ContextVar[bool] = ContextVar("is_of_the_click", default=False)
_BACKGROUND = "_logged"
"""The function in which background tasks begin."""
_NOT_THE_BOT = ("bot/playground/", "bot/program/cli/guests/")
"""The stand-in and who clicks there."""


@dataclass
class Trace:
    """What runs in the bot because of a click, from the gateway until Discord has the answer.

    Tasks that the answer waits for belong to it, those that the click only starts in the background don't.
    """

    variant: str
    entered: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Each file that the event loop ran: the function through which it was entered first, and that one's line."""
    others: set[str] = field(default_factory=set)
    to_rule: list[str] = field(default_factory=list)
    """The files from the click's handler to the rule that it asks."""
    functions: set[tuple[str, int]] = field(default_factory=set)
    ended: bool = False

    @property
    def drawn(self) -> set[str]:
        """The files that only other threads ran."""
        return self.others - self.entered.keys()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Hear of a call, as a profiler does."""
        if event != "call" or self.ended:
            return
        file = _file_of(frame)
        if file == "bot/playground/interactions.py" and frame.f_code.co_name == "_callback":
            self.ended = True
        if not file.startswith(FOLDERS) or file.startswith(_NOT_THE_BOT):
            return
        if threading.current_thread() is not threading.main_thread():
            self.others.add(file)
            return
        # The library hands over what the gateway sent. Timers run code of that file, too, but not because of the click.
        if file == "cogs/edge/client.py" and frame.f_code.co_name == "dispatch":
            _IS_OF_THE_CLICK.set(frame.f_locals["event"] == "interaction")
        if frame.f_code.co_name == _BACKGROUND:
            _IS_OF_THE_CLICK.set(False)  # in the context of the new task only
        if not _IS_OF_THE_CLICK.get():
            return
        self.functions.add((file, frame.f_code.co_firstlineno))
        self.entered.setdefault(file, (frame.f_code.co_name, frame.f_code.co_firstlineno))
        if frame.f_code.co_name == RULE and file.startswith("bot/rummy/"):
            # The shortest way: a view that isn't cached yet asks the same rule for each move that it lists.
            self.to_rule = min(filter(None, (self.to_rule, _files_above(frame))), key=len, default=[])


def _file_of(frame: FrameType) -> str:
    name = frame.f_code.co_filename
    return name[len(str(ROOT)) + 1 :] if name.startswith(f"{ROOT}/") else ""


def _files_above(frame: FrameType | None) -> list[str]:
    """Return the files from the handler of a click to a call, each once."""
    found: list[str] = []
    while frame is not None:
        file = _file_of(frame)
        if file.startswith(FOLDERS):
            found.append(file)
        if file.startswith(HANDLERS):
            return list(dict.fromkeys(reversed(found)))
        frame = frame.f_back
    return []


async def traced(club: Club, variant: str) -> Trace:
    """Play to a turn that begins with *Draw*, click it, and return what ran."""
    trace = Trace(variant)
    threading.setprofile(trace)
    try:
        async with club.running():
            await club.table(variant)
            await club.play(1, club.drawing)
            player = club.to_move()
            panel = club.panel(player)
            trace.others.clear()
            # Sometimes the panel's view is still there and sometimes not: here it never is, so the files are the same.
            # What other tests left behind is finalized before, not in the middle of the click, and their advice is
            # forgotten: kept longer than what the coach needs of it, it would send the event loop to think again.
            gc.collect()
            hints._found.clear()
            with patch.object(TableReading, "view", lambda table, seat: table.running().view(seat)):
                gc.disable()
                sys.setprofile(trace)
                click = await player.click("Draw", message=panel)
                sys.setprofile(None)
            assert not click.failed
    finally:
        gc.enable()
        sys.setprofile(None)
        threading.setprofile(None)
    return trace


def table(gin: Trace, german: Trace) -> str:
    """Return the page's lists: the files of gin, those that only German Rummy has, and the way to the rule."""
    lines = [
        f"{NAMES['gin']} takes {len(gin.entered)} files, {NAMES['german']} {len(german.entered)}; while they run, "
        f"threads that draw and think take {len(gin.drawn)} and {len(german.drawn)} more.",
        "",
        f"## {NAMES['gin']}",
        "",
        *_rows(gin, gin.entered),
        "",
        f"## Only {NAMES['german']}",
        "",
        *_rows(german, [file for file in german.entered if file not in gin.entered]),
        "",
        "## From the click's handler to the rule",
        "",
        *(f"- {name}: {' → '.join(f'`{file}`' for file in trace.to_rule)}"
          for name, trace in zip(NAMES.values(), (gin, german), strict=True)),
    ]  # fmt: skip
    return "\n".join((*lines, ""))


def _rows(trace: Trace, files: Iterable[str]) -> list[str]:
    return [f"{number}. `{file}`: {said_of(file, *trace.entered[file])}" for number, file in enumerate(files, 1)]


@cache
def said_of(file: str, function: str, line: int) -> str:
    """Return what a file does there: the docstring of the function that is entered first, or of the file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    here = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name == function
        and min([node.lineno, *(one.lineno for one in node.decorator_list)]) <= line <= node.lineno
    ]
    said = next((text for node in here if (text := ast.get_docstring(node))), None) or ast.get_docstring(tree) or ""
    return re.split(r"(?<=[a-z)`]{2})\. (?=[A-Z])|; |\.$", said.split("\n\n")[0].replace("\n", " "))[0].rstrip(".")


def cold(variant: str) -> Trace:
    """Trace a click in a new process, whose caches are empty: what is cached isn't called."""
    answers.PATIENCE = answers.LAST_MOMENT = MINUTE_FOR_ANSWERS  # type: ignore[misc]

    async def trace() -> Trace:
        with tempfile.TemporaryDirectory() as folder:
            async with open_club(Path(folder), rough=None) as club:
                return await traced(club, variant)

    return asyncio.run(trace())


if __name__ == "__main__":
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        traces = list(processes.map(cold, NAMES))
    page = PAGE.read_text("utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    PAGE.write_text("".join((before, BEGIN, "\n", table(*traces), "\n", END, after)), "utf-8")
