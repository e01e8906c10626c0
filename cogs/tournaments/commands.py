"""The `/tournament` commands: join a tournament, show its fixtures."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.tournaments.values import TournamentStage
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.commands import CommandRunner
from cogs.edge.messages import Message
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.screens.private import tournaments_screen

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
