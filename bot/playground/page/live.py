"""The live connection of a pane: sends what changed on the screen, and takes what its person does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time

from aiohttp import WSMsgType, web

from bot.playground.errors import JSON
from bot.playground.page.actions import Actions, PaneRequest, ProblemError
from bot.playground.page.pane import Pane
from bot.playground.page.screen import Reader, message_on_page, modal_on_page, place_on_page
from bot.playground.seeing import see
from bot.playground.state import StoredMessage

_JUMP = 0.25
"""Seconds by which the clock has to jump for panes to be told."""
_NOTICE = 200
"""The number of characters of a ping's text."""


# Sends the difference to the newest state, when the update before is out. A queue of changes would need a limit for
# browsers in the background, and a way to recover once it's reached.
class PaneUpdates:
    """Compares a pane with what one browser shows of it."""

    def __init__(self, pane: Pane) -> None:
        self._pane = pane
        self._hello: JSON | None = None
        self._state: JSON = {}
        self._versions: dict[int, object] = {}
        self._pings = len(pane.person.user.pings)
        self._skew = 0.0

    def next(self) -> list[JSON]:
        """List what to send now."""
        self._pane.read()
        sent = []
        hello = self._greeting()
        if hello != self._hello:
            self._hello, self._state = hello, {}
            sent.append({**hello, "now": self._now(), "status": self._pane.status, "spoken": self._pane.words})
        changes = self._changes()
        skew = self._pane.world.now() - time.monotonic()
        if changes or abs(skew - self._skew) > _JUMP:
            self._skew = skew
            sent.append({"type": "changes", **changes, "now": self._now()})
        return [*sent, *self._notices()]

    def _now(self) -> int:
        return round(self._pane.world.now() * 1000)

    def _greeting(self) -> JSON:
        pane, bot = self._pane, self._pane.standin.bot
        me = pane.person.user
        return {
            "type": "hello",
            "me": {"id": str(me.id), "name": me.name, "locale": me.locale},
            "people": pane.people(),
            "roles": [{"id": str(role.id), "name": role.name} for role in pane.guild.roles.values()],
            "locales": [{"code": code, "name": name} for code, name in pane.locales],
            "server": {"id": str(pane.guild.id), "name": pane.guild.name},
            "bot": {"id": str(bot.id), "name": bot.user.name},
        }

    def _changes(self) -> JSON:
        pane, before, reader = self._pane, self._state, self._pane.reader()
        modal = pane.modal
        self._state = {
            "places": self._places(),
            "place": None if pane.place is None else str(pane.place.id),
            "modal": None if modal is None else modal_on_page(modal, reader),
            "status": pane.status,
        }
        changes: JSON = {
            name: value for name, value in self._state.items() if name not in before or before[name] != value
        }
        if "place" in changes:
            self._versions = {}
            changes |= {"reset": True, "messages": []}
        shown = pane.messages()
        versions = {message.id: self._version(message, reader) for message in shown}
        changed = [message for message in shown if self._versions.get(message.id) != versions[message.id]]
        removed = [str(number) for number in self._versions if number not in versions]
        self._versions = versions
        pane.offer(changed)
        if changed:
            changes["messages"] = [message_on_page(message, reader) for message in changed]
        if removed:
            changes["removed"] = removed
        return changes

    def _places(self) -> list[JSON]:
        places = []
        for place in self._pane.places():
            unread, pings = self._pane.unread(place)
            about = place_on_page(place, self._pane.standin.bot.user)
            places.append({**about, "unread": unread, "pings": pings})
        return places

    @staticmethod
    def _version(message: StoredMessage, reader: Reader) -> object:
        """Return a value that changes when the message looks different."""
        chosen = [reader.chosen.get((message.id, select.custom_id)) for select in see(message).selects]
        guild = message.channel.guild
        threads = {} if guild is None else guild.channels
        thread = threads.get(message.id)
        shown = None if thread is None else (thread.name, thread.archived)
        return message.edits, message.flags, reader.failed.get(message.id), chosen, shown

    def _notices(self) -> list[JSON]:
        """List the new pings."""
        pings = self._pane.person.user.pings
        new, self._pings = pings[self._pings :], len(pings)
        return [
            {"type": "notify", "message": str(ping.id), "place": str(ping.channel.id), "text": see(ping).text[:_NOTICE]}
            for ping in new
            if not ping.gone
        ]


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
            problem = problem and self._pane.translated(problem)
            with contextlib.suppress(ConnectionError):
                await self._update({"type": "done", "id": number, "problem": problem, "result": result})
            self._free.release()


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    left = list(tasks)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
