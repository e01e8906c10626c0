"""Whether the bot is ready: logged in with all shards, a database that answers, and all lost time given back."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.program import Remik
from data.errors import DatabaseError

_PATIENCE: Final = 2.0
"""Seconds that the database has to answer."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a bot needs before people can play."""

    logged_in: bool
    database: bool
    caught_up: bool

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing."""
        return self.logged_in and self.database and self.caught_up

    def __str__(self) -> str:
        """Return a line for each condition."""
        conditions = (("logged in", self.logged_in), ("database", self.database), ("caught up", self.caught_up))
        return "".join(f"{name}: {'yes' if holds else 'no'}\n" for name, holds in conditions)


class ReadinessCheck:
    """Finds out whether a bot is ready. Checks at the same time share one question to the database."""

    def __init__(self, bot: Remik) -> None:
        self._bot = bot
        self._asking: asyncio.Task[bool] | None = None

    async def now(self) -> Readiness:
        """Return whether the bot is ready now."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._database_answers())
        database = await asyncio.shield(self._asking)
        return Readiness(self._bot.connection.is_up, database, not self._bot.scheduler.is_away)

    async def close(self) -> None:
        """Stop waiting for the database."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})

    async def _database_answers(self) -> bool:
        """Return whether the database answers a question in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._bot.database.answers()
        except (DatabaseError, TimeoutError):
            return False
        return True
