"""Channels, threads, direct messages and members: everything that discord.py looks up and creates."""

from __future__ import annotations

import discord
import pytest

from bot.playground import Permission
from bot.playground.typing_in import CommandError
from tests.playground.a_bot import Screen
from tests.playground.conftest import Club
from tests.playground.spec import spec_faults


def _place(club: Club) -> discord.TextChannel:
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_the_history_of_a_channel(club: Club) -> None:
    sent = [await _place(club).send(str(number)) for number in range(4)]
    await club.ala.slash(club.channel, "rummy record", game="1")
    contents = [message.content async for message in _place(club).history(limit=10)]
    assert contents == ["3", "2", "1", "0"]
    before = [message.content async for message in _place(club).history(limit=10, before=sent[2])]
    assert before == ["1", "0"]
    after = [message.content async for message in _place(club).history(limit=1, after=sent[1])]
    assert after == ["2"]
    assert (await _place(club).fetch_message(sent[0].id)).content == "0"
    assert spec_faults(club.standin.requests) == []


async def test_a_direct_message(club: Club) -> None:
    user = await club.bot.fetch_user(club.ala.id)
    await user.send(view=Screen("Your turn", buttons={"My hand": "hand"}))
    assert [message.text for message in club.ala.sees()] == ["Your turn"]
    assert club.bob.sees() == []
    assert (await club.ala.click("My hand")).notice == "Hand of Ala"
    assert club.bot.clicks[0].guild is None
    club.bob.user.takes_direct_messages = False
    with pytest.raises(discord.Forbidden) as refused:
        await (await club.bot.fetch_user(club.bob.id)).send("x")
    assert refused.value.code == 50007
    assert spec_faults(club.standin.requests) == []


async def test_a_thread_works_like_a_channel(club: Club) -> None:
    message = await _place(club).send("table")
    thread = await message.create_thread(name="talk")
    assert thread.parent_id == club.channel.id
    await thread.send(view=Screen("in the thread", buttons={"My hand": "hand"}))
    assert [message.text for message in club.ala.sees()] == ["table", "in the thread"]
    assert (await club.ala.click("My hand")).notice == "Hand of Ala"
    other = await _place(club).create_thread(name="secret", type=discord.ChannelType.public_thread)
    assert isinstance(await club.bot.fetch_channel(other.id), discord.Thread)
    club.guild.permit(club.channel, Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden):
        await _place(club).create_thread(name="no", type=discord.ChannelType.public_thread)
    assert spec_faults(club.standin.requests) == []


async def test_looking_up_members_guilds_and_channels(club: Club) -> None:
    guild = await club.bot.fetch_guild(club.guild.id, with_counts=False)
    assert (guild.name, str(guild.preferred_locale)) == ("Club", "en-US")
    assert (await guild.fetch_member(club.ala.id)).display_name == "Ala"
    channel = await club.bot.fetch_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    assert channel.name == "rummy"
    with pytest.raises(discord.NotFound) as refused:
        await guild.fetch_member(5)
    assert refused.value.code == 10007
    assert spec_faults(club.standin.requests) == []


async def test_deleted_things_are_gone(club: Club) -> None:
    message = await _place(club).send("table")
    club.standin.delete_message(club.ala.sees()[0])
    with pytest.raises(discord.NotFound) as refused:
        await message.edit(content="x")
    assert refused.value.code == 10008
    place = _place(club)
    club.guild.remove_channel(club.channel)
    await club.standin.until(lambda: club.bot.get_channel(club.channel.id) is None)
    with pytest.raises(discord.NotFound) as refused:
        await place.send("x")
    assert refused.value.code == 10003


async def test_a_bot_is_notified_of_new_guilds_and_channels(club: Club) -> None:
    guild = club.standin.add_guild("Another", locale="pl")
    channel = guild.add_channel("remik")
    await club.standin.until(lambda: club.bot.get_channel(channel.id))
    found = club.bot.get_guild(guild.id)
    assert found is not None
    assert str(found.preferred_locale) == "pl"
    ala = guild.add_person("Ola")
    assert not (await ala.slash(channel, "rummy new", variant="gin")).failed


async def test_channels_are_in_categories_and_threads_in_channels(club: Club) -> None:
    games = club.guild.add_category("Games")
    chess = club.guild.add_channel("chess", category=games)
    thread = club.guild.add_thread("final", chess)
    await club.standin.until(lambda: club.bot.get_channel(thread.id))
    found = club.bot.get_channel(chess.id)
    assert isinstance(found, discord.TextChannel)
    assert found.category is not None
    assert found.category.name == "Games"
    assert found.get_thread(thread.id) is not None
    assert not (await club.ala.slash(thread, "rummy hand")).failed


