"""Many short games at the same time: one bot, several channels, each with other people, round after round."""

import asyncio
import ctypes
import gc
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from bot.bench.load import channel_of
from bot.playground import Answer, CannotSeeError, Channel, Person, SeenMessage
from bot.playground.errors import JSON
from bot.program.cli.guests import Guest, guest_for
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.end_to_end.club import TEXTS, Club

GAMES: Final = (
    (Variant.GIN, 2, {"deals": 2}),
    (Variant.REMIK, 2, {"deals": 2}),
    (Variant.OKLAHOMA, 2, {"deals": 1}),
    (Variant.HOLLYWOOD, 2, {"target": 10}),
    *((Variant.BASIC, players, {"target": 10}) for players in (2, 3, 4)),
    *((Variant.GERMAN, players, {"rounds": 1}) for players in (2, 3, 4)),
)
"""Short games: variant, number of players, house rules."""
MOST_CLICKS: Final = 2500
"""More than any of these games takes."""
MOST_ATTEMPTS: Final = 20
"""Attempts of patient players, of which one has to succeed."""
WAIT: Final = 8.0
"""Seconds without any change after which players open their hands again."""
TOO_MANY: Final = 429
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Footprint:
    """What this process holds: memory in bytes, Python objects, asyncio's tasks, open files, sockets.

    ``resident`` is what the system counts as this process's memory, ``memory`` the same after returning to the system
    what is free: that varies with the sizes of pictures drawn last, and hides what is kept. ``tasks`` doesn't count the
    stand-in's, one per connection; idle connections are closed after a while.
    """

    resident: int
    memory: int
    objects: int
    tasks: int
    files: int
    sockets: int

    @classmethod
    def now(cls) -> "Footprint":
        """Measure it, after collecting garbage."""
        gc.collect()
        resident = _resident()
        with suppress(OSError, AttributeError):  # only glibc has it
            ctypes.CDLL("libc.so.6").malloc_trim(0)
        tasks = [task for task in asyncio.all_tasks() if "RequestHandler" not in repr(task.get_coro())]
        opened = [_target(file) for file in Path("/proc/self/fd").iterdir()]
        sockets = sum(one.startswith("socket:") for one in opened)
        objects = gc.get_freeze_count() + len(gc.get_objects())
        return cls(resident, _resident(), objects, len(tasks), len(opened) - sockets, sockets)

    def __str__(self) -> str:
        held = f"{self.tasks} tasks, {self.files} files, {self.sockets} sockets"
        size = f"{self.memory / 2**20:.1f} MB ({self.resident / 2**20:.1f} with what is free)"
        return f"{size}, {self.objects:,} objects, {held}"


def _resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


def _target(file: Path) -> str:
    """Return what a file descriptor is open on; empty for that of the folder being read, which is closed again."""
    try:
        return str(file.readlink())
    except FileNotFoundError:
        return ""


