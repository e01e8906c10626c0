"""Gateway sessions: resumed without loss, started again, spread over shards and processes."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.playground import LOGINS, RateLimits, StandIn
from tests.amounts import STARTED
from tests.playground.a_bot import Bot, running
from tests.playground.conftest import Club


async def test_a_break_is_resumed_and_nothing_is_lost(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    assert club.standin.drop_gateway() == 1
    during = await club.ala.click("My hand", wait=False)
    assert (await during).notice == "Hand of Ala"
    assert (club.standin.resumed, club.standin.identified) == (1, 1)
    assert (await club.bob.click("My hand")).notice == "Hand of Bob"
    assert len(club.bot.clicks) == 2
    await club.standin.until(lambda: "resumed" in club.bot.said)


async def test_a_polite_reconnect_is_resumed(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    club.standin.drop_gateway(politely=True)
    assert (await club.ala.click("My hand")).notice == "Hand of Ala"
    assert (club.standin.resumed, club.standin.identified) == (1, 1)


async def test_an_invalid_session_identifies_again(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    club.standin.drop_gateway(resumable=False)
    await club.standin.until(lambda: club.standin.identified == 2)
    assert (await club.ala.click("My hand")).notice == "Hand of Ala"
    assert club.standin.resumed == 0
    # The client must not be closed while it waits for the guilds of a new session.
    await club.standin.until(lambda: club.bot.said.count("ready") == 2)


async def test_a_guild_belongs_to_one_shard(standin: StandIn) -> None:
    guilds = [standin.add_guild(f"Club {number}") for number in range(4)]
    channels = [guild.add_channel("rummy") for guild in guilds]
    people = [guild.add_person("Ala") for guild in guilds]
    assert {(guild.id >> 22) % 2 for guild in guilds} == {0, 1}
    bot = _Sharded(2)
    async with running(standin, bot):
        assert [(session.shard, session.shards) for session in standin.sessions] == [(0, 2), (1, 2)]
        assert {guild.id: guild.shard_id for guild in bot.guilds} == {
            guild.id: (guild.id >> 22) % 2 for guild in guilds
        }
        for person, channel, guild in zip(people, channels, guilds, strict=True):
            await person.slash(channel, "ping")
            assert bot.heard[-1] == (guild.id, (guild.id >> 22) % 2)
        standin.drop_gateway(1)
        await standin.until(lambda: standin.resumed == 1)
        for person, channel in zip(people, channels, strict=True):
            assert not (await person.slash(channel, "ping")).failed


class _Sharded(discord.AutoShardedClient):
    def __init__(self, shards: int) -> None:
        super().__init__(intents=discord.Intents(guilds=True), shard_count=shards, guild_ready_timeout=0.01)
        self.tree = discord.app_commands.CommandTree(self)
        self.heard: list[tuple[int, int]] = []

        @self.tree.command(name="ping", description="Answer")
        async def ping(interaction: discord.Interaction) -> None:
            assert interaction.guild is not None
            self.heard.append((interaction.guild.id, interaction.guild.shard_id))
            await interaction.response.send_message("pong", ephemeral=True)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the five seconds between identifies."""


async def test_each_login_of_a_bucket_has_to_wait_and_two_sessions_of_a_shard_are_noticed(standin: StandIn) -> None:
    standin.limit(RateLimits(logins=LOGINS))
    standin.recommend_shards(4, 2)
    guilds = [standin.add_guild(f"Club {number}") for number in range(4)]
    own = {shard: {str(one.id) for one in guilds if (one.id >> 22) % 4 == shard} for shard in range(4)}
    headers, asked = {"Authorization": f"Bot {standin.token}"}, f"{standin.api_url}/gateway/bot"
    async with aiohttp.ClientSession(headers=headers) as session, session.get(asked) as response:
        limits = await response.json()
    assert (limits["shards"], limits["session_start_limit"]["max_concurrency"]) == (4, 2)
    async with AsyncExitStack() as stack:

        async def login(shard: int) -> tuple[int, Any]:
            socket = await stack.enter_async_context(_socket(standin))
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {**_LOGIN, "token": standin.token, "shard": [shard, 4]}})
            said = await socket.receive_json()
            return said["op"], said["d"]

        for shard in (0, 1):
            op, ready = await login(shard)
            assert op == 0
            assert {one["id"] for one in ready["guilds"]} == own[shard]
        standin.advance(4.9)
        assert await login(2) == (9, False)
        assert len(standin.complaints) == 1
        standin.advance(0.2)
        op, ready = await login(2)
        assert {one["id"] for one in ready["guilds"]} == own[2]
        assert len(standin.complaints) == 1
        standin.advance(5)
        assert (await login(1))[0] == 0
        assert standin.complaints[1:] == ["shard 1 of 4 has two sessions"]


_PROCESS = """
import sys, discord, yarl
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
bot = discord.Client(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
tree = discord.app_commands.CommandTree(bot)
@tree.command(name="who", description="Which process")
async def who(interaction):
    await interaction.response.send_message(sys.argv[4])
@bot.event
async def setup_hook():
    await tree.sync()
bot.run(sys.argv[3], log_handler=None)
"""


async def _process(standin: StandIn, name: str) -> asyncio.subprocess.Process:
    before = standin.identified
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PROCESS, standin.api_url, standin.gateway_url, standin.token, name
    )
    await standin.until(lambda: standin.identified > before, seconds=STARTED)
    return process


