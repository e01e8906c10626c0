"""What a playground can play by itself: games of guests, which an address names, and scripts.

A script is what people did in their panes, in the words that they saw, as JSON lines that any bot can repeat.

The first line is a header with the version, the seed and the number of people, the others are steps, and the last line
has the texts on everyone's screen. ``docs/how-to.md`` explains how a recorded script becomes a test.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from bot.playground import Answer, Channel, Person, SeenSelect
from bot.playground.page import PageStep, Reader
from bot.playground.page.screen import members, modal_on_page
from bot.playground.seeing import see
from bot.playground.state import StoredMessage
from bot.playground.typing_in import OptionValue
from bot.program.cli.guests import guests_of
from bot.program.cli.guests.table import Computers, GuestTable
from bot.program.cli.playground.session import Playground
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS


@dataclass(frozen=True, slots=True)
class GuestGame:
    """A game of guests: the seed, the game, the number of players. A single one plays against a computer."""

    seed: int
    variant: Variant
    players: int


async def guest_clicks(game: GuestGame, playground: Playground) -> AsyncIterator[str]:
    """Play a game with guests and a fresh bot, and yield each click in words. DemoError."""
    people = playground.people[: game.players]
    texts = playground.catalogs.texts(playground.guild.state.locale)  # cards have the server's letters on all screens
    guests = guests_of(game.variant, people, texts, game.seed)
    idle = playground.idle
    table = GuestTable(playground.standin, playground.channel, guests, seed=game.seed, idle=idle, patient=True)
    await playground.idle()
    async for click in table.clicks(
        PRESETS[game.variant], Computers(max(0, PRESETS[game.variant].seat_counts[0] - game.players))
    ):
        yield f"{click.person.name}: {click.label}"


FORMAT: Final = "remik playground script"
VERSION: Final = 2
"""In version 1, nobody of the people owned the server, and all tables had the same shuffles."""
_LAST_WAIT: Final = 10.0
"""Seconds to wait for a bot that is busy when a recording ends."""
_CHANGING: Final = re.compile(r"(?<=<t:)\d+|\d{17,}")
"""What differs from time to time on the same screen: times and ids."""


class ScriptError(Exception):
    """A file isn't a script, or one of its steps isn't possible; the message says which."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script: its version, the seed, the number of people, the steps, and the texts on everyone's screen at the end.

    The texts are listed by name.
    """

    version: int
    seed: int
    people: int
    steps: tuple[PageStep, ...]
    screens: Mapping[str, list[str]] | None

    @property
    def length(self) -> int:
        """The number of steps, with those of guests."""
        return sum(int(step.arguments["step"]) if step.action == "guests" else 1 for step in self.steps)

    @staticmethod
    def read(path: Path) -> "Script":
        """Read a script from a file. ScriptError, OSError."""
        try:
            header, *lines = [
                json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
            ]
            if header[FORMAT] not in range(1, VERSION + 1):
                raise ScriptError(f"{path}: version {header[FORMAT]} of scripts isn't known, only {VERSION}")
            screens = lines.pop()["screens"] if lines and "screens" in lines[-1] else None
            steps = tuple(PageStep(line.pop("person"), line.pop("do"), line) for line in lines)
            return Script(int(header[FORMAT]), int(header["seed"]), int(header["people"]), steps, screens)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ScriptError(f"{path} isn't a script of the playground: {error!r}") from None


@dataclass(slots=True, eq=False)
class Recording:
    """Writes what people do to a file, step by step."""

    path: Path
    playground: Playground

    def begin(self) -> None:
        """Begin anew: a fresh bot has started. OSError."""
        play = self.playground
        header = {FORMAT: VERSION, "version": version("remik"), "seed": play.seed, "people": play.count}
        self.path.write_text(_line(header), encoding="utf-8")

    def step(self, step: PageStep) -> None:
        """Add a step."""
        self._add({"person": step.person, "do": step.action, **step.arguments})

    async def end(self) -> None:
        """Add what everyone sees now, once the bot has nothing left to do; it may be gone."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WAIT):
                await self.playground.idle()
        self._add({"screens": screens(self.playground)})

    def _add(self, line: Mapping[str, object]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(line))


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def screens(playground: Playground) -> dict[str, list[str]]:
    """Return the texts on everyone's screen, without times, ids and pings, which depend on how fast people are."""
    pings = {message.id for person in playground.people for message in person.user.pings}
    return {
        person.name: [_CHANGING.sub("…", str(seen)) for seen in person.sees() if seen.id not in pings]
        for person in playground.people[: playground.count]
    }


async def played(script: Script, playground: Playground) -> AsyncIterator[str]:
    """Repeat a script's steps, and yield each in words once all screens show it. ScriptError."""
    for number, step in enumerate(script.steps, 1):
        await playground.idle()
        about = f"step {number} ({step.person}: {step.action})"
        try:
            if step.action == "guests":
                async for said in _guests(script, step, playground):
                    yield said
                continue
            answer = await _Performer(playground, step).perform()
        except (AssertionError, KeyError, LookupError, ValueError) as error:
            raise ScriptError(f"{about} isn't possible: {error}") from None
        if answer is not None and answer.failed:
            raise ScriptError(f"{about} got no answer")
        await playground.idle()
        yield f"{step.person}: {step.arguments.get('label') or step.arguments.get('command') or step.action}"


async def _guests(script: Script, step: PageStep, playground: Playground) -> AsyncIterator[str]:
    """Play with guests up to the click at which people took over."""
    given = step.arguments
    game = GuestGame(script.seed, Variant(given["game"]), int(given["players"]))
    clicks = guest_clicks(game, playground)
    for _ in range(int(given["step"])):
        yield await anext(clicks)


