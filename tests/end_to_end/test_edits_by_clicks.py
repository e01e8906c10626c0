"""Tables that are edited through the tokens of clicks on them (REMIK_EDIT_BY_CLICKS), which Discord doesn't count."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from bot.backoff import Backoff
from bot.playground import LoggedRequest, Unreadable
from bot.playground.interactions import TOKEN_LIFE
from bot.playground.state import EPHEMERAL
from cogs.edge import channel_writer
from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD
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


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("variant", "players"), [("gin", 2), ("basic", 3), ("german", 3)])
@pytest.mark.parametrize("habit", ["off", "once", "deal", "draw"])
async def test_two_thirds_of_the_edits_in_live_games_arent_counted(
    club: Club, soak_seed: str, habit: str, variant: str, players: int
) -> None:
    """People play a live game, a click every two to eight seconds.

    They press *My hand* once, under the table of every deal, or the draw of every turn on the table, and else their
    hands. Without the setting (off) it's once, too.
    """
    chance, done = random.Random(soak_seed), set[object]()
    club.limits["edit_by_clicks"] = habit != "off"
    async with club.running(edit_interval=EDIT_INTERVAL, hold=LONGEST_HOLD):
        await club.table(variant, players=players, pace="live")
        guests, before = club.guests(1), len(club.standin.requests)
        while club.public("Rematch") is None:
            drawing, table, named = club.public("Draw"), club.public("My hand"), club.named()
            if habit == "draw" and drawing and named and (turn := (drawing.id, len(club.log()))) not in done:
                done.add(turn)
                await named.click("Draw", message=drawing)
            elif habit == "deal" and table and table.id not in done:
                done.add(table.id)
                for person in club.players:
                    await person.click("My hand", message=table)
            else:
                _ = await club.act(guests) or await club.look()
            for _ in range(2 * chance.randint(2, 8)):
                club.standin.advance(0.5)
                await asyncio.sleep(0.025)  # the bot writes meanwhile; Discord's clock has jumped half a second
        sent = club.standin.requests[before:]
    by_channel = [one for one in sent if one.method == "PATCH" and "/channels/" in one.path]
    by_token = [one for one in sent if one.method == "PATCH" and "/webhooks/" in one.path and _is_public(one)]
    counted = [one for one in sent if "/webhooks/" not in one.path and "/interactions/" not in one.path]
    edits = len(by_token) + len(by_channel)
    print(f"{variant}, {habit}: {len(by_token)} of {edits} edits not counted, {len(counted)} requests counted")  # noqa: T201
    assert habit == "off" or len(by_token) > edits * 2 / 3


def _is_public(edit: LoggedRequest) -> bool:
    return edit.status == 200 and not edit.response["flags"] & EPHEMERAL