@pytest.mark.slow
async def test_a_killed_process_is_replaced_by_a_new_one(standin: StandIn) -> None:
    guild = standin.add_guild("Club")
    channel = guild.add_channel("rummy")
    ala = guild.add_person("Ala")
    first = await _process(standin, "first")
    second = await _process(standin, "second")
    try:
        first.send_signal(signal.SIGKILL)
        await first.wait()
        await standin.until(lambda: len(standin.sessions) == 1)
        assert (await ala.slash(channel, "who")).text == "second"
    finally:
        second.kill()
        await second.wait()
    await standin.until(lambda: not standin.sessions)


async def test_every_session_gets_every_event_and_only_the_first_answer_counts(standin: StandIn) -> None:
    guild = standin.add_guild("Club")
    ala, channel = guild.add_person("Ala"), guild.add_channel("rummy")
    first, second = Bot(), Bot()
    async with running(standin, first), running(standin, second):
        await ala.slash(channel, "rummy new", variant="gin")
        assert not (await ala.click("My hand")).failed
        await standin.until(lambda: any(one.status == 400 for one in standin.requests))
        assert len(first.clicks) == len(second.clicks) == 1
        refused = [one.response["code"] for one in standin.requests if one.status == 400]
        assert set(refused) == {40060}
    first.errors.clear()
    second.errors.clear()


async def test_clicks_fail_while_no_bot_is_connected(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.bot.close()
    await club.standin.until(lambda: not club.standin.sessions)
    answer = await club.ala.click("My hand", wait=False)
    club.standin.advance(3.1)
    assert (await answer).failed


async def test_two_bots_get_only_clicks_on_their_own_buttons(club: Club) -> None:
    other = Bot()
    account = club.standin.add_bot("Other")
    async with running(club.standin, other, account.token):
        place = other.get_channel(club.channel.id) or await other.fetch_channel(club.channel.id)
        assert isinstance(place, discord.TextChannel)
        await club.ala.slash(club.channel, "rummy new", variant="gin")
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Mine", custom_id="hand"))
        await place.send("other", view=view)
        view.stop()
        assert (await club.ala.click("Mine")).message is not None
        assert len(other.clicks) == 1
        assert club.bot.clicks == []


_LOGIN: dict[str, Any] = {"intents": 1, "properties": {}}


@asynccontextmanager
async def _socket(standin: StandIn) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with aiohttp.ClientSession() as session, session.ws_connect(standin.gateway_url) as socket:
        yield socket


async def _identify(standin: StandIn, changes: dict[str, Any]) -> tuple[int | None, list[Any]]:
    """Send IDENTIFY without discord.py. Return the close code and the events."""
    login = {"token": standin.token, **_LOGIN, **changes}
    heard: list[Any] = []
    async with _socket(standin) as socket:
        await socket.send_json({"op": 2, "d": login})
        async for message in socket:
            heard.append(json.loads(message.data))
            if heard[-1]["t"] == "READY":
                await socket.close()
        return socket.close_code, heard


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"token": "wrong"}, 4004), ({"shard": [2, 2]}, 4010), ({"intents": None}, 4013)],
)
async def test_a_wrong_login_is_closed_with_its_code(standin: StandIn, changes: dict[str, Any], code: int) -> None:
    closed, heard = await _identify(standin, changes)
    assert closed == code
    assert [message["op"] for message in heard] == [10]


async def test_logins_can_be_refused_and_connections_closed_for_good(standin: StandIn) -> None:
    standin.refuse_logins(4014, 4011)
    assert [(await _identify(standin, {}))[0] for _ in range(3)] == [4014, 4011, 1000]
    standin.allow_logins(0)
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {standin.token}"}) as session:

        async def status() -> tuple[int, int | None]:
            async with session.get(f"{standin.api_url}/gateway/bot") as response:
                limits = (await response.json()).get("session_start_limit")
                return response.status, limits and limits["remaining"]

        assert await status() == (200, 0)
        standin.reset_token()
        assert await status() == (401, None)


async def test_without_compression_events_come_as_text(standin: StandIn) -> None:
    _, heard = await _identify(standin, {})
    assert [(message["op"], message["t"], message["s"]) for message in heard] == [(10, None, None), (0, "READY", 1)]
    assert heard[1]["d"]["resume_gateway_url"] == standin.gateway_url


async def test_a_wrong_token_cannot_log_in(standin: StandIn) -> None:
    with pytest.raises(discord.LoginFailure):
        async with running(standin, Bot(), "wrong"):
            pass


async def test_session_starts_are_counted(club: Club) -> None:
    _, _, limits = await club.bot.http.get_bot_gateway()
    assert limits["max_concurrency"] == 1
    assert limits["remaining"] == limits["total"] - 1
    assert yarl.URL(club.standin.gateway_url) == DiscordWebSocket.DEFAULT_GATEWAY
    assert club.standin.api_url == Route.BASE


async def test_a_bot_reconnects_when_the_gateway_is_back(club: Club) -> None:
    with club.standin.gateway_away():
        answer = await club.ala.slash(club.channel, "rummy new", variant="gin", wait=False)
        await club.standin.until(lambda: club.bot.said[-1] == "disconnected")
        assert club.standin.sessions == []
        assert answer.pending
    await answer
    assert not answer.failed, "what happens meanwhile comes with the resumed session"
    assert club.bot.said == ["ready", "disconnected", "resumed"]
    assert (club.standin.identified, club.standin.resumed) == (1, 1)


async def test_a_sleep_ends_when_its_time_has_passed_or_was_skipped(club: Club) -> None:
    before = club.standin.now()
    sleeper = asyncio.create_task(club.standin.sleep(3600))
    await asyncio.sleep(0)
    club.standin.advance(3000)
    await asyncio.wait((sleeper,), timeout=0.01)
    assert not sleeper.done()
    club.standin.advance(600)
    await sleeper
    await club.standin.sleep(0.01)
    assert club.standin.now() >= before + 3600.01
