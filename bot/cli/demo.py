"""``remik demo``: a whole game through the real bot, with nobody there and no account; against computers too."""

import argparse
import asyncio
import hashlib
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import SecretStr

from bot.app import bot_for, serve
from bot.cli.guests import Guest, guest_for
from bot.cli.house_words import options_from_words
from bot.logs import set_up
from bot.players.levels import Level
from bot.playground import NO_LIMITS, Answer, Channel, Person, StandIn
from bot.playground.transcript import Transcript
from bot.playground.typing_in import OptionValue
from bot.rummy.codes import code_for
from bot.rummy.options import OptionError, Options, Variant, changes_from
from bot.rummy.record import RecordError, check
from bot.settings import LogLevel, Settings
from bot.text.catalogue import Catalogues, Texts

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
    parser.add_argument("--language", choices=Catalogues().languages, default="en", help="what everybody reads")
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
        played = asyncio.run(play(rules, players, seed, options.language, against))
        page = played.transcript.write(options.out, f"Remik: {rules.variant}", options.language)
        (options.out / "record.json").write_bytes(played.record)
        record = check(json.loads(played.record))
    except (DemoError, RecordError, OSError, ValueError) as error:
        sys.stderr.write(f"the demo failed: {error}\n")
        return 1
    sys.stdout.write(summary(record, played, seed, page))
    return 0


@dataclass(frozen=True, slots=True)
class Against:
    """How many computers people play with, and how well those play."""

    computers: int = 0
    level: Level = Level.NORMAL


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end: what was seen, the record as the bot gave it, the number of clicks."""

    transcript: Transcript
    record: bytes
    clicks: int


async def play(rules: Options, players: int, seed: int, language: str, against: Against) -> Played:
    """Start the stand-in and the bot, and let guests play a game. DemoError."""
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
            bot_for(settings, edit_interval=0, guild_ready_timeout=0.05, token=token, pause=0, claim_delay=0)
        )
        stop = asyncio.Event()
        texts = Catalogues().texts(language)
        guests = [guest_for(rules.variant)(person, texts, random.Random(f"{seed} {person.name}")) for person in people]  # noqa: S311
        game = _Game(standin, channel, guests, texts, seed)
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

    def __init__(self, standin: StandIn, channel: Channel, guests: Sequence[Guest], texts: Texts, seed: int) -> None:
        self._standin = standin
        self._channel = channel
        self._guests = guests
        self._people = [guest.person for guest in guests]
        self._texts = texts
        self._seed = seed
        self._transcript = Transcript(channel, self._people, standin.now)
        self._clicks = 0

    async def play(self, rules: Options, against: Against) -> Played:
        await self._standin.until(lambda: "rummy new" in self._standin.commands() and bool(self._standin.sessions))
        await self._sit_down(rules, against)
        over = self._texts.t("Rematch")
        while not self._shown(over):
            await self._next_click()
        answer = await self._people[0].slash(self._channel, "rummy record")
        self._note(self._people[0], "/rummy record", answer)
        files = (
            [file.data for file in answer.message.pictures if file.filename.endswith(".json")] if answer.message else []
        )
        if len(files) != 1:
            raise DemoError("the bot did not give the record")
        for command in ("league standings", "league profile", "rummy replay"):
            self._note(self._people[0], f"/{command}", await self._people[0].slash(self._channel, command))
        return Played(self._transcript, files[0], self._clicks)

    async def _sit_down(self, rules: Options, against: Against) -> None:
        """Open the table, cut the cards and start."""
        host, *others = self._people
        t = self._texts.t
        asked: dict[str, OptionValue] = {"variant": rules.variant.value}
        if others:
            asked["opponent"] = others[0]
        if against.computers:
            asked |= {"computers": against.computers, "level": against.level.value}
        if changes_from(rules):
            asked["rules"] = code_for(rules)
        self._note(host, "/rummy new", await host.slash(self._channel, "rummy new", wait=True, **asked))
        for other in others:
            self._note(other, t("Join"), await other.click(t("Join")))
        for person in self._people:
            await person.click(t("Cut the cards"))
            if person.modal is None:
                raise DemoError("the bot did not ask how to cut the cards")
            field = person.modal.fields[0].label
            answer = await person.submit({field: f"{person.name} cuts at {self._seed}"})
            self._note(person, t("Cut the cards"), answer)
        self._note(host, t("Start"), await host.click(t("Start")))
        for person in self._people:
            await self._standin.until(lambda: self._shown(t("My hand")))
            self._note(person, t("My hand"), await person.click(t("My hand")))

    async def _next_click(self) -> None:
        """Let whoever can act do so, those out of turn first; between deals they ask for the next one."""
        self._clicks += 1
        if self._clicks > MOST_CLICKS:
            raise DemoError(f"no end after {MOST_CLICKS} clicks")
        for guest in filter(Guest.in_step, sorted(self._guests, key=Guest.has_turn)):
            done = await guest.act()
            if done is not None:
                self._note(guest.person, *done)
                return
        for guest in self._guests:
            asked = await guest.go_on()
            if asked is not None:
                self._note(guest.person, *asked)
                return
        before = [person.sees(self._channel) for person in self._people]
        await self._standin.until(lambda: before != [person.sees(self._channel) for person in self._people])

    def _shown(self, label: str) -> bool:
        """Say whether a button stands on a public message."""
        return any(label in message.labels for message in self._people[0].sees(self._channel) if not message.ephemeral)

    def _note(self, person: Person, label: str, answer: Answer) -> None:
        if answer.failed:
            raise DemoError(f"{person.name} clicked {label} and got no answer")
        self._transcript.note(f"{person.name}: {label}")


def summary(record: dict[str, Any], played: Played, seed: int, page: Path) -> str:
    """Say in a few lines how the game ended."""
    result, seats = record["result"], record["seats"]
    won = " and ".join(seats[seat] for seat in result["winners"])
    variant, deals = record["rules"]["variant"], len(record["deals"])
    unit = "round" if variant == Variant.GERMAN else "deal"
    lines = [
        f"{variant}, {deals} {unit}{'' if deals == 1 else 's'}, {played.clicks} clicks, seed {seed}",
        f"{'shared' if len(result['winners']) > 1 else 'won'} by {won}; final points {_points(seats, result['final'])}",
        f"what everybody saw: {page}",
        f"the record, checked: {page.parent / 'record.json'}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _points(seats: Sequence[str], final: Sequence[Any]) -> str:
    """Write the final points of each seat; Hollywood has three games of them."""
    games = final if isinstance(final[0], list) else [final]
    return " / ".join(", ".join(f"{name} {points}" for name, points in zip(seats, game, strict=True)) for game in games)
