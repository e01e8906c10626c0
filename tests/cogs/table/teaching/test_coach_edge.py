"""The coach over the stand-in: a line per moment, none twice, also after a restart, and off with one click."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.players.coaching import CoachLine, CoachScope
from bot.playground import SeenMessage
from bot.playground.people import Person
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club

LAMP = "💡 "
MOVES = ("Take ", "Draw", "Pass")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path) as opened:
        yield opened


def coached(panel: SeenMessage) -> str:
    """Return the coach's line in a panel; empty without one. A suggestion has the same lamp."""
    found = [line.partition(LAMP)[2] for line in panel.text.splitlines() if LAMP in line]
    assert len(found) <= 1
    return next((line for line in found if line.startswith(tuple(sentences(CoachScope.ADVICE)))), "")


def sentences(scope: CoachScope) -> list[str]:
    """Return how the lines of a scope begin, up to their first value."""
    shorts = (line.short for line in CoachLine if line.scope <= scope)
    return [short.split("{")[0] for short in shorts if not short.startswith("{")]


async def panel_of(club: Club, person: Person) -> SeenMessage:
    return await said(club, person.slash(club.channel, "rummy hand"))


async def turn(club: Club, person: Person, panel: SeenMessage) -> list[str]:
    """Draw from the stock, or pass; then discard the first card. Return what the coach says in each panel."""
    lines = [coached(panel)]
    label = next(label for start in ("Draw", "Pass") for label in panel.labels if label.startswith(start))
    panel = await said(club, person.click(label, message=panel))
    if "discard" in panel.text.splitlines()[0]:
        lines.append(coached(panel))
        card = next(label for label in panel.labels if label[-1] in "♣♠♥♦" and " " not in label)
        await said(club, person.click(card, message=panel))
    await club.settled()
    return lines


async def test_a_coach_explains_words_in_rated_games_repeats_none_and_can_be_turned_off(club: Club) -> None:
    read = dict[str, list[str]]()
    async with club.running():
        await club.table()
        for _ in range(4):
            person = club.to_move()
            panel = await panel_of(club, person)
            again = await panel_of(club, person)
            assert coached(again) == coached(panel), "the line stays until the table moves on"
            read.setdefault(person.name, []).extend(await turn(club, person, again))

    async with club.running():  # the coach remembers its last lines
        await club.open_hands()
        for _ in range(2):
            person = club.to_move()
            read[person.name] += await turn(club, person, await panel_of(club, person))
        for lines in read.values():
            given = [line for line in lines if line]
            assert given, "nothing was said"
            assert len(set(given)) == len(given), "a line was repeated"
            allowed = tuple(sentences(CoachScope.ASSISTED))
            assert all(line.startswith(allowed) for line in given), "advice in a rated game"


async def test_the_coach_is_turned_off_and_on_under_more(club: Club) -> None:
    async with club.running():
        await club.table()
        person = club.to_move()
        panel = await panel_of(club, person)
        assert coached(panel)
        more = await said(club, person.click("More", message=panel))
        more = await said(club, person.click("Coach: on", message=more))
        assert "Coach: off" in more.labels
        panel = await said(club, person.click("My hand", message=more))
        assert not coached(panel)
        more = await said(club, person.click("More", message=panel))
        more = await said(club, person.click("Coach: off", message=more))
        assert "Coach: on" in more.labels


async def test_the_button_that_turned_the_coach_off_in_older_panels_still_does(club: Club) -> None:
    async with club.running():
        await club.table()
        person = club.to_move()
        panel = await panel_of(club, person)
        more = next(button for button in panel.buttons if button.label == "More")
        panel = await said(club, person.forge(panel, f"{more.custom_id.replace(':more:', ':coach:')}:stop"))
        assert "The coach is off" in panel.text
        assert not coached(panel)


async def test_without_assistance_the_coach_only_explains(club: Club) -> None:
    async with club.running():
        opened = await said(club, club.ala.slash(club.channel, "rummy new", variant="gin", pace="none", computers=1))
        more = await said(club, club.ala.click("More", message=opened))
        more = await said(club, club.ala.click("Table settings", message=more))
        await said(club, club.ala.choose("Choose what applies", "No assistance", message=more))
        await club.ala.click("Start", message=opened)
        await club.shown("My hand")
        seen = list[str]()
        for _ in range(3):
            await club.standin.until(lambda: any(map(club.public, ("Draw", "Take", "Next deal"))))
            if club.public("Next deal"):
                break  # the computer has knocked
            panel = await panel_of(club, club.ala)
            if line := coached(panel):
                seen.append(line)
                assert line.startswith(tuple(sentences(CoachScope.WORDS)))
            if "Your turn" in panel.text:
                await turn(club, club.ala, panel)
            await club.settled()
        assert seen


async def test_the_coachs_line_is_in_full_in_words(club: Club) -> None:
    async with club.running():
        await club.table()
        person = club.to_move()
        panel = await panel_of(club, person)
        said_short = coached(panel)
        (line,) = (line for line in CoachLine if line.short == said_short)
        await person.click("More", message=panel)
        words = await said(club, person.click("In words"))
        assert f"Coach: {line.value}" in words.text
