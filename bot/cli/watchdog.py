"""Ends a bot that hangs, so that it's started again: by a thread in the process, and by systemd from outside."""

import logging
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread, current_thread
from threading import enumerate as all_threads
from typing import Final, NoReturn

from bot.exit_status import ExitStatus

logger = logging.getLogger(__name__)

HUNG: Final = 60
"""Seconds without a sign of life after which a bot hangs."""
ENDING: Final = 12
"""Seconds that a bot has to end: fewer than systemd and Docker wait (`deploy/remik.service`, `compose.yaml`)."""
_LOGGING: Final = 2.0
"""Seconds for the last line of the log, since what hangs may be the log."""


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
