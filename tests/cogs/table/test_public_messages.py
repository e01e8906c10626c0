"""The public message of a table: the newest state wins, at a pace that Discord allows, and nothing waits for it."""

from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.play.state.limits import Bounds
from bot.play.state.values import Pace, Status
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.channel_writer import EDIT_INTERVAL, ChannelWriter
from cogs.edge.messages import Attachment, Message
from cogs.table.public_messages import STALE_AFTER, PublicMessages, mark_of
from cogs.table.screens.running import whose_turn
from cogs.table.table_messages import TableMessages
from render.queue import orders
from render.queue.studio import Studio
from render.values import Picture
from tests.cogs.edge.wall import Wall, refusal
from tests.cogs.table.scenes import TEXTS, NoFixtures
from tests.play.process import ALA, BOB, QUICK, Process, ids, play_on, step


class Watched:
    """Public messages in a fake channel, and the waits that were requested."""

    def __init__(self, here: Process, studio: Studio, wall: Wall | None = None) -> None:
        self.wall = wall or Wall()
        self.waits: list[float] = []
        self.writer = ChannelWriter(here.clock, interval=EDIT_INTERVAL, sleep=self._sleep)
        self.boards = PublicMessages(
            TableMessages(studio, NoFixtures()), Catalogs(), here.clock, self.wall, self.writer
        )

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def show(self, table: Table, *, anew: bool = False) -> None:
        self.boards.changed(table, anew=anew)
        await self.writer.idle()


@pytest.fixture
async def watched(here: Process, studio: Studio) -> AsyncIterator[Watched]:
    watched = Watched(here, studio)
    yield watched
    await watched.writer.close()


async def test_a_new_table_is_posted_and_then_edited(here: Process, watched: Watched) -> None:
    table = await here.open()
    await watched.show(table)
    assert table.row.message == 1
    await table_requests.join(table, BOB, "Bob", next(ids))
    await watched.show(table)
    await table_requests.start(table, ALA, next(ids))
    await watched.show(table)
    assert watched.wall.kinds == [("post", 1), ("edit", 1), ("edit", 1)]
    assert "deal 1" in watched.wall.text(1)


async def test_a_table_about_to_be_shown_by_an_answer_is_not_posted_as_well(here: Process, watched: Watched) -> None:
    table = await here.started()
    watched.boards.expect(table)
    await watched.show(table)
    assert watched.wall.kinds == []
    await watched.boards.adopt(table, 7, mark_of(table))
    await step(table, Random(3))
    watched.boards.arrived(table)
    await watched.writer.idle()
    assert watched.wall.kinds == [("edit", 7)]


async def test_a_table_whose_answer_has_failed_is_posted(here: Process, watched: Watched) -> None:
    table = await here.started()
    watched.boards.expect(table)
    watched.boards.arrived(table)
    await watched.writer.idle()
    assert watched.wall.kinds == [("post", 1)]


async def test_an_unchanged_table_is_not_sent_again(here: Process, watched: Watched) -> None:
    table = await here.started()
    await watched.show(table)
    await watched.show(table)
    assert watched.wall.kinds == [("post", 1)]


