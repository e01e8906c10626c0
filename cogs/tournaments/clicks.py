"""Leagues with fixtures, for those who play: `/league join` and `fixtures`, and all that can be clicked about them."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.play.errors import StoreError
from bot.play.tournament_values import TournamentRow
from bot.ratings.ports import RequestRefused
from bot.text.catalogs import Texts
from bot.tournaments.refusals import TournamentReason
from bot.tournaments.tournament import find, matchdays, open_fixtures
from bot.tournaments.values import Stage, TournamentFormat
from cogs.edge.answers import Private, Reply, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.commands import CommandRunner
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.table.room import TableEdge
from cogs.table.screens.parts import LONGEST_LIST, LONGEST_OPTION, cut, plain_name
from cogs.tournaments.playing import FixtureTables
from cogs.tournaments.screens.parts import league_link
from cogs.tournaments.screens.private import (
    fixtures_screen,
    leagues_screen,
    rules_screen,
    table_screen,
    withdrawal_screen,
)
from cogs.tournaments.tournament_messages import TournamentMessages, parts_now

logger = logging.getLogger(__name__)

_LOOKED_AT: Final = (Stage.RUNNING, Stage.JOINING, Stage.OVER)
"""What leagues are at that somebody may want to look at, the likeliest first."""


class TournamentActions:
    """Answers what somebody asks about the leagues of their server."""

    def __init__(self, room: TableEdge) -> None:
        self.room = room
        self.tournaments = room.deps.tournaments
        self.showing = TournamentMessages(room.deps.studio, room.deps.names, room.deps.tables)

    async def leagues(self, guild: int) -> Sequence[TournamentRow]:
        """List the leagues of a server that were not cancelled, those that go on first."""
        return [row for row in await self.tournaments.of_guild(guild) if row.contest.stage is not Stage.CANCELLED]

    async def league(self, guild: int, number: int) -> TournamentRow:
        """Find a league of a server. Refusal if it has none of that number."""
        row = await self.tournaments.get(number)
        if row.guild != guild:
            raise RequestRefused(TournamentReason.GONE)
        return row

    async def named(self, guild: int, typed: str, stages: Collection[Stage]) -> TournamentRow:
        """Find the league that somebody typed: its number from the list, or its name; those at these stages first."""
        wanted, rows = typed.strip().casefold(), await self.tournaments.of_guild(guild)
        chosen = [row for row in rows if wanted == str(row.id)]
        found = chosen or [row for row in rows if wanted == row.name.casefold()]  # names may be numbers, too
        if not found:
            raise RequestRefused(TournamentReason.GONE)
        return next((row for row in found if row.contest.stage in stages), found[0])

    async def join(self, user: int, row: TournamentRow, texts: Texts) -> Reply:
        """Let somebody take part."""
        row = await self.tournaments.join(row.id, user)
        line = texts.t(
            "You take part in the league {name}. You are called here when you have somebody to play: {link}",
            name=plain_name(row.name, len(row.name)),
            link=league_link(row),
        )
        return self.room.notice(line)

    async def day(
        self, user: int, row: TournamentRow, texts: Texts, matchday: int | None = None, notice: str = ""
    ) -> Reply:
        """Show a matchday of a league to somebody, the one that runs if none is named."""
        number = max(1, row.contest.matchday) if matchday is None else matchday
        if number > max(1, matchdays(row.contest)):
            raise Meaningless
        scene = await self.showing.scene(row, texts)
        others = await self.leagues(row.guild)
        return Private(Message(lambda _: fixtures_screen(scene, user, number, others, notice)))

    async def choices(self, guild: int | None, typed: str, stages: Collection[Stage]) -> list[Choice[str]]:
        """Offer the leagues at these stages whose names hold what has been typed so far."""
        try:
            rows = await self.tournaments.of_guild(guild or 0)
        except StoreError:
            logger.exception("leagues can't be read", extra={"guild": guild})
            return []
        wanted = typed.strip().casefold()
        found = [row for row in rows if row.contest.stage in stages and wanted in row.name.casefold()]
        return [Choice(name=cut(row.name, LONGEST_OPTION), value=str(row.id)) for row in found[:LONGEST_LIST]]


class TournamentClicks:
    """Carries out what is clicked about leagues."""

    def __init__(self, room: TableEdge) -> None:
        self._room = room
        self._desk = TournamentActions(room)
        self._playing = FixtureTables(room)

    @property
    def handlers(self) -> PageHandlers:
        """Say who carries out what."""
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

    async def _league(self, press: PageClick) -> TournamentRow:
        """Find the league that something was clicked about; what shows it is brought up to date too."""
        row = await self._desk.league(press.guild, press.number(0, 1))
        self._room.deps.tournament_announcer.changed(row)
        return row

    async def _join(self, press: PageClick) -> Reply:
        """Let somebody take part."""
        return await self._desk.join(press.user, await self._league(press), press.texts)

    async def _enter(self, press: PageClick) -> Reply:
        """Let somebody take part in a league that they chose from a list."""
        row = await self._desk.league(press.guild, number_in(press.choice, 1))
        return await self._desk.join(press.user, row, press.texts)

    async def _leave(self, press: PageClick) -> Reply:
        """Take somebody out before the draw; after it, ask first."""
        row, texts = await self._league(press), press.texts
        if row.contest.stage is Stage.RUNNING:
            if not any(one.user == press.user and not one.withdrawn for one in row.contest.entrants):
                raise RequestRefused(TournamentReason.NOT_IN)
            scene = await self._desk.showing.scene(row, texts)
            return Private(Message(lambda _: withdrawal_screen(scene)))
        await self._desk.tournaments.withdraw(row.id, press.user)
        name = plain_name(row.name, len(row.name))
        left = texts.t("You have left the league {name}; you may join again until it is drawn.", name=name)
        return self._room.notice(left)

    async def _withdraw(self, press: PageClick) -> Reply:
        """Take somebody out of a league that runs."""
        row = await self._league(press)
        await self._desk.tournaments.withdraw(row.id, press.user)
        name = plain_name(row.name, len(row.name))
        return self._room.notice(press.texts.t("You have withdrawn from the league {name}.", name=name))

    async def _rules(self, press: PageClick) -> Reply:
        """Tell all rules of a league."""
        scene = await self._desk.showing.scene(await self._league(press), press.texts)
        return Private(Message(lambda _: rules_screen(scene)))

    async def _play(self, press: PageClick) -> Reply:
        """Sit somebody down at the table of their fixture, or show where it is."""
        row = await self._league(press)
        return await self._playing.play(press.interaction, row, find(row.contest, press.number(1, 1)))

    async def _mine(self, press: PageClick) -> Reply:
        """Sit somebody down at the table of what they have to play now."""
        row, texts = await self._league(press), press.texts
        own = [fixture for fixture in open_fixtures(row.contest) if press.user in fixture.pair]
        if not own:
            return await self._desk.day(press.user, row, texts, notice=texts.t("You have nothing to play here now."))
        waiting = [fixture for fixture in own if not fixture.playing]
        return await self._playing.play(press.interaction, row, (waiting or own)[0])

    async def _day(self, press: PageClick) -> Reply:
        """Show a matchday."""
        return await self._desk.day(press.user, await self._league(press), press.texts, press.number(1, 1))

    async def _see(self, press: PageClick) -> Reply:
        """Show the league that somebody chose from a list."""
        row = await self._desk.league(press.guild, number_in(press.choice, 1))
        return await self._desk.day(press.user, row, press.texts)

    async def _table(self, press: PageClick) -> Reply:
        """Show a page of a league's table, or its bracket."""
        row = await self._league(press)
        scene = await self._desk.showing.scene(row, press.texts)
        first = press.number(1, 0, max(0, len(row.contest.entrants) - 1))
        parts = parts_now(row) if row.contest.format is TournamentFormat.KNOCKOUT else (first,)
        files = await self._desk.showing.pictures(scene, parts, press.user)
        return Private(Message(lambda dress: table_screen(replace(scene, dress=dress), first, files), files))


