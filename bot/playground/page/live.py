"""The live connection of a pane: sends what changed on the screen, and answers requests."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.errors import JSON
from bot.playground.page.actions import Actions, ProblemError
from bot.playground.page.pane import Pane
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
        self._socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LARGEST, compress=False)
        self._updates = PaneUpdates(pane)
        self._free = asyncio.Semaphore(UNDER_WAY)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the connection until it closes."""
        await self._socket.prepare(request)
        async with contextlib.AsyncExitStack() as stack:
            tasks: set[asyncio.Task[None]] = set()
            stack.push_async_callback(_cancel, tasks)
            tasks.add(asyncio.create_task(self._show()))
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._free.acquire()
                task = asyncio.create_task(self._answer(message.data))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        return self._socket

    async def close(self) -> None:
        """Close the connection, because the server stops."""
        await self._socket.close(code=1001)

    async def _show(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                changed = self._pane.world.change()
                for message in self._updates.next():
                    await self._send(message)
                await asyncio.sleep(LULL)
                await changed

    async def _send(self, message: JSON) -> None:
        await self._socket.send_str(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def _answer(self, text: str) -> None:
        number: Any = None
        result: object = None
        problem = None
        try:
            request = json.loads(text)
            number = request.get("id") if isinstance(request, dict) else None
            result = await Actions(self._pane).perform(request)
        except ValueError:
            problem = "That isn't a request of this page."
        except ProblemError as error:
            problem = str(error)
        finally:
            self._free.release()
        self._pane.world.ring()
        with contextlib.suppress(ConnectionError):
            await self._send({"type": "done", "id": number, "problem": problem, "result": result})


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    left = list(tasks)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
