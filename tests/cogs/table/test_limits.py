"""Limits of members, with their default values, over the stand-in; each refusal says which limit and what to do."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.state.errors import TableReason
from bot.play.state.values import Status
from bot.play.time.due import is_resting
from bot.playground import Channel, Person, SeenMessage
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club
from tests.refusals import beginning, sentence


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club whose members have the default limits, and a server with another admin."""
    async with open_club(tmp_path) as opened:
        opened.limits.clear()
        opened.limits["post_seconds"] = 0
        yield opened


async def watch(club: Club, who: Person, channel: Channel | None = None) -> SeenMessage:
    """Start a long game of computers in a new channel."""
    where = channel or club.guild.add_channel(f"c{len(club.guild.state.channels)}")
    return await said(club, who.slash(where, "rummy watch", variant="hollywood", level="easy"))


async def test_members_and_servers_have_few_games_of_computers_at_once(club: Club) -> None:
    async with club.running(pause=30):
        first = club.guild.add_channel("first")
        assert not (await watch(club, club.ala, first)).ephemeral
        assert not (await watch(club, club.ala)).ephemeral
        refused = await watch(club, club.ala)
        assert refused.ephemeral
        assert "You have too many games of computers running (limit: 2). Stop one of them" in refused.text
        assert "Game stopped" in (await said(club, club.ala.slash(first, "rummy resign"))).text
        assert not (await watch(club, club.ala)).ephemeral
        for person in (club.bob, club.bob, club.cyd):
            assert not (await watch(club, person)).ephemeral
        refused = await watch(club, club.dan)
        assert "This server has too many games of computers running (limit: 5)" in refused.text
    async with club.running(pause=30):  # a restart or another process changes nothing
        assert beginning(TableReason.COMPUTERS_MEMBER) in (await watch(club, club.ala)).text
        elsewhere = club.standin.add_guild("Elsewhere")
        elsewhere.join(club.dan)
        there = elsewhere.add_channel("rummy")
        bot = club.bot
        assert bot is not None
        await club.standin.until(lambda: bot.client.get_channel(there.id))
        assert not (await watch(club, club.dan, there)).ephemeral


async def test_games_of_computers_rest_after_15_minutes_until_someone_continues(club: Club) -> None:
    async with club.running(pause=10) as bot:
        assert not (await watch(club, club.ala, club.channel)).ephemeral
        table = await bot.games.tables.get(1)

        async def minutes(count: int) -> None:
            for _ in range(count):
                club.standin.advance(60)
                await club.settled()

        await minutes(14)
        await club.bob.click("More", message=club.newest())  # a click by anyone counts
        await club.settled()
        await minutes(14)
        assert table.row.status is Status.PLAYING
        assert "Continue" not in club.newest().labels
        await minutes(3)
        await club.standin.until(lambda: "Continue" in club.newest().labels)
        assert "The computers are resting" in club.newest().text
        lines = len(club.log())
        await minutes(3)
        assert len(club.log()) == lines
        await watch(club, club.ala)
        await watch(club, club.ala)
        refused = await said(club, club.ala.click("Continue", message=club.newest()))
        assert beginning(TableReason.COMPUTERS_MEMBER) in refused.text, "a resting game leaves room for another"
    club.standin.advance(3600)
    async with club.running(pause=10) as bot:
        await club.settled()
        assert len([line for line in club.log() if line[0] == 1]) == lines, "it still rests after a restart"
        table = await bot.games.tables.get(1)
        assert is_resting(table.row, table.game, table.limits), "the downtime doesn't count as a click"
        for channel in list(club.guild.state.channels.values())[-2:]:
            await said(club, club.ala.slash(channel, "rummy resign"))
        await club.eve.click("Continue", message=club.newest())
        club.standin.advance(60)
        await club.settled()
        await club.standin.until(lambda: len([line for line in club.log() if line[0] == 1]) > lines)
        assert "Continue" not in club.newest().labels


async def test_no_game_of_computers_starts_while_they_wait_too_long_to_think(club: Club) -> None:
    async with club.running(pause=30) as bot:
        await watch(club, club.ala, club.channel)
        bot.games.tables.backlog = lambda: 1001
        refused = await watch(club, club.bob)
        assert "too busy for another game without people" in refused.text


