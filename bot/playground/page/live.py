"""The live connection of a pane: sends what changed on the screen, and answers requests."""

from __future__ import annotations

import asyncio
import contextlib
import json

from aiohttp import WSMsgType, web

from bot.playground.errors import JSON
from bot.playground.page.actions import Actions
from bot.playground.page.pane import Pane
from bot.playground.page.requests import PaneRequest, ProblemError
from bot.playground.page.updates import PaneUpdates

UNDER_WAY = 16
"""The number of requests that a connection may have under way; it reads no more until one is answered."""
LARGEST = 64 * 1024
"""The largest request, in bytes."""
HEARTBEAT = 20.0
"""Seconds after which a connection without sign of life gets a ping; without a pong it's closed."""
LULL = 0.01
"""Seconds between two updates, so that a burst of changes becomes one."""


class LivePane:
    """A WebSocket that shows a pane.

    It sends the newest state whenever the last update went out, so a slow browser gets fewer updates, and holds up no
    one else.
    """

    def __init__(self, pane: Pane) -> None:
        self._pane = pane
        self._socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LARGEST, timeout=1, compress=False)
        self._updates = PaneUpdates(pane)
        self._turn = asyncio.Lock()
        self._free = asyncio.Semaphore(UNDER_WAY)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the connection until it closes."""
        await self._socket.prepare(request)
        show = asyncio.create_task(self._show())
        tasks = {show}
        try:
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._free.acquire()
                task = asyncio.create_task(self._answer(message.data))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            if show.done():
                show.result()  # an error in the page itself, which aiohttp logs
        finally:
            await _cancel(tasks)
        return self._socket

    async def close(self) -> None:
        """Close the connection, because the server stops."""
        await self._socket.close(code=1001)

    async def _show(self) -> None:
        try:
            while True:
                changed = self._pane.world.change()
                await self._update()
                await asyncio.sleep(LULL)
                await changed
        except ConnectionError:
            return
        finally:
            await self._socket.close()

    async def _update(self, *more: JSON) -> None:
        """Send what changed on the screen, then more messages."""
        async with self._turn:
            for message in (*self._updates.next(), *more):
                await self._send(message)

    async def _send(self, message: JSON) -> None:
        await self._socket.send_str(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def _answer(self, text: str) -> None:
        number: object = None
        result: object = None
        problem: str | None = "Something went wrong in the playground itself."
        try:
            request = PaneRequest(text)
            number = request.id
            result, problem = await Actions(self._pane).perform(request), None
        except ProblemError as error:
            problem = str(error)
        finally:
            self._pane.world.ring()
            with contextlib.suppress(ConnectionError):
                await self._update({"type": "done", "id": number, "problem": problem, "result": result})
            self._free.release()


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    left = list(tasks)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
