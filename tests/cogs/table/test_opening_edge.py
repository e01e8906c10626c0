"""Opening tables over the stand-in: with computers, for quick play, for a challenge, for spectators."""

import logging
import re

import pytest

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import TableReason
from bot.playground import MEMBER, Permission, SeenMessage
from bot.playground.interactions import AnswerKind
from bot.playground.state import Channel
from bot.rummy.options import MOST_SEATS
from bot.text.catalogs import Catalogs
from bot.text.players import computer_names
from cogs.edge import answers
from cogs.table.commands import Rummy
from tests.cogs.answered import said
from tests.end_to_end.club import Club
from tests.refusals import sentence


def shown_in(club: Club, channel: Channel) -> SeenMessage:
    """Return the newest public message of a channel."""
    return next(message for message in reversed(club.standin.messages(channel)) if not message.ephemeral)


def test_commands_take_as_many_players_as_a_game_can_have() -> None:
    ranges = {
        each.name: (each.min_value, each.max_value)
        for command in (Rummy.new, Rummy.watch)
        for each in command.parameters
    }
    assert ranges["computers"] == (0, MOST_SEATS - 1)
    assert ranges["players"] == (2, MOST_SEATS)


async def test_a_table_opens_with_the_requested_computers(club: Club) -> None:
    wanted: list[tuple[dict[str, str | int], list[str]]] = [
        ({"computers": 2, "level": "Expert"}, ["▂▄▆█", "▂▄▆█"]),
        ({"computers": 1}, ["▂▄"]),
        ({"level": "Hard"}, ["▂▄▆"]),
        ({"computers": 0, "level": "Hard"}, []),
        ({}, []),
    ]
    for number, (asked, seats) in enumerate(wanted):
        channel = club.guild.add_channel(f"c{number}")
        lobby = await said(club, club.ala.slash(channel, "rummy new", wait=True, variant="basic", **asked))
        assert not lobby.ephemeral
        computers = re.findall(r"🤖 (\w+) (\S+)\*\*", lobby.text)
        assert [level for _, level in computers] == seats
        assert len({name for name, _ in computers}) == len(seats)
        assert ("Start" in lobby.labels) == bool(seats)


async def test_a_request_with_too_many_players_opens_no_table(club: Club) -> None:
    answer = await said(club, club.ala.slash(club.channel, "rummy new", variant="gin", computers=2))
    assert "Gin is for 2 players" in answer.text
    answer = await said(
        club, club.ala.slash(club.channel, "rummy new", variant="basic", computers=3, opponent=club.bob)
    )
    assert "Basic Rummy is for 2 to 4 players" in answer.text
    answer = await said(club, club.ala.slash(club.channel, "rummy watch", variant="hollywood", players=3))
    assert "Hollywood Gin is for 2 players" in answer.text
    assert answer.ephemeral
    assert club.public("More") is None


