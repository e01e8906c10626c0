"""Base class of the `/rummy-admin` sections: checks who may use them, changes settings, writes the audit log.

Whether a member may is decided by the rules that Discord applies, with the overrides of the server.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar

import discord
from cachetools import TTLCache
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.service.finished_games import FinishedGames
from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import StoreError, TableReason, refused
from bot.play.state.people import Changes, Server, Servers, changes_between, changes_text
from bot.play.state.ports import Clock, Names
from bot.play.state.values import MINUTE
from bot.ratings.ports import Audit, AuditEntry, Results, Seasons
from bot.rummy.shown import visible
from bot.text.catalogs import Texts
from bot.text.ratings import season_name
from cogs.admin.screens.settings import SettingsSection, settings_screen
from cogs.door.lounges import Lounges
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.clicks import PageClick, PageHandler
from cogs.edge.command_texts import ENGLISH
from cogs.edge.commands import CommandRunner
from cogs.edge.languages import is_typed
from cogs.edge.layout import LONGEST_LIST, LONGEST_OPTION, cut
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.edge.tasks import Tasks
from cogs.me.tastes import Tastes
from cogs.standings.standings_post import StandingsPosts
from cogs.table.commands import ChannelTables
from cogs.table.table_replies import TableUpdates
from cogs.tournaments.commands import TournamentActions
from cogs.tournaments.posts import TournamentUpdates

logger = logging.getLogger(__name__)

GROUP: Final = "rummy-admin"
_PATIENCE: Final = 1.0
"""Seconds to wait for Discord's answer about overrides."""
_SERVERS: Final = 1000
_ROLE, _USER, _CHANNEL = 1, 2, 3
Overrides: TypeAlias = Mapping[tuple[int, int], bool]
"""Whether a (type, id) is allowed: of a role, a user or a channel."""
LONGEST_REMARK: Final = 200
"""Maximum characters of an admin's reason."""
_NUMBER: Final = re.compile(r"<?@?[&!]?\d{15,}>?")
T = TypeVar("T", str, int)


@dataclass(frozen=True, slots=True)
class ServerOverrides:
    """What a server's integration settings say about `/rummy-admin`, and about all commands of the bot."""

    command: Overrides
    application: Overrides

    def allow(self, interaction: discord.Interaction, *, by_default: bool) -> bool:
        """Return whether they allow the command here to the actor; ``by_default`` is the answer if they say nothing.

        Channels come first. Then the command's own overrides decide, for the user before their roles before everyone;
        those for all commands can only forbid.
        """
        guild = interaction.guild_id or 0
        channels = [(_CHANNEL, one) for one in _channels(interaction)] + [(_CHANNEL, guild - 1)]
        if _first(channels, self.command, self.application) is False:
            return False
        own = _of_member(self.command, interaction, guild)
        if own is not None:
            return own
        return by_default and _of_member(self.application, interaction, guild) is not False


NO_OVERRIDES: Final = ServerOverrides({}, {})


class AdminAccess(commands.Cog):
    """Checks every command, click and list of choices of `/rummy-admin`: permissions change, and ids can be forged.

    The member's permissions are those that Discord sends with the interaction. The server's overrides are read from
    Discord and kept for a minute; if they can't be read, there are none.
    """

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        super().__init__()
        self._client = client
        self._kept: TTLCache[int, ServerOverrides] = TTLCache(_SERVERS, MINUTE, timer=clock)
        self._command: int | None = None
        self._reading = Tasks()
        self._read_now: set[int] = set()

    async def cog_unload(self) -> None:
        """Stop reading in the background."""
        await self._reading.close()

    @commands.Cog.listener()
    async def on_raw_app_command_permissions_update(self, payload: discord.RawAppCommandPermissionsUpdateEvent) -> None:
        """Read the overrides of a server again, since they have changed."""
        self._kept.pop(payload.guild.id, None)

    async def must_allow(self, interaction: discord.Interaction) -> None:
        """Raise Refused if the actor may not use `/rummy-admin` here."""
        if interaction.guild_id is None:
            raise refused(TableReason.NO_ADMIN)
        if interaction.permissions.administrator:
            return  # overrides don't bind them
        found = await self._overrides(interaction.guild_id)
        if not found.allow(interaction, by_default=interaction.permissions.manage_guild):
            raise refused(TableReason.NO_ADMIN)

    def allows_at_once(self, interaction: discord.Interaction) -> bool:
        """Return whether the actor may use `/rummy-admin` here, by what is known now: choices are offered while typing.

        If the server's overrides aren't known, they are read in the background, for the next letter.
        """
        guild = interaction.guild_id
        if guild is None or interaction.permissions.administrator:
            return guild is not None
        known = self._kept.get(guild)
        if known is None and guild not in self._read_now:
            self._read_now.add(guild)
            self._reading.start(self._learn(guild), {"guild": guild})
        return (known or NO_OVERRIDES).allow(interaction, by_default=interaction.permissions.manage_guild)

    async def _learn(self, guild: int) -> None:
        try:
            await self._overrides(guild)
        finally:
            self._read_now.discard(guild)

    async def _overrides(self, guild: int) -> ServerOverrides:
        kept = self._kept.get(guild)
        if kept is None:
            try:
                async with asyncio.timeout(_PATIENCE):
                    kept = await self._read(guild)
            except (discord.HTTPException, TimeoutError, OSError) as error:
                logger.warning("the overrides of a server can't be read: %s", error, extra={"guild": guild})
                return NO_OVERRIDES
            self._kept[guild] = kept
        return kept

    async def _read(self, guild: int) -> ServerOverrides:
        application = self._client.application_id or 0
        found = await self._client.http.get_guild_application_command_permissions(application, guild)
        if not found:
            return NO_OVERRIDES
        if self._command is None:
            registered = await self._client.http.get_global_commands(application)
            self._command = next((int(one["id"]) for one in registered if one["name"] == GROUP), None)
        by_id = {int(one["id"]): _read_permissions(one["permissions"]) for one in found}
        return ServerOverrides(by_id.get(self._command or 0, {}), by_id.get(application, {}))


def _read_permissions(permissions: Iterable[Any]) -> Overrides:
    return {(int(one["type"]), int(one["id"])): bool(one["permission"]) for one in permissions}


def _first(keys: Sequence[tuple[int, int]], *places: Overrides) -> bool | None:
    """Return the first override of these; None if there is none."""
    return next((place[key] for place in places for key in keys if key in place), None)


def _of_member(overrides: Overrides, interaction: discord.Interaction, guild: int) -> bool | None:
    """Return what overrides say about the actor: the user, else any of their roles, else everyone."""
    own = overrides.get((_USER, interaction.user.id))
    if own is not None:
        return own
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    said = {overrides[_ROLE, role.id] for role in roles if role.id != guild and (_ROLE, role.id) in overrides}
    return True in said if said else overrides.get((_ROLE, guild))


def _channels(interaction: discord.Interaction) -> tuple[int, ...]:
    """Return the channel of an interaction, or a thread's parent."""
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    return () if place is None else (place,)


S = TypeVar("S", bound="AdminSection")


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
        found = [
            Choice(name=cut(season_name(texts, one), LONGEST_OPTION), value=one.number)
            for one in reversed(seasons)
            if is_typed(typed, str(one.number), season_name(texts, one), season_name(ENGLISH, one))
        ]
        return found[:LONGEST_LIST]

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
