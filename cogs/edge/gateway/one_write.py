"""Requests with pictures are sent in one piece."""

from typing import TYPE_CHECKING, Final

from aiohttp import ClientRequest, MultipartWriter, TCPConnector
from aiohttp.connector import Connection

if TYPE_CHECKING:
    from aiohttp import ClientTimeout
    from aiohttp.tracing import Trace

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
