"""A process that draws pictures while more are wanted than a thread can draw.

Of the drawing thread and the event loop only one runs Python code at a time. A process draws at the same time as both,
but each picture takes a little more CPU, for the way there and back. So it's only used under load, with two cores.
"""

import gc
import io
import logging
import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from copyreg import dispatch_table
from functools import cache
from multiprocessing.connection import Connection
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from bot.text.catalogs import Catalogs, Texts
from render.queue import orders
from render.values import Picture

logger = logging.getLogger(__name__)

Make: TypeAlias = Callable[[], Picture]

_LOADED: Final = b"loaded"
"""What the process sends first."""
_SETTINGS: Final = "REMIK_"
"""How the names of settings begin. The process gets none of them: one is the token."""
_PATIENCE: Final = 10
"""Seconds that the process may take for a picture, which is hundreds of times what most take, and to end."""
_GARBAGE: Final = 10_000
"""How many new objects start a search for those that refer to each other in circles."""


class DrawingProcess:
    """Draws pictures in a separate process, which the first one starts. Draw from one thread only; close it from any.

    That thread draws itself while the process starts, on a single core, and for good once the process has ended or
    took longer than ``patience`` seconds for a picture, after which it's killed.
    """

    def __init__(self, patience: int = _PATIENCE) -> None:
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._loaded = self._given_up = False

    def draw(self, make: Make) -> Picture:
        """Draw a picture by an order of `render.queue.orders`, and raise what it raises."""
        answer = None if self._given_up else self._answer(make)
        if answer is None:
            return make()
        drawn, error = answer
        if error is not None:
            raise error
        return drawn

    def close(self) -> None:
        """End the process, if there is one. A thread that waits for a picture draws it itself, like all others."""
        self._given_up = True
        process = self._process
        if process is not None:
            process.kill()  # nothing is lost, and one that hangs wouldn't notice anything else
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)

    def _answer(self, make: Make) -> tuple[Picture, Exception | None] | None:
        """Return the process's answer to an order; None if it isn't there or hangs, so that the caller draws."""
        try:
            connection = self._ready()
            if connection is None:
                return None
            connection.send_bytes(_packed(make))
            return _unpacked(connection.recv_bytes())
        except (EOFError, OSError) as problem:
            if isinstance(problem, BlockingIOError):
                logger.warning("the process that draws pictures hangs: the bot draws them itself again")
            elif not self._given_up:
                logger.warning("the process that draws has ended (%r): the bot draws pictures itself again", problem)
            self.close()
            if self._connection is not None:
                self._connection.close()
            return None

    def _ready(self) -> Connection | None:
        """Return the connection to the process; None while it starts, or on a single core."""
        if self._connection is None:
            if _cores() == 1:
                return None
            logger.info("many pictures are wanted: another process draws them as well")
            self._connection = self._started()
        if not self._loaded and self._connection.poll():
            self._loaded = self._connection.recv_bytes() == _LOADED
        return self._connection if self._loaded else None

    def _started(self) -> Connection:
        ours, theirs = socket.socketpair()
        # In the system, so that the time in which a process and this one were stopped together doesn't count.
        for limit in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
            ours.setsockopt(socket.SOL_SOCKET, limit, struct.pack("@ll", self._patience, 0))
        with theirs:
            connection = Connection(ours.detach())
            self._process = subprocess.Popen(  # noqa: S603 - a module of ours
                [sys.executable, "-P", "-m", "render.queue.process", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
                | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return connection


def _cores() -> int:
    """Return how many cores this thread may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _unpacked(answer: bytes) -> tuple[Picture, Exception | None]:
    """Unpickle a picture, or in its place the error that prevented it."""
    return cast("tuple[Picture, Exception | None]", pickle.loads(answer))  # noqa: S301 - from our own process


def _packed(value: object) -> bytes:
    """Pickle a value. Of texts only their language and look are packed, since the process has the sentences."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _PACKED
    pickler.dump(value)
    return file.getvalue()


def _pack_texts(texts: Texts) -> tuple[Callable[[str, str], Texts], tuple[str, str]]:
    """Return how to find the texts in another process."""
    return _texts, (texts.language, texts.look)


def _pack_mapping(mapping: Mapping[Any, Any]) -> tuple[Callable[[dict[Any, Any]], Any], tuple[dict[Any, Any]]]:
    """Return how to make a read-only mapping again."""
    return _read_only, (dict(mapping),)


def _read_only(mapping: dict[Any, Any]) -> Mapping[Any, Any]:
    """Return a mapping that can't be changed; its class can't be found by its name."""
    return MappingProxyType(mapping)


_PACKED: Final[dict[type, Callable[[Any], Any]]] = {
    **dispatch_table,
    Texts: _pack_texts,
    MappingProxyType: _pack_mapping,
}


def _texts(language: str, look: str) -> Texts:
    return _catalogs().texts(language, look)


@cache
def _catalogs() -> Catalogs:
    return Catalogs()


def main() -> None:
    """Draw pictures until the bot closes the connection. Ctrl-C, which a terminal also sends here, is up to the bot."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    connection = Connection(int(sys.argv[1]))
    orders.load()
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    with suppress(EOFError, ConnectionError):  # the bot has ended
        connection.send_bytes(_LOADED)
        while True:
            connection.send_bytes(_answer(connection.recv_bytes()))


def _answer(order: bytes) -> bytes:
    """Draw a picture, and return it or the error."""
    try:
        return _packed((pickle.loads(order)(), None))  # noqa: S301 - from the bot
    except Exception as error:  # noqa: BLE001 - raised in the bot
        error.add_note(traceback.format_exc())
        return _packed((None, error))


if __name__ == "__main__":
    main()
