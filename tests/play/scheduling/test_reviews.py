"""The line of reviews: one at a time, one per person, not too many, and each kept."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from bot.play.service.reviews import Reviews
from bot.play.service.table import Table
from bot.play.state.errors import NotJudged, StoreError, TableReason, refusal
from bot.play.state.values import Status
from bot.players.judged import Progress, Review
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Refusal, Refused
from tests.play.process import GIN
from tests.play.rows import row_of

ALA, BOB, CYD = 1, 2, 3


@dataclass
class FinishedTable:
    """What a review needs of a table."""

    number: int
    options: Options = GIN
    status: Status = Status.OVER
    hidden: Refusal | None = None

    @property
    def row(self) -> object:
        return replace(row_of(self.options), id=self.number, status=self.status)

    def record(self) -> Mapping[str, object]:
        return {"number": self.number}


def game(number: int, options: Options = GIN, status: Status = Status.OVER) -> Table:
    return cast("Table", FinishedTable(number, options, status))


@dataclass
class Desk:
    """Judges a game when it's told to, and keeps reviews unless it's broken."""

    kept: dict[int, str] = field(default_factory=dict)
    begun: list[object] = field(default_factory=list)
    ends: asyncio.Queue[bool] = field(default_factory=asyncio.Queue)
    is_full: bool = False

    async def review(self, wanted: object, progress: Progress = lambda _: None) -> Review | str | None:  # both ports
        if isinstance(wanted, int):
            return self.kept.get(wanted)
        self.begun.append(wanted)
        progress(10)
        if not await self.ends.get():
            raise NotJudged
        return Review((5,), ())

    async def keep_review(self, table: int, text: str) -> None:
        if self.is_full:
            raise StoreError("the disk is full")
        self.kept[table] = text


def line(desk: Desk, most: int = 2) -> Reviews:
    return Reviews(desk, desk, most)  # type: ignore[arg-type]


def refused(reviews: Reviews, table: Table, user: int) -> TableReason:
    with pytest.raises(Refused) as caught:
        reviews.want(table, user)
    (found,) = caught.value.refusals
    assert isinstance(found.reason, TableReason)
    return found.reason


async def test_one_review_is_made_at_a_time_and_kept() -> None:
    desk = Desk()
    reviews = line(desk)
    first, second = reviews.want(game(1), ALA), reviews.want(game(2), BOB)
    assert reviews.want(game(1), CYD) is first, "who wants the same waits with them"
    await asyncio.sleep(0)
    assert reviews.stage(second).ahead == 1
    desk.ends.put_nowait(True)
    assert await first.done == Review((5,), ())
    assert await reviews.find(game(1)) == Review((5,), ())
    assert await reviews.find(game(2)) is None
    desk.ends.put_nowait(True)
    await second.done
    assert desk.begun == [{"number": 1}, {"number": 2}]


async def test_a_person_waits_for_one_review_and_the_line_has_an_end() -> None:
    desk = Desk()
    reviews = line(desk)
    first = reviews.want(game(1), ALA)
    assert refused(reviews, game(2), ALA) is TableReason.REVIEW_ONE
    reviews.want(game(2), BOB)
    assert refused(reviews, game(3), CYD) is TableReason.REVIEWS_FULL
    desk.ends.put_nowait(True)
    await first.done
    third = reviews.want(game(3), ALA)
    for _ in range(2):
        desk.ends.put_nowait(True)
    await third.done


async def test_games_without_a_review_are_refused() -> None:
    reviews = line(Desk())
    assert refused(reviews, game(1, status=Status.PLAYING), ALA) is TableReason.NOT_OVER
    hidden = cast("Table", FinishedTable(1, hidden=refusal(TableReason.DAY_OPEN, when="later")))
    assert refused(reviews, hidden, ALA) is TableReason.DAY_OPEN
    for variant, seats in ((Variant.GERMAN, 2), (Variant.THREE_HANDED, 3)):
        assert refused(reviews, game(1, options_for(variant, {}, seats)), ALA) is TableReason.REVIEW_GAME


async def test_a_review_that_fails_or_cant_be_kept_doesnt_stop_the_line() -> None:
    desk = Desk(is_full=True)
    reviews = line(desk)
    first, second = reviews.want(game(1), ALA), reviews.want(game(2), BOB)
    for works in (False, True):
        desk.ends.put_nowait(works)
    assert await first.done is None
    assert await second.done == Review((5,), ())
    assert desk.kept == {}
