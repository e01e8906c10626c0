"""The public message of each channel: one worker a channel, the newest state wins, nothing waits for it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import discord

from bot.play.ports import Clock, Status
from bot.play.session import Table
from bot.text.catalogue import Catalogues, Texts
from cogs.deps import EDIT_INTERVAL
from cogs.messages import Message
from cogs.showing import Mark, Showing, Stage, mark_of
from cogs.tasks import Tasks
from cogs.troubles import Trouble, trouble_of

logger = logging.getLogger(__name__)

STALE_AFTER: Final = 50 * 60 * 1000
"""Milliseconds after which a table goes on in a new message: Discord slows down edits of those older than an hour."""
_FIRST_WAIT: Final = 5.0
_LONGEST_WAIT: Final = 60.0
_MOST_TRIES: Final = 8
_REMEMBERED: Final = 20_000


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


@dataclass(slots=True)
class _Work:
    """What is still to be done in one channel."""

    due: dict[int, Table] = field(default_factory=dict)  # by number, the longest waiting first
    anew: set[int] = field(default_factory=set)
    left: list[tuple[Table, int, Stage | None]] = field(default_factory=list)  # messages that tables have left behind
    passed_over: bool = False  # a message left behind has waited for one table already
    failures: int = 0


class Boards:
    """Keeps the public messages of all channels up to date, in the background.

    ``interval`` are the seconds between two edits in a channel. A channel in which the bot may not write is paused
    until `resume`.
    """

    def __init__(
        self,
        showing: Showing,
        catalogues: Catalogues,
        clock: Clock,
        channels: Channels,
        *,
        interval: float = EDIT_INTERVAL,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._showing = showing
        self._catalogues = catalogues
        self._clock = clock
        self._channels = channels
        self._interval = interval
        self._sleep = sleep
        self._tasks = Tasks()
        self._working: dict[int, _Work] = {}  # by channel, as long as there is something to do
        self._shown: OrderedDict[int, Mark] = OrderedDict()  # by table; not known of one that was shown long ago
        self._paused: dict[int, int] = {}  # channels that Discord has refused, and when
        self._expected: set[int] = set()  # tables that an answer is about to show for the first time

    def changed(self, table: Table, *, anew: bool = False) -> None:
        """Have a table's public message brought up to date soon; ``anew`` posts it again."""
        channel = table.row.channel
        if channel in self._paused or (self._shown.get(table.row.id) == mark_of(table) and not anew):
            return
        if table.row.id in self._expected and not anew:
            return
        work = self._work_in(channel, table)
        work.due[table.row.id] = table
        if anew:
            work.anew.add(table.row.id)

    def leave(self, table: Table, message: int) -> None:
        """Have a message that does not show a table any more, as a crash may leave one, turned into a line."""
        if table.row.channel in self._paused:
            return
        work = self._work_in(table.row.channel, table)
        if message not in (waiting for _, waiting, _ in work.left):
            work.left.append((table, message, None))

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

    async def adopt(self, table: Table, message: int, mark: Mark) -> None:
        """Take note that an answer has shown a table in a message, which is its public one from now on."""
        if table.row.message != message:
            await table.set_message(message)
        self._remember(table, mark)

    def paused_at(self, channel: int) -> int | None:
        """Say when Discord refused to let the bot write in a channel, epoch milliseconds; None if it has not."""
        return self._paused.get(channel)

    def explained(self, channel: int) -> None:
        """Take note that it is known what is missing in a channel: it may be tried again once that is there."""
        self._paused[channel] = 0

    def resume(self, table: Table, *, anew: bool = False) -> None:
        """Try again in a channel where something was missing; ``anew`` posts the table again in any case."""
        self._paused.pop(table.row.channel, None)
        self.changed(table, anew=anew)

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
        """Do one thing, and say how long to wait before the next one."""
        if work.left and (work.passed_over or not work.due):
            work.passed_over = False
            table, message, stage = work.left.pop(0)
            doing = self._leave(table, message, stage)
        else:
            work.passed_over = bool(work.left)
            table = work.due.pop(next(iter(work.due)))
            doing = self._show(work, table)
        try:
            if not await doing:
                return 0
        except discord.HTTPException as error:
            return self._after(work, table, trouble_of(error), error)
        except OSError as error:
            return self._after(work, table, Trouble.DOWN, error)
        work.failures = 0
        return self._interval

    async def _show(self, work: _Work, table: Table) -> bool:
        """Show a table as it stands, in the message that it has or in a new one; false if it was shown already."""
        await self._showing.ready(table)
        shown = self._shown.get(table.row.id)
        anew = table.row.id in work.anew
        if shown == mark_of(table) and not anew:
            return False
        async with self._showing.lull():
            mark, row = mark_of(table), table.row
            message = await self._showing.public(table, self._texts(table))
        if row.message is not None and not anew and not self._outgrown(table, shown, mark):
            try:
                await self._channels.edit(row.guild, row.channel, row.message, message)
            except discord.HTTPException as error:
                if trouble_of(error) not in (Trouble.GONE, Trouble.TOO_OLD):
                    raise
            else:
                self._remember(table, mark)
                return True
        posted = await self._channels.post(row.guild, row.channel, message)
        work.anew.discard(row.id)
        self._remember(table, mark)
        await table.set_message(posted)
        if row.message is not None:
            work.left.append((table, row.message, shown.stage if shown else None))
        return True

    def _outgrown(self, table: Table, shown: Mark | None, mark: Mark) -> bool:
        """Say whether a table needs a new message: a new deal, the end of one, or the old one is too old."""
        if shown is not None and shown.stage != mark.stage:
            return True
        at = table.row.message_at
        return table.row.status is Status.PLAYING and at is not None and self._clock() - at > STALE_AFTER

    async def _leave(self, table: Table, message: int, stage: Stage | None) -> bool:
        """Turn a message that the table has left behind into a line."""
        line = self._showing.leftover(table, self._texts(table), stage)
        await self._channels.edit(table.row.guild, table.row.channel, message, line)
        return True

    def _after(self, work: _Work, table: Table, trouble: Trouble, error: Exception) -> float:
        """Meet a refusal of Discord's: stop, or wait and try again."""
        row = table.row
        about = {"table": row.id, "channel": row.channel, "code": getattr(error, "code", 0), "trouble": trouble.name}
        match trouble:
            case Trouble.FORBIDDEN:
                logger.warning("channel is paused: no permission", extra=about)
                self._paused[row.channel] = self._clock()
                work.due.clear()
                work.left.clear()
            case Trouble.BUSY | Trouble.DOWN if work.failures < _MOST_TRIES:
                logger.warning("public message waits", extra=about)
                work.due.setdefault(row.id, table)
                work.failures += 1
                return min(_FIRST_WAIT * 2.0 ** (work.failures - 1), _LONGEST_WAIT)
            case Trouble.GONE | Trouble.NO_CHANNEL:
                logger.info("public message is gone", extra=about)
            case _:
                logger.error("public message was refused", extra=about)
        return self._interval

    def _remember(self, table: Table, mark: Mark) -> None:
        """Note what a table's public message shows."""
        self._shown[table.row.id] = mark
        self._shown.move_to_end(table.row.id)
        if len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)

    def _texts(self, table: Table) -> Texts:
        """Find a server's language."""
        return self._catalogues.texts(self._channels.locale(table.row.guild))
