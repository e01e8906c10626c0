"""Background tasks that are never lost: referenced until they end, logged if they fail, canceled at shutdown."""

import asyncio
import logging
from collections.abc import Coroutine

logger = logging.getLogger(__name__)


class Tasks:
    """The background tasks of one part of the edge."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, work: Coroutine[object, object, None], about: dict[str, int]) -> asyncio.Task[None] | None:
        """Run a task in the background, and return it; None after `close`. ``about`` is logged if it fails."""
        if self._closed:
            work.close()
            return None
        task = asyncio.create_task(_logged(work, about))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda _: work.close())  # a task canceled early never starts its work
        return task

    async def idle(self) -> None:
        """Wait until all tasks have ended."""
        while self._running:
            await asyncio.wait(self._running)

    async def close(self) -> None:
        """Cancel all tasks."""
        self._closed = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _logged(work: Coroutine[object, object, None], about: dict[str, int]) -> None:
    """Run a coroutine, logging errors instead of raising them."""
    try:
        await work
    except Exception:
        logger.exception("background task failed", extra=about)
