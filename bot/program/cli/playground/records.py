"""The routes of the page that opens a game record and steps through it. No bot runs behind it.

The page itself is `record.html` among the static files.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar

from aiohttp import web
from cachetools import LRUCache

from bot.playground.errors import JSON
from bot.playground.page.screen import Reader, message_on_page
from bot.playground.state import StoredMessage, User

if TYPE_CHECKING:
    from bot.program.cli.playground.record_screens import RecordedGame, RecordScreens

T = TypeVar("T")

LARGEST: Final = 1_000_000
"""The largest record, in bytes: many times the size of the longest games."""
_OPEN: Final = 4
"""Records that are open at the same time, in several tabs."""
_EVERYONE: Final = "table"
"""The word in addresses for the public message, where others have the number of a seat."""
_NO_ONE: Final = User(0, "")
"""The reader of all messages: no mention is of them."""


def record_routes() -> Sequence[web.RouteDef]:
    """Return the routes of the page at ``/record``. The screens are imported when the first record is opened."""
    viewer = RecordViewer()
    return (
        web.post("/record/open", viewer.open),
        web.get("/record/{record}", viewer.about),
        web.get("/record/{record}/{step}", viewer.step),
        web.get("/record/{record}/{step}/{who}/{language}/picture/{attachment}/{name}", viewer.picture),
    )


class RecordViewer:
    """Opens records and shows their steps. Checking, building and drawing happen in a thread, one after another."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="records")
        self._opened: LRUCache[str, RecordedGame] = LRUCache(_OPEN)
        self._screens: RecordScreens | None = None  # used in the thread only

    async def open(self, request: web.Request) -> web.Response:
        """Open the record in the body of a request, and describe it. A broken one changes nothing."""
        data = bytearray()
        async for chunk in request.content.iter_any():
            data += chunk
            if len(data) > LARGEST:
                return _problem("This file is too large for a record.")
        recorded = await self._in_thread(lambda: self._drawn().opened(bytes(data)))
        if isinstance(recorded, str):
            return _problem(recorded)
        key = sha256(data).hexdigest()[:16]
        self._opened[key] = recorded
        return await self._described(key, recorded, request)

    async def about(self, request: web.Request) -> web.Response:
        """Describe an open record."""
        key = request.match_info["record"]
        recorded = self._opened.get(key)
        return _closed() if recorded is None else await self._described(key, recorded, request)

    async def step(self, request: web.Request) -> web.Response:
        """Return a step in words, its public message, and the messages of the seats that are asked for."""
        key, language = request.match_info["record"], request.query.get("language", "")
        recorded = self._opened.get(key)
        if recorded is None:
            return _closed()
        number = _number(request.match_info["step"], len(recorded.steps))
        seats = [_number(seat, len(recorded.row.seats)) for seat in request.query.get("seats", "").split(",") if seat]
        shown = await self._in_thread(lambda: self._step(key, recorded, number, seats, language))
        return web.json_response(shown)

    async def picture(self, request: web.Request) -> web.Response:
        """Serve a picture of a message, drawn again if it's no longer in the cache."""
        asked = request.match_info
        recorded = self._opened.get(asked["record"])
        if recorded is None:
            raise web.HTTPNotFound
        number, who, language = _number(asked["step"], len(recorded.steps)), asked["who"], asked["language"]
        seat = None if who == _EVERYONE else _number(who, len(recorded.row.seats))
        message = await self._in_thread(lambda: self._drawn().message(recorded, number, seat, language))
        for file in message.attachments:
            if file.filename == asked["name"]:
                return web.Response(body=file.data, content_type=file.content_type)
        raise web.HTTPNotFound

    async def _described(self, key: str, recorded: "RecordedGame", request: web.Request) -> web.Response:
        """Return what the page shows of a record at every step."""
        language = request.query.get("language", "")
        about = await self._in_thread(lambda: self._drawn().about(recorded, language))
        return web.json_response({"id": key, **about})

    def _step(self, key: str, recorded: "RecordedGame", number: int, seats: Sequence[int], language: str) -> JSON:
        """Build a step and its messages, in the thread."""
        screens = self._drawn()
        language = screens.language(language)

        def on_page(seat: int | None) -> JSON:
            who = _EVERYONE if seat is None else str(seat)
            message: StoredMessage = screens.message(recorded, number, seat, language)
            return message_on_page(message, Reader(_NO_ONE, f"/record/{key}/{number}/{who}/{language}"))

        messages = {"table": on_page(None), "seats": {str(seat): on_page(seat) for seat in seats}}
        return {**screens.step(recorded, number, language), **messages}

    def _drawn(self) -> "RecordScreens":
        """Return what draws screens, imported on the first call, in the thread."""
        if self._screens is None:
            self._screens = import_module("bot.program.cli.playground.record_screens").RecordScreens()
        return self._screens

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Run a function in the thread, so that panes don't wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _number(text: str, below: int) -> int:
    """Return a number from an address; HTTPNotFound unless it's below a bound."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(below)) or int(text) >= below:
        raise web.HTTPNotFound
    return int(text)


def _problem(words: str) -> web.Response:
    """Return a refusal in words. It's no error of HTTP, which browsers would log."""
    return web.json_response({"problem": words})


def _closed() -> web.Response:
    """Return the refusal for a record that isn't open."""
    return _problem("This record is no longer open. Open its file again.")
