"""Pings: one per turn, deleted when the player has moved, where and when the player wants it."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.playground import Answer, Person, SeenMessage
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.end_to_end.club import STEADY, Club
from tests.playground.spec import spec_faults

pytestmark = pytest.mark.discord(STEADY)
MINUTE, HOUR = 60, 3600
SHORT = code_for(options_for(Variant.GERMAN, {"rounds": 1, "small_deck": True}))


@pytest.mark.soak
async def test_a_whole_slow_game_pings_once_per_turn_and_deletes_every_ping(club: Club) -> None:
    async with club.running():
        await club.table("german", rules=SHORT, pace="slow")
        turns = dict.fromkeys(club.players, 0)
        while club.public("Rematch") is None:
            if club.public("Next deal") is not None:
                await club.ala.click("Next deal")
                await club.shown("My hand")
                continue
            player = await club.turn_on_table()
            turns[player] += 1
            club.standin.advance(MINUTE + 1)
            await pinged(club, player, turns[player])
            await club.play_turn(player, seed=7)
        await club.standin.until(lambda: club.current_pings() == [])
        for player in club.players:
            assert len(club.turn_pings(player)) == turns[player] > 3
            assert club.invitations(player) == (player is club.bob)
        assert club.eve.pings == []
        assert spec_faults(club.standin.requests) == []


def one_for(club: Club, player: Person) -> bool:
    """Return whether there is one ping, for that player."""
    return [ping.mentions for ping in club.current_pings()] == [(player.name,)]


async def test_players_who_act_within_a_minute_get_no_ping(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="live")
        for seed in range(8):
            player = await club.turn_on_table()
            await club.play_turn(player, seed)
        await club.settled()
        assert [len(club.turn_pings(player)) for player in club.players] <= [1, 1], (
            "who has not played yet is not looking"
        )
        assert club.current_pings() == []
        player, before = await club.turn_on_table(), sum(len(club.turn_pings(one)) for one in club.players)
        club.standin.advance(MINUTE + 1)
        await club.standin.until(lambda: one_for(club, player))
        await club.settled()
        assert sum(len(club.turn_pings(one)) for one in club.players) == before + 1


async def nudged(club: Club, person: Person) -> Answer:
    """Nudge the player on turn, by the button behind *More*."""
    await person.click("More", message=club.public("More"))
    return await person.click("Nudge")


async def test_a_slow_turn_has_reminders_at_half_and_nine_tenths_and_by_a_nudge(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        player = await club.turn_on_table()
        other = club.after(player)
        club.standin.advance(2 * MINUTE)
        await pinged(club, player, 1)
        too_soon = await nudged(club, other)
        assert too_soon.message is not None
        assert too_soon.message.ephemeral
        await club.settled()
        assert len(club.turn_pings(player)) == 1
        club.standin.advance(2 * HOUR)
        await nudged(club, other)
        await pinged(club, player, 2)
        club.standin.advance(10 * HOUR)
        assert "half" in (await pinged(club, player, 3)).text
        club.standin.advance(10 * HOUR)
        assert "tenth" in (await pinged(club, player, 4)).text
        await club.open_hands()
        await club.play_turn(player, seed=1)
        await club.standin.until(lambda: not [ping for ping in club.turn_pings(player) if not ping.gone])


async def pinged(club: Club, player: Person, times: int) -> SeenMessage:
    """Wait until a player has had a number of pings, and only the last one is left."""
    await club.standin.until(lambda: len(club.turn_pings(player)) == times and one_for(club, player))
    return club.turn_pings(player)[-1]


async def test_pings_are_direct_messages_or_switched_off_as_the_player_chooses(club: Club) -> None:
    async with club.running():
        for person, wish in ((club.ala, "direct"), (club.bob, "none")):
            answer = await person.slash(club.channel, "me notifications", where=wish)
            assert answer.message is not None
            assert answer.message.ephemeral
        await club.table("gin", pace="slow")
        for seed in range(10):
            player = await club.turn_on_table()
            if seed >= 3 and player is club.bob:  # who gets no pings
                break
            club.standin.advance(MINUTE + 1)
            if player is club.ala:
                await club.standin.until(lambda: [ping.direct for ping in club.current_pings()] == [True])
            await club.play_turn(player, seed)
        await club.standin.until(lambda: club.current_pings() == [])
        assert club.turn_pings(club.ala)
        assert club.turn_pings(club.bob) == []


def refusals(club: Club) -> list[str]:
    """Return the requests that Discord has forbidden."""
    return [request.path for request in club.standin.requests if request.status == 403]


async def test_a_failed_direct_message_switches_direct_messages_off_and_says_so_once(club: Club) -> None:
    async with club.running():
        await club.table("gin", pace="slow")
        for person in club.players:
            await person.slash(club.channel, "me notifications", where="direct")
            person.refuse_direct_messages()
        await club.play_turn(await club.turn_on_table(), seed=0)  # who may have had a ping before
        player = await club.turn_on_table()
        club.standin.advance(MINUTE + 1)
        await club.standin.until(lambda: refusals(club) and one_for(club, player))
        assert not club.turn_pings(player)[-1].direct, "the ping that failed goes to the channel"
        first, second = [(await player.click("My hand")).text for _ in range(2)]
        assert "direct message" in first.lower()
        assert "direct message" not in second.lower()
        assert len(refusals(club)) == 1
        await club.play_turn(player, seed=1)
        other = await club.turn_on_table()
        club.standin.advance(MINUTE + 1)
        await club.standin.until(lambda: one_for(club, other))


async def test_quiet_hours_delay_a_ping_until_they_end(club: Club) -> None:
    async with club.running():
        now = datetime.fromtimestamp(club.standin.now(), UTC)
        hours = {"quiet_from": f"{now - timedelta(hours=1):%H:%M}", "quiet_to": f"{now + timedelta(hours=3):%H:%M}"}
        for person in club.players:
            answer = await person.slash(club.channel, "me notifications", wait=True, zone="UTC", **hours)
            assert hours["quiet_from"] in answer.text, answer.text
        await club.table("gin", pace="slow")
        player = await club.turn_on_table()
        club.standin.advance(2 * HOUR)
        await club.settled()
        assert club.turn_pings(player) == []
        club.standin.advance(HOUR)
        await pinged(club, player, 1)
