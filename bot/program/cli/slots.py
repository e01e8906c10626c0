"""``remik slots``: list the slots of a bot that runs in several processes, their owners and signs of life."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from bot.program.exit_status import ExitStatus
from bot.program.settings import SettingsError, load_settings
from data.location import DatabaseError, DatabaseUnavailableError
from data.slots import SlotState, states

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("slots", help="list which processes serve which shards, on PostgreSQL")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print a line for each slot. Exit status 0 if all are served, 1 if not.

    75 if the server can't be reached, 78 if there can't be any slots.
    """
    try:
        found = asyncio.run(states(load_settings(needs_token=False).database_url))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    except DatabaseError as error:
        sys.stderr.write(f"{error}\n")
        return ExitStatus.UNAVAILABLE if isinstance(error, DatabaseUnavailableError) else ExitStatus.CONFIG
    sys.stdout.write("".join(f"{line_of(state)}\n" for state in found))
    return ExitStatus.OK if found and all(state.is_held for state in found) else ExitStatus.FAILED


def line_of(state: SlotState) -> str:
    """Describe a slot in one line."""
    shards = state.slot.own_shards
    which = f"shards {shards.start} to {shards.stop - 1}" if shards else "all shards"
    if state.owner is None:
        return f"slot {state.slot.number}  {which}  never served"
    whose = f"{'served' if state.is_held else 'free, last served'} by {state.owner} (Remik {state.version})"
    return f"slot {state.slot.number}  {which}  {whose}, last sign of life {(state.silent or 0) / 1000:.0f} s ago"
