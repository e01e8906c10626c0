"""Without a server: a person practices, replays, exports and deletes in direct messages with the bot."""

import sqlite3

from bot.playground import Channel, Person, SeenMessage
from tests.end_to_end.club import Club, file_of
from tests.playground.spec import spec_faults


def newest(person: Person) -> SeenMessage:
    """Return the newest message in a person's direct messages."""
    return person.sees(person.direct_channel)[-1]


async def turns(club: Club, person: Person, panel: SeenMessage, count: int) -> None:
    """Play turns in direct messages: draw, then discard the suggested card. The computer moves in between."""
    for _ in range(count):
        await club.settled()
        (now,) = [message for message in person.sees(person.direct_channel) if message.id == panel.id]
        opening = next((label for label in now.labels if label.startswith(("Draw", "Pass"))), None)
        if opening is None:
            return  # the computer has won the deal
        if opening == "Pass":
            await person.click("Pass", message=now)
            continue
        drawn = await person.click(opening, message=now)
        assert drawn.message is not None
        green = next(button for button in drawn.message.buttons if button.style == "success")
        assert not (await person.click(green.custom_id, message=drawn.message)).failed
    await club.settled()


async def resigned(club: Club, person: Person, place: Channel) -> SeenMessage:
    """Resign the practice game on a person's screen."""
    await person.click("More", channel=place)
    await person.click("Resign", channel=place)
    over = await person.click("Resign", channel=place)
    assert over.message is not None, over.notice
    await club.settled()
    return over.message


async def test_a_person_without_a_server_practices_replays_exports_and_deletes(club: Club) -> None:
    async with club.running():
        await club.table()  # of Ala and Bob
        public = club.public("My hand")
        assert public is not None
        server_button = next(button.custom_id for button in public.buttons if button.label == "My hand")
        club.guild.leave(club.ala)
        place, pings = club.ala.direct_channel, len(club.ala.pings)
        opened = await club.ala.slash(place, "rummy practice", variant="gin")
        assert opened.message is not None
        assert not opened.message.ephemeral, "a panel in direct messages is an ordinary message"
        assert "Jasper" in opened.text, "the computer"
        refused = await club.ala.forge(opened.message, server_button)
        assert "no longer exists" in refused.text
        assert "Bob" not in refused.text
        back = await club.ala.slash(place, "rummy practice")
        assert "unfinished game" in back.text
        await club.settled()
        assert "rummy rules" in club.ala.commands(place)
        assert "Gin" in (await club.ala.slash(place, "rummy rules", variant="gin")).text
        helped = await club.ala.slash(place, "rummy help")
        assert helped.message is not None
        assert {"Practice", "Learn"} <= set(helped.message.labels)
        somewhere = await club.ala.slash(place, "rummy new")
        assert somewhere.message is not None
        assert somewhere.message.labels == ("Practice", "Learn")
        again = await club.ala.click("Practice", message=somewhere.message)
        assert "Jasper" in again.text
        assert again.message is not None
        await turns(club, club.ala, again.message, 2)
        club.standin.advance(20 * 60)  # tokens have expired
        await club.settled()
        (shown,) = [message for message in club.ala.sees(place) if message.id == again.message.id]
        assert "Press *My hand*" not in shown.text, "a panel in direct messages needs no token, and stays"
        assert "More" in shown.labels
        for other in (club.bob, club.eve):
            assert other.sees(place) == []
        await resigned(club, club.ala, place)
        await club.ala.slash(place, "rummy replay")
        games = newest(club.ala)
        replay = await club.ala.choose("Choose a game", games.selects[0].options[0].label, message=games)
        assert "The cards are dealt" in replay.text
        held = file_of(await club.ala.slash(place, "me data export"))
        assert str(club.channel.id).encode() in held, "her games on the server she left are missing"
        assert "Turn notifications" in (await club.ala.slash(place, "me notifications")).text
        await club.ala.slash(place, "me data delete")
        deleted = await club.ala.click("Delete my data", channel=place)
        assert "Your data is deleted" in deleted.text
        assert club.ala.id not in {user for user, _ in seats(club)}
        assert len(club.ala.pings) == pings, "an answer in direct messages isn't a notification"
        assert spec_faults(club.standin.requests) == []


def seats(club: Club) -> list[tuple[int, int]]:
    with sqlite3.connect(f"file:{club.file}?mode=ro", uri=True) as connection:
        found = connection.execute('SELECT "user", table_id FROM seats').fetchall()
    connection.close()
    return found


async def test_in_a_server_without_the_bot_it_only_explains_how_to_add_it(club: Club) -> None:
    async with club.running():
        other = club.standin.add_guild("Other", locale="en-US")
        stranger = other.add_person("Zoe")
        channel = other.add_channel("general")
        other.remove_bots()
        assert stranger.commands(channel) == []
        stranger.install()
        for line in ("rummy practice", "rummy new", "me data export"):
            answer = await stranger.slash(channel, line)
            assert answer.message is not None
            assert answer.message.ephemeral
            assert "hasn't added me" in answer.text
            (button,) = answer.message.buttons
            assert button.label == "Add me to a server"
        assert "league standings" not in stranger.commands(channel)
        practiced = await stranger.slash(stranger.direct_channel, "rummy practice")
        assert "Jasper" in practiced.text
        assert {table for _, table in seats(club)} == {1}, "a command where the bot isn't did something"
        assert spec_faults(club.standin.requests) == []
