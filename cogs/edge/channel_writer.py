"""All background writing in Discord's channels: one queue, one pace, one back-off and one pause per channel.

The writer doesn't know what it writes. A `Job` posts, edits or deletes one message when its turn has come, and shows
the state at that moment, so the newest state wins. Nothing that answers an interaction waits for it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

import discord

from bot.backoff import Backoff
from bot.play.errors import StoreError
from bot.play.ports import Clock
from cogs.edge.current_messages import Sent
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.messages import Message
from cogs.edge.tasks import Tasks

logger = logging.getLogger(__name__)

EDIT_INTERVAL: Final = 1.25
"""Seconds between two edits in one channel: Discord allows about five in five seconds."""
_BACKOFF: Final = Backoff(5, 60)
"""Seconds to wait after failures."""
_MOST_FAILURES: Final = 8
"""How many failures in a row are tried again."""
TROUBLES: Final = (discord.HTTPException, OSError, StoreError)
"""What a job may raise: Discord or the store doesn't answer, or refuses."""


class Channels(Protocol):
    """What background writing needs of Discord's channels; everything may raise discord.HTTPException or OSError."""

    def locale(self, guild: int) -> str | None:
        """Return a server's language."""
        ...

    async def post(self, guild: int, channel: int, message: Message) -> int:
        """Post a message and return its id."""
        ...

    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        """Replace a message by another."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of our own."""
        ...


async def _ignore(_: Trouble) -> None:
    """Do nothing about a job that is given up."""


@dataclass(frozen=True, slots=True)
class Job:
    """One message of a channel, to be brought up to date by ``write``.

    ``key`` says which message: of the jobs with one key only the newest is done. ``write`` sends what is wanted by
    then in one request, and may raise what is in `TROUBLES`; `Sent.AGAIN` has it called again. ``given_up`` is called
    if it isn't tried again: the message or channel is gone, or Discord keeps refusing it. A job that ``can_wait`` lets
    others go first, one at a time. ``rest`` are the seconds for which the message is left alone after each request, if
    that's longer than the pace of the channel.
    """

    guild: int
    channel: int
    key: Hashable
    write: Callable[[], Awaitable[Sent]]
    given_up: Callable[[Trouble], Awaitable[None]] = _ignore
    can_wait: bool = False
    rest: float = 0


class _Pause(NamedTuple):
    """A channel in which Discord forbids the bot to write; ``since`` is in epoch milliseconds."""

    guild: int
    since: int


@dataclass(slots=True)
class _Queue:
    """The jobs of one channel by key, the longest waiting first.

    ``resting`` are the messages that may not be written yet, each with its newest job, if there is one.
    """

    jobs: dict[Hashable, Job] = field(default_factory=dict)
    resting: dict[Hashable, Job | None] = field(default_factory=dict)
    running: bool = False
    passed_over: bool = False  # a job that can wait has let another one go first
    failures: int = 0
    too_old: Counter[Hashable] = field(default_factory=Counter)  # refusals in a row, by key

    def pop(self) -> Job:
        """Take the next job."""
        waiting = [job for job in self.jobs.values() if job.can_wait]
        urgent = next((job for job in self.jobs.values() if not job.can_wait), None)
        if urgent is None or (waiting and self.passed_over):
            job, self.passed_over = waiting[0], False
        else:
            job, self.passed_over = urgent, bool(waiting)
        return self.jobs.pop(job.key)


