"""What protects the page from other programs and sites: the host, the origin, a token, and strict headers."""

from __future__ import annotations

import hmac

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

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
