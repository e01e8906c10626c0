"""A club with a channel, two people and a running bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.playground import Channel, Guild, Person, StandIn
from tests.playground.a_bot import Bot, running


@dataclass(frozen=True, slots=True)
class Club:
    """A stand-in with a running bot, a guild, a channel and two people."""

    standin: StandIn
    bot: Bot
    guild: Guild
    channel: Channel
    ala: Person
    bob: Person


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as one:
        yield one


@pytest.fixture
async def club(standin: StandIn) -> AsyncIterator[Club]:
    guild = standin.add_guild("Club")
    channel = guild.add_channel("rummy")
    ala, bob = guild.add_person("Ala", locale="pl"), guild.add_person("Bob")
    bot = Bot()
    async with running(standin, bot):
        yield Club(standin, bot, guild, channel, ala, bob)
