"""Puzzles: which comes next, whether an answer is right, how many a person may answer; those of finished games."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, TypeGuard

from bot.play.service.tables import Tables
from bot.play.state.errors import NotJudged, StoreError, TableReason, UnknownTable, refused
from bot.play.state.people import Servers
from bot.play.state.ports import Clock, PuzzleMaker
from bot.play.state.puzzles import PuzzleAnswer, PuzzleStore, PuzzleTry, rating_after
from bot.play.state.values import HOUR, SECOND
from bot.players.games import reviewable
from bot.players.judged import Puzzle, puzzle_from, shipped_puzzles
from bot.ratings.values import GameOutcome

AN_HOUR: Final = 60
"""How many puzzles a person may answer within an hour."""
_QUIET: Final = 120.0
"""Seconds between the end of a game and a look at it: first its players may want a review, or a rematch."""
_WAITING: Final = 100
"""How many finished games wait for a look; of more, the newest."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Puzzles:
    """The puzzles that come with the program and those of a server's games, each once for everyone, in another order.

    Those of a server come on that server only, and not to those who played the game.
    """

    store: PuzzleStore
    servers: Servers
    clock: Clock
    an_hour: int = AN_HOUR

    async def following(self, user: int, guild: int | None) -> Puzzle | None:
        """Return the puzzle that a person gets on a server, or in direct messages (None); None if they answered all.

        It's the same until they answer it, or a game gives a new one. Refused if they have answered too many within an
        hour. StoreError.
        """
        tries = await self.store.tries(user)
        tried = {one.puzzle for one in tries}
        keys = {one.key for one in shipped_puzzles()}
        if self._adds(guild):
            keys.update(await self.store.keys_of(guild, user))
        left = sorted(keys - tried, key=lambda key: sha256(f"{user} {key}".encode()).digest())
        if left:
            self._must_allow(tries)
        for key in left:
            puzzle = await self._puzzle(user, guild, key)
            if puzzle is not None:  # else deleted meanwhile
                return puzzle
        return None

    async def answer(self, user: int, guild: int | None, key: str, choice: int) -> PuzzleAnswer | None:
        """Store a person's answer and return what became of it; None if there's no such puzzle here, or choice.

        If they have answered it before, that answer stays. Refused if there were too many within an hour. StoreError.
        """
        puzzle = await self._puzzle(user, guild, key)
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

    async def _puzzle(self, user: int, guild: int | None, key: str) -> Puzzle | None:
        """Return a puzzle that a person may get here."""
        shipped = next((one for one in shipped_puzzles() if one.key == key), None)
        if shipped is not None or not self._adds(guild):
            return shipped
        written = await self.store.written(key, guild, user)
        return None if written is None else puzzle_from(written)

    def _adds(self, guild: int | None) -> TypeGuard[int]:
        """Return whether a server's own games add puzzles."""
        return guild is not None and self.servers.of(guild).puzzles

    def _must_allow(self, tries: Sequence[PuzzleTry]) -> None:
        if len(tries) >= self.an_hour:
            free = tries[-self.an_hour].at + HOUR
            if free > self.clock():
                raise refused(TableReason.PUZZLES_MANY, most=self.an_hour, when=f"<t:{-(-free // SECOND)}:R>")


# Games wait in memory only: a game that a restart forgets costs a server one puzzle of many, which nobody was promised.
# Looking through the stored games at each start would cost more than it brings.
@dataclass(slots=True, eq=False)
class PuzzleMaking:
    """Has finished games of servers looked through for puzzles, one after the other; without a ``maker``, none.

    A game gives one puzzle at most, always the same, so it may be looked through again.
    """

    store: PuzzleStore
    tables: Tables
    servers: Servers
    maker: PuzzleMaker | None = None
    quiet: float = _QUIET
    _waiting: deque[int] = field(init=False, default_factory=lambda: deque(maxlen=_WAITING))
    _worker: asyncio.Task[None] | None = field(init=False, default=None)

    async def settled(self, outcome: GameOutcome) -> None:
        """Let a game wait that has been counted, if it may give a puzzle. UnknownTable, StoreError."""
        if self.maker is None or not self.servers.of(outcome.result.facts.guild).puzzles:
            return
        table = await self.tables.get(outcome.result.facts.table)
        if reviewable(table.row.options) and not table.row.is_practice and table.hidden is None:
            self._waiting.append(table.row.id)
            self._worker = self._worker or asyncio.create_task(self._work(self.maker), name="puzzles of finished games")

    async def idle(self) -> None:
        """Wait until no game waits."""
        if self._worker is not None:
            await asyncio.wait({self._worker})

    async def close(self) -> None:
        """Stop."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait({self._worker})

    async def _work(self, maker: PuzzleMaker) -> None:
        while self._waiting:
            await asyncio.sleep(self.quiet)
            number = self._waiting.popleft()
            try:
                await self._look(maker, number)
            except (NotJudged, StoreError, UnknownTable) as error:
                _log.info("a game gives no puzzle: %r", error, extra={"table": number})
            except Exception:  # noqa: BLE001 - logged; the other games go on
                _log.exception("a game can't be looked through for a puzzle", extra={"table": number})
        self._worker = None

    async def _look(self, maker: PuzzleMaker, number: int) -> None:
        """Store the first puzzle that a deal gives; a deal that was broken off gives none."""
        if not await self.store.takes(number):
            return
        table = await self.tables.get(number)
        record = await asyncio.to_thread(table.record)  # replays all deals
        for deal in range(1, len(table.running().state.deals) + 1):
            puzzle = await maker.puzzle_in(record, deal, f"{number} {deal}")
            if puzzle is not None:
                await self.store.put(table.row.home.guild, number, puzzle.key, puzzle.written)
                return
