"""`remik db`: recomputing derived data, and backups."""

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from bot.__main__ import main
from data.database import open_database
from data.ratings.schema import ratings, result_lines
from data.ratings.store import SqlResults
from tests.data.games import NOON, Wanted, keep, played_games


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    named = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REMIK_DATABASE_URL", named)
    return named


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as end:
        main(("db", *arguments))
    out, err = capsys.readouterr()
    return end.value.code, out, err


@pytest.mark.slow
def test_recompute_reports_the_numbers_of_games_and_of_corrected_rows(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def filled() -> None:
        games = played_games()
        database = await open_database(url)
        for facts in await keep(database, [Wanted(games["gin"], (1, 2), NOON), Wanted(games["gin"], (1, 2), NOON + 1)]):
            await SqlResults(database).settle(facts, 5)
        await database.close()

    async def spoilt() -> None:
        database = await open_database(url)
        async with database.write() as connection:
            await connection.execute(update(ratings).where(ratings.c.user == 1).values(mu=99.0))
            await connection.execute(delete(result_lines).where(result_lines.c.table_id == 2))
        await database.close()

    asyncio.run(filled())
    right = "2 games recomputed; nothing was wrong\n"
    assert said(capsys, "recompute") == (0, right, "")
    asyncio.run(spoilt())
    code, out, _ = said(capsys, "recompute")
    assert code == 0
    assert out.startswith("2 games recomputed; 3 rows were wrong")
    assert said(capsys, "recompute") == (0, right, "")


def test_a_backup_is_complete_and_never_overwrites_a_file(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    missing = "remik.db doesn't exist yet; the first start creates it\n"
    assert said(capsys, "backup", str(copy))[::2] == (1, f"database: {tmp_path}/{missing}")
    assert not copy.exists()
    asyncio.run(_made(url))
    assert said(capsys, "backup", str(copy)) == (0, f"written to {copy} and checked\n", "")
    before = copy.read_bytes()
    code, _, err = said(capsys, "backup", str(copy))
    assert (code, err) == (1, f"database: {copy} already exists: name a new file, or move that one away\n")
    assert copy.read_bytes() == before
    code, _, err = said(capsys, "backup", str(tmp_path / "nowhere" / "copy.db"))
    assert code == 1
    assert "nowhere doesn't exist" in err
    assert "is a folder" in said(capsys, "backup", str(tmp_path))[2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "remik.db"]
    monkeypatch.setenv("REMIK_DATABASE_URL", f"sqlite+aiosqlite:///{copy}")
    assert said(capsys, "recompute")[:2] == (0, "0 games recomputed; nothing was wrong\n")


async def _made(url: str) -> None:
    await (await open_database(url)).close()


def test_a_check_reports_sizes_and_backups_and_fails_if_something_is_wrong(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = "remik.db doesn't exist yet; the first start creates it\n"
    assert said(capsys, "check") == (1, "", f"database: {tmp_path}/{missing}")
    asyncio.run(_made(url))
    monkeypatch.setenv("REMIK_BACKUP_DIR", str(tmp_path / "backups"))
    code, out, err = said(capsys, "check")
    assert (code, err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in out.splitlines() if " " in line)
    assert lines["database"].startswith(f"{tmp_path}/remik.db (SQLite), schema ")
    assert lines["games"] == "0 replayed"
    assert "games       not replayed\n" in said(capsys, "check", "--quick")[1]
    assert lines["backups"] == f"none in {tmp_path}/backups"
    assert lines["rows"] == "none yet"
    assert out.count("\n") == 8
    assert out.endswith("\nOK\n")
    assert said(capsys, "backup", "copy.db")[0] == 0
    with sqlite3.connect(tmp_path / "copy.db") as connection:
        connection.execute("INSERT INTO seats VALUES (7, 0, 1, '', NULL, NULL, 0)")
    connection.close()
    code, out, err = said(capsys, "check", "copy.db")
    assert (code, err) == (1, "seats: 1 row refers to missing rows of tables\n")
    assert [line.split()[:2] for line in out.splitlines()[5:7]] == [["table", "rows"], ["seats", "1"]]
    assert re.search(r"\nand \d+ without rows\n", out)
    assert out.endswith("\nNOT OK\n")
    assert said(capsys, "check", "nothing.db") == (1, "", "database: nothing.db doesn't exist\n")


def test_a_restore_reports_what_it_did_and_refuses_newer_databases_in_one_line(
    url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asyncio.run(_made(url))
    assert said(capsys, "backup", "copy.db")[0] == 0
    code, out, err = said(capsys, "restore", "copy.db")
    assert (code, err) == (0, "")
    first, second, third = out.splitlines()
    assert first.startswith("restored from copy.db: 0 tables, schema ")
    assert f"the earlier database is now {tmp_path}/remik.db.before-restore-" in second
    assert "`remik db forget USER`" in third
    with sqlite3.connect(tmp_path / "remik.db") as connection:
        connection.execute("UPDATE remik_version SET version_num = '9999'")
    connection.close()
    (tmp_path / "newer.db").write_bytes((tmp_path / "remik.db").read_bytes())
    newer = "was written by a newer version of this program (its schema is 9999"
    for command in (("restore", "newer.db"), ("check", "newer.db"), ("backup", "x.db"), ("check",), ("recompute",)):
        code, out, err = said(capsys, *command)
        assert (code, out, err.count("\n")) == (1, "", 1), command
        assert newer in err
