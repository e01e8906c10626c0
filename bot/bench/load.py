"""Clicks at a constant rate: when each was due, sent, answered and seen by the others.

A click counts from when it was due, so that waiting for a slow bot counts as well. Clicks are spread over places, one
at a time at each. At a place where nobody can click yet, because the screens there aren't up to date, the next click is
made at another one; if nobody can click anywhere, it is late.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles
from time import process_time
from typing import Final, Protocol

from bot.bench.bot_process import MeasuredBot
from bot.playground import Answer, StandIn
from bot.playground.errors import JSON
from bot.playground.interactions import AnswerKind

CATCHING_UP: Final = 60.0
"""Seconds after the last click in which everyone's screens have to be up to date."""
_LISTED: Final = 5
"""Lost clicks that are listed one by one."""
_DEFERRED: Final = (AnswerKind.THINKING, AnswerKind.ACKNOWLEDGED)


@dataclass(frozen=True, slots=True)
class SentClick:
    """A click that was just made: its name, the bot's answer, and the progress of the game after it.

    ``progress`` is None if it isn't a move. ``for_others`` is whether the move changes what others may do.
    """

    name: str
    answer: Answer
    progress: int | None = None
    for_others: bool = False


class ClickingPlace(Protocol):
    """A channel where people click."""

    @property
    def channel(self) -> int:
        """The channel's id."""
        ...

    @property
    def edits_later(self) -> bool:
        """Whether an answer that was deferred is only complete with the edit that follows."""
        ...

    async def click(self) -> SentClick | None:
        """Make the next click, without waiting for its answer. None if nobody can click now."""
        ...

    def shown(self) -> tuple[int, int]:
        """Return the progress that everyone sees in the channel, and the least that any player's panel shows."""
        ...


@dataclass(slots=True, eq=False)
class TimedClick:
    """A click with its times, by the clock of the event loop; None if that hasn't happened.

    ``public`` is when everyone could see it in the channel, ``seen`` when the other players' panels showed it as well.
    """

    place: ClickingPlace
    sent: SentClick
    due: float
    made: float
    answered: float | None = None
    failed: bool = False
    public: float | None = None
    seen: float | None = None

    @property
    def id(self) -> int:
        """The id of the interaction."""
        return 0 if self.sent.answer.interaction is None else self.sent.answer.interaction.id

    @property
    def waits(self) -> bool:
        """Whether the others don't see it yet."""
        return self.sent.progress is not None and (self.seen if self.sent.for_others else self.public) is None


@dataclass(frozen=True, slots=True)
class Clicks:
    """A bot's answers to clicks.

    ``due`` is how many clicks should have been made, ``rate`` how many per second were. ``cpu`` is the CPU of the bot's
    process in milliseconds per click, ``load`` that of this process: the stand-in and its people. ``busy`` is the share
    of the time in which the bot's process computed; above 1 on several cores. ``caught_up`` is how many seconds after
    the last click was due everyone saw every move that changes what others may do, ``all_shown`` when the channels
    showed all moves; None if they didn't. ``unstored`` are moves that aren't in the database.
    """

    clicks: Sequence[TimedClick]
    due: int
    rate: float
    cpu: float
    load: float
    busy: float
    caught_up: float | None
    all_shown: float | None
    unstored: Sequence[TimedClick] = ()

    def percentile(self, percent: int) -> float:
        """Return a percentile of the times from when a click was due to its answer, in milliseconds.

        A click without an answer counts as `CATCHING_UP`.
        """
        return _percentile(
            [CATCHING_UP if one.answered is None else one.answered - one.due for one in self.clicks], percent
        )

    @property
    def slowest(self) -> float:
        """The longest time to an answer, in milliseconds."""
        return 1000 * max((one.answered - one.due for one in self.clicks if one.answered is not None), default=0)

    def seen_percentile(self, percent: int) -> float:
        """Return a percentile of the times until the others saw a move that changes what they may do.

        In milliseconds. A move that nobody saw has taken until now at least: it counts as `CATCHING_UP`.
        """
        moves = [one for one in self.clicks if one.sent.for_others]
        return _percentile([CATCHING_UP if one.seen is None else one.seen - one.due for one in moves], percent)

    @property
    def after_last(self) -> float | None:
        """Seconds from the last click, which may have been late, until everyone saw the moves; None if they didn't."""
        seen = [one.seen for one in self.clicks if one.sent.for_others and one.seen is not None]
        if self.caught_up is None or not seen:
            return None
        return max(0.0, max(seen) - max(one.made for one in self.clicks))

    @property
    def lag(self) -> float:
        """The 99th percentile of how late clicks were made, in milliseconds, whatever the reason."""
        return _percentile([one.made - one.due for one in self.clicks], 99)

    @property
    def failed(self) -> int:
        """The number of clicks without an answer in three seconds."""
        return sum(one.failed for one in self.clicks)

    @property
    def faults(self) -> tuple[str, ...]:
        """What went wrong: clicks without an answer or not stored, moves that were never shown, clicks not made."""
        begin = self.clicks[0].due if self.clicks else 0.0
        kinds = {
            "no answer": [one for one in self.clicks if one.answered is None],
            "not stored": self.unstored,
            "never shown": [one for one in self.clicks if one.waits and one.answered is not None],
        }
        found = [line for what, lost in kinds.items() for line in _listed(what, lost, begin)]
        if len(self.clicks) < self.due:
            found.append(f"only {len(self.clicks):,} of {self.due:,} clicks could be made")
        return tuple(found)


