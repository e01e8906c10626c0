"""A running playground: the stand-in with a server, its people, the bot's process, and what the page shows of them."""

import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.backoff import Backoff
from bot.playground import NO_LIMITS, Person, RateLimits, StandIn
from bot.program.cli.playground.faults import FaultPanel
from bot.text.catalogs import MADE_UP, Catalogs, language_name

MODULE: Final = "bot.program.cli.playground.bot"
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


KEPT: Final = 600
"""The number of entries that are kept."""
_ANSWER: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_TOKEN: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?]{12,}")
_ID: Final = re.compile(r"\d{17,}")
_ANSWERS: Final = {
    4: "a message",
    5: "“thinking …”",
    6: "nothing yet",
    7: "an update of the message",
    8: "choices",
    9: "a modal",
}
"""What the types of answers to interactions are."""
_INTERACTIONS: Final = {2: "a command", 3: "a click", 4: "choices wanted", 5: "a modal"}
"""What the types of interactions are."""


class Wire:
    """Collects entries, newest last, and calls ``changed`` after each. ``names`` returns the name of an id, if any.

    An entry is a line with a number, a kind, a time in epoch milliseconds and a title; its body is kept apart.
    """

    def __init__(
        self, now: Callable[[], float], changed: Callable[[], None], names: Callable[[int], str | None]
    ) -> None:
        self._now = now
        self._changed = changed
        self._names = names
        self._numbers = count(1)
        self._entries: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._bodies: dict[int, object] = {}

    def since(self, number: int) -> list[dict[str, Any]]:
        """List the entries after a number."""
        newer: list[dict[str, Any]] = []
        for entry in reversed(self._entries):
            if entry["n"] <= number:
                break
            newer.append(entry)
        return newer[::-1]

    def body(self, number: int) -> object:
        """Return the body of an entry; None if it's no longer kept or has none."""
        return self._bodies.get(number)

    def hear(self, kind: str, make: Callable[[], Mapping[str, Any]]) -> None:
        """Add what the stand-in reports."""
        about = make()
        match kind:
            case "request":
                self._request(about)
            case "event":
                data = about["data"]
                lost = "" if about["received"] else ", kept until the bot resumes"
                what = _INTERACTIONS.get(int(data.get("type", 0)), "") if about["event"] == "INTERACTION_CREATE" else ""
                title = about["event"] + (f": {what}" if what else "") + lost
                self._add("event", title, data)
            case _:
                self._add("gateway", about["says"], about["data"])

    def log(self, line: Mapping[str, Any]) -> None:
        """Add a log line of the bot."""
        error = line.get("error") or None
        self._add("log", f"{line['source']}: {line['text']}", error, level=line["log"])

    def note(self, sentence: str) -> None:
        """Add a sentence about the playground itself, such as a fault that was set."""
        self._add("note", sentence, None)

    def _request(self, about: Mapping[str, Any]) -> None:
        path = _ID.sub(self._named, _TOKEN.sub(r"\1…", about["path"]))
        body = {"sent": about["body"], "files": about["files"], "received": about["response"]}
        answer = _ANSWER.search(about["path"])
        if answer is None:
            kind, title = "request", f"{about['method']} {path}"
        else:
            sent = about["body"] if isinstance(about["body"], dict) else {}
            kind, title = "answer", f"answer: {_ANSWERS.get(int(sent.get('type', 0)), 'unknown')}"
        self._add(kind, title, body, status=about["status"], ms=about["ms"])

    def _named(self, found: re.Match[str]) -> str:
        """Return the name of an id in a path, or its last digits."""
        return self._names(int(found[0])) or f"…{found[0][-4:]}"

    def _add(self, kind: str, title: str, body: object, **more: object) -> None:
        number = next(self._numbers)
        if len(self._entries) == KEPT:
            self._bodies.pop(self._entries[0]["n"], None)
        if body:
            self._bodies[number] = body
        entry = {"n": number, "kind": kind, "at": round(self._now() * 1000), "title": title, "folded": bool(body)}
        self._entries.append({**entry, **more})
        self._changed()


PEOPLE: Final = ("Ala", "Kuba", "Ewa", "Olek", "Nina", "Marek")
CHANNELS: Final = ("rummy", "table-two", "lounge")
_STARTS_IN: Final = 60.0
_GREETS_IN: Final = 10.0
"""Seconds to wait for a bot that starts, and for its greeting on the server that has just added it."""


