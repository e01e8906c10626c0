"""A rough stand-in: late edits, overtaking, repeated requests after a 429, connections that break and resume."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import discord
import pytest

from bot.playground import NO_LIMITS, Limit, RateLimits, Rough, StandIn
from bot.playground.rough import Fate
from tests.playground.a_bot import Bot, Screen, running
from tests.playground.conftest import Club


@asynccontextmanager
async def rough_club(rough: Rough, limits: RateLimits = NO_LIMITS) -> AsyncIterator[Club]:
    async with StandIn(limits=limits, rough=rough) as standin:
        guild = standin.add_guild("Club")
        channel = guild.add_channel("rummy")
        ala, bob = guild.add_person("Ala"), guild.add_person("Bob")
        bot = Bot()
        async with running(standin, bot):
            yield Club(standin, bot, guild, channel, ala, bob)


def place(club: Club) -> discord.TextChannel:
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


def shown(club: Club) -> str:
    """Return the text of the newest message, or an empty one."""
    return "".join(message.text for message in club.standin.messages(club.channel)[-1:])


def came_in(club: Club, edit: asyncio.Task[discord.Message]) -> bool:
    """Return whether the stand-in has received an edit."""
    return not club.standin.quiet or edit.done()


async def test_an_answer_overtakes_an_edit_that_came_in_before_it() -> None:
    async with rough_club(Rough(refused=0, broken=0)) as club:
        await club.ala.slash(club.channel, "rummy new", variant="gin")
        message = place(club).get_partial_message(club.standin.messages(club.channel)[0].id)
        last = set()
        for _ in range(10):
            edit = asyncio.create_task(message.edit(view=Screen("old news", buttons={"Draw (31)": "draw"})))
            await club.standin.until(partial(came_in, club, edit))
            assert not (await club.ala.click("Draw")).failed
            await edit
            last.add(shown(club))
        assert last == {"Drawn", "old news"}


async def test_concurrent_edits_take_effect_in_any_order() -> None:
    limits = RateLimits(edits=Limit(50, 5))  # once discord.py knows the limit, it doesn't wait for the previous edit
    async with rough_club(Rough(refused=0, broken=0), limits) as club:
        message = await place(club).send("0")
        await message.edit(content="1")
        numbers = [str(number) for number in range(2, 10)]
        await asyncio.gather(*(message.edit(content=number) for number in numbers))
        edits = [request.body["content"] for request in club.standin.requests if request.method == "PATCH"]
        assert sorted(edits[1:]) == numbers
        assert edits[1:] != numbers
        assert shown(club) == edits[-1]


async def test_after_a_429_the_library_sends_the_old_body_again() -> None:
    async with rough_club(Rough(latency=0.02, refused=0.5, broken=0)) as club:
        message = await place(club).send("0")
        for number in range(1, 7):
            await message.edit(content=str(number))
        edits = [request for request in club.standin.requests if request.method == "PATCH"]
        assert [edit.body["content"] for edit in edits if edit.status == 200] == list("123456")
        refused = [place for place, edit in enumerate(edits) if edit.status == 429]
        assert refused
        assert all(edits[place + 1].body == edits[place].body for place in refused)


async def test_answers_are_never_refused_and_come_in_time() -> None:
    async with rough_club(Rough(refused=0.5, broken=0)) as club:
        await club.ala.slash(club.channel, "rummy new", variant="gin")
        for _ in range(10):
            answer = await club.ala.click("My hand")
            assert not answer.failed
            assert answer.took < 1
        assert not [one for one in club.standin.requests if "/callback" in one.path and one.status >= 400]


async def test_a_broken_connection_is_resumed_with_the_events_missed_and_some_twice() -> None:
    async with rough_club(Rough(latency=0.02, refused=0, broken=1)) as club:
        await club.ala.slash(club.channel, "rummy new", variant="gin")
        for _ in range(8):
            assert (await club.ala.click("My hand")).notice == "Hand of Ala"
        await club.standin.until(lambda: len(club.bot.clicks) > 8)
        heard = {click.id for click in club.bot.clicks}
        assert len(heard) == 8, "some clicks reach the bot twice, and none is lost"
        assert club.standin.resumed > 1
        assert club.standin.identified == 1


async def test_people_wait_for_a_button_that_appears_late() -> None:
    async with rough_club(Rough(latency=0.2, refused=0, broken=0)) as club:
        message = await place(club).send(view=Screen("lobby", buttons={"Not now": "no"}))
        edit = asyncio.create_task(message.edit(view=Screen("table", buttons={"My hand": "hand"})))
        assert (await club.ala.click("My hand")).notice == "Hand of Ala"
        await edit


async def test_advancing_the_clock_completes_late_edits() -> None:
    async with rough_club(Rough(seed=5, latency=10_000, refused=0, broken=0)) as club:
        sending = asyncio.create_task(place(club).send("late"))
        await club.standin.until(lambda: not club.standin.quiet)
        assert not club.standin.messages(club.channel)
        club.standin.advance(10_000)
        await club.standin.until(lambda: club.standin.messages(club.channel))
        club.standin.advance(10_000)
        await sending
        await club.standin.until(lambda: club.standin.quiet)


@pytest.mark.parametrize("rough", [Rough(3), Rough(4, broken=0.5)])
def test_the_same_seed_gives_the_same_faults(rough: Rough) -> None:
    def lots(mixed: bool) -> list[object]:
        fate = Fate(rough, asyncio.sleep)
        drawn: list[object] = []
        for number in range(50):
            if mixed:  # requests of other kinds don't affect edits
                fate.luck("POST", "/channels/1/messages")
            luck = fate.luck("PATCH", f"/channels/{number}/messages/2")
            drawn += [luck.before, luck.after, luck.refused is None, fate.breaks()]
        return drawn

    assert lots(mixed=False) == lots(mixed=True)
