"""A proxy for limits between the bot and Discord's API (REMIK_API_URL), such as nirn-proxy."""

from collections.abc import AsyncIterator
from functools import partial

import aiohttp
import pytest
from aiohttp import web

from bot.backoff import Backoff
from cogs.edge import channel_writer
from cogs.table.panels import panels
from tests.end_to_end.club import Club
from tests.end_to_end.freshness import up_to_date

pytestmark = pytest.mark.discord(None)
_KEPT = ("Authorization", "Content-Type", "User-Agent")


class Proxy:
    """Forwards every request, and can give up waiting for a response that is on its way."""

    def __init__(self, target: str) -> None:
        self._target = target.removesuffix("/api/v10")
        self.forwarded: list[tuple[str, str]] = []
        self.impatient = 0  # edits of messages whose responses it doesn't wait for
        self.url = ""

    async def start(self) -> web.AppRunner:
        app = web.Application(client_max_size=2**24)
        app.router.add_route("*", "/{path:.*}", self._forward)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
        return runner

    async def _forward(self, request: web.Request) -> web.Response:
        self.forwarded.append((request.method, request.path))
        headers = {name: request.headers[name] for name in _KEPT if name in request.headers}
        url, body = self._target + request.path_qs, await request.read()
        async with (
            aiohttp.ClientSession() as session,
            session.request(request.method, url, headers=headers, data=body) as found,
        ):
            if self.impatient and request.method == "PATCH" and "/messages/" in request.path:
                self.impatient -= 1
                return web.Response(status=408)
            passed = {name: value for name, value in found.headers.items() if name.lower().startswith(("x-", "via"))}
            return web.Response(
                status=found.status,
                body=await found.read(),
                headers={**passed, "Content-Type": found.headers.get("Content-Type", "text/plain")},
            )


@pytest.fixture
async def proxy(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Proxy]:
    monkeypatch.setattr(channel_writer, "_BACKOFF", Backoff(0.01, 0.01))
    monkeypatch.setattr(panels, "_WAITS", (0.01, 0.01))
    between = Proxy(club.standin.api_url)
    runner = await between.start()
    club.limits["api_url"] = between.url
    yield between
    await runner.cleanup()


def _has_grown(club: Club, lines: int) -> bool:
    return len(club.log()) >= lines


@pytest.mark.parametrize("by_clicks", [False, True])
async def test_a_game_goes_on_behind_a_proxy_that_doesnt_wait_for_slow_responses(
    club: Club, proxy: Proxy, caplog: pytest.LogCaptureFixture, *, by_clicks: bool
) -> None:
    club.limits["edit_by_clicks"] = by_clicks
    async with club.running():
        await club.table()
        table = club.newest().id
        for impatient in (0, 2, 2):
            proxy.impatient, grown = impatient, len(club.log()) + 1
            await club.play(1, partial(_has_grown, club, grown))
            await club.settled()
            await up_to_date(club)
            assert club.newest().id == table
            assert len(club.newest().pictures) == 1
        assert proxy.impatient == 0
        assert len(proxy.forwarded) == len(club.standin.requests), "nothing goes past it"
    assert "message was refused" not in caplog.text
