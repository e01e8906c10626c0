"""Servers that the bot can't reach: an outage of one of them, or one that has removed the bot."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TypeAlias

import discord
import pytest

from bot.playground import Channel, Guild, Person
from cogs.edge.client import DiscordClient
from tests.end_to_end.club import STEADY, Club
from tests.end_to_end.test_absence import DAY, HOUR, MINUTE, TURN, at_once, shown_deadline

pytestmark = pytest.mark.discord(STEADY)  # the bot gives time back after each gateway outage

Away: TypeAlias = Callable[[Guild], AbstractContextManager[None]]

HALF = MINUTE // 2


@contextmanager
def removed(guild: Guild) -> Iterator[None]:
    """Remove the bot from a server, and invite it back at the end."""
    guild.remove_bots()
    try:
        yield
    finally:
        guild.invite_bots()


@contextmanager
def outage(guild: Guild) -> Iterator[None]:
    """Simulate a Discord outage of a server."""
    with guild.unavailable():
        yield


async def other_game(club: Club) -> tuple[Channel, list[Person]]:
    """Start a live game on another server, whose clock keeps running."""
    guild = club.standin.add_guild("Elsewhere")
    channel = guild.add_channel("rummy")
    people = [guild.add_person(name) for name in ("Fay", "Gus")]
    await people[0].slash(channel, "rummy new", variant="gin", opponent=people[1], pace="live")
    await club.standin.until(lambda: any("Join" in message.labels for message in people[1].sees(channel)))
    await people[1].click("Join")
    await people[0].click("Start")
    return channel, people


async def lost(club: Club) -> None:
    """Wait until the bot knows that it can't reach the club's server."""
    assert club.bot is not None
    scheduler: Any = club.bot.scheduler
    await club.standin.until(lambda: not scheduler.reaches(club.guild.id))


def lines(club: Club, table: int) -> int:
    return sum(line[0] == table for line in club.log())


@pytest.mark.parametrize("away", [outage, removed])
async def test_clocks_stop_on_a_server_that_the_bot_cant_reach(club: Club, away: Away) -> None:
    async with club.running():
        channel, people = await other_game(club)
        await club.table("gin", pace="live")
        await club.turn_on_table()
        club.standin.advance(MINUTE)
        await club.settled()
        before, pings, posted = lines(club, 2), len(club.current_pings()), len(club.standin.requests)
        with away(club.guild):
            await lost(club)
            for _ in range(10):
                club.standin.advance(MINUTE)
                await club.settled()
            await club.standin.until(lambda: any("away" in m.text for m in people[0].sees(channel)))
            assert lines(club, 2) == before
            assert len(club.current_pings()) == pings
            assert not [one for one in club.standin.requests[posted:] if f"/{club.channel.id}/" in one.path]
        await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
        club.standin.advance(HALF)
        await club.settled()
        assert lines(club, 2) == before, "time out of reach was counted"
        club.standin.advance(2 * HALF)
        await club.standin.until(lambda: lines(club, 2) > before)


@pytest.mark.parametrize("away", [outage, removed])
async def test_a_bot_that_restarts_during_an_outage_gives_all_the_time_back(club: Club, away: Away) -> None:
    with ExitStack() as over:
        async with club.running():
            await club.table("gin", pace="slow")
            await club.turn_on_table()
            deadline = shown_deadline(club)
            over.enter_context(away(club.guild))
            began = club.standin.now()
            await lost(club)
            club.standin.advance(HOUR)
            await club.settled()
        club.standin.advance(HOUR)
        async with club.running():
            club.standin.advance(DAY)
            await club.settled()
            assert not club.log()
            over.close()
            due = deadline + club.standin.now() - began
            await club.standin.until(lambda: shown_deadline(club) > due - 5)
            assert shown_deadline(club) < due + MINUTE


async def test_clocks_restart_when_one_of_several_shards_has_to_identify_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)
    async with club.running(shards=2) as bot:
        await club.table("gin", pace="live")
        await club.turn_on_table()
        scheduler: Any = bot.scheduler
        listed = asyncio.create_task(bot.client.wait_for("shard_ready"))
        club.standin.drop_gateway((club.guild.id >> 22) % 2, resumable=False)
        await listed
        await club.standin.until(lambda: scheduler.reaches(club.guild.id))
        club.standin.advance(TURN)
        await club.standin.until(lambda: bool(club.log()))


async def test_a_server_that_removed_the_bot_during_a_gateway_outage_is_out_of_reach(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)
    async with club.running() as bot:
        channel, people = await other_game(club)
        await club.table("gin", pace="live")
        await club.turn_on_table()
        noticed = asyncio.create_task(bot.client.wait_for("disconnect"))
        with club.standin.gateway_away(resumable=False):
            await noticed
            club.guild.remove_bots()
        await club.awake()
        for _ in range(10):
            club.standin.advance(MINUTE)
            await club.settled()
        await club.standin.until(lambda: any("away" in m.text for m in people[0].sees(channel)))
        assert lines(club, 2) == 0
        club.guild.invite_bots()
        await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
        club.standin.advance(TURN)
        await club.standin.until(lambda: lines(club, 2) > 0)


async def test_posted_standings_update_again_once_the_server_is_back(club: Club) -> None:
    async with club.running() as bot:
        shown = await club.eve.slash(club.channel, "rummy-admin standings", channel=club.channel)
        assert not shown.failed
        await club.settled()
        posts = bot.packages.standings.posts
        board = bot.stores.servers.of(club.guild.id).board
        assert board is not None
        assert board.message is not None
        with removed(club.guild):
            await lost(club)
            posts._current.forget(board.message)  # as if the server had changed in the meantime
            posts.changed(club.guild.id)
            await club.standin.until(lambda: posts.is_paused(club.guild.id))
        await club.standin.until(lambda: not posts.is_paused(club.guild.id))
        await club.standin.until(lambda: posts._current.shows(board.message) is not None)


@pytest.mark.parametrize("kept", [False, True])
async def test_shards_log_in_without_pauses_if_the_gateway_keeps_the_sessions(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    paused = list[int]()

    async def pause(_client: DiscordClient, shard: int, **_: object) -> None:
        paused.append(shard)

    monkeypatch.setattr(discord.Client, "before_identify_hook", pause)
    club.limits["gateway_keeps_sessions"] = kept
    club.standin.recommend_shards(3)
    async with club.running() as bot:
        await club.standin.until(lambda: bot.connection.is_up)
    assert sorted(paused) == ([] if kept else [0, 1, 2])
