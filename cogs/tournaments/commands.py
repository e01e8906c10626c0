"""The `/tournament` commands, and clicks on the buttons and selects of tournaments."""

from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.state.tournament_ports import TournamentRow
from bot.ratings.ports import RequestRefused
from bot.tournaments.tournament import find, open_fixtures
from bot.tournaments.values import TournamentFormat, TournamentReason, TournamentStage
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.commands import CommandRunner
from cogs.edge.layout import plain_name
from cogs.edge.messages import Message
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.playing import FixtureTables
from cogs.tournaments.screens.private import rules_screen, table_screen, tournaments_screen, withdrawal_screen
from cogs.tournaments.tournament_messages import TournamentUpdates, parts_now

_SHOWN: Final = (TournamentStage.RUNNING, TournamentStage.JOINING, TournamentStage.OVER)
"""Stages of tournaments that can be shown, in the order in which one is picked by default."""


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
            return Show(Message(lambda _: tournaments_screen(texts, joinable, "fx-enter")))
        return notice(
            texts.t("There's no tournament to join right now. Admins open one with `/rummy-admin tournament open`.")
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
                texts.t("This server has no tournaments yet. Admins open one with `/rummy-admin tournament open`.")
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
        """Join the tournament."""
        return await self.actions.join(click.user, await self._tournament(click), click.texts)

    async def _enter(self, click: PageClick) -> Reply:
        """Join the tournament chosen in a select."""
        row = await self.actions.get(click.guild, number_in(click.choice, 1))
        return await self.actions.join(click.user, row, click.texts)

    async def _leave(self, click: PageClick) -> Reply:
        """Leave the tournament before the draw. After it, ask for confirmation."""
        row, texts = await self._tournament(click), click.texts
        if row.tournament.stage is TournamentStage.RUNNING:
            if not any(one.user == click.user and not one.withdrawn for one in row.tournament.entrants):
                raise RequestRefused(TournamentReason.NOT_IN)
            scene = await self.actions.showing.scene(row, texts)
            return Show(Message(lambda _: withdrawal_screen(scene)))
        await self.actions.tournaments.withdraw(row.id, click.user)
        name = plain_name(row.name, len(row.name))
        left = texts.t("You left the tournament {name}. You can join again until it is drawn.", name=name)
        return notice(left)

    async def _withdraw(self, click: PageClick) -> Reply:
        """Withdraw from a running tournament."""
        row = await self._tournament(click)
        await self.actions.tournaments.withdraw(row.id, click.user)
        name = plain_name(row.name, len(row.name))
        return notice(click.texts.t("You withdrew from the tournament {name}.", name=name))

    async def _rules(self, click: PageClick) -> Reply:
        """Show all rules of a tournament."""
        scene = await self.actions.showing.scene(await self._tournament(click), click.texts)
        return Show(Message(lambda _: rules_screen(scene)))

    async def _play(self, click: PageClick) -> Reply:
        """Seat the player at the table of their fixture, or link to it."""
        row = await self._tournament(click)
        return await self.playing.play(click.interaction, row, find(row.tournament, click.number(1, 1)))

    async def _mine(self, click: PageClick) -> Reply:
        """Seat the player at the table of the fixture they have to play now."""
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
        """Show the tournament chosen in a select."""
        row = await self.actions.get(click.guild, number_in(click.choice, 1))
        return await self.actions.day(click.user, row, click.texts)

    async def _table(self, click: PageClick) -> Reply:
        """Show a page of a tournament's table, or its bracket."""
        row = await self._tournament(click)
        scene = await self.actions.showing.scene(row, click.texts)
        first = click.number(1, 0, max(0, len(row.tournament.entrants) - 1))
        parts = parts_now(row) if row.tournament.format is TournamentFormat.KNOCKOUT else (first,)
        files = await self.actions.showing.pictures(scene, parts, click.user)
        return Show(Message(lambda detail: table_screen(replace(scene, detail=detail), first, files), files))
