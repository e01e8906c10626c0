"""Many short games at the same time: one bot, several channels with people of their own, round after round."""

import asyncio
import gc
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from bot.bench.load import channel_of
from bot.cli.guests import Done, Guest, guest_for
from bot.playground import Answer, Channel, Person, SeenMessage
from bot.playground.errors import JSON
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.end_to_end.club import TEXTS, Club

GAMES: Final = (
    (Variant.GIN, 2, {"deals": 2}),
    (Variant.REMIK, 2, {"deals": 2}),
    (Variant.OKLAHOMA, 2, {"deals": 1}),
    *((Variant.BASIC, players, {"target": 10}) for players in (2, 3, 4)),
    *((Variant.GERMAN, players, {"rounds": 1}) for players in (2, 3, 4)),
)
"""Short games: variant, number of players, house rules."""
MOST_CLICKS: Final = 2500
"""More than any of these games takes."""
WAIT: Final = 8.0
"""Seconds without any change after which players open their hands again."""
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Footprint:
    """What this process holds: resident memory in bytes, Python objects, asyncio's tasks, open files and sockets."""

    memory: int
    objects: int
    tasks: int
    files: int

    @classmethod
    def now(cls) -> "Footprint":
        """Measure it, after collecting garbage."""
        gc.collect()
        memory = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE
        files = len(list(Path("/proc/self/fd").iterdir()))
        return cls(memory, len(gc.get_objects()), len(asyncio.all_tasks()), files)

    def __str__(self) -> str:
        return f"{self.memory / 2**20:.1f} MB, {self.objects:,} objects, {self.tasks} tasks, {self.files} files"


@dataclass(slots=True)
class Corner:
    """A channel where one game after the other is played by the same people."""

    channel: Channel
    people: Sequence[Person]
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    clicks: int = 0

    async def play(self, chance: Random) -> str:
        """Play one of the short games to its end. Return a description of it."""
        variant, players, changes = chance.choice(GAMES)
        about = f"{variant}, {players} players"
        await self._open(variant, players, code_for(options_for(variant, changes)))
        kind = guest_for(variant)
        guests = [
            kind(person, TEXTS, Random(f"{chance.random()} {person.name}"), self.channel)
            for person in self.people[:players]
        ]
        first = self.clicks
        while not self.offers("Rematch"):
            self.changed.clear()
            if not await self._step(guests):
                await self._wait(guests)
            assert self.clicks - first < MOST_CLICKS, f"the game doesn't end: {about}\n{self.screens()}"
        return about

    def offers(self, label: str) -> SeenMessage | None:
        """Return the newest public message with an enabled button of that label."""
        for message in reversed(self.people[0].sees(self.channel)):
            if not message.ephemeral and label in message.labels:
                return message
        return None

    def screens(self) -> str:
        """Return what everyone sees, as text."""
        return "\n".join(f"{one.name} sees\n{message}" for one in self.people for message in one.sees(self.channel))

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition about the channel's messages is true."""
        async with asyncio.timeout(60):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    async def _open(self, variant: Variant, players: int, rules: str) -> None:
        host, *others = self.people[:players]
        await self._checked(
            host.slash(self.channel, "rummy new", variant=variant, pace="none", rules=rules, opponent=others[0])
        )
        await self.until(lambda: self.offers("Join"))
        for person in others:
            await self._checked(person.click("Join", channel=self.channel))
        await self.until(lambda: self.offers("Start"))
        await self._checked(host.click("Start", channel=self.channel))
        await self.until(lambda: self.offers("My hand"))
        for person in (host, *others):
            await self._checked(person.click("My hand", message=self.offers("My hand")))

    async def _step(self, guests: list[Guest]) -> bool:
        """Click as the first player who can, players out of turn first. Return False if nobody can."""
        for guest in sorted(guests, key=Guest.has_turn):
            done = await guest.act()
            if done is not None:
                return self._counted(done)
        for guest in guests:
            done = await guest.go_on()
            if done is not None:
                return self._counted(done)
        return False

    def _counted(self, done: Done) -> bool:
        """Count a click, which must have been answered. Return True."""
        assert not done.answer.failed, f"{done.label} wasn't answered:\n{self.screens()}"
        self.clicks += 1
        return True

    async def _wait(self, guests: list[Guest]) -> None:
        """Wait until a screen changes; if none does, open all hands again, as players do."""
        try:
            async with asyncio.timeout(WAIT):
                await self.changed.wait()
        except TimeoutError:
            table = self.offers("My hand")
            assert table is not None, f"nobody can do anything:\n{self.screens()}"
            for guest in guests:
                await self._checked(guest.person.click("My hand", message=table))

    async def _checked(self, action: Awaitable[Answer]) -> None:
        """Wait for an answer that has to come."""
        self.clicks += 1
        assert not (await action).failed, self.screens()


class Rounds:
    """Rounds of games: in each, one game per channel. Between them, bot and stand-in grow older.

    ``statuses`` counts the responses to the bot's requests.
    """

    def __init__(self, club: Club, tables: int) -> None:
        self._club = club
        self.corners: dict[int, Corner] = {}
        for number in range(tables):
            channel = club.guild.add_channel(f"corner-{number}")
            people = [club.guild.add_person(f"{name} {number}") for name in ("Ala", "Bob", "Cyd", "Dan")]
            self.corners[channel.id] = Corner(channel, people)
        self.statuses: Counter[int] = Counter()
        self.games: Counter[str] = Counter()
        club.standin.listen(self._hear)

    @property
    def clicks(self) -> int:
        """The number of clicks and commands so far."""
        return sum(corner.clicks for corner in self.corners.values())

    async def play(self, chance: Random) -> None:
        """Play a game in every channel, and wait until the bot has nothing left to do."""
        chances = [Random(f"{chance.random()} {number}") for number in range(len(self.corners))]
        played = zip(self.corners.values(), chances, strict=True)
        self.games.update(await asyncio.gather(*(corner.play(one) for corner, one in played)))
        await self._club.settled()

    async def age(self, seconds: float) -> None:
        """Let time pass for bot and stand-in, until all that expires has expired."""
        people = [person for corner in self.corners.values() for person in corner.people]
        self._club.standin.age(seconds, people)
        await self._club.settled()

    def _hear(self, kind: str, make: Callable[[], JSON]) -> None:
        """Wake the players of the channel in which a request changed something."""
        if kind != "request":
            return
        request = make()
        self.statuses[request["status"]] += 1
        corner = self.corners.get(channel_of(request))
        if corner is not None:
            corner.changed.set()
