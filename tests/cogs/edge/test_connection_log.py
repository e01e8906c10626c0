"""Lines about the connection: one per event that an operator wants to know about."""

import logging

import discord
import pytest

from cogs.edge.client import ConnectionLog
from cogs.edge.requests import route_of


async def test_a_lost_connection_is_logged_once_with_its_length_at_the_end_and_not_when_the_bot_closes_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    times, closed = iter((10.0, 12.5, 20.0, 27.0)), [False]
    log = ConnectionLog(lambda: closed[0], lambda: next(times))
    await log.on_shard_connect(0)
    await log.on_shard_disconnect(0)
    await log.on_shard_disconnect(0)  # the library says so again before the next attempt
    await log.on_shard_resumed(0)
    await log.on_shard_disconnect(0)
    await log.on_shard_connect(0)
    closed[0] = True
    await log.on_shard_disconnect(0)
    lost = "shard 0 lost its connection; clocks on its servers are stopped"
    assert [(record.getMessage(), vars(record).get("seconds")) for record in caplog.records] == [
        ("shard 0 connected", None),
        (lost, None),
        ("shard 0 resumed its session", 2.5),
        (lost, None),
        ("shard 0 connected", 7.0),
    ]


async def test_a_server_is_available_again_only_after_an_outage(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    log, guild = ConnectionLog(lambda: False), discord.Object(5)
    await log.on_guild_available(guild)  # type: ignore[arg-type] # only its id matters; Discord sends this at the start
    await log.on_guild_unavailable(guild)  # type: ignore[arg-type]
    await log.on_guild_available(guild)  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records] == [
        "a server is unavailable",
        "a server is available again",
    ]


def test_routes_contain_no_token() -> None:
    assert route_of("/api/v10/webhooks/15/aW5.x-Y_z/messages/@original") == "/webhooks/15/{token}/messages/@original"
    assert route_of("/api/v10/interactions/15/aW5x/callback") == "/interactions/15/{token}/callback"
    assert route_of("/api/channels/15/messages/16") == "/channels/15/messages/16"
    assert route_of("/gateway/") == "/gateway/"
