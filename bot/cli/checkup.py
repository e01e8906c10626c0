"""``remik db check``: the report of a checkup of the database and its daily backups."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.cli.progress import progress, share
from bot.settings import Settings
from data.checkup import MOST, Checkup, TableSize, check_up
from data.daily_backups import backup_folder
from data.database import described
from data.errors import DatabaseError
from data.migrate import VERSION_TABLE

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