class Playground:
    """The parts of a playground, connected. `bells` are set after anything changes that the page shows of it.

    ``seed`` determines the shuffles of the bot that starts first (None: they're random).
    """

    def __init__(self, standin: StandIn, folder: Path, people: int, seed: int | None) -> None:
        self.standin = standin
        self.guild = standin.add_guild("Club")
        self.channel, *_ = [self.guild.add_channel(name) for name in CHANNELS]
        self.people: Sequence[Person] = [self.guild.add_person(name) for name in PEOPLE]
        self.guild.own(self.people[0])
        self.count = len(PEOPLE)
        self.show(people)
        self.seed = seed
        self.catalogs = Catalogs()
        self.locales = _locales(self.catalogs)
        self.notice = ""
        self.bells: set[asyncio.Event] = set()
        self.wire = Wire(standin.now, self.ring, self._name_of)
        standin.listen(self.wire.hear)
        self.bot = BotProcess(self._heard, self._died)
        self.faults = FaultPanel(standin, self.guild, self.channel, self.bot.kill, self.bot.break_beacon)
        self._folder = folder
        self._files: tempfile.TemporaryDirectory[str] | None = None
        self._busy = asyncio.Lock()
        self._adding: asyncio.Task[None] | None = None

    @property
    def online(self) -> bool:
        """True if the bot is on the server and connected, and its commands are registered."""
        return self._connected and self.standin.bot.user.id in self.guild.state.members

    @property
    def greeted(self) -> bool:
        """True once the bot has greeted the server, or if its greeting takes too long."""
        return self._adding is not None and self._adding.done()

    @property
    def _connected(self) -> bool:
        return bool(self.standin.sessions) and bool(self.standin.commands())

    @property
    def database(self) -> Path:
        """The bot's database. It may not exist yet, or no longer."""
        return self._folder / "none" if self._files is None else Path(self._files.name) / "playground.db"

    def ring(self) -> None:
        """Wake everything that shows the playground, because something changed."""
        for bell in self.bells:
            bell.set()

    def note(self, sentence: str) -> str:
        """Add a sentence to the wire, and return it."""
        self.wire.note(sentence)
        return sentence

    def show(self, count: int) -> None:
        """Change how many of the people are members of the server; the first ones are."""
        for number, person in enumerate(self.people):
            is_member = person.id in self.guild.state.members
            if number < count and not is_member:
                self.guild.join(person)
            elif number >= count and is_member:
                self.guild.leave(person)
        self.count = count
        self.standin.ring()

    def start(self, *, quick: bool = False, as_before: bool = False) -> None:
        """Start the bot on an empty database. With a seed, the same clicks lead to the same cards.

        With ``as_before``, nobody of the people owns the server, and all tables have the same shuffles: as in scripts
        of the first version.
        """
        self.standin.start_over(self.people, repeatable=self.seed is not None)
        if self.standin.bot.user.id in self.guild.state.members:
            self.guild.remove_bots()
        self.guild.own(None if as_before else self.people[0])
        self._files = tempfile.TemporaryDirectory(prefix="bot-", dir=self._folder)
        self.standin.limit(NO_LIMITS if quick else RateLimits())
        self.bot.start(
            token=self.standin.token,
            api_url=self.standin.api_url,
            gateway_url=self.standin.gateway_url,
            file=str(self.database),
            folder=str(self._folder),
            seed=self.seed,
            quick=quick,
            pseudo=True,
            as_before=as_before,
        )
        self._adding = asyncio.create_task(self._add_bot(), name="adding the bot to the server")

    async def _add_bot(self) -> None:
        """Add the bot to the server once it's connected, and wait for its greeting."""
        with suppress(TimeoutError):
            await self.standin.until(lambda: self._connected, seconds=_STARTS_IN)
        self.guild.invite_bots()
        self.ring()
        with suppress(TimeoutError):
            await self.standin.until(lambda: self.channel.messages, seconds=_GREETS_IN)
        asyncio.get_running_loop().call_soon(self.ring)

    async def stop(self) -> None:
        """Stop the bot, and delete its database."""
        if self._adding is not None:
            self._adding.cancel()
            await asyncio.wait((self._adding,))
        await self.bot.stop()
        if self._files is not None:
            self._files.cleanup()
            self._files = None

    async def start_over(self, seed: int | None, *, quick: bool = False, as_before: bool = False) -> None:
        """Empty the server, and start a new bot on a new database with another seed; see `start`."""
        async with self._busy:
            self.faults.mend()
            await self.stop()
            self.seed = seed
            self.notice = ""
            self.start(quick=quick, as_before=as_before)
            self.ring()

    async def idle(self) -> None:
        """Wait until the bot has nothing left to do. While it's away, wait until it's back."""
        while True:
            await self.standin.until(lambda: self.online, seconds=_STARTS_IN)
            if self._adding is not None:
                await asyncio.wait((self._adding,))
            with suppress(ConnectionError):
                await self.bot.idle()
                if self.standin.quiet:
                    return

    def _name_of(self, number: int) -> str | None:
        """Return the name of a channel or of the bot by its id."""
        channel = self.guild.state.channels.get(number)
        if channel is not None:
            return f"#{channel.name}"
        return self.standin.bot.user.name if number == self.standin.bot.id else None

    def _heard(self, line: Mapping[str, Any]) -> None:
        if "log" in line:
            self.wire.log(line)
        elif line.get("built"):
            self.notice = ""
            self.ring()

    def _died(self, sentence: str) -> None:
        self.notice = sentence
        self.wire.note(sentence)
        self.ring()


def _locales(catalogs: Catalogs) -> tuple[tuple[str, str], ...]:
    """Return the languages that people can choose, as Discord's code and name: the bot's and the made-up one."""
    codes, english = {"en": "en-US"}, catalogs.texts("en")
    return tuple((codes.get(one, one), language_name(english, one)) for one in (*catalogs.languages, MADE_UP))


def random_seed() -> int:
    """Return a seed that is short enough to read out."""
    return random.SystemRandom().randrange(1, 10_000)
