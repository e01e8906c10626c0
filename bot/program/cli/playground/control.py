"""What the page around the panes can do: faults, people, languages, guests; and the wire, live over a WebSocket.

Anyone can go on from the step that an address names by acting in a pane.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.playground import CannotSeeError
from bot.playground.page import PageStep
from bot.playground.state import StoredMessage, User
from bot.program.cli.guests.table import DemoError
from bot.program.cli.playground.faults import UnknownFaultError
from bot.program.cli.playground.scripts import (
    GuestGame,
    Recording,
    Script,
    ScriptError,
    differences,
    guest_clicks,
    played,
)
from bot.program.cli.playground.session import Playground, random_seed
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, seats_for
from bot.text.games import variant_name

PAUSE: Final = 0.7
"""Seconds between two steps while playing on."""
FARTHEST: Final = 5_000
"""The highest step that an address may name."""


class Stepper:
    """Plays step by step in a playground."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._steps: AsyncIterator[str] | None = None
        self._work: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self.game: GuestGame | None = None
        self.script: Script | None = None
        self.step = 0
        self.target = 0
        self.last = ""
        self.problem = ""
        self.over = False
        self.taken_over = False
        self._fast = False

    @property
    def is_acting(self) -> bool:
        """True while steps are being played."""
        return self._work is not None and not self._work.done()

    def on_page(self) -> dict[str, object] | None:
        """Return the state for the page; None if nothing is played."""
        if self.game is None and self.script is None:
            return None
        named = {} if self.game is None else {"game": self.game.variant.value, "players": self.game.players}
        return {
            "seed": self._playground.seed,
            **named,
            "steps": None if self.script is None else self.script.length,
            "step": self.step,
            "target": self.target,
            "last": self.last,
            "problem": self.problem,
            "over": self.over,
            "taken_over": self.taken_over,
            "acting": self.is_acting,
            "fast": self.is_acting and self._fast,
        }

    async def start(self, game: GuestGame, step: int) -> None:
        """Start over with a fresh bot, and let guests play up to a step in the background."""
        async with self._starting:
            await self._fresh(game.seed, max(game.players, self._playground.count), step)
            self.game, self.script = game, None
            self._steps = guest_clicks(game, self._playground)
            self._act(min(step, FARTHEST), 0)

    async def open(self, script: Script, step: int = 0) -> None:
        """Start over with a fresh bot, and play a script up to a step in the background."""
        async with self._starting:
            await self._fresh(script.seed, script.people, step, as_before=script.version == 1)
            self.game, self.script = None, script
            self._steps = played(script, self._playground)
            self._act(min(step, script.length), 0)

    def click(self) -> None:
        """Play one step."""
        self._act(self.step + 1, 0)

    def play(self) -> None:
        """Play on until `pause` or the end."""
        self._act(FARTHEST if self.script is None else self.script.length, PAUSE)

    def pause(self) -> None:
        """Stop after the current step."""
        self.target = self.step
        self._playground.ring()

    async def stop(self) -> None:
        """Stop at once."""
        work, self._work, self._steps = self._work, None, None
        if work is not None:
            work.cancel()
            await asyncio.wait((work,))

    async def wait(self) -> None:
        """Wait until the step is reached."""
        if self._work is not None:
            await asyncio.wait((self._work,))

    def take_over(self) -> None:
        """Record that a person has acted, or set a fault: from now on, the address doesn't name the state any more."""
        if not self.taken_over:
            self.taken_over = True
            self._playground.ring()

    async def _fresh(self, seed: int, people: int, step: int, *, as_before: bool = False) -> None:
        """Start over with a fresh bot."""
        await self.stop()
        self.step, self.target = 0, step
        self.last, self.problem, self.over, self.taken_over = "", "", False, False
        self._playground.show(people)
        await self._playground.start_over(seed, quick=True, as_before=as_before)

    def _act(self, target: int, pause: float) -> None:
        """Play up to a step."""
        if self._steps is None or self.is_acting or self.over:
            return
        self.target, self.problem = target, ""
        self._fast = pause == 0 and target > self.step + 1
        self._work = asyncio.create_task(self._acting(self._steps, pause), name="steps")

    async def _acting(self, steps: AsyncIterator[str], pause: float) -> None:
        """Play until the step is reached, all are played, or something goes wrong."""
        try:
            while self.step < self.target:
                done = await anext(steps, None)
                if done is None:
                    self.over = True
                    break
                self.step += 1
                self.last = done
                self._playground.ring()
                if pause and self.step < self.target:
                    await asyncio.sleep(pause)
            self._compare()
        except (DemoError, ScriptError, CannotSeeError, TimeoutError) as error:
            self.problem = str(error).splitlines()[0]
            self.over = True
        finally:
            with suppress(RuntimeError):  # the loop may be closing
                asyncio.get_running_loop().call_soon(self._playground.ring)

    def _compare(self) -> None:
        """At the end of a script, compare the screens with what they were."""
        if self.script is None or self.step < self.script.length:
            return
        self.over = True
        found = [] if self.taken_over else differences(self.script, self._playground)
        if found:
            self.problem = f"the screens aren't those of the script: {found[0]}"


