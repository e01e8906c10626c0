"""Clicks at a constant rate: which times count, and what is reported as lost."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.bench.load import CATCHING_UP, Clickers, Clicks, SentClick, TimedClick
from bot.playground.interactions import AnswerKind
from bot.playground.state import Listener


class Desk:
    """A place where each click is answered when the test says so."""

    edits_later = True

    def __init__(self, channel: int, *, progress: int | None = None, for_others: bool = False) -> None:
        self.channel = channel
        self.pending: list[SimpleNamespace] = []
        self.free = True
        self.screens = 0, 0
        self._progress = progress
        self._for_others = for_others

    async def click(self) -> SentClick | None:
        if not self.free:
            return None
        number = 1 + len(self.pending)
        interaction = SimpleNamespace(id=number, token=f"token{self.channel}", done=asyncio.Future())
        self.pending.append(interaction)
        answer: Any = SimpleNamespace(interaction=interaction)
        return SentClick("discard", answer, self._progress, self._for_others)

    def shown(self) -> tuple[int, int]:
        return self.screens


class Wire:
    """The stand-in's wire, on which tests report requests."""

    def listen(self, listener: Listener) -> None:
        self.report = listener

    def edited(self, path: str, channel: int) -> None:
        response = {"channel_id": str(channel)}
        self.report("request", lambda: {"method": "PATCH", "path": path, "status": 200, "response": response})


def timed(*, due: float, made: float, for_others: bool = True, **times: float | bool) -> TimedClick:
    answer: Any = SimpleNamespace(interaction=SimpleNamespace(id=1))
    return TimedClick(Desk(7), SentClick("discard", answer, 1, for_others), due, made, **times)  # type: ignore[arg-type]


def clicks_of(*clicks: TimedClick, due: int | None = None) -> Clicks:
    return Clicks(clicks, len(clicks) if due is None else due, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0)


def clickers(*desks: Desk) -> tuple[Clickers, Wire]:
    wire: Any = Wire()
    return Clickers(wire, desks), wire


async def soon() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_times_count_from_when_a_click_was_due() -> None:
    found = clicks_of(timed(due=1.0, made=2.0, answered=2.25, public=2.5, seen=3.0))
    assert (found.percentile(99), found.slowest, found.lag) == (1250.0, 1250.0, 1000.0)
    assert found.seen_percentile(50) == 2000.0
    assert found.after_last == 1.0


def test_a_move_after_which_no_one_else_may_do_anything_new_does_not_count_as_seen() -> None:
    discard, draw = timed(due=0, made=0, seen=0.5), timed(due=0, made=0, for_others=False, seen=9.0)
    assert clicks_of(discard, draw).seen_percentile(99) == 500.0


def test_lost_clicks_are_listed_and_take_as_long_as_was_waited() -> None:
    answered = timed(due=4.0, made=4.0, answered=4.1, public=4.1, seen=4.1)
    lost, unseen = timed(due=5.5, made=5.5, failed=True), timed(due=6.0, made=6.0, answered=6.1, public=6.1)
    found = clicks_of(answered, lost, unseen, due=5)
    assert found.faults == (
        "no answer: discard in 7, due after 1.50 s",
        "never shown: discard in 7, due after 2.00 s",
        "only 3 of 5 clicks could be made",
    )
    assert found.percentile(99) > 0.9 * 1000 * CATCHING_UP
    assert found.seen_percentile(99) > 0.9 * 1000 * CATCHING_UP


async def test_a_place_gets_its_next_click_after_the_answer_and_others_meanwhile() -> None:
    slow, quick = Desk(1), Desk(2)
    people, _ = clickers(slow, quick)
    clicking = asyncio.create_task(people.click_at(10**6, 4 / 10**6))
    await soon()
    assert (len(slow.pending), len(quick.pending)) == (1, 1)
    for number in range(2):
        quick.pending[number].done.set_result(AnswerKind.UPDATE)
        await soon()
    assert (len(slow.pending), len(quick.pending)) == (1, 3)
    for desk in (slow, quick):
        desk.pending[-1].done.set_result(AnswerKind.UPDATE)
    assert [one.place.channel for one in await clicking] == [1, 2, 2, 2]


async def test_people_who_cannot_click_yet_click_once_their_screen_changes() -> None:
    desk = Desk(1)
    desk.free = False
    people, wire = clickers(desk)
    clicking = asyncio.create_task(people.click_at(10**6, 1 / 10**6))
    await soon()
    assert desk.pending == []
    desk.free = True
    wire.edited("/webhooks/1/other/messages/@original", channel=1)
    await soon()
    desk.pending[0].done.set_result(AnswerKind.UPDATE)
    (click,) = await clicking
    assert click.answered is not None


async def test_a_deferred_answer_counts_when_its_edit_arrives_and_the_place_waits_for_it() -> None:
    desk = Desk(1)
    people, wire = clickers(desk)
    clicking = asyncio.create_task(people.click_at(10**6, 2 / 10**6))
    await soon()
    desk.pending[0].done.set_result(AnswerKind.THINKING)
    wire.edited("/webhooks/1/other/messages/@original", channel=1)
    await soon()
    assert len(desk.pending) == 1
    wire.edited("/webhooks/1/token1/messages/@original", channel=1)
    await soon()
    desk.pending[1].done.set_result(AnswerKind.UPDATE)
    assert all(click.answered is not None for click in await clicking)


@pytest.mark.parametrize(("screens", "seen"), [((4, 5), False), ((5, 4), False), ((5, 5), True), ((6, 6), True)])
async def test_others_see_a_move_in_the_channel_and_on_every_panel(screens: tuple[int, int], seen: bool) -> None:
    desk = Desk(1, progress=5, for_others=True)
    people, wire = clickers(desk)
    clicking = asyncio.create_task(people.click_at(10**6, 1 / 10**6))
    await soon()
    desk.pending[0].done.set_result(AnswerKind.UPDATE)
    (click,) = await clicking
    assert click.waits
    desk.screens = screens
    wire.edited("/channels/1/messages/2", channel=1)
    assert (click.seen is not None) is seen
    assert click.waits is not seen
