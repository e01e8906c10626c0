"""The REST server: parses requests, finds their routes, applies faults and rate limits, and logs requests."""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from aiohttp import web

from bot.playground.errors import JSON, REFUSALS, ApiError, refusal
from bot.playground.limits import Limiter
from bot.playground.messages import Draft, Upload
from bot.playground.rough import Fate
from bot.playground.state import Application, World

_FIELD = re.compile(r'\b(name|filename)="([^"]*)"')
"""A parameter of a part's Content-Disposition header."""
_MESSAGE_ROUTE = re.compile(r"^/(channels/\d+/messages|webhooks/)")
_CUSTOM_EMOJI = re.compile(r"<a?:\w{2,32}:\d+>")
API_PREFIX = re.compile(r"^/api(/v10)?")


@dataclass(frozen=True, slots=True)
class Call:
    """A parsed request. `parts` are the values of the route's `{names}`."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any
    files: tuple[Upload, ...]
    application: Application | None = None
    parts: Mapping[str, str] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """Return a snowflake from the path, by its name in the route."""
        try:
            return int(self.parts[name])
        except ValueError:
            raise refusal(
                50035, {name: {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": "not a snowflake"}]}}
            ) from None

    @property
    def caller(self) -> Application:
        """The application whose token is in the request. ApiError (401) if there is none."""
        if self.application is None:
            raise ApiError(401, 0, "401: Unauthorized")
        return self.application

    def draft(self) -> Draft:
        """Return the body as a message. ApiError if it isn't a JSON object."""
        if not isinstance(self.body, dict):
            raise refusal(50109)
        return Draft(self.body, self.files)


class Unreadable(Enum):
    """How a response can't be read, though the request was carried out."""

    CUT = auto()  # the connection breaks in the middle of the body
    GARBLED = auto()  # half of the JSON is missing
    REPLACED = auto()  # a proxy sends a page of its own


@dataclass(frozen=True, slots=True)
class Reply:
    """A response: status, JSON body, additional headers."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    unreadable: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the API: `template` is its path with `{names}`, `limit` the name of a rate limit per channel.

    Routes with `token=False` need an interaction's token instead of the bot's, and have no rate limit.
    """

    method: str
    template: str
    handler: Callable[[Call], Reply]
    token: bool = True
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """A request and its response.

    `path` includes the query; `body` is the JSON, or the `payload_json` of a multipart request.
    """

    at: float
    method: str
    path: str
    body: Any
    files: tuple[Upload, ...]
    status: int
    response: Any


@dataclass(slots=True)
class Fault:
    """A simulated fault: the requests that fail, how, and how many times (None: until it's removed).

    With an `error` they are refused; otherwise they are carried out, but their response is `unreadable`.
    """

    matches: Callable[[Call], bool]
    error: ApiError | None
    times: int | None = None
    unreadable: Unreadable | None = None


def matching(method: str, path: str) -> Callable[[Call], bool]:
    """Match requests whose path (without /api/v10 and query) matches a regular expression anywhere."""
    pattern = re.compile(path)
    return lambda call: call.method == method.upper() and bool(pattern.search(call.path))


def changes_a_message(call: Call) -> bool:
    """Return whether a request posts, edits or deletes a message."""
    return call.method in ("POST", "PATCH", "DELETE") and bool(_MESSAGE_ROUTE.match(call.path))


def shows_custom_emoji(call: Call) -> bool:
    """Return whether a request is about a message with a custom emoji."""

    def within(value: object) -> bool:
        match value:
            case {"emoji": {"id": int() | str()}}:
                return True
            case dict():
                return any(map(within, value.values()))
            case list():
                return any(map(within, value))
            case str():
                return bool(_CUSTOM_EMOJI.search(value))
        return False

    return within(call.body)


def refused_with(
    status: int,
    code: int = 0,
    *,
    message: str | None = None,
    errors: JSON | None = None,
    retry_after: float | None = None,
) -> ApiError:
    """Return an error; a 429 gets the headers that discord.py needs, with ``retry_after`` in seconds (default 0.1)."""
    text = message or (REFUSALS[code][1] if code in REFUSALS else "")
    if status != 429:
        return ApiError(status, code, text, errors=errors)
    wait = 0.1 if retry_after is None else retry_after
    headers = {"Via": "1.1 stand-in", "Retry-After": str(max(1, round(wait)))}
    extra = {"retry_after": wait, "global": False}
    return ApiError(status, code, text or "You are being rate limited.", errors=errors, headers=headers, extra=extra)


