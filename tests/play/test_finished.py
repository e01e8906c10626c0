"""Finished games as passed to ratings: the same from memory as from the store."""

import random

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import TableReason
from bot.play.state.records import finished_of
from bot.play.state.values import TableSettings
from bot.players.levels import Level
from bot.ratings.values import Finished, GameEnding, Participant
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Refused
from tests.play.process import ALA, BOB, QUICK, Process, ids, play_on


async def kept(here: Process, table: Table) -> Finished:
    found = await here.store.load(table.row.id)
    assert found is not None
    return finished_of(*found)


def without_names(finished: Finished) -> tuple[object, ...]:
    written = {key: value for key, value in finished.record.items() if key != "seats"}
    return (
        finished.table,
        finished.seats,
        finished.winners,
        finished.forfeits,
        finished.ending,
        finished.ended_at,
        written,
    )


@pytest.mark.slow
@pytest.mark.parametrize("options", [QUICK, options_for(Variant.GERMAN, {"rounds": 1, "small_deck": True})])
async def test_a_game_that_was_played_to_its_end(here: Process, options: Options) -> None:
    table = await here.started(options)
    with pytest.raises(Refused) as why:
        table.finished()
    assert why.value.refusals[0].reason is TableReason.NOT_OVER
    await play_on(table, random.Random(1))
    finished = table.finished()
    assert (finished.ending, finished.forfeits, finished.friendly) == (GameEnding.PLAYED, frozenset(), False)
    assert finished.winners == table.winners()
    assert finished.seats == (Participant(ALA), Participant(BOB))
    assert table.row.created_at < finished.started_at < finished.ended_at <= here.now
    assert without_names(await kept(here, table)) == without_names(finished)


async def test_a_game_that_was_given_up(here: Process) -> None:
    table = await here.started(seats=2)
    await play_requests.resign(table, ALA, interaction=next(ids))
    finished = table.finished()
    assert (finished.ending, finished.winners, finished.forfeits) == (GameEnding.RESIGNED, (1,), frozenset({0}))
    assert without_names(await kept(here, table)) == without_names(finished)


async def test_a_game_that_was_closed_at_a_table_with_a_computer(here: Process) -> None:
    table = await here.open(settings=TableSettings(friendly=True), computers=(Level.EASY,))
    await table_requests.start(table, ALA, next(ids))
    await table_requests.close(table, next(ids))
    finished = table.finished()
    assert (finished.ending, finished.winners, finished.forfeits) == (GameEnding.CLOSED, (), frozenset())
    assert finished.seats == (Participant(ALA), Participant(None))
    assert finished.friendly
    assert without_names(await kept(here, table)) == without_names(finished)
