"""The lounge: a message that opens tables in threads, lists those that wait, and stays in sight."""

import asyncio
from pathlib import Path

import pytest

from bot.playground import INVITED, Permission, Person, RateLimits, SeenMessage
from bot.playground.state import Channel
from cogs.door.lounges import PUSHED_UP, SLOWER
from cogs.edge.channel_writer import EDIT_INTERVAL
from tests.cogs.answered import said
from tests.end_to_end.club import BotProcess, Club, open_club
from tests.playground.spec import spec_faults

HOUR = 3600.0


def lounge(club: Club, place: Channel) -> SeenMessage:
    """The lounge in a channel."""
    found = [one for one in club.standin.messages(place) if "Quick play" in one.labels]
    assert len(found) == 1, found
    return found[0]


def threads(club: Club) -> list[Channel]:
    return [channel for channel in club.guild.state.channels.values() if channel.is_thread]


async def press(club: Club, person: Person, label: str, place: Channel) -> str:
    """Press a button of the lounge, and return the private answer."""
    return (await said(club, person.click(label, message=lounge(club, place)))).text


async def new_table(club: Club, person: Person, place: Channel, game: str = "Gin") -> str:
    """Open a table of the server's usual game from the lounge, or another one of the list; return the answer."""
    page = await said(club, person.click("New table", message=lounge(club, place)))
    if "Gin" not in page.labels:
        return page.text
    click = person.click("Gin", message=page) if game == "Gin" else person.choose("Choose a game", game, message=page)
    return (await said(club, click)).text


async def listed(club: Club, place: Channel, count: int) -> None:
    """Wait until the lounge lists a number of tables."""
    await club.standin.until(lambda: lounge(club, place).labels.count("Join") == count)


async def test_tables_are_opened_listed_joined_and_put_away(club: Club) -> None:
    place, other = club.guild.add_channel("lounge"), club.guild.add_channel("other")
    staff = club.guild.add_channel("staff", member_permissions=0)
    async with club.running():
        shown = await said(club, club.eve.slash(club.channel, "rummy-admin lounge", channel=place))
        assert "The lounge is open in" in shown.text
        assert "No table is waiting" in lounge(club, place).text
        first = await press(club, club.ala, "Quick play", place)
        assert "Your table is open" in first
        await listed(club, place, 1)
        assert "1 of 2 seats taken" in lounge(club, place).text
        (thread,) = threads(club)
        assert (thread.name, thread.parent) == ("Gin: Ala", place)
        assert "Opponent found, and the game has started" in await press(club, club.bob, "Quick play", place)
        await listed(club, place, 0)
        assert f"/{thread.id}" in first

        assert "Your table is open" in await new_table(club, club.cyd, place, "Remik (gin)")
        assert "You already have an open table" in await new_table(club, club.cyd, place)
        await club.eve.slash(other, "rummy new", variant="german", wait=True)
        await listed(club, place, 2)
        staff.member_permissions = INVITED  # for the stand-in, which has no other way to let a member in
        await club.dan.slash(staff, "rummy new", wait=True)
        await club.settled()
        assert lounge(club, place).labels.count("Join") == 2, "a table that not everyone can see isn't listed"
        assert "You have a seat" in (await said(club, club.dan.click("Join", message=lounge(club, place)))).text
        await listed(club, place, 1)

        # Discord announces each thread in the channel, which would push the lounge up.
        await club.standin.until(lambda: club.eve.sees(place) == [lounge(club, place)])
        _, second = threads(club)
        await club.standin.until(lambda: any("Start" in one.labels for one in club.standin.messages(second)))
        (table,) = [one for one in club.standin.messages(second) if "Start" in one.labels]
        await club.cyd.click("More", message=table)
        await club.cyd.click("Cancel table", channel=second)
        await club.settled()
        club.standin.advance(31)
        await club.standin.until(lambda: second.archived)
        assert not thread.archived

        club.guild.archive(thread)
        table = [one for one in club.standin.messages(thread) if "My hand" in one.labels][-1]
        turn = club.ala if "**Ala: " in table.text else club.bob
        await turn.click("Take", message=table)
        await club.standin.until(lambda: not thread.archived)
        await club.settled()
        newer = [one for one in club.standin.messages(thread) if "My hand" in one.labels and not one.ephemeral]
        assert newer[-1].id > table.id, "a new message opens an archived thread"
        assert "No rated games here yet" in await press(club, club.dan, "Standings", place)
    assert spec_faults(club.standin.requests) == []


