"""``remik db``: back up, restore and rebuild the database, and export or delete the data of a user."""

import argparse
import asyncio
import secrets
import sys
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.play.service.deletion import Deletion
from bot.play.state.errors import Overtaken
from bot.program.app import games_without_discord
from bot.program.cli.progress import progress, share
from bot.program.exit_status import ExitStatus
from bot.program.settings import Settings, SettingsError, load_settings
from bot.ratings.ports import Recomputed
from cogs.me.personal_data import exported
from data.checkup import MOST, Checkup, TableSize, check_up
from data.copies import backup_folder, new_file
from data.database import back_up, described, look_at, open_database
from data.location import DatabaseError, DatabaseInUseError, DatabaseUnavailableError
from data.migrate import VERSION_TABLE
from data.moving import move
from data.process_lock import only_bot
from data.ratings.store import SqlResults
from data.restore import restore

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


_UNITS: Final = ("bytes", "KB", "MB", "GB", "TB")


async def checked_up(settings: Settings, file: Path | None, *, quick: bool) -> tuple[str, list[str]]:
    """Check the database of the settings, or another file. Return the report and the faults. DatabaseError."""
    url = settings.database_url if file is None else _url_of(file)
    with progress() as show:
        found = await check_up(
            url, show, lambda done, total: show(f"replaying {share(done, total, 'games')}"), quick=quick
        )
    lines = [f"database    {described(url)}, schema {found.schema.revision}", f"size        {_sizes(found)}"]
    lines.append(f"integrity   {_integrity(found)}")
    lines.append(f"games       {_games(found)}")
    if file is None and settings.backup_dir is not None:
        lines.append(f"backups     {_backups(url, settings.backup_dir)}")
    lines += _table_lines([one for one in found.sizes if one.name != VERSION_TABLE])
    faults = list(found.faults[:MOST])
    if len(found.faults) > MOST:
        faults.append(f"and {len(found.faults) - MOST:,} more")
    return "\n".join((*lines, "", "OK" if not faults else "NOT OK")), faults


def _table_lines(sizes: Sequence[TableSize]) -> list[str]:
    """List the tables with rows, the largest first; those without rows are only counted."""
    full = sorted((one for one in sizes if one.rows), key=lambda one: (-(one.size or 0), one.name))
    if not full:
        return ["rows        none yet"]
    lines = ["", f"{'table':<20}{'rows':>12}{'size':>12}"]
    lines += [f"{one.name:<20}{one.rows:>12,}{'' if one.size is None else size_words(one.size):>12}" for one in full]
    empty = len(sizes) - len(full)
    return lines if not empty else [*lines, f"and {empty} without rows"]


def size_words(size: float) -> str:
    """Return a number of bytes in words."""
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:,.0f} {_UNITS[unit]}" if unit == 0 else f"{size:,.1f} {_UNITS[unit]}"


def _url_of(file: Path) -> str:
    """Return the URL of an SQLite file. DatabaseError if it's missing."""
    if not file.exists():
        raise DatabaseError(f"{file} doesn't exist")
    return f"sqlite+aiosqlite:///{file}"


def _integrity(found: Checkup) -> str:
    """Describe what was checked besides the games."""
    words = f"{found.pages:,} pages, the schema and the references between rows checked"
    if not found.pages:
        words = "the schema checked; the server checks the rest"
    return f"{words}: faults found" if found.games is None and found.faults else words


def _sizes(found: Checkup) -> str:
    """Describe how large a database is."""
    words = size_words(found.size)
    if found.unused:
        words += f", {size_words(found.unused)} of them unused"
    if found.log_size:
        words += f", and {size_words(found.log_size)} in the write-ahead log"
    return words


def _games(found: Checkup) -> str:
    """Describe how many games were replayed."""
    if found.games is not None:
        return f"{found.games:,} replayed"
    if found.schema.revision != found.schema.newest:
        return f"not replayed: the next start migrates the schema to {found.schema.newest}"
    return "not replayed, since rows are wrong or damaged" if found.faults else "not replayed"


def _backups(url: str, folder: Path) -> str:
    """Describe the daily backups."""
    try:
        made = backup_folder(url, folder).found()
    except OSError as error:
        raise DatabaseError(f"{folder} can't be read: {error.strerror}") from None
    if not made:
        return f"none in {folder}"
    newest = datetime.fromtimestamp(made[-1][0] / 1000, UTC)
    return f"{len(made)} in {folder}, the newest one of {newest:%Y-%m-%d %H:%M} UTC"


_LARGEST_ID: Final = 2**63 - 1


def user_id(text: str) -> int:
    """Return a user's id from the command line."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= _LARGEST_ID:
        raise argparse.ArgumentTypeError(f"{text} isn't the id of a user, which is a number: copy it in Discord")
    return int(text)


def confirmed(user: int) -> bool:
    """Ask for confirmation on a terminal. Return whether to go on."""
    if not sys.stdin.isatty():
        return True
    sys.stdout.write(f"Delete all data of the user {user} for good? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


async def exported_user(settings: Settings, user: int, file: Path | None) -> str:
    """Write a user's data to a new private file, or return it. DatabaseError."""
    await _must_exist(settings)
    async with games_without_discord(settings) as (_, stores):
        data = await asyncio.to_thread(exported, await stores.personal_data.held(user))
    if file is None:
        return data.decode()
    await asyncio.to_thread(_write, file, data)
    return f"written to {file}"


async def forgotten_user(settings: Settings, user: int) -> str:
    """Delete a user's data while no bot runs, and return a report. DatabaseError."""
    await _must_exist(settings)
    alone = only_bot(settings.database_url, lock_url=settings.database_lock_url, command="remik db forget")
    async with alone, games_without_discord(settings) as (games, stores):
        held = await stores.personal_data.held(user)
        if not any(rows for name, rows in held.items() if name != "user"):
            return f"nothing is stored about the user {user}"
        deletion = Deletion(
            games.tables, games.tournaments, games.finished_games, stores.personal_data, chance=secrets.randbits
        )
        tables = len(await deletion.open_tables(user))
        try:
            await deletion.delete(user)
        except Overtaken:
            raise DatabaseError(f"the user {user} couldn't be removed from a table, so nothing was deleted") from None
        await stores.personal_data.scrub(patiently=True)
    left = "" if not tables else f"; they left {tables} open {'table' if tables == 1 else 'tables'}"
    return f"the data of the user {user} is deleted{left}; earlier backups still contain it"


def _write(file: Path, data: bytes) -> None:
    """Write a new private file. DatabaseError."""
    try:
        with new_file(file):
            file.write_bytes(data)
    except OSError as error:
        raise DatabaseError(f"{file} can't be written: {error.strerror}") from None


async def _must_exist(settings: Settings) -> None:
    """Raise DatabaseError if there's no database yet."""
    if await look_at(settings.database_url) is None:
        raise DatabaseError("it doesn't exist yet; the first start creates it")


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


# Only while the bot is stopped: it keeps tables in memory and would write a deleted id back, for example with a
# rematch. A message to a running bot would be a way in that has to be protected.
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
