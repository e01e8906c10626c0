"""The database of an earlier version, and the games and records that the current version reads from it."""

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

from bot.play.state.game import Game, replay
from bot.play.state.records import finished_of
from bot.play.state.values import LogLine, Status, TableRow
from bot.rummy.cards import code
from bot.rummy.melds.views import MeldsView
from bot.rummy.views import View
from data.database import open_database
from data.tables.store import SqlTables

NOVEMBER_2026: Final = Path(__file__).parent / "2026-11"
"""The version from before the restructure."""


def database_of(made: Path, folder: Path) -> Path:
    """Create the database of an earlier version in a folder, as that version left it. Return its path."""
    file = folder / "remik.db"
    with sqlite3.connect(file) as connection:
        connection.executescript((made / "database.sql").read_text("utf-8"))
    connection.close()
    return file


def rows_of(file: Path, query: str) -> list[tuple[Any, ...]]:
    """Run a query on a database file, which the bot may have open."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        found = connection.execute(query).fetchall()
    connection.close()
    return found


async def resumed(made: Path, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the state of each running game by table: the turn, the cards, and all players' possible moves."""
    return {
        str(row.id): _standing(replay(row, entries), len(row.seats))
        for row, entries in await _kept(made, folder)
        if row.status is Status.PLAYING
    }


def _standing(game: Game, seats: int) -> dict[str, Any]:
    public = game.view(None)
    views = [game.view(seat) for seat in range(seats)]
    return {
        "phase": public.phase,
        "turn": public.turn,
        "deal": public.deal,
        "dealer": public.dealer,
        "stock": public.stock,
        "counts": list(public.counts),
        "discards": " ".join(map(code, public.discards)),
        "totals": [list(column.totals) for column in public.columns],
        "hands": [" ".join(map(code, view.hand)) for view in views],
        "melds": [
            [" ".join(map(code, meld.cards)) for meld in getattr(view, "melds", ())] for view in (public, *views)
        ],
        "moves": [", ".join(str(move) for move in view.moves) for view in views],
    }


def _melds(view: View) -> list[str]:
    """Return the melds on the table in a view, as text."""
    return [" ".join(map(code, meld.cards)) for meld in view.melds] if isinstance(view, MeldsView) else []


async def records_of(made: Path, folder: Path) -> dict[int, str]:
    """Return the records of finished games by table."""
    return {
        row.id: json.dumps(finished_of(row, entries).record, ensure_ascii=False)
        for row, entries in await _kept(made, folder)
        if row.status is Status.OVER
    }


async def _kept(made: Path, folder: Path) -> list[tuple[TableRow, tuple[LogLine, ...]]]:
    """Read all tables with their logs from a new copy of the database."""
    (folder / "remik.db").unlink(missing_ok=True)
    file = database_of(made, folder)
    database = await open_database(f"sqlite+aiosqlite:///{file}")
    try:
        store = SqlTables(database)
        numbers = [number for (number,) in rows_of(file, "SELECT id FROM tables ORDER BY id")]
        found = [await store.load(number) for number in numbers]
    finally:
        await database.close()
    return [one for one in found if one is not None]
