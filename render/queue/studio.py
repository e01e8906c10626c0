"""The studio: takes requests for pictures, draws them in one thread next to the event loop, and caches them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from threading import Lock
from time import monotonic, perf_counter
from typing import Final, ParamSpec

from cachetools import LRUCache
from cachetools.keys import hashkey

from bot.counts import PictureCounts
from bot.ratings.highlights import ShareCardFacts
from bot.ratings.values import Page, Profile, Versus
from bot.rummy.cards import Card
from bot.rummy.moves import Move
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.players import bars_of
from bot.text.rule_words import CardExample
from bot.tournaments.values import Tournament, TournamentPlace
from render.look import MOST_TOLD, Sorting, example_view
from render.queue import orders
from render.queue.lanes import OldestFirst, TwoLanes
from render.queue.process import DrawingProcess, Make
from render.values import UNFINISHED, FinalResult, Picture

logger = logging.getLogger(__name__)

# At normal load the thread draws: the process takes 0.3 ms more CPU per picture, and gains nothing on a single core.
# Two processes would be more than two cores can use.
_BEHIND: Final = 16
"""How many pictures wait when the thread can't keep up: more than after a moment in which the disk was slow."""
_RELIEVED: Final = 30.0
"""Seconds for which the process draws then: with its help, the queue soon looks short."""
_PATIENCE: Final = 5.0
"""Seconds in which the thread draws what is waiting when it's closed."""


@dataclass(slots=True, eq=False)
class _Frame:
    """The next step of a picture that moves, which only this process can go on with."""

    steps: Iterator[Picture]

    def __call__(self) -> Picture:
        return next(self.steps)


class DrawingThread:
    """Draws pictures in the order of `TwoLanes`; with a process that helps, there, when many of them wait."""

    def __init__(self, helper: DrawingProcess | None = None, behind: int = _BEHIND) -> None:
        self._helper, self._behind, self._helped_until = helper, behind, 0.0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._lock = Lock()
        self._waiting: TwoLanes[tuple[Future[Picture], Make]] = TwoLanes()

    def submit(self, make: Make, *, can_wait: bool) -> Future[Picture]:
        """Draw a picture soon. Raises RuntimeError after `close`."""
        drawn: Future[Picture] = Future()
        with self._lock:
            self._thread.submit(self._draw_next)
            self._waiting.add((drawn, make), can_wait=can_wait)
        return drawn

    @property
    def waiting(self) -> int:
        """How many pictures wait."""
        return len(self._waiting)

    def prepare(self, work: Callable[[], object]) -> None:
        """Run something in the thread that makes later pictures faster."""
        self._thread.submit(work)

    def hurry(self, drawn: Future[Picture], make: Make) -> None:
        """Draw a picture that can wait like those that can't."""
        with self._lock:
            self._waiting.hurry((drawn, make))

    def close(self) -> None:
        """Draw what is waiting, and end the thread and the process. One picture that hangs doesn't keep the bot."""
        if self._helper is not None:
            self._helper.close()  # the thread may be waiting for it
        try:
            self._thread.submit(lambda: None).result(_PATIENCE)
        except TimeoutError:
            logger.warning("pictures are still being drawn after %d seconds: nobody waits for them", _PATIENCE)
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._helper is not None:
            self._helper.close()  # it may have been starting

    def _draw_next(self) -> None:
        with self._lock:
            drawn, make = self._waiting.pop()
            waiting = len(self._waiting)
        if not drawn.set_running_or_notify_cancel():
            return
        try:
            picture = self._drawn(make, waiting)
        except BaseException as error:  # noqa: BLE001 - raised where the picture is awaited
            drawn.set_exception(error)
        else:
            drawn.set_result(picture)

    def _drawn(self, make: Make, waiting: int) -> Picture:
        """Draw a picture here, or in the process if many others are or have just been waiting."""
        if self._helper is None or isinstance(make, _Frame):
            return make()
        if waiting >= self._behind:
            self._helped_until = monotonic() + _RELIEVED
        return self._helper.draw(make) if monotonic() < self._helped_until else make()


_Shown = ParamSpec("_Shown")
KEPT: Final = 256
"""How many finished pictures are cached, each about 30 KB."""
_AT_ONCE: Final = 2
"""How many blocks of work that can wait run at once: one of them is drawn while the other one is prepared."""
# Screens for the others are built after an answer has left, or after 6 ms. Without the pause, answers take an eighth
# longer at 20 clicks per second.
_COURTESY: Final = 0.006
"""Seconds for which work that can wait lets answers go first: most take no longer once their move is stored."""
_MOMENT: Final = 10.0
"""Seconds after which a picture that moves is given up while others wait: the moment is over."""
_GLANCE: Final = 0.02
"""Seconds between looks whether others wait."""
_CAN_WAIT: ContextVar[bool] = ContextVar("can_wait", default=False)
"""Whether the pictures of the current task can wait."""


