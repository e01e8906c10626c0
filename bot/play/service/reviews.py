"""Reviews of finished games: those that are kept, and the line of those that players wait for."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.play.service.table import Table
from bot.play.state.errors import NotJudged, StoreError, TableReason, raise_refusals, refused
from bot.play.state.ports import Judge, ReviewStore
from bot.play.state.values import Status
from bot.players.games import reviewable
from bot.players.judged import Review, review_from

logger = logging.getLogger(__name__)

WAITING: Final = 20
"""How many games may wait for their reviews."""


@dataclass(slots=True, eq=False)
class WantedReview:
    """A review that players wait for; ``done`` gets None if it fails."""

    table: Table
    users: set[int]
    percent: int = 0
    done: asyncio.Future[Review | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Stage(NamedTuple):
    """How far a review is: how many are made before it, and how many percent of it are done."""

    ahead: int
    percent: int


@dataclass(slots=True, eq=False)
class Reviews:
    """Makes one review at a time, and keeps them. The line is in memory: after a restart people ask again."""

    store: ReviewStore
    judge: Judge
    most: int = WAITING
    _line: dict[int, WantedReview] = field(init=False, default_factory=dict)  # by table, in order
    _worker: asyncio.Task[None] | None = field(init=False, default=None)

    async def find(self, table: Table) -> Review | None:
        """Return the review of a game; None if there is none of this version yet. StoreError."""
        text = await self.store.review(table.row.id)
        return None if text is None else review_from(text)

    def want(self, table: Table, user: int) -> WantedReview:
        """Put the review of a game in line for a player, or return it if it's in line already.

        Refused for a game that can't be reviewed or isn't over, if they wait for another one, or if the line is full.
        """
        row = table.row
        if not reviewable(row.options):
            raise refused(TableReason.REVIEW_GAME)
        raise_refusals(table.hidden)
        if row.status is not Status.OVER:
            raise refused(TableReason.NOT_OVER)
        wanted = self._line.get(row.id)
        if any(user in one.users for one in self._line.values() if one is not wanted):
            raise refused(TableReason.REVIEW_ONE)
        if wanted is None:
            if len(self._line) >= self.most:
                raise refused(TableReason.REVIEWS_FULL, most=self.most)
            wanted = self._line[row.id] = WantedReview(table, set())
            self._worker = self._worker or asyncio.create_task(self._work(), name="reviews")
        wanted.users.add(user)
        return wanted

    def stage(self, wanted: WantedReview) -> Stage:
        """Return how far a review is."""
        number = wanted.table.row.id
        return Stage([*self._line].index(number) if number in self._line else 0, wanted.percent)

    async def _work(self) -> None:
        while self._line:
            number, wanted = next(iter(self._line.items()))
            review = await self._made(wanted)
            del self._line[number]
            wanted.done.set_result(review)
        self._worker = None

    async def _made(self, wanted: WantedReview) -> Review | None:
        """Make and keep a review. Return None if that fails."""
        number = wanted.table.row.id

        def progress(percent: int) -> None:
            wanted.percent = percent

        try:
            record = await asyncio.to_thread(wanted.table.record)
            review = await self.judge.review(record, progress)
        except NotJudged:
            return None
        except Exception:
            logger.exception("a game can't be reviewed", extra={"table": number})
            return None
        try:
            await self.store.keep_review(number, review.written)
        except StoreError as error:
            logger.warning("a review can't be kept: %s", error, extra={"table": number})
        return review