async def test_changes_during_an_edit_become_one_edit_with_the_newest_state(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    watched.wall.gate.clear()
    watched.wall.arrived.clear()
    await step(table, chance)
    watched.boards.changed(table)
    await watched.wall.arrived.wait()
    for _ in range(7):
        await step(table, chance)
        watched.boards.changed(table)
    watched.wall.gate.set()
    await watched.writer.idle()
    assert watched.wall.kinds == [("post", 1), ("edit", 1), ("edit", 1)]
    assert whose_turn(TEXTS, table.view(None), ("Ala", "Bob")) in watched.wall.text(1)


async def test_edits_in_a_channel_are_spaced(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    await step(table, chance)
    await watched.show(table)
    assert [wait for wait in watched.waits if wait] == [1.25, 1.25]


async def played(watched: Watched, table: Table, chance: Random) -> None:
    """Play a game to its end, showing the table after each move."""
    await watched.show(table)
    while table.row.status is Status.PLAYING:
        await step(table, chance)
        await watched.show(table)


@pytest.mark.slow
async def test_only_the_result_of_each_deal_stays_in_the_channel(here: Process, watched: Watched) -> None:
    table = await here.started(QUICK)
    await played(watched, table, Random(4))
    deals = len(table.view(None).deals)
    stay = [message for message in range(1, watched.wall.last + 1) if message not in watched.wall.deleted]
    assert len(stay) == deals + 1, "the last deal has a message of its own, too"
    for deal, message in enumerate(stay[:-1], 1):
        assert f"**Deal {deal} is over**\n" in watched.wall.text(message)
        assert "next deal" not in watched.wall.text(message), "it has begun long ago"
        assert watched.wall.labels(message) == ["More"]
    assert "Final score:" in watched.wall.text(stay[-1])
    assert "Rematch" in watched.wall.labels(stay[-1])


@pytest.mark.slow
async def test_the_result_of_a_deal_stays_even_if_the_bot_restarts_before_the_next_one(
    here: Process, watched: Watched, studio: Studio
) -> None:
    table, chance = await here.started(QUICK), Random(4)
    await watched.show(table)
    while not table.view(None).deals:
        await step(table, chance)
        await watched.show(table)
    result = watched.wall.last
    again = Watched(here, studio, watched.wall)
    await played(again, table, chance)
    assert "**Deal 1 is over**\n" in again.wall.text(result)
    assert again.wall.labels(result) == ["More"]
    assert result not in again.wall.deleted
    await again.writer.close()


async def test_the_result_of_a_deal_stays_if_the_next_one_begins_while_a_message_is_being_built(here: Process) -> None:
    begins: list[Table] = []

    async def meanwhile(_: float) -> None:
        if begins:
            await step(begins.pop(), chance)

    studio = Studio(quiet=meanwhile)
    watched, table, chance = Watched(here, studio), await here.started(QUICK), Random(4)
    await watched.show(table)
    while not table.view(None).deals:
        await step(table, chance)
    await watched.show(table)
    result = watched.wall.last
    await play_requests.ready(table, ALA, 1, next(ids))
    begins.append(table)
    await watched.show(table)
    assert "deal 2" in watched.wall.text(watched.wall.last)
    assert watched.wall.last != result
    assert "**Deal 1 is over**\n" in watched.wall.text(result)
    assert watched.wall.labels(result) == ["More"]
    await watched.writer.close()
    studio.close()


async def test_a_message_that_cannot_be_deleted_links_to_where_the_table_is(here: Process, watched: Watched) -> None:
    table = await here.started()
    await watched.show(table)
    for _ in range(2):
        watched.wall.undeletable.add(watched.wall.last)
        await watched.show(table, anew=True)
    for message in (1, 2):
        link = f"https://discord.com/channels/1/77/{table.row.message}"
        assert watched.wall.text(message) == f"-# [Gin · deal 1: jump to the table]({link})"
        assert watched.wall.labels(message) == []


async def test_an_old_message_is_deleted_once_discord_works_again(here: Process, watched: Watched) -> None:
    table = await here.started()
    await watched.show(table)
    watched.wall.faults_of["delete"] = [refusal(503), refusal(429)]
    await watched.show(table, anew=True)
    assert watched.wall.deleted == [1]


async def test_a_message_that_cannot_be_recorded_yet_is_not_posted_twice(
    here: Process, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await here.started()
    await watched.show(table)
    record, failures = table.set_message, [StoreError("disk I/O error")] * 2

    async def failing(_table: Table, message: int | None) -> None:
        if failures:
            raise failures.pop()
        await record(message)

    monkeypatch.setattr(Table, "set_message", failing)
    await watched.show(table, anew=True)
    assert watched.wall.kinds == [("post", 1), ("post", 2), ("delete", 1)]
    assert table.row.message == 2


async def test_a_late_edit_does_not_overwrite_a_newer_answer(here: Process, watched: Watched) -> None:
    table = await here.open()
    await watched.show(table)
    watched.wall.gate.clear()
    watched.wall.arrived.clear()
    await table_requests.set_pace(table, ALA, Pace.SLOW, None, Bounds(), interaction=next(ids))
    watched.boards.changed(table)
    await watched.wall.arrived.wait()  # an edit that shows only Ala is under way
    await table_requests.join(table, BOB, "Bob", next(ids))
    with watched.boards.answering(1, mark_of(table)):
        watched.wall.done.append(("edit", 1, "an answer that shows Bob"))
    await watched.boards.adopt(table, 1)
    watched.boards.arrived(table)
    watched.wall.gate.set()
    await watched.writer.idle()
    assert "Bob" in watched.wall.text(1)


async def test_a_late_answer_does_not_overwrite_a_newer_edit(here: Process, watched: Watched) -> None:
    table = await here.open()
    await watched.show(table)
    early = mark_of(table)
    with watched.boards.answering(1, early):
        await table_requests.join(table, BOB, "Bob", next(ids))
        await watched.show(table)
        watched.wall.done.append(("edit", 1, "an answer that shows Ala alone"))
    await watched.boards.adopt(table, 1)
    watched.boards.arrived(table)
    await watched.writer.idle()
    assert "Bob" in watched.wall.text(1)


async def test_an_old_message_is_replaced_by_a_new_one(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    here.now += STALE_AFTER + 1
    await step(table, chance)
    await watched.show(table)
    assert watched.wall.kinds == [("post", 1), ("post", 2), ("delete", 1)]
    assert table.row.message == 2


async def test_a_table_is_posted_again_when_asked(here: Process, watched: Watched) -> None:
    table = await here.started()
    await watched.show(table)
    await watched.show(table, anew=True)
    assert watched.wall.kinds == [("post", 1), ("post", 2), ("delete", 1)]


async def test_a_deleted_message_is_posted_anew(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    watched.wall.faults.append(refusal(404, 10008))
    await step(table, chance)
    await watched.show(table)
    assert table.row.message == 2
    await step(table, chance)
    await watched.show(table)
    assert watched.wall.kinds[-1] == ("edit", 2)


async def test_a_table_gets_a_new_message_if_the_old_one_was_edited_too_often(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    watched.wall.faults.append(refusal(400, 30046))
    await step(table, chance)
    await watched.show(table)
    assert table.row.message == 2


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_channel_without_permission_is_not_retried_until_resumed(
    here: Process, watched: Watched, code: int
) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    watched.wall.faults.append(refusal(403, code))
    for _ in range(3):
        await step(table, chance)
        await watched.show(table)
    assert watched.wall.attempts == 2
    assert watched.boards.paused_at(table.row.home.channel) is not None
    watched.boards.resume(table)
    await watched.writer.idle()
    assert watched.boards.paused_at(table.row.home.channel) is None
    assert watched.wall.kinds[-1] == ("edit", 1)


@pytest.mark.parametrize("fault", [refusal(429), refusal(503), ConnectionResetError()])
async def test_during_an_outage_or_rate_limit_the_table_waits_and_then_shows_the_newest_state(
    here: Process, watched: Watched, fault: Exception
) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    watched.wall.faults += [fault, fault, fault]
    await step(table, chance)
    await watched.show(table)
    assert watched.wall.kinds == [("post", 1), ("edit", 1)]
    waits = [wait for wait in watched.waits if wait > EDIT_INTERVAL]
    assert waits == sorted(waits)
    assert len(waits) == 3


async def test_a_table_that_always_fails_is_not_retried_until_the_next_change(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    watched.wall.faults += [refusal(503)] * 100
    await watched.show(table)
    assert 5 < watched.wall.attempts < 20
    watched.wall.faults.clear()
    await step(table, chance)
    await watched.show(table)
    assert watched.wall.kinds == [("post", 1)]


async def test_after_a_restart_the_same_message_is_edited(here: Process, watched: Watched, studio: Studio) -> None:
    table, chance = await here.started(), Random(3)
    await watched.show(table)
    again = Watched(here, studio)
    again.wall.last = 1
    await step(table, chance)
    await again.show(table)
    assert again.wall.kinds == [("edit", 1)]
    await again.writer.close()


async def test_a_table_shown_by_an_answer_is_not_edited_again(here: Process, watched: Watched) -> None:
    table = await here.open()
    await watched.boards.adopt(table, 42, mark_of(table))
    assert table.row.message == 42
    await watched.show(table)
    assert watched.wall.kinds == []
    await table_requests.join(table, BOB, "Bob", next(ids))
    await watched.show(table)
    assert watched.wall.kinds == [("edit", 42)]


async def test_an_answer_that_is_overtaken_is_corrected(here: Process, watched: Watched) -> None:
    table = await here.open()
    early = mark_of(table)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await watched.boards.adopt(table, 42, mark_of(table))
    with watched.boards.answering(42, early):  # the earlier answer arrived last
        pass
    watched.boards.arrived(table)
    await watched.show(table)
    assert watched.wall.kinds == [("edit", 42)]
    assert "Bob" in watched.wall.text(42)


@pytest.mark.slow
async def test_a_rematch_leaves_the_result_of_the_game_unchanged(here: Process, watched: Watched) -> None:
    table, chance = await here.started(QUICK), Random(4)
    await watched.show(table)
    await play_on(table, chance)
    following = await here.tables.rematch(table, user=ALA, name="Ala", interaction=next(ids))
    watched.boards.changed(table)
    watched.boards.changed(following)
    await watched.writer.idle()
    assert [kind for kind in watched.wall.kinds if kind != ("edit", 2)] == [
        ("post", 1),
        ("post", 2),
        ("post", 3),
        ("delete", 1),
    ], "only its winning moment may be added"
    assert "Final score" in watched.wall.text(2)
    assert "Rematch" in watched.wall.labels(2)
    assert "Join Ala for " in watched.wall.text(3)


async def test_channels_do_not_wait_for_each_other(here: Process, watched: Watched) -> None:
    one, other = await here.started(), await here.started(channel=78)
    watched.wall.gate.clear()
    watched.boards.changed(one)
    watched.boards.changed(other)
    while watched.wall.attempts < 2:
        await watched.wall.arrived.wait()
        watched.wall.arrived.clear()
    watched.wall.gate.set()
    await watched.writer.idle()
    assert {one.row.message, other.row.message} == {1, 2}


async def test_closing_stops_at_once_and_nothing_starts_afterwards(here: Process, watched: Watched) -> None:
    table, chance = await here.started(), Random(3)
    watched.wall.gate.clear()
    watched.boards.changed(table)
    await watched.wall.arrived.wait()
    await watched.writer.close()
    await step(table, chance)
    watched.boards.changed(table)
    await watched.writer.idle()
    assert watched.wall.kinds == []


async def test_an_old_message_waits_for_at_most_one_edit_of_a_busy_table(
    here: Process, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rng = await here.started(), Random(3)
    await watched.show(table)

    async def busy(_seconds: float) -> None:
        if table.stamp(None) < (6,):
            await step(table, rng)
            watched.boards.changed(table)

    monkeypatch.setattr(watched.writer, "sleep", busy)
    await watched.show(table, anew=True)
    assert watched.wall.kinds[:4] == [("post", 1), ("post", 2), ("edit", 2), ("delete", 1)]
    assert watched.wall.kinds[4:].count(("edit", 2)) >= 3


async def won(watched: Watched, table: Table) -> list[Attachment]:
    """Play a game to its end before it's shown, and return the pictures that its result has had."""
    await play_on(table, Random(4))
    await watched.show(table)
    return watched.wall.pictures[watched.wall.last]


@pytest.mark.slow
async def test_a_won_game_is_shown_as_a_still_at_once_and_then_moves(here: Process, watched: Watched) -> None:
    still, moving = await won(watched, await here.started(QUICK))
    assert watched.wall.kinds[-2:] == [("post", watched.wall.last), ("edit", watched.wall.last)]
    assert (still.name.rsplit(".", 1), moving.name.rsplit(".", 1)) == (
        [still.name.removesuffix(".png"), "png"],
        [still.name.removesuffix(".png"), "webp"],
    )
    assert moving.alt == still.alt
    assert moving.data[:4] == b"RIFF"


@pytest.mark.slow
async def test_the_still_stays_on_a_server_with_still_pictures(here: Process, watched: Watched) -> None:
    watched.wall.looks = "still"
    [still] = await won(watched, await here.started(QUICK))
    assert still.name.endswith(".png")


@pytest.mark.slow
async def test_the_still_stays_if_drawing_the_moment_fails(
    here: Process, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Iterator[Picture]:
        raise ZeroDivisionError

    monkeypatch.setattr(orders, "share_moment", broken)
    assert len(await won(watched, await here.started(QUICK))) == 1


@pytest.mark.slow
async def test_a_moment_takes_no_edit_where_edits_are_scarce(
    here: Process, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChannelWriter, "has_room", lambda *_: False)
    assert len(await won(watched, await here.started(QUICK))) == 1


@pytest.mark.slow
async def test_a_moment_that_comes_after_the_message_has_changed_is_dropped(
    here: Process, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = watched.boards.showing.moment

    async def late(_: TableMessages, table: Table, texts: Texts) -> Message | None:
        found = await moment(table, texts)
        watched.boards._current.forget(watched.wall.last)
        return found

    monkeypatch.setattr(TableMessages, "moment", late)
    assert len(await won(watched, await here.started(QUICK))) == 1
