"""Counts requests to Discord by the status of their response, and errors by Discord's code."""

import json
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from bot.counts import RequestCounts

NETWORK: Final = "network"
"""Stands for the code of a request without a response."""
_MOST: Final = 200
"""The most codes that are counted one by one, should Discord or a proxy send arbitrary ones."""


def count_requests(counts: RequestCounts, trace: aiohttp.TraceConfig) -> None:
    """Count the requests of an aiohttp session with this trace."""
    trace.on_request_end.append(partial(_ended, counts))
    trace.on_request_exception.append(partial(_failed, counts))


async def _ended(
    counts: RequestCounts, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Count a response."""
    status = end.response.status
    if status == 101:
        return  # the gateway's connection
    counts.statuses[str(status)] += 1
    if status >= 400:
        _count_error(counts, str(await _code(end.response)))


async def _failed(
    counts: RequestCounts, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestExceptionParams
) -> None:
    """Count a request without a response."""
    _count_error(counts, NETWORK)


def _count_error(counts: RequestCounts, code: str) -> None:
    """Count an error."""
    counts.errors[code if code in counts.errors or len(counts.errors) < _MOST else "other"] += 1


async def _code(response: aiohttp.ClientResponse) -> int:
    """Return the code in the body of an error, as discord.py does; 0 if there is none. The library reads it again."""
    try:
        about: Any = json.loads(await response.text())
    except (aiohttp.ClientError, OSError, ValueError):
        return 0
    code = about.get("code") if isinstance(about, dict) else None
    return code if isinstance(code, int) else 0