class Api:
    """Discord's REST API for a world. `log_limit` is the length of the log of requests (None: unlimited).

    `under_way` is the number of requests that aren't answered yet.
    """

    def __init__(
        self, world: World, limiter: Limiter, routes: Iterable[Route], fate: Fate, log_limit: int | None = None
    ) -> None:
        self._world = world
        self._limiter = limiter
        self._fate = fate
        self.under_way = 0
        self._routes: dict[tuple[str, int], list[tuple[re.Pattern[str], Route]]] = {}
        for route in sorted(routes, key=lambda one: one.template.count("{")):
            key = (route.method, route.template.count("/"))
            pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(route.template)))
            self._routes.setdefault(key, []).append((pattern, route))
        self.log: deque[LoggedRequest] = deque(maxlen=log_limit)
        self.faults: list[Fault] = []

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request."""
        try:
            body, files = await _read(request)
        except ValueError:
            return _respond(Reply(400, refusal(50109).body))
        call = Call(
            request.method,
            API_PREFIX.sub("", request.path),
            request.query,
            request.headers,
            body,
            files,
            self._world.applications.get(request.headers.get("Authorization", "").removeprefix("Bot ")),
        )
        self.under_way += 1
        began = time.perf_counter()
        try:
            reply = await self._in_time(call, request.path_qs)
            self._world.report("request", lambda: _reported(call, request.path_qs, reply, time.perf_counter() - began))
            if reply.unreadable is Unreadable.CUT:
                await _cut(request, reply)
            return _respond(reply)
        finally:
            self.under_way -= 1
            self._world.ring()

    async def _in_time(self, call: Call, path: str) -> Reply:
        """Handle a request after a delay, and respond after another one; `Fate` decides how long they are."""
        luck = self._fate.luck(call.method, call.path)
        await self._fate.wait(luck.before)
        refused = luck.refused
        reply = self._answer(call) if refused is None else Reply(refused.status, refused.body, refused.headers)
        self.log.append(
            LoggedRequest(self._world.now(), call.method, path, call.body, call.files, reply.status, reply.body)
        )
        self._world.ring()
        await self._fate.wait(luck.after)
        return reply

    def _answer(self, call: Call) -> Reply:
        try:
            fault = self._fault(call)
            if fault is not None and fault.error is not None:
                raise fault.error
            route, parts = self._find(call)
            headers: Mapping[str, str] = {}
            if route.token:
                headers = self._limit(call, route, parts)
            reply = route.handler(
                Call(
                    call.method,
                    call.path,
                    call.query,
                    call.headers,
                    call.body,
                    call.files,
                    call.application,
                    parts,
                )
            )
        except ApiError as error:
            return Reply(error.status, error.body, error.headers)
        unreadable = None if fault is None else fault.unreadable
        return replace(reply, headers={**headers, **reply.headers}, unreadable=unreadable)

    def _fault(self, call: Call) -> Fault | None:
        for fault in self.faults:
            if fault.matches(call):
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times == 0:
                        self.faults.remove(fault)
                return fault
        return None

    def _find(self, call: Call) -> tuple[Route, Mapping[str, str]]:
        for pattern, route in self._routes.get((call.method, call.path.count("/")), ()):
            if match := pattern.fullmatch(call.path):
                return route, match.groupdict()
        raise ApiError(404, 0, "404: Not Found")

    def _limit(self, call: Call, route: Route, parts: Mapping[str, str]) -> Mapping[str, str]:
        application = call.caller
        self._limiter.take("everything", application.id)
        if route.limit is None:
            return {}
        return self._limiter.take(route.limit, (application.id, parts.get("channel_id")))


def _reported(call: Call, path: str, reply: Reply, seconds: float) -> JSON:
    """Describe a request and its response for those who watch the wire."""
    return {
        "method": call.method,
        "path": API_PREFIX.sub("", path),
        "status": reply.status,
        "ms": round(seconds * 1000, 1),
        "body": call.body,
        "files": [{"name": file.filename, "size": len(file.data)} for file in call.files],
        "response": reply.body,
    }


async def _read(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    raw = await request.read()
    kind = request.headers.get("Content-Type", "")  # aiohttp's `content_type` takes long to parse a new boundary
    if kind.startswith("multipart/"):
        return _parts(raw, kind)
    return (json.loads(raw) if raw else None), ()


def _parts(raw: bytes, content_type: str) -> tuple[Any, tuple[Upload, ...]]:
    """Parse a multipart body. aiohttp's reader would take more time than all the rest of a request."""
    _, found, boundary = content_type.partition("boundary=")
    if not found:
        raise ValueError("a multipart body without boundary")
    body: Any = None
    files: list[Upload] = []
    for part in raw.split(b"--" + boundary.strip('"').encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        fields = dict(_FIELD.findall(head.decode()))
        data = data.removesuffix(b"\r\n")
        name = fields.get("name", "")
        if name == "payload_json":
            body = json.loads(data)
        else:
            index = int(name.removeprefix("files[").removesuffix("]"))
            files.append(Upload(index, fields.get("filename", f"file{index}"), data))
    return body, tuple(files)


def _respond(reply: Reply) -> web.Response:
    headers = dict(reply.headers)
    if reply.unreadable is Unreadable.REPLACED:
        return web.Response(status=reply.status, text="<html>Please wait</html>", content_type="text/html")
    if reply.body is None:
        return web.Response(status=reply.status, headers=headers)
    # discord.py compares the whole content type, so it must not contain a charset.
    headers["Content-Type"] = "application/json"
    body = json.dumps(reply.body).encode()
    if reply.unreadable is Unreadable.GARBLED:
        body = body[: len(body) // 2]
    return web.Response(status=reply.status, body=body, headers=headers)


async def _cut(request: web.Request, reply: Reply) -> None:
    """Send half of a response, and break the connection."""
    body = json.dumps(reply.body).encode()
    half = web.StreamResponse(status=reply.status, headers={"Content-Length": str(len(body))})
    await half.prepare(request)
    await half.write(body[: len(body) // 2])
    if request.transport is not None:
        request.transport.close()


def expect_object(call: Call) -> JSON:
    """Return the body as a JSON object. ApiError if it isn't one."""
    if not isinstance(call.body, dict):
        raise refusal(50109)
    return call.body
