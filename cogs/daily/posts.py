"""The message about the daily deal of the day before, each morning in the channel that a server's admins chose."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.days.ranking import DayPlace, DayScore
from bot.play.service.tables import Tables
from bot.play.state.days import DayNews, DayPost
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.people import Server, Servers
from bot.play.state.ports import Clock, Names
from bot.ratings.ports import AuditEntry
from bot.text.catalogs import Catalogs, Texts
from bot.text.days import day_title
from bot.text.games import variant_name
from bot.text.lists import NO_BREAK, all_of, gain, listed
from bot.text.ratings import member_name
from bot.text.scores import outcome_title
from cogs.daily.screens import code_line
from cogs.edge.channel_writer import Channels
from cogs.edge.custom_ids import DAILY, DAY_RANKING, HERE, button
from cogs.edge.layout import GOLD, bold, layout, picture, plain_name, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message, Post, Trouble, named_by_content, trouble_of
from cogs.table.day_results import anonymous
from cogs.table.screens.games import SCREENS
from cogs.table.screens.replay import REPLAY
from cogs.table.table_messages import picture_names, scene_of
from render.queue.studio import Studio

logger = logging.getLogger(__name__)

PATIENCE: Final = 20.0
"""Seconds to draw and post. After that it's tried again later."""
GONE: Final = "daily-gone"
"""The audit log's word for a daily message whose channel was deleted. The actor is 0."""
_MOST_TOP: Final = 5
_REFUSED: Final = (Trouble.FORBIDDEN, Trouble.NO_CHANNEL, Trouble.GONE, Trouble.REFUSED)
"""Errors that a retry wouldn't fix."""
REFUSED: Final = 0


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of a day: its picture, and the same in words for where there are no pictures."""

    file: Attachment | None
    words: Sequence[str]


NO_HAND: Final = BestHand(None, ())


def news_screen(texts: Texts, post: DayPost, names: Mapping[int, str], best: BestHand, detail: Detail) -> ui.LayoutView:
    """Show everyone how a day went on their server, the game that most members played first; lead to today's."""
    [first, *others] = _shown(post)
    won = [_name(texts, one, names) for one in first.top if one.place == 1]
    points = first.top[0].score.points
    head = texts.t(
        "{day}: {names} {points}", day=day_title(texts, first.number), names=all_of(texts, won), points=gain(points)
    )
    head = texts.t("🏆 {outcome}", outcome=head) if points > 0 else head
    replay = [] if first.best is None else [button(texts.p("button", "Replay"), REPLAY, first.best)]
    code = code_line(texts, post.codes)
    return layout(
        text(
            title(head),
            _best_of(texts, first, names, _MOST_TOP, first.par),
            *(small(_best_of(texts, one, names, 1)) for one in others),
        ),
        picture(detail, best.file) or ([text(*best.words)] if best.words else []),
        [text(code)] if code else [],
        rows(
            [
                button(texts.t("Play today's deal"), DAILY, style=ButtonStyle.success),
                *replay,
                button(texts.p("button", "Ranking"), DAY_RANKING, first.day, first.game, HERE, 0),
            ]
        ),
        accent=GOLD,
    )


def _shown(post: DayPost) -> list[DayNews]:
    """Return the games that somebody on the server is listed in, that of most members first."""
    return sorted((one for one in post.news if one.top), key=lambda one: -one.shown)


def _best_of(texts: Texts, news: DayNews, names: Mapping[int, str], most: int, par: DayScore | None = None) -> str:
    """Return the best of a game in one line: ``Gin: 1. Ala +31, 2. Kuba +20 · par +12``."""
    lines = (
        NO_BREAK.join((f"{one.place}.", _name(texts, one, names), gain(one.score.points))) for one in news.top[:most]
    )
    game, best = bold(variant_name(texts, news.game)), listed(texts, lines)
    if par is None:
        return texts.t("{game}: {best}", game=game, best=best)
    return texts.t("{game}: {best} · par {par}", game=game, best=best, par=gain(par.points))


def _name(texts: Texts, one: DayPlace, names: Mapping[int, str]) -> str:
    return plain_name(member_name(texts, one.user, names))


@dataclass(slots=True, eq=False)
class DayPosts:
    """Posts the news of days. It implements `bot.play.state.days.DayAnnouncer`."""

    channels: Channels
    servers: Servers
    tables: Tables
    studio: Studio
    names: Names
    catalogs: Catalogs
    clock: Clock

    async def post(self, post: DayPost) -> int | None:
        """Post the news of a day silently, and return the message's id; None to try again later, 0 if refused."""
        about = {"guild": post.guild, "channel": post.channel}
        try:
            async with asyncio.timeout(PATIENCE):
                message = await self._message(post)
                same = Post(("daily", post.guild, post.day), lasting=True, final=True)
                return await self.channels.post(post.guild, post.channel, message, same)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            logger.warning("the daily message was rejected", extra={**about, "trouble": trouble.name})
            if trouble is Trouble.NO_CHANNEL:
                await self._forget(post)
            return REFUSED if trouble in _REFUSED else None
        except (OSError, TimeoutError, StoreError) as error:
            logger.warning("the daily message waits: %s", type(error).__name__, extra=about)
            return None

    async def _message(self, post: DayPost) -> Message:
        """Show the day in the language of the server. Raises StoreError."""
        texts = self.catalogs.texts(self.channels.locale(post.guild), self.channels.look(post.guild))
        news = _shown(post)
        names = await self.names.names(post.guild, {one.user for game in news for one in game.top})
        async with self.studio.low_priority():
            best = await self._best_hand(news[0], names, texts)
        message = Message(
            lambda detail: news_screen(texts, post, names, best, detail),
            files=() if best.file is None else (best.file,),
            silent=True,
        )
        return message.without_pictures() if texts.spells_cards else message

    async def _best_hand(self, news: DayNews, names: Mapping[int, str], texts: Texts) -> BestHand:
        """Show the best hand; its player is named only if the message names them anyway. Raises StoreError."""
        if news.best is None:
            return NO_HAND
        try:
            table = await self.tables.get(news.best)
        except UnknownTable:
            return NO_HAND
        view, scene = table.view(None), scene_of(table, texts)
        named = {one.user for one in news.top} & {player.user for player in table.row.seats}
        scene = replace(scene, row=anonymous(table.row, texts, {user: names.get(user, "") for user in named}))
        words = (outcome_title(texts, view.deals[-1], scene.names), *SCREENS[view.family].deal_lines(scene, view))
        if not SCREENS[view.family].shows_hands(view):
            return BestHand(None, words)
        drawn = await self.studio.ending(view, picture_names(scene), texts)
        return BestHand(named_by_content("daily", drawn.png, drawn.alt), words)

    async def _forget(self, post: DayPost) -> None:
        """Forget a channel that was deleted, unless admins have chosen another one."""

        def without(server: Server) -> Server:
            same = server.daily is not None and server.daily.channel == post.channel
            return replace(server, daily=None) if same else server

        with suppress(StoreError):  # the next message tries again
            entry = AuditEntry(post.guild, self.clock(), 0, GONE, str(post.channel))
            await self.servers.change(post.guild, without, entry)
