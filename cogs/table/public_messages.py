"""The public message of each channel: one worker a channel, the newest state wins, nothing waits for it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

import discord

from bot.play.errors import StoreError
from bot.play.game import FIRST, DealStage
from bot.play.ports import Clock
from bot.play.session import Table
from bot.play.signals import Signal
from bot.play.values import Status
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.channels import EDIT_INTERVAL
from cogs.edge.current_messages import Current, Sent, bring_up_to_date
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.messages import Message
from cogs.edge.tasks import Tasks
from cogs.table.table_messages import Mark, TableMessages, mark_of

logger = logging.getLogger(__name__)

STALE_AFTER: Final = 50 * 60 * 1000
"""Milliseconds after which a table goes on in a new message: Discord slows down edits of those older than an hour."""
_FIRST_WAIT: Final = 5.0
_LONGEST_WAIT: Final = 60.0
_MOST_TRIES: Final = 8
_DELETED: Final = 0
_NOT_REFUSED: Final = (Trouble.BUSY, Trouble.DOWN, Trouble.GONE, Trouble.NO_CHANNEL)
"""Troubles in which nothing else has to become of a message that can't be deleted."""


class Channels(Protocol):
    """What a board needs of Discord's channels; everything may raise discord.HTTPException."""

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


class _Pause(NamedTuple):
    """Since when Discord refuses what the bot does in a channel, in epoch milliseconds, and on which server."""

    guild: int
    at: int


class _Left(NamedTuple):
    """A message that a table has left: deleted, or, if it shows how a deal ended, kept as the result of that deal."""

    table: Table
    message: int
    deal: int | None = None  # the ended deal that it shows


@dataclass(slots=True)
class _Work:
    """What is still to be done in one channel."""

    due: dict[int, Table] = field(default_factory=dict)  # by number, the longest waiting first
    anew: set[int] = field(default_factory=set)
    left: list[_Left] = field(default_factory=list)
    passed_over: bool = False  # a message left behind has waited for one table already
    failures: int = 0


