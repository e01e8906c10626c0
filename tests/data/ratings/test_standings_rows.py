"""Rows of the benchmark of standings: figures for ours and the peers, and the same results, but no speed."""

from pathlib import Path

from bot.bench.standings import standings_rows


async def test_each_row_measures_ours_and_its_peers(tmp_path: Path) -> None:
    rows = await standings_rows(tmp_path, results=900, people=100, repeats=2)
    assert [row.name for row in rows] == [
        "a page of standings, 900 results",
        "a page in the middle of standings, 900 results",
        "a place in standings, 900 results",
        "count a game, 900 results",
    ]
    assert all(row.ours > 0 and all(figure > 0 for figure in row.peers.values()) for row in rows)
    assert not any(row.faults for row in rows)
