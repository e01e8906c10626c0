"""Whole games with melds on the table, through the store: reloading at any point changes nothing."""

import asyncio
import random
from typing import Any

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import Repeated, Stale
from bot.play.state.values import Status
from bot.rummy.families import Variant
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.records import checking as record
from bot.rummy.views import Phase
from tests.play.melds import melds_view, random_rules
from tests.play.process import NAMES, Process, chosen, everything, ids, made, play_on, player, shown, step

LAYS = (Verb.MELD, Verb.LAYOFF, Verb.SWAP, Verb.UNDO)
SHORT = options_for(Variant.BASIC, {"target": 10})
ONE_MELD = options_for(Variant.BASIC, {"target": 10, "one_meld_per_turn": True})


def games_of(seats: int) -> list[MeldsOptions]:
    """Choose games for a number of players: Basic Rummy, and German Rummy with random house rules."""
    chance = random.Random(seats)
    return [ONE_MELD if seats == 3 else SHORT, random_rules(chance, seats, 1), random_rules(chance, seats, 1)]


GAMES = [(seats, options) for seats in (2, 3, 4) for options in games_of(seats)]


async def to_staged(table: Table, chance: random.Random) -> MeldsView:
    """Play on until a player has laid cards that the others don't see yet. Return that player's view."""
    while True:
        view = melds_view(table, table.view(None).turn)
        if any(view.staged):
            return view
        assert table.row.status is Status.PLAYING
        await step(table, chance)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [pytest.param(*game, marks=pytest.mark.soak if game[0] == 4 else ()) for game in GAMES[::3]],
)
async def test_a_reloaded_game_is_unchanged_at_any_point(
    here: Process, there: Process, seats: int, options: MeldsOptions
) -> None:
    """In the middle of a turn, too: the player can still take back melds after reloading (D-10)."""
    table = await here.started(options, seats)
    chance = random.Random(seats + 1)
    while table.row.status is Status.PLAYING:
        await step(table, chance)
        turn = table.view(None).turn
        staged = turn is not None and any(melds_view(table, turn).staged)
        if chance.random() < (0.2 if staged else 0.03):
            loaded = await Process(there.store).tables.get(table.row.id)
            assert shown(loaded) == shown(table)
            if staged and turn is not None and chance.random() < 0.3:
                await made(loaded, Move(turn, Verb.UNDO))
                assert not any(melds_view(loaded, turn).staged)
                assert loaded.view(turn).counts == table.view(None).counts
                await table.refresh()
                assert shown(table) == shown(loaded)
    assert everything(await Process(there.store).tables.get(table.row.id)) == everything(table)
    written = table.record()
    assert record.check(written) == written
    assert record.verify(written).unproven == ()
    result = table.view(None).result
    assert result is not None
    assert table.winners() == result.winners


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), GAMES[::3])
async def test_D_10_other_players_can_not_see_lays_that_are_taken_back(
    here: Process, seats: int, options: MeldsOptions
) -> None:
    table = await here.started(options, seats)
    chance = random.Random(seats + 10)
    lays = 0
    for _ in range(150):
        if table.row.status is Status.OVER:
            break
        seat, stamp = table.view(None).turn, table.stamp(None)
        others = [other for other in (None, *range(seats)) if other != seat]
        before = {other: (table.view(other), table.stamp(other)) for other in others}
        if seat is None or table.view(None).phase is not Phase.LAY:
            await step(table, chance)
            assert table.stamp(None) == (stamp.public + 1, 0)
            continue
        own, move = table.stamp(seat), chosen(table.view(seat), chance)
        await made(table, move)
        assert table.stamp(seat) != own
        if move.verb in LAYS and table.view(None).turn == seat:
            lays += 1
            assert {other: (table.view(other), table.stamp(other)) for other in others} == before
            assert table.stamp(seat) == (stamp.public, own.own + 1)
        else:  # one more, no matter how often melds were laid and taken back in the turn
            assert {table.stamp(other) for other in (None, *range(seats))} == {(stamp.public + 1, 0)}
    assert lays


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), GAMES[1::2])
async def test_a_turn_as_one_line_equals_its_moves_one_by_one(
    here: Process, there: Process, seats: int, options: MeldsOptions
) -> None:
    """Two tables have the same cards; at the second one a whole turn is one interaction and one line of the log."""
    single, whole = await twins(here, options, seats)
    chance = random.Random(seats + 20)
    while single.row.status is Status.PLAYING:
        seat, line = single.view(None).turn, len(lines(whole))
        if seat is None:
            await play_requests.next_deal(single, player(0), stamp=single.stamp(0), interaction=next(ids))
            await play_requests.next_deal(whole, player(0), stamp=whole.stamp(0), interaction=next(ids))
            continue
        moves: list[Move] = []
        turns = (single.view(None).deal, single.view(None).turns)
        while (single.view(None).deal, single.view(None).turns) == turns:
            moves.append(chosen(single.view(seat), chance))
            await made(single, moves[-1])
        await made(whole, *moves)
        assert len(lines(whole)) == line + 1
        seen = (None, *range(seats))
        assert [whole.view(one) for one in seen] == [single.view(one) for one in seen]
    assert whole.row.status is Status.OVER
    assert without_counts(whole.record()) == without_counts(single.record())
    assert everything(await there.tables.get(whole.row.id)) == everything(whole)


