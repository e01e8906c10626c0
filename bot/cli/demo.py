"""``remik demo``: a whole game through the real bot, with no people and no account; against computers too."""

import argparse
import asyncio
import hashlib
import json
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import SecretStr

from bot.app import Remik, bot_for, serve
from bot.cli.guests import Done, Guest, guest_for
from bot.cli.guests.ids import action_of, newest_with
from bot.cli.house_words import options_from_words
from bot.logs import set_up
from bot.players.levels import Level
from bot.playground import NO_LIMITS, Answer, Channel, Person, SeenButton, SeenMessage, StandIn
from bot.playground.transcript import Encoding, Transcript
from bot.playground.typing_in import OptionValue
from bot.rummy.codes import code_for
from bot.rummy.options import OptionError, Options, Variant, changes_from
from bot.rummy.records.checking import RecordError, check
from bot.settings import LogLevel, Settings
from bot.text.catalogs import Catalogs
from render.drawing.compact import SUFFIX, compact

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

NAMES: Final = ("Ala", "Kuba", "Ewa", "Olek")
MOST_CLICKS: Final = 20_000
"""More clicks than any game needs: a demo that gets there is stuck."""


class DemoError(Exception):
    """The game did not get to its end; the sentence says where it stopped."""


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("demo", help="play a whole game through the real bot, with no account")
    parser.add_argument("--variant", choices=list(Variant), type=Variant, help="the game (default: gin, or the code's)")
    parser.add_argument("--players", type=int, choices=range(1, 5), help="how many people play (default: 2, or 1)")
    parser.add_argument("--computers", type=int, choices=range(4), default=0, help="how many computers play with them")
    parser.add_argument("--level", choices=list(Level), type=Level, default=Level.NORMAL, help="how well they play")
    parser.add_argument(
        "--options",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="house rules, as a record names them (rounds=2 claim=on), or a code of them, or a code and what differs",
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="the same seed gives the same game, or with claims (H-8) the same cards (default: another each time)",
    )
    parser.add_argument("--out", type=Path, default=Path("demo-out"), help="where to write (default: demo-out)")
    parser.add_argument("--language", choices=Catalogs().languages, default="en", help="what everybody reads")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play, write what everybody saw, and say how it ended; exit status 0 only if the record checks."""
    set_up(LogLevel.WARNING)
    players = options.players or (1 if options.computers else 2)
    against = Against(options.computers, options.level)
    try:
        rules = options_from_words(options.variant, options.options, players + against.computers)
    except OptionError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 2
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        played = asyncio.run(play(rules, players, seed, options.language, against, tell=_say))
        _say("writing the page ...")
        page = played.transcript.write(options.out, f"Remik: {rules.variant}", options.language)
        (options.out / "record.json").write_bytes(played.record)
        record = check(json.loads(played.record))
    except (DemoError, RecordError, OSError, ValueError) as error:
        sys.stderr.write(f"the demo failed: {error}\n")
        return 1
    sys.stdout.write(summary(record, played, seed, page))
    return 0


def _say(line: str) -> None:
    """Print a line of progress at once, even into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _silent(_: str) -> None:
    """Print nothing."""


