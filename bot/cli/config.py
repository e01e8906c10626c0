"""``remik check-config``: list all faults in the settings, check the database, and ask Discord if wanted."""

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.cli.shared_names import others_with_our_names
from bot.exit_status import ExitStatus
from bot.placeholders import faults_of
from bot.settings import Settings, SettingsError, load_settings
from data.daily_backups import folder_fault
from data.database import look_at
from data.errors import DatabaseError, DatabaseUnavailableError
from data.process_lock import check_lock_address

if TYPE_CHECKING:
    from bot.places import ServerPlaces
    from data.migrate import SchemaState


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "check-config",
        help="check the settings, the database and, with --online, everything on Discord",
        description="Check the settings and whether the database can be opened, and change nothing. With --online, "
        "also ask Discord about the token, the application, the servers, the permissions in their channels, and the "
        "emojis. Exit status 0 if the bot can start, 78 if something has to be changed first, 75 if the server of the "
        "database or Discord can't be reached at the moment, 1 if the bot can start but something won't work.",
    )
    parser.add_argument("--online", action="store_true", help="ask Discord, too; the bot can keep running")
    parser.add_argument("--server", type=int, metavar="ID", help="with --online, check only this server")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check settings and database, then Discord. Faults go to standard error, one per line."""
    faults: Sequence[str]
    try:
        settings = load_settings()
        faults = faults_of(settings)
    except SettingsError as error:
        faults = error.faults
    if faults:
        sys.stderr.write("".join(f"{fault}\n" for fault in faults))
        return ExitStatus.CONFIG
    sys.stdout.write("settings: OK\n")
    if strangers := tuple(others_with_our_names()):
        sys.stderr.write("".join(f"environment: {stranger}\n" for stranger in strangers))
        return ExitStatus.CONFIG
    if settings.backup_dir is not None:
        if fault := folder_fault(settings.backup_dir):
            sys.stderr.write(f"REMIK_BACKUP_DIR: {fault}\n")
            return ExitStatus.CONFIG
        sys.stdout.write("backups: OK\n")
    return asyncio.run(checked(settings, online=options.online or options.server is not None, only=options.server))


async def checked(settings: Settings, *, online: bool, only: int | None) -> ExitStatus:
    """Check the database, and Discord if wanted. Return the worse status."""
    places: Mapping[int, ServerPlaces] = {}
    status = ExitStatus.OK
    try:
        schema = await look_at(settings.database_url)
        await check_lock_address(settings.database_url, settings.database_lock_url)
        sys.stdout.write(f"database: {_schema_words(schema)}\n")
        if online and schema is not None and schema.revision == schema.newest:
            from bot.places import places_in  # noqa: PLC0415 - takes a while, and the usual check doesn't need it

            places = await places_in(settings.database_url)
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        status = ExitStatus.UNAVAILABLE if isinstance(error, DatabaseUnavailableError) else ExitStatus.CONFIG
    if not online:
        return status
    from bot.cli.online import Report, check_online  # noqa: PLC0415 - as above

    report = Report(status)
    await check_online(settings, places, only, report)
    report.say(report.summary)
    return report.status


def _schema_words(schema: "SchemaState | None") -> str:
    """Describe the state of the database's schema."""
    if schema is None:
        return "doesn't exist yet; the first start creates it"
    if schema.revision is None:
        return f"empty; the next start creates schema {schema.newest}"
    if schema.revision != schema.newest:
        return f"schema {schema.revision}; the next start migrates it to {schema.newest}"
    return f"OK, schema {schema.revision}"
