"""``remik demo``: let scripted guests, and computers if asked for, play a whole game with the real bot.

It needs no Discord account: a local stand-in takes Discord's place.
"""

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bot.players.levels import Level
from bot.playground import (
    NO_LIMITS,
    Answer,
    Channel,
    CommandError,
    Person,
    SeenButton,
    SeenMessage,
    SeenSelect,
    StandIn,
)
from bot.playground.answers import CannotSeeError
from bot.playground.transcripts import PictureEncoding, Transcript, Wording
from bot.program.cli.guests import NAMES, Guest, guests_of
from bot.program.cli.guests.table import Computers, DemoError, GuestClick, GuestTable
from bot.program.cli.local_bot import LocalBot
from bot.program.cli.progress import progress
from bot.program.logs import set_up
from bot.program.serving import Remik, serve
from bot.program.settings import LogLevel
from bot.rummy.codes import options_from
from bot.rummy.families import Variant
from bot.rummy.house_rules import ValueKind
from bot.rummy.options import (
    MOST_SEATS,
    PRESETS,
    OptionError,
    Options,
    changes_from,
    house_rules,
    options_for,
    seats_for,
)
from bot.rummy.records.checking import RecordError, check
from bot.text.catalogs import Catalogs
from bot.text.games import variant_name
from bot.text.page_words import from_now, page_words
from render.drawing.png import SUFFIX, compact

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A finished game: the transcript of what the guests saw, the record that the bot sent, the number of clicks.

    ``results`` has a line for each deal.
    """

    transcript: Transcript
    record: bytes
    clicks: int
    results: tuple[str, ...]


_LEFT_ALONE: Final = re.compile("language|forget|fx-play|fx-out|:(start|leave)")
"""Buttons and menus after which the screens would be in another language, or gone."""


Used: TypeAlias = dict[str, set[str]]
"""The kinds of buttons and menus that were used, without numbers, and those that they led to."""


class DemoTable:
    """Records what guests see during a game in a transcript."""

    def __init__(
        self,
        standin: StandIn,
        channel: Channel,
        guests: Sequence[Guest],
        table: GuestTable,
        *,
        report: Callable[[str], None],
        wording: Wording,
        everything: bool = False,
    ) -> None:
        self._standin = standin
        self._channel = channel
        self._everything = everything
        self._wording = wording
        self._guests = guests
        self._table = table
        self._report = report
        people = [guest.person for guest in guests]
        self._transcript = Transcript(channel, people, standin.now, PictureEncoding(SUFFIX, compact), wording)
        self._deals = 0
        self._results: list[str] = []

    async def play(self, rules: Options, computers: Computers) -> DemoGame:
        """Play a game to its end, and return it. DemoError."""
        unit, clicks = unit_of(rules.variant).capitalize(), 0
        self._transcript.begin(self._wording.say("Sitting down"))
        self._report(f"sitting down: {', '.join(guest.person.name for guest in self._guests)}")
        async for click in self._table.clicks(rules, computers):
            clicks += 1
            self._note(click, unit)
            where = f"{unit.lower()} {self._deals}" if self._deals else "sitting down"
            self._report(f"{where}, click {clicks}: {click.person.name}")
        self._transcript.begin(self._wording.say("After the game"))
        asked, answer = await self._table.type("rummy record")
        self._note(asked, unit)
        record = record_in(answer)
        for command in ("league standings", "league profile", "rummy replay"):
            asked, _ = await self._table.type(command)
            self._note(asked, unit)
        if self._everything:
            await self._look_at_everything(unit)
        return DemoGame(self._transcript, record, clicks, tuple(self._results))

    async def _look_at_everything(self, unit: str) -> None:
        """Hold a tournament, type every command that needs no options, and use whatever the answers offer."""
        host, *others = (guest.person for guest in self._guests)
        used: Used = {}
        await self._look_at(unit, host, used, "rummy-admin tournament open", name="Remik", format="knockout")
        for person in (host, *others):
            await self._look_at(unit, person, used, "tournament join")
        await self._look_at(unit, host, used, "rummy-admin tournament draw", tournament="1")
        for command in self._standin.commands():
            if not any(option.get("required") for option in self._standin.options(command)):
                while await self._look_at(unit, host, used, command):
                    pass

    async def _look_at(self, unit: str, person: Person, used: Used, command: str, **asked: str) -> bool:
        """Type a command, and use each kind of button and menu in its answer and in what that leads to.

        What was used before is used again only on the way to something new. Return whether there was anything new.
        """
        self._transcript.begin(f"/{command}")
        before, kind = len(used), ""
        with suppress(DemoError, CommandError, CannotSeeError):
            answer = await person.slash(self._channel, command, wait=True, **asked)
            self._note(await self._table.shown(person, f"/{command}", answer), unit)
            while True:
                newest = person.sees(self._channel)[-1]
                parts: Sequence[SeenButton | SeenSelect] = (*newest.selects, *newest.buttons)
                kinds = {re.sub(r"\d+", "", one.custom_id): one for one in parts if one.custom_id and not one.disabled}
                used[kind] = kinds.keys() - {one for one in kinds if _LEFT_ALONE.search(one)}
                new = [one for one in kinds if one in used[kind] and one not in used]
                kind = next(iter(new or (one for one in kinds if used.get(one, set()) - used.keys())), "")
                if not kind:
                    break
                await self._use(person, newest, kinds[kind], unit)
        return len(used) > before

    async def _use(self, person: Person, message: SeenMessage, part: SeenButton | SeenSelect, unit: str) -> None:
        """Press a button or choose an option, and note what that shows, also a form; then close the form."""
        with suppress(DemoError, CommandError, CannotSeeError):
            if isinstance(part, SeenButton):
                self._note(await self._table.press(person, part.custom_id), unit)
            else:
                free = [one.value for one in part.options if one.value not in part.chosen]
                answer = await person.pick(message.id, part.custom_id, free[: max(part.fewest, 1)])
                self._note(await self._table.shown(person, part.placeholder, answer), unit)
        person.modal = None

    def _note(self, click: GuestClick, unit: str) -> None:
        """Record all screens after a click."""
        if click.deals:
            self._deals += 1
            self._transcript.begin(self._wording.say(f"{unit} {{number}}", number=self._deals))
        step = self._transcript.note(f"{click.person.name}: {click.label}", marked=click.knock, result=click.ends)
        if click.ends:
            self._results.append(f"{unit.lower()} {self._deals}: {step.result}")


def record_in(answer: Answer) -> bytes:
    """Return the record attached to an answer. DemoError if there isn't exactly one."""
    pictures = answer.message.pictures if answer.message else []
    files = [file.data for file in pictures if file.filename.endswith(".json")]
    if len(files) != 1:
        raise DemoError("the bot didn't send the record")
    return files[0]


