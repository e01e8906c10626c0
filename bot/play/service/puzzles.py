"""Puzzles: which one comes next, whether an answer is right, and how many somebody may have."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.play.state.errors import TableReason, refused
from bot.play.state.ports import Clock
from bot.play.state.puzzles import PuzzleAnswer, PuzzleStore, PuzzleTry, rating_after
from bot.play.state.values import HOUR, SECOND
from bot.players.judged import Puzzle, shipped_puzzles

AN_HOUR: Final = 60
"""How many puzzles a person may answer within an hour."""


@dataclass(slots=True, eq=False)
class Puzzles:
    """The puzzles that come with the program, each once for everyone, in another order."""

    store: PuzzleStore
    clock: Clock
    an_hour: int = AN_HOUR

    async def following(self, user: int) -> Puzzle | None:
        """Return the puzzle that a person gets: the same until they answer it; None if they have answered all.

        Refused if they have answered too many within an hour. StoreError.
        """
        tries = await self.store.tries(user)
        tried = {one.puzzle for one in tries}
        left = [one for one in shipped_puzzles() if one.key not in tried]
        if left:
            self._must_allow(tries)
        return min(left, key=lambda one: sha256(f"{user} {one.key}".encode()).digest(), default=None)

    async def answer(self, user: int, key: str, choice: int) -> PuzzleAnswer | None:
        """Store a person's answer and return what became of it; None if there's no such puzzle or choice.

        If they have answered it before, that answer stays. Refused if there were too many within an hour. StoreError.
        """
        puzzle = next((one for one in shipped_puzzles() if one.key == key), None)
        if puzzle is None or not 0 <= choice < len(puzzle.choices):
            return None
        tries = await self.store.tries(user)
        is_new = False
        if all(one.puzzle != key for one in tries):
            self._must_allow(tries)
            solved = choice == puzzle.right
            is_new = await self.store.add(user, key, choice, self.clock(), solved=solved)
            tries = await self.store.tries(user)
        at = next((number for number, one in enumerate(tries) if one.puzzle == key), None)
        if at is None:  # deleted meanwhile
            return None
        return PuzzleAnswer(puzzle, tries[at], rating_after(tries[:at]), await self.store.rating(key), is_new)

    def _must_allow(self, tries: Sequence[PuzzleTry]) -> None:
        if len(tries) >= self.an_hour:
            free = tries[-self.an_hour].at + HOUR
            if free > self.clock():
                raise refused(TableReason.PUZZLES_MANY, most=self.an_hour, when=f"<t:{-(-free // SECOND)}:R>")
