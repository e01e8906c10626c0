"""``remik run``: run the bot until SIGTERM or Ctrl-C."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from types import FrameType
from typing import TYPE_CHECKING, Final

from bot.app import bot_for
from bot.cli.startup import startup_lines
from bot.cli.token_lock import only_with_token
from bot.fairness.beacon import PublicBeacon
from bot.fairness.chains import QUICKNET
from bot.fairness.relays import DEFAULT_RELAYS, HttpRelay, RelaySession
from bot.logs import set_up
from bot.program import Remik
from bot.serving import LOST, NotAdmittedError, serve
from bot.settings import Settings, SettingsError, load_settings
from cogs.edge.gateway.patience import UNREACHABLE
from data.database import described, file_open_to_others
from data.errors import DatabaseError, DatabaseLostError
from data.process_lock import only_bot

logger = logging.getLogger(__name__)

PRIVATE_UMASK: Final = 0o077
"""What the bot writes can only be read by its user."""

SLACK: Final = 1000
"""Milliseconds that posting the message with the round of a start may take."""

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which a thread that computes keeps the others waiting, such as the event loop while a computer thinks."""


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("run", help="run the bot with the settings of .env and the environment")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Run the bot until SIGTERM or Ctrl-C. Exit status 1 with an error message if it can't start."""
    os.umask(PRIVATE_UMASK)
    try:
        settings = load_settings()
        set_up(settings.log_level, once_per_minute=(DatabaseError,), in_one_line=UNREACHABLE)
        sys.setswitchinterval(SWITCH_INTERVAL)
        asyncio.run(_serve(settings))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 1
    except DatabaseLostError as error:
        sys.stderr.write(f"{error}\n")
        return LOST
    except NotAdmittedError as error:
        sys.stderr.write(f"{error}\n")
        return error.status
    except DatabaseError as error:
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
    token, session = settings.token.get_secret_value(), RelaySession()
    beacon = beacon_for(settings.beacon, session)
    try:
        async with only_bot(settings.database_url) as lock:
            with only_with_token(token):
                async with bot_for(settings, beacon=beacon) as bot:
                    _warn_of_readers(settings.database_url)
                    introduce(bot, settings)
                    await serve(bot, token, stop, lock.lost())
    finally:
        await session.close()


def _warn_of_readers(url: str) -> None:
    """Warn if other users of the machine can read the database file."""
    path = file_open_to_others(url)
    if path is not None:
        logger.warning("other users of this machine can read %s; to keep it private: chmod 600 %s*", path, path)


def beacon_for(choice: str, session: RelaySession) -> PublicBeacon | None:
    """Return the public beacon that the settings choose, with the pinned chain; None if it's off."""
    if choice == "off":
        return None
    urls = DEFAULT_RELAYS if choice == "auto" else choice.split(",")
    relays = [HttpRelay(url, QUICKNET.hash, session) for url in urls]
    return PublicBeacon(QUICKNET, relays, _wall, asyncio.sleep, slack=SLACK)


def _wall() -> int:
    """Return the machine's time in epoch milliseconds, by which rounds are due."""
    return time.time_ns() // 1_000_000


def introduce(bot: Remik, settings: Settings) -> None:
    """Print who the bot is and where, once it's online; not again after a reconnect."""

    async def on_ready() -> None:
        bot.client.remove_listener(on_ready)
        lines = startup_lines(bot, described(settings.database_url))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    bot.client.add_listener(on_ready)
