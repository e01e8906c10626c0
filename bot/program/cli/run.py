"""``remik run``: wait for the database, lock the token, and run the bot until SIGTERM or Ctrl-C."""

import argparse
import asyncio
import gc
import logging
import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import discord

from bot.backoff import Backoff
from bot.fairness.beacon import DEFAULT_RELAYS, HttpRelay, PublicBeacon, RelaySession
from bot.fairness.chains import QUICKNET
from bot.program.app import bot_for, point_library_at
from bot.program.cli.health import Watchdog, beating, log_stacks_of_crashes, standing_by, token_files
from bot.program.exit_status import ExitStatus
from bot.program.logs import set_up
from bot.program.serving import REJECTED, CannotListenError, NotAdmittedError, Remik, serve
from bot.program.settings import Settings, SettingsError, load_settings
from cogs.edge.gateway import UNREACHABLE
from cogs.edge.permissions import invitation
from data.database import described, file_open_to_others, look_at
from data.location import (
    DatabaseError,
    DatabaseInUseError,
    DatabaseLostError,
    DatabaseUnavailableError,
    SlotLostError,
)
from data.migrate import SchemaState
from data.process_lock import file_lock, only_bot
from data.slots import Claim, slot_of
from render.queue.process import DrawingProcess

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


_BACKOFF: Final = Backoff(5, 60)
"""Seconds between attempts to reach the server."""
_LONGEST: Final = 600.0
"""Seconds for which to try."""

logger = logging.getLogger(__name__)


async def wait_for_database(url: str, stop: asyncio.Event, *, timer: Callable[[], float] = time.monotonic) -> bool:
    """Wait until a database can be opened, with a line in the log per pause. Return False if ``stop`` was set first.

    DatabaseUnavailableError after ten minutes; other kinds of DatabaseError at once.
    """
    began, failures = timer(), 0
    while not stop.is_set():
        try:
            state = await look_at(url)
        except DatabaseUnavailableError as error:
            failures += 1
            wait = _BACKOFF.after(failures)
            if timer() + wait - began > _LONGEST:
                raise DatabaseUnavailableError(f"gave up after ten minutes: {error}") from None
            logger.warning("%s; trying again in %d s", error, wait)
            await _paused(wait, stop)
        else:
            logger.info("database: %s", described(url), extra={"schema": schema_words(state)})
            return True
    return False


def schema_words(state: SchemaState | None) -> str:
    """Describe a schema and what this start does with it."""
    if state is None or state.revision is None:
        return "new"
    return state.revision if state.revision == state.newest else f"{state.revision}, upgraded to {state.newest} now"


async def _paused(seconds: float, stop: asyncio.Event) -> None:
    """Sleep, or until ``stop`` is set."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return


def startup_lines(bot: Remik, database: str) -> list[str]:
    """Describe a bot that is online; ``database`` is the database in words."""
    client, user = bot.client, bot.client.user
    name, servers = "the bot" if user is None else str(user), len(client.servers())
    link = invitation(client.application_id or 0)
    lines = [
        f"Remik {version('remik')} is online as {name} (application {client.application_id})",
        f"  database   {database}",
        f"  languages  {', '.join(sorted(bot.edge.languages.names))}",
        f"  servers    {servers}",
    ]
    if servers:
        return [*lines, f"  invite     {link}"]
    return [*lines, *_boxed(("It isn't on any server yet. Open this link to add it to one:", "", link))]


def _boxed(lines: Sequence[str]) -> list[str]:
    """Print lines between two rules, so that they stand out."""
    rule = "=" * max(map(len, lines))
    return ["", rule, *lines, rule, ""]


def installed_loop() -> tuple[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Return the name of the event loop for the log, and the function that makes it."""
    try:
        made: Callable[[], asyncio.AbstractEventLoop] = import_module("uvloop").new_event_loop
    except ImportError:  # not installed, or not for this system
        return "asyncio", asyncio.new_event_loop
    return f"uvloop {version('uvloop')}", made


