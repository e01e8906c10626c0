"""Five minutes of refusals, server errors and lost gateway connections: nothing is lost, and the bot stays polite.

    pytest -m soak -n 0 tests/end_to_end/long/test_bad_weather.py

SOAK_SECONDS, SOAK_TABLES and SOAK_SEED change the run. It prints what happened on standard error.
"""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.playground import RateLimits
from cogs.edge.channel_writer import EDIT_INTERVAL
from tests.end_to_end.club import Club, open_club
from tests.end_to_end.freshness import up_to_date
from tests.end_to_end.long.rounds import Corner, Rounds

SECONDS: Final = float(os.environ.get("SOAK_SECONDS", "300"))
TABLES: Final = int(os.environ.get("SOAK_TABLES", "4"))
SEED: Final = int(os.environ["SOAK_SEED"])  # set by tests/conftest.py by default
INVALID: Final = (401, 403, 429)
"""Statuses that Discord counts as invalid requests: 10,000 of them in ten minutes ban the bot for a while."""
MOST_INVALID: Final = 100
"""Invalid requests allowed in ten minutes, and so in all of a shorter run."""
ALL: Final = 10**6
CHANGES: Final = (("PATCH", "/messages/"), ("POST", "/messages$"), ("DELETE", "/messages/"), ("POST", "/webhooks/"))


@dataclass(slots=True)
class Weather:
    """What goes wrong: one kind of trouble after the other, with calm spells in between."""

    club: Club
    chance: Random
    lost: int = 0  # sessions that can't be resumed
    seen: Counter[str] = field(default_factory=Counter)

    async def last(self, seconds: float) -> None:
        """Make trouble for a number of seconds."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            self._too_many,
            self._errors,
            self._errors_in_answers,
            self._cut,
            self._asked_to_reconnect,
            self._away,
            self._session_lost,
        ]
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            self.chance.shuffle(kinds)
            for kind in kinds:
                if loop.time() < end:
                    self.seen[kind.__name__.strip("_")] += 1
                    await kind()
                    await asyncio.sleep(self.chance.uniform(2, 7))
        self.club.standin.mend()

    async def _too_many(self) -> None:
        """Refuse all changes with a 429 for a while, and say for how long."""
        seconds = self.chance.uniform(2, 6)
        await self._refuse(429, seconds, retry_after=seconds)

    async def _errors(self) -> None:
        """Fail all changes with a server error for a while."""
        await self._refuse(self.chance.choice((500, 502, 503, 504)), self.chance.uniform(1, 6))

    async def _errors_in_answers(self) -> None:
        """Fail a few answers to interactions once."""
        self.club.standin.fail_next("POST", "/callback", self.chance.choice((500, 502, 504)), times=2)

    async def _refuse(self, status: int, seconds: float, retry_after: float | None = None) -> None:
        faults = [
            self.club.standin.fail_next(method, path, status, times=ALL, retry_after=retry_after)
            for method, path in CHANGES
        ]
        await asyncio.sleep(seconds)
        for fault in faults:
            self.club.standin.mend(fault)

    async def _cut(self) -> None:
        """Break the gateway connection; the session can be resumed."""
        self.club.standin.drop_gateway()

    async def _asked_to_reconnect(self) -> None:
        """Ask the bot to reconnect and resume."""
        self.club.standin.drop_gateway(politely=True)

    async def _away(self) -> None:
        """Break the connection, and let nobody connect for a while."""
        with self.club.standin.gateway_away():
            await asyncio.sleep(self.chance.uniform(2, 6))
        await self._connected()

    async def _session_lost(self) -> None:
        """End the session: only then, the bot has to identify again."""
        await self._connected()
        self.lost += self.club.standin.drop_gateway(resumable=False)
        await self._connected()

    async def _connected(self) -> None:
        await self.club.standin.until(lambda: self.club.standin.sessions)


@pytest.mark.soak
@pytest.mark.three_seconds
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [pytest.param(SEED, id=f"seed{SEED}")])
async def test_nothing_is_lost_in_five_minutes_of_refusals_errors_and_lost_connections(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(str(seed))
    async with open_club(tmp_path, limits=RateLimits(), log_limit=0, slower=1) as club:
        rounds, weather = Rounds(club, TABLES, patient=True), Weather(club, chance)
        corners = list(rounds.corners.values())
        async with club.running(edit_interval=EDIT_INTERVAL):
            chances = [Random(f"{seed} {corner.channel.name}") for corner in corners]
            playing = [asyncio.create_task(played(one, by)) for one, by in zip(corners, chances, strict=True)]
            await weather.last(SECONDS)
            for corner in corners:
                corner.stop()
            games = sum(await asyncio.gather(*playing))
            await club.settled()
            for corner in corners:
                await fresh(club, corner)
        identified, moves = club.standin.identified, len(club.log())
        async with club.running():  # which knows only what is stored
            for corner in corners:
                await fresh(club, corner)
        invalid = sum(rounds.statuses[status] for status in INVALID)
        with capsys.disabled():
            print(  # noqa: T201
                f"\nseed {seed}: {SECONDS:g} s, {games} games, {rounds.clicks:,} clicks, "
                f"{rounds.failures} interactions failed, {moves:,} moves; "
                f"{dict(weather.seen)}; responses {dict(sorted(rounds.statuses.items()))}; "
                f"{invalid} invalid requests, with a 429: {dict(rounds.refused)}; "
                f"{identified} IDENTIFYs, {club.standin.resumed} resumed, {weather.lost} sessions lost",
                file=sys.stderr,
            )
        assert games > 0
        assert identified == 1 + weather.lost
        assert invalid < MOST_INVALID * max(1.0, SECONDS / 600)


async def played(corner: Corner, chance: Random) -> int:
    """Play games in a channel until they're stopped. Return how many were played to their end."""
    games = 0
    while not corner.stopped:
        await corner.play(chance)
        games += not corner.stopped
    return games


async def fresh(club: Club, corner: Corner) -> None:
    """Check that no screen in a channel is stale."""
    club.channel, club.players, club.variant = corner.channel, list(corner.players), corner.variant
    club.opened = corner.opened
    await up_to_date(club)
