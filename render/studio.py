"""The studio: pictures made beside the event loop, by one thread, and kept while they may be asked for again."""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Final

from cachetools import LRUCache

from bot.ratings.values import Page, Profile, Versus
from bot.rummy.cards import Card
from bot.rummy.views import GinView, MeldsView, View
from bot.text.catalogs import Texts
from bot.tournaments.values import Tournament, TournamentPlace
from render.drawing.canvas import Picture
from render.final_result import FinalResult
from render.gin.hand import hand_picture
from render.gin.knock import knock_picture
from render.gin.table import table_picture
from render.look import DEFAULT, Look
from render.melds.ending import ending_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.ratings.profile import profile_picture
from render.ratings.standings import standings_picture
from render.ratings.versus import versus_picture
from render.replay import replay_picture
from render.sheet import sheet_picture
from render.tournaments.bracket import bracket_picture
from render.tournaments.table import league_table_picture

KEPT: Final = 256
"""How many finished pictures are kept, each about 30 KB."""
PATIENCE: Final = 0.25
"""Seconds that work for which nobody waits makes way for at the most."""


class Studio:
    """Makes pictures for the event loop it is used in. Finished ones are kept as bytes, by all that they show.

    Who asks for a picture that is being made waits for it too. A caller that is cancelled leaves the others theirs.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._finished: LRUCache[Hashable, Picture] = LRUCache(kept)
        self._being_made: dict[Hashable, asyncio.Future[Picture]] = {}
        self._lull = asyncio.Lock()

    async def hand(
        self, view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
    ) -> Picture:
        """Make the picture of a hand, `hand_picture` or `melds_hand_picture`."""
        key = ("hand", view, tuple(names), texts, look, unassisted)
        return await self._picture(key, lambda: _hand(view, names, texts, look, unassisted=unassisted))

    async def table(
        self, view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
    ) -> Picture:
        """Make the picture of a table, `table_picture` or `melds_table_picture`."""
        key = ("table", view, tuple(names), texts, look, unassisted)
        return await self._picture(key, lambda: _table(view, names, texts, look, unassisted=unassisted))

    async def ending(self, view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
        """Make the picture of all hands when a deal has ended, `knock_picture` or `ending_picture`.

        ValueError for a view in which there is none: a deal that runs, or one of gin that nobody knocked in.
        """
        return await self._picture(
            ("ending", view, tuple(names), texts, look), lambda: _ending(view, names, texts, look)
        )

    async def sheet(
        self, view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, end: FinalResult | None = None
    ) -> Picture:
        """Make the picture of a score sheet, `sheet_picture`."""
        key = ("sheet", view, tuple(names), texts, look, end)
        return await self._picture(key, lambda: sheet_picture(view, names, texts, look, end=end))

    async def standings(
        self,
        page: Page,
        names: Mapping[int, str],
        texts: Texts,
        title: str,
        look: Look = DEFAULT,
        *,
        me: int | None = None,
    ) -> Picture:
        """Make the picture of a page of standings, `standings_picture`."""
        key = ("standings", page, _known(names), texts, title, look, me)
        return await self._picture(key, lambda: standings_picture(page, names, texts, title, look, me=me))

    async def profile(self, profile: Profile, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
        """Make the picture of a profile, `profile_picture`."""
        key = ("profile", _digest(profile), _known(names), texts, look)
        return await self._picture(key, lambda: profile_picture(profile, names, texts, look))

    async def versus(self, versus: Versus, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
        """Make the picture of two players' games, `versus_picture`."""
        key = ("versus", _digest(versus), _known(names), texts, look)
        return await self._picture(key, lambda: versus_picture(versus, names, texts, look))

    async def league_table(
        self,
        places: Sequence[TournamentPlace],
        names: Mapping[int, str],
        texts: Texts,
        title: str,
        look: Look = DEFAULT,
        *,
        first: int = 0,
        me: int | None = None,
    ) -> Picture:
        """Make the picture of a part of a league's table, `league_table_picture`."""
        key = ("league-table", tuple(places), _known(names), texts, title, look, first, me)
        return await self._picture(
            key, lambda: league_table_picture(places, names, texts, title, look, first=first, me=me)
        )

    async def bracket(
        self,
        contest: Tournament,
        names: Mapping[int, str],
        texts: Texts,
        title: str,
        look: Look = DEFAULT,
        *,
        part: int = 0,
        me: int | None = None,
    ) -> Picture:
        """Make the picture of a knock-out, or of a part of one, `bracket_picture`."""
        key = ("bracket", contest.entrants, contest.fixtures, _known(names), texts, title, look, part, me)
        return await self._picture(key, lambda: bracket_picture(contest, names, texts, title, look, part=part, me=me))

    async def replay(
        self,
        views: Sequence[GinView | MeldsView],
        names: Sequence[str],
        texts: Texts,
        look: Look = DEFAULT,
        *,
        title: str,
        advised: Card | None = None,
    ) -> Picture:
        """Make the picture of all hands at a moment of a game that is over, `replay_picture`."""
        key = ("replay", tuple(views), tuple(names), texts, look, title, advised)
        return await self._picture(key, lambda: replay_picture(views, names, texts, look, title=title, advised=advised))

    @asynccontextmanager
    async def lull(self) -> AsyncIterator[None]:
        """Enter when no picture is being made, one after the other: for work that is to make way for answers."""
        async with self._lull:
            if self._being_made:
                await asyncio.wait(tuple(self._being_made.values()), timeout=PATIENCE)
            yield

    def close(self) -> None:
        """Finish what has been asked for and end the thread; a later request raises RuntimeError."""
        self._thread.shutdown()

    async def _picture(self, key: Hashable, make: Callable[[], Picture]) -> Picture:
        """Give a picture from those kept, from the one being made, or have it made."""
        finished = self._finished.get(key)
        if finished is not None:
            return finished
        job = self._being_made.get(key)
        if job is None:
            job = asyncio.get_running_loop().run_in_executor(self._thread, make)
            self._being_made[key] = job
            job.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(job)

    def _keep(self, key: Hashable, done: asyncio.Future[Picture]) -> None:
        """Keep a finished picture and let the oldest go; a failure is told to those who wait, and forgotten."""
        del self._being_made[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._finished[key] = done.result()


def _digest(value: object) -> bytes:
    """Tell a value with mappings in it from others, in few bytes: a profile may hold thousands of games."""
    return sha256(repr(value).encode()).digest()


def _known(names: Mapping[int, str]) -> Hashable:
    """Give names as a part of a key."""
    return frozenset(names.items())


def _hand(view: View, names: Sequence[str], texts: Texts, look: Look, *, unassisted: bool) -> Picture:
    """Draw a hand as its kind of game has it."""
    match view:
        case GinView():
            return hand_picture(view, names, texts, look, unassisted=unassisted)
        case MeldsView():
            return melds_hand_picture(view, names, texts, look, unassisted=unassisted)
    raise _unknown(view)


def _table(view: View, names: Sequence[str], texts: Texts, look: Look, *, unassisted: bool) -> Picture:
    """Draw a table as its kind of game has it."""
    match view:
        case GinView():
            return table_picture(view, names, texts, look, unassisted=unassisted)
        case MeldsView():
            return melds_table_picture(view, names, texts, look, unassisted=unassisted)
    raise _unknown(view)


def _ending(view: View, names: Sequence[str], texts: Texts, look: Look) -> Picture:
    """Draw all hands at the end of a deal as its kind of game has it."""
    match view:
        case GinView():
            return knock_picture(view, names, texts, look)
        case MeldsView():
            return ending_picture(view, names, texts, look)
    raise _unknown(view)


def _unknown(view: View) -> TypeError:
    return TypeError(f"there are no pictures of a {type(view).__name__}")
