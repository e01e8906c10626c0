"""The `/tournament` commands, clicks on the buttons and selects of tournaments, and the answers that admins share."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import StoreError
from bot.play.state.people import PeopleStore
from bot.play.state.ports import Clock
from bot.play.state.tournament_ports import TournamentRow
from bot.ratings.ports import RequestRefused
from bot.text.catalogs import Texts
from bot.text.lists import day_of
from bot.tournaments.tournament import find, matchdays, open_fixtures
from bot.tournaments.values import TournamentFormat, TournamentReason, TournamentStage
from cogs.edge.answers import Ask, Reply, Show, Where, notice
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.commands import CommandRunner
from cogs.edge.languages import is_typed
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut, plain_name
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.edge.times_of_day import minutes_of, zone_named
from cogs.tournaments.playing import FixtureTables
from cogs.tournaments.posts import TournamentMessages, TournamentUpdates, parts_now
from cogs.tournaments.screens import private
from cogs.tournaments.screens.tournament import TIME, tournament_link

logger = logging.getLogger(__name__)

_SHOWN: Final = (TournamentStage.RUNNING, TournamentStage.JOINING, TournamentStage.OVER)
"""Stages of tournaments that can be shown, in the order in which one is picked by default."""
_HIGHEST: Final = 10**14
"""The latest time in a custom id, in epoch milliseconds."""


@dataclass(slots=True, eq=False)
class TournamentActions:
    """Finds a server's tournaments, and answers requests about them."""

    tournaments: Tournaments
    showing: TournamentMessages

    async def shown(self, guild: int) -> Sequence[TournamentRow]:
        """Return a server's tournaments except canceled ones, active ones first."""
        return [
            row
            for row in await self.tournaments.of_guild(guild)
            if row.tournament.stage is not TournamentStage.CANCELED
        ]

    async def get(self, guild: int, number: int) -> TournamentRow:
        """Return a server's tournament by number. Raises RequestRefused if the server has no such tournament."""
        row = await self.tournaments.get(number)
        if row.guild != guild:
            raise RequestRefused(TournamentReason.GONE)
        return row

    async def named(self, guild: int, typed: str, stages: Collection[TournamentStage]) -> TournamentRow:
        """Return the tournament typed by number or name, preferring those in ``stages``. Raises RequestRefused."""
        wanted, rows = typed.strip().casefold(), await self.tournaments.of_guild(guild)
        chosen = [row for row in rows if wanted == str(row.id)]
        found = chosen or [row for row in rows if wanted == row.name.casefold()]  # a name may be a number, too
        if not found:
            raise RequestRefused(TournamentReason.GONE)
        return next((row for row in found if row.tournament.stage in stages), found[0])

    async def join(self, user: int, row: TournamentRow, texts: Texts) -> Reply:
        """Add a player to a tournament that hasn't been drawn yet."""
        row = await self.tournaments.join(row.id, user)
        line = texts.t(
            "You joined the tournament {name}. You get a ping when you have a game to play: {link}",
            name=plain_name(row.name, len(row.name)),
            link=tournament_link(row),
        )
        return notice(line)

    async def day(
        self, user: int, row: TournamentRow, texts: Texts, matchday: int | None = None, notice: str = ""
    ) -> Reply:
        """Show a matchday of a tournament, by default the current one. Raises Meaningless if it doesn't exist."""
        number = max(1, row.tournament.matchday) if matchday is None else matchday
        if number > max(1, matchdays(row.tournament)):
            raise Meaningless
        scene = await self.showing.scene(row, texts)
        others = await self.shown(row.guild)
        return Show(Message(lambda _: private.fixtures_screen(scene, user, number, others, notice)))

    async def choices(self, guild: int | None, typed: str, stages: Collection[TournamentStage]) -> list[Choice[str]]:
        """Return autocomplete choices: the tournaments in ``stages`` whose names contain ``typed``."""
        try:
            rows = await self.tournaments.of_guild(guild or 0)
        except StoreError:
            logger.exception("tournaments can't be read", extra={"guild": guild})
            return []
        found = [row for row in rows if row.tournament.stage in stages and is_typed(typed, row.name)]
        return [Choice(name=cut(row.name, LONGEST_OPTION), value=str(row.id)) for row in found[:LONGEST_LIST]]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class TournamentCommands(
    commands.GroupCog, group_name="tournament", group_description="Tournaments of this server: join, fixtures, results"
):
    """The commands for players of tournaments."""

    def __init__(self, runner: CommandRunner, actions: TournamentActions) -> None:
        super().__init__()
        self._runner = runner
        self._actions = actions

    @app_commands.command(name="join", description="Join a tournament before the draw")
    @app_commands.describe(tournament="Which tournament, if there are several to join")
    async def join(self, interaction: discord.Interaction, tournament: str | None = None) -> None:
        """Join the named tournament, or the only one that can be joined."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._join(interaction, tournament))

    @join.autocomplete("tournament")
    async def tournaments_to_join(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the tournaments that can be joined."""
        return await self._actions.choices(interaction.guild_id, current, (TournamentStage.JOINING,))

    @app_commands.command(name="fixtures", description="Show the fixtures and results of a tournament")
    @app_commands.describe(tournament="Which tournament (default: the current one)")
    async def fixtures(self, interaction: discord.Interaction, tournament: str | None = None) -> None:
        """Show the current matchday, with buttons for all others."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._fixtures(interaction, tournament))

    @fixtures.autocomplete("tournament")
    async def tournaments_to_show(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the tournaments that can be shown."""
        return await self._actions.choices(interaction.guild_id, current, _SHOWN)

    async def _join(self, interaction: discord.Interaction, typed: str | None) -> Reply:
        actions, guild, user = self._actions, interaction.guild_id or 0, interaction.user.id
        texts = self._runner.texts(interaction)
        if typed is not None:
            return await actions.join(user, await actions.named(guild, typed, (TournamentStage.JOINING,)), texts)
        joinable = [row for row in await actions.shown(guild) if row.tournament.stage is TournamentStage.JOINING]
        if len(joinable) == 1:
            return await actions.join(user, joinable[0], texts)
        if joinable:
            return Show(Message(lambda _: private.tournaments_screen(texts, joinable, "fx-enter")))
        return notice(
            texts.t("There's no tournament to join right now. Admins open one with `{/rummy-admin tournament open}`.")
        )

    async def _fixtures(self, interaction: discord.Interaction, typed: str | None) -> Reply:
        actions, guild, user = self._actions, interaction.guild_id or 0, interaction.user.id
        texts = self._runner.texts(interaction)
        if typed is not None:
            return await actions.day(user, await actions.named(guild, typed, _SHOWN), texts)
        rows = await actions.shown(guild)
        current = min(rows, key=lambda row: _SHOWN.index(row.tournament.stage), default=None)
        if current is None:
            return notice(
                texts.t("This server has no tournaments yet. Admins open one with `{/rummy-admin tournament open}`.")
            )
        return await actions.day(user, current, texts)


