"""`/rummy daily`, the clicks on its screens, and the message about the day before where admins want one."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.days.calendar import GAMES, news_at
from bot.play.service.days import Days
from bot.play.service.tables import Tables
from bot.play.state.days import DayPost, DayStanding
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.people import Server, Servers
from bot.play.state.ports import Clock, Names
from bot.play.state.values import MINUTE
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs, Texts
from bot.text.days import against_par, share_line, standing_words
from bot.text.games import variant_label
from bot.text.players import computer_names
from cogs.daily.screens import (
    EVERYONE,
    PLAY,
    ROWS,
    RULES,
    VERIFY,
    RankingPage,
    day_screen,
    news_screen,
    proof_file,
    proof_screen,
    ranking_screen,
    rules_screen,
    shown_news,
)
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.channels import DiscordChannels
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.command_texts import choice
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import DAILY, DAY_HERE, DAY_RANKING, DAY_SHARE, HERE, button, daily_button, page_id
from cogs.edge.languages import Languages
from cogs.edge.layout import GOLD, bold, layout, plain_name, rows, text
from cogs.edge.messages import Message, Post, Trouble, trouble_of
from cogs.edge.notices import Meaningless
from cogs.table.day_results import DayHands, DayResults, standing_lines
from cogs.table.table_replies import TableReplies

_MOST: Final = 10**6
"""The highest day and page in a custom id."""
PATIENCE: Final = 20.0
"""Seconds to draw and post the news of a day. After that it's tried again later."""
GONE: Final = "daily-gone"
"""The audit log's word for a daily message whose channel was deleted. The actor is 0."""
REFUSED: Final = 0
_MOST_NEWER: Final = 100
_REFUSALS: Final = (Trouble.FORBIDDEN, Trouble.NO_CHANNEL, Trouble.GONE, Trouble.REFUSED)
"""Errors that a retry wouldn't fix."""
_OFFERED: Final = [choice(partial(variant_label, variant=game), game.value) for game in GAMES]


logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False, kw_only=True)
class Daily:
    """Shows the daily deal to one person: in a server or in direct messages, always privately but for *Share*."""

    languages: Languages
    days: Days
    tables: Tables
    replies: TableReplies
    names: Names

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            DAILY: PageRoute(self._opened),
            PLAY: PageRoute(lambda click: self.play(click.interaction, _game(click, 0))),
            DAY_RANKING: PageRoute(self._ranking),
            DAY_HERE: PageRoute(self._show_here),
            DAY_SHARE: PageRoute(self._share, Where.POST),
            RULES: PageRoute(self._rules),
            VERIFY: PageRoute(self._verify),
        }

    async def today(self, interaction: discord.Interaction) -> Reply:
        """Show the day with its games: what the actor has done, and the buttons that play the others."""
        texts, user = self.languages.for_user(interaction), interaction.user.id
        games = await self.days.today(user)
        codes = await self.days.codes()
        found = {one: await self.days.standing(user, one.game, one.day, interaction.guild_id) for one in games}
        results = {one: _result_words(texts, standing) for one, standing in found.items() if standing is not None}
        streak = await self.days.streak(user)
        return Show(Message(lambda _: day_screen(texts, games, codes, results, streak)))

    async def play(self, interaction: discord.Interaction, game: Variant) -> Reply:
        """Show the actor's hand in the day's deal of a game, which begins or goes on."""
        texts = self.languages.for_user(interaction)
        table, is_new = await self.days.open(
            user=interaction.user.id,
            name=interaction.user.display_name,
            game=game,
            guild=interaction.guild_id,
            names=computer_names(texts),
            interaction=interaction.id,
        )
        line = texts.t("You play this deal once, against an Expert. Discards are final.") if is_new else ""
        return await self.replies.standing(interaction, table, line)

    async def _opened(self, click: PageClick) -> Reply:
        """Show today, or the actor's result of the day and game in the button's id."""
        if not click.asked.arguments:
            return await self.today(click.interaction)
        day, game = click.number(0, 0, _MOST), _game(click, 1)
        result = await self.days.result(click.user, game, day)
        standing = await self.days.standing(click.user, game, day, click.interaction.guild_id)
        if result is None or standing is None:
            return await self.today(click.interaction)
        try:
            return await self.replies.standing(click.interaction, await self.tables.get(result.table))
        except UnknownTable:  # tables of days are deleted after a week
            back = [
                button(click.texts.p("button", "Ranking"), DAY_RANKING, day, game, HERE, 0),
                daily_button(click.texts),
            ]
            lines = standing_lines(click.texts, standing)
            return Show(Message(lambda _: layout(text(*lines), rows(back), accent=GOLD)))

    async def _ranking(self, click: PageClick) -> Reply:
        """Show a page of a ranking. In direct messages it's that of all players."""
        guild, place, page = click.interaction.guild_id, click.argument(2), click.number(3, 0, _MOST)
        if place not in (HERE, EVERYONE):
            raise Meaningless
        return await self._ranked(click, place if guild is not None else EVERYONE, page)

    async def _ranked(self, click: PageClick, place: str, page: int = 0) -> Reply:
        day, game, guild = click.number(0, 0, _MOST), _game(click, 1), click.interaction.guild_id
        of = guild if place == HERE else None
        ranking = await self.days.ranking(click.user, game, day, of, first=page * ROWS, most=ROWS)
        own = await self.days.standing(click.user, game, day, guild)
        others = [
            one
            for one in GAMES
            if one is not game and (ranking.closed or await self.days.standing(click.user, one, day, guild))
        ]
        names = await self.names.names(of, {one.user for one in ranking.lines} | {click.user})
        shown = RankingPage(
            ranking,
            place,
            page,
            click.user,
            others,
            on_server=guild is not None,
            may_show=guild is not None and own is not None and not own.is_shown_here,
        )
        return Show(Message(lambda _: ranking_screen(click.texts, shown, names)))

    async def _show_here(self, click: PageClick) -> Reply:
        """List the actor in the ranking of this server, and show it."""
        if click.interaction.guild_id is None:
            return notice(click.texts.t("That lists you in the ranking of a server, so press it on one."))
        day, game = click.number(0, 0, _MOST), _game(click, 1)
        await self.days.show_here(click.user, game, day, click.guild)
        return await self._ranked(click, HERE)

    async def _share(self, click: PageClick) -> Reply:
        """Post the actor's results of a day: points, par and days in a row, and never a card."""
        day, guild = click.number(0, 0, _MOST), click.interaction.guild_id
        found = [await self.days.standing(click.user, game, day, guild) for game in GAMES]
        finished = [one for one in found if one is not None]
        if not finished:
            raise Meaningless
        texts = click.texts if guild is None else self.languages.for_server(click.interaction)
        results = [against_par(texts, one.game, one.score, one.par) for one in finished]
        line = share_line(texts, finished[0].number, results, finished[0].streak)
        words = f"{bold(plain_name(click.name))} · {line}"
        return Show(Message(lambda _: layout(text(words), rows([daily_button(texts)]), accent=GOLD)), Where.POST)

    async def _rules(self, click: PageClick) -> Reply:
        return Show(Message(lambda _: rules_screen(click.texts)))

    async def _verify(self, click: PageClick) -> Reply:
        day, game, guild = click.number(0, 0, _MOST), _game(click, 1), click.interaction.guild_id
        proof = await self.days.proof(game, day, guild)
        if proof is None:
            raise Meaningless
        seen, link = proof.seen, ""
        if seen is not None and seen.message is not None and seen.guild == guild:
            link = f"https://discord.com/channels/{seen.guild}/{seen.channel}/{seen.message}"
        others = [one for one in GAMES if one is not game]
        file = proof_file(proof)
        return Show(
            Message(
                lambda detail: proof_screen(click.texts, proof, link, others, file if detail.files else None),
                files=() if file is None else (file,),
            )
        )


