"""Absent players: turns that time out, computers that take over seats, players who return, time given back."""

import asyncio
import json
import re
from functools import partial

import pytest

from bot.playground import Person
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check
from cogs.edge.client import DiscordClient
from tests.end_to_end.club import STEADY, Club

pytestmark = pytest.mark.discord(STEADY)
MINUTE, HOUR, DAY = 60, 3600, 86_400
TURN = 2 * MINUTE + 1
"""Seconds after which a live turn has certainly timed out: the limit and the reserve."""
SHORT = code_for(options_for(Variant.GIN, {"deals": 1}))
WAITS = HOUR
"""Seconds for which a computer waits before its turn where a test must not find the deal ended by it."""


async def absent(club: Club) -> Person:
    """Miss two turns in a row for the player whose turn it is, while the other plays. Return the absent player."""
    missing = await club.turn_on_table()
    other = club.after(missing)
    for _ in range(2):
        club.standin.advance(TURN)
        await club.standin.until(lambda: club.named() is not missing)
        await club.open_hands()
        if club.named() is other:
            await club.play_turn(other, seed=3)
    await club.standin.until(lambda: f"{missing.name} is away" in club.newest().text)
    return missing


async def turn_of(club: Club, person: Person, *others: Person) -> None:
    """Wait until it's a player's turn, in the next deal if this one ends first; the ``others`` aren't away either."""
    while club.named() is not person:
        await club.standin.until(lambda: club.named() is person or "Ready" in club.newest().labels)
        result = club.newest()
        if "Ready" in result.labels:
            for ready in (person, *others):
                await ready.click("Ready", message=result)
            await club.standin.until(partial(_moved_on, club, result.id))


def _moved_on(club: Club, message: int) -> bool:
    """Return whether there is a newer message than this one."""
    return club.newest().id != message


def shown_deadline(club: Club) -> int:
    """Return the end of the turn in epoch seconds, as the table shows it."""
    found = re.search(r"<t:(\d+):R>", club.newest().text)
    assert found is not None
    return int(found[1])


async def test_a_computer_takes_over_after_two_missed_turns_and_one_click_returns_the_seat(club: Club) -> None:
    async with club.running(pause=WAITS):
        await club.table("gin", pace="live")
        missing = await absent(club)
        marked = [text for *_, text, _ in club.log() if text.endswith(" !")]
        assert len(marked) >= 2
        other = club.after(missing)
        await turn_of(club, missing)  # the computer waits
    async with club.running():
        for seed in range(2):
            await turn_of(club, other)
            await club.play_turn(other, seed)
        await turn_of(club, other)
        await missing.click("My hand", message=club.public("My hand"))
        answer = await missing.click("I'm back")
        assert not answer.failed
        await club.standin.until(lambda: "is away" not in club.newest().text)
        await club.open_hands()
        await club.play_turn(other, seed=4)
        await turn_of(club, missing, other)
        before = len(club.log())
        await club.play_turn(missing, seed=5)
        assert not [text for *_, text, _ in club.log()[before:] if text.endswith(" !")]


async def test_a_player_whose_game_a_computer_finished_loses_and_the_record_marks_the_moves(club: Club) -> None:
    async with club.running(pause=WAITS):
        await club.table("gin", rules=SHORT, pace="live")
        missing = await absent(club)
    async with club.running():
        await club.open_hands()
        await club.game_over(seed=6)
        other, card, shown = club.after(missing), club.newest().pictures[0].alt or "", club.newest().text
        record = json.loads(await club.record())
        assert check(record) == record
        assert any(move.endswith(" !") for deal in record["deals"] for move in deal["moves"])
        assert card.startswith(f"{other.name} wins.")
        assert [line for line in shown.splitlines() if missing.name in line and "loss" in line], shown


async def test_the_next_deal_waits_twenty_seconds_for_players_who_are_not_ready(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="live")
        await club.play(8, lambda: club.public("Ready") is not None)
        result = club.newest()
        await club.ala.click("Ready", message=result)
        await club.standin.until(lambda: "Ready: ① Ala" in club.newest().text)
        club.standin.advance(10)  # the seconds that the test itself takes count, too
        await club.settled()
        assert club.newest().id == result.id
        club.standin.advance(10)
        await club.standin.until(lambda: club.newest().id != result.id and club.named())


