"""Players who left the server, over the stand-in: nobody is stuck in a game or a lobby with them."""

from bot.play.state.errors import TableReason
from bot.playground import Person, SeenMessage
from tests.cogs.answered import said
from tests.cogs.tournaments.test_edge import drawn
from tests.end_to_end.club import Club
from tests.end_to_end.server.tournaments import MINE, message_of, table_of
from tests.playground.spec import spec_faults
from tests.refusals import sentence

MINUTE = 60
OVER = "Closed without a result"


async def asked(club: Club, person: Person) -> SeenMessage:
    """Return the question whether a person resigns."""
    return await said(club, person.slash(club.channel, "rummy resign"))


def seen(club: Club) -> str:
    """Return the texts of the messages in the channel."""
    return "\n".join(message.text for message in club.eve.sees(club.channel))


async def test_an_untimed_game_ends_without_a_loss_once_the_other_player_left_the_server(club: Club) -> None:
    await club.table("gin")
    assert "Resign" in (await asked(club, club.ala)).labels
    club.guild.leave(club.bob)
    club.standin.advance(2 * MINUTE)
    question = await asked(club, club.ala)
    assert question.text == (
        "Bob left this server. You can end the game without a result: no one loses. You can't undo this."
    )
    assert question.labels == ("End without a result", "Keep playing")
    assert OVER in (await said(club, club.ala.click("End without a result", message=question))).text
    await club.standin.until(lambda: OVER in club.newest().text)
    assert club.log()[-1][2:4] == (0, "close")
    assert "loss" not in club.newest().text
    assert spec_faults(club.standin.requests) == []


async def test_a_game_is_not_ended_while_discord_does_not_say_who_left(club: Club) -> None:
    await club.table("gin")
    club.guild.leave(club.bob)
    for status, code in ((404, 10004), (403, 50001), (500, 0)):
        club.standin.fail_next("GET", "/members/", status=status, code=code, times=9)
        assert "Resign" in (await asked(club, club.ala)).labels
    more = await said(club, club.ala.click("More", message=club.public("More")))
    agreed = await said(club, club.ala.click("Call it off", message=more))
    assert "Not yet: ② Bob" in agreed.text


async def test_a_game_of_three_is_called_off_by_the_two_who_are_still_there(club: Club) -> None:
    await club.table("basic", players=3)
    club.guild.leave(club.bob)
    assert "Leave the game" in (await asked(club, club.ala)).labels, "Cyd can still play"
    for person, answer in ((club.ala, "Not yet: ③ Cyd."), (club.cyd, OVER)):
        more = await said(club, person.click("More", message=club.public("More")))
        assert answer in (await said(club, person.click("Call it off", message=more))).text


async def test_an_untimed_fixture_is_won_by_the_player_who_is_still_there(club: Club) -> None:
    one, other = await drawn(club, club.ala, club.bob)
    await said(club, one.click(MINE, message=message_of(club)))
    await said(club, other.click(MINE, message=message_of(club)))
    await club.standin.until(lambda: table_of(club, one, "My hand") is not None)
    table = table_of(club, one, "My hand")
    club.guild.leave(other)
    more = await said(club, one.click("More", message=table))
    question = await said(club, one.click("Resign", message=more))
    assert question.text == f"{other.name} left this server. You can end the game and win it. You can't undo this."
    ended = await said(club, one.click("End the game", message=question))
    assert f"{one.name} wins: {other.name} resigned" in ended.text
    await club.standin.until(lambda: f"🏆 **{one.name} wins!**" in seen(club))


async def test_a_lobby_whose_host_left_the_server_passes_on_when_a_player_presses_start(club: Club) -> None:
    await club.lobby("basic", players=3)
    refused = await said(club, club.cyd.click("Start"))
    assert sentence(TableReason.HOST_ONLY) in refused.text
    club.guild.leave(club.ala)
    club.standin.advance(2 * MINUTE)
    refused = await said(club, club.cyd.click("Start", message=club.public("Start")))
    assert sentence(TableReason.HOST_ONLY) in refused.text, "Bob is the next host"
    await club.standin.until(lambda: "Bob**, host" in club.newest().text)
    await said(club, club.bob.click("Start", message=club.public("Start")))
    await club.standin.until(lambda: club.public("My hand") is not None)
    assert "Ala" not in club.newest().text


async def test_a_player_who_becomes_host_by_their_click_starts_the_game_with_it(club: Club) -> None:
    await club.lobby("basic", players=3)
    club.guild.leave(club.ala)
    club.guild.leave(club.bob)
    await said(club, club.dan.click("Join"))
    await said(club, club.cyd.click("Start", message=club.public("Start")))
    await club.standin.until(lambda: club.public("My hand") is not None)
    more = await behind_more_of(club, club.cyd)
    assert "Resign" in more.labels


async def behind_more_of(club: Club, person: Person) -> SeenMessage:
    return await said(club, person.click("More", message=club.public("More")))


async def test_a_lobby_of_nobody_gives_way_to_a_new_table(club: Club) -> None:
    await club.open("gin", players=1, invite_only=True)
    taken = await said(club, club.bob.slash(club.channel, "rummy new", variant="gin"))
    assert "This channel already has a table" in taken.text
    club.guild.leave(club.ala)
    club.standin.advance(2 * MINUTE)
    opened = await said(club, club.bob.slash(club.channel, "rummy new", variant="gin"))
    assert not opened.ephemeral
    await club.standin.until(lambda: "Bob**, host" in club.newest().text)
    await club.standin.until(lambda: "Gin: table canceled" in seen(club))