@pytest.mark.parametrize("command", ["rummy new", "rummy quick"])
async def test_a_late_refusal_is_private(club: Club, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    lobby = await said(club, club.ala.slash(club.channel, "rummy new", invite_only=True))
    monkeypatch.setattr(answers, "PATIENCE", 0)
    answer = await club.bob.slash(club.channel, command)
    assert answer.kind is AnswerKind.THINKING
    refused = await said(club, answer)
    assert refused.ephemeral
    assert "This channel already has a table" in refused.text
    assert [message.id for message in club.eve.sees(club.channel)] == [lobby.id]


async def test_a_late_error_is_private(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> Table:
        raise ZeroDivisionError

    monkeypatch.setattr(answers, "PATIENCE", 0)
    monkeypatch.setattr(Tables, "open", broken)
    with caplog.at_level(logging.ERROR):
        failed = await said(club, club.bob.slash(club.channel, "rummy new"))
    assert failed.ephemeral
    assert "Something went wrong on my side (logged)" in failed.text
    assert club.eve.sees(club.channel) == []


async def test_only_the_opponent_can_join_a_closed_table(club: Club) -> None:
    lobby = await said(
        club, club.ala.slash(club.channel, "rummy new", variant="german", opponent=club.bob, invite_only=True)
    )
    assert TableReason.CLOSED_TABLE.value in (await said(club, club.cyd.click("Join", message=lobby))).text
    await said(club, club.bob.click("Join", message=lobby))
    assert "Bob" in shown_in(club, club.channel).text


async def test_quick_play_starts_with_the_second_player(club: Club) -> None:
    waiting = await said(club, club.ala.slash(club.channel, "rummy quick", variant="remik"))
    assert not waiting.ephemeral
    assert "starts with the next player" in waiting.text
    again = await said(club, club.ala.slash(club.channel, "rummy quick", variant="remik"))
    assert again.ephemeral
    assert str(club.channel.id) in again.text
    elsewhere = club.guild.add_channel("second")
    answer = await said(club, club.bob.slash(elsewhere, "rummy quick"))
    assert answer.ephemeral
    assert "and the game has started" in answer.text
    assert f"/{waiting.id}" in answer.text
    await club.shown("My hand")
    assert club.newest().id == waiting.id


async def test_joining_a_quick_play_table_by_button_starts_the_game(club: Club) -> None:
    waiting = await said(club, club.ala.slash(club.channel, "rummy quick"))
    begun = await said(club, club.bob.click("Join", message=waiting))
    assert "My hand" in begun.labels


async def test_quick_play_joins_only_suitable_and_visible_tables(club: Club) -> None:
    hidden = club.guild.add_channel("hidden", member_permissions=MEMBER & ~Permission.VIEW_CHANNEL)
    closed, german = club.guild.add_channel("closed"), club.guild.add_channel("german")
    boss = club.guild.add_person("Boss", permissions=MEMBER | Permission.MANAGE_GUILD)
    await club.standin.until(lambda: club.bot is not None and club.bot.client.get_channel(german.id) is not None)
    hidden.member_permissions = MEMBER  # as if Boss had a role that lets them in; the bot was told that others may not
    secret = await said(club, boss.slash(hidden, "rummy quick", variant="gin"))
    hidden.member_permissions = MEMBER & ~Permission.VIEW_CHANNEL
    await club.ala.slash(closed, "rummy new", variant="gin", invite_only=True)
    lobby = await said(club, club.cyd.slash(german, "rummy new", variant="german"))
    mine = await said(club, club.bob.slash(club.channel, "rummy quick", variant="gin"))
    assert not mine.ephemeral
    assert "① **Bob**" in mine.text
    assert "Bob" not in secret.text
    seated = await said(club, club.dan.slash(club.guild.add_channel("more"), "rummy quick", variant="german"))
    assert f"/{lobby.id}" in seated.text
    assert "hasn't started yet" in seated.text
    await club.standin.until(lambda: "Dan" in shown_in(club, german).text)


async def test_quick_play_links_to_a_table_already_open_here(club: Club) -> None:
    lobby = await said(club, club.ala.slash(club.channel, "rummy new", variant="gin", invite_only=True))
    answer = await said(club, club.bob.slash(club.channel, "rummy quick"))
    assert answer.ephemeral
    assert f"/{lobby.id}" in answer.text
    assert "already has a table" in answer.text
    assert "another channel" in answer.text


async def test_a_challenge_opens_a_table_for_two_and_pings_the_member(club: Club) -> None:
    lobby = await said(club, club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel))
    assert not lobby.ephemeral
    assert "invite only" in lobby.text
    assert f"reserved for {club.bob.mention}" in lobby.text
    assert [len(person.pings) for person in (club.bob, club.cyd)] == [1, 0]
    assert TableReason.CLOSED_TABLE.value in (await said(club, club.cyd.click("Join", message=lobby))).text
    await said(club, club.bob.click("Join", message=lobby))
    begun = await said(club, club.ala.click("Start", message=lobby))
    assert "My hand" in begun.labels


async def test_declining_a_challenge_closes_the_table(club: Club) -> None:
    lobby = await said(club, club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel))
    declined = await said(club, club.bob.click("Decline", message=lobby))
    assert "canceled" in declined.text
    assert not declined.buttons
    again = await said(club, club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel))
    assert not again.ephemeral


async def test_members_cannot_challenge_themselves_or_bots(club: Club) -> None:
    answer = await said(club, club.ala.context_menu("Challenge to rummy", club.ala, channel=club.channel))
    assert TableReason.INVITED_SELF.value in answer.text
    assert answer.ephemeral
    club.bob.user.bot = True
    answer = await said(club, club.ala.context_menu("Challenge to rummy", club.bob, channel=club.channel))
    assert "Invite a person, or use `computers` to play against the computer" in answer.text
    assert club.public("Join") is None


async def test_computers_play_until_the_user_who_started_them_stops_them(club: Club) -> None:
    shown = await said(club, club.ala.slash(club.channel, "rummy watch", variant="german", level="Easy"))
    assert not shown.ephemeral
    [picture] = shown.pictures
    names = [name for name in computer_names(Catalogs().texts("en")) if name in (picture.alt or "")]
    assert len(names) == 4
    assert "Join" not in shown.labels
    await club.standin.until(lambda: len(club.log()) > 4)
    assert sentence(TableReason.NOT_SEATED) in (await said(club, club.bob.slash(club.channel, "rummy resign"))).text
    assert "`/rummy resign`" in (await said(club, club.bob.click("More", message=club.newest()))).text
    answer = await said(club, club.ala.slash(club.channel, "rummy resign"))
    assert answer.ephemeral
    assert "Game stopped" in answer.text
    assert club.log()[-1][3] == "close"
    again = await said(club, club.ala.slash(club.channel, "rummy resign"))
    assert TableReason.OVER.value in again.text
