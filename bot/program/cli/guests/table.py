"""One game of guests, click by click: they sit down, cut the cards, and play to the end."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.players.levels import Level
from bot.playground import Answer, Channel, Person, SeenButton, SeenMessage, StandIn
from bot.playground.typing_in import OptionValue
from bot.program.cli.guests.base import Guest, action_of, newest_with
from bot.rummy.codes import code_for
from bot.rummy.options import Options, changes_from

MOST_CLICKS: Final = 20_000
"""More clicks than any game needs; a game that takes as many is stuck."""
_KNOCKS: Final = ("knock", "knocks", "biggin", "claim")


class DemoError(Exception):
    """The game didn't reach its end; the message says why."""


@dataclass(frozen=True, slots=True)
class Computers:
    """The computer players at the table: their number and level."""

    count: int = 0
    level: Level = Level.NORMAL


class DemoPhase(Enum):
    """Phases of a game, recognized by the buttons on its newest public message."""

    LOBBY = auto()
    PLAYING = auto()
    BETWEEN = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class GuestClick:
    """A guest's click or command: its label, and the phases of the game before it and after it.

    ``knock`` is True for a knock or a claim.
    """

    person: Person
    label: str
    knock: bool
    before: DemoPhase
    after: DemoPhase

    @property
    def deals(self) -> bool:
        """True if a deal began with it."""
        return self.after is DemoPhase.PLAYING and self.before in (DemoPhase.LOBBY, DemoPhase.BETWEEN)

    @property
    def ends(self) -> bool:
        """True if a deal ended with it."""
        return self.before is DemoPhase.PLAYING and self.after in (DemoPhase.BETWEEN, DemoPhase.OVER)


class GuestTable:
    """Plays one game with guests at a table.

    ``idle`` waits until the bot has nothing left to do. The same seed, guests and bot make the same clicks. With
    ``patient``, guests go on when a click during the game gets no answer or nothing changes for a while.
    """

    def __init__(
        self,
        standin: StandIn,
        channel: Channel,
        guests: Sequence[Guest],
        *,
        seed: int,
        idle: Callable[[], Awaitable[None]],
        patient: bool = False,
    ) -> None:
        self._standin = standin
        self._channel = channel
        self._guests = guests
        self._people = [guest.person for guest in guests]
        self._seed = seed
        self._idle = idle
        self._patient = patient
        self._phase = DemoPhase.LOBBY

    async def clicks(self, rules: Options, computers: Computers) -> AsyncIterator[GuestClick]:
        """Play a game to its end, and yield each click once all screens show it. DemoError."""
        await self._standin.until(lambda: "rummy new" in self._standin.commands() and bool(self._standin.sessions))
        async for click in self._sit_down(rules, computers):
            yield click
        for _ in range(MOST_CLICKS):
            if self._phase is DemoPhase.OVER:
                return
            done = await self._next_click()
            if done is not None:
                yield done
        raise DemoError(f"the game didn't end after {MOST_CLICKS} clicks")

    async def type(self, command: str, **asked: OptionValue) -> tuple[GuestClick, Answer]:
        """Type a command as the host. DemoError if there's no answer."""
        host = self._people[0]
        answer = await host.slash(self._channel, command, wait=True, **asked)
        return await self.shown(host, f"/{command}", answer), answer

    async def press(self, person: Person, button: str) -> GuestClick:
        """Press a button, by its label or custom id. DemoError if there's no answer."""
        return await self.shown(person, button, await person.click(button))

    async def _sit_down(self, rules: Options, computers: Computers) -> AsyncIterator[GuestClick]:
        """Open the table, let everyone join and cut the cards, start, and open all hands."""
        host, *others = self._people
        asked: dict[str, OptionValue] = {"variant": rules.variant.value}
        if others:
            asked["opponent"] = others[0]
        if computers.count:
            asked |= {"computers": computers.count, "level": computers.level.value}
        if changes_from(rules):
            asked["rules"] = code_for(rules)
        yield (await self.type("rummy new", **asked))[0]
        for other in others:
            yield await self._press(other, "join")
        for person in self._people:
            yield await self._press(person, "more")
            yield await self._cut(person)
        yield await self._press(host, "start")
        for person in self._people:
            if self._phase is DemoPhase.PLAYING:  # computers may have ended a deal in which the only person waits
                yield await self._press(person, "hand")

    async def _cut(self, person: Person) -> GuestClick:
        """Cut the cards for a player, which the screen behind *More* offers."""
        private = [message for message in person.sees(self._channel) if message.ephemeral]
        found = newest_with(private, "cut")
        if found is None:
            raise DemoError("there's no button to cut the cards")
        button = found[1]
        await person.click(button.custom_id)
        if person.modal is None:
            raise DemoError("the bot didn't open the form to cut the cards")
        field = person.modal.fields[0].label
        answer = await person.submit({field: f"{person.name} cuts at {self._seed}"})
        return await self.shown(person, button.label, answer)

    async def _next_click(self) -> GuestClick | None:
        """Make one click for a guest who can act, guests out of turn first. Between deals, ask for the next one.

        If no guest can do anything, wait until something changes on a screen, and return None.
        """
        for act in (Guest.act, Guest.go_on):
            for guest in sorted(self._guests, key=Guest.has_turn) if act is Guest.act else self._guests:
                done = await act(guest)
                if done is not None and done.answer.failed and self._patient:
                    await self._idle()
                    return None
                if done is not None:
                    return await self.shown(guest.person, done.label, done.answer, knock=done.action in _KNOCKS)
        before = [person.sees(self._channel) for person in self._people]
        with suppress(*(TimeoutError,) if self._patient else ()):
            await self._standin.until(lambda: before != [person.sees(self._channel) for person in self._people])
        await self._idle()
        return None

    async def _press(self, person: Person, action: str) -> GuestClick:
        """Press a button on the table as a player. DemoError."""
        found = newest_with(self._public(), action)
        if found is None:
            raise DemoError(f"there's no button for {action}")
        button: SeenButton = found[1]
        return await self.shown(person, button.label, await person.click(button.custom_id))

    async def shown(self, person: Person, label: str, answer: Answer, *, knock: bool = False) -> GuestClick:
        """Wait until all screens show a click. DemoError if the bot didn't answer."""
        if answer.failed:
            raise DemoError(f"{person.name} clicked {label} and got no answer")
        await self._idle()
        before, self._phase = self._phase, phase_of(self._public())
        return GuestClick(person, label, knock, before, self._phase)

    def _public(self) -> list[SeenMessage]:
        return [message for message in self._people[0].sees(self._channel) if not message.ephemeral]


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
