"""The stores of puzzles of servers' games, tries and ratings (`bot.play.state.puzzles.PuzzleStore`), and of reviews."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, delete, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.puzzles import PuzzleTry, rating_after
from bot.ratings.rating import FIRST, rate
from bot.ratings.values import Rating
from data.database import Database, of_fact, of_server, of_user
from data.ratings.schema import reviews
from data.schema import people, puzzle_tries, puzzles, seats, tables


@dataclass(slots=True, eq=False)
class SqlPuzzles:
    """Stores tries and ratings, and the puzzles that servers' own games give."""

    database: Database

    async def tries(self, user: int) -> Sequence[PuzzleTry]:
        """List a person's tries, the oldest first. DatabaseError."""
        async with self.database.read() as connection:
            return await _tries(connection, user)

    async def rating(self, puzzle: str) -> Rating:
        """Return a puzzle's rating. DatabaseError."""
        async with self.database.read() as connection:
            return await _rating(connection, puzzle)

    async def add(self, user: int, puzzle: str, choice: int, at: int, *, solved: bool) -> bool:
        """Store a person's first try at a puzzle and the ratings after it. Return whether it was the first.

        It's rated like a game between the two, which the person wins by solving it. DatabaseError.
        """
        async with self.database.write_alone(of_user(user), of_fact(f"puzzle {puzzle}")) as connection:
            tries = await _tries(connection, user)
            if any(one.puzzle == puzzle for one in tries):
                return False
            before = rating_after(tries), await _rating(connection, puzzle)
            mine, its = await asyncio.to_thread(rate, before, (1, 2) if solved else (2, 1))
            tried = {"user": user, "number": len(tries) + 1, "puzzle": puzzle, "choice": choice, "solved": solved}
            tried |= {"at": at, "mu": mine.mu, "sigma": mine.sigma}
            await connection.execute(insert(puzzle_tries).values(tried))
            rated = {"mu": its.mu, "sigma": its.sigma, "tries": its.games}
            if not (await connection.execute(update(puzzles).where(puzzles.c.key == puzzle).values(rated))).rowcount:
                await connection.execute(insert(puzzles).values(key=puzzle, **rated))
        return True

    async def keys_of(self, guild: int, user: int) -> Sequence[str]:
        """List the puzzles of a server's own games that a person may get. DatabaseError."""
        async with self.database.read() as connection:
            own = select(puzzles.c.key).join(tables).where(tables.c.guild == guild, _lets(user))
            return (await connection.scalars(own)).all()

    async def written(self, key: str, guild: int, user: int) -> str | None:
        """Return the text of one of these puzzles; None if there's no such one. DatabaseError."""
        async with self.database.read() as connection:
            own = select(puzzles.c.text).join(tables).where(tables.c.guild == guild, _lets(user))
            return await connection.scalar(own.where(puzzles.c.key == key))

    async def takes(self, table: int) -> bool:
        """Return whether a game may give a puzzle: it gave none, and no player keeps theirs out. DatabaseError."""
        async with self.database.read() as connection:
            return await connection.scalar(_taken(table)) is not None

    async def put(self, guild: int, table: int, key: str, written: str) -> None:
        """Store the puzzle of a game, if the store still takes it. DatabaseError."""
        row = {"key": key, "mu": FIRST.mu, "sigma": FIRST.sigma, "tries": 0, "table_id": table}
        async with self.database.write_alone(of_server(guild)) as connection:  # nobody's data is deleted meanwhile
            if await connection.scalar(_taken(table)) is not None:
                await connection.execute(self.database.insert(puzzles), {**row, "text": written})


def _lets(user: int = 0) -> ColumnElement[bool]:
    """Return the condition that nobody who sat at a table keeps games out, or is deleted, or is this person."""
    bars = or_(seats.c.user < 0, seats.c.user == user, people.c.puzzles.is_(False))
    sat = select(seats.c.seat).outerjoin(people, people.c.user == seats.c.user)
    return ~sat.where(seats.c.table_id == tables.c.id, seats.c.level.is_(None), bars).exists()


def _taken(table: int) -> Select[tuple[int]]:
    """Select a table whose game may give a puzzle."""
    given = select(puzzles.c.key).where(puzzles.c.table_id == tables.c.id).exists()
    return select(tables.c.id).where(tables.c.id == table, ~given, _lets())


@dataclass(slots=True, eq=False)
class SqlReviews:
    """Stores reviews."""

    database: Database

    async def review(self, table: int) -> str | None:
        """Return the text of the review of a table's game; None without one. DatabaseError."""
        async with self.database.read() as connection:
            text: str | None = await connection.scalar(select(reviews.c.text).where(reviews.c.table_id == table))
        return text

    async def keep_review(self, table: int, text: str) -> None:
        """Store the review of a table's game, unless the table has been deleted. DatabaseError."""
        there = select(tables.c.id, literal(text)).where(tables.c.id == table)
        async with self.database.write() as connection:
            await connection.execute(delete(reviews).where(reviews.c.table_id == table))
            await connection.execute(insert(reviews).from_select(["table_id", "text"], there))


async def _tries(connection: AsyncConnection, user: int) -> list[PuzzleTry]:
    mine = select(puzzle_tries).where(puzzle_tries.c.user == user).order_by(puzzle_tries.c.number)
    return [
        PuzzleTry(one.puzzle, one.choice, one.solved, one.at, Rating(one.mu, one.sigma, one.number))
        for one in await connection.execute(mine)
    ]


async def _rating(connection: AsyncConnection, puzzle: str) -> Rating:
    found = (await connection.execute(select(puzzles).where(puzzles.c.key == puzzle))).first()
    return FIRST if found is None else Rating(found.mu, found.sigma, found.tries)
