"""A server that isn't PostgreSQL, for connections that fail."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def server_saying(words: bytes) -> AsyncIterator[int]:
    """Accept connections, send some bytes, and wait until the other side hangs up. Yield the port."""
    talking: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talking.add(asyncio.current_task())  # type: ignore[arg-type]
        writer.write(words)
        if words:
            writer.write_eof()
        await reader.read()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(talk, "127.0.0.1") as server:
        yield server.sockets[0].getsockname()[1]
        await asyncio.gather(*talking)
