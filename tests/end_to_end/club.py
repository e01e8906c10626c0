"""A club for tests: the stand-in, up to four players, the spectator Eve, and the real bot, here or as a process."""

import asyncio
import hashlib
import os
import random
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pydantic import SecretStr

from bot.fairness.beacon import PublicBeacon
from bot.play.state.values import LogWord
from bot.playground import (
    MEMBER,
    NO_LIMITS,
    Answer,
    Limit,
    LoggedRequest,
    Permission,
    Person,
    RateLimits,
    Rough,
    SeenMessage,
    StandIn,
    interactions,
)
from bot.playground.seeing import see
from bot.playground.typing_in import OptionValue
from bot.program.app import bot_for
from bot.program.cli.guests import Guest, guest_for
from bot.program.serving import Remik, serve
from bot.program.settings import Settings
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs
from tests.amounts import STARTED
from tests.data.fresh import ready_file

TEXTS = Catalogs().texts("en")
ROUGH = Rough(seed=10, latency=0.25)
"""The default for tests: slow edits that overtake each other, 429s, connections that break and resume."""
STEADY = Rough(seed=10, latency=0.25, broken=0)
"""The same with a connection that holds, for tests that count time or outages: the bot gives time back after each."""
PLENTY = RateLimits(None, Limit(10**5, 1.0), None, Limit(10**5, 1.0), Limit(10**5, 1.0))
"""Rate limits that no test reaches; without any, the library sends one request after the other."""
SLOWER = 10
"""How many times slower Discord's clock runs than the machine's: tests let time pass with `advance`."""
MINUTE_FOR_ANSWERS = 60.0
"""Seconds that replace a few on a slow machine: for answers, and for what their screens wait for."""
PEOPLE = ("Ala", "Bob", "Cyd", "Dan", "Eve")
PATIENT_RUN = (
    "-c",
    "import gc; gc.disable(); "  # as `remik` does while it imports
    "from functools import partial; from bot.program.cli import run; run.Watchdog = partial(run.Watchdog, ending=300); "
    "from bot.__main__ import main; main(['run'])",
)
"""`remik run`, which may take minutes to end: on a machine with other work, twelve seconds aren't always enough."""


