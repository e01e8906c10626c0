"""After a restart no name is known: messages that can be edited appear at once, and names are added later."""

import asyncio
from typing import Any

import pytest

from bot.playground.interactions import AnswerKind
from bot.program.serving import Remik
from cogs.edge.names import Directory
from tests.end_to_end.club import Club


@pytest.mark.parametrize("restarted_in", ["a lobby", "a game"])
async def test_the_first_answer_after_a_restart_does_not_wait_for_names(
    club: Club, gate: asyncio.Event, restarted_in: str
) -> None:
    async with club.running():
        if restarted_in == "a game":
            await club.table(players=2)
        else:
            await club.lobby("german", players=3)
    gate.clear()
    async with club.running() as bot:
        wait_long(bot)
        label = "My hand" if restarted_in == "a game" else "Join"
        shown = club.public(label)
        person = club.ala if restarted_in == "a game" else club.dan
        answer = await person.click(label, message=shown)
        assert answer.kind in (AnswerKind.MESSAGE, AnswerKind.UPDATE)  # nothing was deferred
        assert answer.message is not None
        assert "Bob" not in answer.text
        gate.set()
        await club.standin.until(lambda: answer.message is not None and "Bob" in answer.text)
        await club.standin.until(lambda: "Bob" in club.newest().text + str([one.alt for one in club.newest().pictures]))


async def test_names_that_arrive_while_a_hand_is_drawn_are_added_afterwards(
    club: Club, gate: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club.running():
        await club.table()
    gate.clear()
    async with club.running() as bot:
        wait_long(bot)
        studio, draw = bot.edge.studio, bot.edge.studio.hand
        tables = bot.games.tables

        async def drawn(*what: Any, **how: Any) -> Any:  # noqa: ANN401 - the arguments of a hand
            picture = await draw(*what, **how)
            gate.set()
            table = tables.at_hand(1)
            while table is None or not all(one.name for one in table.row.seats):  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.001)
            return picture

        monkeypatch.setattr(studio, "hand", drawn)
        answer = await club.ala.click("My hand", message=club.public("My hand"))
        await club.standin.until(lambda: answer.message is not None and "Bob" in answer.text)


async def test_messages_that_are_not_edited_later_wait_for_the_names(club: Club, gate: asyncio.Event) -> None:
    async with club.running():
        await club.table()
        await club.ala.click("Resign", message=(await club.ala.slash(club.channel, "rummy resign")).message)
    gate.clear()
    async with club.running() as bot:
        wait_long(bot)
        asked = await club.ala.slash(club.channel, "rummy record", wait=False)
        gate.set()
        await asked
        assert b'"Bob"' in await club.record()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold back all names from Discord while this event is cleared."""
    gate, member = asyncio.Event(), Directory.member
    gate.set()

    async def named(directory: Directory, guild: int, user: int) -> str:
        await gate.wait()
        return await member(directory, guild, user)

    monkeypatch.setattr(Directory, "member", named)
    return gate


def wait_long(bot: Remik) -> None:
    """Remove the time limit on waiting for names."""
    bot.edge.names._patience = 60