def differences(script: Script, playground: Playground) -> list[str]:
    """List how the screens differ from those at the end of a script; empty if they don't."""
    found = []
    now = screens(playground)
    for name, expected in (script.screens or {}).items():
        shown = now.get(name, [])
        found += [f"{name} doesn't see:\n{one}" for one in expected if one not in shown]
        found += [f"{name} sees, unlike before:\n{one}" for one in shown if one not in expected]
    return found


class _Performer:
    """Repeats one step."""

    def __init__(self, playground: Playground, step: PageStep) -> None:
        self._playground = playground
        self._guild = playground.guild.state
        self._step = step
        self._given = step.arguments

    async def perform(self) -> Answer | None:
        """Do what the step says. Return the bot's answer, if the step has one."""
        given = self._given
        match self._step.action:
            case "people":
                self._playground.show(int(given["count"]))
            case "fault":
                self._playground.faults.press(str(given["name"]), str(given.get("choice", "")))
            case "mend":
                self._playground.faults.mend()
            case "language":
                self._person.user.locale = str(given["code"])
            case "dismiss":
                private = [see(one) for one in self._person.newest(self._place) if one.owner is not None]
                self._person.dismiss(private[int(given["back"])])
            case "close":
                self._person.modal = None
            case "say":
                self._person.say(self._place, str(given["text"]))
            case "go" | "direct":
                pass  # changes what a pane shows, and nothing else
            case _:
                return await self._ask()
        return None

    async def _ask(self) -> Answer:
        """Do what the bot has to answer."""
        given, person = self._given, self._person
        match self._step.action:
            case "click":
                return await self._click()
            case "choose":
                return await self._choose()
            case "submit":
                return await self._submit(given["fields"])
            case "slash":
                line = str(given["command"])
                return await person.slash(self._place, line, wait=True, **dict(self._options(line, given["options"])))
            case "context":
                target = next(one for one in self._playground.people if one.name == given["person"])
                return await person.context_menu(str(given["entry"]), target, channel=self._place)
        raise LookupError("there's no such action")

    @property
    def _person(self) -> Person:
        return next(one for one in self._playground.people if one.name == self._step.person)

    @property
    def _place(self) -> Channel:
        name = self._given["place"]
        if name == "":
            return self._person.direct_channel
        return next(one for one in reversed(self._guild.channels.values()) if one.name == name)

    async def _click(self) -> Answer:
        """Click the button with the label, on the message counted from the newest with such a button."""
        label = self._given["label"]
        found = [
            (message, button)
            for message in self._person.newest(self._place)
            for button in see(message).buttons
            if label in (button.label, button.emoji) and not button.disabled
        ]
        message, button = _counted(found, int(self._given["back"]))
        return await self._person.press(message.id, button.custom_id)

    async def _choose(self) -> Answer:
        """Choose in the select with the placeholder."""
        found = [
            (message, select)
            for message in self._person.newest(self._place)
            for select in see(message).selects
            if select.placeholder == self._given["select"] and not select.disabled
        ]
        message, select = _counted(found, int(self._given["back"]))
        return await self._person.pick(message.id, select.custom_id, self._values(select, self._given["options"]))

    def _values(self, select: SeenSelect, labels: Iterable[str]) -> list[str]:
        """Return the values of options by label, or the ids of people, channels or roles by name."""
        left, values = list(select.options), []
        for label in labels:
            option = next((one for one in left if one.label == label), None)
            if option is not None:
                left.remove(option)
            values.append(str(self._named(label)) if option is None else option.value)
        return values

    def _named(self, name: str) -> int:
        """Return the id of a person, channel or role."""
        ids = {user.name: user.id for user in members(self._guild)}
        ids |= {channel.name: channel.id for channel in self._guild.channels.values()}
        ids |= {role.name: role.id for role in self._guild.roles.values()}
        return ids[name]

    async def _submit(self, fields: Mapping[str, Any]) -> Answer:
        """Fill in the open modal by the labels of its fields and options."""
        modal = self._person.modal
        if modal is None:
            raise LookupError("no modal is open")
        filled = {}
        for part in modal_on_page(modal, Reader(self._person.user, "", self._guild))["parts"]:
            if part["kind"] == "label" and part["label"] in fields:
                field, value = part["field"], fields[part["label"]]
                values = {one["label"]: one["value"] for one in field.get("choices") or field.get("options") or ()}
                filled[field["custom_id"]] = [values[one] for one in value] if isinstance(value, list) else value
        return await self._person.submit(filled, by_ids=True)

    def _options(self, line: str, said: Mapping[str, Any]) -> Iterable[tuple[str, OptionValue]]:
        """Yield the options of a command, with people, channels and roles by name."""
        types = {option["name"]: option["type"] for option in self._playground.standin.options(line)}
        guild = self._guild
        for name, value in said.items():
            match types.get(name):  # Discord's types: user, channel, role, mentionable
                case 6 | 9:
                    yield name, next(one for one in self._playground.people if one.name == value)
                case 7:
                    yield name, next(one for one in guild.channels.values() if one.name == value)
                case 8:
                    yield name, next(one for one in guild.roles.values() if one.name == value)
                case _:
                    yield name, value


def _counted(found: list[tuple[StoredMessage, Any]], back: int) -> tuple[StoredMessage, Any]:
    """Return what is on a message counted from the newest one that has something like it."""
    messages = list(dict.fromkeys(message.id for message, _ in found))
    if back >= len(messages):
        raise LookupError("it isn't on the screen")
    return next((message, part) for message, part in found if message.id == messages[back])
