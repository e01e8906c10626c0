"""The bot's heartbeat: it touches its lock files while clicks would be answered. `remik health` looks at their age."""

import asyncio
import logging
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.cli.watchdog import HUNG, Watchdog

logger = logging.getLogger(__name__)

PERIOD: Final = 10.0
"""Seconds between two beats."""
OVERDUE: Final = float(HUNG)
"""Seconds after which a bot without a beat isn't healthy: it hangs, or it's gone."""


def token_files(token: str) -> list[Path]:
    """Return the lock files of a token, which don't have to exist.

    They are named after its digest, one in the folder of the login session and one in the folder for temporary files,
    since a service may have only the second.
    """
    name = f"{sha256(token.encode()).hexdigest()[:32]}.lock"
    return [folder / name for folder in _folders()]


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
                for file in files:
                    with suppress(OSError):  # such as one that someone cleaned away: the other one is enough
                        os.utime(file)
            await asyncio.sleep(PERIOD)
    finally:
        watchdog.ending()


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
