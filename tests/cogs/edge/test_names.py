"""Names of members: taken from interactions, looked up if unknown, and never waited for long."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.play.state.values import MINUTE
from cogs.edge.names import Directory, DiscordNames
from tests.cogs.edge.wall import refusal

GUILD, ALA, BOB, EVE = 1, 11, 12, 13


@dataclass
class Members(Directory):
    """The members of a server. ``gone`` have left it, and every lookup raises ``fault``."""

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
    """Return an interaction with the attributes that names are read from."""
    made = SimpleNamespace(
        guild_id=GUILD,
        user=SimpleNamespace(id=user, display_name=name, global_name=None, name=name),
        data={"resolved": resolved or {}},
    )
    return cast(discord.Interaction, made)


async def test_an_unknown_name_is_looked_up_once(names: DiscordNames, members: Members) -> None:
    for _ in range(2):
        assert await names.names(GUILD, (ALA, BOB)) == {ALA: "Ala", BOB: "Bob"}
    assert members.asked == [ALA, BOB]


async def test_a_user_who_left_the_server_has_their_global_name(names: DiscordNames) -> None:
    assert await names.names(GUILD, [EVE]) == {EVE: "eve_22"}


async def test_deleted_users_are_not_looked_up(names: DiscordNames, members: Members) -> None:
    assert await names.names(GUILD, [-5]) == {}
    assert members.asked == []


async def test_names_in_interactions_are_cached(names: DiscordNames, members: Members) -> None:
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


async def test_slow_lookups_are_not_awaited_but_cached_for_the_next_time(names: DiscordNames, members: Members) -> None:
    names.put(GUILD, BOB, "Bob")
    members.gate.clear()
    assert await names.names(GUILD, (ALA, BOB)) == {BOB: "Bob"}
    members.gate.set()
    while not await names.names(GUILD, [ALA]):
        pass
    assert members.asked == [ALA]


@pytest.mark.parametrize("fault", [refusal(404), refusal(500), OSError("no network")])
async def test_a_failed_lookup_is_left_out_and_retried_after_five_minutes(
    names: DiscordNames, members: Members, fault: Exception
) -> None:
    members.fault = fault
    for _ in range(2):
        assert await names.names(GUILD, [ALA]) == {}
    assert members.asked == [ALA]
    members.fault = None
    members.now += 5 * MINUTE
    assert await names.names(GUILD, [ALA]) == {ALA: "Ala"}


async def test_concurrent_lookups_are_limited(names: DiscordNames, members: Members) -> None:
    crowd = range(1000, 2000)
    members.called = {user: f"Member {user}" for user in crowd}
    members.gate.clear()
    assert await names.names(GUILD, crowd) == {}
    members.gate.set()
    while len(await names.names(GUILD, crowd[:60])) < 60:
        pass
    assert members.most <= 4
    assert len(members.asked) < 200


async def test_a_forgotten_name_is_looked_up_again(names: DiscordNames, members: Members) -> None:
    await names.names(GUILD, (ALA, BOB))
    names.forget(ALA)
    await names.names(GUILD, (ALA, BOB))
    assert members.asked == [ALA, BOB, ALA]
    names.forget_server(GUILD)
    await names.names(GUILD, (ALA, BOB))
    assert members.asked == [ALA, BOB, ALA, ALA, BOB]


async def test_forgetting_a_user_also_forgets_failed_lookups(names: DiscordNames, members: Members) -> None:
    members.fault = OSError("no way through")
    assert await names.names(GUILD, [ALA]) == {}
    members.fault = None
    names.forget(ALA)
    assert await names.names(GUILD, [ALA]) == {ALA: "Ala"}