class PublicMessages:
    """Keeps the public messages of all channels up to date, in the background.

    ``interval`` are the seconds between two edits in a channel. A channel in which the bot may not write is paused
    until `resume`. ``lost`` is sent tables whose channel was deleted.
    """

    def __init__(
        self,
        showing: TableMessages,
        catalogs: Catalogs,
        clock: Clock,
        channels: Channels,
        *,
        interval: float = EDIT_INTERVAL,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._showing = showing
        self._catalogs = catalogs
        self._clock = clock
        self._channels = channels
        self._interval = interval
        self._sleep = sleep
        self.lost = Signal[Table]()
        self._tasks = Tasks()
        self._working: dict[int, _Work] = {}  # by channel, as long as there is something to do
        self._current: Current[Mark] = Current()
        self._cleared: Current[int] = Current()  # of messages left: the deal whose result they show, or _DELETED
        self._posted: dict[int, int] = {}  # by table: the message posted last, until it's recorded as the table's
        self._links: dict[int, list[int]] = {}  # by table: messages that couldn't be deleted and link to where it is
        self._paused: dict[int, _Pause] = {}  # by channel
        self._expected: set[int] = set()  # tables that an answer is about to show for the first time

    def changed(self, table: Table, *, anew: bool = False) -> None:
        """Have a table's public message brought up to date soon; ``anew`` posts it again."""
        channel = table.row.channel
        if channel in self._paused or (self._current.shows(table.row.message) == mark_of(table) and not anew):
            return
        if table.row.id in self._expected and not anew:
            return
        work = self._work_in(channel, table)
        work.due[table.row.id] = table
        if anew:
            work.anew.add(table.row.id)

    def leave(self, table: Table, message: int, part: DealStage) -> None:
        """Take away a message that doesn't show a table any more; the result of a deal stays.

        ``part`` is what it shows of the game.
        """
        deal = _result(table, part)
        if table.row.channel in self._paused or self._cleared.shows(message) == (deal or _DELETED):
            return
        work = self._work_in(table.row.channel, table)
        if not any(left.message == message for left in work.left):
            work.left.append(_Left(table, message, deal))

    def _work_in(self, channel: int, table: Table) -> _Work:
        """Find what is to be done in a channel, with a worker on it."""
        work = self._working.get(channel)
        if work is None:
            work = self._working[channel] = _Work()
            self._tasks.start(self._run(channel, work), {"channel": channel, "table": table.row.id})
        return work

    def expect(self, table: Table) -> None:
        """Take note that an answer is about to show a table for the first time: until `arrived` nothing else does."""
        self._expected.add(table.row.id)

    def arrived(self, table: Table) -> None:
        """Take note that an answer has shown a table, or never will, and bring it up to date."""
        self._expected.discard(table.row.id)
        self.changed(table)

    @contextmanager
    def answering(self, message: int | None, mark: Mark | None) -> Iterator[None]:
        """Announce an answer that shows a table in the message that was clicked; None for a new message."""
        if message is None:
            yield
            return
        with self._current.writing(message) as write:
            yield
            write.looks = mark

    async def adopt(self, table: Table, message: int, posted: Mark | None = None) -> None:
        """Make the message in which an answer has shown a table its public one.

        ``posted`` is what a new message shows; None if the answer changed the message that was clicked.
        """
        if posted is not None:
            self._current.wrote(message, posted)
        if table.row.message != message:
            await table.set_message(message)

    def paused_at(self, channel: int) -> int | None:
        """Say when Discord refused to let the bot write in a channel, epoch milliseconds; None if it has not."""
        pause = self._paused.get(channel)
        return None if pause is None else pause.at

    def explained(self, table: Table) -> None:
        """Note that a player knows what is missing in a channel: it's tried again once that is there."""
        self._paused[table.row.channel] = _Pause(table.row.guild, 0)

    def resume(self, table: Table, *, anew: bool = False) -> None:
        """Try again in a channel where something was missing; ``anew`` posts the table again in any case."""
        self._paused.pop(table.row.channel, None)
        self.changed(table, anew=anew)

    def reached(self, guild: int) -> None:
        """Try again in all channels of a server that could not be reached for a while."""
        for channel in [channel for channel, pause in self._paused.items() if pause.guild == guild]:
            del self._paused[channel]

    async def idle(self) -> None:
        """Wait until everything is shown."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop; what is not shown yet is shown after the next start."""
        await self._tasks.close()

    async def _run(self, channel: int, work: _Work) -> None:
        """Bring a channel up to date, an edit at a time, until nothing is left to do."""
        try:
            while work.due or work.left:
                await self._sleep(await self._step(work))
        finally:
            del self._working[channel]

    async def _step(self, work: _Work) -> float:
        """Do one thing, and return how long to wait before the next one."""
        left: _Left | None = None
        if work.left and (work.passed_over or not work.due):
            work.passed_over = False
            left = work.left.pop(0)
            table, doing = left.table, self._clear(left)
        else:
            work.passed_over = bool(work.left)
            table = work.due.pop(next(iter(work.due)))
            doing = self._show(work, table)
        try:
            sent = await doing
        except (discord.HTTPException, OSError, StoreError) as error:
            trouble = trouble_of(error) if isinstance(error, discord.HTTPException) else Trouble.DOWN
            return self._after(work, left or table, trouble, error)
        work.failures = 0
        if sent is Sent.AGAIN:
            work.due.setdefault(table.row.id, table)
        return 0 if sent is Sent.NOTHING else self._interval

    async def _show(self, work: _Work, table: Table) -> Sent:
        """Show a table as it stands, in the message that it has or in a new one."""
        await self._showing.ready(table)
        await self._record(table)
        row = table.row
        if row.message is None or row.id in work.anew or self._outgrown(table, row.message):
            return await self._post(work, table)

        async def edit() -> Mark:
            mark, message = await self._made(table)
            await self._channels.edit(row.guild, row.channel, target, message)
            return mark

        target = row.message
        try:
            return await bring_up_to_date(self._current, target, lambda: mark_of(table), edit)
        except discord.HTTPException as error:
            if trouble_of(error) not in (Trouble.GONE, Trouble.TOO_OLD):
                raise
        return await self._post(work, table)

    async def _made(self, table: Table) -> tuple[Mark, Message]:
        """Make a table's public message, and return how far the table is that it shows."""
        async with self._showing.lull():
            mark = mark_of(table)
            return mark, await self._showing.public(table, self._texts(table))

    async def _post(self, work: _Work, table: Table) -> Sent:
        """Show a table in a new message, and leave the one before."""
        mark, message = await self._made(table)
        row = table.row
        posted = await self._channels.post(row.guild, row.channel, message)
        work.anew.discard(row.id)
        self._current.wrote(posted, mark)
        self._posted[row.id] = posted
        await self._record(table)
        work.left += [_Left(table, link) for link in self._links.pop(row.id, [])]
        return Sent.DONE if mark == mark_of(table) else Sent.AGAIN

    async def _record(self, table: Table) -> None:
        """Make the message posted last the table's, and leave the one before. StoreError; it's done the next time."""
        posted, before = self._posted.get(table.row.id), table.row.message
        if posted is None:
            return
        part = None if before is None else self.part_shown(table, before)
        if before != posted:  # a click on it may have been quicker
            await table.set_message(posted)
        del self._posted[table.row.id]
        if before is not None and part is not None and before != posted:
            self._current.forget(before)
            self.leave(table, before, part)

    def _outgrown(self, table: Table, message: int) -> bool:
        """Return whether a table needs a new message: a deal has begun or ended, or the one that it has is too old."""
        if self.part_shown(table, message) != mark_of(table).part:
            return True
        at = table.row.message_at
        return table.row.status is Status.PLAYING and at is not None and self._clock() - at > STALE_AFTER

    def part_shown(self, table: Table, message: int) -> DealStage:
        """Return which part of the game a table's message shows: as we know, else the one in which it was posted."""
        shown, game, at = self._current.shows(message), table.game, table.row.message_at
        if shown is not None:
            return shown.part
        return FIRST if game is None or at is None else game.part_at(at)

    async def _clear(self, left: _Left) -> Sent:
        """Delete a message that a table has left, or keep it as the result of its deal."""
        row, texts = left.table.row, self._texts(left.table)
        if left.deal is not None:
            return await self._keep_result(left, left.deal)
        self._cleared.wrote(left.message, _DELETED)  # a click on it meanwhile doesn't have it deleted twice
        try:
            await self._channels.delete(row.channel, left.message)
        except (discord.HTTPException, OSError) as error:
            self._cleared.forget(left.message)
            if isinstance(error, OSError) or trouble_of(error) in _NOT_REFUSED:
                raise
            await self._channels.edit(row.guild, row.channel, left.message, self._showing.moved(left.table, texts))
            self._links.setdefault(row.id, []).append(left.message)
            return Sent.DONE
        return Sent.NOTHING

    async def _keep_result(self, left: _Left, deal: int) -> Sent:
        """Turn the message that showed the end of a deal into what stays of it."""

        async def edit() -> int:
            row = left.table.row
            result = await self._showing.result_of_deal(left.table, deal, self._texts(left.table))
            await self._channels.edit(row.guild, row.channel, left.message, result)
            return deal

        return await bring_up_to_date(self._cleared, left.message, lambda: deal, edit)

    def _after(self, work: _Work, doing: _Left | Table, trouble: Trouble, error: Exception) -> float:
        """Meet a refusal of Discord's: stop, or wait and try again."""
        table = doing.table if isinstance(doing, _Left) else doing
        row = table.row
        about = {"table": row.id, "channel": row.channel, "code": getattr(error, "code", 0), "trouble": trouble.name}
        match trouble:
            case Trouble.FORBIDDEN:
                logger.warning("channel is paused: no permission", extra=about)
                self._paused[row.channel] = _Pause(row.guild, self._clock())
                work.due.clear()
                work.left.clear()
            case Trouble.BUSY | Trouble.DOWN if work.failures < _MOST_TRIES:
                logger.warning("public message waits", extra=about)
                if isinstance(doing, _Left):
                    work.left.append(doing)
                else:
                    work.due.setdefault(row.id, doing)
                work.failures += 1
                return min(_FIRST_WAIT * 2.0 ** (work.failures - 1), _LONGEST_WAIT)
            case Trouble.NO_CHANNEL:
                logger.info("channel is gone", extra=about)
                self.lost.send(table)
            case Trouble.GONE:
                logger.info("public message is gone", extra=about)
            case _:
                logger.error("public message was refused", extra=about)
        return self._interval

    def _texts(self, table: Table) -> Texts:
        """Find a server's language."""
        return self._catalogs.texts(self._channels.locale(table.row.guild))


def _result(table: Table, part: DealStage) -> int | None:
    """Return the deal whose result a message is that shows this part; None if it's of no use any more."""
    return part.deal if part.ended and part != mark_of(table).part else None
