"""``remik db``: makes results, ratings and standings again from the games, and backs the database up."""

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
    parser = commands.add_parser("db", help="make results again from the games, or back the database up")
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    again = actions.add_parser(
        "recompute",
        help="make results, ratings and standings again from the games",
        description="Makes all results, ratings, standings and achievements again from the games, and says whether "
        "any of them was not as it should have been. The bot may run meanwhile.",
    )
    again.set_defaults(run=run, file=None)
    copy = actions.add_parser(
        "backup",
        help="copy the database to a new file",
        description="Copies an SQLite database as it stands at one moment; the bot may run meanwhile. A file that is "
        "there already is left alone.",
    )
    copy.add_argument("file", type=Path, metavar="FILE", help="where to")
    copy.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do it; exit status 1 with a sentence if it can't be done."""
    try:
        url = load_settings().database_url
        said = asyncio.run(_recomputed(url) if options.file is None else _backed_up(url, options.file))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 1
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        return 1
    sys.stdout.write(f"{said}\n")
    return 0


async def _recomputed(url: str) -> str:
    """Make everything again, in a database that is there."""
    if await look_at(url) is None:
        raise DatabaseError("it is not there yet; it is made at the first start")
    database = await open_database(url)
    try:
        return _said(await SqlResults(database).recompute())
    finally:
        await database.close()


def _said(done: Recomputed) -> str:
    games = "1 game" if done.games == 1 else f"{done.games:,} games"
    if not done.differing:
        return f"{games} counted again; all was as it should be"
    rows = "1 row was" if done.differing == 1 else f"{done.differing:,} rows were"
    return f"{games} counted again; {rows} not as it should be, and put right"


async def _backed_up(url: str, file: Path) -> str:
    """Copy the database."""
    await back_up(url, file)
    return f"written to {file}"
