"""``remik health``, the heartbeat that it reads, and the watchdog that ends a bot that hangs."""

import argparse
import asyncio
import faulthandler
import logging
import os
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Thread, current_thread
from threading import enumerate as all_threads
from typing import TYPE_CHECKING, Final, NoReturn

from bot.program.exit_status import ExitStatus
from bot.program.settings import SettingsError, load_settings

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


logger = logging.getLogger(__name__)

HUNG: Final = 60
"""Seconds without a sign of life after which a bot hangs."""
ENDING: Final = 12
"""Seconds that a bot has to end: fewer than systemd and Docker wait (`deploy/remik.service`, `compose.yaml`)."""
_LOGGING: Final = 2.0
"""Seconds for the last line of the log, since what hangs may be the log."""


def log_stacks_of_crashes() -> None:
    """Write where each thread was to standard error if the process crashes, or is ended because it hangs.

    That is lines of code without values. Nothing is written where standard error is no file.
    """
    with suppress(OSError, ValueError):  # as in tests
        faulthandler.enable()
        if hasattr(signal, "SIGPROF"):
            faulthandler.register(signal.SIGPROF, chain=True)


class Watchdog:
    """Ends the process if it gives no sign of life for ``hung`` seconds, or takes ``ending`` seconds to end.

    It counts how often it woke up, ``second`` by second, and reads no clock. So the time in which the machine slept or
    the whole process was stopped counts as one second, and whatever was stopped has the others to go on.
    """

    def __init__(self, hung: int = HUNG, ending: int = ENDING, second: float = 1.0) -> None:
        self._hung, self._ending, self._second = hung, ending, second
        self._awake = 0  # how often this woke up: only changed by its thread
        self._alive_at: int | None = None  # of those, at the last sign of life
        self._ending_at: int | None = None
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    def ready(self) -> None:
        """Report to systemd that the bot is serving."""
        _tell_systemd("READY=1")

    def alive(self) -> None:
        """Record a sign of life. The watch begins with the first one."""
        self._alive_at = self._awake
        _tell_systemd("WATCHDOG=1")

    def ending(self) -> None:
        """Watch the end from now on, instead of signs of life."""
        if self._ending_at is None:
            self._ending_at = self._awake
            _tell_systemd("STOPPING=1")

    def _watch(self) -> None:
        while True:
            if hasattr(signal, "setitimer"):
                # While a thread computes in C and lets no other one run, this one doesn't wake up: then the system ends
                # the process, by SIGPROF, after computing that long. A process that is stopped computes nothing.
                signal.setitimer(signal.ITIMER_PROF, 2 * self._hung * self._second)
            time.sleep(self._second)
            self._awake += 1
            if self._ending_at is not None:
                if self._awake - self._ending_at > self._ending:
                    self._end(f"the bot can't end in {self._ending} seconds: it ends without cleaning up")
            elif self._alive_at is not None and self._awake - self._alive_at > self._hung:
                self._end(f"the bot has hung for {self._hung} seconds: it ends, to be started again")

    def _end(self, why: str) -> NoReturn:
        """End the process at once, after logging what each thread is doing."""
        last = Thread(target=logger.critical, args=("%s\n%s", why, "\n".join(_stacks())), daemon=True)
        last.start()
        last.join(_LOGGING)
        os._exit(ExitStatus.UNAVAILABLE)


def _stacks() -> Iterator[str]:
    """Yield where each thread is: lines of code without values, which could be cards."""
    frames = sys._current_frames()
    for thread in all_threads():
        frame = frames.get(thread.ident or 0)
        if frame is not None and thread is not current_thread():
            yield f"{thread.name}:\n{''.join(traceback.format_stack(frame))}"


