"""Events that the library can't read are skipped, each with one line in the log, and people play on."""

import copy
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot.backoff import Backoff
from bot.playground.payloads import guild_create_json
from cogs.edge import gateway
from cogs.edge.client import DiscordClient
from tests.end_to_end.club import Club
from tests.end_to_end.test_absence import at_once

pytestmark = pytest.mark.discord(None)
SHAPES: tuple[Any, ...] = (None, [], "text", 7, {}, {"id": "no number"}, {"id": None, "guild_id": {}})
EVENTS = (
    "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE",
    "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "CHANNEL_PINS_UPDATE", "THREAD_CREATE", "THREAD_UPDATE",
    "THREAD_DELETE", "THREAD_LIST_SYNC", "THREAD_MEMBER_UPDATE", "THREAD_MEMBERS_UPDATE", "STAGE_INSTANCE_CREATE",
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE", "ENTITLEMENT_CREATE", "SUBSCRIPTION_CREATE", "INTERACTION_CREATE",
    "MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE",
)  # fmt: skip
SECRET = "no-token-to-be-logged"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all pauses short."""
    monkeypatch.setattr(gateway, "_BACKOFF", Backoff(0.01, 0.01))
    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)


def broken(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield data without one of its keys, or with something else in its place, on its first two levels."""
    for key, value in data.items():
        yield {other: kept for other, kept in data.items() if other != key}
        for wrong in (None, "text", -1, [None], {"id": SECRET}):
            yield {**data, key: wrong}
        if isinstance(value, dict):
            yield from ({**data, key: inner} for inner in _first_level(value))


def _first_level(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key in data:
        yield {other: kept for other, kept in data.items() if other != key}
        yield {**data, key: [SECRET]}


async def heard(club: Club) -> None:
    """Wait until the bot has read everything that was sent: it answers a click after that."""
    assert not (await club.ala.slash(club.channel, "rummy hand")).failed


async def test_broken_events_are_skipped_and_the_game_goes_on(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    async with club.running():
        await club.table()
        for event in EVENTS:
            for shape in SHAPES:
                club.standin.send_event(event, copy.deepcopy(shape))
        club.standin.send_event("MADE_UP", {"id": SECRET})
        await heard(club)
        skipped = {event for event in EVENTS if f"is skipped: {event} (" in caplog.text}
        assert skipped >= {"INTERACTION_CREATE", "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_UPDATE", "THREAD_CREATE"}
        await club.play(1, lambda: len(club.log()) >= 4)
        assert (club.standin.identified, club.standin.resumed) == (1, 0)


async def test_broken_interactions_and_servers_are_skipped(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    async with club.running() as bot:
        await club.table()
        payloads = [(await club.ala.slash(club.channel, "rummy hand")).interaction]
        payloads.append((await club.ala.click("My hand", message=club.public("My hand"))).interaction)
        for sent in payloads:
            assert sent is not None
            for number, data in enumerate(broken({**sent.payload, "token": SECRET})):
                club.standin.send_event("INTERACTION_CREATE", data if "id" not in data else {**data, "id": str(number)})
        for data in broken(guild_create_json(club.guild.state, everybody=False)):
            club.standin.send_event("GUILD_CREATE", copy.deepcopy(data))
        await club.standin.until(lambda: bool(bot.client.guilds))
        club.standin.send_event("GUILD_CREATE", guild_create_json(club.guild.state, everybody=False))
        await heard(club)
        assert "INTERACTION_CREATE" in caplog.text
        assert SECRET not in caplog.text
        before = len(club.log())
        await club.play(1, lambda: len(club.log()) >= before + 4)
        assert (club.standin.identified, club.standin.resumed) == (1, 0)


@pytest.mark.parametrize("text", ["{", "7", '{"op": 10}', json.dumps({"op": 0, "t": ["READY"], "d": {}, "s": 5})])
async def test_after_a_message_that_cant_be_read_at_all_the_bot_logs_in_again(club: Club, text: str) -> None:
    async with club.running() as bot:
        await club.table()
        club.standin.send_raw(text)
        await club.standin.until(lambda: club.standin.identified == 2 and bot.connection.is_up)
        await club.awake()
        await club.play(1, lambda: len(club.log()) >= 4)


@pytest.mark.parametrize("shape", [{}, {"session_id": "x", "resume_gateway_url": "ws://127.0.0.1", "guilds": 7}])
async def test_without_a_list_of_servers_the_bot_logs_in_again(
    club: Club, shape: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async with club.running() as bot:
        await club.table()
        club.standin.send_event("READY", shape)
        await club.standin.until(lambda: club.standin.identified == 2 and bot.connection.is_up)
        await club.awake()
        assert [record for record in caplog.records if record.levelno == logging.ERROR]
        await club.play(1, lambda: len(club.log()) >= 4)
