"""``remik check-config``: list all faults in the settings, and check that the database can be opened."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.cli.placeholders import faults_of
from bot.cli.shared_names import others_with_our_names
from bot.exit_status import ExitStatus
from bot.settings import SettingsError, load_settings
from data.database import look_at
from data.errors import DatabaseError, DatabaseUnavailableError

if TYPE_CHECKING:
    from data.migrate import SchemaState


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "check-config",
        help="validate the settings and the database without changing anything",
        description="Check the settings and whether the database can be opened, and change nothing. "
        "Exit status 0 if the bot can start with them, 78 if something has to be changed first, 75 if the database's "
        "server can't be reached at the moment.",
    )
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    """Check settings and database; print faults to standard error, one per line."""
    try:
        settings = load_settings()
        faults: Sequence[str] = faults_of(settings)
    except SettingsError as error:
        faults = error.faults
    if faults:
        sys.stderr.write("".join(f"{fault}\n" for fault in faults))
        return ExitStatus.CONFIG
    sys.stdout.write("settings: OK\n")
    if strangers := tuple(others_with_our_names()):
        sys.stderr.write("".join(f"environment: {stranger}\n" for stranger in strangers))
        return ExitStatus.CONFIG
    try:
        schema = asyncio.run(look_at(settings.database_url))
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        return ExitStatus.UNAVAILABLE if isinstance(error, DatabaseUnavailableError) else ExitStatus.CONFIG
    sys.stdout.write(f"database: {_schema_words(schema)}\n")
    return ExitStatus.OK


def _schema_words(schema: "SchemaState | None") -> str:
    """Describe the state of the database's schema."""
    if schema is None:
        return "doesn't exist yet; the first start creates it"
    if schema.revision is None:
        return f"empty; the next start creates schema {schema.newest}"
    if schema.revision != schema.newest:
        return f"schema {schema.revision}; the next start migrates it to {schema.newest}"
    return f"OK, schema {schema.revision}"
