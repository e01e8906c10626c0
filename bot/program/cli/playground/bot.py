"""The child process of ``remik playground``: the real bot, which does what its parent asks for through a pipe.

Each line on standard input is a JSON object, first what the bot needs to start. Then ``{"do": "idle", "id": 1}`` waits
until the bot has nothing left to do, ``{"do": "beacon", "fault": "down"}`` breaks the stand-in for the public beacon,
and ``{"do": "stop"}`` shuts the bot down. The end of standard input means that the parent is gone: the child shuts down
too, and deletes the folder with all files. On standard output, each line is a JSON object: a log line, the answer to a
request, or that the bot is built.
"""

import asyncio
import gc
import json
import logging
import shutil
import signal
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from bot.fairness.stand_in import RequestedRounds
from bot.program.cli.local_bot import LocalBot, Numbers
from bot.program.cli.texts import FOLDERS, REASONS, ROOT
from bot.program.conditions import SteadyClock
from bot.program.logs import extra_fields
from bot.program.serving import Remik, serve
from bot.text.catalogs import MADE_UP, Catalogs, compiled
from bot.text.extraction import ExtractedMessage, messages, pseudo_catalog
from cogs.edge.command_texts import command_messages

_OURS: Final = ("bot", "cogs", "data", "render")
LATE: Final = 10_000
"""Milliseconds by which rounds of the beacon come late if people want that."""


class _Pipe(logging.Handler):
    """Writes JSON objects to the parent, one per line; as a log handler, log records."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def send(self, **line: object) -> None:
        """Write one object. Once the parent is gone, do nothing."""
        try:
            self._stream.write(json.dumps(line, default=str) + "\n")
            self._stream.flush()
        except (BrokenPipeError, ValueError):
            pass

    def emit(self, record: logging.LogRecord) -> None:
        """Send a log record."""
        fields = " ".join(f"{name}={value}" for name, value in extra_fields(record).items())
        error = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        text = f"{record.getMessage()} {fields}".rstrip()
        self.send(log=record.levelname.lower(), source=record.name, text=text, error=error)


# A child process, so that *Kill the bot* is a real kill and the page is there at once, without loading discord.py. In
# one process a kill would be a canceled task.
def main() -> None:
    """Run the bot until the parent says so, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the parent decides
    gc.freeze()
    pipe = _Pipe(sys.stdout)
    logging.basicConfig(level=logging.WARNING, handlers=[pipe], force=True)
    for name in _OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    started = json.loads(sys.stdin.readline() or "{}")
    if started:
        asyncio.run(_run(started, pipe))


async def _run(started: Mapping[str, Any], pipe: _Pipe) -> None:
    """Serve until standard input ends or says stop."""
    if started["seed"] is not None:  # interactions then have made-up times
        logging.getLogger("cogs.edge.answers.clock").setLevel(logging.ERROR)
    file = Path(started["file"])
    local = LocalBot(
        started["token"],
        started["api_url"],
        started["gateway_url"],
        file,
        started["seed"],
        quick=started["quick"],
        numbers=None if started["as_before"] else Numbers(file.with_suffix(".tokens")),
    )
    catalogs, stop = Catalogs(), asyncio.Event()
    rounds = RequestedRounds(
        SteadyClock(), numbers=None if started["as_before"] else Numbers(file.with_suffix(".rounds"))
    )
    _break(rounds, started["beacon"])
    async with local.built(catalogs, rounds) as bot:
        if started["pseudo"]:
            catalogs.add(MADE_UP, await _pseudo(bot, Path(started["folder"]) / "pseudo.mo"))
        pipe.send(built=True)
        listening = asyncio.create_task(_listen(bot, pipe, rounds, stop))
        await serve(bot, local.token, stop)
        listening.cancel()
    if not listening.cancelled() and listening.done() and listening.result():
        shutil.rmtree(started["folder"], ignore_errors=True)


def _break(rounds: RequestedRounds, fault: str) -> None:
    """Set what is wrong with the stand-in for the public beacon; empty is nothing."""
    rounds.down, rounds.forged, rounds.late = fault == "down", fault == "forged", LATE if fault == "late" else 0


async def _listen(bot: Remik, pipe: _Pipe, rounds: RequestedRounds, stop: asyncio.Event) -> bool:
    """Do what the parent asks for. Return whether the parent is gone."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        match json.loads(line):
            case {"do": "idle", "id": number}:
                await bot.idle()
                pipe.send(done=number)
            case {"do": "beacon", "fault": fault}:
                _break(rounds, fault)
                if bot.beacon is not None:
                    await bot.beacon.check()
            case {"do": "stop"}:
                stop.set()
                return False
    stop.set()
    return True


async def _pseudo(bot: Remik, file: Path) -> bytes:
    """Return the pseudo language, made from the source code and the command tree, and kept for the next start."""
    return _kept(file) or _keep(file, await command_messages(bot.client.tree))


def _kept(file: Path) -> bytes | None:
    """Return the pseudo language that was made before, if it was."""
    return file.read_bytes() if file.is_file() else None


def _keep(file: Path, commands: Iterable[ExtractedMessage]) -> bytes:
    """Make the pseudo language, and keep it; a kill leaves no half of a file."""
    made = compiled(pseudo_catalog((*messages(ROOT, FOLDERS, REASONS), *commands), MADE_UP))
    partial = file.with_suffix(".partial")
    partial.write_bytes(made)
    partial.rename(file)
    return made


if __name__ == "__main__":
    main()
