"""Direct messages: their channel, users who refuse them, and clicks in them."""

from __future__ import annotations

import discord
import pytest

from bot.playground import Application, Person
from tests.playground.a_bot import Screen
from tests.playground.conftest import Club
from tests.playground.spec import spec_faults


async def _write(club: Club, person: Person, text: str) -> discord.Message:
    place = await club.bot.create_dm(discord.Object(person.id))
    return await place.send(text)


async def test_a_direct_message_notifies_its_reader_and_is_hidden_from_others(club: Club) -> None:
    first = await _write(club, club.bob, "Your turn")
    second = await _write(club, club.bob, f"{club.bob.mention} and {club.ala.mention}, look")
    assert first.channel.id == second.channel.id == club.bob.direct_channel.id
    assert [(ping.id, ping.direct) for ping in club.bob.pings] == [(first.id, True), (second.id, True)]
    assert club.ala.pings == club.ala.sees() == []
    await first.edit(content=f"{club.bob.mention}: later")
    await second.delete()
    assert [(ping.text.partition(":")[2], ping.gone) for ping in club.bob.pings] == [(" later", False), ("", True)]
    assert [message.id for message in club.bob.sees(club.bob.direct_channel)] == [first.id]
    assert spec_faults(club.standin.requests) == []


async def test_a_silent_direct_message_notifies_nobody(club: Club) -> None:
    place = await club.bot.create_dm(discord.Object(club.bob.id))
    await place.send("Your turn", silent=True)
    assert len(club.bob.sees()) == 1
    assert club.bob.pings == []


async def test_a_user_who_refuses_direct_messages_gets_none(club: Club) -> None:
    club.bob.refuse_direct_messages()
    with pytest.raises(discord.Forbidden) as refused:
        await _write(club, club.bob, "Your turn")
    assert refused.value.code == 50007
    club.bob.refuse_direct_messages(refuse=False)
    await _write(club, club.bob, "Your turn")
    club.guild.leave(club.bob)
    with pytest.raises(discord.Forbidden) as refused:
        await _write(club, club.bob, "Still your turn")
    assert refused.value.code == 50278
    assert [ping.text for ping in club.bob.pings] == ["Your turn"]
    assert spec_faults(club.standin.requests) == []


async def test_bots_and_strangers_get_no_direct_messages(club: Club) -> None:
    other: Application = club.standin.add_bot("Other")
    for number, error in ((other.id, discord.Forbidden), (5, discord.NotFound)):
        with pytest.raises(error):
            await club.bot.create_dm(discord.Object(number))
    assert spec_faults(club.standin.requests) == []


async def test_a_button_in_a_direct_message_works_for_its_reader(club: Club) -> None:
    place = await club.bot.create_dm(discord.Object(club.bob.id))
    await place.send(view=Screen("Your turn", buttons={"My hand": "hand"}))
    answer = await club.bob.click("My hand")
    assert answer.notice == "Hand of Bob"
    (click,) = club.bot.clicks
    assert (click.guild, click.context.dm_channel, click.user.id) == (None, True, club.bob.id)
    assert spec_faults(club.standin.requests) == []


async def test_commands_only_for_servers_are_not_offered_in_direct_messages(club: Club) -> None:
    assert "who" in club.bob.commands(club.bob.direct_channel)
    answer = await club.bob.slash(club.bob.direct_channel, "who")
    assert not answer.failed
    assert (await club.bob.choose("Who", club.ala)).notice == "chose ['ala']"
    assert spec_faults(club.standin.requests) == []
