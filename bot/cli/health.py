"""``remik health``: tell a supervisor whether the bot works, by its heartbeat; it needs no port and no metrics."""

import argparse
import sys
from typing import TYPE_CHECKING

from bot.cli.heartbeat import OVERDUE, silent_for, token_files
from bot.exit_status import ExitStatus
from bot.settings import SettingsError, load_settings

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "health",
        help="check whether the bot with these settings is running",
        description="Check whether a bot with the token of these settings runs on this machine, for this user, and "
        "can answer clicks and draw pictures. Meant for containers. Exit status 0 if so, 1 if not, 78 if the "
        "settings are wrong.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Look at the age of the last heartbeat. Exit status 1 with a sentence if it's old or there is none."""
    try:
        settings = load_settings()
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    silent = silent_for(token_files(settings.token.get_secret_value()))
    if silent is None:
        sys.stderr.write("no bot with this token was started here by this user\n")
        return ExitStatus.FAILED
    if silent > OVERDUE:
        sys.stderr.write(f"the bot hasn't shown a sign of life for {silent:,.0f} seconds: it's stuck or stopped\n")
        return ExitStatus.FAILED
    sys.stdout.write(f"the bot is running; its last sign of life was {silent:.0f} seconds ago\n")
    return ExitStatus.OK
