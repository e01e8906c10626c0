"""Taking back a discard at a table (C-9): where it is allowed, until when, and what is stored."""

import random
from collections.abc import Awaitable

import pytest

from bot.play.service import play_requests, program_actions, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import Stale, TableReason
from bot.play.state.values import LogWord, Pace, Stamp, Status, TableSettings, TimeLimits
from bot.play.time.turn_clock import offers_take_back, refusal_by_table
from bot.players.levels import Level
from bot.rummy.events import EventKind
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.records import checking as record
from bot.rummy.refusals import Reason, Refused
from tests.play.melds import ALL_RULES
from tests.play.process import (
    ALA,
    BOB,
    EVE,
    GIN,
    QUICK,
    Process,
    chosen,
    everything,
    ids,
    made,
    play_on,
    player,
    put_off,
    shown,
    step,
    turn,
)
from tests.play.scheduling.test_by_itself import act

FRIENDLY = TableSettings(friendly=True)
FINAL = TableSettings(friendly=True, final_discards=True)
LIVE = TimeLimits(60_000, 60_000)


async def started(
    here: Process,
    options: Options = GIN,
    *,
    settings: TableSettings = FRIENDLY,
    limits: TimeLimits | None = None,
    computers: tuple[Level, ...] = (),
) -> Table:
    """Start a game of Ala and Bob, or of Ala and computers."""
    pace = Pace.NONE if limits is None else Pace.LIVE
    table = await here.open(options, settings=settings, pace=pace, limits=limits, computers=computers)
    if not computers:
        await table_requests.join(table, BOB, "Bob", next(ids))
    if options == ALL_RULES:  # H-8 takes three
        await table_requests.join(table, EVE, "Eve", next(ids))
    await table_requests.start(table, ALA, next(ids))
    return table


async def until_discard(table: Table, chance: random.Random) -> int:
    """Play until a player has made a discard that can be taken back, and return their seat."""
    while True:
        await step(table, chance)
        assert table.game is not None
        if table.game.state.takeback is not None:
            return table.game.state.takeback


async def take_back(table: Table, seat: int, stamp: Stamp | None = None) -> None:
    await made(table, Move(seat, Verb.TAKEBACK), stamp=stamp)


async def refused(attempt: Awaitable[None]) -> str:
    with pytest.raises(Refused) as caught:
        await attempt
    assert caught.value.refusal.rule == "C-9"
    return str(caught.value.refusal.reason)


@pytest.mark.slow
@pytest.mark.parametrize("options", [GIN, ALL_RULES], ids=str)
async def test_C_9_a_discard_is_taken_back_for_everyone_and_after_a_restart(
    here: Process, there: Process, options: Options
) -> None:
    table = await started(here, options)
    chance = random.Random(3)
    for _ in range(5):
        seat = await until_discard(table, chance)
        card = table.view(seat).takeback
        assert card == table.view(None).discards[-1]
        assert offers_take_back(table.row)
        await take_back(table, seat)
        assert card in table.view(seat).hand
        assert turn(table) == player(seat)
        assert card in table.view(None).known[seat]
        last = table.events()[-1]
        assert (last.kind, last.seat, last.card) == (EventKind.TOOK_BACK, seat, card)
        loaded = await Process(there.store).tables.get(table.row.id)
        assert shown(loaded) == shown(table)
        assert loaded.events() == table.events()
        assert Move(seat, Verb.DISCARD, card) in table.view(seat).moves
        await made(table, Move(seat, Verb.DISCARD, card))
    await play_on(table, chance)
    written = table.record()
    assert str(written).count("takeback") == 5
    assert record.check(written) == written
    assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_C_9_a_turn_with_lays_goes_on_with_them_and_the_log_tells_it_in_order(here: Process) -> None:
    table = await started(here, options_for(Variant.BASIC), computers=())
    chance = random.Random(1)
    while True:
        seat = await until_discard(table, chance)
        assert table.game is not None
        before = table.game.state.before_discard
        if before is not None and before.public is not before:
            break
    told = table.events()
    discarded = told[-1]
    await take_back(table, seat)
    kinds = [event.kind for event in table.events()]
    assert kinds[-1] is EventKind.TOOK_BACK
    assert kinds[-2] in (EventKind.DREW, EventKind.TOOK), "the lays are hidden again until the turn ends (D-10)"
    assert discarded.card is not None
    await made(table, Move(seat, Verb.DISCARD, discarded.card))
    told_again = [event.kind for event in table.events()]
    assert told_again == [*(event.kind for event in told[:-1]), EventKind.TOOK_BACK, EventKind.DISCARDED]
    assert list(table.view(None).recent) == list(table.events()[-len(table.view(None).recent) :])


async def test_C_9_never_in_a_rated_game(here: Process) -> None:
    table = await started(here, settings=TableSettings())
    assert table.row.is_rated
    seat = await until_discard(table, random.Random(3))
    before = everything(table)
    assert await refused(take_back(table, seat)) == TableReason.TAKEBACK_RATED
    assert not offers_take_back(table.row)
    assert everything(table) == before


