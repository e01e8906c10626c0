"""``remik run``: run the bot until SIGTERM or Ctrl-C."""

import argparse
import asyncio
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

from bot.app import NotAdmittedError, bot_for, serve
from bot.logs import set_up
from bot.settings import Settings, SettingsError, load_settings
from data.errors import DatabaseError

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("run", help="run the bot with the settings of .env and the environment")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Run the bot until SIGTERM or Ctrl-C. Exit status 1 with an error message if it can't start."""
    try:
        settings = load_settings()
        set_up(settings.log_level, once_per_minute=(DatabaseError,))
        asyncio.run(_serve(settings))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 1
    except (DatabaseError, NotAdmittedError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


async def _serve(settings: Settings) -> None:
    """Run the bot, and shut down cleanly at the first signal."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def stopped(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopped)
    async with bot_for(settings) as bot:
        await serve(bot, settings.token.get_secret_value(), stop)
