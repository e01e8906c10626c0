"""The public messages of leagues with fixtures: one worker a league, the newest state wins, nothing waits for it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import discord
from discord import ui

from bot.play.errors import StoreError
from bot.play.tournament_values import TournamentNews, TournamentRow
from bot.play.tournaments import Tournaments
from bot.ratings.ports import RequestRefused
from bot.text.catalogs import Catalogs, Texts
from bot.tournaments.values import Fixture, Tournament
from cogs.edge.channels import EDIT_INTERVAL
from cogs.edge.current_messages import Current, Sent, bring_up_to_date
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.messages import Message
from cogs.edge.tasks import Tasks
from cogs.table.public_messages import Channels
from cogs.tournaments.screens.parts import TournamentScene, yet_to_play
from cogs.tournaments.screens.tournament import again_screen, left_screen, reminder_screen
from cogs.tournaments.tournament_messages import TournamentMessages
from cogs.tournaments.tournament_updates import TournamentUpdates

logger = logging.getLogger(__name__)

_FIRST_WAIT: Final = 5.0
_LONGEST_WAIT: Final = 60.0
_MOST_TRIES: Final = 8
_REMEMBERED: Final = 10_000
_TROUBLES: Final = (discord.HTTPException, OSError, StoreError)
"""What may pass: Discord or the store does not answer, or does not take it."""


class _Shown(NamedTuple):
    """What the message of a league shows: its matchday, and a digest of all of it."""

    matchday: int
    digest: int


@dataclass(slots=True)
class _Work:
    """What is still to be told of one league."""

    row: TournamentRow
    due: bool = True
    anew: bool = False
    reminded: list[Fixture] = field(default_factory=list)
    again: list[Fixture] = field(default_factory=list)
    failures: int = 0


class TournamentPosts:
    """Keeps what everybody sees of leagues up to date, in the background.

    A league has one message. When a matchday begins or the league ends it goes on in a new one, which is seen; the old
    one keeps what became of its matchday. ``interval`` are the seconds between two edits of one league.
    """

    def __init__(
        self,
        showing: TournamentMessages,
        fixtures: Tournaments,
        channels: Channels,
        catalogs: Catalogs,
        *,
        updates: TournamentUpdates,
        interval: float = EDIT_INTERVAL,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._showing = showing
        self._fixtures = fixtures
        self._channels = channels
        self._catalogs = catalogs
        self._interval = interval
        self._sleep = sleep
        self._tasks = Tasks()
        updates.subscribe(lambda update: self.told(*update))
        self._working: dict[int, _Work] = {}  # by league, as long as there is something to do
        self._current: Current[_Shown] = Current(_REMEMBERED)

    def told(self, league: TournamentRow, news: TournamentNews) -> None:
        """Show a league that has changed, and tell what is new."""
        work = self._work_on(league)
        work.anew = work.anew or news.begun is not None or news.over
        work.reminded += news.reminded
        work.again += news.again

    async def idle(self) -> None:
        """Wait until everything is shown."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop what runs in the background."""
        await self._tasks.close()

    def _work_on(self, league: TournamentRow) -> _Work:
        """Find what is to be told of a league, with a worker on it."""
        work = self._working.get(league.id)
        if work is None:
            work = self._working[league.id] = _Work(league)
            self._tasks.start(self._run(league.id, work), {"league": league.id})
        work.due = True
        return work

    async def _run(self, league: int, work: _Work) -> None:
        """Do what is to be done, one thing after the other."""
        try:
            while work.due or work.reminded or work.again:
                await self._sleep(await self._step(work))
        finally:
            del self._working[league]

    async def _step(self, work: _Work) -> float:
        """Do one thing, and say how long to wait before the next one."""
        try:
            done = await self._do(work)
        except RequestRefused:  # the league is gone, with its server
            work.due = False
            work.reminded.clear()
            work.again.clear()
            return 0
        except _TROUBLES as error:
            return self._after(work, error)
        work.failures = 0
        return self._interval if done else 0

    async def _do(self, work: _Work) -> bool:
        """Show the league, or call those who are to be called; false if there was nothing to be sent."""
        if work.due:
            anew = work.anew
            work.due = work.anew = False  # whoever changes something from here on is seen the next time
            try:
                sent = await self._show(await self._fixtures.get(work.row.id), anew=anew)
            except _TROUBLES:
                work.due, work.anew = True, work.anew or anew
                raise
            work.due = work.due or sent is Sent.AGAIN
            return sent is not Sent.NOTHING
        row = await self._fixtures.get(work.row.id)
        for waiting, screen in ((work.reminded, reminder_screen), (work.again, again_screen)):
            if waiting:
                called = tuple(waiting)
                await self._call(row, called, screen)
                del waiting[: len(called)]
                return True
        return False

    async def _show(self, row: TournamentRow, *, anew: bool) -> Sent:
        """Show a league as it stands, in the message that it has or in a new one."""
        texts = self._texts(row.guild)
        looks, target = _shown(row.contest, texts), row.message
        if target is not None and not anew:

            async def edit() -> _Shown:
                await self._channels.edit(row.guild, row.channel, target, await self._showing.public(row, texts))
                return looks

            try:
                return await bring_up_to_date(self._current, target, lambda: looks, edit)
            except discord.HTTPException as error:
                if trouble_of(error) not in (Trouble.GONE, Trouble.TOO_OLD):
                    raise
        await self._post(row, texts, anew=anew)
        return Sent.DONE

    async def _post(self, row: TournamentRow, texts: Texts, *, anew: bool) -> None:
        """Let a league go on in a new message, which calls those who have to play now if a matchday has begun.

        The one before, if the league has left it behind, keeps what became of its matchday.
        """
        contest, shown = row.contest, self._current.shows(row.message)
        calls = yet_to_play(one for one in contest.fixtures if one.matchday == contest.matchday) if anew else ()
        message = await self._showing.public(row, texts, calls)
        posted = await self._channels.post(row.guild, row.channel, message)
        self._current.wrote(posted, _shown(contest, texts))
        await self._fixtures.set_message(row.id, posted)
        if row.message is None or not anew:
            return
        before = shown.matchday if shown is not None else _matchday_before(contest)
        scene = await self._showing.scene(await self._fixtures.get(row.id), texts)
        left = Message(lambda _: left_screen(scene, before))
        try:
            await self._channels.edit(row.guild, row.channel, row.message, left)
        except discord.HTTPException as error:  # it is of no use to anybody any more
            logger.info("message left behind was not changed", extra=_about(row, error))

    async def _call(
        self,
        row: TournamentRow,
        fixtures: tuple[Fixture, ...],
        screen: Callable[[TournamentScene, tuple[Fixture, ...]], ui.LayoutView],
    ) -> None:
        """Call those of these fixtures who have yet to play, as things stand now, in one message."""
        wanted = {fixture.id for fixture in fixtures}
        open_still = tuple(one for one in row.contest.fixtures if one.id in wanted and one.decided is None)
        users = yet_to_play(open_still)
        if not users:
            return
        scene = await self._showing.scene(row, self._texts(row.guild))
        await self._channels.post(row.guild, row.channel, Message(lambda _: screen(scene, open_still), calls=users))

    def _texts(self, guild: int) -> Texts:
        """Find a server's language."""
        return self._catalogs.texts(self._channels.locale(guild))

    def _after(self, work: _Work, error: Exception) -> float:
        """Meet a refusal of Discord's: stop, or wait and try again."""
        trouble = trouble_of(error) if isinstance(error, discord.HTTPException) else Trouble.DOWN
        if trouble in (Trouble.BUSY, Trouble.DOWN) and work.failures < _MOST_TRIES:
            logger.warning("message of a league waits", extra=_about(work.row, error))
            work.failures += 1
            return min(_FIRST_WAIT * 2.0 ** (work.failures - 1), _LONGEST_WAIT)
        logger.warning("message of a league was refused", extra=_about(work.row, error))
        work.due = False
        work.reminded.clear()
        work.again.clear()
        return self._interval


def _shown(contest: Tournament, texts: Texts) -> _Shown:
    """Say what a message shows that shows a league as it stands."""
    return _Shown(contest.matchday, hash((contest, texts.language)))


def _matchday_before(contest: Tournament) -> int:
    """Say which matchday the message showed that the league leaves behind, where that is not known."""
    over = all(fixture.decided is not None for fixture in contest.fixtures)
    return contest.matchday if over else contest.matchday - 1


def _about(row: TournamentRow, error: Exception) -> dict[str, object]:
    """Give what a log line says of a refusal."""
    return {"league": row.id, "channel": row.channel, "code": getattr(error, "code", 0), "error": type(error).__name__}