@dataclass(slots=True, eq=False)
class TournamentClicks:
    """Handles clicks on tournament messages."""

    actions: TournamentActions
    playing: FixtureTables
    updates: TournamentUpdates

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            "fx-join": PageRoute(self._join, Where.PRIVATE),
            "fx-enter": PageRoute(self._enter, Where.PRIVATE),
            "fx-leave": PageRoute(self._leave, Where.PRIVATE),
            "fx-out": PageRoute(self._withdraw, Where.PRIVATE),
            "fx-rules": PageRoute(self._rules, Where.PRIVATE),
            "fx-play": PageRoute(self._play, Where.PRIVATE),
            "fx-mine": PageRoute(self._mine, Where.PRIVATE),
            "fx-day": PageRoute(self._day, Where.PRIVATE),
            "fx-see": PageRoute(self._see, Where.PRIVATE),
            "fx-table": PageRoute(self._table, Where.PRIVATE),
        }

    async def _tournament(self, click: PageClick) -> TournamentRow:
        """Return the clicked tournament, and update its public message."""
        row = await self.actions.get(click.guild, click.number(0, 1))
        self.updates.changed(row)
        return row

    async def _join(self, click: PageClick) -> Reply:
        return await self.actions.join(click.user, await self._tournament(click), click.texts)

    async def _enter(self, click: PageClick) -> Reply:
        row = await self.actions.get(click.guild, number_in(click.choice, 1))
        return await self.actions.join(click.user, row, click.texts)

    async def _leave(self, click: PageClick) -> Reply:
        """Leave the tournament before the draw. After it, ask for confirmation."""
        row, texts = await self._tournament(click), click.texts
        if row.tournament.stage is TournamentStage.RUNNING:
            if not any(one.user == click.user and not one.withdrawn for one in row.tournament.entrants):
                raise RequestRefused(TournamentReason.NOT_IN)
            scene = await self.actions.showing.scene(row, texts)
            return Show(Message(lambda _: private.withdrawal_screen(scene)))
        await self.actions.tournaments.withdraw(row.id, click.user)
        name = plain_name(row.name, len(row.name))
        left = texts.t("You left the tournament {name}. You can join again until it is drawn.", name=name)
        return notice(left)

    async def _withdraw(self, click: PageClick) -> Reply:
        row = await self._tournament(click)
        await self.actions.tournaments.withdraw(row.id, click.user)
        name = plain_name(row.name, len(row.name))
        return notice(click.texts.t("You withdrew from the tournament {name}.", name=name))

    async def _rules(self, click: PageClick) -> Reply:
        scene = await self.actions.showing.scene(await self._tournament(click), click.texts)
        return Show(Message(lambda _: private.rules_screen(scene)))

    async def _play(self, click: PageClick) -> Reply:
        row = await self._tournament(click)
        return await self.playing.play(click.interaction, row, find(row.tournament, click.number(1, 1)))

    async def _mine(self, click: PageClick) -> Reply:
        row, texts = await self._tournament(click), click.texts
        own = [fixture for fixture in open_fixtures(row.tournament) if click.user in fixture.pair]
        if not own:
            return await self.actions.day(
                click.user, row, texts, notice=texts.t("You have no fixture to play right now.")
            )
        waiting = [fixture for fixture in own if not fixture.playing]
        return await self.playing.play(click.interaction, row, (waiting or own)[0])

    async def _day(self, click: PageClick) -> Reply:
        """Show a matchday."""
        return await self.actions.day(click.user, await self._tournament(click), click.texts, click.number(1, 1))

    async def _see(self, click: PageClick) -> Reply:
        row = await self.actions.get(click.guild, number_in(click.choice, 1))
        return await self.actions.day(click.user, row, click.texts)

    async def _table(self, click: PageClick) -> Reply:
        row = await self._tournament(click)
        scene = await self.actions.showing.scene(row, click.texts)
        first = click.number(1, 0, max(0, len(row.tournament.entrants) - 1))
        parts = parts_now(row) if row.tournament.format is TournamentFormat.KNOCKOUT else (first,)
        files = await self.actions.showing.pictures(scene, parts, click.user)
        return Show(Message(lambda detail: private.table_screen(replace(scene, detail=detail), first, files), files))