NO_MEMBER_LIMITS = {
    "computer_tables_per_member": 100,
    "computer_tables_per_server": 100,
    "lobbies_per_member": 100,
    "live_lobby_minutes": 10**6,
    "post_seconds": 0,
    "invitations_per_hour": 1000,
    "presets_per_member": 100,
    "requests_per_second": 10**6,
}
"""Settings for tests, in which few people do a lot; tests of the limits clear `Club.limits`."""
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that is deleted."""
_ENDED = {"Rematch", "Next deal", "Next round", "Ready", "I'm back"}
"""Buttons of a panel that shows no cards."""


class Club:
    """A server with players and the bot: tests act through the people and read their screens with `sees`.

    ``players`` are the people at the table that `table` opened; ``eve`` never sits down, and manages the server.
    ``language`` is everyone's; labels are given in English.
    ``slower`` is how many times slower Discord's clock runs than the machine's next to a bot in this process.
    """

    def __init__(self, standin: StandIn, folder: Path, *, slower: float = SLOWER, language: str = "en-US") -> None:
        self.standin = standin
        self.texts = Catalogs().texts(language)
        self._slower = slower
        self.file = folder / "remik.db"
        self.guild = standin.add_guild("Club", locale=language)
        self.channel = self.guild.add_channel("rummy")
        *players, eve = PEOPLE
        self.ala, self.bob, self.cyd, self.dan = (self.guild.add_person(name, locale=language) for name in players)
        self.eve = self.guild.add_person(eve, locale=language, permissions=MEMBER | Permission.MANAGE_GUILD)
        self.players = [self.ala, self.bob]
        self.variant = Variant.GIN
        self.bot: Remik | None = None
        self.limits: dict[str, Any] = dict(NO_MEMBER_LIMITS)
        self.opened = 0.0  # when the newest table was opened, by the stand-in's clock

    @property
    def settings(self) -> Settings:
        there = {"api_url": self.standin.api_url, "gateway_url": self.standin.gateway_url}
        return Settings(
            token=SecretStr(self.standin.token),
            database_url=f"sqlite+aiosqlite:///{self.file}",
            **{**there, **self.limits},
        )

    @asynccontextmanager
    async def running(
        self,
        *,
        edit_interval: float = 0,
        hold: float = 0,
        pause: float = 0,
        shards: int | None = None,
        beacon: PublicBeacon | None = None,
    ) -> AsyncIterator[Remik]:
        """Run the real bot in this process, on the stand-in's clock, and shut it down cleanly at the end."""
        async with self.built(edit_interval=edit_interval, hold=hold, pause=pause, beacon=beacon) as bot:
            if shards is not None:
                bot.client.shard_count = shards
            async with self.serving(bot):
                yield bot

    @asynccontextmanager
    async def built(
        self, *, edit_interval: float = 0, hold: float = 0, pause: float = 0, beacon: PublicBeacon | None = None
    ) -> AsyncIterator[Remik]:
        """Build the real bot without connecting it."""
        self.standin.slow_down(self._slower)
        async with bot_for(
            self.settings,
            edit_interval=edit_interval,
            hold=hold,
            guild_ready_timeout=0.01,
            token=hashlib.sha256(b"Cards for tests").digest,
            clock=self.now,
            sleep=self.standin.sleep,
            pause=pause,
            claim_delay=0,
            beacon=beacon,
        ) as bot:
            bot.edge.names._patience = bot.games.finished_games.patience = MINUTE_FOR_ANSWERS
            yield bot

    @asynccontextmanager
    async def serving(self, bot: Remik) -> AsyncIterator[None]:
        """Connect the bot, and shut it down cleanly at the end."""
        stop = asyncio.Event()
        serving = asyncio.create_task(serve(bot, self.standin.token, stop))
        try:
            self.bot = bot
            with shared_payloads(bot):
                await self.ready()
                await self.awake()
            yield
        finally:
            self.bot = None
            stop.set()
            await serving

    def now(self) -> int:
        """Return the stand-in's time in epoch milliseconds, as a clock for the bot."""
        return int(self.standin.now() * 1000)

    async def ready(self) -> None:
        await self.standin.until(lambda: "rummy new" in self.standin.commands() and bool(self.standin.sessions))

    async def table(
        self, variant: str = "gin", *, players: int = 2, rules: str | None = None, **about: OptionValue
    ) -> None:
        """Open a table by rules (a preset's name or a code), join, cut the cards, start, and open all hands.

        ``about`` has other options of the command. The default is no time limit.
        """
        await self.lobby(variant, players=players, rules=rules, **about)
        await self.cut_the_cards()
        await self.ala.click("Start")
        await self.open_hands()

    async def cut_the_cards(self) -> None:
        """Cut by the players' names."""
        for person in self.players:
            await person.click("More", message=self.public("Start"))
            asked = await person.click("Cut the cards")
            assert asked.modal is not None
            await person.submit({asked.modal.fields[0].label: person.name})

    async def lobby(
        self,
        variant: str = "gin",
        *,
        players: int = 2,
        rules: str | None = None,
        **about: OptionValue,
    ) -> None:
        """Open a table and join it with every player."""
        await self.open(variant, players=players, rules=rules, **about)
        for person in self.players[1:]:
            await person.click(self.label("Join"))

    async def open(self, variant: str, *, players: int, rules: str | None = None, **about: OptionValue) -> None:
        """Open a table by Ala, without other players yet."""
        self.variant = Variant(variant)
        self.players = [self.ala, self.bob, self.cyd, self.dan][:players]
        self.opened = self.standin.now()
        asked = {"variant": variant, "pace": "none", **about}
        if players > 1:
            asked["opponent"] = self.bob
        if rules is not None:
            asked["rules"] = rules
        opened = await self.ala.slash(self.channel, "rummy new", wait=True, **asked)
        assert opened.message is not None
        assert not opened.message.ephemeral, opened.text
        if players > 1:
            await self.shown("Join")  # a slow answer is deferred first

    def label(self, english: str) -> str:
        """Return a label in the language of the club."""
        found = (self.texts.p(context, english) for context in ("button", "a table", "a game"))
        return next((text for text in found if text != english), self.texts.t(english))

    async def shown(self, label: str) -> None:
        """Wait until a public message has an enabled button whose label starts with a text."""
        await self.standin.until(lambda: self.public(label) is not None)

    def public(self, label: str) -> SeenMessage | None:
        """Return the newest public message with an enabled button whose label starts with a text."""
        start = self.label(label)
        for message in reversed(self.eve.sees(self.channel)):
            if not message.ephemeral and any(shown.startswith(start) for shown in message.labels):
                return message
        return None

    def guests(self, seed: int) -> list[Guest]:
        kind = guest_for(self.variant)
        return [kind(person, TEXTS, random.Random(f"{seed} {person.name}")) for person in self.players]

    def to_move(self) -> Person:
        """Return the player whose turn it is, as their panel says."""
        turn = self._turn()
        assert turn is not None, "it is nobody's turn"
        return turn

    def _turn(self) -> Person | None:
        return next((guest.person for guest in self.guests(0) if guest.has_turn()), None)

    async def turn(self) -> Person:
        """Wait until a player's panel says that it's their turn. Return the player."""
        await self.standin.until(lambda: self._turn() is not None)
        return self.to_move()

    def newest(self) -> SeenMessage:
        """Return the public message that shows the table: the newest one with buttons, else the newest of all."""
        public = [message for message in self.eve.sees(self.channel) if not message.ephemeral]
        return next((message for message in reversed(public) if message.buttons), public[-1])

    def named(self) -> Person | None:
        """Return the player whose turn it is, as the table says."""
        table = self.public("My hand")
        shown = "" if table is None else table.text
        return next((person for person in self.players if f"**{person.name}: " in shown), None)

    async def turn_on_table(self) -> Person:
        """Wait until the table says that it's a person's turn. Return that person."""
        await self.standin.until(lambda: self.named() is not None)
        named = self.named()
        assert named is not None
        return named

    async def play_turn(self, player: Person, seed: int) -> None:
        """Play a whole turn for the player that the table names; the others do nothing.

        A computer that stands in for the next player may have moved before the table names that player.
        """
        seat, before = self.players.index(player), len(self.log())

        def over() -> bool:
            return self.named() is not player or any(by != seat for _, _, by, *_ in self.log()[before:])

        await player.click("My hand", message=self.public("My hand"))
        await self.play(seed, over, only=player)

    async def open_hands(self) -> None:
        """Open all hands again, as players do when their panels are stale."""
        await self.shown("My hand")
        for person in self.players:
            assert not (await person.click(self.label("My hand"), message=self.public("My hand"))).failed
        if self.bot is not None:
            await self.settled()  # screens of the lobby are deleted

    async def awake(self) -> None:
        """Wait until the scheduler of the bot in this process is running."""
        assert self.bot is not None
        scheduler: Any = self.bot.scheduler
        await self.standin.until(lambda: not scheduler.is_away)

    async def settled(self) -> None:
        """Wait until the bot has nothing left to show."""
        assert self.bot is not None
        await self.bot.idle()

    def drawing(self) -> bool:
        """Return whether a turn starts with a draw, and the table and the player's panel offer it."""
        return self.public("Draw") is not None and self._turn() is not None and self._count("Draw") > 1

    def _count(self, label: str) -> int:
        turn = self._turn()
        messages = turn.sees(self.channel) if turn else []
        return sum(any(shown.startswith(label) for shown in message.labels) for message in messages)

    def waiting(self) -> Person:
        """Return the player after the one whose turn it is."""
        return self.after(self.to_move())

    def after(self, person: Person) -> Person:
        """Return the player to the left of another."""
        return self.players[(self.players.index(person) + 1) % len(self.players)]

    def panel(self, person: Person) -> SeenMessage:
        """Return a player's newest panel."""
        panel = guest_for(self.variant)(person, TEXTS, random.Random(0)).panel()
        assert panel is not None, f"{person.name} has no hand open"
        return panel

    def private(self, person: Person) -> list[SeenMessage]:
        """Return a person's private messages in the channel, including dismissed ones."""
        return [see(message) for message in self.channel.messages.values() if message.owner is person.user]

    def panels(self, person: Person) -> list[SeenMessage]:
        """Return the private messages with a player's hand, including dismissed ones."""
        guest = guest_for(self.variant)(person, TEXTS, random.Random(0))
        return [message for message in self.private(person) if guest.is_hand(message)]

    def turn_pings(self, person: Person) -> list[SeenMessage]:
        """Return a player's turn pings, including deleted ones."""
        return [ping for ping in person.pings if "turn" in ping.text and not ping.buttons]

    def invitations(self, person: Person) -> int:
        """Return the number of a player's invitations."""
        return len(person.pings) - len(self.turn_pings(person))

    def current_pings(self) -> list[SeenMessage]:
        """Return the turn pings of all players that aren't deleted."""
        return [ping for person in self.players for ping in self.turn_pings(person) if not ping.gone]

    def live_panels(self, person: Person) -> list[SeenMessage]:
        """Return a player's panels of this game, current or stale, dismissed or not.

        Panels of an earlier game aren't included.
        """
        guest, since = guest_for(self.variant)(person, TEXTS, random.Random(0)), self.opened
        return [
            message
            for message, owner in self.standin.private(self.channel)
            if owner == person.id and message.sent >= since and (guest.is_hand(message) or _ENDED & {*message.labels})
        ]

    def posted(self) -> list[SeenMessage]:
        """Return the bot's messages in the channel since the table was opened, without deleted ones."""
        shown = self.standin.messages(self.channel)
        return [message for message in shown if not message.ephemeral and message.sent >= self.opened]

    def clutter(self, deals: int) -> list[str]:
        """Return the messages that should have been deleted, after a game with a number of deals.

        A player has at most one panel. The channel has one message per deal, and one for the table.
        """
        piles = {person.name: len(self.live_panels(person)) for person in self.players}
        found = [f"{name} has {panels} panels" for name, panels in piles.items() if panels > 1]
        posted = len(self.posted())
        return [*found, f"{posted} messages for {deals} deals"] if posted > deals + 1 else found

    async def tidied(self) -> None:
        """Wait after a game until all surplus messages are deleted."""
        table = max(line[0] for line in self.log())
        deals = 1 + sum(line[0] == table and line[3] == LogWord.NEXT for line in self.log())
        with suppress(TimeoutError):
            await self.standin.until(lambda: not self.clutter(deals))
        clutter = self.clutter(deals)
        assert not clutter, f"{', '.join(clutter)}:\n" + "\n".join(map(str, self.posted()))

    def refused(self) -> list[LoggedRequest]:
        """Return the requests that Discord refused, without those that are inevitable on a rough connection.

        A request is retried after a 429. A private message may be replaced while an edit of it or a click on it is
        on its way: the click is then answered with a new message.
        """
        refused = [request for request in self.standin.requests if request.status >= 400 and request.status != 429]
        return [request for request in refused if not _is_replaced(request)]

    def log(self) -> list[tuple[int, int, int, str, int]]:
        """Read the log of all tables: (table, sequence number, seat, text, interaction)."""
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as connection:
            rows = connection.execute("SELECT table_id, seq, seat, text, interaction FROM moves ORDER BY 1, 2")
            found = rows.fetchall()
        connection.close()
        return found

    async def play(self, seed: int, until: Callable[[], bool], most: int = 5000, *, only: Person | None = None) -> int:
        """Play as all players, or as one, by what they see, until a condition holds. Return the number of clicks."""
        guests = [guest for guest in self.guests(seed) if only in (None, guest.person)]
        for clicks in range(most):
            if until():
                return clicks
            if not await self.act(guests) and not (only is None and await self.look()):
                await self._something_new(until)
        raise AssertionError(f"not there after {most} clicks")

    async def act(self, guests: list[Guest]) -> bool:
        """Act for the first player who can, players out of turn first. Return False if no player can act."""
        for guest in sorted(guests, key=Guest.has_turn):  # players out of turn first: they may want the discard
            done = await guest.act()
            if done is not None:
                assert not done[1].failed, f"{guest.person.name} clicked {done[0]}: {done[1].notice}"
                return True
        for guest in guests:
            asked = await guest.go_on()
            if asked is not None:
                assert not asked[1].failed
                return True
        return False

    async def look(self) -> bool:
        """Open the hand of the player on turn if their panel doesn't say so yet. Return whether it was opened."""
        table = self.public("My hand")
        for person in self.players:
            if table is not None and f"**{person.name}: " in table.text and self._turn() is not person:
                await person.click("My hand", message=table)
                return True
        return False

    async def _something_new(self, until: Callable[[], bool]) -> None:
        before = self._screens()
        await self.standin.until(lambda: until() or before != self._screens())

    def _screens(self) -> list[list[SeenMessage]]:
        return [person.sees() for person in self.players]

    async def game_over(self, seed: int) -> int:
        """Play until the game is over and all surplus messages are deleted. Return the number of clicks."""
        clicks = await self.play(seed, lambda: self.public("Rematch") is not None)
        await self.tidied()
        return clicks

    async def record(self) -> bytes:
        answer = await self.ala.slash(self.channel, "rummy record")
        return file_of(answer)


