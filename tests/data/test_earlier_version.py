"""The database of an earlier version: its games resume, and its records and results stay the same.

``tests/earlier/2026-11`` contains the database and the results of the version before the restructure.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from bot.__main__ import main
from data.database import open_database
from tests.data.fresh import NEWEST
from tests.earlier.kept import NOVEMBER_2026, database_of, records_of, resumed, rows_of

DERIVED: Final = ("results", "result_lines", "rating_changes", "ratings", "standings", "earned")
KEPT: Final = (
    *("tables", "seats", "moves", "changes", "presets", "people", "servers", "departures"),
    *("rulings", "seasons", "deeds", "leagues", "entrants", "fixtures"),
)
SPOILED: Final = """
    UPDATE result_lines SET points = points + 1, won = NOT won;
    UPDATE ratings SET mu = mu + 1, games = games + 1;
    UPDATE standings SET wins = wins + 1;
    DELETE FROM rating_changes;
    DELETE FROM earned;
"""
"""Makes results, ratings and standings wrong or missing, as a fault might."""


async def test_every_running_game_resumes_with_the_same_hands_and_moves(tmp_path: Path) -> None:
    expected = json.loads((NOVEMBER_2026 / "tables.json").read_text("utf-8"))
    found = json.loads(json.dumps(await resumed(NOVEMBER_2026, tmp_path)))
    assert found.keys() == expected.keys()
    for table, standing in expected.items():
        assert found[table] == standing, f"table {table}"


@pytest.mark.slow
async def test_records_are_equal_to_those_of_the_earlier_version(tmp_path: Path) -> None:
    expected = (NOVEMBER_2026 / "records.jsonl").read_text("utf-8").splitlines()
    found = await records_of(NOVEMBER_2026, tmp_path)
    assert [json.loads(record) for record in found.values()] == [json.loads(record) for record in expected]


def test_earlier_exported_records_still_verify(tmp_path: Path) -> None:
    files = []
    for number, record in enumerate((NOVEMBER_2026 / "records.jsonl").read_text("utf-8").splitlines()):
        files.append(tmp_path / f"{number}.json")
        files[-1].write_text(record, "utf-8")
    assert len(files) == 18
    _remik("record", "check", *map(str, files))
    _remik("record", "verify", *map(str, files))


async def test_migrations_bring_the_database_up_to_date_and_lose_nothing(tmp_path: Path) -> None:
    file = database_of(NOVEMBER_2026, tmp_path)
    before = {table: _rows(file, table) for table in (*KEPT, *DERIVED)}
    await (await open_database(f"sqlite+aiosqlite:///{file}")).close()
    assert rows_of(file, "SELECT version_num FROM remik_version") == [(NEWEST,)]
    for table, rows in before.items():
        now = _rows(file, table)
        assert len(now) == len(rows), table
        for was, is_now in zip(rows, now, strict=True):
            assert {name: is_now.get(name, "missing") for name in was} == was, table


@pytest.mark.slow
def test_recomputing_gives_the_same_results_ratings_and_standings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = database_of(NOVEMBER_2026, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REMIK_TOKEN", "secret")
    monkeypatch.setenv("REMIK_DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    before = {table: _rows(file, table) for table in DERIVED}
    assert all(before.values())
    _remik("db", "recompute")
    after = {table: _rows(file, table) for table in DERIVED}
    assert {table: _without_best_deals(rows) for table, rows in after.items()} == before
    assert after["result_lines"] != before["result_lines"], "recomputing adds the best deals"
    with sqlite3.connect(file) as connection:
        connection.executescript(SPOILED)
    connection.close()
    assert all(_rows(file, table) != before[table] for table in DERIVED if table != "results")
    _remik("db", "recompute")
    for table, rows in after.items():
        assert _rows(file, table) == rows, table


def _without_best_deals(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows as the earlier version had them, in the order of `_rows`."""
    older = [
        row | {"counts": json.dumps({name: n for name, n in json.loads(row["counts"]).items() if name != "best"})}
        if "counts" in row
        else row
        for row in rows
    ]
    return _sorted(older)


def _remik(*arguments: str) -> None:
    """Run a command, which has to succeed."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0, arguments


def _rows(file: Path, table: str) -> list[dict[str, Any]]:
    """Read a table as one dictionary per row, in an order that doesn't depend on columns added later."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]  # noqa: S608 - names of ours
    connection.close()
    return _sorted(found)


def _sorted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: repr(sorted(row.items(), key=lambda one: one[0])))
