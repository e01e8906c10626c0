"""The news of daily deals: each morning one post on the servers that want it and where someone played."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.days import calendar
from bot.play.service.days import Days
from bot.play.state.days import DayAnnouncer, DayNews, DayPost, Seen
from bot.play.state.people import Server, Servers
from bot.play.state.ports import Clock

TOP: Final = 5
"""How many names a server's post lists."""


@dataclass(slots=True, eq=False)
class DayPosting:
    """Posts the news of days on servers, each morning, where someone played. ``reaches`` tells which are ours."""

    days: Days
    servers: Servers
    announcer: DayAnnouncer
    clock: Clock
    reaches: Callable[[int], bool] = lambda _: True

    async def tick(self) -> None:
        """Post what is due, and store that; what Discord doesn't take now is tried again. A chore. StoreError."""
        now = self.clock()
        for server in self.servers.with_days():
            board, day = server.daily, _newest_day(now, server.zone)
            if board is None or board.posted >= day or not self.reaches(server.guild):
                continue
            if await self.days.is_over(day) and await self._post(server.guild, board.channel, day):
                await self.servers.change(server.guild, partial(_posted, day=day))

    async def _post(self, guild: int, channel: int, day: int) -> bool:
        """Post the news of a day, if there are any. Return False if it has to be tried again."""
        news = await self._news(day, guild)
        if not news:
            return True
        codes = await self.days.next_codes()
        message = await self.announcer.post(DayPost(guild, channel, day, news, codes))
        if message:
            await self.days.see(Seen(self.clock(), guild, channel, message))
        return message is not None

    async def _news(self, day: int, guild: int) -> tuple[DayNews, ...]:
        """Return what a server reads about a day that is over: nothing if nobody there has played it. StoreError."""
        found = []
        for game in calendar.GAMES:
            row = await self.days.store.day(game, day)
            if row is None or not row.closed:
                continue
            top, shown = await self.days.store.ranking(game, day, guild, 0, TOP)
            if not shown:
                continue
            finished, best = await self.days.store.summary(game, day)
            found.append(
                DayNews(
                    number=row.number,
                    day=day,
                    game=game,
                    top=tuple(top),
                    shown=shown,
                    finished=finished,
                    par=row.par,
                    best=row.best,
                    best_score=best,
                    players_changed=row.players_changed,
                )
            )
        return tuple(found)


def _newest_day(now: int, zone: str) -> int:
    """Return the last day whose news are due in a time zone."""
    day = calendar.day_at(now) - 1
    return day if calendar.news_at(day, zone) <= now else day - 1


def _posted(server: Server, day: int) -> Server:
    return server if server.daily is None else replace(server, daily=replace(server.daily, posted=day))
