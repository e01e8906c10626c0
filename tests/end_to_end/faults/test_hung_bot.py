"""Parts of `remik run` hang: the bot goes on without them, or ends itself, to be started again."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from bot.program.exit_status import ExitStatus
from tests.end_to_end.club import BotProcess, Club

PROGRAM = """
import signal, sys, threading, time
from functools import partial
import bot.program.app
from bot.__main__ import main
from bot.program.cli import health, run
from render.queue import orders

health.PERIOD = 0.05
hand, hangs, dogs = orders.hand, threading.Event(), []

class Dog(run.Watchdog):
    def __init__(self):
        super().__init__(ending=300)
        dogs.append(self)

def hang():
    dogs[0]._second = 0.005  # from now on, seconds are short for the watchdog
    time.sleep(1000)

def hang_loop(*_):
    hang()

def hang_drawing(*arguments, **more):
    if hangs.is_set():
        hang()
    return hand(*arguments, **more)

if sys.argv[1] == "process":
    run.Watchdog = partial(run.Watchdog, ending=300)
    helper = run.DrawingProcess(patience=10)  # a slow machine takes seconds for a picture
    while helper._ready() is None:  # all pictures are drawn there
        time.sleep(0.01)
    run.DrawingProcess = lambda: helper
    bot.program.app.DrawingThread = partial(bot.program.app.DrawingThread, behind=0)
else:
    run.Watchdog = Dog
    orders.hand = hang_drawing
signal.signal(signal.SIGUSR1, hang_loop)
signal.signal(signal.SIGUSR2, lambda *_: hangs.set())
main(["run"])
"""
"""`remik run`, in which SIGUSR1 makes the event loop hang, SIGUSR2 the drawing thread, and time passes faster then."""


def program(part: str) -> tuple[str, ...]:
    """Return the program for a test in which a part hangs."""
    return ("-c", PROGRAM, part)


def children(process: int) -> list[int]:
    """Return the ids of a process's children."""
    found = Path(f"/proc/{process}/task/{process}/children")
    if not found.exists():
        pytest.skip("this system doesn't list children of processes")
    return [int(number) for task in found.parents[1].iterdir() for number in (task / "children").read_text().split()]


class Systemd:
    """The socket of systemd, and what it hears."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.setblocking(False)

    def hears(self, state: str) -> bool:
        """Return whether it has heard something."""
        with suppress(BlockingIOError):
            while True:
                self.heard.append(self._socket.recv(100).decode())
        return state in self.heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(tmp_path)
    yield systemd
    systemd.close()


@pytest.mark.parametrize(
    ("number", "where"),
    [
        pytest.param(signal.SIGUSR1, "in hang_loop", id="loop"),
        pytest.param(signal.SIGUSR2, "in hang_drawing", id="pictures", marks=pytest.mark.soak),
    ],
)
async def test_a_bot_that_hangs_ends_itself_and_works_once_it_is_started_again(
    club: Club, systemd: Systemd, tmp_path: Path, number: signal.Signals, where: str
) -> None:
    log = tmp_path / "log"
    async with BotProcess(club, log, program=program("thread"), more={"NOTIFY_SOCKET": systemd.address}) as bot:
        await club.table()
        os.kill(bot.id, number)
        assert await bot.killed() == ExitStatus.UNAVAILABLE
        last = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])
        assert last["level"] == "critical"
        assert "the bot has hung for 60 seconds: it ends, to be started again" in last["message"]
        assert where in last["message"]

        systemd.hears("")
        systemd.heard.clear()
        await bot.start()
        await club.standin.until(partial(systemd.hears, "READY=1"))
        answer = await club.ala.click("My hand", message=club.public("My hand"))
        assert answer.message is not None
        assert answer.message.pictures
        systemd.heard.clear()
        await club.standin.until(partial(systemd.hears, "WATCHDOG=1"))
        assert await bot.stop() == 0
        assert systemd.hears("STOPPING=1")  # a bot that ends slowly may give signs of life after it


@pytest.mark.discord(None)
async def test_a_drawing_process_that_hangs_takes_no_pictures_away(club: Club, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with BotProcess(club, log, program=program("process")) as bot:
        await club.table()
        (drawing,) = children(bot.id)
        os.kill(drawing, signal.SIGSTOP)
        await club.play(1, lambda: "hangs: the bot draws them itself" in log.read_text(encoding="utf-8"))
        answer = await club.ala.click("My hand", message=club.public("My hand"))
        assert answer.message is not None
        assert answer.message.pictures
        assert children(bot.id) == []
        assert await bot.stop() == 0


@pytest.mark.soak
@pytest.mark.discord(None)
async def test_a_drawing_process_that_hangs_does_not_keep_the_bot_from_stopping(club: Club) -> None:
    async with BotProcess(club, program=program("process")) as bot:
        await club.table()
        (drawing,) = children(bot.id)
        os.kill(drawing, signal.SIGSTOP)
        await club.ala.slash(club.channel, "me look", wait=False)
        assert await bot.stop() == 0
