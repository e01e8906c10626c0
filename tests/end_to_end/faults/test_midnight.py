"""Four people play the daily deal past midnight, and the bot is killed twice: one deck, nobody twice, one post."""

import sqlite3
import time
from functools import partial
from pathlib import Path

import pytest

from bot.play.state.values import DAY, HOUR, MINUTE
from bot.playground import Person, SeenMessage
from tests.cogs.answered import said
from tests.debug_log import CARD, NAME
from tests.end_to_end.club import BotProcess, Club
from tests.end_to_end.door.test_daily import played, posts
from tests.end_to_end.door.test_practice import changed, newest

PROGRAM = """
import asyncio, gc, os, time
gc.disable()
real, ahead = time.time_ns, int(os.environ["AHEAD"])
time.time_ns = lambda: real() + ahead
from dataclasses import replace
from functools import partial
from bot.fairness.beacon import PublicBeacon
from bot.fairness.stand_in import StandInBeacon
from bot.program.cli import run
relay = StandInBeacon(run._wall, period=3000)
relay.chain = replace(relay.chain, genesis=int(os.environ["GENESIS"]))
run.Watchdog = partial(run.Watchdog, ending=300)
run.beacon_for = lambda *_: PublicBeacon(relay.chain, (relay,), run._wall, asyncio.sleep, slack=400)
from bot.__main__ import main
main(["run"])
"""
"""`remik run` at another time, with a stand-in for the public beacon."""


def bot_at(club: Club, log: Path, genesis: int) -> BotProcess:
    """Return the program with the stand-in's clock."""
    ahead = club.now() * 1_000_000 - time.time_ns()
    more = {"AHEAD": str(ahead), "GENESIS": str(genesis), "REMIK_LOG_LEVEL": "DEBUG"}
    return BotProcess(club, log, program=("-c", PROGRAM), more=more)


def wait_until(club: Club, hour: int, minute: int) -> None:
    """Let time pass until it's that time in UTC."""
    club.standin.advance(((hour * HOUR + minute * MINUTE - club.now()) % DAY) / 1000)


def stored(club: Club, query: str) -> list[tuple[int | str, ...]]:
    connection = sqlite3.connect(club.file)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def begin(club: Club, person: Person) -> SeenMessage:
    """Open a person's deal of gin and make a few moves. Return their hand."""
    day = await said(club, person.slash(club.channel, "rummy daily"))
    await said(club, person.click("Play Gin", message=day))
    return await go_on(club, person, 3)


async def go_on(club: Club, person: Person, moves: int) -> SeenMessage:
    club.players = [person]
    (guest,) = club.guests(7)
    for _ in range(moves):
        shown = newest(person, club.channel)
        if "Share" in shown.labels:
            break
        if not await guest.act():
            await club.standin.until(partial(changed, club, person, shown))
    return newest(person, club.channel)


@pytest.mark.soak
async def test_four_people_play_past_midnight_with_two_kills(club: Club, tmp_path: Path) -> None:
    log, home = tmp_path / "log", club.channel
    wait_until(club, 23, 50)
    genesis = (club.now() - 2 * DAY) // 1000
    today = club.now() // DAY
    async with bot_at(club, log, genesis) as bot:
        setup = await said(club, club.eve.slash(home, "rummy-admin setup"))
        page = await said(club, club.eve.click("Daily deal and puzzles", message=setup))
        await said(club, club.eve.click("Post it here", message=page))
        await played(club, club.ala, "Gin")
        await begin(club, club.bob)
        await begin(club, club.cyd)
        bot.kill()
        await bot.killed()
    club.standin.advance((12 * MINUTE) / 1000)
    assert club.now() // DAY == today + 1
    async with bot_at(club, log, genesis) as bot:
        again = await said(club, club.ala.slash(home, "rummy daily"))
        assert "Daily deal 2" in again.text
        await begin(club, club.dan)
        late = await said(club, club.bob.slash(home, "rummy daily"))
        await said(club, club.bob.click("Continue Gin", message=late))
        assert "Share" in (await go_on(club, club.bob, 500)).labels
        bot.kill()
        await bot.killed()
    wait_until(club, 8, 58)
    async with bot_at(club, log, genesis) as bot:
        assert posts(club) == []
        await bot.stop()
    club.standin.advance((4 * MINUTE) / 1000)
    for _ in range(2):
        async with bot_at(club, log, genesis) as bot:
            await club.standin.until(lambda: posts(club) != [], seconds=60)
            await said(club, club.dan.slash(home, "rummy daily", game="gin"))
            await bot.stop()
    [post] = posts(club)
    assert "Ala" in post.text
    assert "Bob" in post.text
    assert "Cyd" not in post.text, "unfinished"
    decks = "SELECT day, variant, count(DISTINCT secret), count(DISTINCT line), count(DISTINCT signature), count(*) "
    found = stored(club, f"{decks} FROM tables JOIN starts ON id = table_id GROUP BY day, variant ORDER BY day")
    assert found == [(today, "gin", 1, 1, 1, 3), (today + 1, "gin", 1, 1, 1, 1)]
    results = stored(club, "SELECT day, points IS NOT NULL, ended_at IS NOT NULL FROM day_results ORDER BY 1, 2, 3")
    assert results == [(today, 0, 1), (today, 1, 1), (today, 1, 1), (today + 1, 0, 0)]
    text = log.read_text("utf-8")
    assert CARD.findall(text) == []
    assert NAME.findall(text) == []
