"""A deleted channel: its game is paused, its players are told, and one of them moves it elsewhere."""

import json
import re

import pytest

from bot.playground import Channel, Person, SeenMessage
from tests.end_to_end.club import STEADY, Club
from tests.end_to_end.test_absence import DAY, HOUR, MINUTE, TURN, shown_deadline

pytestmark = pytest.mark.discord(STEADY)  # the bot gives time back after each gateway outage

HAND = re.compile(r"\*\*(Your turn: |Waiting for )")
"""A word in every hand of gin."""
LINE = "The channel of your Gin game on Club was deleted"


def told(person: Person) -> list[SeenMessage]:
    """Return the direct messages to a player about a deleted channel."""
    return [ping for ping in person.pings if LINE in ping.text]


async def all_told(club: Club) -> None:
    await club.standin.until(lambda: all(told(person) for person in club.players))


async def deleted(club: Club, channel: Channel | None = None) -> None:
    """Delete a channel, by default the club's, and continue in a new one."""
    club.guild.remove_channel(channel or club.channel)
    await all_told(club)
    club.channel = club.guild.add_channel("lounge")


async def moved(club: Club, person: Person) -> None:
    answer = await person.slash(club.channel, "rummy table")
    assert answer.text == "Your game continues here."
    await club.shown("My hand")


async def test_a_deleted_channel_stops_the_clock_and_a_player_moves_the_game_to_another_one(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="live")
        player = await club.turn_on_table()
        await deleted(club)
        before = len(club.log())
        for _ in range(10):
            club.standin.advance(MINUTE)
            await club.settled()
        assert len(club.log()) == before
        assert [len(told(person)) for person in club.players] == [1, 1]
        assert not club.eve.pings
        await moved(club, club.bob)
        left = shown_deadline(club) - club.standin.now()
        assert MINUTE - 2 <= left <= TURN
        assert club.named() is player
        await club.open_hands()
        await club.play(1, lambda: len(club.log()) >= before + 6)
        club.standin.advance(TURN)
        await club.standin.until(lambda: club.log()[-1][3].endswith(" !"))


