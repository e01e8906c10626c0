"""Share cards over the stand-in: posted in a chosen channel, once per game and channel."""

import asyncio
import re

import pytest

from bot.playground import MEMBER, Channel, Permission, Person, SeenMessage
from tests.cogs.answered import said
from tests.end_to_end.club import Club


@pytest.fixture
def chat(club: Club) -> Channel:
    """A channel without a table."""
    return club.guild.add_channel("chat")


@pytest.fixture
async def over(club: Club) -> SeenMessage:
    """The result of a game that Bob resigned after some moves."""
    await club.table("gin")
    await club.play(1, lambda: len(club.log()) >= 8)
    await club.bob.slash(club.channel, "rummy resign")
    await club.bob.click("Resign")
    await club.shown("Share to...")
    await club.settled()
    return club.newest()


def cards(club: Club, channel: Channel) -> list[SeenMessage]:
    """Return the share cards that were posted in a channel."""
    return [
        message
        for message in club.standin.messages(channel)
        if any(re.match(r"card-[0-9a-f]{12}\.png", picture.filename) for picture in message.pictures)
    ]


async def shared(club: Club, person: Person, over: SeenMessage, channel: Channel) -> SeenMessage:
    """Share the card of a game in a channel, and return the answer."""
    asked = await said(club, person.click("Share to...", message=over))
    assert asked.ephemeral
    return await said(club, person.choose("Choose a channel", channel, message=asked))


async def test_a_card_is_posted_in_the_chosen_channel_without_ids(club: Club, chat: Channel, over: SeenMessage) -> None:
    answer = await shared(club, club.ala, over, chat)
    assert answer.ephemeral
    [card] = cards(club, chat)
    assert f"https://discord.com/channels/{club.guild.id}/{chat.id}/{card.id}" in answer.text
    assert "🏆 Ala wins" in card.text
    assert "Gin" in card.text
    [picture] = card.pictures
    assert "Ala wins" in (picture.alt or "")
    assert not card.buttons
    assert str(club.ala.id) not in card.text + (picture.alt or "")
    assert not cards(club, club.channel)


async def test_sharing_again_links_to_the_card_that_is_there(club: Club, over: SeenMessage) -> None:
    """The first one is shared by the button of earlier versions, which is still in the history."""
    await said(club, club.bob.slash(club.channel, "league history"))
    page = await said(club, club.bob.choose("Open a game", "1. Gin: Ala 0 · Bob 0"))
    assert page.ephemeral
    card = await said(club, club.bob.click("Share", message=page))
    assert (card.ephemeral, card.channel_id) == (False, over.channel_id)
    again = await shared(club, club.bob, over, club.channel)
    assert again.ephemeral
    assert (
        f"Already posted here: https://discord.com/channels/{club.guild.id}/{over.channel_id}/{card.id}" in again.text
    )
    assert len(cards(club, club.channel)) == 1


async def test_two_clicks_at_once_post_one_card(club: Club, over: SeenMessage) -> None:
    clicks = [said(club, person.forge(over, "l1:share:1")) for person in (club.ala, club.bob, club.eve)]
    answers = await asyncio.gather(*clicks)
    assert sorted(answer.ephemeral for answer in answers) == [False, True, True]
    assert len(cards(club, club.channel)) == 1


async def test_a_card_whose_post_failed_can_be_posted_again(
    club: Club, chat: Channel, over: SeenMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club.bot is not None
    studio = club.bot.edge.studio

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(studio, "share_card", broken)
        failed = await shared(club, club.ala, over, chat)
    assert failed.ephemeral
    assert cards(club, chat) == []
    await shared(club, club.ala, over, chat)
    assert len(cards(club, chat)) == 1


async def test_no_card_is_posted_where_its_sender_may_not_write(club: Club, over: SeenMessage) -> None:
    quiet = club.guild.add_channel("news", member_permissions=MEMBER & ~Permission.SEND_MESSAGES)
    answer = await shared(club, club.ala, over, quiet)
    assert "You can't post in" in answer.text
    assert cards(club, quiet) == []


async def test_no_card_of_a_missing_game_is_posted(club: Club, over: SeenMessage) -> None:
    for argument in ("7", "x", "1:2:3"):
        answer = await said(club, club.ala.forge(over, f"l1:share:{argument}"))
        assert answer.ephemeral or argument == "1:2:3"
        assert len(cards(club, club.channel)) == (argument == "1:2:3")


async def test_a_running_game_has_no_card(club: Club) -> None:
    await club.table("gin")
    answer = await said(club, club.ala.forge(club.newest(), "l1:share:1"))
    assert answer.ephemeral
    assert cards(club, club.channel) == []


async def test_the_button_after_a_first_rating_explains_ratings(club: Club, over: SeenMessage) -> None:
    await said(club, club.eve.click("More", message=over))
    await said(club, club.eve.click("Score sheet"))
    told = await said(club, club.eve.click("What's a rating?"))
    assert told.ephemeral
    assert "Everyone starts at 1000." in told.text
