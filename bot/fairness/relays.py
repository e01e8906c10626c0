"""Relays of the public beacon over HTTP."""

import json
from collections.abc import Callable
from typing import Final

import aiohttp

from bot.fairness.beacon import RelayError

DEFAULT_RELAYS: Final = (
    "https://api.drand.sh",
    "https://drand.cloudflare.com",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
)
_TIMEOUT: Final = aiohttp.ClientTimeout(total=8)
_LONGEST: Final = 4096
"""The most bytes of an answer that are read."""


class HttpRelay:
    """A relay with drand's HTTP API. Anything but status 200 means that it doesn't have the round yet."""

    def __init__(self, url: str, chain: str, session: Callable[[], aiohttp.ClientSession]) -> None:
        self._url = f"{url.rstrip('/')}/{chain}/public"
        self._session = session

    async def __call__(self, number: int | None) -> tuple[int, bytes]:
        """Return a round's number and signature; None is the latest one. RelayError."""
        url = f"{self._url}/{'latest' if number is None else number}"
        try:
            async with self._session().get(url, timeout=_TIMEOUT, allow_redirects=False) as response:
                if response.status != 200:
                    raise RelayError(f"{url}: status {response.status}")
                body = b""
                async for chunk in response.content.iter_chunked(_LONGEST):
                    body += chunk
                    if len(body) > _LONGEST:
                        raise RelayError(f"{url}: too long")
                answer = json.loads(body)
                return int(answer["round"]), bytes.fromhex(answer["signature"])
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise RelayError(f"{url}: {type(error).__name__}") from error


class RelaySession:
    """The HTTP session of all relays, opened with the first request."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    def __call__(self) -> aiohttp.ClientSession:
        """Return the session."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session

    async def close(self) -> None:
        """Close it, if it was opened."""
        if self._session is not None:
            await self._session.close()
