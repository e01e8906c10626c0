"""Names of players: never stored, looked up when a table is loaded, and again if unknown."""

from dataclasses import replace

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.values import LogLine, TableRow
from bot.rummy.records import checking as record
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BOB, EVE, Process, ids


def names_of(table: Table) -> list[str]:
    return [player.name for player in table.row.seats]


async def test_names_are_not_stored(here: Process, there: Process) -> None:
    table = await here.started()
    assert names_of(table) == ["Ala", "Bob"]
    kept = await there.store.load(table.row.id)
    assert kept is not None
    assert [player.name for player in kept[0].seats] == ["", ""]


async def test_a_table_that_is_loaded_asks_for_names_once(here: Process, there: Process) -> None:
    table = await here.started()
    there.members.known[BOB] = "Bobby"
    assert names_of(await there.tables.get(table.row.id)) == ["Ala", "Bobby"]
    await there.tables.get(table.row.id)
    assert there.members.asked == 1


async def test_an_unknown_name_is_looked_up_again(here: Process, there: Process) -> None:
    table = await here.started()
    bob = there.members.known.pop(BOB)
    assert names_of(await there.tables.get(table.row.id)) == ["Ala", ""]
    there.members.known[BOB] = bob
    assert names_of(await there.tables.get(table.row.id)) == ["Ala", "Bob"]


async def test_a_table_changed_elsewhere_keeps_known_names_and_looks_up_new_ones(here: Process, there: Process) -> None:
    table = await here.open()
    here.members.known = {BOB: "Bob"}  # no other name can be looked up any more
    await table_requests.join(await there.tables.get(table.row.id), BOB, "Bobby", next(ids))
    await table.refresh()
    assert names_of(table) == ["Ala", "Bob"]


async def test_a_record_has_substitutes_for_unknown_names(here: Process, there: Process) -> None:
    table = await here.started()
    await play_requests.resign(table, ALA, interaction=next(ids))
    there.members.known = {ALA: "Ala"}
    written = (await there.tables.get(table.row.id)).record()
    assert written["seats"] == ["Ala", f"Player {BOB % 10_000:04}"]
    assert record.check(written) == written


async def test_a_former_players_name_is_never_looked_up(here: Process) -> None:
    class Marked(FlakyStore):
        async def load(self, table: int) -> tuple[TableRow, tuple[LogLine, ...]] | None:
            found = await super().load(table)
            assert found is not None
            row, entries = found
            return replace(row, seats=(row.seats[0], replace(row.seats[1], user=-EVE))), entries

    table = await here.started()
    await play_requests.resign(table, BOB, interaction=next(ids))
    later = Process(Marked(here.store))
    later.members.known[-EVE] = "Eve"
    assert (await later.tables.get(table.row.id)).record()["seats"] == ["Ala", "Former player"]
