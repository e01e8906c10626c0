"""The `/league` commands and clicks on their screens: standings, profiles, head-to-head records, game history.

Each click is answered with the current state.
"""

import logging
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.values import Status
from bot.ratings.ports import RequestRefused
from bot.ratings.rating import FIRST, SURE_FROM, shown
from bot.ratings.values import ALL_TIME, RANKED_FROM, RatingsReason, Scope, Season
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.ratings import season_name
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.command_texts import ENGLISH
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import ALL_GAMES, GAME, RATINGS
from cogs.edge.languages import Languages, is_typed
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut, layout, small, text, title
from cogs.edge.messages import Detail, Message
from cogs.edge.notices import Meaningless
from cogs.standings.screens import history, profile, standings
from cogs.standings.screens.standings import scope_from
from cogs.standings.standings_messages import StandingsMessages, Viewer
from cogs.table.commands import VARIANTS
from cogs.table.documents import led_back, proof_of, record_of
from cogs.table.table_messages import scene_of, seat_at

logger = logging.getLogger(__name__)

_MOST_PAGES: Final = 10**6


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class StandingsCommands(
    commands.GroupCog, group_name="league", group_description="Standings, profiles and games of this server"
):
    """The commands for the results of this server."""

    def __init__(self, runner: CommandRunner, showing: StandingsMessages) -> None:
        super().__init__()
        self._runner = runner
        self._showing = showing

    @app_commands.command(name="standings", description="Show the standings of this server")
    @app_commands.describe(
        season="Which season (default: the current one)",
        variant="Which game (default: all)",
        public="Post them in the channel for everyone to see",
    )
    @app_commands.choices(variant=VARIANTS)
    async def standings(
        self,
        interaction: discord.Interaction,
        season: str | None = None,
        variant: str | None = None,
        public: bool = False,
    ) -> None:
        """Show standings."""

        async def reply() -> Reply:
            scope = None if variant is None else Variant(variant)
            guild = interaction.guild_id or 0
            number = await self._season_named(guild, season)
            viewer = self._viewer(interaction, public=public)
            message = await self._showing.standings(viewer, guild, number, scope)
            return Show(message, Where.POST) if public else Show(message)

        await self._runner.give(interaction, Where.PUBLIC if public else Where.PRIVATE, reply)

    @standings.autocomplete("season")
    async def seasons(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the seasons whose names contain ``current``, newest first."""
        texts = self._runner.texts(interaction)
        try:
            kept = await self._showing.seasons(interaction.guild_id or 0)
        except StoreError:
            logger.exception("seasons can't be read", extra={"guild": interaction.guild_id})
            return []
        seasons: list[Season | None] = [*sorted(kept, key=lambda one: one.number, reverse=True), None]
        found = [
            (season_name(texts, one), ALL_TIME if one is None else one.number)
            for one in seasons
            if is_typed(current, season_name(texts, one), season_name(ENGLISH, one))
        ]
        offered = [Choice(name=cut(name, LONGEST_OPTION), value=str(number)) for name, number in found]
        return offered[:LONGEST_LIST]

    @app_commands.command(name="profile", description="Show a player's rating, wins and achievements")
    @app_commands.describe(member="Which player (default: you)")
    async def profile(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Show a profile privately."""
        user = (member or interaction.user).id

        async def reply() -> Reply:
            return Show(await self._showing.profile(self._viewer(interaction), interaction.guild_id or 0, user))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @app_commands.command(name="versus", description="Compare two players")
    @app_commands.describe(member="Compare with an opponent", other="The other player (default: you)")
    async def versus(
        self, interaction: discord.Interaction, member: discord.User, other: discord.User | None = None
    ) -> None:
        """Show the head-to-head record of two players; ``other`` is the user by default."""
        one = (other or interaction.user).id

        async def reply() -> Reply:
            if one == member.id:
                texts = self._runner.texts(interaction)
                return notice(texts.t("Choose two different players."))
            viewer = self._viewer(interaction)
            return Show(await self._showing.versus(viewer, interaction.guild_id or 0, one, member.id))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @app_commands.command(name="history", description="List finished games")
    @app_commands.describe(member="Which player (default: you)")
    async def history(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Show games, newest first."""
        user = (member or interaction.user).id

        async def reply() -> Reply:
            return Show(await self._showing.history(self._viewer(interaction), interaction.guild_id or 0, user))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    def _viewer(self, interaction: discord.Interaction, *, public: bool = False) -> Viewer:
        """Return the viewer: the user in their own language, or everyone in the server's."""
        if public:
            return Viewer(self._runner.languages.for_server(interaction))
        return Viewer(self._runner.texts(interaction), interaction.user.id, interaction.id)

    async def _season_named(self, guild: int, typed: str | None) -> int:
        """Return the season typed as a number or name. Raises RequestRefused, StoreError."""
        if typed is None:
            return await self._showing.season(guild)
        named, seasons = typed.strip().casefold(), await self._showing.seasons(guild)
        numbers = {str(number): number for number in (ALL_TIME, *(season.number for season in seasons))}
        names = {season.name.casefold(): season.number for season in seasons}
        number = numbers.get(named, names.get(named))  # a name may be a number, too
        if number is None:
            raise RequestRefused(RatingsReason.NO_SUCH_SEASON)
        return number


def ratings_screen(texts: Texts) -> ui.LayoutView:
    """Explain ratings."""
    return layout(
        text(
            title(texts.t("What's a rating?")),
            texts.t(
                "A number for how well you play. Everyone starts at {first}. Beating a stronger player gains more than "
                "beating a weaker one, and losing to a weaker player costs more.",
                first=shown(FIRST),
            ),
            texts.t("- Gin, Basic Rummy and German Rummy each have a rating, and there's one for all games."),
            texts.n(
                "- It's provisional at first and moves fast. After {n} rated game it settles.",
                "- It's provisional at first and moves fast. After {n} rated games it settles.",
                SURE_FROM,
            ),
            texts.n("- You're ranked after {n} rated game.", "- You're ranked after {n} rated games.", RANKED_FROM),
            texts.t("- Games with computers, friendly games and training don't count."),
            small(texts.t("`{/league standings}` shows everyone, `{/league profile}` your own curve.")),
        )
    )


@dataclass(slots=True, eq=False)
class StandingsClicks:
    """Handles clicks on standings, profiles and games.

    Answers are private, in the user's language. Only shared ones are posted in the channel, in the server's language.
    """

    languages: Languages
    tables: Tables
    showing: StandingsMessages

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            standings.STANDINGS: PageRoute(self._standings),
            standings.ME: PageRoute(self._me),
            standings.SEASON: PageRoute(self._season),
            standings.SCOPE: PageRoute(self._scope),
            standings.SHARE: PageRoute(self._share_standings, Where.POST),
            profile.PROFILE: PageRoute(self._profile),
            profile.RIVAL: PageRoute(self._rival),
            profile.SHARE: PageRoute(self._share_profile, Where.POST),
            profile.VERSUS: PageRoute(self._versus),
            profile.SHARE_VERSUS: PageRoute(self._share_versus, Where.POST),
            history.HISTORY: PageRoute(self._history),
            history.PICK: PageRoute(self._pick),
            GAME: PageRoute(self._game),
            RATINGS: PageRoute(self._ratings),
            history.RECORD: PageRoute(self._record),
            history.VERIFY: PageRoute(self._verify),
        }

    async def _standings(self, click: PageClick) -> Reply:
        season, scope = click.number(0), _scope(click.argument(1))
        return await self._page(click, season, scope, click.number(2, most=_MOST_PAGES))

    async def _me(self, click: PageClick) -> Reply:
        """Show the page with the user's row, or the first page with a notice if they have no row."""
        season, scope = await self.showing.season(click.guild, click.number(0)), _scope(click.argument(1))
        number = await self.showing.page_of(click.guild, season, scope, click.user)
        if number is None:
            notice = click.texts.t("You aren't in these standings yet. Play a rated game to get in.")
            return await self._page(click, season, scope, 0, notice)
        return await self._page(click, season, scope, number)

    async def _season(self, click: PageClick) -> Reply:
        return await self._page(click, number_in(click.choice, ALL_TIME), _scope(click.argument(0)), 0)

    async def _scope(self, click: PageClick) -> Reply:
        """Show the standings of another variant, or of all games."""
        return await self._page(click, click.number(0), _scope(click.choice), 0)

    async def _page(self, click: PageClick, season: int, scope: Scope, number: int, notice: str = "") -> Reply:
        """Show a page of standings privately, of the current season if ``season`` doesn't exist."""
        known = await self.showing.season(click.guild, season)
        return Show(await self.showing.standings(_viewer(click), click.guild, known, scope, number, notice=notice))

    async def _share_standings(self, click: PageClick) -> Reply:
        season, scope = await self.showing.season(click.guild, click.number(0)), _scope(click.argument(1))
        number = click.number(2, most=_MOST_PAGES)
        return Show(await self.showing.standings(self._all(click), click.guild, season, scope, number), Where.POST)

    async def _profile(self, click: PageClick) -> Reply:
        return Show(await self.showing.profile(_viewer(click), click.guild, click.number(0, 1)))

    async def _rival(self, click: PageClick) -> Reply:
        return await self._two(click, click.number(0, 1), number_in(click.choice, 1))

    async def _share_profile(self, click: PageClick) -> Reply:
        return Show(await self.showing.profile(self._all(click), click.guild, click.number(0, 1)), Where.POST)

    async def _versus(self, click: PageClick) -> Reply:
        return await self._two(click, click.number(0, 1), click.number(1, 1))

    async def _two(self, click: PageClick, one: int, other: int) -> Reply:
        """Show the head-to-head record of two players. Raises Meaningless if they are the same."""
        if one == other:
            raise Meaningless
        return Show(await self.showing.versus(_viewer(click), click.guild, one, other))

    async def _share_versus(self, click: PageClick) -> Reply:
        one, other = click.number(0, 1), click.number(1, 1)
        if one == other:
            raise Meaningless
        return Show(await self.showing.versus(self._all(click), click.guild, one, other), Where.POST)

    async def _history(self, click: PageClick) -> Reply:
        user, number = _whose(click.argument(0)), click.number(1, most=_MOST_PAGES)
        return Show(await self.showing.history(_viewer(click), click.guild, user, number))

    async def _pick(self, click: PageClick) -> Reply:
        return await self._one(click, number_in(click.choice, 1), click.argument(0), click.number(1, most=_MOST_PAGES))

    async def _game(self, click: PageClick) -> Reply:
        return await self._one(click, click.number(0, 1), click.argument(1), click.number(2, most=_MOST_PAGES))

    async def _one(self, click: PageClick, table: int, whose: str, number: int) -> Reply:
        """Show the result of a game. Raises Meaningless if the server has no such game."""
        _whose(whose)
        message = await self.showing.game(_viewer(click), click.guild, table, whose, number)
        if message is None:
            raise Meaningless
        return Show(message)

    async def _ratings(self, click: PageClick) -> Reply:
        """Explain ratings, with the way back to the table of the button; those of earlier versions name none."""
        reply = Show(Message(lambda _: ratings_screen(click.texts)))
        if not click.asked.arguments:
            return reply
        table = await self._table(click)
        return led_back(reply, scene_of(table, click.texts, seat_at(table, click.user)))

    async def _record(self, click: PageClick) -> Reply:
        return _led_back(click, await record_of(await self._table(click), click.texts))

    async def _verify(self, click: PageClick) -> Reply:
        return _led_back(click, await proof_of(await self._table(click), click.texts))

    async def _table(self, click: PageClick) -> Table:
        """Return the table of a finished game of this server. Raises Meaningless if there is no such table."""
        try:
            table = await self.tables.get(click.number(0, 1))
        except UnknownTable:
            raise Meaningless from None
        if table.row.guild != click.guild or table.row.status is not Status.OVER:
            raise Meaningless
        return table

    def _all(self, click: PageClick) -> Viewer:
        """Return the viewer of a public message: everyone, in the server's language."""
        return Viewer(self.languages.for_server(click.interaction))


def _viewer(click: PageClick) -> Viewer:
    """Return the viewer of a private message: the user, in their own language."""
    return Viewer(click.texts, click.user, click.interaction.id)


def _scope(word: str) -> Scope:
    """Parse a scope. Raises Meaningless."""
    try:
        return scope_from(word)
    except ValueError:
        raise Meaningless from None


def _whose(word: str) -> int | None:
    """Parse a user; None for all players. Raises Meaningless."""
    return None if word == ALL_GAMES else number_in(word, 1)


def _led_back(click: PageClick, reply: Show) -> Show:
    table, whose, number = click.number(0, 1), click.argument(1), click.number(2, most=_MOST_PAGES)
    _whose(whose)
    message = reply.message

    def screen(detail: Detail) -> ui.LayoutView:
        shown = message.layout(detail)
        return layout(shown.children, history.back_to_game(click.texts, table, whose, number))

    return replace(reply, message=replace(message, layout=screen))
