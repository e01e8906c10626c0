"""The greeting: once, only for servers that add the bot, and what its buttons do."""

import asyncio

import pytest

from bot.play.state.errors import TableReason
from bot.playground import INVITED, MEMBER, Guild, Permission, SeenMessage
from bot.playground.state import Channel
from data.location import DatabaseError
from data.people.servers import SqlServers
from tests.cogs.answered import said
from tests.data.broken import Disk
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults
from tests.refusals import sentence


def invited(club: Club, name: str) -> tuple[Guild, Channel]:
    """A server with three channels that hasn't added the bot yet; the bot may write in the second and the third."""
    guild = club.standin.add_guild(name)
    guild.remove_bots()
    guild.add_channel("rules", bot_permissions=Permission.VIEW_CHANNEL)
    staff = guild.add_channel("staff", member_permissions=0)
    general = guild.add_channel("general")
    assert staff.id < general.id
    return guild, general


def posted(club: Club, guild: Guild) -> list[SeenMessage]:
    """All public messages on a server."""
    places = guild.state.channels.values()
    return [message for place in places for message in club.standin.messages(place) if not message.ephemeral]


async def test_a_server_that_adds_the_bot_is_greeted_once(club: Club, disk: Disk) -> None:
    first, general = invited(club, "First")
    late, _ = invited(club, "Late")
    member = first.add_person("Member")
    boss = first.add_person("Boss", permissions=MEMBER | Permission.MANAGE_GUILD)
    async with club.running():
        await club.settled()
        assert posted(club, club.guild) == [], "it was here before"
        first.invite_bots()
        await club.standin.until(lambda: posted(club, first))
        (greeting,) = posted(club, first)
        assert (greeting.channel, greeting.labels) == ("general", ("Practice", "New table", "Set up"))
        assert "### Who's up for rummy?" in greeting.text
        assert greeting.text.count("\n") == 2
        assert greeting.mentions == ()
        with first.unavailable(), club.guild.unavailable():
            pass
        for guild in (first, club.guild):
            guild.remove_bots()
            guild.invite_bots()
        with disk.broken():
            late.invite_bots()
            await club.standin.until(lambda: disk.refused)
        await club.standin.until(lambda: posted(club, late))
        await club.settled()
        assert sentence(TableReason.NO_ADMIN) in (await member.click("Set up")).notice
        setup = await boss.click("Set up")
        assert setup.message is not None
        assert setup.message.ephemeral
        rules = next(iter(first.state.channels))
        assert f"In <#{rules}> I'm missing: Send Messages, Attach Files" in setup.message.text
        assert setup.message.text.count("I'm missing") == 1
        hand = await said(club, member.click("Practice"))
        assert hand.ephemeral
        assert "Your hand, " in (hand.pictures[0].alt or ""), "the first card after one click"
        games = await said(club, member.click("New table", channel=general))
        assert "Remik 51" in [option.label for select in games.selects for option in select.options]
        opened = await said(club, member.click("Gin", message=games))
        assert "Your table is open" in opened.text
        await club.standin.until(lambda: any("Join" in shown.labels for shown in member.sees()))
    while_away, _ = invited(club, "While away")
    while_away.invite_bots()
    async with club.running():
        await club.standin.until(lambda: posted(club, while_away))
        await club.settled()
    greetings = [posted(club, guild) for guild in (first, late, while_away, club.guild)]
    assert [sum("Who's up for rummy?" in one.text for one in found) for found in greetings] == [1, 1, 1, 0]
    assert spec_faults(club.standin.requests) == []


async def test_a_greeting_goes_to_the_system_channel_or_nowhere(club: Club) -> None:
    welcome, _ = invited(club, "Welcome")
    lobby = welcome.add_channel("lobby", bot_permissions=INVITED)
    welcome.welcome_in(lobby)
    silent = club.standin.add_guild("Silent")
    silent.remove_bots()
    silent.add_channel("rules", bot_permissions=Permission.VIEW_CHANNEL)
    refusing, _ = invited(club, "Refusing")
    broken = refusing.add_channel("broken")
    refusing.welcome_in(broken)
    club.standin.forbid(broken)
    async with club.running():
        for guild in (silent, refusing, welcome):
            guild.invite_bots()
        await club.standin.until(lambda: posted(club, welcome) and posted(club, refusing))
        await club.settled()
    assert [one.channel for one in posted(club, welcome)] == ["lobby"]
    assert [one.channel for one in posted(club, refusing)] == ["general"]
    assert posted(club, silent) == []


async def test_a_server_that_removes_and_adds_the_bot_at_once_is_not_greeted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club.running() as bot:
        greet, refused = SqlServers.greet, asyncio.Event()

        async def once_broken(servers: SqlServers, guild: int, at: int) -> bool:
            if not refused.is_set():
                refused.set()
                raise DatabaseError("the disk is full")
            return await greet(servers, guild, at)

        monkeypatch.setattr(SqlServers, "greet", once_broken)
        club.guild.remove_bots()
        club.guild.invite_bots()
        await refused.wait()
        await club.standin.until(lambda: bot.client.get_guild(club.guild.id) is not None)
        await club.settled()
        assert posted(club, club.guild) == []
