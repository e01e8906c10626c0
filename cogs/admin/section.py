"""What the parts of `/rummy-admin` have in common: who does it, on which server, and that it is written down."""

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
"""Characters of what an admin can say to what they do."""
_NUMBER: Final = re.compile(r"<?@?[&!]?\d{15,}>?")


class _Moved(Exception):
    """Somebody has set something else since it was looked at."""


class CanNotBeSetError(Exception):
    """What somebody asks for can't be set; the sentence says why, in their language."""


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
    """Some commands of `/rummy-admin`; `cogs.admin.commands` puts the parts together."""

    def __init__(self, desk: CommandRunner, services: AdminServices) -> None:
        super().__init__()
        self._desk = desk
        self._services = services

    def texts(self, interaction: discord.Interaction) -> Texts:
        """Find the admin's language."""
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
        """Say what somebody does on their server now, as the audit log has it."""
        return AuditEntry(
            interaction.guild_id or 0, self._services.clock(), interaction.user.id, what, about, user, table
        )

    async def change(
        self, interaction: discord.Interaction, change: Callable[[Server], Server]
    ) -> tuple[Server, Changes]:
        """Set something, and write down what it was; say what is set then, and what has changed. StoreError.

        Whoever else sets something at that moment: ``change`` gets what is set then, and so does the log. What
        ``change`` raises is raised, and changes nothing.
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
        """Write down what has been done already; where that fails it is in the program's own log."""
        try:
            await self._services.audit.note(deed)
        except StoreError:
            logger.exception("a deed can't be kept: %s", deed.what, extra={"guild": deed.guild, "table": deed.table})

    async def set(
        self, interaction: discord.Interaction, change: Callable[[Server], Server], section: SettingsSection
    ) -> Reply:
        """Set something, and show the settings that it belongs to."""
        try:
            _, changes = await self.change(interaction, change)
        except CanNotBeSetError as why:
            texts = self.texts(interaction)
            return self.notice("\n".join((str(why), texts.t("Nothing was changed."))))
        return self.shown(interaction, replace(section, changes=changes))

    def shown(self, interaction: discord.Interaction, section: SettingsSection) -> Reply:
        """Show some settings as they are now."""
        texts, server = self.texts(interaction), self._services.servers.of(interaction.guild_id or 0)
        return Show(Message(lambda _: settings_screen(texts, server, section)))

    async def season_choices(self, interaction: discord.Interaction, typed: str) -> list[Choice[int]]:
        """Offer the seasons of a server by their names, the newest first; none while the store does not answer."""
        texts = self.texts(interaction)
        try:
            seasons = await self._services.seasons.list(interaction.guild_id or 0)
        except StoreError:
            return []
        named = [(cut(season_name(texts, season), LONGEST_OPTION), season.number) for season in reversed(seasons)]
        found = [(name, number) for name, number in named if typed.strip().casefold() in f"{number} {name}".casefold()]
        return [Choice(name=name, value=number) for name, number in found[:LONGEST_LIST]]

    def notice(self, line: str) -> Reply:
        """Say one thing."""
        return notice(line)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that the library could not read."""
        await self._desk.failed(interaction, error)


def remark(typed: str | None) -> str:
    """Keep of what an admin types what can be seen, and no ids of people: those may be deleted some day."""
    return cut(visible(_NUMBER.sub("…", typed or "")), LONGEST_REMARK)