@dataclass(slots=True)
class _Pending:
    """A picture that will be drawn; ``hurry`` draws it sooner if it can wait, and does nothing otherwise."""

    drawn: asyncio.Future[Picture]
    hurry: Callable[[], None] | None


class Studio:
    """Draws pictures for one event loop, in the look of the texts' reader.

    Finished ones are cached as bytes; the key is everything that they show, and the texts with their look. Its first
    part is the kind of picture, by which they are counted.

    Requests for a picture that is already being drawn share it. Canceling one of them doesn't affect the others.
    Pictures for answers are drawn first, but every third one is the oldest of those that can wait (`low_priority`).
    ``quiet`` waits until no click is being answered, for a number of seconds at most.
    """

    def __init__(
        self,
        kept: int = KEPT,
        counts: PictureCounts | None = None,
        thread: DrawingThread | None = None,
        quiet: Callable[[float], Awaitable[None]] | None = None,
    ) -> None:
        self._counts = counts or PictureCounts()
        self._thread = thread or DrawingThread()
        self._finished: LRUCache[Hashable, Picture] = LRUCache(kept)
        self._pending: dict[Hashable, _Pending] = {}
        self._low_priority = OldestFirst(_AT_ONCE)
        self._quiet = quiet

    async def hand(
        self,
        view: View,
        names: Sequence[str],
        texts: Texts,
        sorting: Sorting = Sorting.MELDS,
        *,
        unassisted: bool = False,
        advised: Move | None = None,
    ) -> Picture:
        """Draw the hand of the view's seat; ``advised`` is the discard or knock that its panel suggests."""
        return await self._picture(
            "hand", orders.hand, view, names, texts, sorting, unassisted=unassisted, advised=advised
        )

    def hand_words(
        self,
        view: View,
        names: Sequence[str],
        texts: Texts,
        sorting: Sorting = Sorting.MELDS,
        *,
        unassisted: bool = False,
        most: int = MOST_TOLD,
    ) -> str:
        """Describe the hand of the view's seat in ``most`` words, for players who don't want pictures."""
        return orders.hand_words(view, names, texts, sorting, unassisted=unassisted, most=most)

    async def table(self, view: View, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> Picture:
        """Draw a table."""
        return await self._picture("table", orders.table, view, names, texts, unassisted=unassisted)

    async def ending(self, view: View, names: Sequence[str], texts: Texts) -> Picture:
        """Draw all hands after a deal.

        ValueError if there is nothing to show: during a deal, or in the gin family if nobody knocked.
        """
        return await self._picture("ending", orders.ending, view, names, texts)

    async def sheet(
        self, view: View, names: Sequence[str], texts: Texts, *, final: FinalResult | None = None
    ) -> Picture:
        """Draw a score sheet, `sheet_picture`."""
        return await self._picture("sheet", orders.sheet, view, names, texts, final=final)

    async def share_card(self, facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> Picture:
        """Draw a finished game's share card, `share_card`; names in seat order."""
        return await self._picture("share", orders.share_card, facts, names, texts)

    async def share_moment(self, facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> Picture | None:
        """Draw a share card that moves, `share_moment`; None if there's no time for it."""
        return await self._moment(orders.share_moment(facts, names, texts))

    async def ending_moment(self, view: View, names: Sequence[str], texts: Texts) -> Picture | None:
        """Draw all hands after a deal as a picture that moves, `ending_moment`; None if there's no time for it."""
        return await self._moment(orders.ending_moment(view, names, texts))

    async def standings(
        self,
        page: Page,
        names: Mapping[int, str],
        texts: Texts,
        title: str,
        *,
        me: int | None = None,
    ) -> Picture:
        """Draw a page of standings, `standings_picture`."""
        return await self._picture("standings", orders.standings, page, names, texts, title, me=me)

    async def profile(self, profile: Profile, names: Mapping[int, str], texts: Texts) -> Picture:
        """Draw a profile, `profile_picture`."""
        return await self._picture("profile", orders.profile, profile, names, texts)

    async def versus(self, versus: Versus, names: Mapping[int, str], texts: Texts) -> Picture:
        """Draw two players' games, `versus_picture`."""
        return await self._picture("versus", orders.versus, versus, names, texts)

    async def tournament_table(
        self,
        places: Sequence[TournamentPlace],
        names: Mapping[int, str],
        texts: Texts,
        title: str,
        *,
        first: int = 0,
        me: int | None = None,
    ) -> Picture:
        """Draw a page of a tournament's table, `tournament_table_picture`."""
        return await self._picture(
            "tournament-table", orders.tournament_table, places, names, texts, title, first=first, me=me
        )

    async def bracket(
        self,
        tournament: Tournament,
        names: Mapping[int, str],
        texts: Texts,
        title: str,
        *,
        part: int = 0,
        me: int | None = None,
    ) -> Picture:
        """Draw a bracket, or a part of one, `bracket_picture`."""
        return await self._picture("bracket", orders.bracket, tournament, names, texts, title, part=part, me=me)

    async def replay(
        self,
        views: Sequence[View],
        names: Sequence[str],
        texts: Texts,
        *,
        title: str,
        advised: Card | None = None,
    ) -> Picture:
        """Draw all hands at one moment of a finished game, `replay_picture`."""
        return await self._picture("replay", orders.replay, views, names, texts, title=title, advised=advised)

    async def examples(self, examples: Sequence[CardExample], texts: Texts) -> Picture:
        """Draw examples of melds, `examples_picture`."""
        return await self._picture("examples", orders.examples, examples, texts)

    @asynccontextmanager
    async def low_priority(self, since: float | None = None) -> AsyncIterator[None]:
        """Run the block so that its pictures can wait: for work that is less urgent than answering clicks.

        Few blocks run at once, those first that have been wanted longest: ``since`` a time of the loop, or since now.
        At most two pictures for answers are drawn between two pictures of such blocks.
        """
        since = asyncio.get_running_loop().time() if since is None else since
        if self._quiet is not None:
            await self._quiet(_COURTESY)
        async with self._low_priority.turn(since):
            before = _CAN_WAIT.set(True)
            try:
                yield
            finally:
                _CAN_WAIT.reset(before)

    def warm_up(self) -> None:
        """Load in the thread what draws pictures, so that the first one doesn't have to wait for that."""
        self._thread.prepare(orders.load)

    async def draw_example(self, texts: Texts) -> None:
        """Draw a hand that nobody sees, when its turn comes. Raise what prevents it; wait for as long as that hangs."""
        drawn = partial(orders.hand, example_view(0), ("", ""), texts, Sorting.MELDS, unassisted=False, advised=None)
        await asyncio.wrap_future(self._thread.submit(drawn, can_wait=False))

    def close(self) -> None:
        """Finish the pictures being drawn and end the thread. Later requests raise RuntimeError."""
        self._thread.close()

    # A frame takes some 30 ms. So all other pictures go first, and none waits longer than for one frame.
    async def _moment(self, steps: Iterator[Picture]) -> Picture | None:
        """Draw a picture that moves, a frame whenever no other picture waits; None if that takes too long."""
        loop = asyncio.get_running_loop()
        until, drawn = loop.time() + _MOMENT, UNFINISHED
        while drawn is UNFINISHED:
            while self._thread.waiting:
                if loop.time() > until:
                    return None
                await asyncio.sleep(_GLANCE)
            drawn = await asyncio.wrap_future(self._thread.submit(_Frame(steps), can_wait=True))
        return drawn

    async def _picture(
        self, kind: str, order: Callable[_Shown, Picture], *shown: _Shown.args, **how: _Shown.kwargs
    ) -> Picture:
        """Return a cached picture, wait for one that is being drawn, or draw it."""
        # It knows its hash: views take a while to hash.
        key = hashkey(kind, *map(_in_key, shown), *how.values())
        finished = self._finished.get(key)
        if finished is not None:
            self._counts.cached[kind] += 1
            return finished
        can_wait, pending = _CAN_WAIT.get(), self._pending.get(key)
        if pending is None:
            make = partial(order, *shown, **how)
            drawing = self._thread.submit(make, can_wait=can_wait)
            hurry = partial(self._thread.hurry, drawing, make) if can_wait else None
            pending = self._pending[key] = _Pending(asyncio.wrap_future(drawing), hurry)
            began = perf_counter()
            pending.drawn.add_done_callback(lambda done: self._keep(kind, key, done, began))
        elif pending.hurry is not None and not can_wait:
            pending.hurry()
            pending.hurry = None
        return await asyncio.shield(pending.drawn)

    def _keep(self, kind: str, key: Hashable, done: asyncio.Future[Picture], began: float) -> None:
        """Cache a finished picture and drop the oldest one. Failures reach the waiting callers and aren't cached."""
        del self._pending[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._finished[key] = done.result()
        self._counts.drawn[kind].add(perf_counter() - began)


def _in_key(shown: object) -> Hashable:
    """Return what a picture shows as a part of its key: names with the levels of computers, mappings as sets.

    A profile may contain thousands of games, so only its digest is kept.
    """
    match shown:
        case Profile() | Versus():
            return sha256(repr(shown).encode()).digest()
        case Tournament():
            return shown.entrants, shown.fixtures
        case Mapping():
            return frozenset(shown.items())
        case list() | tuple():
            return tuple((each, bars_of(each)) if isinstance(each, str) else each for each in shown)
        case _:
            return shown
