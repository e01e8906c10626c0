"""A running playground: the stand-in with a server, its people, the bot's process, and what the page shows of them."""

import asyncio
import random
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.cli.playground.faults import FaultPanel
from bot.cli.playground.process import BotProcess
from bot.cli.playground.wire import Wire
from bot.playground import NO_LIMITS, Person, RateLimits, StandIn
from bot.text.catalogs import Catalogs
from bot.text.languages import MADE_UP, language_name

PEOPLE: Final = ("Ala", "Kuba", "Ewa", "Olek")
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
    def _connected(self) -> bool:
        return bool(self.standin.sessions) and bool(self.standin.commands())

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
            file=str(Path(self._files.name) / "playground.db"),
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