async def test_a_role_is_chosen_and_its_members_have_it(club: Club) -> None:
    role = club.guild.add_role("Openers", club.ala)
    found = club.bot.get_guild(club.guild.id)
    assert found is not None
    await club.standin.until(lambda: found.get_role(role.id))
    answer = await club.ala.slash(club.channel, "rights", role=role, place=club.channel)
    assert answer.notice == "('Openers', 'rummy'), you have ['Openers']"
    answer = await club.bob.slash(club.channel, "rights", role=role)
    assert answer.notice == "('Openers', None), you have []"
    with pytest.raises(CommandError, match="is of type 8, not 7"):
        await club.bob.slash(club.channel, "rights", role=club.channel)
    with pytest.raises(CommandError, match="is of type 7, not 8"):
        await club.bob.slash(club.channel, "rights", place=role)
    assert spec_faults(club.standin.requests) == []


async def test_a_bot_that_is_removed_sees_nothing_of_a_guild_until_it_is_invited_again(club: Club) -> None:
    club.guild.remove_bots()
    await club.standin.until(lambda: not club.bot.guilds)
    with pytest.raises(discord.NotFound) as refused:
        await club.bot.fetch_guild(club.guild.id)
    assert refused.value.code == 10004
    with pytest.raises(CommandError, match="finds no command"):
        await club.ala.slash(club.channel, "rummy hand")
    club.guild.invite_bots()
    await club.standin.until(lambda: club.bot.get_guild(club.guild.id))
    assert not (await club.ala.slash(club.channel, "rummy hand")).failed


async def test_a_timeout_lists_what_everyone_sees(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.ala.click("My hand")
    with pytest.raises(TimeoutError, match=r"Gin against nobody[\s\S]*only Ala[\s\S]*Hand of Ala"):
        await club.standin.until(lambda: False, seconds=0.05)


async def test_members_are_listed_on_demand(club: Club) -> None:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    (found,) = await guild.query_members(query="Al")
    assert found.id == club.ala.id


async def test_a_thread_is_archived_by_its_creator_and_opened_by_a_message(club: Club) -> None:
    thread = await _place(club).create_thread(name="table", type=discord.ChannelType.public_thread)
    sent = await thread.send("the table")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="too late")
    assert refused.value.code == 50083
    await club.standin.until(lambda: club.bot.get_channel(thread.id) is None)
    await club.bot.get_partial_messageable(thread.id).send("again")
    await club.standin.until(lambda: club.bot.get_channel(thread.id))
    await sent.edit(content="in time")
    other = club.guild.add_thread("a person's", club.channel)
    await club.standin.until(lambda: club.bot.get_channel(other.id))
    found = club.bot.get_channel(other.id)
    assert isinstance(found, discord.Thread)
    with pytest.raises(discord.Forbidden):
        await found.edit(archived=True)
    assert spec_faults(club.standin.requests) == []


async def test_messages_of_people_can_be_counted_but_neither_read_nor_changed(club: Club) -> None:
    club.ala.say(club.channel, "hello")
    (message,) = [one async for one in _place(club).history(limit=5)]
    assert (message.content, message.author.name) == ("", "ala")
    with pytest.raises(discord.Forbidden):
        await message.delete()
    assert [(one.author, one.text) for one in club.bob.sees()] == [("Ala", "hello")]
    assert spec_faults(club.standin.requests) == []


async def test_an_application_describes_itself(club: Club) -> None:
    about = await club.bot.application_info()
    for description in ("Rummy", {"default": "Rummy"}):
        payload = {
            "description": description,
            "tags": ["cards"],
            "install_params": {"scopes": ["bot"], "permissions": 8},
        }
        await club.bot.http.edit_application_info(reason=None, payload=payload)
        about = await club.bot.application_info()
        assert (about.description, about.tags) == ("Rummy", ["cards"])
        assert about.install_params is not None
        assert about.install_params.permissions.value == 8
    with pytest.raises(discord.HTTPException):
        await about.edit(tags=["x" * 21])
    faults = [fault for fault in spec_faults(club.standin.requests) if "'Rummy' is not of type" not in fault]
    assert not [fault for fault in faults if "xxx" not in fault]
