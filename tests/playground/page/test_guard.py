"""Only the browser that was given the token gets in, and only from the page itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bot.playground.page import PlaygroundPage, server
from tests.playground.conftest import Club
from tests.playground.page.conftest import TOKEN, Browser


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "static"
    folder.mkdir()
    for name in ("index.html", "pane.html", "record.html", "top.js", "top.css", "notes.txt"):
        (folder / name).write_text(f"this is {name}")
    (tmp_path / "secret.js").write_text("secret")
    monkeypatch.setattr(server, "STATIC", folder)
    return folder


async def status(session: aiohttp.ClientSession, url: str, **options: str) -> tuple[int, str]:
    async with session.get(url, headers=options, allow_redirects=False) as response:
        return response.status, await response.text()


@pytest.mark.usefixtures("static")
async def test_the_token_becomes_a_cookie_and_leaves_the_address(page: PlaygroundPage) -> None:
    origin = f"http://127.0.0.1:{page.port}"
    assert page.address == f"{origin}/?token={TOKEN}"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        for path in ("/", "/pane/1", "/static/top.js", "/favicon.ico", "/nowhere", "/pane/1/live", "/?token=wrong"):
            code, text = await status(session, origin + path)
            assert code == 403, path
            assert "Open the address that <code>remik playground</code> printed" in text
        async with session.get(f"{origin}/pane/2?token={TOKEN}&a=1", allow_redirects=False) as response:
            assert (response.status, response.headers["Location"]) == (303, "/pane/2?a=1")
            cookie = response.cookies[f"remik-playground-{page.port}"]
            assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
        async with session.get(f"{origin}//elsewhere.example/?token={TOKEN}", allow_redirects=False) as response:
            assert response.headers["Location"] == "/elsewhere.example/"
        for _ in range(2):  # a reload works
            assert await status(session, f"{origin}/") == (200, "this is index.html")
        assert await status(session, f"{origin}/pane/2") == (200, "this is pane.html")
        assert await status(session, f"{origin}/record") == (200, "this is record.html")
        assert (await status(session, f"{origin}/pane/3"))[0] == 404


@pytest.mark.usefixtures("static")
async def test_other_hosts_and_origins_are_refused(browser: Browser) -> None:
    port = browser.page.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        assert (await status(browser.session, browser.url("/"), Host=host))[0] == 200
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}.x"):
        assert (await status(browser.session, browser.url("/"), Host=host))[0] == 403, host
    for origin in (f"http://localhost:{port}", browser.origin):
        async with browser.session.post(browser.url("/"), headers={"Origin": origin}) as response:
            assert response.status == 405
        await (await browser.session.ws_connect(browser.url("/pane/1/live"), origin=origin)).close()
    for stranger in ("http://evil.example", f"http://127.0.0.1:{port + 1}", f"https://127.0.0.1:{port}", "null", None):
        headers = {} if stranger is None else {"Origin": stranger}
        async with browser.session.post(browser.url("/"), headers=headers) as response:
            assert response.status == 403, stranger
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.session.ws_connect(browser.url("/pane/1/live"), headers=headers)
        assert refused.value.status == 403


@pytest.mark.usefixtures("static")
async def test_every_response_has_strict_headers(browser: Browser) -> None:
    for path, cached in (
        ("/", "no-cache"),
        ("/static/top.js", "no-cache"),
        ("/favicon.ico", "no-store"),
        ("/x", "no-store"),
    ):
        async with browser.session.get(browser.url(path)) as response:
            assert response.headers["Content-Security-Policy"] == (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
                "connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
            )
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Referrer-Policy"] == "no-referrer"
            assert response.headers["Cache-Control"] == cached
            assert "Server" not in response.headers
    async with browser.session.get(browser.url("/static/top.js")) as response:
        assert response.content_type == "text/javascript"


@pytest.mark.usefixtures("static")
async def test_only_the_pages_own_files_are_served(browser: Browser) -> None:
    assert await browser.get("/static/top.css") == (200, b"this is top.css")
    for path in ("notes.txt", "index.html", "nothing.js", "", ".", "TOP.JS"):
        assert (await browser.get(f"/static/{path}"))[0] == 404, path
    for path in (
        "../secret.js",
        "..%2fsecret.js",
        "%2e%2e/secret.js",
        "%2e%2e%2fsecret.js",
        "..\\secret.js",
        "//secret.js",
    ):
        assert await raw_status(browser, f"/static/{path}") == 404, path


async def raw_status(browser: Browser, path: str) -> int:
    """Request a path exactly as it is, which no client library would send."""
    (cookie,) = browser.session.cookie_jar
    reader, writer = await asyncio.open_connection("127.0.0.1", browser.page.port)
    lines = (
        f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{browser.page.port}", f"Cookie: {cookie.key}={cookie.value}",
        "Connection: close", "", "",
    )  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert b"secret" not in answer.partition(b"\r\n\r\n")[2]
    return int(answer.split()[1])


async def test_a_taken_port_means_the_next_free_one(club: Club, page: PlaygroundPage) -> None:
    async with PlaygroundPage(club.standin, club.guild, [club.ala], token="other", port=page.port) as second:
        assert page.port < second.port <= page.port + server.TRIED_PORTS
        assert f":{second.port}/" in second.address
    with pytest.raises(ValueError, match="needs a token"):
        PlaygroundPage(club.standin, club.guild, [club.ala], token="")
