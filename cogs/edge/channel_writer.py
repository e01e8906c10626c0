"""Messages kept up to date: what each shows, and background writes with a queue, rate, back-off and pause per channel.

The writer doesn't know the content of messages. A `Job` posts, edits or deletes one message and reads the state when it
runs, so the newest state wins. Answers to interactions don't go through this queue.

Two requests that change the same message may be applied in either order: one may wait for a rate limit, be sent again
after a 429 or just be slower. After overlapping requests the content is unknown.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, auto
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import discord
from cachetools import LRUCache

from bot.backoff import Backoff
from bot.counts import WriteCounts
from bot.play.state.errors import StoreError
from bot.play.state.ports import Clock
from cogs.edge.messages import Message, Post, Trouble, trouble_of
from cogs.edge.tasks import Tasks

logger = logging.getLogger(__name__)

Looks = TypeVar("Looks")
"""The content of a message. Messages with equal looks show the same."""

EDIT_INTERVAL: Final = 1.25
"""Seconds between two edits in one channel. Discord allows about five in five seconds."""
_BACKOFF: Final = Backoff(5, 60)
"""Seconds to wait after failures in a row."""
_MOST_FAILURES: Final = 8
"""Maximum number of retries in a row."""
TROUBLES: Final = (discord.HTTPException, OSError, StoreError)
"""Exceptions that a job may raise: Discord or the store refuses or doesn't answer."""


_MOST_KNOWN: Final = 20_000


class Sent(Enum):
    """The result of updating a message."""

    NOTHING = auto()  # it was up to date
    DONE = auto()
    AGAIN = auto()  # it may be outdated: newer content is wanted, or requests overlapped


@dataclass(slots=True, eq=False)
class Write(Generic[Looks]):
    """A request on its way to change a message; its sender sets ``looks`` once Discord has accepted it."""

    alone: bool
    looks: Looks | None = None


class Current(Generic[Looks]):
    """The content of messages, by message id. The least recently used are dropped and count as unknown."""

    def __init__(self, most: int = _MOST_KNOWN) -> None:
        self._known: LRUCache[int, Looks] = LRUCache(most)
        self._open: dict[int, list[Write[Looks]]] = {}

    def shows(self, message: int | None) -> Looks | None:
        """Return what a message shows; None if unknown."""
        return None if message is None else self._known.get(message)

    def is_changing(self, message: int) -> bool:
        """Return whether a request that changes a message is under way."""
        return message in self._open

    def wrote(self, message: int, looks: Looks) -> None:
        """Record what a new message shows."""
        self._known[message] = looks

    def forget(self, message: int) -> None:
        """Record that the content of a message is unknown or irrelevant."""
        self._known.pop(message, None)

    # A request that waits for a rate limit can arrive after a newer one, and canceling it doesn't help: it may be
    # applied already. So overlapping edits leave the message unknown, and it's sent again.
    @contextmanager
    def writing(self, message: int) -> Iterator[Write[Looks]]:
        """Track a request that changes a message, and record the new content at the end.

        The content is unknown if the request failed, since it may have been applied all the same, or if another request
        overlapped.
        """
        others = self._open.setdefault(message, [])
        for other in others:
            other.alone = False
        write: Write[Looks] = Write(alone=not others)
        others.append(write)
        try:
            yield write
        finally:
            others.remove(write)
            if not others:
                del self._open[message]
            if write.alone and write.looks is not None:
                self.wrote(message, write.looks)
            else:
                self.forget(message)


async def bring_up_to_date(
    current: Current[Looks], message: int, wanted: Callable[[], Looks], send: Callable[[], Awaitable[Looks]]
) -> Sent:
    """Send the wanted content of a message, unless the message already shows it.

    ``send`` sends the content and returns its looks. Returns `Sent.AGAIN` if the message may be outdated afterwards:
    newer content is wanted, or an overlapping request may have been applied last. If such a request is still under way,
    its own sender gets `Sent.AGAIN` instead. Raises what ``send`` raises.
    """
    if current.shows(message) == wanted():
        return Sent.NOTHING
    with current.writing(message) as write:
        write.looks = await send()
    right = current.shows(message) == wanted()
    return Sent.DONE if right or current.is_changing(message) else Sent.AGAIN


class Channels(Protocol):
    """The channel operations of background jobs. The asynchronous ones raise discord.HTTPException or OSError."""

    def locale(self, guild: int) -> str | None:
        """Return a server's language; None if it isn't known."""
        ...

    def look(self, guild: int) -> str:
        """Return how a server's public messages look, in the words of `render.look`."""
        ...

    async def post(self, guild: int, channel: int, message: Message, post: Post) -> int:
        """Post a message and return its id; no second one if an earlier attempt at the same ``post`` has arrived."""
        ...

    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        """Replace the content of a message."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's messages."""
        ...


