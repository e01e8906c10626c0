"""Restarts, clean ones and kills: within seconds, every open hand shows its table as it is, without a click."""

import asyncio
import logging
import random
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.values import Status
from bot.playground import Channel, Person, SeenButton, SeenMessage, SeenSelect, StandIn
from bot.program.cli.guests.base import meaning_of
from cogs.edge.client import DiscordClient
from data.database import open_database
from data.tables.store import SqlTables
from tests.amounts import STARTED
from tests.data.fresh import ready_file
from tests.end_to_end.club import PLENTY, ROUGH, BotProcess, Club, open_club
from tests.end_to_end.test_kills import later, one_click, over, rematch
from tests.play.process import Process

SOON: Final = 6.0
"""Seconds after the program's login within which all panels should be up to date."""
LATEST: Final = STARTED
"""The same on a machine that is busy with other things: only panels that are out of date by then fail the test."""
RESTARTING: Final = "I'm restarting"
TABLES: Final = (("gin", 2), ("german", 3), ("gin", 2), ("basic", 4))
NEVER: Final = 600.0
"""Seconds that an edit takes in a test that doesn't last so long."""


def said(panel: SeenMessage) -> list[str]:
    """Return the lines of a panel without the small one: the coach doesn't repeat what it said before a restart."""
    return [line for line in panel.text.splitlines() if not line.startswith("-# ")]


async def test_open_hands_say_that_the_bot_restarts_and_are_up_to_date_again_by_themselves(club: Club) -> None:
    async with club.running():
        await club.table()
        player, other = club.to_move(), club.waiting()
        before = {person: club.panel(person) for person in club.players}
    for person in club.players:
        (panel,) = club.private(person)
        assert panel.text.startswith(RESTARTING)
        assert panel.labels == before[person].labels, "the hand stays on the screen"
    async with club.running():
        await club.settled()
        for person in club.players:
            (panel,) = club.private(person)
            assert (panel.id, said(panel)) == (before[person].id, said(before[person]))
        await player.click("Pass", message=club.panel(player))
        await club.standin.until(lambda: "**Your turn:" in club.panel(other).text)
        assert club.panel(other).id == before[other].id


