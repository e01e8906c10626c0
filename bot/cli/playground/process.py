"""The bot's process as its parent sees it: started, asked whether it's idle, killed, and started again if it dies."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from bot.backoff import Backoff

MODULE: Final = "bot.cli.playground.bot"
_LAST_LINES: Final = 1 << 20
"""The longest line in bytes that the bot may write."""
_STOPS_IN: Final = 5.0
"""Seconds for a clean shutdown."""
_AGAIN: Final = Backoff(0.2, 10)
"""Seconds before a bot that died starts again."""


class BotProcess:
    """Runs the bot in a child process, again and again until `stop`.

    ``heard`` is called with each line that the bot writes, ``died`` with a sentence when it dies.
    """

    def __init__(self, heard: Callable[[Mapping[str, Any]], None], died: Callable[[str], None]) -> None:
        self._heard = heard
        self._died = died
        self._needs: dict[str, object] = {}
        self._beacon = ""
        self._process: Process | None = None
        self._running: asyncio.Task[None] | None = None
        self._asked: dict[int, asyncio.Future[None]] = {}
        self._number = 0
        self._failures = 0
        self._killed = False
        self._built = False

    @property
    def pid(self) -> int | None:
        """The id of the process; None if none is running."""
        return None if self._process is None else self._process.pid

    def start(self, **needs: object) -> None:
        """Start the bot with what it needs to start, and start it again whenever it dies."""
        self._needs = needs
        self._failures = 0
        self._running = asyncio.create_task(self._keep_running(), name="the bot's process")

    async def stop(self) -> None:
        """Shut the bot down cleanly; kill it if it's still starting, or if that takes too long."""
        running, self._running = self._running, None
        if running is None:
            return
        process = self._process
        if process is not None and process.stdin is not None and self._built:
            with suppress(ConnectionError):
                process.stdin.write(b'{"do": "stop"}\n')
                await process.stdin.drain()
            with suppress(TimeoutError):
                async with asyncio.timeout(_STOPS_IN):
                    await process.wait()
        running.cancel()
        await asyncio.wait((running,))

    def kill(self) -> bool:
        """Kill the process at once, as a crash would. Return whether there was one."""
        if self._process is None or self._process.returncode is not None:
            return False
        self._killed = True
        self._process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        return True

    def break_beacon(self, fault: str) -> None:
        """Break the stand-in for the public beacon in this way, also after a restart; empty mends it."""
        self._beacon = fault
        process = self._process
        if process is not None and process.stdin is not None and self._built:
            process.stdin.write(json.dumps({"do": "beacon", "fault": fault}).encode() + b"\n")

    async def idle(self) -> None:
        """Wait until the bot has nothing left to do. ConnectionError if it dies meanwhile or isn't running."""
        process = self._process
        if process is None or process.stdin is None:
            raise ConnectionError("the bot isn't running")
        self._number += 1
        number = self._number
        self._asked[number] = asyncio.get_running_loop().create_future()
        process.stdin.write(json.dumps({"do": "idle", "id": number}).encode() + b"\n")
        await process.stdin.drain()
        await self._asked[number]

    async def _keep_running(self) -> None:
        """Run the process, and another one after each that dies."""
        while True:
            status = await self._once()
            killed, self._killed = self._killed, False
            self._failures = 0 if killed else self._failures + 1
            wait = _AGAIN.after(self._failures)
            ended = "The bot was killed." if killed else f"The bot stopped by itself (exit status {status})."
            self._died(f"{ended} It starts again on the same database.")
            await asyncio.sleep(wait)

    async def _once(self) -> int:
        """Run the process until it ends, and return its exit status."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            MODULE,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=_LAST_LINES,
            start_new_session=os.name == "posix",
            env=_environment(),
        )
        self._process = process
        try:
            if process.stdin is not None:
                process.stdin.write(json.dumps({**self._needs, "beacon": self._beacon}).encode() + b"\n")
            await asyncio.gather(self._read(process.stdout), self._read_errors(process.stderr))
            return await process.wait()
        finally:
            self._process, self._built = None, False
            if process.returncode is None:
                process.kill()
                await process.wait()
            for one in self._asked.values():
                if not one.done():
                    one.set_exception(ConnectionError("the bot died"))
            self._asked.clear()

    async def _read(self, stream: asyncio.StreamReader | None) -> None:
        """Pass on what the bot writes, and complete the requests that it has done."""
        while stream is not None and (line := await stream.readline()):
            match json.loads(line):
                case {"done": int(number)}:
                    asked = self._asked.pop(number, None)
                    if asked is not None and not asked.done():
                        asked.set_result(None)
                case {"built": True} as about:
                    self._built, self._failures = True, 0
                    self._heard(about)
                case dict() as about:
                    self._heard(about)

    async def _read_errors(self, stream: asyncio.StreamReader | None) -> None:
        """Pass on what the bot's process writes to standard error as log lines."""
        while stream is not None and (line := await stream.readline()):
            self._heard({"log": "error", "source": "bot", "text": line.decode(errors="replace").rstrip(), "error": ""})


def _environment() -> dict[str, str]:
    """Return the environment for the bot: this one without the settings of a real bot, finding the same modules."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REMIK_")}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
