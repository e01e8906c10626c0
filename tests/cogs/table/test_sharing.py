"""Share cards over the stand-in: posted in the channel of the click, once per game and channel."""

import asyncio

import pytest

from bot.playground import SeenMessage
from tests.cogs.answered import said
from tests.end_to_end.club import Club


@pytest.fixture
async def over(club: Club) -> SeenMessage:
    """The result of a game that Bob resigned after some moves."""
    await club.table("gin")
    await club.play(1, lambda: len(club.log()) >= 8)
    await club.bob.slash(club.channel, "rummy resign")
    await club.bob.click("Resign")
    await club.shown("Share")
    await club.settled()
    return club.newest()


def cards(club: Club) -> list[SeenMessage]:
    """Return the share cards in the channel."""
    return [
        message
        for message in club.standin.messages(club.channel)
        if any(picture.filename.startswith("card-") for picture in message.pictures)
    ]


async def test_share_posts_a_card_right_there_without_ids(club: Club, over: SeenMessage) -> None:
    card = await said(club, club.ala.click("Share", message=over))
    assert not card.ephemeral
    assert card.channel_id == over.channel_id
    assert "🏆 Ala wins" in card.text
    assert "Gin" in card.text
    [picture] = card.pictures
    assert "Ala wins" in (picture.alt or "")
    assert not card.buttons
    assert str(club.ala.id) not in card.text + (picture.alt or "")


async def test_a_second_click_links_to_the_card_that_is_there(club: Club, over: SeenMessage) -> None:
    """The first one is on the private page of the game in the history, which leads to the same public card."""
    await said(club, club.bob.slash(club.channel, "league history"))
    page = await said(club, club.bob.choose("Open a game", "1. Gin: Ala 0 · Bob 0"))
    assert page.ephemeral
    card = await said(club, club.bob.click("Share", message=page))
    assert (card.ephemeral, card.channel_id) == (False, over.channel_id)
    again = await said(club, club.bob.click("Share", message=over))
    assert again.ephemeral
    assert (
        f"Already posted here: https://discord.com/channels/{club.guild.id}/{over.channel_id}/{card.id}" in again.text
    )
    assert len(cards(club)) == 1


async def test_two_clicks_at_once_post_one_card(club: Club, over: SeenMessage) -> None:
    clicks = [said(club, person.click("Share", message=over)) for person in (club.ala, club.bob, club.eve)]
    answers = await asyncio.gather(*clicks)
    assert sorted(answer.ephemeral for answer in answers) == [False, True, True]
    assert len(cards(club)) == 1


async def test_a_card_whose_post_failed_can_be_posted_again(
    club: Club, over: SeenMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club.bot is not None
    studio = club.bot.edge.studio

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(studio, "share_card", broken)
        failed = await said(club, club.ala.click("Share", message=over))
    assert failed.ephemeral
    assert cards(club) == []
    assert not (await said(club, club.ala.click("Share", message=over))).ephemeral


async def test_no_card_of_a_missing_game_is_posted(club: Club, over: SeenMessage) -> None:
    for argument in ("7", "x", "1:2:3"):
        answer = await said(club, club.ala.forge(over, f"l1:share:{argument}"))
        assert answer.ephemeral or argument == "1:2:3"
        assert len(cards(club)) == (argument == "1:2:3")


async def test_a_running_game_has_no_card(club: Club) -> None:
    await club.table("gin")
    answer = await said(club, club.ala.forge(club.newest(), "l1:share:1"))
    assert answer.ephemeral
    assert cards(club) == []


async def test_the_button_after_a_first_rating_explains_ratings(club: Club, over: SeenMessage) -> None:
    told = await said(club, club.eve.click("What's a rating?", message=over))
    assert told.ephemeral
    assert "Everyone starts at 1000." in told.text
