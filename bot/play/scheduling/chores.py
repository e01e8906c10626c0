"""Chores: small tasks that run from time to time, independent of tables; one removes deleted data from the file.

Scrubbing may write the whole file anew while every other writer waits, so no member can have it done whenever they
like. The store knows what is left to do, also after a restart.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from bot.play.state.errors import StoreError
from bot.play.state.ports import Clock, PersonalData
from bot.play.state.values import MINUTE

_log = logging.getLogger(__name__)
Chore: TypeAlias = Callable[[], Awaitable[None]]


class Chores:
    """Does all chores one after the other, in one task at a time."""

    def __init__(self, chores: Sequence[Chore]) -> None:
        self._chores = chores
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start a round of chores, unless the last one is still running."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._do_all(), name="chores")

    async def _do_all(self) -> None:
        """Do each chore, whatever goes wrong in another."""
        for chore in self._chores:
            try:
                await chore()
            except StoreError as error:
                _log.warning("a background task waits for the database: %s", error)
            except Exception:  # noqa: BLE001 - logged; the others are done
                _log.exception("a background task failed")


EVERY: Final = 10 * MINUTE
"""Milliseconds between two times when remains are removed, if there are any."""


class Scrubbing:
    """A chore that removes remains in the background, since other chores mustn't wait for it."""

    def __init__(self, personal_data: PersonalData, clock: Clock) -> None:
        self._personal_data = personal_data
        self._clock = clock
        self._due = 0
        self._task: asyncio.Task[None] | None = None

    async def tick(self) -> None:
        """Begin, if that is due; at the first call it is."""
        now = self._clock()
        if now < self._due <= now + EVERY:  # further ahead: the machine's clock was set back
            return
        if self._task is None or self._task.done():
            self._due = now + EVERY
            self._task = asyncio.create_task(self._scrub(), name="scrubbing")

    async def idle(self) -> None:
        """Wait until remains are removed, if that is under way."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Stop. What is left is removed after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _scrub(self) -> None:
        """Remove remains; if that fails, the next time tries again."""
        try:
            await self._personal_data.scrub()
        except StoreError as error:
            _log.warning("remains of deleted data are removed later: %s", error)
        except Exception:  # noqa: BLE001 - logged; the bot goes on
            _log.exception("remains of deleted data can't be removed")
