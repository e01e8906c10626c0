"""Puzzles: answered once by clicks, right or wrong, with their costs; none returns, also after a restart."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from bot.play.service import play_requests, table_requests
from bot.play.state.values import Pace
from bot.players.judged import Puzzle, shipped_puzzles
from bot.playground import Channel, Person, SeenMessage
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from cogs.edge.custom_ids import page_id
from tests.cogs.answered import said
from tests.end_to_end.club import Club, file_of
from tests.play.process import chosen, ids
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
    answer_all(club, [person], [f"other {number}" for number in range(60)], club.now())


def answer_all(club: Club, people: Sequence[Person], keys: Sequence[str], at: int) -> None:
    """Store answers to puzzles."""
    tries = [
        (person.id, number, key, 0, True, at, 25.0, 8.0)
        for person in people
        for number, key in enumerate(keys, start=1)
    ]
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


class Maker:
    """Finds a puzzle in every deal."""

    def __init__(self) -> None:
        shipped, self.asked = shipped_puzzles()[0], list[str]()
        *deck, last, other = shipped.position.deck  # at the end of the stock, where nobody saw them
        self.puzzle = replace(shipped, position=replace(shipped.position, deck=(*deck, other, last)))

    async def puzzle_in(self, record: Mapping[str, object], deal: int, seed: str) -> Puzzle | None:
        self.asked.append(f"{record['seats']}, deal {deal}, seed {seed}")
        return self.puzzle


async def play_a_deal(club: Club, one: Person, other: Person) -> None:
    """Play a game of one deal, and wait until it's counted and looked through."""
    assert club.bot is not None
    table = await club.bot.games.tables.open(
        guild=club.guild.id, channel=club.channel.id, host=one.id, name=one.name, pace=Pace.NONE, limits=None,
        options=options_for(Variant.GIN, {"deals": 1}), interaction=next(ids),
    )  # fmt: skip
    await table_requests.join(table, other.id, other.name, next(ids))
    await table_requests.start(table, one.id, next(ids))
    chance, users = Random(1), (one.id, other.id)
    while (seat := table.view(None).turn) is not None:
        move = chosen(table.view(seat), chance)
        await play_requests.moves(table, users[seat], [move], stamp=table.stamp(seat), interaction=next(ids))
    await club.bot.games.finished_games.idle()
    await club.bot.games.puzzle_making.idle()


async def test_a_servers_own_game_becomes_a_puzzle_for_its_other_members_unless_kept_out(
    club: Club,
) -> None:
    ala, bob, cyd, dan = club.ala, club.bob, club.cyd, club.dan
    answer_all(club, [ala, bob, cyd, dan], [one.key for one in shipped_puzzles()], 0)
    other = club.standin.add_guild("Other", locale="en-US")
    other.join(cyd)
    elsewhere, maker = other.add_channel("rummy"), Maker()
    puzzle, home = maker.puzzle, club.channel

    async def puzzled(person: Person, channel: Channel = home) -> SeenMessage | None:
        """Return the message with the puzzle that a person gets, if they get one."""
        shown = await said(club, person.slash(channel, "rummy puzzle"))
        if "answered every puzzle" in shown.text:
            return None
        assert shown.ephemeral or channel is not home
        assert [one.custom_id for one in shown.buttons] == [page_id("puzzle-answer", puzzle.key, n) for n in range(2)]
        return shown

    async def press(person: Person, command: str, *labels: str) -> SeenMessage:
        shown = await said(club, person.slash(home, command))
        for label in labels:
            shown = await said(club, person.click(label, message=shown))
        return shown

    async with club.running() as bot:
        making = bot.games.puzzle_making
        making.maker, making.quiet = maker, 0
        await play_a_deal(club, ala, bob)
        assert maker.asked == ["['Ala', 'Bob'], deal 1, seed 1 1"]

        asked = await puzzled(cyd)
        assert asked is not None
        everything = [asked.text, *(one.custom_id for one in asked.buttons)]
        everything += [f"{one.filename} {one.alt}" for one in asked.pictures]
        for hidden in ("Ala", "Bob", str(ala.id), str(bob.id), "<t:"):
            assert not any(hidden in shown for shown in everything), hidden
        assert await puzzled(ala) is None
        assert await puzzled(bob) is None
        forged = page_id("puzzle-answer", puzzle.key, puzzle.right)
        for person, channel in ((ala, home), (cyd, elsewhere), (cyd, cyd.direct_channel)):
            assert channel is home or await puzzled(person, channel) is None
            shown = await said(club, person.slash(channel, "rummy puzzle"))
            assert "That puzzle is gone" in (await said(club, person.forge(shown, forged))).text
        told = await said(club, cyd.click(asked.labels[puzzle.right], message=asked))
        assert f"✅ Right: {asked.labels[puzzle.right]}" in told.text
        assert await puzzled(cyd) is None

        asked = await puzzled(dan)
        assert asked is not None
        off = await press(bob, "me play", "Puzzles from my games: on")
        assert "Puzzles from my games: off" in off.labels
        assert await puzzled(dan) is None
        assert "That puzzle is gone" in (await said(club, dan.click(asked.labels[0], message=asked))).text
        await press(bob, "me play", "Puzzles from my games: off")
        assert await puzzled(dan)

        page = "Daily deal and puzzles"
        done = await press(club.eve, "rummy-admin setup", page, "No puzzles from games here")
        assert "**Puzzles from games here**: yes → no" in done.text
        assert await puzzled(dan) is None
        await press(club.eve, "rummy-admin setup", page, "Make puzzles from games here")
        assert await puzzled(dan)

        held = json.loads(file_of(await bob.slash(home, "me data export")))
        assert held["settings"][0]["puzzles"] is True
        await press(ala, "me data delete", "Delete my data")
        assert await puzzled(dan) is None
    with sqlite3.connect(club.file) as connection:
        assert connection.execute("SELECT count(text) FROM puzzles").fetchone() == (0,)
    connection.close()
    assert spec_faults(club.standin.requests) == []
