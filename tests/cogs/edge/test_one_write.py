"""Requests with pictures leave in one piece."""

from io import BytesIO

import aiohttp
from aiohttp import web

from cogs.edge.requests import OneWrite


async def sent(*files: bytes) -> tuple[dict[str, bytes], int]:
    """Send JSON and files as the library does; return what arrived, and in how many pieces it was written."""
    arrived, pieces = dict[str, bytes](), 0

    async def receive(request: web.Request) -> web.Response:
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            arrived[part.name or ""] = bytes(await part.read())
        return web.Response()

    async def count(*_: object) -> None:
        nonlocal pieces
        pieces += 1

    app = web.Application(client_max_size=1 << 24)
    app.router.add_post("/", receive)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    trace = aiohttp.TraceConfig()
    trace.on_request_chunk_sent.append(count)
    try:
        async with aiohttp.ClientSession(connector=OneWrite(limit=0), trace_configs=[trace]) as session:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", '{"flags": 64}', content_type="application/json")
            for number, data in enumerate(files):
                form.add_field(f"files[{number}]", BytesIO(data), filename=f"{number}.png", content_type="image/png")
            async with session.post(f"http://127.0.0.1:{runner.addresses[0][1]}/", data=form) as answer:
                assert answer.status == 200
    finally:
        await runner.cleanup()
    return arrived, pieces


async def test_pictures_are_sent_in_one_piece() -> None:
    hand, table = b"hand" * 9_000, b"table" * 7_000
    arrived, pieces = await sent(hand, table)
    assert list(arrived) == ["payload_json", "files[0]", "files[1]"]
    assert arrived["payload_json"] == b'{"flags": 64}'
    assert (arrived["files[0]"] == hand, arrived["files[1]"] == table, pieces) == (True, True, 1)


async def test_large_files_arrive_too() -> None:
    export = bytes(1_100_000)
    arrived, pieces = await sent(export)
    assert (arrived["files[0]"] == export, pieces > 1) == (True, True)
