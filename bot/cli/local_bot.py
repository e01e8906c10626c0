"""The real bot for a stand-in on this machine: on a database file, with shuffles that a seed determines if wanted."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from bot.app import bot_for
from bot.conditions import random_token
from bot.fairness.beacon import PublicBeacon
from bot.fairness.stand_in import RequestedRounds
from bot.program import Remik
from bot.settings import REQUESTS_PER_SECOND, Settings
from bot.steady_clock import SteadyClock
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD

_NO_LIMIT: Final = 1_000_000
ROUND_IN: Final = 3000
"""Milliseconds from a start to its round of the stand-in for the public beacon."""
PATIENCE: Final = 20_000
"""Milliseconds after which a start is void whose round doesn't come."""


@dataclass(frozen=True, slots=True)
class LocalBot:
    """What a bot for a stand-in needs: the login, the addresses, the database file.

    ``seed`` determines all shuffles (None: they're random). With ``quick``, it doesn't pause between edits or before
    computers' turns, which real rate limits wouldn't allow, and a start gets its round at once.
    """

    token: str
    api_url: str
    gateway_url: str
    file: Path
    seed: int | None = None
    quick: bool = False

    @asynccontextmanager
    async def built(self, catalogs: Catalogs, rounds: RequestedRounds | None = None) -> AsyncIterator[Remik]:
        """Build the bot, and close it at the end. Raises DatabaseError.

        ``rounds`` take the place of the public beacon; by default they are always there.
        """
        rounds = rounds or RequestedRounds(SteadyClock())
        beacon = PublicBeacon(
            rounds.chain, (rounds,), rounds.clock, asyncio.sleep, slack=0 if self.quick else ROUND_IN, patience=PATIENCE
        )
        await beacon.check()
        settings = Settings(
            token=SecretStr(self.token),
            database_url=f"sqlite+aiosqlite:///{self.file}",
            api_url=self.api_url,
            gateway_url=self.gateway_url,
            requests_per_second=_NO_LIMIT if self.quick else REQUESTS_PER_SECOND,
        )
        async with bot_for(
            settings,
            edit_interval=0 if self.quick else EDIT_INTERVAL,
            hold=0 if self.quick else LONGEST_HOLD,
            guild_ready_timeout=0.05,
            token=random_token if self.seed is None else hashlib.sha256(f"demo {self.seed}".encode()).digest,
            pause=0 if self.quick else None,
            claim_delay=0 if self.quick else None,
            catalogs=catalogs,
            beacon=beacon,
        ) as bot:
            yield bot