LONGEST_HOLD: Final = 3.0
"""The most seconds for which a job waits for the change that is going to follow."""


async def _ignore(_: Trouble) -> None:
    """Ignore that a job was given up."""


def _never() -> bool:
    """Return that no other change is going to follow."""
    return False


@dataclass(frozen=True, slots=True)
class Job:
    """A request to update one message of a channel with ``write``.

    ``key`` identifies the message: of several waiting jobs with one key only the newest runs. ``write`` sends the
    current state in one request. It may raise `TROUBLES`, and runs again if it returns `Sent.AGAIN`. ``given_up`` runs
    if there's no retry: the message or channel is gone, or Discord keeps refusing. A job that ``can_wait`` lets one
    other job go first. ``rest`` is the minimum number of seconds between two requests for the message, if that's more
    than the channel's interval. While ``more_follows``, the job is held back for a short time, so that one request
    shows what follows, too; it's asked before the job runs and at each new job for the message.
    """

    guild: int
    channel: int
    key: Hashable
    write: Callable[[], Awaitable[Sent]]
    given_up: Callable[[Trouble], Awaitable[None]] = _ignore
    can_wait: bool = False
    rest: float = 0
    more_follows: Callable[[], bool] = _never


class _Pause(NamedTuple):
    """A channel where the bot lacks a permission; ``since`` is in epoch milliseconds."""

    guild: int
    since: int


@dataclass(slots=True)
class _Held:
    """A job that is held back, and what ends that."""

    job: Job
    timer: asyncio.Task[None] | None = None


@dataclass(slots=True)
class _Queue:
    """The jobs of one channel by key, oldest first.

    ``resting`` maps the keys of messages that can't be written yet to their newest job, if there is one. ``held`` are
    the jobs that are held back. ``since`` is when the oldest change that a message doesn't show was requested, in
    milliseconds of the writer's clock.
    """

    jobs: dict[Hashable, Job] = field(default_factory=dict)
    resting: dict[Hashable, Job | None] = field(default_factory=dict)
    held: dict[Hashable, _Held] = field(default_factory=dict)
    since: dict[Hashable, int] = field(default_factory=dict)
    running: bool = False
    passed_over: bool = False  # the last job went ahead of one that can wait
    failures: int = 0
    too_old: Counter[Hashable] = field(default_factory=Counter)  # refused edits of old messages in a row, by key

    def has(self, key: Hashable) -> bool:
        """Return whether a job for a message waits."""
        return key in self.jobs or key in self.held or self.resting.get(key) is not None

    def pop(self) -> Job:
        """Remove and return the next job."""
        waiting = [job for job in self.jobs.values() if job.can_wait]
        urgent = next((job for job in self.jobs.values() if not job.can_wait), None)
        if urgent is None or (waiting and self.passed_over):
            job, self.passed_over = waiting[0], False
        else:
            job, self.passed_over = urgent, bool(waiting)
        return self.jobs.pop(job.key)