@dataclass(slots=True, eq=False)
class MeetingClicks:
    """Handles *Set a time*, *Suggest a time* and *Accept*."""

    actions: TournamentActions
    people: PeopleStore
    clock: Clock

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            TIME: PageRoute(self._show),
            private.SUGGEST: PageRoute(self._suggest, Where.NOW),
            private.ACCEPT: PageRoute(self._accept),
        }

    async def _show(self, click: PageClick) -> Reply:
        return await self._times(click, await self.actions.get(click.guild, click.number(0, 1)))

    async def _accept(self, click: PageClick) -> Reply:
        row = await self.actions.get(click.guild, click.number(0, 1))
        at = click.number(2, 0, _HIGHEST)
        row = await self.actions.tournaments.accept(row.id, click.number(1, 1), click.user, at)
        return await self._times(click, row, private.agreed_words(click.texts, at))

    async def _suggest(self, click: PageClick) -> Reply:
        """Open the modal, or suggest the time that was typed there."""
        row = await self.actions.get(click.guild, click.number(0, 1))
        fixture = click.number(1, 1)
        if click.user not in find(row.tournament, fixture).pair:
            raise RequestRefused(TournamentReason.NOT_YOURS)
        if not click.is_modal:
            quiet = (await self.people.get(click.user)).quiet
            zone = "" if quiet is None else quiet.zone
            here = datetime.fromtimestamp(self.clock() / 1000, ZoneInfo(zone) if zone else UTC)
            tomorrow = (here + timedelta(days=1)).date().isoformat()
            return Ask(private.suggestion_modal(click.texts, (row.id, fixture), tomorrow, zone))
        told, at = _typed_time(click)
        if at is None:
            return notice(told)
        row = await self.actions.tournaments.suggest(row.id, fixture, click.user, at)
        return await self._times(click, row, private.suggested_words(click.texts, at))

    async def _times(self, click: PageClick, row: TournamentRow, told: str = "") -> Reply:
        scene = await self.actions.showing.scene(row, click.texts)
        own = [one for one in open_fixtures(row.tournament) if click.user in one.pair and not one.playing]
        return Show(Message(lambda _: private.times_screen(scene, click.user, own, told)))


def _typed_time(click: PageClick) -> tuple[str, int | None]:
    """Return the typed day and time in a time zone in epoch milliseconds; None if one isn't understood, and which.

    A day is read as in the reader's language; there are several ways to write one in English.
    """
    texts, (day, clock, zone) = click.texts, (click.typed(field) for field in ("day", "time", "zone"))
    on = day_of(day, click.interaction.locale.value if texts.language == "en" else texts.language)
    minutes, place = minutes_of(clock), zone_named(zone)
    if on is None:
        return texts.t("{typed} isn't a day. Write it like 2026-11-28.", typed=plain_name(day)), None
    if minutes is None:
        return texts.t("{typed} isn't a time. Write it like 22:00 or 10 pm.", typed=plain_name(clock)), None
    if place is None:
        return texts.t(
            "{typed} isn't a time zone. Type the name of a large city near you, such as Warsaw.", typed=plain_name(zone)
        ), None
    at = datetime.combine(on, time(minutes // 60, minutes % 60), ZoneInfo(place))
    return "", round(at.timestamp() * 1000)
