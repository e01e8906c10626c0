"""``remik run``: run the bot until SIGTERM or Ctrl-C."""

import argparse
import asyncio
import faulthandler
import gc
import logging
import os
import platform
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from types import FrameType
from typing import TYPE_CHECKING, Final

from bot.app import bot_for
from bot.cli.heartbeat import beating
from bot.cli.startup import installed_loop, startup_lines
from bot.cli.token_lock import only_with_token
from bot.cli.watchdog import Watchdog
from bot.exit_status import ExitStatus
from bot.fairness.beacon import PublicBeacon
from bot.fairness.chains import QUICKNET
from bot.fairness.relays import DEFAULT_RELAYS, HttpRelay, RelaySession
from bot.logs import set_up
from bot.monitoring.errors import CannotListenError
from bot.program import Remik
from bot.serving import NotAdmittedError, serve
from bot.settings import Settings, SettingsError, load_settings
from bot.waiting import wait_for_database
from cogs.edge.gateway.patience import UNREACHABLE
from data.database import described, file_open_to_others
from data.errors import DatabaseError, DatabaseInUseError, DatabaseLostError, DatabaseUnavailableError
from data.process_lock import only_bot
from render.drawing_process import DrawingProcess

logger = logging.getLogger(__name__)

PRIVATE_UMASK: Final = 0o077
"""What the bot writes can only be read by its user."""

SLACK: Final = 1000
"""Milliseconds that posting the message with the round of a start may take."""

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which a thread that computes keeps the others waiting, such as the event loop while a computer thinks."""
GARBAGE: Final = 10_000
"""How many new objects start a search for those that refer to each other in circles; each click makes thousands."""


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("run", help="run the bot with the settings of .env and the environment")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Run the bot until SIGTERM or Ctrl-C, and return the exit status. The last line of the log says why it ended."""
    began = time.monotonic()
    os.umask(PRIVATE_UMASK)
    try:
        settings = load_settings()
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    secrets = (settings.token.get_secret_value(),)
    set_up(settings.log_level, once_per_minute=(DatabaseError,), in_one_line=UNREACHABLE, secrets=secrets)
    log_stacks_of_crashes()
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(GARBAGE)
    loop, new_loop = installed_loop()
    versions = {"python": platform.python_version(), "discord.py": version("discord.py"), "loop": loop}
    logger.info("Remik %s starts", version("remik"), extra={**versions, "pid": os.getpid()})
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_serve(settings, began, Watchdog()))
    except (NotAdmittedError, CannotListenError, DatabaseError) as error:
        logger.critical("%s", error)
        return status_of(error)
    except Exception:
        logger.critical("an unexpected error ends the bot: please report it", exc_info=True)
        return ExitStatus.FAILED
    logger.info("stopped", extra={"seconds": round(time.monotonic() - began, 1)})
    return ExitStatus.OK


def status_of(error: NotAdmittedError | CannotListenError | DatabaseError) -> ExitStatus:
    """Return the exit status for what ends the bot."""
    match error:
        case NotAdmittedError(status=status) | CannotListenError(status=status):
            return status
        case DatabaseLostError():
            return ExitStatus.LOST
        case DatabaseUnavailableError() | DatabaseInUseError():
            return ExitStatus.UNAVAILABLE
        case _:
            return ExitStatus.CONFIG


def log_stacks_of_crashes() -> None:
    """Write where each thread was to standard error if the process crashes, or is ended because it hangs.

    That is lines of code without values. Nothing is written where standard error is no file.
    """
    with suppress(OSError, ValueError):  # as in tests
        faulthandler.enable()
        if hasattr(signal, "SIGPROF"):
            faulthandler.register(signal.SIGPROF, chain=True)


async def _serve(settings: Settings, began: float, watchdog: Watchdog) -> None:
    """Run the bot, and shut down cleanly at the first signal."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def stopped(number: int, _frame: FrameType | None) -> None:
        watchdog.ending()  # here, since the event loop may hang
        loop.call_soon_threadsafe(stopping, number)

    def stopping(number: int) -> None:
        if not stop.is_set():
            logger.info("stopping because of %s", signal.Signals(number).name)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopped)
    if await wait_for_database(settings.database_url, stop):
        await _serve_with(settings, stop, began, watchdog)


async def _serve_with(settings: Settings, stop: asyncio.Event, began: float, watchdog: Watchdog) -> None:
    """Run the bot on its database until ``stop`` is set."""
    token, session = settings.token.get_secret_value(), RelaySession()
    beacon = beacon_for(settings.beacon, session)
    try:
        async with only_bot(settings.database_url, lock_url=settings.database_lock_url) as lock:
            with only_with_token(token) as files:
                async with bot_for(settings, beacon=beacon, helper=DrawingProcess()) as bot:
                    _warn_of_readers(settings.database_url)
                    introduce(bot, settings, began, watchdog.ready)
                    heart = beating(files, bot.do_as_for_a_click, watchdog)
                    await serve(bot, token, stop, lock.lost(), heart)
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


def introduce(bot: Remik, settings: Settings, began: float, ready: Callable[[], None]) -> None:
    """Call ``ready``, and log and print who the bot is and where, once it's online; not again after a reconnect.

    ``began`` is when the program began, by the monotonic clock.
    """

    async def on_ready() -> None:
        bot.client.remove_listener(on_ready)
        ready()
        known = {"servers": len(bot.client.servers()), "shards": len(bot.client.shards)}
        logger.info("ready in %.1f s", time.monotonic() - began, extra=known)
        lines = startup_lines(bot, described(settings.database_url))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    bot.client.add_listener(on_ready)