async def test_C_9_not_where_the_host_has_turned_it_off(here: Process) -> None:
    table = await started(here, settings=FINAL)
    seat = await until_discard(table, random.Random(3))
    assert await refused(take_back(table, seat)) == TableReason.TAKEBACK_OFF
    assert not offers_take_back(table.row)


async def test_C_9_on_by_default_in_every_game_that_is_not_rated(here: Process) -> None:
    assert TableSettings().final_discards is False
    against_computer = await started(here, settings=TableSettings(), computers=(Level.EASY,))
    assert refusal_by_table(against_computer.row) is None


async def test_C_9_a_click_after_the_next_player_has_moved_is_stale(here: Process, there: Process) -> None:
    table = await started(here)
    seat = await until_discard(table, random.Random(3))
    seen = table.stamp(seat)
    other = await there.tables.get(table.row.id)
    await made(other, Move(1 - seat, Verb.DRAW))
    with pytest.raises(Stale):
        await take_back(table, seat, stamp=seen)
    assert await refused(take_back(table, seat)) == Reason.TAKEBACK_LATE
    assert everything(table) == everything(other)


async def test_C_9_of_a_take_back_and_a_draw_at_once_one_happens(here: Process, there: Process) -> None:
    table = await started(here)
    seat = await until_discard(table, random.Random(3))
    seen, other = table.stamp(seat), await there.tables.get(table.row.id)
    await take_back(table, seat, stamp=seen)
    with pytest.raises(Stale):
        await made(other, Move(1 - seat, Verb.DRAW), stamp=seen)
    assert shown(other) == shown(table)


async def test_C_9_nobody_takes_back_anothers_discard(here: Process) -> None:
    table = await started(here)
    seat = await until_discard(table, random.Random(3))
    assert await refused(take_back(table, 1 - seat)) == Reason.TAKEBACK_OTHERS


async def test_C_9_a_discard_that_the_bot_made_stays(here: Process) -> None:
    table = await started(here, limits=LIVE)
    seat = 1 - await until_discard(table, random.Random(3))
    here.now += 200_000
    while table.view(None).turn == seat:
        await act(table)
    assert await refused(take_back(table, seat)) == TableReason.TAKEBACK_TIME


async def test_C_9_a_discard_that_a_computer_made_for_an_absent_player_stays(here: Process) -> None:
    table = await started(here)
    seat = 1 - await until_discard(table, random.Random(3))
    await program_actions.write_word(table, LogWord.AWAY, seat, seq=table.seq)
    while table.view(None).turn == seat:
        await act(table)
    await play_requests.come_back(table, player(seat), next(ids))
    assert await refused(take_back(table, seat)) == TableReason.TAKEBACK_BOT


async def test_C_9_once_the_time_of_the_turn_is_over_the_discard_stays(here: Process) -> None:
    table = await started(here, limits=LIVE)
    seat = await until_discard(table, random.Random(3))
    assert table.row.clock is not None
    assert table.row.clock.last_turn is not None
    here.now = (table.row.clock.last_turn.deadline or 0) - 10
    clock = table.row.clock.last_turn.deadline
    await take_back(table, seat)
    assert table.row.clock is not None
    assert table.row.clock.deadline == clock, "no time is gained"
    card = table.view(seat).known[seat][-1]
    await made(table, Move(seat, Verb.DISCARD, card))
    here.now = clock or 0
    assert await refused(take_back(table, seat)) == TableReason.TAKEBACK_TIME


async def test_C_9_the_clock_of_the_turn_before_is_stored_with_the_discard(here: Process, there: Process) -> None:
    table = await started(here, limits=LIVE)
    chance = random.Random(3)
    while True:
        assert table.row.clock is not None
        running = table.row.clock.deadline
        await step(table, chance)
        if table.game is not None and (seat := table.game.state.takeback) is not None:
            break
    other = await there.tables.get(table.row.id)
    there.now = here.now
    assert other.row.clock == table.row.clock
    await put_off(there.tables, 5_000)
    await take_back(other, seat)
    assert other.row.clock is not None
    assert other.row.clock.deadline == (running or 0) + 5_000, "and moves with the others after an outage"


@pytest.mark.slow
async def test_C_9_a_computers_move_ends_the_chance_and_computers_take_nothing_back(here: Process) -> None:
    table = await started(here, QUICK, computers=(Level.EASY,))
    chance, late = random.Random(5), 0
    while table.row.status is Status.PLAYING:
        view = table.view(None)
        if view.turn is None:
            await play_requests.next_deal(table, ALA, stamp=table.stamp(None), interaction=next(ids))
        elif table.player(view.turn).is_computer:
            taken_back = table.game is not None and table.game.state.takeback
            await act(table)
            if taken_back is not None and table.view(None).turn is not None:
                assert await refused(take_back(table, 0)) in (Reason.TAKEBACK_LATE, Reason.TAKEBACK_OTHERS)
                late += 1
        else:
            await made(table, chosen(table.view(0), chance))
    assert late > 3
    assert "takeback" not in str(table.record())