_PAYLOADS: dict[tuple[object, str], dict[str, Any]] = {}
"""Each command as it's sent to Discord, by its name and what loads the catalogs: those of most clubs are the same."""


@contextmanager
def shared_payloads(bot: Remik) -> Iterator[None]:
    """Translate each command once per process, not twice per start: that would be half of the start."""
    tops = bot.client.tree.get_commands()
    for top in tops:
        top.get_translated_payload = partial(_payload, top.get_translated_payload, top.name)  # type: ignore[method-assign]
    try:
        yield
    finally:
        for top in tops:
            del top.get_translated_payload


async def _payload(translated: Callable[..., Awaitable[dict[str, Any]]], name: str, *of: Any) -> dict[str, Any]:  # noqa: ANN401
    key = Catalogs.__init__, name  # tests with catalogs of their own replace it
    if key not in _PAYLOADS:
        _PAYLOADS[key] = await translated(*of)
    return _PAYLOADS[key]


def looks(messages: Iterable[SeenMessage]) -> list[tuple[object, ...]]:
    """Return the visible content of messages, for comparisons: an edit without a change doesn't count."""
    return [
        (
            message.id,
            message.text,
            message.buttons,
            message.selects,
            [(one.filename, one.alt) for one in message.pictures],
        )
        for message in messages
    ]