@dataclass(slots=True, eq=False)
class DayPosts:
    """Posts the news of days. It implements `bot.play.state.days.DayAnnouncer`."""

    channels: DiscordChannels
    servers: Servers
    results: DayResults
    names: Names
    catalogs: Catalogs
    clock: Clock

    async def post(self, post: DayPost) -> int | None:
        """Post the news of a day silently, and return the message's id; None to try again later, 0 if refused."""
        about = {"guild": post.guild, "channel": post.channel}
        try:
            async with asyncio.timeout(PATIENCE):
                earlier = await self._earlier(post)
                if earlier is not None:
                    return earlier
                message = await self._message(post)
                same = Post(("daily", post.guild, post.day), lasting=True, final=True)
                return await self.channels.post(post.guild, post.channel, message, same)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            logger.warning("the daily message was rejected", extra={**about, "trouble": trouble.name})
            if trouble is Trouble.NO_CHANNEL:
                await self._forget(post)
            return REFUSED if trouble in _REFUSALS else None
        except (OSError, TimeoutError, StoreError) as error:
            logger.warning("the daily message waits: %s", type(error).__name__, extra=about)
            return None

    # Discord knows the nonce of a post for a few minutes. After that only the channel shows whether a program that was
    # killed had posted.
    async def _earlier(self, post: DayPost) -> int | None:
        """Return the message that the program before has posted; None if it's too soon for that, or can't be read."""
        due = news_at(post.day, self.servers.of(post.guild).zone)
        if self.clock() - due < MINUTE:
            return None
        since = discord.utils.time_snowflake(datetime.fromtimestamp(due / 1000, UTC))
        try:
            newer = await self.channels.newer(post.channel, since, _MOST_NEWER)
        except discord.HTTPException as error:
            if trouble_of(error) is not Trouble.FORBIDDEN:
                raise
            return None
        mark = page_id(DAY_RANKING, post.day)
        return next((one.id for one in newer if one.own and f'"{mark}:' in one.json), None)

    async def _message(self, post: DayPost) -> Message:
        """Show the day in the language of the server. Raises StoreError."""
        texts = self.catalogs.texts(self.channels.locale(post.guild), self.channels.look(post.guild))
        news = shown_news(post)
        names = await self.names.names(post.guild, {one.user for game in news for one in game.top})
        best = DayHands() if news[0].best is None else await self.results.best_hands(news[0].best, names, texts)
        message = Message(lambda detail: news_screen(texts, post, names, best, detail), files=best.files, silent=True)
        return message.without_pictures() if texts.spells_cards else message

    async def _forget(self, post: DayPost) -> None:
        """Forget a channel that was deleted, unless admins have chosen another one."""

        def without(server: Server) -> Server:
            same = server.daily is not None and server.daily.channel == post.channel
            return replace(server, daily=None) if same else server

        with suppress(StoreError):  # the next message tries again
            entry = AuditEntry(post.guild, self.clock(), 0, GONE, str(post.channel))
            await self.servers.change(post.guild, without, entry)


def daily_command(runner: CommandRunner, daily: Daily) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy daily`."""

    @app_commands.command(name="daily", description="Play the daily deal: the same cards for everyone")
    @app_commands.describe(game="Which game (default: choose from both)")
    @app_commands.choices(game=_OFFERED)
    async def command(interaction: discord.Interaction, game: str | None = None) -> None:
        async def reply() -> Reply:
            return await (daily.today(interaction) if game is None else daily.play(interaction, Variant(game)))

        await runner.give(interaction, Where.PRIVATE, reply, anywhere=True)

    return command


def _game(click: PageClick, at: int) -> Variant:
    """Return the game in a button's id. Raises Meaningless if it has no daily deal."""
    game: Mapping[str, Variant] = {one.value: one for one in GAMES}
    if click.argument(at) not in game:
        raise Meaningless
    return game[click.argument(at)]


def _result_words(texts: Texts, one: DayStanding) -> str:
    result = bold(against_par(texts, one.game, one.score, one.par))
    return f"{result} · {standing_words(texts, one.beaten, one.place_of_all)}"