@dataclass(slots=True, eq=False)
class ChannelWriter:
    """Writes to channels in the background.

    ``interval`` is the number of seconds between two requests in a channel. ``places`` makes channels take turns: each
    job runs inside a place, and is chosen once its channel has one. ``hold`` is the number of seconds for which a job
    waits for the change that follows; 0 holds none back. A channel where the bot lacks a permission is paused: the
    newest job of each message waits until `resume` or `reached`.
    """

    clock: Clock
    _: KW_ONLY
    interval: float = EDIT_INTERVAL
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    places: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    hold: float = LONGEST_HOLD
    counts: WriteCounts = field(default_factory=WriteCounts)
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _queues: dict[int, _Queue] = field(init=False, default_factory=dict)  # by channel; removed when empty
    _paused: dict[int, _Pause] = field(init=False, default_factory=dict)  # by channel

    def request(self, job: Job) -> None:
        """Queue a job. It replaces a waiting job with the same key."""
        queue = self._queues.setdefault(job.channel, _Queue())
        self.counts.coalesced += queue.has(job.key)
        if job.key in queue.resting:
            queue.resting[job.key] = job
            return
        queue.since.setdefault(job.key, self.clock())
        held = queue.held.get(job.key)
        if held is not None and job.more_follows():
            held.job = job
            return
        if held is not None:
            del queue.held[job.key]
            if held.timer is not None:
                held.timer.cancel()
        queue.jobs[job.key] = job
        self._wake(job.channel)

    def prepare(self, work: Coroutine[object, object, None], channel: int) -> None:
        """Run something in the background that may request a job for a channel at its end."""
        self._tasks.start(work, {"channel": channel})

    def has_room(self, channel: int) -> bool:
        """Return whether a job more would delay nothing: none waits, none has failed, and the channel isn't paused."""
        queue = self._queues.get(channel)
        if channel in self._paused or queue is None:
            return channel not in self._paused
        return not (queue.jobs or queue.held or any(queue.resting.values()) or queue.failures or queue.too_old)

    def paused_at(self, channel: int) -> int | None:
        """Return when a channel was paused for a missing permission, in epoch milliseconds; None if it isn't."""
        pause = self._paused.get(channel)
        return None if pause is None else pause.since

    def pause(self, guild: int, channel: int, since: int) -> None:
        """Pause a channel until `resume` or `reached`; ``since`` is in epoch milliseconds."""
        self._paused[channel] = _Pause(guild, since)

    def resume(self, channel: int) -> None:
        """Resume writing to a channel if it's paused."""
        if self._paused.pop(channel, None) is not None:
            self._wake(channel)

    def reached(self, guild: int) -> None:
        """Resume all paused channels of a server, for example after an outage."""
        for channel in [channel for channel, pause in self._paused.items() if pause.guild == guild]:
            self.resume(channel)

    async def idle(self) -> None:
        """Wait until every job that can run is done."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop. Messages that aren't up to date are updated after the next start."""
        await self._tasks.close()

    def _wake(self, channel: int) -> None:
        """Start a task for a channel's queue, or drop the queue if it's empty."""
        queue = self._queues.get(channel)
        if queue is None or queue.running:
            return
        if queue.jobs and channel not in self._paused:
            queue.running = True
            self._tasks.start(self._run(channel, queue), {"channel": channel})
        elif not queue.jobs and not queue.resting and not queue.held:
            del self._queues[channel]

    async def _run(self, channel: int, queue: _Queue) -> None:
        try:
            while self._has_work(channel, queue):
                async with self.places():
                    seconds = await self._step(queue) if self._has_work(channel, queue) else 0
                await self.sleep(seconds)
        finally:
            queue.running = False
            self._wake(channel)  # run the remaining jobs even if this one failed unexpectedly

    def _has_work(self, channel: int, queue: _Queue) -> bool:
        """Hold back the jobs that more is going to follow. Return whether any of the others can run."""
        if channel in self._paused:
            return False
        for job in list(queue.jobs.values()):
            left = self.hold - (self.clock() - queue.since.setdefault(job.key, self.clock())) / 1000
            if left > 0 and job.more_follows():
                queue.held[job.key] = held = _Held(queue.jobs.pop(job.key))
                held.timer = self._tasks.start(self._end_hold(queue, held, left), {"channel": channel})
        return bool(queue.jobs)

    async def _end_hold(self, queue: _Queue, held: _Held, seconds: float) -> None:
        """Wait, then run a job although nothing has followed."""
        await self.sleep(seconds)
        key = held.job.key
        del queue.held[key]
        queue.since[key] = self.clock() - round(self.hold * 1000)  # whatever the clock says, it has waited
        queue.jobs.setdefault(key, held.job)
        self._wake(held.job.channel)

    async def _step(self, queue: _Queue) -> float:
        """Run one job, and return how many seconds to wait before the next one."""
        job = queue.pop()
        since = queue.since.pop(job.key, None)
        try:
            sent = await job.write()
        except TROUBLES as error:
            if since is not None:
                queue.since[job.key] = since
            return await self._failed(queue, job, error)
        queue.failures = 0
        queue.too_old.pop(job.key, None)
        if sent is Sent.AGAIN:
            queue.jobs.setdefault(job.key, job)
        if sent is Sent.NOTHING:
            return 0
        self.counts.sent += 1
        if job.rest > self.interval:
            self._let_rest(queue, job, job.rest)
        return self.interval

    async def _failed(self, queue: _Queue, job: Job, error: Exception) -> float:
        """Retry a failed job later, pause the channel, or give the job up. Return how many seconds to wait."""
        trouble = trouble_of(error) if isinstance(error, discord.HTTPException) else Trouble.DOWN
        self.counts.failed[trouble.name.lower()] += 1
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
                self.pause(job.guild, job.channel, self.clock())
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
        return self.interval

    def _let_rest(self, queue: _Queue, job: Job, seconds: float) -> None:
        """Don't write a message for some seconds; its newest job waits."""
        queue.resting[job.key] = queue.jobs.pop(job.key, None)
        self._tasks.start(self._end_rest(queue, job.channel, job.key, seconds), {"channel": job.channel})

    async def _end_rest(self, queue: _Queue, channel: int, key: Hashable, seconds: float) -> None:
        """Wait, then allow the message to be written again."""
        try:
            await self.sleep(seconds)
        finally:
            job = queue.resting.pop(key)
            if job is not None:
                queue.jobs.setdefault(key, job)
            self._wake(channel)
