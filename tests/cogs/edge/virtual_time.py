"""An event loop whose time jumps to the next timer when nothing is left to do: simulated minutes take moments."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


class _Jumps(selectors.DefaultSelector):
    """A selector that doesn't wait for anything outside, and adds up how long it should have."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, jumps: _Jumps) -> None:
        super().__init__(jumps)
        self._jumps = jumps

    def time(self) -> float:
        return self._jumps.now


def simulated(story: Coroutine[object, object, T]) -> T:
    """Run a coroutine in simulated time."""
    with asyncio.Runner(loop_factory=lambda: _Loop(_Jumps())) as runner:
        return runner.run(story)
