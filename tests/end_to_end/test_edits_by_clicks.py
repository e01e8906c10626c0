"""Tables that are edited through the tokens of clicks on them (REMIK_EDIT_BY_CLICKS), which Discord doesn't count."""

from collections.abc import AsyncIterator

import pytest

from bot.backoff import Backoff
from bot.playground import LoggedRequest, Unreadable
from bot.playground.interactions import TOKEN_LIFE
from cogs.edge import channel_writer
from tests.end_to_end.club import Club
from tests.end_to_end.freshness import up_to_date

pytestmark = pytest.mark.discord(None)
ORIGINAL = "/messages/@original$"


@pytest.fixture
async def playing(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A game at a table whose players have opened their hands with its button."""
    monkeypatch.setattr(channel_writer, "_BACKOFF", Backoff(0.01, 0.01))
    club.limits["edit_by_clicks"] = True
    async with club.running():
        await club.table()
        yield club


def edits(club: Club, since: int = 0) -> tuple[list[LoggedRequest], list[LoggedRequest]]:
    """Return the edits of the table since a number of requests: through tokens, and through its channel."""
    table = str(club.newest().id)
    sent = [one for one in club.standin.requests[since:] if one.method == "PATCH"]
    through = [one for one in sent if isinstance(one.response, dict) and one.response.get("id") == table]
    by_token = [one for one in through if "/webhooks/" in one.path]
    return by_token, [one for one in sent if one.path.endswith(f"/messages/{table}")]


async def move(club: Club) -> None:
    """Make a move in the hand of the player on turn, and wait until everyone sees it."""
    before, player = len(club.log()), await club.turn()
    await club.play(1, lambda: len(club.log()) > before, only=player)
    await club.settled()
    await up_to_date(club)


async def test_a_table_is_edited_through_the_newest_click_on_it(playing: Club) -> None:
    for _ in range(2):
        before = len(playing.standin.requests)
        await move(playing)
        by_token, by_channel = edits(playing, before)
        assert by_token
        assert not by_channel
        playing.standin.advance(TOKEN_LIFE)
        await playing.open_hands()
    assert not playing.refused()


async def test_once_the_token_has_expired_the_channel_is_used(playing: Club) -> None:
    playing.standin.expire_tokens()
    before, player = len(playing.standin.requests), await playing.turn_on_table()
    await playing.play_turn(player, 1)
    await playing.standin.until(lambda: playing.named() is not player)
    by_token, by_channel = edits(playing, before)
    assert not by_token
    assert by_channel


@pytest.mark.parametrize("how", list(Unreadable))
async def test_an_edit_whose_response_cant_be_read_is_sent_again(playing: Club, how: Unreadable) -> None:
    garbled = playing.standin.garble_next("PATCH", ORIGINAL, how, times=2)
    await move(playing)
    assert garbled.times == 0
    assert len(playing.standin.messages(playing.channel)) == 3


async def test_a_deleted_table_is_posted_again(playing: Club) -> None:
    shown = playing.newest()
    playing.standin.delete_message(shown)
    await move(playing)
    assert playing.newest().id != shown.id
