"""Invitations: notifications as players chose, three an hour, and *Don't invite me again*, which can be undone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.state.errors import TableReason
from bot.playground import Person, SeenMessage
from cogs.table.inviting import REFUSE
from data.database import open_database
from data.people.store import SqlPeople
from tests.cogs.answered import behind_more, said
from tests.end_to_end.club import Club, open_club
from tests.refusals import sentence


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path) as opened:
        opened.limits["invitations_per_hour"] = 3
        yield opened


async def challenge(club: Club, who: Person, whom: Person) -> SeenMessage:
    """Challenge a member in a new channel."""
    channel = club.guild.add_channel(f"c{len(club.guild.state.channels)}")
    shown = await said(club, who.context_menu("Challenge to rummy", whom, channel=channel))
    await club.settled()
    return shown


def direct(person: Person) -> list[SeenMessage]:
    """Return the direct messages of a person."""
    return person.sees(person.direct_channel)


async def test_invitations_obey_the_notifications_of_those_invited(club: Club) -> None:
    async with club.running():
        await challenge(club, club.ala, club.bob)
        assert (len(club.bob.pings), direct(club.bob)) == (1, [])
        await said(club, club.bob.slash(club.channel, "me notifications", where="direct"))
        lobby = await challenge(club, club.ala, club.bob)
        (invitation,) = direct(club.bob)
        assert "Ala invites you to a table: Gin" in invitation.text
        assert f"/{lobby.channel_id}" in invitation.text
        assert invitation.labels == ("Don't invite me again",)
        await said(club, club.bob.slash(club.channel, "me notifications", where="none"))
        lobby = await challenge(club, club.ala, club.bob)
        assert f"<@{club.bob.id}>" in lobby.text
        assert (len(club.bob.pings) - len(direct(club.bob)), len(direct(club.bob))) == (1, 1)
        quiet = club.cyd.slash(club.channel, "me notifications", quiet_from="00:00", quiet_to="23:59", zone="UTC")
        await said(club, quiet)
        await challenge(club, club.dan, club.cyd)
        assert club.cyd.pings == []


async def test_a_refused_direct_invitation_becomes_a_mention_in_the_channel(club: Club) -> None:
    async with club.running():
        await said(club, club.bob.slash(club.channel, "me notifications", where="direct"))
        club.bob.refuse_direct_messages()
        lobby = await challenge(club, club.ala, club.bob)
        await club.standin.until(lambda: len(club.bob.pings) == 1)
        assert club.bob.pings[0].channel_id == lobby.channel_id
        shown = await said(club, club.bob.slash(club.channel, "me notifications"))
        assert "direct message" in shown.text
        await challenge(club, club.ala, club.bob)
        assert len([one for one in club.standin.requests if one.status == 403]) == 1


async def test_a_player_gets_three_invitations_an_hour_from_the_same_person(club: Club) -> None:
    async with club.running():
        for _ in range(3):
            assert not (await challenge(club, club.ala, club.bob)).ephemeral
        refused = await challenge(club, club.ala, club.bob)
        assert refused.ephemeral
        assert sentence(TableReason.INVITED_OFTEN, name=f"<@{club.bob.id}>", most=3) in refused.text
        channel = club.guild.add_channel("again")
        asked = await said(club, club.ala.slash(channel, "rummy new", variant="gin", opponent=club.bob))
        assert "limit: 3 per hour" in asked.text
        await said(club, club.ala.slash(channel, "rummy new", variant="gin"))
        more = await said(club, club.ala.click("More", channel=channel))
        panel = await said(club, club.ala.click("Invite", message=more))
        panel = await said(club, club.ala.choose("Invite players", club.bob, message=panel))
        assert "limit: 3 per hour" in panel.text
        assert "Nothing was changed" in panel.text
        assert not (await challenge(club, club.cyd, club.bob)).ephemeral
        assert not (await challenge(club, club.bob, club.ala)).ephemeral
        club.standin.advance(3601)
        assert not (await challenge(club, club.ala, club.bob)).ephemeral


async def test_refused_inviters_stay_refused_until_that_is_undone(club: Club) -> None:
    async with club.running():
        lobby = await challenge(club, club.ala, club.bob)
        assert "Only" not in lobby.text
        wrong = await said(club, club.cyd.forge(lobby, "r1:1:never:0"))
        assert "You aren't invited to this table" in wrong.text
        done = await behind_more(club, club.bob, "Don't invite me again", lobby)
        assert done.ephemeral
        assert f"<@{club.ala.id}> can no longer invite you" in done.text
        await club.settled()
        pings = len(club.bob.pings)
    async with club.running():
        refused = await challenge(club, club.ala, club.bob)
        assert f"<@{club.bob.id}> doesn't want invitations from you" in refused.text
        assert len(club.bob.pings) == pings
        assert not (await challenge(club, club.cyd, club.bob)).ephemeral
        shown = await said(club, club.bob.slash(club.channel, "me notifications"))
        assert f"These players can't invite you: <@{club.ala.id}>" in shown.text
        undone = await said(club, club.bob.choose("Allow invitations again", "Ala", message=shown))
        assert "can invite you again" in undone.text
        assert not (await challenge(club, club.ala, club.bob)).ephemeral


async def test_a_direct_invitation_can_be_refused_there_and_forged_ids_refuse_nobody(club: Club) -> None:
    async with club.running() as bot:
        await said(club, club.bob.slash(club.channel, "me notifications", where="direct"))
        lobby = await challenge(club, club.ala, club.bob)
        (invitation,) = direct(club.bob)
        for forged in (
            f"l1:{REFUSE}:5:1",
            f"l1:{REFUSE}:{club.cyd.id}:1",
            f"l1:{REFUSE}:{club.ala.id}:99",
            f"l1:{REFUSE}:x",
        ):
            assert "no longer works" in (await said(club, club.bob.forge(lobby, forged))).text
        assert await bot.stores.people.refused_by(club.bob.id) == ()
        done = await said(club, club.bob.click("Don't invite me again", message=invitation))
        assert "can no longer invite you" in done.text
        table = await bot.games.tables.get(1)
        assert table.row.invited == ()
        assert await bot.stores.people.refused_by(club.bob.id) == (club.ala.id,)
        assert "doesn't want invitations" in (await challenge(club, club.ala, club.bob)).text


async def test_refused_inviters_are_stored_once_and_separately(tmp_path: Path) -> None:
    database = await open_database(f"sqlite+aiosqlite:///{tmp_path}/x.db")
    try:
        store = SqlPeople(database)
        for user, inviter in ((1, 2), (1, 2), (1, 3), (2, 1)):
            await store.refuse_inviter(user, inviter)
        assert (await store.refused_by(1), await store.refused_by(2), await store.refused_by(3)) == ((2, 3), (1,), ())
        assert await store.refusing(2, (1, 3)) == {1}
        assert await store.refusing(2, ()) == frozenset()
        await store.accept_inviters(1, (2,))
        assert (await store.refused_by(1), await store.refused_by(2)) == ((3,), (1,))
    finally:
        await database.close()