class ChannelWriter:
    """Writes in channels in the background.

    ``interval`` are the seconds between two requests in a channel. A channel in which Discord forbids the bot to write
    is paused: its jobs are kept, the newest of each message, until `resume` or `reached`.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        interval: float = EDIT_INTERVAL,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._interval = interval
        self._sleep = sleep
        self._tasks = Tasks()
        self._queues: dict[int, _Queue] = {}  # by channel, as long as there is something to do
        self._paused: dict[int, _Pause] = {}  # by channel

    def request(self, job: Job) -> None:
        """Do a job soon, replacing any other with its key that hasn't begun."""
        queue = self._queues.setdefault(job.channel, _Queue())
        if job.key in queue.resting:
            queue.resting[job.key] = job
            return
        queue.jobs[job.key] = job
        self._wake(job.channel)

    def paused_at(self, channel: int) -> int | None:
        """Return when Discord forbade the bot to write in a channel, in epoch milliseconds; None if it hasn't."""
        pause = self._paused.get(channel)
        return None if pause is None else pause.since

    def pause(self, guild: int, channel: int, since: int) -> None:
        """Write nothing in a channel before it's resumed."""
        self._paused[channel] = _Pause(guild, since)

    def resume(self, channel: int) -> None:
        """Go on with a channel that was paused, if it was."""
        if self._paused.pop(channel, None) is not None:
            self._wake(channel)

    def reached(self, guild: int) -> None:
        """Go on with all paused channels of a server: it couldn't be reached for a while, or says it's there again."""
        for channel in [channel for channel, pause in self._paused.items() if pause.guild == guild]:
            self.resume(channel)

    async def idle(self) -> None:
        """Wait until everything is written that can be."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop; what isn't written yet is written after the next start."""
        await self._tasks.close()

    def _wake(self, channel: int) -> None:
        """Start a task for a channel's queue, or drop the queue if it's empty."""
        queue = self._queues.get(channel)
        if queue is None or queue.running:
            return
        if queue.jobs and channel not in self._paused:
            queue.running = True
            self._tasks.start(self._run(channel, queue), {"channel": channel})
        elif not queue.jobs and not queue.resting:
            del self._queues[channel]

    async def _run(self, channel: int, queue: _Queue) -> None:
        """Do a channel's jobs, one at a time."""
        try:
            while queue.jobs and channel not in self._paused:
                await self._sleep(await self._step(queue))
        finally:
            queue.running = False
            self._wake(channel)  # after a failure of the program's own, with what is left

    async def _step(self, queue: _Queue) -> float:
        """Do one job, and return how many seconds to wait before the next one."""
        job = queue.pop()
        try:
            sent = await job.write()
        except TROUBLES as error:
            return await self._failed(queue, job, error)
        queue.failures = 0
        queue.too_old.pop(job.key, None)
        if sent is Sent.AGAIN:
            queue.jobs.setdefault(job.key, job)
        if sent is Sent.NOTHING:
            return 0
        if job.rest > self._interval:
            self._let_rest(queue, job, job.rest)
        return self._interval

    async def _failed(self, queue: _Queue, job: Job, error: Exception) -> float:
        """Handle a refusal: try again later, pause the channel or give the job up. Return how long to wait."""
        trouble = trouble_of(error) if isinstance(error, discord.HTTPException) else Trouble.DOWN
        about = {
            "channel": job.channel,
            "job": str(job.key),
            "code": getattr(error, "code", 0),
            "trouble": trouble.name,
        }
        match trouble:
            case Trouble.FORBIDDEN:
                logger.warning("channel is paused: no permission", extra=about)
                queue.jobs.setdefault(job.key, job)
                self.pause(job.guild, job.channel, self._clock())
            case Trouble.BUSY | Trouble.DOWN if queue.failures < _MOST_FAILURES:
                logger.warning("message waits", extra=about)
                queue.failures += 1
                queue.jobs.setdefault(job.key, job)
                return _BACKOFF.after(queue.failures)
            case Trouble.TOO_OLD if queue.too_old[job.key] < _MOST_FAILURES:
                logger.warning("message waits", extra=about)
                queue.too_old[job.key] += 1
                queue.jobs.setdefault(job.key, job)
                self._let_rest(queue, job, _BACKOFF.after(queue.too_old[job.key]))
            case Trouble.GONE | Trouble.NO_CHANNEL:
                logger.info("message or channel is gone", extra=about)
                await job.given_up(trouble)
            case _:
                logger.error("message was refused", extra=about)
                queue.too_old.pop(job.key, None)
                await job.given_up(trouble)
        return self._interval

    def _let_rest(self, queue: _Queue, job: Job, seconds: float) -> None:
        """Leave a message alone for a while; its newest job waits until then."""
        queue.resting[job.key] = queue.jobs.pop(job.key, None)
        self._tasks.start(self._end_rest(queue, job.channel, job.key, seconds), {"channel": job.channel})

    async def _end_rest(self, queue: _Queue, channel: int, key: Hashable, seconds: float) -> None:
        """Wait, and then let a message be written again."""
        try:
            await self._sleep(seconds)
        finally:
            job = queue.resting.pop(key)
            if job is not None:
                queue.jobs.setdefault(key, job)
            self._wake(channel)
