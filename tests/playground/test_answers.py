"""An interaction can be answered once, within three seconds, and its token works for 15 minutes."""

from __future__ import annotations

import json
import time

import discord
import pytest

from bot.playground import AnswerKind, StandIn, interactions
from tests.playground.a_bot import Screen
from tests.playground.conftest import Club


async def _unanswered(club: Club) -> discord.Interaction:
    """Click, and return the interaction once the bot has received it. The bot doesn't answer by itself."""
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    club.bot.silent = True
    await club.ala.click("My hand", wait=False)
    await club.standin.until(lambda: club.bot.clicks)
    return club.bot.clicks[0]


async def test_no_answer_within_three_seconds_is_a_failure(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    club.bot.silent = True
    answer = await club.ala.click("My hand", wait=False)
    club.standin.advance(2.9)
    assert answer.pending
    club.standin.advance(0.2)
    assert (await answer).failed
    assert answer.notice == "This interaction failed"
    assert answer.message is None


async def test_three_seconds_pass_by_themselves(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    club.bot.silent = True
    answer = await club.ala.click("My hand")
    assert answer.kind is AnswerKind.FAILED


async def test_a_late_answer_is_refused(club: Club) -> None:
    click = await _unanswered(club)
    club.standin.advance(3.1)
    with pytest.raises(discord.NotFound) as refused:
        await click.response.send_message("late", ephemeral=True)
    assert refused.value.code == 10062


class Hour:
    """The machine's clocks, which may jump: an hour passes, in which this process works or is kept from it."""

    def __init__(self, standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
        self._standin = standin
        self._passed = self._worked = 0.0
        monkeypatch.setattr(interactions, "time", self)

    def monotonic(self) -> float:
        return time.monotonic() + self._passed

    def process_time(self) -> float:
        return time.process_time() + self._worked

    def passes(self, *, working: bool) -> None:
        self._passed += 3600
        self._worked += 3600 * working
        self._standin.world.advance(3600)


async def test_time_in_which_the_machine_is_suspended_does_not_count(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    click = await _unanswered(club)
    Hour(club.standin, monkeypatch).passes(working=False)
    await click.response.send_message("in time", ephemeral=True)


async def test_time_in_which_the_bot_blocks_its_event_loop_counts(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    click = await _unanswered(club)
    Hour(club.standin, monkeypatch).passes(working=True)
    with pytest.raises(discord.NotFound):
        await click.response.send_message("late", ephemeral=True)


async def test_a_second_answer_is_refused(club: Club) -> None:
    click = await _unanswered(club)
    again = discord.Interaction(data=_copy(club), state=club.bot._connection)
    await click.response.send_message("first", ephemeral=True)
    with pytest.raises(discord.HTTPException) as refused:
        await again.response.send_message("second", ephemeral=True)
    assert refused.value.code == 40060


def _copy(club: Club) -> discord.types.interactions.Interaction:
    (session,) = club.standin.sessions
    payload: discord.types.interactions.Interaction = json.loads(session.backlog[-1][1])["d"]
    return payload


async def test_growing_older_forgets_messages_pictures_and_tokens_of_more_than_15_minutes_ago(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.ala.click("My hand")
    (click,) = club.bot.clicks
    club.standin.age(600, [club.ala])
    before = len(club.ala.sees())
    await club.ala.slash(club.channel, "rummy hand")
    await club.standin.until(lambda: club.standin.quiet and len(club.ala.sees()) > before)
    club.standin.age(600, [club.ala])
    assert len(club.ala.sees()) == 1
    club.standin.age(600, [club.ala])
    assert club.ala.sees() == []
    assert not club.standin.world.attachments
    with pytest.raises(discord.HTTPException) as refused:
        await click.edit_original_response(view=Screen("Too late"))
    assert refused.value.status == 404


async def test_a_token_expires_after_15_minutes(club: Club) -> None:
    answer = await club.ala.slash(club.channel, "rummy hand")
    await club.standin.until(lambda: answer.text == "Your hand")
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.ala.click("My hand")
    (click,) = club.bot.clicks
    club.standin.advance(899)
    await click.edit_original_response(view=Screen("Still here"), attachments=[])
    assert club.ala.sees()[-1].text == "Still here"
    club.standin.advance(2)
    with pytest.raises(discord.HTTPException) as refused:
        await click.edit_original_response(view=Screen("Too late"))
    assert (refused.value.status, refused.value.code) == (401, 50027)
    assert club.ala.sees()[-1].text == "Still here"


async def test_the_same_event_can_come_twice(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    answer = await club.ala.click("My hand")
    club.standin.deliver_again(answer.interaction)
    await club.standin.until(lambda: len(club.bot.clicks) == 2)
    assert club.bot.clicks[0].id == club.bot.clicks[1].id
    await club.standin.until(lambda: club.standin.requests[-1].status == 400)
    assert club.standin.requests[-1].response["code"] == 40060


async def test_a_forged_click_reaches_the_bot(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    (message,) = club.bob.sees()
    assert (await club.bob.forge(message, "nonsense:1")).notice == "That button is old."
    assert (await club.bob.forge(message, "pick:9", values=["queen"])).notice == "picked ['queen']"


async def test_a_deleted_answer_is_gone(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    answer = await club.ala.click("My hand")
    await club.bot.clicks[0].delete_original_response()
    assert answer.message is None
    with pytest.raises(discord.NotFound) as refused:
        await club.bot.clicks[0].edit_original_response(content="gone")
    assert refused.value.code == 10008


async def test_before_the_answer_there_is_no_webhook(club: Club) -> None:
    click = await _unanswered(club)
    with pytest.raises(discord.NotFound) as refused:
        await click.edit_original_response(content="early")
    assert refused.value.code == 10015


async def test_the_first_follow_up_replaces_thinking(club: Club) -> None:
    click = await _unanswered(club)
    await click.response.defer(ephemeral=True, thinking=True)
    assert club.ala.sees()[-1].loading
    await click.followup.send("here", ephemeral=True)
    assert [(message.text, message.loading) for message in club.ala.sees()[1:]] == [("here", False)]


async def test_a_stopped_clock_moves_only_on_demand() -> None:
    standin = StandIn(clock=lambda: 1_700_000_000.0)
    assert standin.now() == 1_700_000_000.0
    standin.advance(60)
    assert standin.now() == 1_700_000_060.0
