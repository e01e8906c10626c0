"""What processes in slots share of one token's limits: requests per second, and turns to log in.

All times are the database server's. Nothing here is about games, so it doesn't go through the connection that proves
that a process has its slot, and never keeps a move waiting.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.slots import least_share, shares
from data.database import Database
from data.location import DatabaseError, readable_errors
from data.process_lock import BOT
from data.schema import token_use
from data.slots import NOW

if TYPE_CHECKING:
    from sqlalchemy.dialects.postgresql import Insert

LAPSE: Final = 5_000
"""Milliseconds after which a slot that hasn't asked again has only its least share."""
BETWEEN_LOGINS: Final = 5_500
"""Milliseconds between two logins of a bucket: Discord's five seconds, and half a second for the way there."""
_AGAIN: Final = 1_000
"""Milliseconds after which a database that didn't answer is asked again."""
_REQUESTS, _LOGIN = "requests", "login"

_TURN: Final = text(
    "SELECT set_config('idle_in_transaction_session_timeout', '2000', true), pg_advisory_xact_lock(:bot, -2)"
)
"""Let one process at a time take its share; one that freezes meanwhile keeps the others waiting for two seconds."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class TokenUse:
    """The share of a process's slot in ``budget`` requests per second, and its turns to log in."""

    database: Database
    budget: int
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _had: dict[int, int] = field(init=False, default_factory=dict)  # this process's last turn of each bucket

    @property
    def least(self) -> int:
        """The requests per second that each slot has in any case."""
        return least_share(self.budget, self.database.slot.slots)

    # What this process may have sent in the last second still counts for Discord, so others get it a second later.
    async def exchange(self, wanted: int, allowed: int) -> int:
        """Tell the others how many requests were wanted and allowed, and return how many are from now on.

        All slots together never have more than the budget. DatabaseError.
        """
        slot, asked = self.database.slot, token_use.c
        others = select(asked.number, asked.allowed, asked.wanted).where(
            asked.kind == _REQUESTS, asked.number != slot.number, asked.number < slot.slots, asked.at > NOW - LAPSE
        )
        async with self._beside() as connection:
            await connection.execute(_TURN, {"bot": BOT})
            rows = {row.number: row for row in await connection.execute(others)}
            wishes = [rows[number].wanted if number in rows else 0 for number in range(slot.slots)]
            wishes[slot.number] = wanted
            had = sum(rows[number].allowed if number in rows else self.least for number in range(slot.slots))
            left = self.budget - (had - self.least)
            mine = max(self.least, min(shares(self.budget, wishes)[slot.number], left))
            row = {"at": NOW, "allowed": max(mine, allowed), "wanted": wanted}
            stored = _inserted(kind=_REQUESTS, number=slot.number, **row)
            await connection.execute(stored.on_conflict_do_update(index_elements=["kind", "number"], set_=row))
        return mine

    async def turn(self, bucket: int, *, again: bool = False) -> None:
        """Wait until no process has logged in to a bucket of shards for some seconds, and note that this one does.

        If it didn't do so right after its last turn, it can have it ``again``: unless another process has had one
        since, there's nothing to wait for. While the database doesn't answer, nobody can know that.
        """
        while True:
            try:
                left = await self._left(bucket, self._had.get(bucket) if again else None)
            except DatabaseError as error:
                _log.warning("a login waits for the database: %s", error)
                left = _AGAIN
            if left <= 0:
                return
            await self.sleep(left / 1000)

    async def _left(self, bucket: int, had: int | None) -> int:
        """Return after how many milliseconds a login is allowed; 0 if it's now, which is noted. DatabaseError.

        The turn that this process ``had`` doesn't count.
        """
        noted = _inserted(kind=_LOGIN, number=bucket, at=NOW)
        since = noted.excluded.at - token_use.c.at
        is_over = ~since.between(-BETWEEN_LOGINS, BETWEEN_LOGINS)
        taken = noted.on_conflict_do_update(
            index_elements=["kind", "number"],
            set_={"at": noted.excluded.at},
            where=or_(is_over, token_use.c.at == had),
        )
        last = select(token_use.c.at - NOW).where(token_use.c.kind == _LOGIN, token_use.c.number == bucket)
        async with self._beside() as connection:
            at = await connection.scalar(taken.returning(token_use.c.at))
            if at is not None:
                self._had[bucket] = at
                return 0
            ago = await connection.scalar(last)
        return max(1, BETWEEN_LOGINS + (ago or 0))

    @asynccontextmanager
    async def _beside(self) -> AsyncIterator[AsyncConnection]:
        """Write beside the writers of games. DatabaseError."""
        with readable_errors(self.database.location):
            async with self.database.engine.begin() as connection:
                yield connection


def _inserted(**row: Any) -> "Insert":  # noqa: ANN401 - any value of a column
    from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 - its drivers take 20 ms to load

    return insert(token_use).values(row)