async def test_the_next_deal_starts_at_once_after_a_resume_that_replays_the_clicks(club: Club) -> None:
    async with club.running() as bot:
        await club.table("gin", pace="live")
        await club.play(8, lambda: club.public("Ready") is not None)
        result = club.newest()
        noticed = asyncio.create_task(bot.client.wait_for("disconnect"))
        with club.standin.gateway_away(resumable=True):
            await noticed
            clicks = [await person.click("Ready", message=result, wait=False) for person in club.players]
        for click in clicks:
            await click
        await club.standin.until(lambda: club.newest().id != result.id and club.named())


async def test_a_table_where_all_players_are_away_pauses_until_one_is_back(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="live")
        await club.turn_on_table()
        for _ in range(4):
            club.standin.advance(TURN)
            await club.settled()
        await club.standin.until(lambda: "Everyone is away" in club.newest().text)
        await club.settled()
        lines = len(club.log())
        club.standin.advance(HOUR)
        await club.settled()
        assert len(club.log()) == lines
        await club.bob.click("My hand", message=club.public("My hand"))
        await club.bob.click("I'm back")
        await club.standin.until(lambda: club.named() is club.bob)


async def test_a_slow_turn_lasts_a_full_day(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        player, before = await club.turn_on_table(), len(club.log())
        club.standin.advance(DAY - MINUTE)
        await club.settled()
        assert len(club.log()) == before
        club.standin.advance(MINUTE + 1)
        await club.standin.until(lambda: len(club.log()) > before)
        assert club.log()[before][3].endswith(" !")
        await club.standin.until(lambda: club.named() is not player)


async def test_a_turn_has_at_least_a_minute_left_after_a_restart(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="live")
        await club.turn_on_table()
        club.standin.advance(2 * MINUTE - 10)
    before = len(club.log())
    club.standin.advance(HOUR)
    async with club.running():
        await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
        await club.settled()
        assert len(club.log()) == before
        club.standin.advance(MINUTE - 10)
        await club.settled()
        assert len(club.log()) == before, "downtime was counted"
        club.standin.advance(11)
        await club.standin.until(lambda: len(club.log()) > before)


@pytest.mark.parametrize("resumable", [True, False])
async def test_clocks_stop_while_the_gateway_is_down(
    club: Club, monkeypatch: pytest.MonkeyPatch, resumable: bool
) -> None:
    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)
    async with club.running() as bot:
        await club.table("gin", pace="live")
        await club.turn_on_table()
        club.standin.advance(2 * MINUTE - 10)
        before = len(club.log())
        noticed = asyncio.create_task(bot.client.wait_for("disconnect"))
        with club.standin.gateway_away(resumable=resumable):
            await noticed
            club.standin.advance(HOUR)
            await club.settled()
        await club.awake()
        await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
        await club.settled()
        assert len(club.log()) == before
        club.standin.advance(MINUTE - 10)
        await club.settled()
        assert len(club.log()) == before, "downtime was counted"
        club.standin.advance(11)
        await club.standin.until(lambda: len(club.log()) > before)


async def at_once(*_: object, **__: object) -> None:
    """Identify without the five seconds that Discord requires between two of them."""


@pytest.mark.parametrize("started", [False, True])
async def test_a_table_without_a_click_for_a_week_is_closed_without_a_result(club: Club, started: bool) -> None:
    async with club.running():
        await (club.table() if started else club.lobby())
        club.standin.advance(7 * DAY - HOUR)
        await club.settled()
        assert (await club.eve.slash(club.channel, "rummy new", variant="gin")).message.ephemeral  # type: ignore[union-attr]
        club.standin.advance(HOUR + 1)
        await club.standin.until(lambda: not {"My hand", "Join"} & set(club.newest().labels))
        assert "won" not in club.newest().text
        if started:
            record = json.loads(await club.record())
            assert check(record) == record
            assert "result" not in record
        await club.lobby("basic")


async def test_a_computer_replaces_a_player_who_leaves_a_game_of_three(club: Club) -> None:
    async with club.running():
        rules = code_for(options_for(Variant.GERMAN, {"rounds": 1, "training": True}))
        await club.table("german", players=3, rules=rules, pace="live")
        await club.play(1, lambda: len(club.log()) >= 6)
        await club.cyd.slash(club.channel, "rummy resign")
        answer = await club.cyd.click("Leave the game")
        assert not answer.failed
        await club.standin.until(lambda: "Cyd left the game" in club.newest().text)
        club.players.remove(club.cyd)
        seat, before, pings = 2, len(club.log()), len(club.turn_pings(club.cyd))
        await club.play(2, lambda: seat in [line[2] for line in club.log()[before + 2 :]])
        assert not (await club.cyd.click("My hand")).failed
        assert len(club.turn_pings(club.cyd)) == pings
