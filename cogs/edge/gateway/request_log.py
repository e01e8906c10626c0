"""Logs every request to Discord at DEBUG: its route, status and time, without tokens and content."""

import logging
import re
import time
from types import SimpleNamespace
from typing import Final

import aiohttp

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
