"""The running program: its parts, how they stop, and serving until it is stopped or the login is refused."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Final

import discord

from bot.backoff import Backoff
from bot.fairness.beacon import PublicBeacon
from bot.play.scheduling.scheduler import Scheduler
from bot.play.service.deletion import RemovedServers, Scrubbing
from bot.play.service.starter import Starter
from bot.program.exit_status import ExitStatus
from cogs.edge.client import Connection, DiscordClient
from cogs.edge.gateway import UNREACHABLE, described, is_refused
from cogs.setup.packages import Packages
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TableViews
from data.copies import DailyBackups
from data.database import Database
from data.location import DatabaseError
from data.notices import Notices


@dataclass(slots=True, eq=False, kw_only=True)
class Remik:
    """The running program."""

    database: Database
    client: DiscordClient
    connection: Connection
    stores: Stores
    games: Games
    scheduler: Scheduler
    removed_servers: RemovedServers
    edge: Edge
    views: TableViews
    packages: Packages
    beacon: PublicBeacon | None
    backups: DailyBackups | None
    scrubbing: Scrubbing
    starter: Starter
    notices: Notices

    async def close(self) -> None:
        """Stop background work, finish the answers to pending interactions, and disconnect."""
        self.client.stop_listening()
        await self.connection.close()
        await self.scheduler.close()
        await self.starter.close()
        if self.beacon is not None:
            await self.beacon.close()
        if self.backups is not None:
            await self.backups.close()
        await self.scrubbing.close()
        await self.edge.names.close()
        await self.packages.answers.settle()
        await self.edge.writer.close()
        await self.views.restored_panels.close()
        await self.views.panels.say_restarting()
        await self.views.panels.close()
        await self.views.hands.close()
        await self.views.stored_panels.close()
        await self.packages.tables.inviting.close()
        await self.packages.tables.reviewing.close()
        await self.packages.standings.posts.close()
        await self.client.close()
        await self.games.finished_games.close()
        await self.games.puzzle_making.close()
        await self.games.days.close()

    async def do_as_for_a_click(self) -> None:
        """Do what most clicks need: read, write, draw. Nothing changes and nobody sees it.

        This takes as long as a click would have to wait, so for ever if something hangs. A database that fails in time
        is no error here: clicks are answered with that, and games wait for it. Raises what prevents pictures.
        """
        with suppress(DatabaseError):
            await self.database.answers()
            async with self.database.write():  # as a lobby is stored
                pass
            await self.database.write_rows(())  # as a move is stored
        await self.edge.studio.draw_example(self.edge.catalogs.texts("en"))

    # Public messages are edited after the answer. Demo and tests wait for this: a fixed pause is slow and wrong on busy
    # machines, and the request log doesn't know what is still to come.
    async def idle(self) -> None:
        """Wait until every click is answered, computers have moved, and every message is up to date."""
        await self._shown()
        await self.starter.idle()
        await self.scheduler.idle()
        await self.games.finished_games.idle()
        await self.games.days.idle()
        await self._shown()

    async def _shown(self) -> None:
        await self.packages.answers.settle()
        await self.edge.writer.idle()
        await self.views.restored_panels.idle()
        await self.views.panels.idle()
        await self.views.hands.idle()
        await self.packages.tables.lost_channels.idle()
        await self.packages.tables.inviting.idle()
        await self.packages.door.greeter.idle()


_LONGEST: Final = 600.0
"""Seconds for which to try to log in."""
_BACKOFF: Final = Backoff(5, 60)
"""Seconds between attempts to log in."""
_TOKEN: Final = "copy it again from the application's Bot page, https://discord.com/developers/applications"  # noqa: S105
_NETWORK: Final = "check the network, REMIK_API_URL and https://discordstatus.com"
REJECTED: Final = f"Discord rejects the token: {_TOKEN}"
_RESET: Final = f"Discord no longer accepts the token, which was probably reset while the bot was running: {_TOKEN}"
_SHARDS: Final = "correct REMIK_SHARDS, or without it stop all processes and start again, which asks for the number"
_CLOSED: Final = {
    4010: f"Discord doesn't know this shard (4010): {_SHARDS}",
    4011: f"Discord asks for more shards (4011): {_SHARDS}",
    4012: "Discord no longer supports this version of its gateway (4012): update discord.py and the bot",
    4013: "Discord doesn't know an intent that the bot asks for (4013): update discord.py and the bot",
    4014: "Discord doesn't allow an intent (4014), though the bot asks for no privileged one: update the bot",
}
"""Sentences for codes with which Discord closes a connection for good."""

logger = logging.getLogger(__name__)


class CannotListenError(Exception):
    """The program can't listen where the settings say; ``status`` is the exit status for that."""

    def __init__(self, sentence: str, status: ExitStatus) -> None:
        super().__init__(sentence)
        self.status = status


