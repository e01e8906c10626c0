"""Many games with restless players and a rough Discord: no screen stays stale.

    SOAK_GAMES=200 SOAK_SEED=1 SOAK_FIRST=0 pytest -m soak -n 2 --dist load -v tests/end_to_end/test_soak.py

plays 200 games, starting with number 0. Each game has its own seed, so a run can be split, or a single game repeated
(SOAK_FIRST=17 SOAK_GAMES=1). Test names contain the seed and the number; -n 0 prints a line per game.
"""

import asyncio
import os
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.playground import Answer, Rough, SeenMessage
from bot.program.cli.guests import Guest
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.end_to_end.club import BotProcess, Club, open_club
from tests.end_to_end.freshness import up_to_date

GAMES: Final = int(os.environ.get("SOAK_GAMES", "200"))
SEED: Final = int(os.environ["SOAK_SEED"])  # set by tests/conftest.py by default
FIRST: Final = int(os.environ.get("SOAK_FIRST", "0"))
TABLES: Final = (
    (Variant.GIN, 2, {"deals": 2}),
    (Variant.REMIK, 2, {"deals": 2}),
    (Variant.HOLLYWOOD, 2, {"target": 20}),
    (Variant.OKLAHOMA, 2, {"deals": 1}),
    *((Variant.BASIC, players, {"target": 10}) for players in (2, 3, 4)),
    *((Variant.GERMAN, players, {"rounds": 1}) for players in (2, 3, 4)),
)
MOST: Final = 2500
"""More steps than any of these games takes."""
KILLED: Final = 0.15
"""The share of games in which the bot is killed once."""
PAUSE: Final = 40
"""The average number of steps before all players pause and the screens are checked."""


@dataclass(slots=True)
class Restless:
    """Players who click twice, click old messages, dismiss their panels, and pause at random."""

    club: Club
    chance: Random
    guests: list[Guest]
    clicks: int = 0

    async def step(self) -> bool:
        """Do one action. Return False if there is nothing to do."""
        roll, self.clicks = self.chance.random(), self.clicks + 1
        if roll < 0.03:
            return await self._click_old()
        if roll < 0.06:
            return await self._dismiss()
        if roll < 0.12:
            return await self._click_twice()
        if roll < 0.2:
            await asyncio.sleep(self.chance.random() * 0.15)
        return await self.club.act(self.guests) or await self.club.look()

    async def _click_old(self) -> bool:
        """Click a button on any message, including dismissed ones and those from before a kill."""
        person, channel = self.chance.choice(self.guests).person, self.club.channel
        private = [message for message, owner in self.club.standin.private(channel) if owner == person.id]
        public = [message for message in self.club.standin.messages(channel) if not message.ephemeral]
        found = [
            (message, button.custom_id)
            for message in (*private, *public)
            for button in message.buttons
            if not button.disabled and _harmless(button.custom_id)
        ]
        if found:
            message, custom_id = self.chance.choice(found)
            assert not (await person.forge(message, custom_id)).failed
        return True

    async def _dismiss(self) -> bool:
        """Dismiss a panel, and open the hand again from the table."""
        guest, table = self.chance.choice(self.guests), self.club.public("My hand")
        panel = guest.panel()
        if panel is not None:
            guest.person.dismiss(panel)
        if table is not None:
            assert not (await guest.person.click("My hand", message=table)).failed
        return True

    async def _click_twice(self) -> bool:
        """Do the next action with a double click."""
        for guest in sorted(self.guests, key=Guest.has_turn):
            done = await guest.act(wait=False)
            if done is None or done[1].interaction is None:
                continue
            again = await _once_more(guest, done[1])
            for answer in (done[1], again):
                assert not (await answer).failed
            return True
        return await self.club.act(self.guests) or await self.club.look()


async def _once_more(guest: Guest, answer: Answer) -> Answer:
    """Repeat a click as a new interaction."""
    interaction = answer.interaction
    assert interaction is not None
    data: dict[str, Any] = interaction.payload["data"]
    message = next((one for one in guest.person.sees() if interaction.source and one.id == interaction.source.id), None)
    if message is None:
        return answer
    return await guest.person.forge(message, data["custom_id"], values=data.get("values"), wait=False)


def _harmless(custom_id: str) -> bool:
    """Return whether a button neither ends nor opens a game."""
    return custom_id != "" and not any(word in custom_id for word in (":giveup:", ":resign:", ":rematch:", ":cancel:"))


async def play(club: Club, chance: Random, *, most: int = MOST, pauses: bool = True) -> int:
    """Play until the game is over, or for a maximum of steps. Return the number of steps."""
    people = Restless(club, chance, club.guests(chance.randrange(1000)))
    while not over(club) and people.clicks < most:
        if not await people.step():
            before = screens(club)
            await club.standin.until(partial(changed, club, before))
        if pauses and chance.random() < 1 / PAUSE:
            await up_to_date(club)
    assert people.clicks < MOST, f"the game doesn't end:\n{club.log()[-10:]}\n{described(club)}"
    return people.clicks


def over(club: Club) -> bool:
    """Return whether the result of the game is shown."""
    return club.public("Rematch") is not None


def changed(club: Club, before: list[list[SeenMessage]]) -> bool:
    """Return whether any screen has changed, or the game is over."""
    return over(club) or screens(club) != before


def described(club: Club) -> str:
    """Return what each player sees, as text."""
    return "\n\n".join(f"{person.name} sees\n{one}" for person in club.players for one in person.sees(club.channel))


def screens(club: Club) -> list[list[SeenMessage]]:
    return [person.sees(club.channel) for person in club.players]


async def sit_down(club: Club, chance: Random) -> None:
    """Open a table; all players join at the same moment, some of them twice."""
    variant, players, changes = chance.choice(TABLES)
    await club.open(variant, players=players, rules=code_for(options_for(variant, changes)))
    clicks = [await one.click("Join", wait=False) for one in club.players[1:] for _ in range(chance.choice((1, 1, 2)))]
    for click in clicks:
        assert not (await click).failed


async def start(club: Club) -> None:
    """Start the game, and open all hands."""
    assert not (await club.ala.click("Start")).failed
    await club.open_hands()


@pytest.mark.soak
@pytest.mark.three_seconds
@pytest.mark.parametrize("number", [pytest.param(n, id=f"seed{SEED}-game{n}") for n in range(FIRST, FIRST + GAMES)])
async def test_no_screen_is_stale_six_seconds_after_the_last_click(
    tmp_path: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, began = Random(f"{SEED} {number}"), time.monotonic()
    killed, rough = chance.random() < KILLED, Rough(chance.randrange(10**6), broken=0.02)
    steps = 0
    async with open_club(tmp_path, rough=rough, slower=1) as club:
        if killed:
            async with BotProcess(club) as process:
                await sit_down(club, chance)
                await start(club)
                steps = await play(club, chance, most=chance.randint(1, 25), pauses=False)
                process.kill()
                await process.killed()
        async with club.running():
            if not killed:
                await sit_down(club, chance)
                await up_to_date(club)
                await start(club)
            elif club.public("My hand") is not None:
                await club.open_hands()
            steps += await play(club, chance)
            await up_to_date(club)
            await club.tidied()
    with capsys.disabled():
        about = f"{club.variant}, {len(club.players)} players{', killed' * killed}"
        print(f"\ngame {number} of seed {SEED}: {about}: {steps} steps, {time.monotonic() - began:.1f} s")  # noqa: T201
