"""Trouble with Discord: rate limits, refusals, lost connections, missing permissions."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.playground import INVITED, Permission, RateLimits, Rough
from bot.program.app import bot_for
from bot.program.cli.emojis import upload
from bot.program.serving import NotAdmittedError, serve
from tests.data.broken import Disk
from tests.end_to_end.club import STEADY, BotProcess, Club, open_club


def grown(club: Club, by: int) -> Callable[[], bool]:
    """Return a condition: a number of moves were made since now."""
    goal = len(club.log()) + by
    return lambda: len(club.log()) >= goal


@pytest.mark.discord(STEADY)
async def test_a_game_continues_after_a_gateway_resume(playing: Club) -> None:
    await playing.play(1, lambda: len(playing.log()) >= 4)
    playing.standin.drop_gateway()
    await playing.standin.until(lambda: playing.standin.resumed == 1)
    await playing.play(2, lambda: len(playing.log()) >= 8)
    playing.standin.drop_gateway(politely=True)
    await playing.standin.until(lambda: playing.standin.resumed == 2)
    await playing.play(3, grown(playing, 4))


async def test_a_click_during_a_gateway_outage_is_answered_after_the_resume(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    before, player = len(playing.log()), playing.to_move()
    playing.standin.drop_gateway()
    answer = await player.click("Draw", wait=False)
    await answer
    assert not answer.failed
    assert len(playing.log()) == before + 1


@pytest.mark.discord(Rough(seed=10, latency=0.1, refused=0, broken=1))
async def test_a_command_and_a_click_that_the_gateway_sends_twice_are_answered_once(club: Club) -> None:
    async with club.running():
        for _ in range(6):  # the connection breaks before or after each
            await club.ala.slash(club.channel, "rummy help")
        await club.lobby()
        for _ in range(6):
            await club.ala.click("More")
        await club.settled()
        assert club.standin.resumed >= 12
        assert club.refused() == []


async def test_edit_limits_delay_the_table_but_never_an_answer(tmp_path: Path) -> None:
    async with open_club(tmp_path, limits=RateLimits(), rough=STEADY) as club, club.running():
        await club.table()
        await club.play(1, lambda: len(club.log()) >= 10)
        assert not [
            request for request in club.standin.requests if "callback" in request.path and request.status >= 400
        ]


@pytest.mark.discord(None)
async def test_an_edit_that_is_sent_again_after_a_429_does_not_hide_a_newer_answer(club: Club) -> None:
    async with club.running():
        await club.lobby()
        lobby = club.newest()
        path = f"/messages/{lobby.id}"
        club.standin.fail_next("PATCH", path, 429, retry_after=0.3)
        await club.ala.click("More")
        settings = await club.ala.click("Table settings")
        await club.ala.choose("Choose what applies", "Friendly", message=settings.message)
        await club.standin.until(lambda: 429 in patched(club, path))  # the lobby will be sent again
        await club.ala.click("Start", message=club.newest())
        await club.standin.until(lambda: 200 in patched(club, path))
        await club.settled()
        labels = club.newest().labels
        assert "My hand" in labels
        assert any(label.startswith("Take") for label in labels)


def patched(club: Club, path: str) -> list[int]:
    """Return the statuses of all edits of a message so far."""
    return [request.status for request in club.standin.requests if request.method == "PATCH" and path in request.path]


@pytest.mark.discord(None)
async def test_a_429_is_waited_out_and_the_table_is_correct_afterwards(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    playing.standin.fail_next("PATCH", r"/messages/", 429, times=2, retry_after=0.05)
    player = playing.to_move()
    await player.click("Draw")
    await playing.standin.until(lambda: playing.public("Draw") is None)
    assert [request.status for request in playing.standin.requests].count(429) == 2


async def test_a_game_can_be_played_by_text_when_a_picture_is_refused(playing: Club) -> None:
    for status in (400, 403, 413):
        fault = playing.standin.refuse_pictures(status)
        await playing.play(status, grown(playing, 4))
        assert not playing.panel(await playing.turn()).pictures
        assert "Loose: " in playing.panel(await playing.turn()).text
        playing.standin.mend(fault)
    await playing.play(4, grown(playing, 4))
    assert playing.panel(await playing.turn()).pictures


async def test_refused_emojis_leave_buttons_with_their_text(club: Club) -> None:
    assert await upload(club.settings) == 53
    assert await upload(club.settings) == 0
    async with club.running():
        await club.table()
        player = await club.turn()
        await player.click("My hand")
        assert any(button.emoji for button in club.panel(player).buttons)
        club.standin.refuse_emojis()
        await club.play(1, lambda: len(club.log()) >= 6)
        panel = club.panel(await club.turn())
        assert panel.buttons
        assert not any(button.emoji for button in panel.buttons)
        await club.play(1, grown(club, 4))


async def test_a_table_without_bot_permissions_is_refused_and_names_the_missing_ones(club: Club) -> None:
    async with club.running():
        club.guild.permit(club.channel, INVITED & ~Permission.ATTACH_FILES)
        answer = await club.ala.slash(club.channel, "rummy new", variant="gin")
        assert answer.message is not None
        assert answer.message.ephemeral
        assert "Attach Files" in answer.text


async def test_requests_to_a_forbidden_channel_back_off_and_hands_still_work(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    playing.standin.forbid(playing.channel)
    await playing.play(2, grown(playing, 6))
    refused = [(request.method, request.path) for request in playing.standin.requests if request.status == 403]
    pings = [asked for asked in refused if asked[0] != "PATCH"]  # a ping may be sent or deleted at that moment
    assert 1 <= len(refused) - len(pings) <= 2, "a 403 is repeated"
    assert len(pings) == len(set(pings)), "a 403 is repeated"
    playing.standin.mend()
    await playing.ala.slash(playing.channel, "rummy table")
    await playing.open_hands()
    await playing.play(2, grown(playing, 4))


async def test_a_deleted_table_message_is_posted_again(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    table = playing.public("Draw")
    assert table is not None
    assert playing.bot is not None
    await playing.bot.client.http.delete_message(playing.channel.id, table.id)
    await playing.to_move().click("Draw")
    await playing.standin.until(lambda: any("My hand" in m.labels and m.id != table.id for m in playing.eve.sees()))


async def test_sigterm_ends_the_process_and_loses_nothing(club: Club) -> None:
    async with BotProcess(club) as bot:
        await end_and_go_on(club, bot)


async def end_and_go_on(club: Club, bot: BotProcess) -> None:
    """Stop the process during a deal, and continue with a new one."""
    await club.table()
    await club.play(1, lambda: len(club.log()) >= 5)
    before = club.log()
    assert await bot.stop() == 0
    assert club.log() == before
    await bot.start()
    await club.open_hands()
    await club.play(2, lambda: len(club.log()) >= len(before) + 5)
    assert club.log()[: len(before)] == before
    assert await bot.stop() == 0


async def test_a_refused_token_has_a_separate_error(club: Club) -> None:
    async with bot_for(club.settings) as bot:
        with pytest.raises(NotAdmittedError, match="Discord rejects the token"):
            await serve(bot, "another-token", asyncio.Event())


async def test_a_pending_click_is_stored_and_answered_before_shutdown(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, go_on, play = asyncio.Event(), asyncio.Event(), play_requests.move

    async def held_up(table: Table, *move: Any, **about: Any) -> None:  # noqa: ANN401 - the arguments of a move
        heard.set()
        await go_on.wait()
        await play(table, *move, **about)

    async with club.running() as bot:
        await club.table()
        await club.play(1, club.drawing)
        player, before = club.to_move(), len(club.log())
        monkeypatch.setattr(play_requests, "move", held_up)
        click = await player.click("Draw", message=club.panel(player), wait=False)
        await heard.wait()
        closing = asyncio.create_task(bot.close())
        await asyncio.wait({closing}, timeout=0.05)
        assert not closing.done()
        go_on.set()
        await click
        await closing
        assert not click.failed
        assert len(club.log()) == before + 1


async def test_a_player_whose_clicks_failed_for_minutes_makes_the_next_move(
    club: Club, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    async with club.running():
        await club.table(pace="live")
        await club.play(1, club.drawing)
        before, player = club.log(), club.to_move()
        with disk.broken():
            for _ in range(3):
                answer = await player.click("Draw", message=club.panel(player))
                assert "The database isn't answering. Nothing is lost; try again in a moment." in answer.text
                club.standin.advance(60)
        assert "disk I/O error" in caplog.text
        assert "check the disk" in caplog.text
        await club.awake()
        await player.click("Draw", message=club.panel(player))
        (move,) = club.log()[len(before) :]
        assert move[3] == "draw"
