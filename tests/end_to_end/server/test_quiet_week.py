"""A week on a server with twenty members: what the bot posts, and whom it pings, without being asked."""

from pathlib import Path

import pytest

from bot.playground import MEMBER, NO_LIMITS, LoggedRequest, Permission
from bot.playground.state import SILENT, Channel
from tests.end_to_end.club import Club, open_club
from tests.playground.spec import spec_faults

HOUR = 3600.0
MEMBERS = 20
AWAKE = range(17, 22)
"""The hours in which members talk, enough each hour to push the lounge up."""


def public(club: Club, place: Channel) -> list[int]:
    """The ids of the bot's public messages in a channel."""
    return [one.id for one in club.standin.messages(place) if one.author == "Remik" and not one.ephemeral]


def posts(club: Club) -> list[LoggedRequest]:
    """The requests that posted messages, apart from answers to commands and clicks."""
    return [one for one in club.standin.requests if one.method == "POST" and one.path.endswith("/messages")]


def looks(club: Club) -> int:
    """The number of times that the bot has asked for a channel's last messages."""
    return sum(one.method == "GET" and "/messages?" in one.path for one in club.standin.requests)


async def an_hour(club: Club) -> None:
    """Advance an hour, after which the bot looks after its lounges."""
    before = looks(club)
    club.standin.advance(HOUR)
    await club.standin.until(lambda: looks(club) > before)
    await club.settled()


@pytest.mark.parametrize("days", [1, pytest.param(7, marks=pytest.mark.soak)])
async def test_nothing_pings_or_posts_uninvited(tmp_path: Path, days: int) -> None:
    async with open_club(tmp_path, limits=NO_LIMITS) as club:
        server = club.standin.add_guild("Server")
        server.remove_bots()
        general, games, slow = (server.add_channel(name) for name in ("general", "games", "slow"))
        members = [server.add_person(f"Member {number}") for number in range(MEMBERS - 1)]
        boss = server.add_person("Boss", permissions=MEMBER | Permission.MANAGE_GUILD)
        host, guest, invited, *others = members
        async with club.running():
            server.invite_bots()
            await club.standin.until(lambda: public(club, general))
            await boss.slash(general, "rummy-admin lounge", channel=games, repost=True, wait=True)
            await boss.slash(general, "rummy-admin standings", channel=general, wait=True)
            await host.slash(games, "rummy new", opponent=invited, pace="slow", wait=True)
            await host.slash(slow, "rummy new", variant="gin", pace="slow", wait=True)
            await guest.click("Join", channel=slow)
            await host.click("Start", channel=slow)
            await club.settled()
            before, quiet = len(posts(club)), public(club, general)
            for hour in range(24 * days):
                if hour % 24 in AWAKE:
                    for member in members[:8]:
                        member.say(games, "hello")
                await an_hour(club)
            sent = posts(club)[before:]
        assert public(club, general) == quiet
        assert len(quiet) == 2, "the greeting, and the standings that an admin asked for"
        reposts = [one for one in sent if f"/{games.id}/" in one.path]
        assert len(reposts) == days * len(AWAKE)
        assert all(one.body["flags"] & SILENT for one in reposts)
        assert len(public(club, games)) == 2, "the lounge and the table"
        assert all(f"/{games.id}/" in one.path or f"/{slow.id}/" in one.path for one in sent)
        assert [len(one.pings) for one in (*others, boss)] == [0] * (MEMBERS - 3)
        assert len(invited.pings) == 1, "the invitation"
        # Each of the two players misses two turns: a ping when it begins, at half time and near the end. Then silence.
        assert len(host.pings) + len(guest.pings) <= 3 * min(days + 1, 4)
    assert spec_faults(club.standin.requests) == []
