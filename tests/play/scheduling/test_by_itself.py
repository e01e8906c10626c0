"""Races between the program's own actions and people's clicks: exactly one takes effect."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from bot.play.service import play_requests, program_actions, table_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import Repeated, Stale, StoreError, TableReason
from bot.play.state.limits import ABANDONED
from bot.play.state.values import DAY, MINUTE, LogWord, Pace, Ping, Stamp, Status, TimeLimits, TurnClock
from bot.players.games import choose
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.records import checking as record
from bot.rummy.refusals import Refused
from tests.play.flaky import FlakyStore
from tests.play.process import (
    ALA,
    BASIC,
    BOB,
    CHANNEL,
    DAN,
    EVE,
    GIN,
    QUICK,
    Process,
    chosen,
    everything,
    ids,
    made,
    player,
    put_off,
    shown,
    step,
)

LIVE = TimeLimits(MINUTE, MINUTE)


async def live(
    here: Process, options: Options = GIN, *, computers: tuple[Level, ...] = (), channel: int = CHANNEL
) -> Table:
    """Start a live game of Ala and Bob, or of Ala and computers."""
    table = await here.open(options, pace=Pace.LIVE, limits=LIVE, computers=computers, channel=channel)
    if not computers:
        await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.start(table, ALA, next(ids))
    return table


def seat_of_turn(table: Table) -> int:
    seat = table.view(None).turn
    assert seat is not None
    return seat


async def act(table: Table, seat: int | None = None) -> None:
    """Make moves for the seat on turn, as the scheduler does."""
    seat = seat_of_turn(table) if seat is None else seat
    moves = choose(table.view(seat), Level.EASY, table.seed_for(table.seq))
    await program_actions.move(table, seat, moves, seq=table.seq)


async def refused(attempt: Awaitable[None]) -> str:
    with pytest.raises(Refused) as caught:
        await attempt
    return str(caught.value.refusal.reason)


@pytest.mark.parametrize("options", [QUICK, options_for(Variant.BASIC, {"target": 10})])
async def test_a_computer_plays_a_whole_game_against_a_person(here: Process, there: Process, options: Options) -> None:
    table = await live(here, options, computers=(Level.EASY,))
    chance = random.Random(1)
    while table.row.status is Status.PLAYING:
        seat = table.view(None).turn
        if seat is None:
            await program_actions.write_word(table, LogWord.NEXT, 0, seq=table.seq)
        elif table.player(seat).is_computer:
            await act(table)
        else:
            await made(table, chosen(table.view(seat), chance))
    written = table.record()
    assert record.check(written) == written
    assert written["seats"] == ["Ala", "Computer (Easy)"]
    assert "!" not in str(written)
    assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_the_program_does_not_move_for_a_person_with_time_left(here: Process) -> None:
    table = await live(here)
    seat = seat_of_turn(table)
    before = everything(table)
    with pytest.raises(Stale):
        await act(table)
    here.now += 2 * MINUTE
    with pytest.raises(Stale):  # not even when another player's time is up
        await program_actions.move(table, 1 - seat, [Move(1 - seat, Verb.PASS)], seq=table.seq)
    assert everything(table) == before
    await act(table)
    assert table.game is not None
    assert table.game.lines[0].endswith(" !")


async def test_the_program_does_not_move_for_a_person_without_a_time_limit(here: Process) -> None:
    table = await here.started()
    here.now += 30 * DAY
    with pytest.raises(Stale):
        await act(table)


@pytest.mark.parametrize("click_first", [True, False])
async def test_only_one_of_click_and_program_moves_at_the_deadline(here: Process, *, click_first: bool) -> None:
    table = await live(here)
    for _ in range(4):
        seat, seq, stamp = seat_of_turn(table), table.seq, table.stamp(None)
        assert table.row.clock is not None
        assert table.row.clock.deadline is not None
        here.now = table.row.clock.deadline
        moves = choose(table.view(seat), Level.EASY, 0)
        both = [
            made(table, *moves, stamp=table.stamp(seat)),
            program_actions.move(table, seat, moves, seq=seq),
        ]
        answers = await asyncio.gather(*(both if click_first else reversed(both)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), Stale]
        assert (table.seq, table.stamp(None)) == (seq + 1, Stamp(stamp.public + 1))
        assert table.game is not None
        assert table.game.lines[-1].endswith(" !") is not click_first
        assert shown(await Process(here.store).tables.get(table.row.id)) == shown(table)


async def test_only_one_of_two_processes_moves_for_a_computer(here: Process, there: Process) -> None:
    table = await live(here, computers=(Level.EASY,))
    other = await there.tables.get(table.row.id)
    for _ in range(6):
        seat, seq = seat_of_turn(table), table.seq
        if table.player(seat).is_computer:
            answers = await asyncio.gather(act(table), act(other), return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Stale"]
        else:
            await made(table, choose(table.view(seat), Level.EASY, 0)[0])
            await other.refresh()
        assert table.seq == seq + 1
        assert shown(table) == shown(other)


async def test_an_action_decided_on_an_outdated_state_is_stale(here: Process) -> None:
    table = await live(here)
    seq = table.seq
    await made(table, Move(seat_of_turn(table), Verb.PASS))
    before = everything(table)
    late: list[Callable[[], Awaitable[None]]] = [
        lambda: program_actions.move(table, 0, [Move(0, Verb.PASS)], seq=seq),
        lambda: program_actions.write_word(table, LogWord.AWAY, 0, seq=seq),
        lambda: program_actions.abandon(table, seq=seq),
        lambda: program_actions.set_pings(table, TurnClock(None, (0, 0)), seq=seq),
    ]
    for attempt in late:
        with pytest.raises(Stale):
            await attempt()
    assert everything(table) == before


async def test_a_committed_line_of_the_program_is_found_after_its_answer_was_lost(here: Process) -> None:
    store = FlakyStore(here.store)
    number = (await live(here, computers=(Level.EASY,))).row.id
    table = await Process(store).tables.get(number)
    if seat_of_turn(table) == 0:
        await made(table, Move(0, Verb.PASS))
    seq, store.fail = table.seq, "after"
    with pytest.raises(StoreError):
        await act(table)
    store.fail = None
    with pytest.raises(Stale):
        await program_actions.move(table, 1, [Move(1, Verb.PASS)], seq=seq)
    assert table.seq == seq + 1


async def test_a_computers_seed_differs_by_move_and_survives_a_restart(here: Process, there: Process) -> None:
    """It doesn't depend on anything that players can see, or they could predict a computer's mistakes."""
    table = await live(here, computers=(Level.EASY,))
    seeds = []
    for _ in range(10):
        again = await there.tables.get(table.row.id)
        await again.refresh()
        seeds.append(table.seed_for(table.seq))
        assert again.seed_for(again.seq) == seeds[-1]
        await (act(table) if table.player(seat_of_turn(table)).is_computer else step(table, random.Random(1)))
    assert len(set(seeds)) == 10
    other = await live(Process(here.store, seed=5), computers=(Level.EASY,), channel=5)
    assert other.seed_for(0) != seeds[0]
    table = await live(here, computers=(Level.EASY,), channel=6)
    table.row = replace(table.row, secret=sha256(table.row.secret).digest())  # the previous link, shown later
    assert table.seed_for(0) != seeds[0]


async def test_an_absent_player_takes_the_seat_back_with_one_click_before_moving(here: Process) -> None:
    table = await live(here)
    seat = seat_of_turn(table)
    await program_actions.write_word(table, LogWord.AWAY, seat, seq=table.seq)
    stamp = table.stamp(seat)
    assert await refused(made(table, Move(seat, Verb.PASS))) == TableReason.AWAY
    await program_actions.move(
        table, seat, [Move(seat, Verb.PASS)], seq=table.seq
    )  # a computer that plays the seat has no deadline
    await made(table, Move(1 - seat, Verb.PASS))
    await play_requests.come_back(table, player(seat), next(ids))
    assert table.stamp(seat).public == stamp.public + 2
    with pytest.raises(Stale):
        await act(table)
    await made(table, choose(table.view(seat_of_turn(table)), Level.EASY, 0)[0])
    assert await refused(play_requests.come_back(table, player(seat), next(ids))) == TableReason.NOT_AWAY
    assert await refused(play_requests.come_back(table, EVE, next(ids))) == TableReason.NOT_SEATED


async def test_coming_back_races_with_the_computer_in_the_seat(here: Process) -> None:
    table = await live(here)
    seat = seat_of_turn(table)
    await program_actions.write_word(table, LogWord.AWAY, seat, seq=table.seq)
    answers = await asyncio.gather(
        play_requests.come_back(table, player(seat), next(ids)),
        act(table),
        play_requests.come_back(table, player(seat), next(ids)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Stale, Refused]


async def test_D_10_a_turn_that_times_out_after_a_lay_is_completed(here: Process) -> None:
    """The line that ends the turn continues from the melds laid so far, or takes them back first."""
    table = await live(here, options_for(Variant.GERMAN, {"rounds": 1}))
    chance, late = random.Random(4), 0
    while late < 5 and table.row.status is Status.PLAYING:
        seat = seat_of_turn(table)
        view = table.view(seat)
        assert isinstance(view, MeldsView)
        if not any(view.staged):
            await made(table, chosen(view, chance))
            continue
        here.now += 10 * MINUTE
        lines = table.seq
        while table.row.status is Status.PLAYING and table.view(None).turns == view.turns:
            await act(table)
        assert table.seq - lines <= 2
        late += 1
    assert late


async def test_only_tables_without_activity_are_closed(here: Process, there: Process) -> None:
    lobby, game = await here.open(channel=5), await live(here)
    here.now = lobby.row.touched_at + ABANDONED - 1000
    for table in (lobby, game):
        with pytest.raises(Stale):
            await program_actions.abandon(table, seq=table.seq)
    here.now += 2000
    await program_actions.abandon(lobby, seq=0)
    await program_actions.abandon(game, seq=game.seq)
    assert (lobby.row.status, game.row.status, game.winners()) == (Status.CANCELLED, Status.OVER, ())
    for table in (lobby, game):
        assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_only_people_count_as_activity(here: Process, there: Process) -> None:
    table = await live(here, computers=(Level.EASY,))
    for _ in range(6):
        before, seat = table.row.touched_at, seat_of_turn(table)
        if table.player(seat).is_computer:
            await act(table)
            assert table.row.touched_at == before
        else:
            await made(table, chosen(table.view(seat), random.Random(1)))
            assert table.row.touched_at == here.now > before
        assert (await Process(there.store).tables.get(table.row.id)).row == table.row


async def test_a_moderator_closes_a_lobby_or_a_game(here: Process) -> None:
    lobby, game = await here.open(channel=5), await live(here)
    await made(game, Move(seat_of_turn(game), Verb.PASS))
    assert game.game is not None
    acted = game.game.acted
    await table_requests.close(lobby, next(ids))
    await table_requests.close(game, next(ids))
    assert (lobby.row.status, game.row.status, game.winners()) == (Status.CANCELLED, Status.OVER, ())
    assert game.game.acted == acted
    assert await refused(table_requests.close(lobby, next(ids))) == TableReason.CLOSED
    assert await refused(table_requests.close(game, next(ids))) == TableReason.OVER


async def test_a_moderator_removes_a_player_from_a_lobby_or_a_game(here: Process) -> None:
    table = await here.open(BASIC, invited=(BOB,))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.expel(table, BOB, next(ids))
    assert ([one.user for one in table.row.seats], table.row.invited) == ([ALA], ())
    assert await refused(table_requests.expel(table, BOB, next(ids))) == TableReason.NOT_THERE
    for user, name in ((BOB, "Bob"), (EVE, "Eve"), (DAN, "Dan")):
        await table_requests.join(table, user, name, next(ids))
    await table_requests.start(table, ALA, next(ids))
    await table_requests.expel(table, EVE, next(ids))
    assert table.game is not None
    assert (table.game.left, table.row.status) == (frozenset({2}), Status.PLAYING)
    assert await refused(table_requests.expel(table, EVE, next(ids))) == TableReason.NOT_THERE
    two = await live(here, channel=6)
    await table_requests.expel(two, BOB, next(ids))
    assert (two.row.status, two.resigned, two.winners()) == (Status.OVER, 1, (0,))


async def test_a_computer_replaces_players_who_leave_and_the_last_person_ends_the_game(here: Process) -> None:
    table = await here.started(BASIC, 3)
    await play_requests.resign(table, BOB, interaction=next(ids))
    assert (table.row.status, table.resigned) == (Status.PLAYING, None)
    assert await refused(play_requests.resign(table, BOB, interaction=next(ids))) == TableReason.LEFT
    assert (
        await refused(play_requests.next_deal(table, BOB, stamp=table.stamp(1), interaction=next(ids)))
        == TableReason.LEFT
    )
    await play_requests.resign(table, EVE, interaction=next(ids))
    await play_requests.resign(table, ALA, interaction=next(ids))
    assert (table.row.status, table.resigned, table.winners()) == (Status.OVER, 0, ())


async def test_a_player_can_be_ready_once_per_deal(here: Process) -> None:
    table = await live(here, QUICK)
    chance = random.Random(1)
    while table.view(None).turn is not None:
        await made(table, chosen(table.view(seat_of_turn(table)), chance))
    deal, stamp = table.view(None).deal, table.stamp(None)
    await play_requests.ready(table, BOB, deal, next(ids))
    for wrong in (deal, deal - 1):  # a second click, and one for the previous deal
        with pytest.raises(Stale):
            await play_requests.ready(table, BOB, wrong, next(ids))
    assert table.row.clock is not None
    waits = table.row.clock.deadline
    await play_requests.ready(table, ALA, deal, next(ids))
    assert waits is not None
    assert table.row.clock.deadline is None  # the next deal is due at once
    assert table.stamp(None) == stamp
    both = [
        program_actions.write_word(table, LogWord.NEXT, 0, seq=table.seq),
        play_requests.next_deal(table, ALA, stamp=stamp, interaction=next(ids)),
    ]
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), Stale]
    with pytest.raises(Stale):
        await play_requests.ready(table, ALA, deal, next(ids))


async def test_a_clock_is_stored_with_each_line_and_a_ping_separately(here: Process, there: Process) -> None:
    table = await live(here)
    await table.set_ping(Ping(ALA, 5, 6))
    for _ in range(6):
        deadline = table.row.clock and table.row.clock.deadline
        assert deadline is not None
        await made(table, choose(table.view(seat_of_turn(table)), Level.EASY, 0)[0])
        kept = await Process(there.store).tables.get(table.row.id)
        assert kept.row == table.row
    assert table.row.ping == Ping(ALA, 5, 6)
    await table.set_ping(None)
    await play_requests.resign(table, ALA, interaction=next(ids))
    kept = await Process(there.store).tables.get(table.row.id)
    assert (kept.row.clock, kept.row.ping) == (None, None)


async def test_the_watch_is_called_after_every_commit_and_every_load(here: Process, there: Process) -> None:
    told: list[tuple[int, Status, int]] = []

    def watch(table: Table) -> None:
        told.append((table.row.id, table.row.status, table.seq))

    here.tables = Tables(here.store, here.clock, token=lambda: bytes(32), touched=watch)
    table = await live(here)
    number = table.row.id
    assert told == [(number, Status.LOBBY, 0)] * 2 + [(number, Status.PLAYING, 0)]
    await made(table, Move(seat_of_turn(table), Verb.PASS))
    assert told[-1] == (number, Status.PLAYING, 1)
    with pytest.raises(Stale):
        await program_actions.move(table, 0, [Move(0, Verb.PASS)], seq=0)
    assert len(told) == 4
    loaded = Tables(here.store, there.clock, token=lambda: bytes(32), touched=watch)
    await loaded.get(number)
    assert told[4:] == [(number, Status.PLAYING, 1)]
    await play_requests.resign(table, ALA, interaction=next(ids))
    assert told[5:] == [(number, Status.OVER, 2)]
    await Tables(here.store, there.clock, token=lambda: bytes(32), touched=watch).get(number)
    assert len(told) == 6


async def test_deadlines_extended_in_the_store_apply_to_tables_in_memory(here: Process) -> None:
    table = await live(here)
    assert table.row.clock is not None
    assert table.row.clock.deadline is not None
    deadline = table.row.clock.deadline
    await put_off(here.tables, 5 * MINUTE)
    await here.tables.refresh()
    assert table.row.clock.deadline == deadline + 5 * MINUTE


async def test_a_click_right_after_an_extension_does_not_restore_the_old_deadline(here: Process) -> None:
    """Discord delivers the clicks of a lost connection as soon as it is back."""
    table = await live(here)
    assert table.row.clock is not None
    assert table.row.clock.deadline is not None
    deadline = table.row.clock.deadline
    await put_off(here.tables, 5 * MINUTE)
    await made(table, Move(seat_of_turn(table), Verb.TAKE))  # the turn continues, with the same deadline
    assert table.row.clock.deadline == deadline + 5 * MINUTE
    assert (await Process(here.store).tables.get(table.row.id)).row == table.row


async def test_a_table_loaded_during_an_extension_has_the_new_deadline(here: Process) -> None:
    """A starting bot gives time back while the first clicks arrive."""
    before = (await live(here)).row
    assert before.clock is not None
    assert before.clock.deadline is not None
    store = FlakyStore(here.store)
    store.hold_shift, later = asyncio.Event(), Process(store)
    putting_off = asyncio.create_task(put_off(later.tables, 5 * MINUTE))
    asked = asyncio.create_task(later.tables.get(before.id))
    await asyncio.wait({asked}, timeout=0.05)
    store.hold_shift.set()
    await putting_off
    table = await asked
    await made(table, Move(seat_of_turn(table), Verb.TAKE))
    assert table.row.clock == replace(before.clock, deadline=before.clock.deadline + 5 * MINUTE)


async def test_a_ping_sent_during_an_extension_does_not_restore_the_old_deadline(
    here: Process,
) -> None:
    table = await live(here)
    before = table.row.clock
    assert before is not None
    assert before.deadline is not None
    await put_off(here.tables, 5 * MINUTE)
    await program_actions.set_pings(table, replace(before, pinged=True), seq=table.seq)
    assert table.row.clock == replace(before, deadline=before.deadline + 5 * MINUTE, pinged=True)
    assert (await Process(here.store).tables.get(table.row.id)).row == table.row


async def test_a_repeated_click_is_recognized_for_every_request(here: Process, there: Process) -> None:
    table = await here.started(BASIC, 3)
    click = next(ids)
    await play_requests.resign(table, BOB, interaction=click)
    for again in (table, await there.tables.get(table.row.id)):
        with pytest.raises(Repeated):
            await play_requests.resign(again, BOB, interaction=click)
        with pytest.raises(Repeated):
            await play_requests.come_back(again, BOB, click)