def unit_of(variant: Variant) -> str:
    """Return the English word for a deal of a game."""
    return "round" if PRESETS[variant].deals_are_rounds else "deal"


def _silent(_: str) -> None:
    """Ignore a line of progress."""


async def play(
    rules: Options,
    players: int,
    seed: int,
    language: str,
    computers: Computers,
    *,
    report: Callable[[str], None] = _silent,
    catalogs: Catalogs | None = None,
    everything: bool = False,
) -> DemoGame:
    """Start the stand-in and the bot, and play a game as guests. DemoError.

    ``report`` is called with what happens now, for each click. With ``everything``, the first guest then owns the
    server, and looks at all screens that commands lead to.
    """
    catalogs = Catalogs() if catalogs is None else catalogs
    async with StandIn(limits=NO_LIMITS, log_limit=0) as standin, _bot(standin, seed, catalogs) as bot:
        locale = "en-US" if language == "en" else language
        guild = standin.add_guild("Club", locale=locale)
        channel = guild.add_channel("rummy")
        people = [guild.add_person(name, locale=locale) for name in NAMES[:players]]
        guests = guests_of(rules.variant, people, catalogs.texts(language), seed)
        table = GuestTable(standin, channel, guests, seed=seed, idle=bot.idle)
        if everything:
            guild.own(people[0])
        words = page_words(catalogs, "transcript.html", [language])
        wording = Wording(words["language"], words["words"], partial(from_now, words["language"]))
        recorded = DemoTable(standin, channel, guests, table, report=report, wording=wording, everything=everything)
        return await _served(bot, standin.token, recorded, rules, computers)


@asynccontextmanager
async def _bot(standin: StandIn, seed: int, catalogs: Catalogs) -> AsyncIterator[Remik]:
    """Build a bot without pauses on an empty database; the seed determines its shuffles."""
    with tempfile.TemporaryDirectory(prefix="remik-") as folder:
        file = Path(folder) / "demo.db"
        local = LocalBot(standin.token, standin.api_url, standin.gateway_url, file, seed, quick=True)
        async with local.built(catalogs) as bot:
            yield bot


async def _served(bot: Remik, token: str, table: DemoTable, rules: Options, computers: Computers) -> DemoGame:
    """Play a game while the bot is running. DemoError if the game fails or the bot stops."""
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(bot, token, stop))
    playing = asyncio.create_task(table.play(rules, computers))
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


_RULES: Final = {name: rule for variant in Variant for name, rule in house_rules(variant).items()}
_SWITCHED: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def options_from_words(variant: Variant | None, words: Sequence[str], players: int) -> Options:
    """Return the options of a game, by default the code's game or gin. OptionError lists every fault.

    A code contains everything that differs from the standard rules; words in addition to it change more.
    """
    faults: list[str] = []
    named: dict[str, object] = {}
    codes = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals and name in _RULES:
            faults.append(f"{name}: add a value, as in {name}={_example(name)}")
        elif not equals:
            codes.append(word)
        elif name in named:
            faults.append(f"{name}: given twice")
        else:
            named[name] = _value(name, value)
    coded = _decoded(variant, codes, faults)
    game = variant or (coded.variant if coded else Variant.GIN)
    try:
        options = options_for(game, {**(changes_from(coded) if coded else {}), **named}, players)
    except OptionError as error:
        faults += error.faults
    seats = seats_for(PRESETS[game])
    if players not in seats:
        most = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else seats[0]
        faults.append(f"{game} is for {most} players, not {players}")
    if faults:
        raise OptionError(tuple(faults))
    return options


