"""Responses that break off although Discord has done what was asked: nothing is posted twice, and the game goes on."""

from contextlib import suppress

import discord
import pytest

from bot.backoff import Backoff
from bot.playground import SeenMessage, Unreadable
from cogs.edge import channel_writer
from cogs.edge.layout import layout, text
from cogs.edge.messages import Message, Post
from tests.end_to_end.club import Club

pytestmark = pytest.mark.discord(None)
POSTS = "/messages$"
EVERY = pytest.mark.parametrize("how", list(Unreadable))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot try again soon."""
    monkeypatch.setattr(channel_writer, "_BACKOFF", Backoff(0.01, 0.01))


def live(club: Club) -> list[SeenMessage]:
    """Return the public messages with a table's buttons."""
    return [message for message in club.posted() if "My hand" in message.labels]


def posts(club: Club, since: int) -> list[str]:
    """Return the nonces with which tables were posted after a number of requests."""
    sent = [one for one in club.standin.requests[since:] if (one.method, one.path[-9:]) == ("POST", "/messages")]
    return [one.body["nonce"] for one in sent if one.body.get("components")]


async def turned(club: Club) -> None:
    """Play a whole turn, and wait until the table shows whose turn is next."""
    player = await club.turn_on_table()
    await club.play_turn(player, 1)
    await club.standin.until(lambda: club.named() not in (None, player))
    await club.settled()


async def lose_table(club: Club) -> None:
    """Delete the table's message, as a moderator might, and make the bot notice by a turn."""
    (shown,) = live(club)
    player = await club.turn_on_table()
    club.standin.delete_message(shown)
    assert not (await player.slash(club.channel, "rummy hand")).failed
    before = len(club.log())
    await club.play(1, lambda: len(club.log()) > before, only=player)


@EVERY
async def test_a_table_is_posted_once_if_the_response_to_its_post_cant_be_read(club: Club, how: Unreadable) -> None:
    async with club.running():
        await club.table()
        before = len(club.standin.requests)
        garbled = club.standin.garble_next("POST", POSTS, how, times=10**6)
        await lose_table(club)
        await club.standin.until(lambda: posts(club, before))
        club.standin.mend(garbled)
        await club.settled()
        assert len(live(club)) == 1
        assert len(set(posts(club, before))) == 1
        await turned(club)
        assert len(live(club)) == 1


async def test_a_post_that_was_deleted_before_it_was_known_is_posted_anew(club: Club) -> None:
    async with club.running():
        await club.table()
        garbled = club.standin.garble_next("POST", POSTS, times=10**6)
        await lose_table(club)
        await club.standin.until(lambda: bool(live(club)))
        (lost,) = live(club)
        club.standin.delete_message(lost)
        club.standin.mend(garbled)
        await club.turn_on_table()
        await turned(club)
        assert len(live(club)) == 1


async def test_a_table_that_was_posted_just_before_the_bot_stopped_isnt_posted_again(club: Club) -> None:
    async with club.running():
        await club.table()
        garbled = club.standin.garble_next("POST", POSTS, times=10**6)
        await lose_table(club)
        await club.standin.until(lambda: bool(live(club)))
        (posted,) = live(club)
    club.standin.mend(garbled)
    async with club.running():
        await turned(club)
        assert [one.id for one in live(club)] == [posted.id]


@pytest.mark.parametrize("how", [Unreadable.CUT, Unreadable.GARBLED])
async def test_an_answer_is_shown_if_the_response_to_it_cant_be_read(club: Club, how: Unreadable) -> None:
    async with club.running():
        club.standin.garble_next("POST", "/callback$", how, times=10**6)
        await club.table()
        await turned(club)
        assert len(live(club)) == 1
        assert not [one for one in club.standin.requests if one.status >= 400]


async def test_a_final_post_is_not_edited_when_it_is_tried_again(club: Club) -> None:
    async with club.running() as bot:
        await club.lobby()
        await club.settled()
        channels, channel = bot.edge.channels, club.channel
        line = Message(lambda _: layout(text("A line that stays as it is."), accent=None))
        for final in (False, True):
            post, before = Post(("line", final), final=final), len(club.standin.requests)
            garbled = club.standin.garble_next("POST", POSTS, Unreadable.GARBLED, times=10**6)
            with suppress(OSError, discord.HTTPException):
                await channels.post(club.guild.id, channel.id, line, post)
            club.standin.mend(garbled)
            posted = await channels.post(club.guild.id, channel.id, line, post)
            sent = [one for one in club.standin.requests[before:] if one.path.endswith(f"/messages/{posted}")]
            assert [one.method for one in sent] == ([] if final else ["PATCH"])
            (shown,) = [one for one in club.standin.messages(channel) if one.id == posted]
            assert (shown.edited == 0) is final
