"""The real bot for a stand-in on this machine: on a database file, with shuffles that a seed determines if wanted."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from bot.fairness.beacon import PublicBeacon
from bot.fairness.stand_in import RequestedRounds
from bot.program.app import bot_for
from bot.program.conditions import SteadyClock, random_token
from bot.program.serving import Remik
from bot.program.settings import REQUESTS_PER_SECOND, Settings
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD

_NO_LIMIT: Final = 1_000_000
ROUND_IN: Final = 3000
"""Milliseconds from a start to its round of the stand-in for the public beacon."""
PATIENCE: Final = 20_000
"""Milliseconds after which a start is void whose round doesn't come."""
_FIRST_TABLE: Final = 2
"""How many tokens a table takes."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers from 0 up, each once. A file has a byte for each one so far, so that a restart goes on."""

    file: Path

    def __call__(self) -> int:
        """Return the next number."""
        with self.file.open("ab") as file:
            number = file.tell()
            file.write(b".")
        return number


@dataclass(frozen=True, slots=True)
class LocalBot:
    """What a bot for a stand-in needs: the login, the addresses, the database file.

    ``seed`` determines all shuffles (None: they're random). ``numbers`` count the tokens that follow from it, so that
    a restart goes on where the bot was; without them, all tables get the same token.

    With ``quick``, it doesn't pause between edits or before
    computers' turns, which real rate limits wouldn't allow, and a start gets its round at once.
    """

    token: str
    api_url: str
    gateway_url: str
    file: Path
    seed: int | None = None
    quick: bool = False
    numbers: Numbers | None = None

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
            token=random_token if self.seed is None else partial(_token, self.seed, self.numbers),
            pause=0 if self.quick else None,
            claim_delay=0 if self.quick else None,
            catalogs=catalogs,
            beacon=beacon,
        ) as bot:
            yield bot


def _token(seed: int, numbers: Numbers | None) -> bytes:
    """Return the next token that follows from a seed. Those of the first table are the same without numbers."""
    number = 0 if numbers is None else numbers()
    name = f"demo {seed}" if number < _FIRST_TABLE else f"demo {seed} {number}"
    return hashlib.sha256(name.encode()).digest()