def _decoded(variant: Variant | None, codes: Sequence[str], faults: list[str]) -> Options | None:
    """Decode the code, if there is one. Append its faults to ``faults``."""
    if len(codes) > 1:
        faults.append(f"give at most one code, not {len(codes)}: {', '.join(codes)}")
    if len(codes) != 1:
        return None
    try:
        coded = options_from(codes[0])
    except ValueError as error:
        faults.append(f"{codes[0]} is neither name=value nor a code: {error}")
        return None
    if variant is not None and coded.variant is not variant:
        faults.append(f"{codes[0]} is a code for {coded.variant}, not for {variant}")
        return None
    return coded


def _value(name: str, text: str) -> object:
    """Parse a value, in the form of a record. An invalid value stays text, which `options_for` refuses."""
    if name in _RULES and _RULES[name].kind is ValueKind.SWITCH:
        return _SWITCHED.get(text.lower(), text)
    if text.removeprefix("-").isdecimal() and text.isascii():
        return int(text)
    return text


def _example(name: str) -> str:
    rule = _RULES[name]
    match rule.kind:
        case ValueKind.SWITCH:
            return "on"
        case ValueKind.NUMBER:
            return str(rule.values[-1])
        case ValueKind.CHOICE:
            return str(rule.values[0])


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("demo", help="play a whole game with the real bot, without a Discord account")
    parser.add_argument(
        "--variant", choices=list(Variant), type=Variant, help="the game (default: gin, or the game of the code)"
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=range(1, MOST_SEATS + 1),
        help="number of people (default: as few as can play)",
    )
    parser.add_argument(
        "--computers", type=int, choices=range(MOST_SEATS), default=0, help="number of computer players"
    )
    parser.add_argument(
        "--level", choices=list(Level), type=Level, default=Level.NORMAL, help="how well the computers play"
    )
    parser.add_argument(
        "--options",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="house rules: options as in a record (rounds=2 claim=on), a code, or a code and changes to it",
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="the same seed gives the same game, or with knocking (H-8) the same cards (default: random)",
    )
    parser.add_argument("--out", type=Path, default=Path("demo-out"), help="output folder (default: demo-out)")
    parser.add_argument("--language", choices=Catalogs().languages, default="en", help="the language of all players")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play, write a page of what everyone saw, and print the result.

    Exit status 1 with an error message if the game fails or its record isn't valid, 2 for invalid house rules.
    """
    set_up(LogLevel.WARNING)
    least = seats_for(PRESETS[options.variant or Variant.GIN])[0]
    players = options.players or max(1, least - options.computers)
    computers = Computers(options.computers, options.level)
    try:
        rules = options_from_words(options.variant, options.options, players + computers.count)
    except OptionError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 2
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        with progress() as show:
            game = asyncio.run(play(rules, players, seed, options.language, computers, report=show))
            show("writing the page")
            name = variant_name(Catalogs().texts(options.language), rules.variant)
            page = game.transcript.write(options.out, f"Remik: {name}")
        (options.out / "record.json").write_bytes(game.record)
        record = check(json.loads(game.record))
    except (DemoError, RecordError, OSError, ValueError) as error:
        sys.stderr.write(f"the demo failed: {error}\n")
        return 1
    sys.stdout.write(summary(record, game, seed, page))
    return 0


def summary(record: dict[str, Any], game: DemoGame, seed: int, page: Path) -> str:
    """Summarize in a few lines how the game ended; the last line is the URL of the page."""
    result, seats = record["result"], record["seats"]
    won = " and ".join(seats[seat] for seat in result["winners"])
    variant, deals = record["rules"]["variant"], len(record["deals"])
    lines = [
        *game.results,
        f"{variant}, {deals} {unit_of(variant)}{'' if deals == 1 else 's'}, {game.clicks} clicks, seed {seed}",
        f"{'shared' if len(result['winners']) > 1 else 'won'} by {won}; final points {_points(seats, result['final'])}",
        f"record (valid): {page.parent / 'record.json'}",
        f"what everyone saw: {page.resolve().as_uri()}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _points(seats: Sequence[str], final: Sequence[Any]) -> str:
    """Format the final points of each seat, in Hollywood for each of the three games."""
    games = final if isinstance(final[0], list) else [final]
    return " / ".join(", ".join(f"{name} {points}" for name, points in zip(seats, game, strict=True)) for game in games)
