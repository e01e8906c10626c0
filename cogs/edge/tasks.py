"""Background tasks that are never lost: held until they end, logged when they fail, ended with the program."""

import asyncio
import logging
from collections.abc import Coroutine

logger = logging.getLogger(__name__)


class Tasks:
    """The background tasks of one part of the edge."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, work: Coroutine[object, object, None], about: dict[str, int]) -> None:
        """Run something in the background; ``about`` goes into the log if it fails. After `close` nothing runs."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(_logged(work, about))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda _: work.close())  # a task that is cancelled at once has never come to it

    async def idle(self) -> None:
        """Wait until nothing runs any more."""
        while self._running:
            await asyncio.wait(self._running)

    async def close(self) -> None:
        """End everything that runs."""
        self._closed = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _logged(work: Coroutine[object, object, None], about: dict[str, int]) -> None:
    """Run something; the border behind which no error goes."""
    try:
        await work
    except Exception:
        logger.exception("background task failed", extra=about)
