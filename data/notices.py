"""Notices between the processes on one PostgreSQL database: what one changed about a person, the others drop at once.

A notice that is lost, as while a connection breaks, makes others late, not wrong: preferences are read again after a
minute, and tables that nobody uses leave memory after a quarter of an hour. On SQLite there's one process.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.engines import make_engine
from data.location import located

PROCESS: Final = secrets.token_hex(8)
"""Marks the notices of this process."""
_CHANNEL: Final = "remik_people"
_SERVERS: Final = 300
"""The most servers in a notice, which may have 8,000 bytes."""
_CHECK, _ANSWER, _PAUSE = 30.0, 5.0, 5.0
"""Seconds between looks at whether the connection still works, for the answer, and until a broken one is replaced."""

_log = logging.getLogger(__name__)


async def tell(connection: AsyncConnection, user: int, deleted_on: Sequence[int] | None = None) -> None:
    """Tell other processes, once this transaction is committed, that a person's preferences have changed.

    ``deleted_on``: that all their data is deleted, which these servers had.
    """
    if connection.dialect.name != "postgresql":
        return
    some = range(0, max(1, len(deleted_on or ())), _SERVERS)
    for guilds in [None] if deleted_on is None else [deleted_on[first : first + _SERVERS] for first in some]:
        notice = json.dumps({"by": PROCESS, "user": user, "deleted_on": guilds})
        await connection.execute(select(func.pg_notify(_CHANNEL, notice)))


@dataclass(slots=True, eq=False)
class Notices:
    """Hears notices of other processes on a database, at an address that leads to the server itself.

    ``changed`` and ``deleted`` drop what's in memory about a person.
    """

    url: str
    changed: Callable[[int], None]
    deleted: Callable[[int, Sequence[int]], Awaitable[None]]
    process: str = PROCESS
    listening: asyncio.Event = field(init=False, default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Hear notices until this is canceled, however often the connection breaks."""
        location = located(self.url)
        if location.is_sqlite:
            await asyncio.Event().wait()
        engine = make_engine(location, pooled=False).execution_options(isolation_level="AUTOCOMMIT")
        try:
            while True:
                try:
                    await self._listen(engine)
                except Exception as fault:  # noqa: BLE001 - logged; the driver raises anything
                    if self.listening.is_set():  # once per outage
                        _log.info("changes by other processes are noticed later: %s", type(fault).__name__)
                self.listening.clear()
                await asyncio.sleep(_PAUSE)
        finally:
            await engine.dispose()

    async def _listen(self, engine: AsyncEngine) -> None:
        """Hear notices on one connection until it breaks."""
        connection, heard = await engine.connect(), asyncio.Queue[str | None]()
        try:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await driver.add_listener(_CHANNEL, lambda *about: heard.put_nowait(about[-1]))
            driver.add_termination_listener(lambda _: heard.put_nowait(None))
            self.listening.set()
            while True:
                try:
                    async with asyncio.timeout(_CHECK):
                        notice = await heard.get()
                except TimeoutError:
                    await driver.execute("SELECT 1", timeout=_ANSWER)
                    continue
                if notice is None:
                    return
                await self._drop(**json.loads(notice))
        finally:
            await connection.invalidate()
            await connection.close()

    async def _drop(self, by: str, user: int, deleted_on: Sequence[int] | None) -> None:
        if by == self.process:
            return
        try:
            if deleted_on is None:
                self.changed(user)
            else:
                await self.deleted(user, deleted_on)
        except Exception as fault:  # noqa: BLE001 - logged; a table that can't be read mustn't keep later notices away
            _log.warning("a deletion by another process is noticed later: %s", fault)
