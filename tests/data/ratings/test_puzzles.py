"""Puzzles: each once per person, no more than a number per hour, rated like players; those of servers' own games."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count

import pytest
from sqlalchemy import delete, select

from bot.play.service.puzzles import AN_HOUR, PuzzleMaking, Puzzles
from bot.play.service.tables import Tables
from bot.play.state.errors import TableReason
from bot.play.state.people import Preferences
from bot.play.state.values import HOUR, MINUTE
from bot.players.judged import Puzzle, shipped_puzzles
from bot.ratings.rating import FIRST
from bot.rummy.refusals import Refused
from data.database import Database
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.puzzles import SqlPuzzles, SqlReviews
from data.ratings.store import SqlResults
from data.schema import puzzles as stored
from data.schema import tables
from data.tables.store import SqlTables
from tests.data.games import CLUB, NOON, Played, Wanted, keep

ALA, BOB, CYD, DAN = 1, 2, 3, 4
OTHER = CLUB + 1


@pytest.mark.slow
async def test_everyone_gets_every_puzzle_once_but_not_too_many_an_hour(database: Database) -> None:
    now, answered = HOUR, list[str]()
    puzzles = Puzzles(SqlPuzzles(database), SqlServers(database), lambda: now, an_hour=3)
    for one in shipped_puzzles():
        puzzle = await puzzles.following(ALA, None)
        assert puzzle is not None
        answered.append(puzzle.key)
        await puzzles.answer(ALA, None, puzzle.key, 0)
        if len(answered) % 3 == 0 and len(answered) < len(shipped_puzzles()):
            other = next(one.key for one in shipped_puzzles() if one.key not in answered)
            for refused in (puzzles.following(ALA, None), puzzles.answer(ALA, None, other, 0)):
                with pytest.raises(Refused) as caught:
                    await refused
                [refusal] = caught.value.refusals
                assert refusal.reason is TableReason.PUZZLES_MANY
                assert refusal.values == {"most": 3, "when": f"<t:{(now - 2 * MINUTE + HOUR) // 1000}:R>"}
            now += HOUR - 2 * MINUTE
        else:
            now += MINUTE
    assert sorted(answered) == sorted(one.key for one in shipped_puzzles())
    assert await puzzles.following(ALA, None) is None
    assert AN_HOUR == 60


async def test_a_puzzle_is_rated_like_a_player(database: Database) -> None:
    puzzles = Puzzles(SqlPuzzles(database), SqlServers(database), lambda: HOUR)
    puzzle = shipped_puzzles()[0]
    wrong = await puzzles.answer(ALA, None, puzzle.key, 1 - puzzle.right)
    assert wrong is not None
    assert wrong.before == FIRST
    assert wrong.tried.rating.mu < FIRST.mu < wrong.of_puzzle.mu
    right = await puzzles.answer(BOB, None, puzzle.key, puzzle.right)
    assert right is not None
    assert right.tried.rating.mu > FIRST.mu
    assert right.of_puzzle.mu < wrong.of_puzzle.mu
    assert right.of_puzzle.games == 2
    again = await puzzles.answer(ALA, None, puzzle.key, puzzle.right)
    assert again is not None
    assert not again.is_new
    assert not again.tried.solved
    assert again.of_puzzle == right.of_puzzle, "only the first try counts"


@dataclass(slots=True)
class Maker:
    """Finds a puzzle in each deal, apart from those of tables 8 (none) and 9 (it fails)."""

    asked: list[str] = field(default_factory=list)

    async def puzzle_in(self, record: Mapping[str, object], deal: int, seed: str) -> Puzzle | None:
        assert isinstance(record["deals"], list)
        assert 1 <= deal <= len(record["deals"])
        self.asked.append(seed)
        if seed.startswith("9 "):
            raise RuntimeError(seed)
        return None if seed.startswith("8 ") else puzzle_of(int(seed.split(maxsplit=1)[0]))


def puzzle_of(table: int) -> Puzzle:
    """Return a puzzle, another one for each table: only the order of cards that nobody saw is different."""
    shipped = shipped_puzzles()[0]
    *deck, last = shipped.position.deck
    deck.insert(-table, last)
    return replace(shipped, position=replace(shipped.position, deck=tuple(deck)))


class Place:
    """A database with the services of puzzles, and no shipped ones."""

    def __init__(self, database: Database) -> None:
        self.database, self.maker = database, Maker()
        self.people, self.servers, self.store = SqlPeople(database), SqlServers(database), SqlPuzzles(database)
        self.puzzles = Puzzles(self.store, self.servers, lambda: HOUR)
        live = Tables(SqlTables(database), lambda: NOON, token=lambda: bytes(32))
        self.making = PuzzleMaking(self.store, live, self.servers, self.maker, quiet=0)

    async def end(self, table: int, *wanted: Wanted) -> None:
        """Store finished games at tables from a number on, count them, and wait until they are looked through."""
        for facts in await keep(self.database, wanted, table):
            await SqlResults(self.database).settle(facts, 5)
            outcome = await SqlResults(self.database).outcome(facts.table)
            assert outcome is not None
            await self.making.settled(outcome)
        await self.making.idle()

    async def gets(self, user: int, guild: int | None) -> int | None:
        """Return the table that gave the next puzzle of a person, which they can answer then."""
        puzzle = await self.puzzles.following(user, guild)
        if puzzle is None:
            return None
        async with self.database.read() as connection:
            return await connection.scalar(select(stored.c.table_id).where(stored.c.key == puzzle.key))

    async def given(self) -> set[int]:
        """Return the tables whose puzzles are stored."""
        async with self.database.read() as connection:
            return {*await connection.scalars(select(stored.c.table_id).where(stored.c.text.is_not(None)))}


@pytest.fixture
def place(database: Database, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr("bot.play.service.puzzles.shipped_puzzles", tuple)
    return Place(database)


async def test_a_game_gives_its_server_one_puzzle_but_not_its_players(place: Place, games: dict[str, Played]) -> None:
    gin = games["gin"]
    await place.end(
        1,
        Wanted(games["oklahoma"], (ALA, BOB), NOON),
        Wanted(gin, (CYD, DAN), NOON, OTHER),
        Wanted(games["gin, given up early"], (ALA, BOB), NOON),
        Wanted(games["500 rum"], (ALA, BOB), NOON),
    )
    await place.end(8, Wanted(gin, (ALA, BOB), NOON), Wanted(gin, (ALA, BOB), NOON), Wanted(gin, (ALA, BOB), NOON))
    assert place.maker.asked == ["1 1", "2 1", "8 1", "9 1", "10 1"], "an unfinished deal, another game, or not all"
    outcome = await SqlResults(place.database).outcome(1)
    assert outcome is not None
    await place.making.settled(outcome)  # as when an admin voids it
    await place.making.idle()
    assert len(place.maker.asked) == 5, "asked again about a game that has given a puzzle"
    assert await place.given() == {1, 2, 10}

    assert [await place.gets(who, CLUB) for who in (ALA, BOB)] == [None, None]
    assert [await place.gets(who, OTHER) for who in (ALA, CYD, DAN)] == [2, None, None]
    assert [await place.gets(who, None) for who in (ALA, CYD)] == [None, None]
    key, right = puzzle_of(1).key, puzzle_of(1).right
    for user, guild in ((ALA, CLUB), (CYD, OTHER), (CYD, None)):
        assert await place.puzzles.answer(user, guild, key, right) is None
    answer = await place.puzzles.answer(CYD, CLUB, key, right)
    assert answer is not None
    assert answer.puzzle == puzzle_of(1)
    assert (answer.tried.solved, answer.of_puzzle.games) == (True, 1)
    assert answer.of_puzzle.mu < FIRST.mu < answer.tried.rating.mu
    assert await place.gets(CYD, CLUB) == 10
    assert await place.given() == {1, 2, 10}


async def test_players_and_admins_keep_their_games_out(place: Place, games: dict[str, Played]) -> None:
    gin = games["gin"]
    await place.end(1, Wanted(gin, (ALA, BOB), NOON))
    for number, kept_out in enumerate((True, False)):
        await place.people.save(Preferences(BOB, puzzles=not kept_out))
        assert await place.gets(CYD, CLUB) == (None if kept_out else 1)
        await place.end(2 + number, Wanted(gin, (BOB, CYD), NOON))
    assert await place.given() == {1, 3}

    await place.servers.change(CLUB, lambda server: replace(server, puzzles=False))
    await place.end(4, Wanted(gin, (ALA, BOB), NOON), Wanted(gin, (ALA, BOB), NOON, OTHER))
    assert await place.given() == {1, 3, 5}
    assert await place.gets(CYD, CLUB) is None
    assert await place.puzzles.answer(CYD, CLUB, puzzle_of(1).key, 0) is None
    assert await place.gets(CYD, OTHER) == 5
    await place.servers.change(CLUB, lambda server: replace(server, puzzles=True))
    assert await place.gets(CYD, CLUB) == 1
    assert place.maker.asked == ["1 1", "3 1", "5 1"]


async def test_puzzles_go_with_the_data_of_a_player_a_server_or_a_table(place: Place, games: dict[str, Played]) -> None:
    personal_data = SqlPersonalData(place.database, place.servers, place.people)
    gin = games["gin"]
    await place.end(
        1, Wanted(gin, (ALA, BOB), NOON), Wanted(gin, (CYD, DAN), NOON), *[Wanted(gin, (CYD, DAN), NOON, OTHER)] * 2
    )
    await personal_data.forget(ALA, count(-1, -1).__next__)
    assert await place.given() == {2, 3, 4}
    await place.store.put(CLUB, 1, "f" * 16, "")  # it was being made meanwhile
    assert await place.given() == {2, 3, 4}
    await personal_data.forget_server(CLUB)
    assert await place.given() == {3, 4}
    async with place.database.write() as connection:
        await connection.execute(delete(tables).where(tables.c.id == 3))
    assert await place.given() == {4}


async def test_a_review_is_kept_until_its_table_goes(database: Database, games: dict[str, Played]) -> None:
    reviews = SqlReviews(database)
    await keep(database, [Wanted(games["gin"], (ALA, BOB), NOON)])
    assert await reviews.review(1) is None
    for text in ("first", "second"):
        await reviews.keep_review(1, text)
        assert await reviews.review(1) == text
    async with database.write() as connection:
        await connection.execute(delete(tables).where(tables.c.id == 1))
    assert await reviews.review(1) is None
    await reviews.keep_review(1, "too late")
    assert await reviews.review(1) is None
