"""``remik db``: back up, restore and rebuild the database, and export or delete the data of a user."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.checkup import checked_up
from bot.cli.own_data import confirmed, exported_user, forgotten_user, user_id
from bot.cli.progress import progress, share
from bot.exit_status import ExitStatus
from bot.ratings.ports import Recomputed
from bot.settings import Settings, SettingsError, load_settings
from data.database import back_up, described, look_at, open_database
from data.errors import DatabaseError, DatabaseInUseError, DatabaseUnavailableError
from data.moving import move
from data.ratings.store import SqlResults
from data.restore import restore

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("db", help="back up, restore and rebuild the database, export or delete a user's data")
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    again = actions.add_parser(
        "recompute",
        help="rebuild results, ratings and standings from the games",
        description="Rebuild all results, ratings, standings and achievements from the games, and report how many "
        "rows were wrong. The bot can keep running.",
    )
    again.set_defaults(run=run)
    copy = actions.add_parser(
        "backup",
        help="copy the database to a new file",
        description="Copy an SQLite database in one consistent snapshot, and check the copy. The bot can keep running. "
        "An existing file is never overwritten.",
    )
    copy.add_argument("file", type=Path, metavar="FILE", help="the new file")
    copy.set_defaults(run=run_backup)
    restored = actions.add_parser(
        "restore",
        help="replace the database by a backup",
        description="Check a backup of an SQLite database, and put it in the database's place. The earlier database is "
        "kept under another name. The bot must not run.",
    )
    restored.add_argument("file", type=Path, metavar="FILE", help="the backup, which isn't changed")
    restored.set_defaults(run=run_restore)
    checked = actions.add_parser(
        "check",
        help="check the database and measure it",
        description="Check a database: every page, references between rows, and whether all games can be replayed. "
        "Print its size and its numbers of rows. The bot can keep running, and nothing is changed. Exit status 1 if "
        "something is wrong.",
    )
    checked.add_argument("file", type=Path, nargs="?", metavar="FILE", help="another file, such as a backup")
    checked.add_argument("--quick", action="store_true", help="replay no games, which takes longest")
    checked.set_defaults(run=run_check)
    moved = actions.add_parser(
        "move",
        help="move from SQLite to PostgreSQL",
        description="Copy all data of an SQLite database to the empty PostgreSQL database in REMIK_DATABASE_URL, and "
        "compare every row. The bot must not run.",
    )
    moved.add_argument("file", type=Path, metavar="FILE", help="the SQLite database, whose rows aren't changed")
    moved.set_defaults(run=run_move)
    forget = actions.add_parser(
        "forget",
        help="delete all data of a user",
        description="Delete all data of a user, as `/me data delete` does: they leave their tables and tournaments, "
        "and what others need keeps a random id. The bot must not run.",
    )
    forget.add_argument("user", type=user_id, metavar="USER", help="the user's id on Discord")
    forget.set_defaults(run=run_forget)
    export = actions.add_parser(
        "export-user",
        help="export all data of a user as JSON",
        description="Export all data of a user, as `/me data export` does. The bot can keep running. An existing file "
        "is never overwritten.",
    )
    export.add_argument("user", type=user_id, metavar="USER", help="the user's id on Discord")
    export.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the new file (default: standard output)")
    export.set_defaults(run=run_export)


def run(_options: argparse.Namespace) -> int:
    """Rebuild all derived data. Exit status 1 with an error message on failure."""
    return _done(_recomputed)


def run_backup(options: argparse.Namespace) -> int:
    """Back the database up. Exit status 1 with an error message on failure."""
    return _done(lambda settings: _backed_up(settings, options.file))


def run_restore(options: argparse.Namespace) -> int:
    """Restore a backup. Exit status 1 with an error message on failure."""
    return _done(lambda settings: _restored(settings, options.file))


def run_check(options: argparse.Namespace) -> int:
    """Check the database or a backup, and print what is wrong to standard error. Exit status 1 if anything is."""
    faults: list[str] = []

    async def work(settings: Settings) -> str:
        report, found = await checked_up(settings, options.file, quick=options.quick)
        faults.extend(found)
        return report

    status = _done(work)
    sys.stdout.flush()
    sys.stderr.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else status


def run_move(options: argparse.Namespace) -> int:
    """Move from SQLite to PostgreSQL. Exit status 1 with an error message on failure."""
    return _done(lambda settings: _moved(settings, options.file))


def run_forget(options: argparse.Namespace) -> int:
    """Delete a user's data. Exit status 1 with an error message on failure."""
    if not confirmed(options.user):
        return 1
    return _done(lambda settings: forgotten_user(settings, options.user))


def run_export(options: argparse.Namespace) -> int:
    """Export a user's data. Exit status 1 with an error message on failure."""
    return _done(lambda settings: exported_user(settings, options.user, options.file))


def _done(work: Callable[[Settings], Coroutine[object, object, str]]) -> int:
    """Do something with the settings' database, and print the result or the error. Return the exit status."""
    try:
        done = asyncio.run(work(load_settings(needs_token=False)))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    except (DatabaseUnavailableError, DatabaseInUseError) as error:
        sys.stderr.write(f"database: {error}\n")
        return ExitStatus.UNAVAILABLE
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        return ExitStatus.FAILED
    sys.stdout.write(f"{done}\n")
    return 0


async def _recomputed(settings: Settings) -> str:
    """Rebuild all derived data of an existing database, and return the report."""
    url = settings.database_url
    if await look_at(url) is None:
        raise DatabaseError("it doesn't exist yet; the first start creates it")
    database = await open_database(url, unhurried=True)
    try:
        with progress() as show:
            return _report(await SqlResults(database).recompute(lambda done, total: show(share(done, total, "games"))))
    finally:
        await database.close()


def _report(done: Recomputed) -> str:
    """Describe what was rebuilt."""
    games = "1 game" if done.games == 1 else f"{done.games:,} games"
    if not done.differing:
        return f"{games} recomputed; nothing was wrong"
    rows = "1 row was" if done.differing == 1 else f"{done.differing:,} rows were"
    return f"{games} recomputed; {rows} wrong and corrected"


async def _backed_up(settings: Settings, file: Path) -> str:
    """Copy the database to a file, and return the report."""
    await back_up(settings.database_url, file)
    return f"written to {file} and checked"


async def _restored(settings: Settings, file: Path) -> str:
    """Replace the database by a backup, and return the report."""
    done = await restore(settings.database_url, file)
    tables = "1 table" if done.tables == 1 else f"{done.tables:,} tables"
    state = f"schema {done.schema.revision}"
    if done.schema.revision != done.schema.newest:
        state += f", which the next start migrates to {done.schema.newest}"
    lines = [f"restored from {file}: {tables}, {state}"]
    if done.kept is not None:
        lines.append(f"the earlier database is now {done.kept}: delete it once everything works")
    lines.append("people who deleted their data after this backup was made are in it again: `remik db forget USER`")
    return "\n".join(lines)


async def _moved(settings: Settings, file: Path) -> str:
    """Copy all data of an SQLite database to the one in the settings, and return the report."""
    with progress() as show:
        counts = await move(
            file,
            settings.database_url,
            lambda work, done, total: show(f"{work}: {share(done, total, 'rows')}"),
            lock_url=settings.database_lock_url,
        )
    rows = "\n".join(f"  {name}: {count:,}" for name, count in counts.items() if count)
    name = described(settings.database_url)
    return f"moved to {name}, every row compared:\n{rows}\n{file} is as before: delete it once everything works"
