"""The whole program: the only place that knows all parts and hands them to one another."""

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.play.ports import Clock
from bot.play.tables import Tables
from bot.settings import Settings
from bot.text.catalogue import Catalogues
from cogs.deps import EDIT_INTERVAL, Deps
from data.database import open_database
from data.facts import Facts
from data.people import KeptPeople
from data.presets import KeptPresets
from data.servers import KeptServers
from data.tables import KeptTables
from render.studio import Studio

COGS: Final = ("cogs.rummy",)
SYNCED: Final = "commands of {application}"
"""The fact under which the hash of the commands that an application has is kept."""

_log = logging.getLogger(__name__)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


class NotAdmittedError(Exception):
    """Discord does not let the bot in; the sentence says what to do about it."""


class Remik(commands.AutoShardedBot):
    """The bot: the guilds intent alone, no caches, its parts in ``deps``."""

    def __init__(self, deps: Deps, facts: Facts, *, guild_ready_timeout: float = 2.0) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
        )
        self.deps = deps
        self._facts = facts

    async def setup_hook(self) -> None:
        """Load the cogs and tell Discord the commands, if they are others than last time."""
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync_commands()

    async def _sync_commands(self) -> None:
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        fact = SYNCED.format(application=self.application_id)
        if await self._facts.get(fact) == digest:
            return
        await self.tree.sync()
        await self._facts.put(fact, digest)
        _log.info("commands synced", extra={"commands": len(payload)})


def now() -> int:
    """Tell the time, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def random_token() -> bytes:
    """Make 32 bytes that nobody can guess (C-2)."""
    return secrets.token_bytes(32)


def point_library_at(settings: Settings) -> None:
    """Send discord.py elsewhere than to Discord: to a rate-limit proxy, or to the stand-in."""
    if settings.api_url is not None:
        Route.BASE = str(settings.api_url).rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.gateway_url))


@asynccontextmanager
async def bot_for(
    settings: Settings,
    *,
    edit_interval: float = EDIT_INTERVAL,
    guild_ready_timeout: float = 2.0,
    token: Callable[[], bytes] = random_token,
    clock: Clock = now,
) -> AsyncIterator[Remik]:
    """Put a bot together on an up-to-date database, and close all of it in the end. DatabaseError.

    ``edit_interval`` is in seconds, between two edits in a channel; ``token`` makes the secret of a shuffle chain.
    """
    point_library_at(settings)
    database = await open_database(settings.database_url)
    studio = Studio()
    try:
        tables = Tables(KeptTables(database), clock, token=token)
        deps = Deps(
            tables,
            KeptPresets(database),
            studio,
            Catalogues(),
            clock,
            KeptPeople(database),
            KeptServers(database),
            edit_interval=edit_interval,
        )
        async with Remik(deps, Facts(database), guild_ready_timeout=guild_ready_timeout) as bot:
            yield bot
    finally:
        studio.close()
        await database.close()


async def serve(bot: Remik, token: str, stop: asyncio.Event) -> None:
    """Log in and serve until ``stop`` is set or Discord ends it. NotAdmittedError: Discord does not let it in."""
    serving = asyncio.create_task(bot.start(token), name="serving")
    stopping = asyncio.create_task(stop.wait(), name="stopping")
    try:
        await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving
    except discord.LoginFailure:
        raise NotAdmittedError("Discord refuses the token: copy it anew from the application's Bot page") from None
    except discord.PrivilegedIntentsRequired as error:
        raise NotAdmittedError(f"Discord refuses the intents: {error}") from None
    except discord.HTTPException as error:
        raise NotAdmittedError(f"Discord refuses to let the bot in: {error}") from None
    except OSError as error:
        raise NotAdmittedError(f"Discord can't be reached, check the network and REMIK_API_URL: {error}") from None
    finally:
        await bot.close()
        for task in (serving, stopping):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
