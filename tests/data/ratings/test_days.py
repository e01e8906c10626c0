"""The store of daily deals: places and shares as counted by hand, the best line, and closing again and again."""

from random import Random

from sqlalchemy import insert

from bot.days.ranking import Beaten, DayPlace, DayScore
from bot.play.state.days import DayRow, Seen
from bot.rummy.families import Variant
from data.database import Database
from data.days import SqlDays
from data.schema import day_results, day_shown, people
from tests.amounts import times

GIN, GERMAN, DAY, HERE = Variant.GIN, Variant.GERMAN, 20_900, 5


def row(game: Variant = GIN, day: int = DAY) -> DayRow:
    return DayRow(day, game, 3, "{}", 1)


async def keep(database: Database, scores: dict[int, DayScore | None]) -> None:
    """Store results of a day and others of its neighbors; even users are listed, the first ten shown on a server."""

    def line(user: int, score: DayScore | None, game: Variant = GIN, day: int = DAY) -> dict[str, object]:
        points, turns = (None, None) if score is None else (score.points, score.turns)
        about = {"day": day, "game": game, "user": user, "table_id": user, "ended_at": 7, "players": 4}
        return {**about, "points": points, "turns": turns}

    others = [line(1, DayScore(999, 1), GERMAN), line(1, DayScore(999, 1), GIN, DAY + 1)]
    async with database.write() as connection:
        await connection.execute(insert(day_results), [*others, *(line(*one) for one in scores.items())])
        shown = [{"day": DAY, "game": GIN, "guild": HERE, "user": user} for user in scores if user < 10]
        await connection.execute(insert(day_shown), [{"day": DAY, "game": GIN, "guild": 6, "user": 1}, *shown])
        about = {"calls": "none", "told": True}
        listed = [{"user": user, "listed": user % 2 == 0, **about} for user in scores]
        await connection.execute(insert(people), listed)


def by_hand(scores: dict[int, DayScore]) -> list[DayPlace]:
    """Rank scores: equal ones share a place, and the next is left out (1, 2, 2, 4)."""
    lines = [
        DayPlace(1 + sum(other.key > score.key for other in scores.values()), user, score)
        for user, score in scores.items()
    ]
    return sorted(lines, key=lambda line: (line.place, line.score.turns, line.user))


async def test_places_are_shared_and_counted_among_those_who_are_there(database: Database) -> None:
    store, rng = SqlDays(database), Random("places")
    scores: dict[int, DayScore | None] = {
        user: DayScore(rng.randrange(-4, 4), rng.randrange(1, 4)) if rng.random() < 0.9 else None
        for user in range(1, 1 + times(40))
    }
    await keep(database, scores)
    finished = {user: score for user, score in scores.items() if score is not None}
    for guild, there in ((None, {*range(0, 10_000, 2)}), (HERE, {*range(10)})):
        expected = by_hand({user: score for user, score in finished.items() if user in there})
        lines, total = await store.ranking(GIN, DAY, guild, 0, 1000)
        assert (list(lines), total) == (expected, len(expected))
        page, total = await store.ranking(GIN, DAY, guild, 2, 3)
        assert (list(page), total) == (expected[2:5], len(expected))
        for user in scores:
            mine = next((line for line in expected if line.user == user), None)
            assert await store.place(GIN, DAY, guild, user) == mine
    for score in finished.values():
        worse = sum(other.key < score.key for other in finished.values())
        assert await store.beaten(GIN, DAY, score) == Beaten(worse, len(finished) - 1)
    best = max(finished.values(), key=lambda score: score.key)
    assert await store.summary(GIN, DAY) == (len(finished), best)


async def test_a_day_is_fixed_seen_signed_and_closed_once(database: Database) -> None:
    store = SqlDays(database)
    assert await store.fix(row()) == await store.fix(DayRow(DAY, GIN, 9, "another line", 9)) == row()
    await store.see(GIN, DAY, Seen(10))
    await store.see(GIN, DAY, Seen(20, 1, 2, 3))
    await store.see(GIN, DAY, Seen(30, 4, 5, 6))
    await store.sign(GIN, DAY, b"round")
    await store.sign(GIN, DAY, None)
    found = await store.day(GIN, DAY)
    assert found is not None
    assert (found.seen, found.signature, found.void) == (Seen(10, 1, 2, 3), b"round", False)
    await keep(database, {1: DayScore(3, 3), 2: None})
    for _ in range(2):
        await store.close(GIN, DAY, 50)
        assert [day for day in await store.open_days() if day.day == DAY] == []
    assert await store.days_dealt(DAY) == [DAY]
    await store.fix(row(GERMAN))
    await store.sign(GERMAN, DAY, None)
    assert await store.days_dealt(DAY) == [], "half of it was void"


async def test_a_chain_is_made_once(database: Database, elsewhere: Database) -> None:
    chain = await SqlDays(database).chain(GIN, DAY, bytes(32))
    assert chain == await SqlDays(elsewhere).chain(GIN, DAY + 3, bytes([1]) * 32) == (bytes(32), DAY)
    assert await SqlDays(elsewhere).chain(GERMAN, DAY + 3, bytes([1]) * 32) == (bytes([1]) * 32, DAY + 3)
