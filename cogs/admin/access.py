"""Checks whether a member may use `/rummy-admin` now: the rules that Discord applies, with the server's overrides."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
from cachetools import TTLCache
from discord.ext import commands

from bot.play.state.errors import TableReason, refused
from bot.play.state.ports import Clock
from bot.play.state.values import MINUTE
from cogs.edge.tasks import Tasks

logger = logging.getLogger(__name__)

GROUP: Final = "rummy-admin"
_PATIENCE: Final = 1.0
"""Seconds to wait for Discord's answer about overrides."""
_SERVERS: Final = 1000
_ROLE, _USER, _CHANNEL = 1, 2, 3
Overrides: TypeAlias = Mapping[tuple[int, int], bool]
"""Whether a (type, id) is allowed: of a role, a user or a channel."""


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
        """Read the overrides of a server for later."""
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
        """Ask Discord for the overrides of a server."""
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
    """Return overrides as Discord sends them."""
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