async def test_C_1_a_game_cannot_move_to_a_channel_with_a_table(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        await deleted(club)
        await club.cyd.slash(club.channel, "rummy new", variant="basic", wait=True)
        answer = await club.ala.slash(club.channel, "rummy table")
        assert answer.text.startswith("This channel already has a table")
        club.channel = club.guild.add_channel("elsewhere")
        answer = await club.ala.slash(club.channel, "rummy hand")
        assert answer.text == "The channel of your game was deleted. Use `/rummy table` to continue the game here."
        answer = await club.eve.slash(club.channel, "rummy table")
        assert answer.text.startswith("There's no table in this channel")
        await moved(club, club.ala)
        await club.open_hands()
        await club.play(2, lambda: len(club.log()) >= 4)


async def test_a_channel_deleted_while_the_bot_was_down_is_noticed_at_the_start(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        await club.turn_on_table()
    club.guild.remove_channel(club.channel)
    club.standin.advance(HOUR)
    async with club.running():
        await all_told(club)
        club.channel = club.guild.add_channel("lounge")
        club.standin.advance(3 * DAY)
        await club.settled()
        assert not club.log()
    async with club.running():
        await moved(club, club.ala)
        await club.standin.until(lambda: DAY - MINUTE < shown_deadline(club) - club.standin.now() < DAY + MINUTE)
        assert [len(told(person)) for person in club.players] == [1, 1]


async def test_a_thread_deleted_with_its_channel_during_an_outage_is_noticed_afterwards(
    club: Club,
) -> None:
    async with club.running():
        parent, club.channel = club.channel, club.guild.add_thread("table talk", club.channel)
        await club.table("gin", pace="live")
        await club.turn_on_table()
        with club.guild.unavailable():
            club.standin.advance(HOUR)
            await club.settled()
            assert not any(map(told, club.players))
            club.guild.remove_channel(parent, quietly=True)
        await all_told(club)
        club.channel = club.guild.add_channel("lounge")
        await moved(club, club.bob)


async def test_an_unknown_channel_is_noticed_when_the_table_is_shown(club: Club) -> None:
    async with club.running():
        club.channel = club.guild.add_thread("table talk", club.channel)
        await club.table("gin", pace="live")
        await club.turn_on_table()
        club.guild.remove_channel(club.channel, quietly=True)
        club.standin.advance(TURN)  # the bot moves, and then edits the table
        await all_told(club)
        before = len(club.log())
        club.standin.advance(HOUR)
        await club.settled()
        assert len(club.log()) == before


async def test_players_without_notifications_get_no_message_and_quiet_hours_make_no_sound(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        await club.ala.slash(club.channel, "me notifications", where="none")
        await club.bob.slash(
            club.channel, "me notifications", where="channel", quiet_from="00:00", quiet_to="23:59", zone="UTC"
        )
        elsewhere = club.guild.add_channel("lounge")
        club.guild.remove_channel(club.channel)
        await club.standin.until(lambda: any(LINE in message.text for message in club.bob.sees()))
        assert not told(club.bob), "a silent message is not a notification"
        assert not any(LINE in message.text for message in club.ala.sees())
        club.channel = elsewhere
        await moved(club, club.ala)


async def test_a_lobby_closes_with_its_channel_and_a_paused_game_ends_after_a_week_without_a_result(club: Club) -> None:
    async with club.running():
        await club.lobby("gin", pace="live")
        club.guild.remove_channel(club.channel)
        club.channel = club.guild.add_channel("lounge")
        await club.table("gin", pace="live")
        await deleted(club)
        club.standin.advance(7 * DAY - HOUR)
        await club.settled()
        assert club.log() == []
        club.standin.advance(HOUR + MINUTE)
        await club.standin.until(lambda: [line[3] for line in club.log()] == ["close"])
        answer = await club.ala.slash(club.channel, "rummy table")
        assert answer.text.startswith("There's no table in this channel")


async def test_a_moved_game_is_found_where_a_newer_game_has_ended(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        first, lounge = club.channel, club.guild.add_channel("lounge")
        club.channel = lounge
        await club.table("gin", pace="slow")
        await resigned(club, club.bob, lounge)
        await deleted(club, first)
        club.channel = lounge
        answer = await club.ala.slash(lounge, "rummy hand")
        assert answer.text.startswith("The channel of your game was deleted"), "not the game that has ended"
        await moved(club, club.bob)
        assert HAND.search((await club.ala.slash(lounge, "rummy hand")).text)
        assert (await club.ala.slash(lounge, "rummy table")).text.startswith("I'm posting the table")
        assert json.loads(await club.record())["deals"] == [], "no deal of the running game has ended"
        assert "The other player wins" in (await club.ala.slash(lounge, "rummy resign")).text
        await resigned(club, club.ala, lounge)
        await club.standin.until(lambda: "Bob wins: Ala resigned" in club.newest().text)
        assert "Bob wins: Ala resigned" in (await club.eve.slash(lounge, "rummy hand")).text
        assert len(json.loads(await club.record())["deals"]) == 1


async def test_commands_about_the_own_game_find_it_from_another_channel(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        elsewhere, link = club.guild.add_channel("elsewhere"), f"/{club.channel.id}"
        line = "Your game is in another channel: "
        for command in ("hand", "resign", "record", "verify"):
            answer = await club.ala.slash(elsewhere, f"rummy {command}")
            assert answer.text.startswith(line), command
            assert link in answer.text, command
        assert HAND.search((await club.ala.slash(elsewhere, "rummy hand")).text)
        assert link in (await club.ala.slash(elsewhere, "rummy table")).text
        assert (await club.eve.slash(elsewhere, "rummy hand")).text.startswith("There's no table in this channel")
        closing = await club.eve.slash(elsewhere, "rummy-admin close")
        assert closing.text.startswith("There's no table in this channel"), "admins close the table where they are"
        await resigned(club, club.ala, elsewhere)
        await club.standin.until(lambda: "Bob wins: Ala resigned" in club.newest().text)


async def resigned(club: Club, person: Person, channel: Channel) -> None:
    """Resign by the command in a channel."""
    asked = await person.slash(channel, "rummy resign")
    await person.click("Resign", message=asked.message)
    await club.settled()