def _listed(what: str, lost: Sequence[TimedClick], begin: float) -> list[str]:
    """List lost clicks, the first ones with name, channel and time."""
    lines = [f"{what}: {one.sent.name} in {one.place.channel}, due after {one.due - begin:.2f} s" for one in lost]
    more = [f"{what}: {len(lost) - _LISTED} more"] if len(lost) > _LISTED else []
    return [*lines[:_LISTED], *more]


def _percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile of times in milliseconds; 0 if there are none."""
    if len(seconds) < 2:
        return 1000 * sum(seconds)
    return 1000 * quantiles(seconds, n=100, method="inclusive")[percent - 1]


@dataclass(slots=True)
class _Watch:
    """Watches the wire of the stand-in: answers that were deferred, and what is shown where clicks were made."""

    places: dict[int, ClickingPlace]
    changed: Callable[[int], None]
    answered: Callable[[TimedClick], None]
    waiting: dict[int, list[TimedClick]] = field(default_factory=dict)  # by channel
    deferred: dict[str, TimedClick] = field(default_factory=dict)  # by token

    def hear(self, kind: str, make: Callable[[], JSON]) -> None:
        """Note the time at which a request has changed a screen."""
        if kind != "request":
            return
        now, request = asyncio.get_running_loop().time(), make()
        if request["status"] >= 400:
            return
        path = str(request["path"])
        if request["method"] in ("PATCH", "POST") and path.startswith("/webhooks/"):
            click = self.deferred.pop(path.split("/")[3].partition("?")[0], None)
            if click is not None:
                click.answered = now
                self.answered(click)
        channel = channel_of(request)
        if channel in self.places:
            self.look(channel, now)

    def look(self, channel: int, now: float) -> None:
        """Compare what is shown in a channel with the moves that were made there."""
        waiting = self.waiting.get(channel)
        if waiting:
            public, panels = self.places[channel].shown()
            for one in waiting:
                progress = one.sent.progress or 0
                if one.public is None and public >= progress:
                    one.public = now
                if one.seen is None and min(public, panels) >= progress:
                    one.seen = now
            self.waiting[channel] = [one for one in waiting if one.waits]
        self.changed(channel)


def channel_of(request: JSON) -> int:
    """Return the channel that a request on the wire was about; 0 if it isn't known."""
    path = str(request["path"])
    if path.startswith("/channels/"):
        return int(path.split("/")[2].partition("?")[0])
    about = request["response"] if isinstance(request["response"], dict) else {}
    return int(about.get("channel_id") or about.get("interaction", {}).get("channel_id") or 0)