@dataclass(slots=True)
class Corner:
    """A channel where one game after the other is played by the same people.

    If they are ``patient``, an interaction may fail: they count it in ``failures``, and click again. ``stalls`` counts
    how often nothing changed for `WAIT` seconds, and nobody could click.
    """

    channel: Channel
    people: Sequence[Person]
    now: Callable[[], float]
    patient: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: bool = False
    clicks: int = 0
    failures: int = 0
    stalls: int = 0
    opened: float = 0.0
    variant: Variant = Variant.GIN
    players: Sequence[Person] = ()

    async def play(self, chance: Random) -> str:
        """Play one of the short games to its end, or until `stop`. Return a description of it."""
        self.variant, players, changes = chance.choice(GAMES)
        self.players = self.people[:players]
        about = f"{self.variant}, {players} players"
        await self._open(code_for(options_for(self.variant, changes)))
        kind = guest_for(self.variant)
        seeds = [f"{chance.random()} {person.name}" for person in self.players]
        guests = [kind(one, TEXTS, Random(seed), self.channel) for one, seed in zip(self.players, seeds, strict=True)]
        await self.go_on(guests)
        return about

    async def go_on(self, guests: list[Guest]) -> None:
        """Play until the game is over, or until `stop`."""
        first = self.clicks
        while not self.stopped and not self.offers("Rematch"):
            self.changed.clear()
            if not await self._step(guests):
                await self._wait()
            assert self.clicks - first < MOST_CLICKS, f"the game doesn't end:\n{self.screens()}"

    def stop(self) -> None:
        """Stop all clicks."""
        self.stopped = True
        self.changed.set()

    def offers(self, label: str) -> SeenMessage | None:
        """Return the newest public message of this game with an enabled button of that label."""
        for message in reversed(self.people[0].sees(self.channel)):
            if not message.ephemeral and message.sent >= self.opened and label in message.labels:
                return message
        return None

    def screens(self) -> str:
        """Return what everyone sees, as text."""
        return "\n".join(f"{one.name} sees\n{message}" for one in self.people for message in one.sees(self.channel))

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition about the channel's messages is true."""
        try:
            async with asyncio.timeout(60):
                while not condition():
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            raise TimeoutError(f"not in a minute:\n{self.screens()}") from None

    async def _open(self, rules: str) -> None:
        host, *others = self.players
        self.opened = self.now()
        variant, opponent = self.variant, others[0]
        await self._insist(
            lambda: host.slash(self.channel, "rummy new", variant=variant, pace="none", rules=rules, opponent=opponent)
        )
        await self.until(lambda: self.offers("Join"))
        for person in others:
            await self._insist(partial(person.click, "Join", channel=self.channel))
        await self.until(lambda: self.offers("Start") or self.offers("My hand"))
        await self._insist(lambda: host.click("Start", channel=self.channel))
        await self.until(lambda: self.offers("My hand"))
        await self._open_hands()

    async def _open_hands(self) -> None:
        for person in self.players:
            await self._insist(partial(person.click, "My hand", channel=self.channel))

    async def _insist(self, action: Callable[[], Awaitable[Answer]]) -> None:
        """Act, again after each failure. A button that isn't there any more was clicked successfully before."""
        for _ in range(MOST_ATTEMPTS):
            try:
                answer = await action()
            except CannotSeeError:
                assert self.patient, self.screens()
                return
            if self._succeeded(answer):
                return
        raise AssertionError(f"{MOST_ATTEMPTS} failures in a row:\n{self.screens()}")

    def _succeeded(self, answer: Answer) -> bool:
        """Count a click. Return whether it was answered."""
        self.clicks += 1
        if not answer.failed:
            return True
        assert self.patient, f"no answer:\n{self.screens()}"
        self.failures += 1
        for person in self.people:
            for message, _ in list(person.chosen):
                person.unchoose(message)
        return False

    async def _step(self, guests: list[Guest]) -> bool:
        """Click as the first player who can, players out of turn first. Return False if nobody can."""
        for guest in sorted(guests, key=Guest.has_turn):
            done = await guest.act()
            if done is not None:
                self._succeeded(done.answer)
                return True
        for guest in guests:
            done = await guest.go_on()
            if done is not None:
                self._succeeded(done.answer)
                return True
        return False

    async def _wait(self) -> None:
        """Wait until a screen changes; if none does, press what there is on the table, as players do."""
        try:
            async with asyncio.timeout(WAIT):
                await self.changed.wait()
        except TimeoutError:
            self.stalls += 1
            for label in ("Ready", "Next deal", "Next round"):
                if self.patient and self.offers(label):
                    for person in self.players:
                        await self._insist(partial(person.click, label, channel=self.channel))
                    return
            assert self.offers("My hand") is not None or self.patient, f"nobody can do anything:\n{self.screens()}"
            if self.offers("My hand") is not None:
                await self._open_hands()


class Rounds:
    """Rounds of games: in each, one game per channel. Between them, bot and stand-in grow older.

    ``statuses`` counts the responses to the bot's requests, ``refused`` those with a 429 by kind of request.
    """

    def __init__(self, club: Club, tables: int, *, patient: bool = False) -> None:
        self._club = club
        self.corners: dict[int, Corner] = {}
        for number in range(tables):
            channel = club.guild.add_channel(f"corner-{number}")
            people = [club.guild.add_person(f"{name} {number}") for name in ("Ala", "Bob", "Cyd", "Dan")]
            self.corners[channel.id] = Corner(channel, people, club.standin.now, patient)
        self.statuses: Counter[int] = Counter()
        self.refused: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        club.standin.listen(self._hear)

    @property
    def clicks(self) -> int:
        """The number of clicks and commands so far."""
        return sum(corner.clicks for corner in self.corners.values())

    @property
    def failures(self) -> int:
        """The number of interactions without an answer in time."""
        return sum(corner.failures for corner in self.corners.values())

    @property
    def stalls(self) -> int:
        """How often nobody could click at a table for a while."""
        return sum(corner.stalls for corner in self.corners.values())

    async def play(self, chance: Random) -> None:
        """Play a game in every channel, and wait until the bot has nothing left to do."""
        chances = [Random(f"{chance.random()} {number}") for number in range(len(self.corners))]
        played = zip(self.corners.values(), chances, strict=True)
        self.games.update(await asyncio.gather(*(corner.play(one) for corner, one in played)))
        await self._club.settled()

    async def age(self, seconds: float) -> None:
        """Move the clocks of bot and stand-in until all that expires has expired."""
        people = [person for corner in self.corners.values() for person in corner.people]
        self._club.standin.age(seconds, people)
        await self._club.settled()

    def _hear(self, kind: str, make: Callable[[], JSON]) -> None:
        """Wake the players of the channel in which a request changed something."""
        if kind != "request":
            return
        request = make()
        self.statuses[request["status"]] += 1
        if request["status"] == TOO_MANY:
            self.refused[f"{request['method']} {str(request['path']).split('/')[1]}"] += 1
        corner = self.corners.get(channel_of(request))
        if corner is not None:
            corner.changed.set()
