"""``remik check-config``: every fault of the settings in one go, and whether the database can be opened."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from bot.settings import SettingsError, load_settings
from data.database import look_at
from data.errors import DatabaseError

if TYPE_CHECKING:
    from data.migrate import SchemaState


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "check-config",
        help="check the settings and the database, and change nothing",
        description="Checks the settings and whether the database can be opened, and changes nothing. "
        "Exit status 0 if the bot can start with them, 1 if not.",
    )
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    """Check settings and database; faults go to standard error, a line each."""
    try:
        settings = load_settings()
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 1
    sys.stdout.write("settings: all right\n")
    try:
        standing = asyncio.run(look_at(settings.database_url))
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        return 1
    sys.stdout.write(f"database: {_said(standing)}\n")
    return 0


def _said(standing: "SchemaState | None") -> str:
    """Say where the database stands."""
    if standing is None:
        return "not there yet; it is made at the first start"
    if standing.revision is None:
        return f"empty; schema {standing.newest} is made at the next start"
    if standing.revision != standing.newest:
        return f"schema {standing.revision}; it is brought to {standing.newest} at the next start"
    return f"all right, schema {standing.revision}"
