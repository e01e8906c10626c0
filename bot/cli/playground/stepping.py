"""Playing step by step: a game of guests up to the step that an address names, or a recorded script.

Anyone can go on from there by acting in a pane.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from bot.cli.guests.table import DemoError
from bot.cli.playground.guest_games import GuestGame, guest_clicks
from bot.cli.playground.scripts import Script, ScriptError, differences, played
from bot.cli.playground.session import Playground
from bot.playground import CannotSeeError

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
