"""The stores of tries at puzzles with their ratings (`bot.play.state.puzzles.PuzzleStore`), and of reviews."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.puzzles import PuzzleTry, rating_after
from bot.ratings.rating import FIRST, rate
from bot.ratings.values import Rating
from data.database import Database, of_fact, of_user
from data.ratings.schema import reviews
from data.schema import puzzle_tries, puzzles, tables


@dataclass(slots=True, eq=False)
class SqlPuzzles:
    """Stores tries and ratings."""

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
            await connection.execute(delete(puzzles).where(puzzles.c.key == puzzle))
            rated = {"key": puzzle, "mu": its.mu, "sigma": its.sigma, "tries": its.games}
            await connection.execute(insert(puzzles).values(rated))
        return True


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
