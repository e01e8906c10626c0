"""Every request to Discord: logged at DEBUG, counted by the status of its response, and sent in one piece."""

import json
import logging
import re
import time
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from aiohttp import ClientRequest, MultipartWriter, TCPConnector
from aiohttp.connector import Connection

from bot.counts import RequestCounts

if TYPE_CHECKING:
    from aiohttp import ClientTimeout
    from aiohttp.tracing import Trace


logger = logging.getLogger(__name__)

_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/]+")
_PREFIX: Final = re.compile(r"^.*?/api(/v\d+)?(?=/)")
_EMOJI: Final = re.compile(r"(/reactions/)[^/]+")


def route_of(path: str) -> str:
    """Return a request's path without the API's prefix and without an interaction's token."""
    return _EMOJI.sub(r"\1{emoji}", _TOKEN.sub(r"\1{token}", _PREFIX.sub("", path)))


def log_requests(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Make a trace log its requests, if somebody reads the lines, and return it."""
    if logger.isEnabledFor(logging.DEBUG):
        trace.on_request_start.append(_started)
        trace.on_request_end.append(_ended)
        trace.on_request_exception.append(_failed)
    return trace


async def _started(_: aiohttp.ClientSession, about: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
    about.began = time.perf_counter()


async def _ended(_: aiohttp.ClientSession, about: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
    _log(about, end.method, end.url.path, end.response.status)


async def _failed(
    _: aiohttp.ClientSession, about: SimpleNamespace, failure: aiohttp.TraceRequestExceptionParams
) -> None:
    _log(about, failure.method, failure.url.path, type(failure.exception).__name__)


def _log(about: SimpleNamespace, method: str, path: str, status: int | str) -> None:
    """Log one request; ``status`` is the response's, or the kind of the error."""
    took = round((time.perf_counter() - about.began) * 1000, 1)
    logger.debug("request", extra={"route": f"{method} {route_of(path)}", "status": status, "ms": took})


NETWORK: Final = "network"
"""Stands for the code of a request without a response."""
_MOST_ROUTES: Final = 200
"""The most codes that are counted one by one, should Discord or a proxy send arbitrary ones."""


def count_requests(counts: RequestCounts, trace: aiohttp.TraceConfig) -> None:
    """Count the requests of an aiohttp session with this trace."""
    trace.on_request_end.append(partial(_count_ended, counts))
    trace.on_request_exception.append(partial(_count_failed, counts))


async def _count_ended(
    counts: RequestCounts, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Count a response."""
    status = end.response.status
    if status == 101:
        return  # the gateway's connection
    counts.statuses[str(status)] += 1
    if status >= 400:
        _count_error(counts, str(await _code(end.response)))


async def _count_failed(
    counts: RequestCounts, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestExceptionParams
) -> None:
    """Count a request without a response."""
    _count_error(counts, NETWORK)


def _count_error(counts: RequestCounts, code: str) -> None:
    counts.errors[code if code in counts.errors or len(counts.errors) < _MOST_ROUTES else "other"] += 1


async def _code(response: aiohttp.ClientResponse) -> int:
    """Return the code in the body of an error, as discord.py does; 0 if there is none. The library reads it again."""
    try:
        about: Any = json.loads(await response.text())
    except (aiohttp.ClientError, OSError, ValueError):
        return 0
    code = about.get("code") if isinstance(about, dict) else None
    return code if isinstance(code, int) else 0


_MOST: Final = 1_000_000
"""Bytes up to which a body is copied once more; larger ones are rare."""


class OneWrite(TCPConnector):
    """Joins the parts of a request's body: written one by one, each takes a packet and a trip to the system."""

    async def connect(self, req: ClientRequest, traces: "list[Trace]", timeout: "ClientTimeout") -> Connection:  # noqa: ASYNC109 - the library's
        """Return a connection for a request."""
        body = req.body
        if isinstance(body, MultipartWriter) and body.size is not None and body.size <= _MOST:
            await req.update_body(await body.as_bytes())
        return await super().connect(req, traces, timeout)