@contextmanager
def only_with_token(token: str, *, shared: bool = False, process: int | None = None) -> Iterator[list[Path]]:
    """Hold the lock of a token, and yield its files. DatabaseError if another bot of this user has it.

    A ``process`` (None: this one) that has it ``shared`` also has files of its own, which are yielded.
    """
    with ExitStack() as stack:
        files = token_files(token)
        for file in files:
            stack.enter_context(file_lock(file, _refusal, shared=shared))
        if shared:
            files = token_files(token, process or os.getpid())
            for file in files:
                stack.enter_context(file_lock(file, _refusal))
        yield files


def _refusal(process: str, _: str) -> str:
    """Return why a second bot can't start."""
    return f"another bot on this machine uses the same token (process {process}): stop it before you start this one"


PRIVATE_UMASK: Final = 0o077
"""What the bot writes can only be read by its user."""

SLACK: Final = 1000
"""Milliseconds that posting the message with the round of a start may take."""

# With Python's 5 ms, a click with five hand-overs between threads took 29 ms next to a thread that computes; with half
# a millisecond 3.5 ms.
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
    """Run the bot on its database until ``stop`` is set: all of it, or a slot."""
    url, token = settings.database_url, settings.token.get_secret_value()
    run = _Run(settings, stop, began, watchdog)
    if url.startswith("sqlite"):
        async with only_bot(url):
            with only_with_token(token) as files:
                await run.serve(files)
        return
    several = settings.slots is not None
    async with slot_of(
        url,
        lock_url=settings.database_lock_url,
        slots=settings.slots,
        shards=settings.shards,
        version=version("remik"),
        recommended=lambda: recommended_shards(settings),
    ) as claim:
        with only_with_token(token, shared=several) as files:
            waiting = asyncio.create_task(standing_by(files, watchdog)) if several else None
            if await claim.claimed(stop):
                if several:
                    about = {"shards": len(claim.slot.own_shards), "owner": claim.owner}
                    logger.info("serving slot %d of %d", claim.slot.number, claim.slot.slots, extra=about)
                owning = asyncio.create_task(_ends_if_lost(claim, stop), name="slot")
                try:
                    await run.serve(files, claim, waiting)
                finally:
                    owning.cancel()


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of the bot, which began at a time by the monotonic clock and ends when ``stop`` is set."""

    settings: Settings
    stop: asyncio.Event
    began: float
    watchdog: Watchdog

    async def serve(
        self, files: list[Path], claim: Claim | None = None, waiting: asyncio.Task[None] | None = None
    ) -> None:
        """Run the bot for a slot, or with a database of its own. ``waiting`` touches the files until it logs in."""
        settings, session = self.settings, RelaySession()
        try:
            beacon, helper = beacon_for(settings.beacon, session), DrawingProcess()
            async with bot_for(settings, beacon=beacon, helper=helper, writer=claim) as bot:
                _warn_of_readers(settings.database_url)
                introduce(bot, settings, self.began, self.watchdog.ready)
                bot.games.puzzle_making.maker = bot.edge.judge
                if waiting is not None:
                    waiting.cancel()
                heart = beating(files, bot.do_as_for_a_click, self.watchdog)
                await serve(bot, settings.token.get_secret_value(), self.stop, heart)
        finally:
            await session.close()


# The process that has the slot now shows the games, so this one must not even say that it ends.
async def _ends_if_lost(claim: Claim, stop: asyncio.Event) -> None:
    """End this process at once, as if it was killed, when another one has its slot."""
    try:
        await claim.lost()
    except SlotLostError as error:
        if stop.is_set():  # what was being written when it was told to stop has cost it the connection
            logger.info("stopped: another process has slot %d already", claim.slot.number)
            os._exit(ExitStatus.OK)
        logger.critical("%s", error)
    except Exception:
        logger.critical("no sign of life can be given: please report this", exc_info=True)
    os._exit(ExitStatus.UNAVAILABLE)


async def recommended_shards(settings: Settings) -> int:
    """Ask Discord how many shards the bot should have; at least one per slot. NotAdmittedError."""
    point_library_at(settings)
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(settings.token.get_secret_value())
            shards, _, _ = await client.http.get_bot_gateway()
        except discord.LoginFailure:
            raise NotAdmittedError(REJECTED) from None
        except UNREACHABLE as error:
            why = f"Discord doesn't say how many shards the bot should have ({type(error).__name__})"
            raise NotAdmittedError(why, ExitStatus.UNAVAILABLE) from None
    return max(shards, settings.slots or 1)


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