_LULL: Final = 0.05
"""Seconds between two updates."""
_LARGEST: Final = 64 * 1024
_OWN: Final = "SELECT language FROM people WHERE user = ?"
_SERVERS: Final = "SELECT json_extract(settings, '$.language') FROM servers WHERE guild = ?"
_HARMLESS: Final = frozenset(("go", "direct", "dismiss", "language"))
"""Actions in a pane after which guests can play on as if nothing had happened."""


class WrongRequestError(Exception):
    """A request that makes no sense; the message says why."""


class Control:
    """Serves the connection of the page around the panes, and carries out its requests.

    ``script`` is what *Start over* plays instead of guests; ``recording`` gets every step of people.
    """

    def __init__(
        self, playground: Playground, *, script: Script | None = None, recording: Recording | None = None
    ) -> None:
        self.playground = playground
        self._script = script
        self._recording = recording
        self._texts = playground.catalogs.texts("en")
        self.stepper = Stepper(playground)

    def routes(self) -> tuple[web.RouteDef, ...]:
        """Return the routes for the page's server."""
        return (web.get("/top/live", self._connect),)

    def acted(self, step: PageStep) -> None:
        """Record an action in a pane, after which guests no longer play alone."""
        if step.action in _HARMLESS and self._recording is None:
            return
        self._record_guests()
        self.stepper.take_over()
        if self._recording is not None:
            self._recording.step(step)

    def _changed(self, action: str, person: str = "", **arguments: object) -> None:
        """Record a change from outside the panes."""
        if self._recording is not None:
            self._record_guests()
            self._recording.step(PageStep(person, action, arguments))

    def _record_guests(self) -> None:
        """Record up to where guests have played, once a person acts after that."""
        game, stepper = self.stepper.game, self.stepper
        if self._recording is not None and game is not None and not stepper.taken_over:
            about = {"game": game.variant.value, "players": game.players, "step": stepper.step}
            self._recording.step(PageStep("", "guests", about))

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20.0, max_msg_size=_LARGEST, compress=False)
        await socket.prepare(request)
        bell = asyncio.Event()
        self.playground.bells.add(bell)
        showing = asyncio.create_task(self._show(socket, bell))
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await _send(socket, await self._answer(message.data))
        finally:
            self.playground.bells.discard(bell)
            showing.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await showing
        return socket

    async def _show(self, socket: web.WebSocketResponse, bell: asyncio.Event) -> None:
        """Send the state whenever it changed, and new entries of the wire."""
        shown: dict[str, object] = {}
        number = 0
        while not socket.closed:
            state = self._state()
            if state != shown:
                await _send(socket, {"type": "state", **state})
                shown = state
            entries = self.playground.wire.since(number)
            if entries:
                number = entries[-1]["n"]
                await _send(socket, {"type": "wire", "entries": entries})
            await asyncio.sleep(_LULL)
            await bell.wait()
            bell.clear()

    def _state(self) -> dict[str, object]:
        """Return what the page shows around the panes."""
        play = self.playground
        people = [
            {
                "number": number,
                "name": person.name,
                "locale": person.user.locale,
                "owner": person.id == play.guild.state.owner_id,
            }
            for number, person in enumerate(play.people, 1)
        ]
        return {
            "people": people,
            "count": play.count,
            "locales": [{"code": code, "name": name} for code, name in play.locales],
            "games": [
                {"value": name.value, "label": variant_name(self._texts, name), "players": seats_for(options)[-1]}
                for name, options in PRESETS.items()
            ],
            "bot": {"online": play.online, "greeted": play.greeted, "pid": play.bot.pid, "notice": play.notice},
            "faults": play.faults.on_page(),
            "seed": play.seed,
            "script": self._script is not None,
            "guests": self.stepper.on_page(),
            "recording": self._recording is not None,
        }

    async def _answer(self, text: str) -> dict[str, object]:
        """Carry out a request, and return the answer to it."""
        number, result, problem = None, None, None
        try:
            request = json.loads(text)
            number = request["id"]
            result = await self._perform(request)
        except (UnknownFaultError, WrongRequestError) as error:
            problem = str(error)
        except (ValueError, KeyError, TypeError):
            problem = "That isn't a request of this page."
        self.playground.ring()
        return {"type": "done", "id": number, "problem": problem, "result": result}

    async def _perform(self, request: Mapping[str, Any]) -> object:
        match request:
            case {"do": "people", "count": int(count)} if 1 <= count <= len(self.playground.people):
                self.playground.show(count)
                self._changed("people", count=count)
            case {"do": "language", "person": int(number), "code": str(code)}:
                self._speak(number, code)
            case {"do": "fault", "name": str(name), **more}:
                choice = str(more.get("choice", ""))
                said = self.playground.note(self.playground.faults.press(name, choice))
                self._changed("fault", name=name, choice=choice)
                self.stepper.take_over()
                return said
            case {"do": "mend"}:
                self._changed("mend")
                return self.playground.note(self.playground.faults.mend())
            case {"do": "body", "n": int(n)}:
                return self.playground.wire.body(n)
            case _:
                await self._step(request)
        return None

    async def _step(self, request: Mapping[str, Any]) -> None:
        """Start, continue or pause guests or a script."""
        match request:
            case {"do": "guests", **about}:
                await self.stepper.start(_game(about), _number(about.get("step", 0), 0, FARTHEST, "step"))
                self._begin_recording()
            case {"do": "script", "step": int(step)} if self._script is not None:
                await self.stepper.open(self._script, step)
                self._begin_recording()
            case {"do": "click"}:
                self.stepper.click()
            case {"do": "play"}:
                self.stepper.play()
            case {"do": "pause"}:
                self.stepper.pause()
            case _:
                raise WrongRequestError("That isn't a request of this page.")

    def _begin_recording(self) -> None:
        """Begin the recording anew, because a fresh bot has started."""
        if self._recording is not None:
            self._recording.begin()

    def language_of(self, message: StoredMessage) -> str | None:
        """Return the language in which the bot writes a message, None if a person wrote it."""
        if message.author is not None:
            return None
        reader, guild = message.owner or message.channel.recipient, self.playground.guild.state
        on_discord = guild.locale if reader is None else reader.heard or reader.locale
        chosen = _chosen(self.playground.database, reader, guild.id)
        return self.playground.catalogs.texts(chosen or on_discord).language

    def _speak(self, number: int, code: str) -> None:
        """Change the language of a person's Discord."""
        people = self.playground.people
        if not 1 <= number <= len(people) or code not in dict(self.playground.locales):
            raise WrongRequestError("There's no such person or language.")
        people[number - 1].user.locale = code
        self._changed("language", people[number - 1].name, code=code)
        self.playground.standin.ring()


def _chosen(file: Path, reader: User | None, guild: int) -> str | None:
    """Return the language that a reader or a server has chosen with the bot, which Discord doesn't know."""
    query, number = (_OWN, reader.id) if reader is not None else (_SERVERS, guild)
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return next((language for (language,) in database.execute(query, (number,))), None)
    return None


async def _send(socket: web.WebSocketResponse, message: Mapping[str, object]) -> None:
    with suppress(ConnectionError):
        await socket.send_str(json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=str))


def _game(about: Mapping[str, Any]) -> GuestGame:
    """Read which game guests should play. WrongRequestError."""
    name = str(about.get("game") or Variant.GIN.value)
    variant = next((one for one in Variant if one.value in (name, f"{name}-rummy")), None)
    if variant is None:
        raise WrongRequestError(f"There's no game {name}.")
    options = PRESETS[variant]
    players = _number(about.get("players") or 2, 1, seats_for(options)[-1], "number of players")
    seed = about.get("seed")
    return GuestGame(random_seed() if seed is None else _number(seed, 0, 2**32, "seed"), variant, players)


def _number(value: object, low: int, high: int, name: str) -> int:
    """Read a number. WrongRequestError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise WrongRequestError(f"The {name} must be a number from {low} to {high}.")
    return value
