"""Base class of the `/rummy-admin` sections: changes settings and writes the audit log."""

import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Final, TypeVar

import discord
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.service.finished_games import FinishedGames
from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import StoreError
from bot.play.state.people import Changes, Server, Servers, changes_between, changes_text
from bot.play.state.ports import Clock, Names
from bot.ratings.ports import Audit, AuditEntry, Results, Seasons
from bot.rummy.shown import visible
from bot.text.catalogs import Texts
from bot.text.ratings import season_name
from cogs.admin.access import AdminAccess
from cogs.admin.screens.settings import SettingsSection, settings_screen
from cogs.door.lounges import Lounges
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.clicking.clicks import PageClick, PageHandler
from cogs.edge.commands import CommandRunner
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.me.tastes import Tastes
from cogs.standings.standings_post import StandingsPosts
from cogs.table.channel_tables import ChannelTables
from cogs.table.table_replies import TableUpdates
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.tournament_messages import TournamentUpdates

LONGEST_REMARK: Final = 200
"""Maximum characters of an admin's reason."""
_NUMBER: Final = re.compile(r"<?@?[&!]?\d{15,}>?")


S = TypeVar("S", bound="AdminSection")
T = TypeVar("T", str, int)


class _Moved(Exception):
    """The settings changed since they were read."""


class CanNotBeSetError(Exception):
    """A setting can't have this value. The message says why, in the admin's language."""


@dataclass(frozen=True, slots=True)
class AdminServices:
    """The services that the admin commands use."""

    servers: Servers
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
    lounges: Lounges
    names: Names
    clock: Clock
    tastes: Tastes
    access: AdminAccess


class AdminSection(commands.Cog):
    """A section of `/rummy-admin`; `cogs.admin.commands` combines them."""

    def __init__(self, runner: CommandRunner, services: AdminServices) -> None:
        super().__init__()
        self._runner = runner
        self._services = services

    def texts(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the admin's language."""
        return self._runner.texts(interaction)

    def audit_entry(
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
        """Change settings and add them to the audit log. Return the new settings and the changes. Raises StoreError.

        If another admin changed settings at the same time, ``change`` is called again with theirs. If ``change``
        raises, nothing changes.
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

            entry = self.audit_entry(interaction, "settings", changes_text(changes)) if changes else None
            try:
                return await servers.change(guild, only_then, entry), changes
            except _Moved:
                continue

    def for_admins(self, handler: PageHandler) -> PageHandler:
        """Return a handler that refuses the clicks of members who may not use `/rummy-admin` (any more)."""

        async def guarded(click: PageClick) -> Reply:
            if click.interaction.guild_id is None:
                raise Meaningless
            await self._services.access.must_allow(click.interaction)
            return await handler(click)

        return guarded

    def may_choose(self, interaction: discord.Interaction) -> bool:
        """Return whether choices are offered to the actor, who may be forbidden to use `/rummy-admin`."""
        return self._services.access.allows_at_once(interaction)

    async def set(
        self, interaction: discord.Interaction, change: Callable[[Server], Server], section: SettingsSection
    ) -> Reply:
        """Change settings and show their section."""
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

    def show_again(self, guild: int) -> None:
        """Update the messages of a server that show a setting, such as the language."""
        self._services.finished_games.changed(guild)
        self._services.lounges.changed(guild)

    def notice(self, line: str) -> Reply:
        """Return a private answer of one line."""
        return notice(line)


def offered_to_admins(
    choices: Callable[[S, discord.Interaction, str], Coroutine[Any, Any, list[Choice[T]]]],
) -> Callable[[S, discord.Interaction, str], Coroutine[Any, Any, list[Choice[T]]]]:
    """Offer choices only to members who may use the command; the others get an empty list."""

    @wraps(choices)
    async def guarded(section: S, interaction: discord.Interaction, typed: str) -> list[Choice[T]]:
        return await choices(section, interaction, typed) if section.may_choose(interaction) else []

    return guarded


def remark(typed: str | None) -> str:
    """Return an admin's text cut to visible characters, without user ids, which may have to be deleted later."""
    return cut(visible(_NUMBER.sub("…", typed or "")), LONGEST_REMARK)