class TournamentCommands(commands.Cog):
    """Commands about leagues with fixtures; `cogs.standings.commands` puts the parts of `/league` together."""

    _desk: CommandRunner

    @app_commands.command(name=locale_str("join"), description=locale_str("Take part in a league before it is drawn"))
    @app_commands.describe(league=locale_str("Which league, if several can be joined"))
    @app_commands.rename(league=locale_str("league"))
    async def join(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Let somebody take part in the only league that can be joined, or in the one that they name."""
        desk, guild = TournamentActions(self._desk.room), interaction.guild_id or 0
        texts = desk.room.private_texts(interaction)

        async def reply() -> Reply:
            if league is not None:
                return await desk.join(interaction.user.id, await desk.named(guild, league, (Stage.JOINING,)), texts)
            joinable = [row for row in await desk.leagues(guild) if row.contest.stage is Stage.JOINING]
            if len(joinable) == 1:
                return await desk.join(interaction.user.id, joinable[0], texts)
            if joinable:
                return Private(Message(lambda _: leagues_screen(texts, joinable, "fx-enter")))
            return desk.room.notice(
                texts.t(
                    "No league can be joined now; those who manage this server open one with "
                    "`/rummy-admin league open`."
                )
            )

        await self._desk.give(interaction, Where.PRIVATE, reply)

    @join.autocomplete("league")
    async def leagues_to_join(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the leagues that can be joined."""
        return await TournamentActions(self._desk.room).choices(interaction.guild_id, current, (Stage.JOINING,))

    @app_commands.command(name=locale_str("fixtures"), description=locale_str("Who meets whom, and how it ended"))
    @app_commands.describe(league=locale_str("Which league; the one that runs, if you leave it out"))
    @app_commands.rename(league=locale_str("league"))
    async def fixtures(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Show the matchday that runs, and lead to all others."""
        desk, guild = TournamentActions(self._desk.room), interaction.guild_id or 0
        texts = desk.room.private_texts(interaction)

        async def reply() -> Reply:
            if league is not None:
                row = await desk.named(guild, league, _LOOKED_AT)
                return await desk.day(interaction.user.id, row, texts)
            rows = await desk.leagues(guild)
            shown = min(rows, key=lambda row: _LOOKED_AT.index(row.contest.stage), default=None)
            if shown is None:
                return desk.room.notice(
                    texts.t(
                        "There is no league here yet; those who manage this server open one with "
                        "`/rummy-admin league open`."
                    )
                )
            return await desk.day(interaction.user.id, shown, texts)

        await self._desk.give(interaction, Where.PRIVATE, reply)

    @fixtures.autocomplete("league")
    async def leagues_to_see(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the leagues that there are."""
        return await TournamentActions(self._desk.room).choices(interaction.guild_id, current, _LOOKED_AT)
