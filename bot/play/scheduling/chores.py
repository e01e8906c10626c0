"""Chores: small tasks that run from time to time, independent of tables."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.play.errors import StoreError

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
