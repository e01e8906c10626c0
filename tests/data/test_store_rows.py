"""Rows of the benchmark of tables: figures for ours and the peers, but no speed."""

from pathlib import Path

import pytest

from bot.bench.store import append_row, growth_row, memory_row, restart_rows


@pytest.mark.slow
async def test_each_row_measures_ours_and_its_peers(tmp_path: Path) -> None:
    rows = [
        await append_row(tmp_path, tables=3, rounds=2),
        *await restart_rows(tmp_path, tables=3, lines=5, clicks=2),
        await memory_row(tmp_path, tables=3, lines=5),
        await growth_row(tmp_path, few=2, many=4, clicks=3),
    ]
    assert [row.name for row in rows] == [
        "append a move, 3 tables at once",
        "restart with 3 tables of 5 moves, ready",
        "restart with 3 tables of 5 moves, first click on one",
        "a table in memory, 5 moves",
        "a move, 4 tables open",
    ]
    assert all(row.ours > 0 and all(figure > 0 for figure in row.peers.values()) for row in rows)
    assert not any(row.faults for row in rows)
