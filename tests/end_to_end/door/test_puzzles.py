"""Puzzles: answered once by clicks, right or wrong, with their costs; none returns, also after a restart."""

import json
import re
import sqlite3

from bot.players.judged import Puzzle, shipped_puzzles
from bot.playground import Person, SeenMessage
from cogs.edge.custom_ids import page_id
from tests.cogs.answered import said
from tests.end_to_end.club import Club, file_of
from tests.playground.spec import spec_faults


def asked(message: SeenMessage) -> Puzzle:
    """Return the puzzle of a message, which only its reader sees."""
    assert message.ephemeral
    assert len(message.pictures) == 2
    assert all(one.alt for one in message.pictures)
    [found] = [one for one in shipped_puzzles() if all(one.key in button.custom_id for button in message.buttons)]
    return found


async def answered(club: Club, person: Person, message: SeenMessage, *, right: bool) -> SeenMessage:
    """Answer the puzzle of a message."""
    puzzle = asked(message)
    label = message.labels[puzzle.right if right else 1 - puzzle.right]
    return await said(club, person.click(label, message=message))


def answer_sixty(club: Club, person: Person) -> None:
    """Store sixty answers of this minute to puzzles of another version."""
    tries = [(person.id, number, f"other {number}", 0, True, club.now(), 25.0, 8.0) for number in range(1, 61)]
    with sqlite3.connect(club.file) as connection:
        connection.executemany("INSERT INTO puzzle_tries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", tries)
    connection.close()


async def test_puzzles_from_the_first_to_the_deletion_of_the_answers(club: Club) -> None:
    home = club.channel
    async with club.running():
        first = await said(club, club.ala.slash(home, "rummy puzzle"))
        puzzle, wait_ = asked(first), "Wait · discard "
        assert first.labels[0].startswith("Knock · discard ")
        assert first.labels[1].startswith(wait_)
        again = await said(club, club.ala.slash(home, "rummy puzzle"))
        assert asked(again) == puzzle, "it stays until it's answered"

        told = await answered(club, club.ala, first, right=False)
        assert f"❌ Better: {first.labels[puzzle.right]}" in told.text
        assert (
            f"{first.labels[1 - puzzle.right]}** costs about {round(puzzle.costs[1 - puzzle.right].points)} "
            in told.text
        )
        assert "Your puzzle rating: 927 (−73)" in told.text
        second = await answered(club, club.ala, again, right=True)
        assert "only the first try counts" in second.text
        assert "❌ Better" in second.text

        following = await said(club, club.ala.click("Next puzzle", message=told))
        assert asked(following) != puzzle
        told = await answered(club, club.ala, following, right=True)
        assert f"✅ Right: {following.labels[asked(following).right]}" in told.text
        done = {puzzle.key, asked(following).key}
        for forged in (("f" * 16, 0), (puzzle.key, 2), (puzzle.key, -1), (puzzle.key,), ()):
            gone = await club.bob.forge(told, page_id("puzzle-answer", *forged))
            assert not gone.failed
            assert "Press *Next puzzle*" in gone.text

    answer_sixty(club, club.bob)
    async with club.running():
        refused = await said(club, club.bob.slash(home, "rummy puzzle"))
        assert re.search(r"limit: 60 per hour.* opens <t:\d+:R>", refused.text)
        answer = await club.bob.forge(told, page_id("puzzle-answer", puzzle.key, 0))
        assert "limit: 60 per hour" in answer.text
        club.standin.advance(3600)
        assert asked(await said(club, club.bob.slash(home, "rummy puzzle")))

        for _ in range(3):
            shown = await said(club, club.ala.slash(home, "rummy puzzle"))
            assert asked(shown).key not in done
            await answered(club, club.ala, shown, right=True)
            done.add(asked(shown).key)
        held = json.loads(file_of(await club.ala.slash(home, "me data export")))
        assert {one["puzzle"] for one in held["puzzle_tries"]} == done
        question = await said(club, club.ala.slash(home, "me data delete"))
        await said(club, club.ala.click("Delete my data", message=question))
        fresh = await said(club, club.ala.slash(home, "rummy puzzle"))
        assert asked(fresh) == puzzle, "nothing is left of the answers"
    assert spec_faults(club.standin.requests) == []
