"""The page's server: static files, one document and one live connection per person, their pictures and emojis."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.playground.guild import Guild
from bot.playground.page.live import LivePane
from bot.playground.page.pane import LanguageOf, Pane, Recorder, WordsOf, ignore, no_words, unknown
from bot.playground.people import Person
from bot.playground.standin import StandIn

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "frame-ancestors 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
CLOSED = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Playground</title>
<h1>This address is incomplete</h1>
<p>Open the address that <code>remik playground</code> printed. It ends with a token.</p></html>
"""
_READS = frozenset(("GET", "HEAD"))


class Guard:
    """Lets only the browser in that was given the token, and only from the page itself.

    The token in an address becomes a cookie, and disappears from the address.
    """

    def __init__(self, token: str) -> None:
        if not token:
            raise ValueError("the page needs a token")
        self._token = token
        self.port = 0

    @property
    def cookie(self) -> str:
        """The cookie's name. Cookies are shared by all ports of a host, so the name contains the port."""
        return f"remik-playground-{self.port}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts at which the page may be opened."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    async def seal(self, _: web.Request, response: web.StreamResponse) -> None:
        """Add the headers of every response."""
        response.headers.update(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.pop("Server", None)

    def middleware(self) -> Middleware:
        """Return the middleware that checks every request."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            return self._refusal(request) or await handler(request)

        return check

    # Every program and every open site of the machine can reach a local port. `Host` is checked because a site can
    # point its own name to 127.0.0.1, `Origin` because browsers open WebSockets from any site.
    def _refusal(self, request: web.Request) -> web.Response | None:
        if request.host not in self.hosts:
            return web.Response(status=403, text="The playground answers only at 127.0.0.1 and localhost.\n")
        given = request.query.get("token")
        if given is not None and request.method in _READS and self._fits(given):
            response = web.Response(status=303, headers={"Location": _without_token(request)})
            response.set_cookie(self.cookie, self._token, path="/", httponly=True, samesite="Lax")
            return response
        if not self._fits(request.cookies.get(self.cookie, "")):
            return web.Response(status=403, text=CLOSED, content_type="text/html")
        origin = request.headers.get("Origin", "")
        if self._acts(request) and origin.removeprefix("http://") not in self.hosts:
            return web.Response(status=403, text="Only the playground's own page may do that.\n")
        return None

    def _fits(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._token.encode())

    @staticmethod
    def _acts(request: web.Request) -> bool:
        """Return whether a request can change anything. Browsers always send the origin of such requests."""
        return request.method not in _READS or request.headers.get("Upgrade", "").lower() == "websocket"


def _without_token(request: web.Request) -> str:
    """Return the request's path and query without the token; always a path on this host."""
    return "/" + str(request.rel_url.without_query_params("token")).lstrip("/")


STATIC = Path(__file__).parent / "static"
ENGLISH = (("en-US", "English"),)
_WORDS = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
_TYPED = re.compile(r"`([^`]+)`")
TRIED_PORTS = 20
"""The number of ports that are tried, from the wanted one up."""
_TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9]+)+")
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2d6a4f"/>'
    '<rect x="4" y="3" width="8" height="10" rx="1.5" fill="#fff"/><path d="M8 5l2 3-2 3-2-3z" fill="#c1121f"/></svg>'
)


