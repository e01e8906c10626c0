"""Tables of a tournament's fixtures: the tournament sets the players and the rules."""

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import TableReason
from bot.play.state.limits import Bounds
from bot.play.state.values import Pace, Status, TableSettings
from bot.players.levels import Level
from bot.rummy.refusals import Refused
from tests.play.process import ALA, BASIC, BOB, CHANNEL, EVE, GIN, Process, ids


async def opened(here: Process) -> Table:
    """Open the table of Ala's fixture with Bob."""
    return await here.tables.open(
        guild=1,
        channel=CHANNEL,
        host=ALA,
        name="Ala",
        options=GIN,
        pace=Pace.NONE,
        limits=None,
        interaction=next(ids),
        invited=(ALA, BOB),
        fixture=7,
    )


async def test_a_fixture_table_starts_when_both_players_sit_and_refuses_others(here: Process, there: Process) -> None:
    table = await opened(here)
    with pytest.raises(Refused) as why:
        await table_requests.join(table, EVE, "Eve", next(ids))
    assert [refusal.reason for refusal in why.value.refusals] == [TableReason.CLOSED_TABLE]
    await table_requests.join(table, BOB, "Bob", next(ids))
    assert table.row.status is Status.PLAYING
    loaded = await there.tables.get(table.row.id)
    assert loaded.row.fixture == 7
    assert not loaded.row.settings.friendly


async def test_leaving_closes_the_lobby_so_it_can_be_reopened(here: Process) -> None:
    table = await opened(here)
    await table_requests.expel(table, ALA, next(ids))
    assert table.row.status is Status.CANCELLED
    assert (await opened(here)).row.invited == (ALA, BOB)


async def test_players_can_not_change_what_the_tournament_has_set(here: Process) -> None:
    table = await opened(here)
    before = table.row
    for asked in (
        table_requests.set_options(table, ALA, BASIC, next(ids)),
        table_requests.set_pace(table, ALA, Pace.LIVE, None, Bounds(), interaction=next(ids)),
        table_requests.change_settings(table, ALA, TableSettings(friendly=True), next(ids)),
        table_requests.invite(table, ALA, (EVE,), next(ids)),
        table_requests.add_computer(table, ALA, Level.EASY, next(ids)),
        table_requests.remove(table, ALA, BOB, next(ids)),
        table_requests.decline(table, BOB, next(ids)),
    ):
        with pytest.raises(Refused) as why:
            await asked
        assert [refusal.reason for refusal in why.value.refusals] == [TableReason.FIXTURE]
    assert table.row == before


async def test_a_rematch_of_a_fixture_is_not_a_fixture(here: Process) -> None:
    table = await opened(here)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await play_requests.resign(table, BOB, interaction=next(ids))
    again = await here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids))
    assert again.row.fixture is None
    await table_requests.change_settings(again, BOB, TableSettings(friendly=True), next(ids))
