"""The message of a server that shows its standings and keeps itself up to date."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import discord

from bot.play.errors import StoreError
from bot.play.people import Server, StandingsBoard
from bot.play.ports import Clock, Servers
from bot.play.signals import Signal
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Variant
from bot.text.catalogs import Catalogs
from cogs.edge.channels import EDIT_INTERVAL
from cogs.edge.current_messages import Current, Sent, bring_up_to_date
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.messages import Detail, Message
from cogs.edge.tasks import Tasks
from cogs.standings.standings_messages import Looker, StandingsMessages

logger = logging.getLogger(__name__)

SLOWER: Final = 12
"""How much longer than for a table it takes until standings are edited again: nobody waits for them, and Discord lets
old messages be edited less often than new ones."""
INTERVAL: Final = SLOWER * EDIT_INTERVAL
"""Seconds between two edits of a server's standings."""
GONE: Final = "standings-gone"
"""The word of the deed by which the program forgets a message that somebody has deleted; its actor is 0."""
_FOR_NAMES: Final = (2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds to wait for names that nobody knows yet, again and again: after a start many servers want theirs at once."""
_FIRST_WAIT: Final = 30.0
_LONGEST_WAIT: Final = 600.0
_MOST_TRIES: Final = 6


class Wall(Protocol):
    """What standings need of Discord's channels; everything may raise discord.HTTPException or OSError."""

    def locale(self, guild: int) -> str | None:
        """Give a server's language."""
        ...

    async def post(self, guild: int, channel: int, message: Message) -> int:
        """Post a message and answer its id."""
        ...

    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        """Replace a message by another."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of our own."""
        ...


class _Replaced(Exception):
    """Another message has taken the place of the one that is gone, or there is none any more."""


@dataclass(slots=True)
class _Work:
    """What is to be done on one server: ``due`` while what is shown may be behind."""

    due: bool = True
    failures: int = 0


class StandingsPosts:
    """Keeps the standings that servers have on show up to date, in the background.

    ``interval`` is in seconds. Where the bot may not write any more it does not try again before it is asked to, by
    `post`, or starts anew.
    """

    def __init__(
        self,
        showing: StandingsMessages,
        servers: Servers,
        wall: Wall,
        catalogs: Catalogs,
        clock: Clock,
        *,
        changes: Signal[int],
        interval: float = INTERVAL,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._showing = showing
        self._servers = servers
        self._wall = wall
        self._catalogs = catalogs
        self._clock = clock
        self._interval = interval
        self._sleep = sleep
        self._tasks = Tasks()
        changes.subscribe(self.changed)
        self._working: dict[int, _Work] = {}  # by server, as long as there is something to do
        self._current: Current[str] = Current()
        self._unnamed: set[int] = set()  # where names were waited for in vain
        self._paused: dict[int, StandingsBoard] = {}  # where Discord has refused to let the bot write

    def changed(self, guild: int) -> None:
        """Have a server's standings brought up to date soon, if they are on show."""
        board = self._servers.of(guild).board
        if board is None or board.message is None or self._paused.get(guild) == board:
            return
        work = self._working.get(guild)
        if work is not None:
            work.due = True
            return
        work = self._working[guild] = _Work()
        self._tasks.start(self._run(guild, work), {"guild": guild})

    def refresh(self, guilds: Iterable[int]) -> None:
        """Bring everything on show up to date, as after a start, and try again where nothing was allowed."""
        self._paused.clear()
        for guild in guilds:
            self.changed(guild)

    def is_paused(self, guild: int) -> bool:
        """Say whether Discord has refused to let the bot bring a server's standings up to date."""
        board = self._servers.of(guild).board
        return board is not None and self._paused.get(guild) == board

    async def post(self, guild: int, channel: int, variant: Variant | None, deed: AuditEntry) -> int:
        """Put standings on show, in place of those that were there; answer the message.

        Raises discord.HTTPException where Discord does not take it, and StoreError; nothing is on show then but what
        was before.
        """
        message = await self._message(guild, variant)
        posted = await self._wall.post(guild, channel, message)
        try:
            before = await self._replace(guild, StandingsBoard(channel, posted, variant), deed)
        except BaseException:
            await self._delete(StandingsBoard(channel, posted))
            raise
        self._paused.pop(guild, None)
        self._current.wrote(posted, _looks(message))
        if before is not None:
            await self._delete(before)
        self.changed(guild)  # something may have happened meanwhile
        return posted

    async def remove(self, guild: int, deed: AuditEntry) -> bool:
        """Take the standings of a server away, and say whether there were any. StoreError."""
        try:
            before = await self._replace(guild, None, deed)
        except _Replaced:
            return False
        if before is not None:
            await self._delete(before)
        return True

    async def idle(self) -> None:
        """Wait until everything is shown."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop; what is not shown yet is shown after the next start."""
        await self._tasks.close()

    async def _run(self, guild: int, work: _Work) -> None:
        """Bring a server's standings up to date, an edit at a time, until nothing is left to do."""
        try:
            while work.due:
                work.due = False
                await self._sleep(await self._step(guild, work))
        finally:
            del self._working[guild]

    async def _step(self, guild: int, work: _Work) -> float:
        """Do one edit, if one is needed, and say how long to wait before the next one."""
        board = self._servers.of(guild).board
        if board is None or board.message is None:
            return 0
        try:
            await self._until_named(guild, board.variant)
            message = await self._message(guild, board.variant)
            if self._servers.of(guild).board != board:  # moved, or taken away, meanwhile
                work.due = True
                return 0
            sent = await self._edit(guild, board.channel, board.message, message)
        except discord.HTTPException as error:
            return await self._after(guild, board, work, trouble_of(error), error)
        except (OSError, StoreError) as error:
            return await self._after(guild, board, work, Trouble.DOWN, error)
        work.failures = 0
        work.due = work.due or sent is Sent.AGAIN
        return 0 if sent is Sent.NOTHING else self._interval

    async def _edit(self, guild: int, channel: int, target: int, message: Message) -> Sent:
        """Have a message show the standings as they were made, unless it does."""
        looks = _looks(message)

        async def send() -> str:
            await self._wall.edit(guild, channel, target, message)
            return looks

        return await bring_up_to_date(self._current, target, lambda: looks, send)

    async def _until_named(self, guild: int, variant: Variant | None) -> None:
        """Wait until everybody on show can be named: what is shown stays for long. StoreError.

        That lasts for a bounded time, and where it was in vain nobody waits again: some can never be named.
        """
        if guild in self._unnamed:
            return
        season = await self._showing.season(guild)
        for seconds in _FOR_NAMES:
            if await self._showing.can_name(guild, season, variant):
                return
            await self._sleep(seconds)
        self._unnamed.add(guild)

    async def _message(self, guild: int, variant: Variant | None) -> Message:
        """Show the standings of the season that runs, or of all time where none does. StoreError."""
        season = await self._showing.season(guild)
        looker = Looker(self._catalogs.texts(self._wall.locale(guild)))
        return await self._showing.standings(looker, guild, season, variant, kept=True)

    async def _after(self, guild: int, board: StandingsBoard, work: _Work, trouble: Trouble, error: Exception) -> float:
        """Meet a refusal: forget a message that is gone, pause where nothing is allowed, else wait and try again."""
        about = {"guild": guild, "channel": board.channel, "code": getattr(error, "code", 0), "trouble": trouble.name}
        match trouble:
            case Trouble.GONE | Trouble.NO_CHANNEL:
                logger.info("standings are gone", extra=about)
                await self._forget(guild, board)
            case Trouble.FORBIDDEN:
                logger.warning("standings are paused: no permission", extra=about)
                self._paused[guild] = board
            case Trouble.BUSY | Trouble.DOWN | Trouble.TOO_OLD if work.failures < _MOST_TRIES:
                logger.warning("standings wait", extra=about)
                work.due = True
                work.failures += 1
                return min(_FIRST_WAIT * 2.0 ** (work.failures - 1), _LONGEST_WAIT)
            case _:
                logger.error("standings were refused", extra=about)
        return self._interval

    async def _forget(self, guild: int, board: StandingsBoard) -> None:
        """Forget a message that somebody has deleted, unless another one has taken its place."""

        def without(server: Server) -> Server:
            if server.board != board:
                raise _Replaced
            return replace(server, board=None)

        with suppress(_Replaced, StoreError):  # found gone again with the next change
            await self._servers.change(guild, without, AuditEntry(guild, self._clock(), 0, GONE, str(board.channel)))

    async def _replace(self, guild: int, board: StandingsBoard | None, deed: AuditEntry) -> StandingsBoard | None:
        """Keep which message shows the standings, and give the one that did.

        _Replaced where none did and none is to; StoreError.
        """
        before: list[StandingsBoard | None] = []

        def with_board(server: Server) -> Server:
            if board is None and server.board is None:  # somebody else was quicker
                raise _Replaced
            before.append(server.board)
            return replace(server, board=board)

        await self._servers.change(guild, with_board, deed)
        return before[-1]

    async def _delete(self, board: StandingsBoard) -> None:
        """Delete a message that shows the standings no more, if that can be."""
        if board.message is not None:
            with suppress(discord.HTTPException, OSError):
                await self._wall.delete(board.channel, board.message)


def _looks(message: Message) -> str:
    """Write down what a message shows, to know another one that shows the same."""
    layout: Any = message.layout(Detail())  # the library leaves this untyped
    return json.dumps(layout.to_components(), sort_keys=True)
