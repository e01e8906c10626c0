"""Tournaments end to end: a round robin of five with byes, a walkover, a tie on points; two admins at once."""

import asyncio
from functools import partial

import pytest

from bot.playground import MEMBER, Permission, Person
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.end_to_end.club import Club
from tests.end_to_end.server.tournaments import MINE, message_of, play, resign, table_of
from tests.playground.spec import spec_faults

HOUR = 3600
ONE_DEAL = code_for(options_for(Variant.GIN, {"deals": 1}))


async def opened(club: Club, people: list[Person]) -> None:
    """Open a tournament of one-deal games, let these people join by its button, and draw it."""
    await club.eve.slash(
        club.channel, "rummy-admin tournament open", name="Winter", pace="none", rules=ONE_DEAL, hours=3 * 24
    )
    await club.shown("Join")
    for person in people:
        assert not (await person.click("Join", message=club.public("Join"))).failed
    await club.standin.until(lambda: f"{len(people)} of at most" in getattr(club.public("Join"), "text", ""))
    await club.eve.slash(club.channel, "rummy-admin tournament draw", tournament="Winter")
    await club.shown(MINE)


def pairs(club: Club, people: list[Person]) -> list[tuple[Person, Person]]:
    """Return the pairs that have a button."""
    named = {person.name: person for person in people}
    shown = [label.split(" – ") for label in message_of(club).labels if " – " in label]
    return [(named[one], named[other]) for one, other in shown]


@pytest.mark.soak
async def test_five_people_play_a_round_robin_with_byes_a_walk_over_and_a_tie_on_points(club: Club) -> None:
    fay = club.guild.add_person("Fay")
    people = [club.ala, club.bob, club.cyd, club.dan, fay]
    async with club.running():
        await opened(club, people)
        (one, other), (third, fourth) = pairs(club, people)
        first = await play(club, one, other, seed=1)  # three win in a circle: the points of this game tell them apart
        last = other if first is one else one
        (absent,) = set(people) - {one, other, third, fourth}
        better = {(first, last), (last, third), (third, first)}
        better |= {(strong, weak) for strong in (first, last, third) for weak in (fourth, absent)}
        for matchday in range(1, 6):
            await club.standin.until(partial(_is_on, club, matchday))
            assert "has a bye" in message_of(club).text
            left = pairs(club, people)
            for pair in left:
                winner, loser = pair if pair in better else pair[::-1]
                if {*pair} != {fourth, absent}:
                    await resign(club, winner, loser)
            if {fourth, absent} in map(set, left):
                await _walk_over(club, fourth, absent)
        await club.standin.until(lambda: club.public("Table") is not None and club.public(MINE) is None)
        end = club.public("Table")
        assert end is not None
        assert "The tournament Winter is over" in end.text
        assert f"{first.name} wins!" in end.text
        order = zip((first, third, last, fourth, absent), (6, 6, 6, 2, 0), strict=True)
        rows = [line.split(" · ")[:2] for line in end.text.splitlines() if line.startswith("`")]
        assert rows == [[f"`{rank}` **{who.name}**", str(points)] for rank, (who, points) in enumerate(order, 1)]
        assert f"{first.name} is ahead of {third.name} by margin: +" in end.text
        assert f"{third.name} is ahead of {last.name} by margin: 0 to −" in end.text
        assert f"{first.name}, {6} points" in (end.pictures[0].alt or "")
        assert spec_faults(club.standin.requests) == []


def _is_on(club: Club, matchday: int) -> bool:
    return f"Matchday {matchday} of 5" in message_of(club).text


async def _walk_over(club: Club, came: Person, absent: Person) -> None:
    """Seat one player and let the time of the other run out; only these two are reminded."""
    await came.click(MINE, message=message_of(club))
    await club.standin.until(lambda: table_of(club, absent, "Join") is not None)
    await club.settled()  # pings about the games before this one are on their way
    before = message_of(club)
    pinged = {person: len(person.pings) for person in (club.ala, club.bob, club.cyd, club.dan, came, absent)}
    club.standin.advance(37 * HOUR)
    await club.standin.until(lambda: len(absent.pings) > pinged[absent])
    reminder = absent.pings[-1]
    assert set(reminder.mentions) == {came.name, absent.name}
    assert "You still have a game to play in the tournament Winter" in reminder.text
    assert {person for person, count in pinged.items() if len(person.pings) > count} == {came, absent}
    club.standin.advance(36 * HOUR)

    def ruled() -> bool:
        told = any(f"walkover for {came.name}" in message.text for message in club.eve.sees(club.channel))
        shown = club.public(MINE)
        return told and (shown is None or shown.id != before.id)

    await club.standin.until(ruled)


async def test_only_one_of_two_admins_drawing_at_once_draws(club: Club) -> None:
    gus = club.guild.add_person("Gus", permissions=MEMBER | Permission.MANAGE_GUILD)
    async with club.running():
        await club.eve.slash(club.channel, "rummy-admin tournament open", name="Winter")
        await club.shown("Join")
        for person in (club.ala, club.bob, club.cyd):
            await person.click("Join", message=club.public("Join"))
        answers = await asyncio.gather(
            *(who.slash(club.channel, "rummy-admin tournament draw", tournament="Winter") for who in (club.eve, gus))
        )
        said = sorted(answer.text.split(" ")[0] for answer in answers)
        assert said == ["This", "Winter"], [answer.text for answer in answers]
        await club.shown(MINE)
        shown = [message for message in club.bob.sees(club.channel) if "Matchday 1 of 3" in message.text]
        assert len([message for message in shown if not message.ephemeral]) == 1