async def test_a_click_in_the_last_moment_gets_no_answer_and_no_traceback(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    close, arrived = DiscordClient.close, asyncio.Event()

    async def click_and_close(client: DiscordClient) -> None:
        async def hear(event: str) -> None:
            if event == "INTERACTION_CREATE":
                arrived.set()

        client.add_listener(hear, "on_socket_event_type")
        player = club.to_move()
        await player.click("Pass", message=club.panel(player), wait=False)
        await arrived.wait()
        await close(client)

    async with club.running():
        await club.table()
        monkeypatch.setattr(DiscordClient, "close", click_and_close)
    assert arrived.is_set()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_practice_game_in_direct_messages_is_up_to_date_after_a_restart(club: Club) -> None:
    place = club.ala.direct_channel
    async with club.running():
        opened = await club.ala.slash(place, "rummy practice", variant="gin")
        assert opened.message is not None
        await club.settled()
        before = club.ala.sees(place)
    (stopped,) = club.ala.sees(place)
    assert RESTARTING in stopped.text
    async with club.running():
        await club.settled()
        assert [(one.id, said(one)) for one in club.ala.sees(place)] == [(one.id, said(one)) for one in before]


async def test_tokens_that_expired_while_the_bot_was_away_are_deleted(club: Club) -> None:
    async with club.running():
        await club.table()
    assert len(stored(club)) == len(club.players)
    club.standin.advance(20 * 60)
    async with club.running():
        await club.standin.until(lambda: not stored(club))


async def test_the_result_of_a_game_stays_in_panels_when_the_bot_stops(playing: Club) -> None:
    player = playing.to_move()
    await player.slash(playing.channel, "rummy resign")
    await player.click("Resign", message=playing.private(player)[-1])
    await playing.settled()
    bot = playing.bot
    assert bot is not None
    shown = [playing.private(person) for person in playing.players]
    await bot.views.panels.say_restarting()
    assert [playing.private(person) for person in playing.players] == shown


async def test_after_a_kill_a_hand_shows_the_move_that_it_missed_though_its_owner_was_opening_another(
    tmp_path: Path,
) -> None:
    async with open_club(tmp_path) as club, BotProcess(club) as bot:
        await club.table()
        player = await club.turn()
        other = club.after(player)
        before = club.panel(other)
        await club.standin.until(lambda: club.standin.quiet)
        club.standin.delay(changes=NEVER)
        await player.click("Pass", message=club.panel(player))
        club.standin.delay(answers=NEVER, changes=NEVER)
        await other.click("My hand", message=club.public("My hand"), wait=False)
        await club.standin.until(lambda: None in stored(club))
        bot.kill()
        await bot.killed()
        club.standin.delay()
        assert "**Waiting for" in club.panel(other).text, "the edit has arrived, though it takes ten minutes"
        await bot.start()
        await club.standin.until(lambda: "**Your turn:" in club.panel(other).text)
        assert [panel.id for panel in club.panels(other)] == [before.id]
        await club.standin.until(lambda: None not in stored(club))


def stored(club: Club) -> list[int | None]:
    """Return the stored panels by the ids of their messages; None for those that the bot was about to send."""
    with sqlite3.connect(f"file:{club.file}?mode=ro", uri=True) as connection:
        found = connection.execute("SELECT message FROM panels").fetchall()
    connection.close()
    return [message for (message,) in found]


class Evening:
    """Several servers with a table each, a practice game in direct messages, and a bot that is restarted."""

    def __init__(self, clubs: Sequence[Club], bot: BotProcess, tables: Tables, rng: random.Random) -> None:
        self.clubs = clubs
        self.bot = bot
        self._tables = tables
        self._rng = rng
        self._known: dict[int, Table] = {}
        self.what = ""  # that happened at the last restart
        self.starts: list[tuple[float, float]] = []  # seconds until the login, and from there until the end

    async def begin(self) -> None:
        """Open all tables and all hands."""
        for club, (variant, players) in zip(self.clubs, TABLES, strict=True):
            await club.table(variant, players=players)
        opened = await self._dan.slash(self._dan.direct_channel, "rummy practice", variant="gin")
        assert opened.message is not None

    @property
    def _dan(self) -> Person:
        """A person who practices. They sit at no table."""
        return self.clubs[0].dan

    async def restart(self) -> list[str]:
        """Play a few moves, stop or kill the bot during clicks, start it, and return what is out of date then."""
        rng = self._rng
        for club in rng.sample(self.clubs, 2):
            await club.play(rng.randrange(1000), later(club, rng.randint(1, 3)))
            if over(club):
                await rematch(club)
        clicks = [await one_click(club, rng) for club in rng.sample(self.clubs, rng.choice((0, 1, 2)))]
        await asyncio.sleep(rng.choice((0, 0.02, 0.1, 0.5)) * rng.random())  # a random moment; nothing waits for it
        if is_killed := rng.random() < 0.5:
            self.bot.kill()
            await self.bot.killed()
        else:
            assert await self.bot.stop() == 0
        answered = sum(click is not None and not click.pending for click in clicks)
        self.what = f"{'killed' if is_killed else 'stopped'} with {answered} of {len(clicks)} clicks answered"
        return await self._started()

    async def _started(self) -> list[str]:
        """Start the bot, and return what is out of date `LATEST` seconds after it has logged in."""
        standin, loop = self.clubs[0].standin, asyncio.get_running_loop()
        at, began = standin.now(), loop.time()
        starting = asyncio.create_task(self.bot.start())

        def logs_in() -> bool:
            return any(made.at > at and made.path.endswith("/users/@me") for made in standin.requests)

        await standin.until(logs_in, seconds=STARTED)
        first = loop.time()
        while True:
            stale = await self.stale()
            if not stale or loop.time() > first + LATEST:
                break
            await asyncio.sleep(0.2)
        self.starts.append((first - began, loop.time() - first))
        await starting
        return stale

    async def stale(self) -> list[str]:
        """Return a line for each private message that doesn't show its table as it is."""
        for table in list(self._known.values()):
            await table.refresh()
        places = [(person, club.channel) for club in self.clubs for person in club.players]
        return [
            line
            for person, place in (*places, (self._dan, self._dan.direct_channel))
            async for line in self._stale_of(person, place)
        ]

    async def _stale_of(self, person: Person, place: Channel) -> AsyncIterator[str]:
        shown = [message for message in person.sees(place) if message.ephemeral or place is person.direct_channel]
        for message in shown:
            parts: list[SeenButton | SeenSelect] = [*message.buttons, *message.selects]
            ids = [meaning for part in parts if (meaning := meaning_of(part.custom_id))]
            table = await self._table(ids[0].table) if ids else None
            seat = None if table is None else table.seat_of(person.id)
            if table is None or seat is None:
                continue
            stamps, stamp = {meaning.stamp for meaning in ids}, str(table.stamp(seat))
            turn = table.row.status is Status.PLAYING and table.view(None).turn == seat
            if stamps != {stamp} or RESTARTING in message.text or ("Your turn" in message.text) != turn:
                wanted = f"{stamps} instead of {stamp}, on turn: {turn}"
                yield f"{person.name} at table {table.row.id}, {wanted}\n{message}"

    async def _table(self, number: int) -> Table:
        """Return a table as it was stored at the last look, or is now."""
        if number not in self._known:
            self._known[number] = await self._tables.get(number)
        return self._known[number]


@asynccontextmanager
async def evening(folder: Path, seed: int) -> AsyncIterator[Evening]:
    """Open four tables and a practice game with the real program."""
    await ready_file(folder)
    database = await open_database(f"sqlite+aiosqlite:///{folder / 'remik.db'}")
    try:
        async with StandIn(limits=PLENTY, rough=ROUGH, log_limit=1000) as standin:
            clubs = [Club(standin, folder) for _ in TABLES]
            async with BotProcess(clubs[0]) as bot:
                opened = Evening(clubs, bot, Process(SqlTables(database)).tables, random.Random(seed))
                await opened.begin()
                yield opened
    finally:
        await database.close()


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_two_hundred_restarts_leave_no_stale_panel(tmp_path: Path, soak_seed: str) -> None:
    async with evening(tmp_path, int(soak_seed)) as here:
        stale = []
        for number in range(200):
            found = await here.restart()
            stale += [f"restart {number}, {here.what}: {line}" for line in found]
        to_login, to_end = (sorted(times) for times in zip(*here.starts, strict=True))
        middle, late = len(here.starts) // 2, sum(seconds > SOON for seconds in to_end)
        sys.stdout.write(
            f"{len(here.starts)} restarts, {late} with stale panels after {SOON:.0f} s; until the login "
            f"{to_login[middle]:.1f} s (at most {to_login[-1]:.1f}), then until all were up to date "
            f"{to_end[middle]:.1f} s (at most {to_end[-1]:.1f})\n"
        )
        assert not stale, "\n\n".join(stale)