async def twins(here: Process, options: MeldsOptions, seats: int) -> tuple[Table, Table]:
    """Open two tables with the same cards, since their secrets and cuts are equal."""
    tables = []
    for channel in (1, 2):
        table = await here.open(options, channel=channel)
        for seat in range(seats):
            if seat:
                await table_requests.join(table, player(seat), NAMES[seat], next(ids))
            await table_requests.cut(table, player(seat), f"cut {seat}", next(ids))
        await table_requests.start(table, player(0), next(ids))
        tables.append(table)
    first, second = tables
    return first, second


def lines(table: Table) -> tuple[str, ...]:
    assert table._game is not None
    return table._game.lines


@pytest.mark.slow
@pytest.mark.parametrize("variant", [pytest.param(Variant.BASIC, marks=pytest.mark.soak), Variant.GERMAN])
async def test_two_processes_on_one_table_of_three_are_harmless(
    here: Process, there: Process, variant: Variant
) -> None:
    table = await here.started(options_for(variant, {"target": 10} if variant is Variant.BASIC else {"rounds": 1}), 3)
    other = await there.tables.get(table.row.id)
    chance = random.Random(5)
    for _ in range(60):
        if table.row.status is Status.OVER:
            break
        seat = table.view(None).turn
        if seat is None:
            asked = table.stamp(None)
            clicks = [
                play_requests.next_deal(one, player(0), stamp=asked, interaction=next(ids)) for one in (table, other)
            ]
        else:
            move, asked = chosen(table.view(seat), chance), table.stamp(seat)
            clicks = [made(one, move, stamp=asked) for one in (table, other)]
        answers = await asyncio.gather(*clicks, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Stale"]
        assert shown(table) == shown(other)


async def test_a_process_that_is_behind_in_a_turn_catches_up_with_the_players_click(
    here: Process, there: Process
) -> None:
    table = await here.started(SHORT, 3)
    other = await there.tables.get(table.row.id)
    view = await to_staged(table, random.Random(3))
    assert view.seat is not None
    await made(other, Move(view.seat, Verb.UNDO), stamp=table.stamp(view.seat))
    assert len(lines(other)) == len(lines(table)) + 1
    with pytest.raises(Stale):
        await made(table, Move(view.seat, Verb.UNDO))
    assert shown(table) == shown(other)


async def test_the_same_interaction_lays_once_in_whichever_process(here: Process, there: Process) -> None:
    table = await here.started(SHORT, 3)
    view = await to_staged(table, random.Random(4))
    assert view.seat is not None
    undo, click, stamp = Move(view.seat, Verb.UNDO), next(ids), table.stamp(view.seat)
    await made(table, undo, stamp=stamp, interaction=click)
    before = everything(table)
    for _ in range(2):
        for process in (here, there):
            with pytest.raises(Repeated):
                await made(await process.tables.get(table.row.id), undo, stamp=stamp, interaction=click)
            assert everything(await process.tables.get(table.row.id)) == before


@pytest.mark.slow
async def test_B_7_the_second_stock_follows_from_the_secret(here: Process, there: Process) -> None:
    table = await here.started(SHORT, 2)
    while not melds_view(table, None).reshuffled:
        await drawn_and_discarded(table)
    for _ in range(3):
        loaded = await Process(there.store).tables.get(table.row.id)
        assert shown(loaded) == shown(table)
        await drawn_and_discarded(loaded)
        await table.refresh()
    await play_requests.resign(table, player(0), interaction=next(ids))
    written = table.record()
    assert record.check(written) == written
    assert record.verify(written).reshuffled == (1,)


async def drawn_and_discarded(table: Table) -> None:
    """Draw and discard as the player on turn; nobody lays melds, so the stock runs out."""
    seat = table.view(None).turn
    assert seat is not None
    await made(table, Move(seat, Verb.DRAW))
    await made(table, next(move for move in table.view(seat).moves if move.verb is Verb.DISCARD))


@pytest.mark.slow
async def test_D_5_a_random_seat_begins_each_round(here: Process) -> None:
    """The table, its replayed log and its record, which is checked with the secrets, have the same dealers."""
    table = await here.started(options_for(Variant.GERMAN, {"rounds": 6, "small_deck": True}), 4)
    begins = []
    for _ in range(6):
        begins.append(table.view(None).turn)
        deal = table.view(None).deal
        while table.row.status is Status.PLAYING and table.view(None).turn is not None:
            await drawn_and_discarded(table)
        if table.row.status is Status.PLAYING:
            await play_requests.next_deal(table, player(deal % 4), stamp=table.stamp(None), interaction=next(ids))
    assert table.row.status is Status.OVER
    written = table.record()
    assert record.verify(written).dealers == tuple((seat - 1) % 4 for seat in begins if seat is not None)
    assert len({*begins}) > 1  # the same seat six times wouldn't be random


@pytest.mark.slow
async def test_many_tables_of_both_families_at_once_are_all_stored(here: Process, there: Process) -> None:
    tables = [await here.started(options, seats, channel=n) for n, (seats, options) in enumerate(GAMES)]
    await asyncio.gather(*(play_on(table, random.Random(n), 40) for n, table in enumerate(tables)))
    for table in tables:
        assert everything(await there.tables.get(table.row.id)) == everything(table)


def without_counts(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without the counts of its server's starts: the second game of a server has one more before it."""
    return {**record, "fairness": {key: value for key, value in record["fairness"].items() if key != "server"}}