def _tell_systemd(state: str) -> None:
    """Send a state to systemd if it started the bot as `Type=notify`. See sd_notify(3)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith(("/", "@")):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto(state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


PERIOD: Final = 10.0
"""Seconds between two beats."""
OVERDUE: Final = float(HUNG)
"""Seconds after which a bot without a beat isn't healthy: it hangs, or it's gone."""


def token_files(token: str, process: int | None = None) -> list[Path]:
    """Return the lock files of a token, or those of a ``process`` that shares it. They don't have to exist.

    They are named after its digest, one in the folder of the login session and one in the folder for temporary files,
    since a service may have only the second.
    """
    own = "" if process is None else f".{process}"
    return [folder / f"{_digest(token)}{own}.lock" for folder in _folders()]


def sharing(token: str) -> list[list[Path]]:
    """Return the lock files of each living process that shares a token. Those of dead ones are deleted."""
    from data.process_lock import is_locked  # noqa: PLC0415 - takes a while, and only slots need it

    found: dict[str, list[Path]] = {}
    for folder in _folders():
        for path in sorted(folder.glob(f"{_digest(token)}.*.lock")):
            if is_locked(path):
                found.setdefault(path.name, []).append(path)
            else:
                path.unlink(missing_ok=True)
    return [*found.values()]


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()[:32]


# Touches the lock files: a container's check needs neither metrics nor a port then, and can't refuse a starting bot.
# The lock alone proves nothing, since a bot that hangs holds it, too.
async def beating(files: list[Path], attempt: Callable[[], Awaitable[None]], watchdog: Watchdog) -> None:
    """Touch files for as long as ``attempt``, which does what clicks need, succeeds.

    If it fails, the bot isn't healthy, but it lives. If it or the event loop hangs, the watchdog ends the bot.
    """
    try:
        while True:
            watchdog.alive()
            try:
                await attempt()
            except Exception:
                logger.exception("the bot can't do what clicks need")
            else:
                _touch(files)
            await asyncio.sleep(PERIOD)
    finally:
        watchdog.ending()


async def standing_by(files: list[Path], watchdog: Watchdog) -> None:
    """Touch files, and report to systemd, for as long as a process waits for a slot."""
    watchdog.ready()
    while True:
        _tell_systemd("WATCHDOG=1")
        _touch(files)
        await asyncio.sleep(PERIOD)


def _touch(files: list[Path]) -> None:
    for file in files:
        with suppress(OSError):  # such as one that someone cleaned away: the other one is enough
            os.utime(file)


def silent_for(files: list[Path]) -> float | None:
    """Return the seconds since the last beat; None if there was none since the files were cleaned away."""
    beats = []
    for file in files:
        with suppress(OSError):
            beats.append(file.stat().st_mtime)
    return None if not beats else max(0.0, time.time() - max(beats))


def _folders() -> Iterator[Path]:
    """Yield folders for lock files that only this user can write to."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    session = os.environ.get("XDG_RUNTIME_DIR")
    for parent in (*([Path(session)] if session else []), Path(tempfile.gettempdir())):
        folder = parent / f"remik-{user}"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            about = folder.lstat()
        except OSError:
            continue  # it doesn't exist, or can't be written: the other one is enough
        if folder.is_dir() and not folder.is_symlink() and about.st_uid == user and os.access(folder, os.W_OK):
            yield folder


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "health",
        help="check whether the bot with these settings is running",
        description="Check whether a bot with the token of these settings runs on this machine, for this user, and "
        "can answer clicks and draw pictures; with REMIK_SLOTS, all of its processes here. Meant for containers. Exit "
        "status 0 if so, 1 if not, 78 if the settings are wrong.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Look at the age of the last heartbeat. Exit status 1 with a sentence if it's old or there is none."""
    try:
        settings = load_settings()
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    token = settings.token.get_secret_value()
    processes = [token_files(token)] if settings.slots is None else sharing(token)
    beats = [(files, silent) for files in processes if (silent := silent_for(files)) is not None]
    if not beats:
        sys.stderr.write("no bot with this token was started here by this user\n")
        return ExitStatus.FAILED
    late = 0
    for files, silent in beats:
        name = "the bot" if settings.slots is None else f"process {files[0].name.split('.')[1]}"
        if silent > OVERDUE:
            late += 1
            sys.stderr.write(f"{name} hasn't shown a sign of life for {silent:,.0f} seconds: it's stuck or stopped\n")
        else:
            sys.stdout.write(f"{name} is running; its last sign of life was {silent:.0f} seconds ago\n")
    return ExitStatus.FAILED if late else ExitStatus.OK