@dataclass(frozen=True, slots=True)
class Against:
    """How many computers people play with, and how well those play."""

    computers: int = 0
    level: Level = Level.NORMAL


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A game that was played to its end: what was seen, the record as the bot gave it, the number of clicks."""

    transcript: Transcript
    record: bytes
    clicks: int


class DemoPhase(Enum):
    """How far the game is, by the buttons on its newest public message."""

    LOBBY = auto()
    PLAYING = auto()
    BETWEEN = auto()
    OVER = auto()


async def play(
    rules: Options,
    players: int,
    seed: int,
    language: str,
    against: Against,
    *,
    tell: Callable[[str], None] = _silent,
    catalogs: Catalogs | None = None,
) -> DemoGame:
    """Start the stand-in and the bot, and let guests play a game. DemoError.

    ``tell`` gets a line of progress now and then.
    """
    catalogs = Catalogs() if catalogs is None else catalogs
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="remik-"))
        standin = await stack.enter_async_context(StandIn(limits=NO_LIMITS, log_limit=0))
        settings = Settings(
            token=SecretStr(standin.token),
            database_url=f"sqlite+aiosqlite:///{folder}/demo.db",
            api_url=standin.api_url,
            gateway_url=standin.gateway_url,
        )
        locale = "en-US" if language == "en" else language
        guild = standin.add_guild("Club", locale=locale)
        channel = guild.add_channel("rummy")
        people = [guild.add_person(name, locale=locale) for name in NAMES[:players]]
        token = hashlib.sha256(f"demo {seed}".encode()).digest
        bot = await stack.enter_async_context(
            bot_for(
                settings,
                edit_interval=0,
                guild_ready_timeout=0.05,
                token=token,
                pause=0,
                claim_delay=0,
                catalogs=catalogs,
            )
        )
        stop = asyncio.Event()
        texts = catalogs.texts(language)
        guests = [guest_for(rules.variant)(person, texts, random.Random(f"{seed} {person.name}")) for person in people]  # noqa: S311
        game = _Game(standin, bot, channel, guests, seed=seed, tell=tell)
        serving = asyncio.create_task(serve(bot, settings.token.get_secret_value(), stop))
        playing = asyncio.create_task(game.play(rules, against))
        try:
            await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                await serving
                raise DemoError("the bot stopped")
            return playing.result()
        finally:
            stop.set()
            playing.cancel()
            await asyncio.wait((serving, playing))


class _Game:
    """Guests at a table."""

    def __init__(
        self,
        standin: StandIn,
        bot: Remik,
        channel: Channel,
        guests: Sequence[Guest],
        *,
        seed: int,
        tell: Callable[[str], None],
    ) -> None:
        self._standin = standin
        self._bot = bot
        self._channel = channel
        self._guests = guests
        self._people = [guest.person for guest in guests]
        self._seed = seed
        self._tell = tell
        self._transcript = Transcript(channel, self._people, standin.now, Encoding(SUFFIX, compact))
        self._phase = DemoPhase.LOBBY
        self._unit = "Deal"
        self._deals = 0
        self._clicks = 0

    async def play(self, rules: Options, against: Against) -> DemoGame:
        self._unit = unit_of(rules.variant).capitalize()
        await self._standin.until(lambda: "rummy new" in self._standin.commands() and bool(self._standin.sessions))
        await self._sit_down(rules, against)
        while self._phase is not DemoPhase.OVER:
            await self._next_click()
        self._transcript.begin("After the game")
        answer = await self._type("rummy record")
        files = (
            [file.data for file in answer.message.pictures if file.filename.endswith(".json")] if answer.message else []
        )
        if len(files) != 1:
            raise DemoError("the bot did not give the record")
        for command in ("league standings", "league profile", "rummy replay"):
            await self._type(command)
        return DemoGame(self._transcript, files[0], self._clicks)

    async def _sit_down(self, rules: Options, against: Against) -> None:
        """Open the table, cut the cards and start."""
        host, *others = self._people
        asked: dict[str, OptionValue] = {"variant": rules.variant.value}
        if others:
            asked["opponent"] = others[0]
        if against.computers:
            asked |= {"computers": against.computers, "level": against.level.value}
        if changes_from(rules):
            asked["rules"] = code_for(rules)
        self._transcript.begin("Sitting down")
        self._tell(f"sitting down: {', '.join(person.name for person in self._people)}")
        await self._type("rummy new", **asked)
        for other in others:
            await self._press(other, "join")
        for person in self._people:
            cut = self._button("cut")
            await person.click(cut.custom_id)
            if person.modal is None:
                raise DemoError("the bot did not ask how to cut the cards")
            field = person.modal.fields[0].label
            await self._note(person, cut.label, await person.submit({field: f"{person.name} cuts at {self._seed}"}))
        await self._press(host, "start")
        for person in self._people:
            await self._press(person, "hand")

    async def _next_click(self) -> None:
        """Let a guest who can act do so, those out of turn first; between deals they ask for the next one."""
        self._clicks += 1
        if self._clicks > MOST_CLICKS:
            raise DemoError(f"no end after {MOST_CLICKS} clicks")
        for guest in sorted(self._guests, key=Guest.has_turn):
            if await self._took_down(guest.person, await guest.act()):
                return
        for guest in self._guests:
            if await self._took_down(guest.person, await guest.go_on()):
                return
        before = [person.sees(self._channel) for person in self._people]
        await self._standin.until(lambda: before != [person.sees(self._channel) for person in self._people])
        await self._bot.idle()

    async def _took_down(self, person: Person, done: Done | None) -> bool:
        """Take down what a guest did, if anything."""
        if done is not None:
            await self._note(person, done.label, done.answer, knock=done.action in ("knock", "knocks", "claim"))
        return done is not None

    async def _type(self, command: str, **asked: OptionValue) -> Answer:
        """Let the host type a command."""
        host = self._people[0]
        answer = await host.slash(self._channel, command, wait=True, **asked)
        await self._note(host, f"/{command}", answer)
        return answer

    async def _press(self, person: Person, action: str) -> None:
        """Let a player press a button on the table."""
        button = self._button(action)
        await self._note(person, button.label, await person.click(button.custom_id))

    def _button(self, action: str) -> SeenButton:
        """Find a button on the table by what it does. DemoError."""
        found = newest_with(self._public(), action)
        if found is None:
            raise DemoError(f"nothing to press for {action}")
        return found[1]

    def _public(self) -> list[SeenMessage]:
        return [message for message in self._people[0].sees(self._channel) if not message.ephemeral]

    async def _note(self, person: Person, label: str, answer: Answer, *, knock: bool = False) -> None:
        """Take down what is on the screens once the bot has shown all that a click led to."""
        if answer.failed:
            raise DemoError(f"{person.name} clicked {label} and got no answer")
        await self._bot.idle()
        before, self._phase = self._phase, phase_of(self._public())
        if self._phase is DemoPhase.PLAYING and before in (DemoPhase.LOBBY, DemoPhase.BETWEEN):
            self._deals += 1
            self._transcript.begin(f"{self._unit} {self._deals}")
            self._tell(f"{self._unit.lower()} {self._deals} ...")
        ended = before is DemoPhase.PLAYING and self._phase in (DemoPhase.BETWEEN, DemoPhase.OVER)
        step = self._transcript.note(f"{person.name}: {label}", marked=knock, result=ended)
        if ended:
            self._tell(f"  {step.result}")


def phase_of(public: Sequence[SeenMessage]) -> DemoPhase:
    """Read off a channel's public messages how far the newest game is."""
    for message in reversed(public):
        actions = {action_of(button) for button in message.buttons}
        if "rematch" in actions:
            return DemoPhase.OVER
        if actions & {"next", "ready"}:
            return DemoPhase.BETWEEN
        if "hand" in actions:
            return DemoPhase.PLAYING
        if "start" in actions:
            return DemoPhase.LOBBY
    return DemoPhase.LOBBY


def unit_of(variant: Variant) -> str:
    """Return what a game's deals are called."""
    return "round" if variant == Variant.GERMAN else "deal"


def summary(record: dict[str, Any], played: DemoGame, seed: int, page: Path) -> str:
    """Say in a few lines how the game ended; the address of the page comes last."""
    result, seats = record["result"], record["seats"]
    won = " and ".join(seats[seat] for seat in result["winners"])
    variant, deals = record["rules"]["variant"], len(record["deals"])
    lines = [
        f"{variant}, {deals} {unit_of(variant)}{'' if deals == 1 else 's'}, {played.clicks} clicks, seed {seed}",
        f"{'shared' if len(result['winners']) > 1 else 'won'} by {won}; final points {_points(seats, result['final'])}",
        f"the record, checked: {page.parent / 'record.json'}",
        f"what everyone saw: {page.resolve().as_uri()}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _points(seats: Sequence[str], final: Sequence[Any]) -> str:
    """Write the final points of each seat; Hollywood has three games of them."""
    games = final if isinstance(final[0], list) else [final]
    return " / ".join(", ".join(f"{name} {points}" for name, points in zip(seats, game, strict=True)) for game in games)
