"""Waits for the database's server at the start: a machine may start the bot before its network or its server."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from bot.backoff import Backoff
from data.database import described, look_at
from data.errors import DatabaseUnavailableError
from data.migrate import SchemaState

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