async def test_a_lounge_survives_lost_permissions_and_is_forgotten_once_deleted(club: Club) -> None:
    place, free = club.guild.add_channel("lounge"), club.guild.add_channel("free")
    async with club.running() as bot:
        await club.eve.slash(club.channel, "rummy-admin lounge", channel=place, wait=True)
        no_threads = INVITED & ~Permission.CREATE_PUBLIC_THREADS
        club.guild.permit(place, no_threads)
        await club.ala.slash(club.channel, "rummy new", wait=True)
        await listed(club, place, 1)
        answer = await new_table(club, club.bob, place)
        assert f"<#{free.id}> is free: use `/rummy new` there" in answer, "the club's channel has a table"
        assert "I'm missing: Create Public Threads" in answer
        setup = await said(club, club.eve.slash(club.channel, "rummy-admin setup"))
        assert f"In <#{place.id}> I'm missing: Create Public Threads" in setup.text

        club.guild.permit(place, 0)
        await club.bob.slash(free, "rummy new", wait=True)
        lounges = bot.packages.door.lounges
        await club.standin.until(lambda: lounges.is_paused(club.guild.id))
        shown = await said(club, club.eve.slash(club.channel, "rummy-admin lounge"))
        assert "Check my permissions" in shown.text
        assert lounge(club, place).labels.count("Join") == 1
        club.guild.permit(place, INVITED)
        await listed(club, place, 2)

        with club.guild.unavailable():
            await club.standin.until(lambda: not bot.edge.channels.is_available(club.guild.id))
            lounges.changed(club.guild.id)
            await club.settled()
            assert lounge(club, place).labels.count("Join") == 2, "during an outage no channel is known"
        await club.standin.until(lambda: bot.edge.channels.is_available(club.guild.id))

        club.standin.delete_message(lounge(club, place))
        await club.cyd.slash(place, "rummy new", wait=True)
        await club.standin.until(lambda: bot.stores.servers.of(club.guild.id).lounge is None)
        log = await said(club, club.eve.slash(club.channel, "rummy-admin log"))
        assert f"noticed that the lounge in <#{place.id}> was deleted" in log.text
        await club.eve.slash(club.channel, "rummy-admin lounge", channel=free, wait=True)
        club.guild.remove_channel(free)
        await club.dan.slash(club.guild.add_channel("another"), "rummy new", wait=True)
        await club.standin.until(lambda: bot.stores.servers.of(club.guild.id).lounge is None)
        await club.settled()
    assert spec_faults(club.standin.requests) == []


async def test_a_lounge_that_was_pushed_up_is_posted_again_at_most_once_an_hour(club: Club) -> None:
    place, before = club.channel, len(club.eve.pings)
    async with club.running() as bot:
        lounges = bot.packages.door.lounges

        async def look() -> SeenMessage:
            await lounges.look(bot.client.servers())
            await club.settled()
            return lounge(club, place)

        def chat() -> None:
            for number in range(PUSHED_UP):
                club.ala.say(place, f"message {number}")

        await club.eve.slash(place, "rummy-admin lounge", channel=place, wait=True)
        first = lounge(club, place)
        club.standin.advance(HOUR)
        chat()
        assert (await look()).id == first.id, "no admin has asked for reposts"
        await club.eve.slash(place, "rummy-admin lounge", repost=True, wait=True)
        second = await look()
        assert second.id > first.id
        chat()
        assert (await look()).id == second.id, "not twice in an hour"
        club.standin.advance(HOUR)
        third = await look()
        assert third.id > second.id
        club.standin.advance(HOUR)
        assert (await look()).id == third.id, "nothing has pushed it up"

        club.guild.permit(place, INVITED & ~Permission.READ_MESSAGE_HISTORY)
        chat()
        assert (await look()).id == third.id, "it can't count"
        assert not lounges.is_paused(club.guild.id)
        club.guild.permit(place, INVITED)
        club.standin.advance(HOUR)
        third = await look()

        # A crash between posting and storing leaves a copy behind.
        kept = bot.stores.servers.of(club.guild.id)
        club.standin.fail_next("DELETE", f"/messages/{third.id}", 403, 50013)
        await club.eve.slash(place, "rummy-admin lounge", channel=place, wait=True)
        await bot.stores.servers.change(club.guild.id, lambda _: kept)
        assert sum("Quick play" in one.labels for one in club.standin.messages(place)) == 2
        chat()
        club.standin.advance(HOUR)
        assert (await look()).id > third.id
        # It's kept up to date in its new place.
        await club.ala.slash(club.guild.add_channel("elsewhere"), "rummy new", wait=True)
        await listed(club, place, 1)
    assert len(club.eve.pings) == before
    assert spec_faults(club.standin.requests) == []