class NotAdmittedError(Exception):
    """Discord refuses the login. The message says what to do about it; ``status`` is the exit status."""

    def __init__(self, sentence: str, status: ExitStatus = ExitStatus.CONFIG) -> None:
        super().__init__(sentence)
        self.status = status


async def serve(bot: Remik, token: str, stop: asyncio.Event, *watches: Coroutine[object, object, None]) -> None:
    """Log in and serve until ``stop`` is set or the client ends. NotAdmittedError, DatabaseLostError.

    What the ``watches`` raise ends it, too. They are canceled before the bot is closed.
    """
    endings = (_connected(bot.client, token), stop.wait(), _token_reset(bot.client), bot.database.lost())
    if bot.client.replaceable:  # else there are no other processes
        watches = (*watches, bot.notices.listen())
    watching = [asyncio.create_task(watch) for watch in watches]
    ends = [*(asyncio.create_task(ending) for ending in endings), *watching]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task
    finally:
        for task in watching:
            task.cancel()
        await bot.close()
        for task in ends:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _connected(client: DiscordClient, token: str) -> None:
    """Log in, and stay connected. Raises NotAdmittedError when Discord ends that for good."""
    await log_in(client, token)
    logger.info("logged in as %s", client.user, extra={"application": client.application_id})
    try:
        await client.connect()
    except discord.LoginFailure:
        raise NotAdmittedError(_RESET) from None
    except discord.PrivilegedIntentsRequired:
        raise NotAdmittedError(_CLOSED[4014]) from None
    except discord.ConnectionClosed as error:
        if error.code == 4004:
            raise NotAdmittedError(_RESET if client.has_connected else REJECTED) from None
        sentence = _CLOSED.get(error.code, f"Discord closed the connection for good ({error.code} {error.reason})")
        raise NotAdmittedError(sentence) from None


async def log_in(
    client: DiscordClient,
    token: str,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    timer: Callable[[], float] = time.monotonic,
) -> None:
    """Log in, and try again for ten minutes while Discord fails. Raises NotAdmittedError."""
    began = timer()
    for failures in count(1):
        try:
            await client.login(token)
        except discord.LoginFailure:
            raise NotAdmittedError(REJECTED) from None
        except UNREACHABLE as error:
            if is_refused(error):
                raise NotAdmittedError(REJECTED) from None
            if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != 429:
                raise NotAdmittedError(f"Discord refuses to let the bot in: {error}") from None
            wait = _BACKOFF.after(failures)
            if timer() + wait - began > _LONGEST:
                why = f"Discord couldn't be reached for ten minutes ({described(error)}): {_NETWORK}"
                raise NotAdmittedError(why, ExitStatus.UNAVAILABLE) from None
            logger.warning("Discord can't be reached (%s); trying again in %d s", described(error), wait)
            await client.start_over()
            await sleep(wait)
        else:
            return


async def _token_reset(client: DiscordClient) -> None:
    """Wait until Discord doesn't accept the token any more. Raises NotAdmittedError."""
    await client.token_refused.wait()
    raise NotAdmittedError(_RESET)
