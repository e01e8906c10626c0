"""Orders of tests for the process that draws pictures, which imports only this module for them, and no tests."""

import os
import signal

from render.values import Picture


def whose() -> Picture:
    """Return the id of the process that draws."""
    return Picture(b"", str(os.getpid()))


def settings() -> Picture:
    """Return which settings the process that draws knows."""
    return Picture(b"", " ".join(name for name in os.environ if name.startswith(("REMIK_", "LANG_OF_TESTS"))))


def unlucky() -> Picture:
    """End the process that draws, but not the one of the tests."""
    if str(os.getpid()) != os.environ["PYTEST_PROCESS"]:
        os.kill(os.getpid(), signal.SIGKILL)
    return whose()


def stuck() -> Picture:
    """Stop the process that draws, but not the one of the tests."""
    if str(os.getpid()) != os.environ["PYTEST_PROCESS"]:
        os.kill(os.getpid(), signal.SIGSTOP)
    return whose()


def large(_: bytes) -> Picture:
    """Be an order that takes long to send."""
    return whose()


def clumsy() -> Picture:
    """Fail with the kind of error that a dead process causes."""
    raise BrokenPipeError("no canvas left")