def _is_replaced(request: LoggedRequest) -> bool:
    """Return whether a request failed because the private message that it edits was replaced."""
    answers = request.path.startswith("/api/v10/interactions/") and request.response["code"] == UNKNOWN_MESSAGE
    return request.status == 404 and ("/webhooks/" in request.path or answers)


def said(answer: Answer) -> SeenMessage:
    """Return the message that an answer showed."""
    assert not answer.failed, answer.notice
    assert answer.message is not None
    return answer.message


def file_of(answer: Answer) -> bytes:
    """Return the only JSON file of an answer."""
    assert answer.message is not None, answer.notice
    (data,) = (file.data for file in answer.message.pictures if file.filename.endswith(".json"))
    return data


@asynccontextmanager
async def open_club(
    folder: Path,
    *,
    limits: RateLimits | None = None,
    rough: Rough | None = None,
    log_limit: int | None = None,
    slower: float = SLOWER,
    language: str = "en-US",
) -> AsyncIterator[Club]:
    await ready_file(folder)
    kept = (PLENTY if rough else NO_LIMITS) if limits is None else limits
    async with StandIn(limits=kept, rough=rough, log_limit=log_limit) as standin:
        yield Club(standin, folder, slower=slower, language=language)
        assert not standin.complaints


class BotProcess:
    """The bot as its operator runs it: ``remik run`` as a separate process, settings in the environment.

    With ``log``, lines from INFO up are appended to that file. ``program`` is run in its place, with ``more`` in the
    environment.
    """

    def __init__(
        self,
        club: Club,
        log: Path | None = None,
        *,
        program: Sequence[str] = PATIENT_RUN,
        more: Mapping[str, str] | None = None,
    ) -> None:
        self._club = club
        self._log = log
        self._program = program
        self._more = more or {}
        self._process: asyncio.subprocess.Process | None = None
        self._unhurried = patch.object(interactions, "FIRST_ANSWER", MINUTE_FOR_ANSWERS)

    async def __aenter__(self) -> "BotProcess":
        self._unhurried.start()
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Kill the process if it still runs, also after a failure."""
        self._unhurried.stop()
        assert self._process is not None
        if self._process.returncode is None:
            self.kill()
        await self._process.wait()

    async def start(self) -> None:
        settings = self._club.settings
        self._club.standin.slow_down(1)
        log = None if self._log is None else self._log.open("ab")
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            stderr=log,
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith("REMIK_")},
                "REMIK_TOKEN": self._club.standin.token,
                "REMIK_DATABASE_URL": settings.database_url,
                "REMIK_API_URL": str(settings.api_url),
                "REMIK_GATEWAY_URL": str(settings.gateway_url),
                "REMIK_LOG_LEVEL": "ERROR" if self._log is None else "INFO",
                "REMIK_COMPUTER_PAUSE": "0",
                "REMIK_CLAIM_DELAY": "0",
                "REMIK_BEACON": "off",
                "REMIK_REQUESTS_PER_SECOND": str(settings.requests_per_second),
                **self._more,
            },
        )
        if log is not None:
            log.close()
        standin = self._club.standin
        await standin.until(lambda: standin.sessions and "rummy new" in standin.commands(), seconds=STARTED)

    @property
    def id(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        os.kill(self.id, signal.SIGKILL)

    async def killed(self) -> int:
        """Wait until it has ended. Return its exit status."""
        assert self._process is not None
        return await self._process.wait()

    async def stop(self) -> int:
        """Stop it with SIGTERM as a service manager does. Return the exit status."""
        assert self._process is not None
        self._process.terminate()
        return await self._process.wait()
