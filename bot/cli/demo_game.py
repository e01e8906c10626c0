"""One demo game: guests join a table, play to the end and ask for the record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.app import Remik
from bot.cli.guests import Done, Guest
from bot.cli.guests.ids import action_of, newest_with
from bot.players.levels import Level
from bot.playground import Answer, Channel, Person, SeenButton, SeenMessage, StandIn
from bot.playground.transcript import PictureEncoding, Transcript
from bot.playground.typing_in import OptionValue
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, Options, changes_from
from render.drawing.compact import SUFFIX, compact

MOST_CLICKS: Final = 20_000
"""More clicks than any game needs; a demo that makes as many is stuck."""


class DemoError(Exception):
    """The game didn't reach its end; the message says why."""


@dataclass(frozen=True, slots=True)
class Computers:
    """The computer players at the table: their number and level."""

    count: int = 0
    level: Level = Level.NORMAL


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A finished game: the transcript of what the guests saw, the record that the bot sent, the number of clicks."""

    transcript: Transcript
    record: bytes
    clicks: int


class DemoPhase(Enum):
    """Phases of a game, recognized by the buttons on its newest public message."""

    LOBBY = auto()
    PLAYING = auto()
    BETWEEN = auto()
    OVER = auto()


class DemoTable:
    """Plays one game with guests at a table, and records what they see in a transcript."""

    def __init__(
        self,
        standin: StandIn,
        bot: Remik,
        channel: Channel,
        guests: Sequence[Guest],
        *,
        seed: int,
        report: Callable[[str], None],
    ) -> None:
        self._standin = standin
        self._bot = bot
        self._channel = channel
        self._guests = guests
        self._people = [guest.person for guest in guests]
        self._seed = seed
        self._report = report
        self._transcript = Transcript(channel, self._people, standin.now, PictureEncoding(SUFFIX, compact))
        self._phase = DemoPhase.LOBBY
        self._unit = "Deal"
        self._deals = 0
        self._clicks = 0

    async def play(self, rules: Options, computers: Computers) -> DemoGame:
        """Play a game to its end, and return it. DemoError."""
        self._unit = unit_of(rules.variant).capitalize()
        await self._standin.until(lambda: "rummy new" in self._standin.commands() and bool(self._standin.sessions))
        await self._start(rules, computers)
        while self._phase is not DemoPhase.OVER:
            await self._next_click()
        self._transcript.begin("After the game")
        record = record_in(await self._type("rummy record"))
        for command in ("league standings", "league profile", "rummy replay"):
            await self._type(command)
        return DemoGame(self._transcript, record, self._clicks)

    async def _start(self, rules: Options, computers: Computers) -> None:
        """Open the table, let everyone join and cut the cards, start, and open all hands."""
        host, *others = self._people
        asked: dict[str, OptionValue] = {"variant": rules.variant.value}
        if others:
            asked["opponent"] = others[0]
        if computers.count:
            asked |= {"computers": computers.count, "level": computers.level.value}
        if changes_from(rules):
            asked["rules"] = code_for(rules)
        self._transcript.begin("Sitting down")
        self._report(f"sitting down: {', '.join(person.name for person in self._people)}")
        await self._type("rummy new", **asked)
        for other in others:
            await self._press(other, "join")
        for person in self._people:
            await self._cut(person)
        await self._press(host, "start")
        for person in self._people:
            await self._press(person, "hand")

    async def _cut(self, person: Person) -> None:
        """Cut the cards for a player, which the screen behind *More* offers."""
        await self._press(person, "more")
        private = [message for message in person.sees(self._channel) if message.ephemeral]
        found = newest_with(private, "cut")
        if found is None:
            raise DemoError("there's no button to cut the cards")
        button = found[1]
        await person.click(button.custom_id)
        if person.modal is None:
            raise DemoError("the bot didn't open the form to cut the cards")
        field = person.modal.fields[0].label
        await self._note(person, button.label, await person.submit({field: f"{person.name} cuts at {self._seed}"}))

    async def _next_click(self) -> None:
        """Make one click for a guest who can act, guests out of turn first. Between deals, ask for the next one.

        If no guest can do anything, wait until something changes on a screen.
        """
        self._clicks += 1
        if self._clicks > MOST_CLICKS:
            raise DemoError(f"the game didn't end after {MOST_CLICKS} clicks")
        for guest in sorted(self._guests, key=Guest.has_turn):
            if await self._noted(guest.person, await guest.act()):
                return
        for guest in self._guests:
            if await self._noted(guest.person, await guest.go_on()):
                return
        before = [person.sees(self._channel) for person in self._people]
        await self._standin.until(lambda: before != [person.sees(self._channel) for person in self._people])
        await self._bot.idle()

    async def _noted(self, person: Person, done: Done | None) -> bool:
        """Record a guest's click, if there was one. Return whether there was."""
        if done is not None:
            await self._note(person, done.label, done.answer, knock=done.action in ("knock", "knocks", "claim"))
        return done is not None

    async def _type(self, command: str, **asked: OptionValue) -> Answer:
        """Type a command as the host, and return the answer."""
        host = self._people[0]
        answer = await host.slash(self._channel, command, wait=True, **asked)
        await self._note(host, f"/{command}", answer)
        return answer

    async def _press(self, person: Person, action: str) -> None:
        """Press a button on the table as a player."""
        button = self._button(action)
        await self._note(person, button.label, await person.click(button.custom_id))

    def _button(self, action: str) -> SeenButton:
        """Return the button on the table with this action. DemoError."""
        found = newest_with(self._public(), action)
        if found is None:
            raise DemoError(f"there's no button for {action}")
        return found[1]

    def _public(self) -> list[SeenMessage]:
        return [message for message in self._people[0].sees(self._channel) if not message.ephemeral]

    async def _note(self, person: Person, label: str, answer: Answer, *, knock: bool = False) -> None:
        """Record all screens after a click, once the bot has nothing left to do. DemoError if it didn't answer."""
        if answer.failed:
            raise DemoError(f"{person.name} clicked {label} and got no answer")
        await self._bot.idle()
        before, self._phase = self._phase, phase_of(self._public())
        if self._phase is DemoPhase.PLAYING and before in (DemoPhase.LOBBY, DemoPhase.BETWEEN):
            self._deals += 1
            self._transcript.begin(f"{self._unit} {self._deals}")
            self._report(f"{self._unit.lower()} {self._deals} ...")
        ended = before is DemoPhase.PLAYING and self._phase in (DemoPhase.BETWEEN, DemoPhase.OVER)
        step = self._transcript.note(f"{person.name}: {label}", marked=knock, result=ended)
        if ended:
            self._report(f"  {step.result}")


def phase_of(public: Sequence[SeenMessage]) -> DemoPhase:
    """Return the phase of the newest game, from the buttons on a channel's public messages."""
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
