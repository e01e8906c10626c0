"""Practice: one command to the first card, private, next to the table of the channel, and back after a restart."""

import re
from functools import partial

import pytest

from bot.playground import Channel, Person, SeenMessage
from bot.rummy.families import Variant
from tests.end_to_end.club import Club, file_of
from tests.playground.spec import spec_faults


async def one_deal(club: Club, person: Person, seed: int) -> SeenMessage:
    """Play a person's practice game to the end of a deal, by what they see. Return the result."""
    (guest,) = club.guests(seed)
    for _ in range(500):
        shown = newest(person, club.channel)
        if {"Rematch", "Next deal"} & set(shown.labels):
            return shown
        if not await guest.act():
            await club.standin.until(partial(changed, club, person, shown))
    raise AssertionError("the deal doesn't end")


def hand_of(panel: SeenMessage) -> int:
    """Return how many cards the picture of a hand shows, according to its alt text."""
    [hand] = panel.pictures
    found = re.search(r"^Your hand, (\d+) cards", hand.alt or "")
    assert found is not None, hand.alt
    return int(found[1])


def changed(club: Club, person: Person, shown: SeenMessage) -> bool:
    return newest(person, club.channel) != shown


def newest(person: Person, channel: Channel) -> SeenMessage:
    return [message for message in person.sees(channel) if message.ephemeral][-1]


async def test_practice_is_one_command_and_posts_nothing(club: Club) -> None:
    async with club.running():
        await club.table()  # of Ala and Bob
        before, pings = [message.id for message in club.eve.sees(club.channel)], len(club.bob.pings)
        answer = await club.ala.slash(club.channel, "rummy practice")
        assert answer.message is not None
        assert answer.message.ephemeral
        assert hand_of(answer.message) in (10, 11)
        assert "Your turn: " in answer.text or "Waiting" in answer.text  # the first player is random
        assert [message.id for message in club.eve.sees(club.channel)] == before, "practice was posted"
        assert "Bob" in (await club.ala.slash(club.channel, "rummy hand")).text, "the hand of the channel's table"
        again = await club.ala.slash(club.channel, "rummy practice")
        assert "unfinished game" in again.text
        await club.settled()
        other = await club.bob.slash(club.channel, "rummy practice", variant="german", level="hard")
        assert other.message is not None
        remembered = await club.bob.slash(club.channel, "rummy practice")
        assert remembered.message is not None
        assert hand_of(remembered.message) > 11, "German Rummy deals 13 cards"
        await club.settled()
        assert (club.ala.pings, len(club.bob.pings)) == ([], pings)
        assert spec_faults(club.standin.requests) == []


async def test_practice_has_as_many_computers_as_the_game_allows(club: Club) -> None:
    async with club.running():
        asked = await club.ala.slash(club.channel, "rummy practice", variant="Remik 51", level="easy", computers=5)
        assert asked.message is not None
        listed = await club.ala.slash(club.channel, "rummy mine")
        against = re.search(r"practice against (.*) ·", listed.text)
        assert against is not None
        assert len(re.split(", | and ", against[1])) == 5
        back = await club.ala.slash(club.channel, "rummy practice")
        assert "unfinished game" in back.text, "without a number, any will do"
        another = await club.ala.slash(club.channel, "rummy practice", computers=2)
        assert "unfinished game" not in another.text
        refused = await club.ala.slash(club.channel, "rummy practice", variant="german", computers=4)
        assert "German Rummy is for 2 to 4 players." in refused.text


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["gin", pytest.param("basic", marks=pytest.mark.soak)])
async def test_a_practice_game_survives_a_restart_and_ends_in_one_message(club: Club, variant: str) -> None:
    async with club.running():
        opened = await club.ala.slash(club.channel, "rummy practice", variant=variant)
        assert opened.message is not None
    async with club.running():
        club.opened = club.standin.now()
        back = await club.ala.slash(club.channel, "rummy practice")
        assert "unfinished game" in back.text
        club.variant, club.players = Variant(variant), [club.ala]
        result = await one_deal(club, club.ala, 3)
        if "Next deal" in result.labels:
            await club.ala.click("Next deal", message=result)
            for label in ("More", "Resign", "Resign"):
                await club.ala.click(label)
        await club.settled()
        panels = club.live_panels(club.ala)
        assert len(panels) == 1, panels
        assert not any("Share" in one.labels for one in panels)
        assert club.eve.sees(club.channel) == []
        assert club.eve.pings == club.ala.pings == []
        shown = await club.ala.slash(club.channel, "league profile")
        assert "Ala" in shown.text
        held = await club.ala.slash(club.channel, "me data export")
        assert b'"tables"' in file_of(held)
        rematch = await club.ala.click("Rematch", message=panels[0])
        assert "Jasper" in rematch.text, "the computer"
        await club.settled()
        live = rematch.message
        assert live is not None
        stranger = await club.bob.forge(live, next(b.custom_id for b in live.buttons if b.label == "More"))
        assert "no longer exists" in stranger.text
        assert spec_faults(club.standin.requests) == []