class PlaygroundPage:
    """Serves the page of a running stand-in on 127.0.0.1. Use `start` and `stop`, or `async with`.

    `people` are the members who get panes, numbered from 1. `port` 0 lets the system choose one; if another is taken,
    the next free one is used. `locales` are the languages that people can switch to, as (code, name). `routes` are
    more routes under the same guard. `recorder` is called with each action. `words` are those of its documents, by
    default the English ones; `language_of` returns the language of a message.
    """

    def __init__(
        self,
        standin: StandIn,
        guild: Guild,
        people: Sequence[Person],
        *,
        token: str,
        port: int = 0,
        routes: Iterable[web.RouteDef] = (),
        recorder: Recorder | None = None,
        locales: Sequence[tuple[str, str]] = ENGLISH,
        words: WordsOf = no_words,
        language_of: LanguageOf = unknown,
    ) -> None:
        self._standin = standin
        self._token = token
        self._wanted = port
        self._routes = tuple(routes)
        self._words = words
        self._guard = Guard(token)
        self._runner: web.AppRunner | None = None
        self._live: set[LivePane] = set()
        numbers = {person.id: number for number, person in enumerate(people, 1)}
        self._panes = {
            str(numbers[person.id]): Pane(
                standin,
                guild.state,
                person,
                numbers,
                locales=locales,
                recorder=recorder or ignore,
                words=words,
                language_of=language_of,
            )
            for person in people
        }

    @property
    def port(self) -> int:
        """The port, once the server has started."""
        return self._guard.port

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"http://127.0.0.1:{self.port}/?token={self._token}"

    async def start(self) -> PlaygroundPage:
        """Start the server. OSError if no port is free."""
        app = web.Application(middlewares=[self._guard.middleware()], client_max_size=64 * 1024 * 1024)
        app.on_response_prepare.append(self._guard.seal)
        app.add_routes(
            [
                web.get("/", self._document("index.html")),
                web.get("/record", self._document("record.html")),
                web.get("/favicon.ico", _icon),
                web.get("/static/{name}", _static),
                web.get("/pane/{person}", self._pane),
                web.get("/pane/{person}/live", self._connect),
                web.get("/pane/{person}/picture/{attachment}/{name}", self._picture),
                web.get("/pane/{person}/emoji/{emoji}", self._emoji),
                *self._routes,
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
        await self._runner.setup()
        await self._listen(self._runner)
        self._guard.port = self._runner.addresses[0][1]
        return self

    async def _listen(self, runner: web.AppRunner) -> None:
        """Listen at the wanted port, or at the next free one."""
        for port in range(self._wanted, self._wanted + TRIED_PORTS if self._wanted else 1):
            with contextlib.suppress(OSError):
                await web.TCPSite(runner, "127.0.0.1", port).start()
                return
        await runner.cleanup()
        raise OSError(f"no port from {self._wanted} to {self._wanted + TRIED_PORTS - 1} is free")

    async def stop(self) -> None:
        """Close every live connection, and stop the server."""
        await asyncio.gather(*(live.close() for live in self._live))
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> PlaygroundPage:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def _of(self, request: web.Request) -> Pane:
        pane = self._panes.get(request.match_info["person"])
        if pane is None:
            raise web.HTTPNotFound
        return pane

    # A document per person, whose responses hold only what this person may see, so a test can search them. In one
    # document with everyone's messages, hidden cards would be a matter of styling.
    async def _pane(self, request: web.Request) -> web.StreamResponse:
        return self._written("pane.html", (self._of(request).person.user.locale,))

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        live = LivePane(self._of(request))
        self._live.add(live)
        try:
            return await live.serve(request)
        finally:
            self._live.discard(live)

    async def _picture(self, request: web.Request) -> web.Response:
        """Serve a file that the pane was offered; all others don't exist."""
        number, name = request.match_info["attachment"], request.match_info["name"]
        file = self._of(request).file(int(number), name) if number.isdecimal() else None
        if file is None:
            raise web.HTTPNotFound
        headers = {} if file.content_type.startswith("image/") else {"Content-Disposition": "attachment"}
        return web.Response(body=file.data, content_type=file.content_type, headers=headers)

    async def _emoji(self, request: web.Request) -> web.Response:
        self._of(request)
        for emoji in self._standin.bot.emojis.values():
            if str(emoji.id) == request.match_info["emoji"]:
                return web.Response(body=emoji.image, content_type="image/png")
        raise web.HTTPNotFound

    def _document(self, name: str) -> Handler:
        async def serve(request: web.Request) -> web.StreamResponse:
            return self._written(name, _languages(request))

        return serve

    def _written(self, name: str, wanted: Sequence[str]) -> web.Response:
        text, headers = document(name, self._words(name, wanted)), {"Cache-Control": "no-cache"}
        return web.Response(text=text, content_type="text/html", headers=headers)


def document(name: str, data: Mapping[str, Any]) -> str:
    """Return a document with its words, also for scripts. In the file, each text is in ``{{ }}``."""

    def word(found: re.Match[str]) -> str:
        message = " ".join(found[1].split())
        return _TYPED.sub(r"<code>\1</code>", escape(data["words"].get(message, message)))

    page = _WORDS.sub(word, (STATIC / name).read_text(encoding="utf-8"))
    page = page.replace('<html lang="en"', f'<html lang="{data["language"]}"', 1)
    words = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    block = f'<script type="application/json" id="words">{words}</script>\n</head>'
    return page.replace("</head>", block, 1)


def _languages(request: web.Request) -> Sequence[str]:
    """Return the languages that a page may be in, best first: the one in the address, else those of the browser."""
    if "lang" in request.query:
        return (request.query["lang"],)
    codes = (one.partition(";")[0].strip() for one in request.headers.get("Accept-Language", "").split(","))
    return tuple("en" if code.startswith("en") else code for code in codes)  # British English isn't the made-up one


def _file(name: str) -> web.FileResponse:
    """Return a file of the page. Browsers ask each time whether it changed."""
    path = STATIC / name
    if not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})


async def _static(request: web.Request) -> web.FileResponse:
    """Serve a script, style or picture of the page; names with any other character than these don't exist."""
    name = request.match_info["name"]
    if not _NAME.fullmatch(name) or Path(name).suffix not in _TYPES:
        raise web.HTTPNotFound
    response = _file(name)
    response.content_type = _TYPES[Path(name).suffix]
    return response


async def _icon(_: web.Request) -> web.Response:
    return web.Response(text=_ICON, content_type="image/svg+xml")
