"""The watchdog ends a process that hangs, however it hangs, and no other one."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.program.cli.health import ENDING, HUNG, Watchdog
from bot.program.exit_status import ExitStatus

SECRET = "king of hearts"
PROGRAM = f"""
    import asyncio, re, sys, threading, time
    from bot.program.cli.health import ENDING, HUNG, Watchdog, log_stacks_of_crashes

    def hand(card):
        if sys.argv[1] == "sleeps":
            time.sleep(1000)
        if sys.argv[1] == "computes":
            re.match("(a+)+b", "a" * 64)
        if sys.argv[1] == "says":
            while True:
                sys.stderr.write(64 * "x")

    async def main():
        lives = sys.argv[1] == "lives"
        dog = Watchdog(hung=20 if lives else 1, ending=1, second=1 if lives else 0.5)
        dog.alive()
        if sys.argv[1] == "ends":
            dog.ending()
            threading.Thread(target=time.sleep, args=(1000,), name="picture").start()
            return
        if lives:
            print("lives", flush=True)
            while sys.stdin.readline():  # one line for each sign of life
                dog.alive()
                print("lives", flush=True)
            return
        hand("{SECRET}")

    log_stacks_of_crashes()
    asyncio.run(main())
"""


def started(how: str) -> subprocess.Popen[str]:
    """Start a program that hangs in some way, or doesn't."""
    return subprocess.Popen(  # noqa: S603 - the program above
        [sys.executable, "-c", textwrap.dedent(PROGRAM), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("how", "where"), [("sleeps", "in hand"), ("ends", "picture:\n"), ("computes", "in hand")])
def test_a_process_that_hangs_ends_and_says_where_without_values(how: str, where: str) -> None:
    with started(how) as process:
        _, said = process.communicate()
    computes = -signal.SIGPROF  # ended by the system, since no other thread runs
    assert process.returncode == (computes if how == "computes" else ExitStatus.UNAVAILABLE)
    assert where in said
    assert SECRET not in said


@pytest.mark.slow
def test_a_process_that_hangs_in_its_log_ends_too() -> None:
    with started("says") as process:
        assert process.wait() == ExitStatus.UNAVAILABLE  # nobody reads what it says


@pytest.mark.soak
def test_a_process_that_was_stopped_for_long_goes_on() -> None:
    with started("lives") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "lives\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(30)  # longer than it may hang
        process.send_signal(signal.SIGCONT)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "lives\n"
        process.stdin.close()
        assert process.wait() == 0


class Nights:
    """Replaces sleeping in the watchdog's thread: it wakes up when a test says so. Its exit status ends it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._up, self._down = threading.Semaphore(0), threading.Semaphore(0)
        self.ended: list[int] = []
        monkeypatch.setattr("bot.program.cli.health.time", SimpleNamespace(sleep=self._sleep))
        monkeypatch.setattr("bot.program.cli.health.os._exit", self._exit)
        monkeypatch.setattr("bot.program.cli.health.signal", None)

    def pass_(self, number: int) -> None:
        """Let the thread wake up a number of times, and wait until it sleeps again or has ended."""
        for _ in range(number):
            self._up.release()
            self._down.acquire()

    def _sleep(self, _: float) -> None:
        self._down.release()
        self._up.acquire()

    def _exit(self, status: int) -> None:
        self.ended.append(status)
        self._down.release()
        threading.Event().wait()  # does nothing any more


def test_only_seconds_in_which_the_process_ran_count(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    nights = Nights(monkeypatch)
    dog = Watchdog()
    nights._down.acquire()  # it sleeps
    nights.pass_(1000)  # the watch hasn't begun: the bot waits for its database
    dog.alive()
    for _ in range(5):
        nights.pass_(HUNG)  # each could be an hour in which the machine was asleep
        dog.alive()
    nights.pass_(HUNG)
    assert nights.ended == []
    nights.pass_(1)
    assert nights.ended == [ExitStatus.UNAVAILABLE]
    assert "the bot has hung for 60 seconds" in caplog.text


def test_the_end_of_the_bot_has_a_limit_too(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    nights = Nights(monkeypatch)
    dog = Watchdog()
    nights._down.acquire()
    dog.ending()
    nights.pass_(ENDING)
    dog.alive()
    dog.ending()
    assert nights.ended == []
    nights.pass_(1)
    assert nights.ended == [ExitStatus.UNAVAILABLE]
    assert "can't end in 12 seconds" in caplog.text


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, abstract: bool) -> None:
    name = f"@remik-test-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        dog = Watchdog(hung=10**6, ending=10**6)
        dog.alive()
        dog.ready()
        dog.ending()
        dog.ending()
        dog.alive()
        states = [systemd.recv(100) for _ in range(4)]
        assert states == [b"WATCHDOG=1", b"READY=1", b"STOPPING=1", b"WATCHDOG=1"]
    dog.ready()  # nobody hears it any more
