"""Base of the parts of `/rummy-admin`: changes settings and writes the audit log."""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.errors import StoreError
from bot.play.finished_games import FinishedGames
from bot.play.names import visible
from bot.play.people import Server
from bot.play.ports import Clock, Names, Presets, Servers
from bot.play.setting_changes import Changes, changes_between, changes_text
from bot.play.tournaments import Tournaments
from bot.ratings.ports import Audit, AuditEntry, Results, Seasons
from bot.text.catalogs import Texts
from bot.text.ratings import season_name
from cogs.admin.screens.settings import SettingsSection, settings_screen
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.commands import CommandRunner
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut
from cogs.edge.messages import Message
from cogs.standings.standings_post import StandingsPosts
from cogs.table.channel_tables import ChannelTables
from cogs.table.table_updates import TableUpdates
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.tournament_updates import TournamentUpdates

logger = logging.getLogger(__name__)

LONGEST_REMARK: Final = 200
"""Maximum characters of an admin's reason."""
_NUMBER: Final = re.compile(r"<?@?[&!]?\d{15,}>?")


class _Moved(Exception):
    """The settings changed since they were read."""


class CanNotBeSetError(Exception):
    """A setting can't have this value; the message says why, in the admin's language."""


@dataclass(frozen=True, slots=True)
class AdminServices:
    """What the admin commands read and change."""

    servers: Servers
    presets: Presets
    audit: Audit
    results: Results
    seasons: Seasons
    finished_games: FinishedGames
    tournaments: Tournaments
    actions: TournamentActions
    tournament_updates: TournamentUpdates
    channel_tables: ChannelTables
    updates: TableUpdates
    standings: StandingsPosts
    names: Names
    clock: Clock


class AdminSection(commands.Cog):
    """A part of `/rummy-admin`; `cogs.admin.commands` combines the parts."""

    def __init__(self, desk: CommandRunner, services: AdminServices) -> None:
        super().__init__()
        self._desk = desk
        self._services = services

    def texts(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the admin's language."""
        return self._desk.texts(interaction)

    def deed(
        self,
        interaction: discord.Interaction,
        what: str,
        about: str = "",
        *,
        user: int | None = None,
        table: int | None = None,
    ) -> AuditEntry:
        """Return the audit entry of an admin's action."""
        return AuditEntry(
            interaction.guild_id or 0, self._services.clock(), interaction.user.id, what, about, user, table
        )

    async def change(
        self, interaction: discord.Interaction, change: Callable[[Server], Server]
    ) -> tuple[Server, Changes]:
        """Change settings and log the old values; return the new settings and the changes. StoreError.

        If another admin changes settings at the same time, ``change`` is called again with theirs. An exception from
        ``change`` is raised and changes nothing.
        """
        servers, guild = self._services.servers, interaction.guild_id or 0
        seen = servers.of(guild)
        while True:
            before, after = seen, change(seen)
            changes = changes_between(before, after)

            def only_then(now: Server, before: Server = before, after: Server = after) -> Server:
                nonlocal seen
                if now != before:
                    seen = now
                    raise _Moved
                return after

            deed = self.deed(interaction, "settings", changes_text(changes)) if changes else None
            try:
                return await servers.change(guild, only_then, deed), changes
            except _Moved:
                continue

    async def noted(self, deed: AuditEntry) -> None:
        """Add an audit entry for something already done; if that fails, it is in the program's log."""
        try:
            await self._services.audit.note(deed)
        except StoreError:
            logger.exception("a deed can't be kept: %s", deed.what, extra={"guild": deed.guild, "table": deed.table})

    async def set(
        self, interaction: discord.Interaction, change: Callable[[Server], Server], section: SettingsSection
    ) -> Reply:
        """Change settings, and show their section."""
        try:
            _, changes = await self.change(interaction, change)
        except CanNotBeSetError as why:
            texts = self.texts(interaction)
            return self.notice("\n".join((str(why), texts.t("Nothing was changed."))))
        return self.shown(interaction, replace(section, changes=changes))

    def shown(self, interaction: discord.Interaction, section: SettingsSection) -> Reply:
        """Show a section of the current settings."""
        texts, server = self.texts(interaction), self._services.servers.of(interaction.guild_id or 0)
        return Show(Message(lambda _: settings_screen(texts, server, section)))

    async def season_choices(self, interaction: discord.Interaction, typed: str) -> list[Choice[int]]:
        """Return choices of seasons, newest first; none if the store fails."""
        texts = self.texts(interaction)
        try:
            seasons = await self._services.seasons.list(interaction.guild_id or 0)
        except StoreError:
            return []
        named = [(cut(season_name(texts, season), LONGEST_OPTION), season.number) for season in reversed(seasons)]
        found = [(name, number) for name, number in named if typed.strip().casefold() in f"{number} {name}".casefold()]
        return [Choice(name=name, value=number) for name, number in found[:LONGEST_LIST]]

    def notice(self, line: str) -> Reply:
        """Return a reply with one line."""
        return notice(line)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that the library couldn't parse."""
        await self._desk.failed(interaction, error)


def remark(typed: str | None) -> str:
    """Return the visible characters of an admin's text, without user ids, which may have to be deleted some day."""
    return cut(visible(_NUMBER.sub("…", typed or "")), LONGEST_REMARK)
