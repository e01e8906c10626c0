"""The thread that draws pictures one after the other: for answers first, but every third one is one that can wait."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from time import monotonic
from typing import Final

from bot.two_lanes import TwoLanes
from render.drawing_process import DrawingProcess, Make
from render.picture import Picture

logger = logging.getLogger(__name__)

_BEHIND: Final = 16
"""How many pictures wait when the thread can't keep up: more than after a moment in which the disk was slow."""
_RELIEVED: Final = 30.0
"""Seconds for which the process draws then: with its help, the queue soon looks short."""
_PATIENCE: Final = 5.0
"""Seconds in which the thread draws what is waiting when it's closed."""


class DrawingThread:
    """Draws pictures in the order of `TwoLanes`; with a process that helps, there, when many of them wait."""

    def __init__(self, helper: DrawingProcess | None = None, behind: int = _BEHIND) -> None:
        self._helper, self._behind, self._helped_until = helper, behind, 0.0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._lock = Lock()
        self._waiting: TwoLanes[tuple[Future[Picture], Make]] = TwoLanes()

    def submit(self, make: Make, *, can_wait: bool) -> Future[Picture]:
        """Draw a picture soon. Raises RuntimeError after `close`."""
        drawn: Future[Picture] = Future()
        with self._lock:
            self._thread.submit(self._draw_next)
            self._waiting.add((drawn, make), can_wait=can_wait)
        return drawn

    def prepare(self, work: Callable[[], object]) -> None:
        """Run something in the thread that makes later pictures faster."""
        self._thread.submit(work)

    def hurry(self, drawn: Future[Picture], make: Make) -> None:
        """Draw a picture that can wait like those that can't."""
        with self._lock:
            self._waiting.hurry((drawn, make))

    def close(self) -> None:
        """Draw what is waiting, and end the thread and the process. One picture that hangs doesn't keep the bot."""
        if self._helper is not None:
            self._helper.close()  # the thread may be waiting for it
        try:
            self._thread.submit(lambda: None).result(_PATIENCE)
        except TimeoutError:
            logger.warning("pictures are still being drawn after %d seconds: nobody waits for them", _PATIENCE)
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._helper is not None:
            self._helper.close()  # it may have been starting

    def _draw_next(self) -> None:
        """Draw the next picture."""
        with self._lock:
            drawn, make = self._waiting.pop()
            waiting = len(self._waiting)
        if not drawn.set_running_or_notify_cancel():
            return
        try:
            picture = self._drawn(make, waiting)
        except BaseException as error:  # noqa: BLE001 - raised where the picture is awaited
            drawn.set_exception(error)
        else:
            drawn.set_result(picture)

    def _drawn(self, make: Make, waiting: int) -> Picture:
        """Draw a picture here, or in the process if many others are or have just been waiting."""
        if self._helper is None:
            return make()
        if waiting >= self._behind:
            self._helped_until = monotonic() + _RELIEVED
        return self._helper.draw(make) if monotonic() < self._helped_until else make()