async def test_members_have_few_lobbies_and_live_ones_close_after_an_hour(club: Club) -> None:
    async with club.running() as bot:
        channels = [club.guild.add_channel(f"c{number}") for number in range(4)]

        async def new(who: Person, channel: Channel, pace: str = "live") -> SeenMessage:
            return await said(club, who.slash(channel, "rummy new", variant="gin", pace=pace))

        for channel, pace in zip(channels[:3], ("live", "live", "slow"), strict=True):
            assert not (await new(club.ala, channel, pace)).ephemeral
        refused = await new(club.ala, channels[3])
        assert sentence(TableReason.LOBBIES_FULL, most=3) in refused.text
        challenge = await said(club, club.ala.context_menu("Challenge to rummy", club.bob, channel=channels[3]))
        assert sentence(TableReason.LOBBIES_FULL, most=3) in challenge.text
        assert not (await new(club.bob, channels[3])).ephemeral
        club.standin.advance(59 * 60)
        await club.settled()
        assert (await bot.games.tables.get(1)).row.status is Status.LOBBY
        club.standin.advance(2 * 60)
        await club.settled()
        status = [(await bot.games.tables.get(number)).row.status for number in (1, 2, 3)]
        assert status == [Status.CANCELLED, Status.CANCELLED, Status.LOBBY], "a slow lobby stays"
        assert not (await new(club.ala, channels[0])).ephemeral


async def test_members_can_make_the_bot_post_ten_messages_in_a_row(club: Club) -> None:
    del club.limits["post_seconds"]
    club.limits["lobbies_per_member"] = 100
    async with club.running():
        channel = club.guild.add_channel("posts")
        for _ in range(10):
            assert not (await said(club, club.ala.slash(channel, "league standings", public=True))).ephemeral
        for attempt in (
            club.ala.slash(channel, "league standings", public=True),
            club.ala.slash(channel, "rummy new", variant="gin"),
            club.ala.slash(channel, "rummy watch", variant="gin"),
        ):
            refused = await said(club, attempt)
            assert refused.ephemeral
            assert "limit: 10 in a row, then one every 30 s" in refused.text
        assert not (await said(club, club.bob.slash(channel, "league standings", public=True))).ephemeral
        club.standin.advance(31)
        assert not (await said(club, club.ala.slash(channel, "rummy new", variant="gin"))).ephemeral
        assert "in a row" in (await said(club, club.ala.slash(channel, "rummy quick"))).text


async def test_quick_play_seats_nobody_at_the_table_of_a_host_who_has_left(club: Club) -> None:
    async with club.running() as bot:
        other = club.guild.add_channel("other")
        assert not (await said(club, club.ala.slash(club.channel, "rummy new", variant="german"))).ephemeral
        await said(club, club.bob.click("Join", channel=club.channel))
        assert not (await said(club, club.cyd.slash(other, "rummy new", variant="german"))).ephemeral
        await club.settled()
        club.guild.leave(club.ala)
        club.guild.leave(club.cyd)
        asked = len(club.standin.requests)
        found = await said(club, club.dan.slash(club.guild.add_channel("third"), "rummy quick", variant="german"))
        assert f"/{club.channel.id}/" in found.text
        looked_up = [one.path for one in list(club.standin.requests)[asked:] if "/members/" in one.path]
        assert looked_up[0].endswith(str(club.ala.id))
        table = await bot.games.tables.get(1)
        assert [player.user for player in table.row.seats] == [club.bob.id, club.dan.id]
        assert table.row.host == club.bob.id, "the next seat hosts"
        await club.settled()
        await club.standin.until(lambda: "Bob**, host" in "".join(m.text for m in club.eve.sees(club.channel)))
        await said(club, club.bob.click("Start", channel=club.channel))
        found = await said(club, club.eve.slash(club.guild.add_channel("fourth"), "rummy quick", variant="german"))
        assert not found.ephemeral, "Cyd's table has closed, so there is a new one"
        assert (await bot.games.tables.get(2)).row.status is Status.CANCELLED


async def test_quick_play_goes_on_if_discord_does_not_answer_about_the_host(club: Club) -> None:
    async with club.running() as bot:
        await said(club, club.ala.slash(club.channel, "rummy new", variant="german"))
        club.standin.fail_next("GET", "/members/", status=403, code=50001, times=9)
        found = await said(club, club.dan.slash(club.guild.add_channel("third"), "rummy quick", variant="german"))
        assert f"/{club.channel.id}/" in found.text
        assert (await bot.games.tables.get(1)).row.host == club.ala.id
