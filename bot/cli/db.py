"""``remik db``: rebuild results, ratings and standings from the games, or back up the database."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.ratings.ports import Recomputed
from bot.settings import SettingsError, load_settings
from data.database import back_up, look_at, open_database
from data.errors import DatabaseError
from data.ratings.store import SqlResults

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("db", help="rebuild results from the games, or back up the database")
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    again = actions.add_parser(
        "recompute",
        help="rebuild results, ratings and standings from the games",
        description="Rebuild all results, ratings, standings and achievements from the games, and report how many "
        "rows were wrong. The bot can keep running.",
    )
    again.set_defaults(run=run, file=None)
    copy = actions.add_parser(
        "backup",
        help="copy the database to a new file",
        description="Copy an SQLite database in one consistent snapshot. The bot can keep running. An existing file "
        "is never overwritten.",
    )
    copy.add_argument("file", type=Path, metavar="FILE", help="the new file")
    copy.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Rebuild or back up. Exit status 1 with an error message on failure."""
    try:
        url = load_settings().database_url
        done = asyncio.run(_recomputed(url) if options.file is None else _backed_up(url, options.file))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 1
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        return 1
    sys.stdout.write(f"{done}\n")
    return 0


async def _recomputed(url: str) -> str:
    """Rebuild all derived data of an existing database, and return the report."""
    if await look_at(url) is None:
        raise DatabaseError("it doesn't exist yet; the first start creates it")
    database = await open_database(url, unhurried=True)
    try:
        return _report(await SqlResults(database).recompute())
    finally:
        await database.close()


def _report(done: Recomputed) -> str:
    """Describe what was rebuilt."""
    games = "1 game" if done.games == 1 else f"{done.games:,} games"
    if not done.differing:
        return f"{games} recomputed; nothing was wrong"
    rows = "1 row was" if done.differing == 1 else f"{done.differing:,} rows were"
    return f"{games} recomputed; {rows} wrong and corrected"


async def _backed_up(url: str, file: Path) -> str:
    """Copy the database to a file, and return the report."""
    await back_up(url, file)
    return f"written to {file}"