@pytest.mark.soak
async def test_a_lounge_is_right_after_a_kill(club: Club) -> None:
    place = club.guild.add_channel("lounge")
    async with BotProcess(club) as process:
        await club.eve.slash(club.channel, "rummy-admin lounge", channel=place, wait=True)
        for person in (club.ala, club.bob, club.cyd):
            await new_table(club, person, place)
        process.kill()
        await process.killed()
        assert lounge(club, place).labels.count("Join") < 3, "its edits are slow"
        await process.start()
        await listed(club, place, 3)


async def test_two_members_who_look_for_an_opponent_at_once_find_each_other(club: Club) -> None:
    place = club.guild.add_channel("lounge")
    async with club.running():
        await club.eve.slash(club.channel, "rummy-admin lounge", channel=place, wait=True)
        answers = await asyncio.gather(*(press(club, one, "Quick play", place) for one in (club.ala, club.bob)))
        assert sorted(answer.partition(":")[0] for answer in answers) == [
            "Opponent found, and the game has started",
            "Your table is open",
        ]
        assert len(threads(club)) == 1


@pytest.mark.three_seconds
@pytest.mark.parametrize(
    ("count", "seconds"),
    [
        pytest.param(6, 2.0, marks=pytest.mark.soak),
        pytest.param(50, 60.0, marks=pytest.mark.soak),
    ],
)
async def test_many_tables_opened_and_closed_in_threads_keep_the_pace(
    tmp_path: Path, count: int, seconds: float
) -> None:
    async with open_club(tmp_path, limits=RateLimits(), slower=1) as club:
        place = club.guild.add_channel("lounge")
        people = [club.guild.add_person(f"Player {number}") for number in range(count)]
        async with club.running(edit_interval=EDIT_INTERVAL):
            await club.eve.slash(club.channel, "rummy-admin lounge", channel=place, wait=True)
            before = len(club.standin.requests)

            async def open_and_close(number: int, person: Person) -> None:
                await asyncio.sleep(number * seconds / count)
                await new_table(club, person, place)
                (thread,) = [one for one in threads(club) if one.name == f"Gin: {person.name}"]
                await club.standin.until(lambda: "More" in labels(club, thread))
                await said(club, person.click("More", channel=thread))
                await said(club, person.click("Leave", channel=thread))

            await asyncio.gather(*(open_and_close(*one) for one in enumerate(people)))
            await listed(club, place, 0)
            sent = club.standin.requests[before:]
            assert club.standin.busiest("PATCH", place, 5) <= 2
            edits = [one for one in sent if one.method == "PATCH" and f"/channels/{place.id}/messages" in one.path]
            assert len(edits) <= (seconds + 25) / (SLOWER * EDIT_INTERVAL)
            assert max(club.standin.busiest("PATCH", thread, 5) for thread in threads(club)) <= 5
            assert [one.path for one in sent if one.status == 429] == []


def labels(club: Club, place: Channel) -> list[str]:
    """The labels of all public buttons in a channel."""
    return [label for one in club.standin.messages(place) if not one.ephemeral for label in one.labels]


async def test_a_forged_join_opens_no_table_that_the_member_cannot_see(club: Club) -> None:
    staff, place = club.guild.add_channel("staff", member_permissions=0), club.guild.add_channel("lounge")
    abroad = club.standin.add_guild("Abroad")
    elsewhere, stranger = abroad.add_channel("general"), abroad.add_person("Zoe")
    async with club.running() as bot:
        staff.member_permissions = INVITED
        await said(club, club.dan.slash(staff, "rummy new"))
        staff.member_permissions = 0
        await said(club, stranger.slash(elsewhere, "rummy new"))
        await said(club, club.eve.slash(club.channel, "rummy-admin lounge", channel=place))
        for number in (1, 2):
            await said(club, club.ala.forge(lounge(club, place), f"l1:sit:{number}"))
        tables = [await bot.games.tables.get(number) for number in (1, 2)]
        assert [table.seat_of(club.ala.id) for table in tables] == [None, None]
