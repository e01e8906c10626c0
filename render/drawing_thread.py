"""The thread that draws pictures one after the other: for answers first, but every third one is one that can wait."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeAlias

from bot.two_lanes import TwoLanes
from render.picture import Picture

Make: TypeAlias = Callable[[], Picture]


class DrawingThread:
    """Draws pictures in the order of `TwoLanes`."""

    def __init__(self) -> None:
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
        """Draw what is waiting, and end the thread."""
        self._thread.shutdown()

    def _draw_next(self) -> None:
        """Draw the next picture."""
        with self._lock:
            drawn, make = self._waiting.pop()
        if not drawn.set_running_or_notify_cancel():
            return
        try:
            picture = make()
        except BaseException as error:  # noqa: BLE001 - raised where the picture is awaited
            drawn.set_exception(error)
        else:
            drawn.set_result(picture)