class Clickers:
    """People who click at a number of places. Each place has at most one click that isn't answered."""

    def __init__(self, standin: StandIn, places: Sequence[ClickingPlace]) -> None:
        self._places = {place.channel: place for place in places}
        self._ready = deque(places)
        self._queued = set(self._places)
        self._busy: set[int] = set()
        self._bell = asyncio.Event()
        self._watch = _Watch(self._places, self._changed, self._answered)
        self._made: list[TimedClick] = []
        standin.listen(self._watch.hear)

    async def click_at(self, rate: float, seconds: float) -> list[TimedClick]:
        """Click at a rate, and wait for all answers. Return the clicks."""
        self._made = []
        loop = asyncio.get_running_loop()
        begin, count = loop.time(), round(rate * seconds)
        latest = begin + seconds + CATCHING_UP
        for number in range(count):
            due = begin + number / rate
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not await self._click(due, latest):
                break
        while self._busy and loop.time() < latest:
            await self._rung(latest)
        return self._made

    async def caught_up(self, clicks: Iterable[TimedClick], seconds: float = CATCHING_UP) -> bool:
        """Wait until all of these clicks are answered and the others see them. Return whether they are."""
        waiting, loop = list(clicks), asyncio.get_running_loop()
        end = loop.time() + seconds
        while waiting := [one for one in waiting if not one.failed and (one.answered is None or one.waits)]:
            if loop.time() >= end:
                return False
            await self._rung(end)
        return True

    async def _click(self, due: float, latest: float) -> bool:
        """Make a click where people can; wait for that if necessary. Return False if they can't for too long."""
        loop = asyncio.get_running_loop()
        while True:
            while self._ready:
                place = self._ready.popleft()
                self._queued.discard(place.channel)
                sent = None if place.channel in self._busy else await place.click()
                if sent is not None:
                    self._sent(TimedClick(place, sent, due, loop.time()))
                    return True
            if loop.time() >= latest:
                return False
            await self._rung(latest)

    def _sent(self, click: TimedClick) -> None:
        """Follow a click until it's answered and seen."""
        channel, interaction = click.place.channel, click.sent.answer.interaction
        self._made.append(click)
        if interaction is None:
            raise ValueError(f"{click.sent.name} sent nothing")
        if click.sent.progress is not None:
            self._watch.waiting.setdefault(channel, []).append(click)
        self._busy.add(channel)

        def answered(_: object) -> None:
            kind, now = interaction.done.result(), asyncio.get_running_loop().time()
            click.failed = kind is AnswerKind.FAILED
            if kind in _DEFERRED and click.place.edits_later:
                self._watch.deferred[interaction.token] = click  # nobody clicks again while the bot is thinking
                return
            if not click.failed:
                click.answered = now
            self._answered(click)
            self._watch.look(channel, now)

        interaction.done.add_done_callback(answered)

    def _answered(self, click: TimedClick) -> None:
        """Let people click at a place again."""
        self._busy.discard(click.place.channel)

    def _changed(self, channel: int) -> None:
        """Try a place again, where something has changed."""
        if channel not in self._queued and channel not in self._busy:
            self._queued.add(channel)
            self._ready.append(self._places[channel])
        self._bell.set()

    async def _rung(self, end: float) -> None:
        """Wait until something changes somewhere."""
        self._bell.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(end):
                await self._bell.wait()


async def measured(bot: MeasuredBot, clickers: Clickers, rate: float, seconds: float) -> Clicks:
    """Click at a constant rate, and wait until everyone is up to date."""
    loop = asyncio.get_running_loop()
    begin, spent, own = loop.time(), bot.cpu_seconds(), process_time()
    clicks = await clickers.click_at(rate, seconds)
    complete = await clickers.caught_up(clicks)
    cpu = 1000 * (bot.cpu_seconds() - spent) / max(1, len(clicks))
    end, moves = begin + seconds, [one for one in clicks if one.sent.progress is not None and not one.failed]
    others = [one.seen for one in moves if one.sent.for_others and one.seen is not None]
    public = [one.public for one in moves if one.public is not None]
    last = max((one.made for one in clicks), default=end)
    stored = _stored(bot) if moves else set()
    return Clicks(
        clicks,
        round(rate * seconds),
        len(clicks) / max(seconds, last - begin),
        cpu,
        1000 * (process_time() - own) / max(1, len(clicks)),
        cpu * len(clicks) / 1000 / (loop.time() - begin),
        max(0.0, max(others, default=end) - end) if complete else None,
        max(0.0, max(public, default=end) - end) if complete else None,
        [one for one in moves if one.id not in stored],
    )


def _stored(bot: MeasuredBot) -> set[int]:
    """Return the interactions whose moves are in the bot's database."""
    connection = sqlite3.connect(f"file:{bot.file}?mode=ro", uri=True)
    try:
        return {number for (number,) in connection.execute("SELECT interaction FROM moves")}
    finally:
        connection.close()
