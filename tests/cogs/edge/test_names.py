"""What members are called: heard when they click, asked for where nobody has heard it, and never waited for long."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.play.values import MINUTE
from cogs.edge.names import Directory, DiscordNames
from tests.cogs.edge.wall import refusal

GUILD, ALA, BOB, EVE = 1, 11, 12, 13


@dataclass
class Members(Directory):
    """A server's members; ``gone`` are those who have left it, ``fault`` is what every question meets."""

    called: dict[int, str] = field(default_factory=lambda: {ALA: "Ala", BOB: "Bob"})
    gone: dict[int, str] = field(default_factory=lambda: {EVE: "eve_22"})
    fault: Exception | None = None
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[int] = field(default_factory=list)
    most: int = 0
    now: int = 0
    waiting: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    async def member(self, guild: int, user: int) -> str:
        assert guild == GUILD
        self.asked.append(user)
        return await self._said(self.called, user)

    async def user(self, user: int) -> str:
        return await self._said(self.gone, user)

    async def _said(self, names: dict[int, str], user: int) -> str:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await self.gate.wait()
        self.waiting -= 1
        if self.fault is not None:
            raise self.fault
        if user not in names:
            raise refusal(404)
        return names[user]


@pytest.fixture
def members() -> Members:
    return Members()


@pytest.fixture
async def names(members: Members) -> AsyncIterator[DiscordNames]:
    made = DiscordNames(members, lambda: members.now, patience=0.01)
    yield made
    await made.close()


def click(user: int, name: str, resolved: dict[str, Any] | None = None) -> discord.Interaction:
    """An interaction as far as names go."""
    made = SimpleNamespace(
        guild_id=GUILD, user=SimpleNamespace(id=user, display_name=name), data={"resolved": resolved or {}}
    )
    return cast(discord.Interaction, made)


async def test_discord_is_asked_once_for_whom_nobody_knows(names: DiscordNames, members: Members) -> None:
    for _ in range(2):
        assert await names.names(GUILD, (ALA, BOB)) == {ALA: "Ala", BOB: "Bob"}
    assert members.asked == [ALA, BOB]


async def test_who_has_left_the_server_is_called_as_everywhere(names: DiscordNames) -> None:
    assert await names.names(GUILD, [EVE]) == {EVE: "eve_22"}


async def test_nobody_is_asked_for_a_mark(names: DiscordNames, members: Members) -> None:
    assert await names.names(GUILD, [-5]) == {}
    assert members.asked == []


async def test_whoever_clicks_and_whom_they_name_is_known_by_that(names: DiscordNames, members: Members) -> None:
    resolved = {
        "users": {
            str(BOB): {"id": str(BOB), "username": "bob7", "global_name": "Bob"},
            str(EVE): {"id": str(EVE), "username": "eve_22", "global_name": None},
        },
        "members": {str(BOB): {"nick": "Bobby"}},
    }
    names.heard(click(ALA, "Ala\u202e of\nthe house", resolved))
    assert await names.names(GUILD, (ALA, BOB, EVE)) == {ALA: "Ala of the house", BOB: "Bobby", EVE: "eve_22"}
    names.heard(click(ALA, "Alicja"))
    assert await names.names(GUILD, [ALA]) == {ALA: "Alicja"}
    assert members.asked == []


async def test_nobody_waits_long_and_what_comes_later_is_there_the_next_time(
    names: DiscordNames, members: Members
) -> None:
    names.put(GUILD, BOB, "Bob")
    members.gate.clear()
    assert await names.names(GUILD, (ALA, BOB)) == {BOB: "Bob"}
    members.gate.set()
    while not await names.names(GUILD, [ALA]):
        pass
    assert members.asked == [ALA]


@pytest.mark.parametrize("fault", [refusal(404), refusal(500), OSError("no network")])
async def test_whom_nobody_can_name_is_left_out_and_not_asked_for_again_for_a_while(
    names: DiscordNames, members: Members, fault: Exception
) -> None:
    members.fault = fault
    for _ in range(2):
        assert await names.names(GUILD, [ALA]) == {}
    assert members.asked == [ALA]
    members.fault = None
    members.now += 5 * MINUTE
    assert await names.names(GUILD, [ALA]) == {ALA: "Ala"}


async def test_many_names_at_once_are_asked_for_a_few_at_a_time_and_not_all(
    names: DiscordNames, members: Members
) -> None:
    crowd = range(1000, 2000)
    members.called = {user: f"Member {user}" for user in crowd}
    members.gate.clear()
    assert await names.names(GUILD, crowd) == {}
    members.gate.set()
    while len(await names.names(GUILD, crowd[:60])) < 60:
        pass
    assert members.most <= 4
    assert len(members.asked) < 200


async def test_what_is_forgotten_is_asked_for_again(names: DiscordNames, members: Members) -> None:
    await names.names(GUILD, (ALA, BOB))
    names.forget(ALA)
    await names.names(GUILD, (ALA, BOB))
    assert members.asked == [ALA, BOB, ALA]
    names.forget_server(GUILD)
    await names.names(GUILD, (ALA, BOB))
    assert members.asked == [ALA, BOB, ALA, ALA, BOB]


async def test_who_is_forgotten_is_not_known_as_somebody_without_a_name(names: DiscordNames, members: Members) -> None:
    members.fault = OSError("no way through")
    assert await names.names(GUILD, [ALA]) == {}
    members.fault = None
    names.forget(ALA)
    assert await names.names(GUILD, [ALA]) == {ALA: "Ala"}
