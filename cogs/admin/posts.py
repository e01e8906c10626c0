"""`/rummy-admin lounge` and `standings`: post and remove messages that update themselves."""

import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.play.state.people import Server
from bot.rummy.families import Variant
from cogs.admin.screens.settings import SettingsSection
from cogs.admin.section import AdminSection
from cogs.edge.answers import Reply, Where
from cogs.edge.messages import Trouble, trouble_of
from cogs.table.commands import VARIANTS

logger = logging.getLogger(__name__)


class AdminLounge(AdminSection):
    """The command that posts and removes a server's lounge."""

    @app_commands.command(name="lounge", description="Post a lounge: open tables, and buttons to play")
    @app_commands.describe(
        channel="The channel to post in; moves the lounge if there already is one",
        repost="Post it again when other messages have pushed it up, at most once an hour",
        remove="Remove the lounge",
    )
    async def lounge(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | None = None,
        repost: bool | None = None,
        remove: bool = False,
    ) -> None:
        """Post the lounge, remove it, or show where it is."""

        async def reply() -> Reply:
            if remove:
                return self.notice(await self.without_lounge(interaction))
            if channel is not None:
                return self.notice(await self.with_lounge(interaction, channel.id, reposts=repost))
            return await self.set(
                interaction, lambda server: with_reposts(server, repost), self._lounge_section(interaction)
            )

        await self._runner.give(interaction, Where.PRIVATE, reply)

    async def with_lounge(self, interaction: discord.Interaction, channel: int, *, reposts: bool | None = None) -> str:
        """Post the lounge, and return what to tell the admin. Raises StoreError."""
        texts, where = self.texts(interaction), f"<#{channel}>"
        found = None if interaction.guild is None else interaction.guild.get_channel(channel)
        if not isinstance(found, discord.TextChannel) or found.is_news():
            return texts.t("A lounge needs a text channel, because its tables get threads. Choose one from the list.")
        entry = self.audit_entry(interaction, "lounge-post", str(channel))
        before = self._services.servers.of(entry.guild).lounge
        wanted = (before is not None and before.reposts) if reposts is None else reposts
        try:
            await self._services.lounges.post(entry.guild, channel, entry, reposts=wanted)
        except discord.HTTPException as error:
            if trouble_of(error) is Trouble.FORBIDDEN:
                return texts.t(
                    "I can't post in {channel}. Allow me to view the channel and send messages there.", channel=where
                )
            logger.warning("a lounge can't be posted", extra={"guild": entry.guild, "code": error.code})
            return texts.t("Discord didn't accept the lounge in {channel}. Try again in a moment.", channel=where)
        return texts.t("The lounge is open in {channel}. It lists open tables and updates itself.", channel=where)

    async def without_lounge(self, interaction: discord.Interaction) -> str:
        """Remove the lounge, and return what to tell the admin. Raises StoreError."""
        texts = self.texts(interaction)
        entry = self.audit_entry(interaction, "lounge-remove")
        if await self._services.lounges.remove(entry.guild, entry):
            return texts.t("The lounge is closed.")
        return texts.t("This server has no lounge yet. Choose a `{option channel}` to post one.")

    def _lounge_section(self, interaction: discord.Interaction) -> SettingsSection:
        texts = self.texts(interaction)
        notice = ""
        if self._services.lounges.is_paused(interaction.guild_id or 0):
            notice = texts.t("Discord won't let me update it. Check my permissions in that channel.")
        hint = texts.t(
            "Change this with `{/rummy-admin lounge}`: `{option channel}` posts it, `{option repost}` keeps it in "
            "sight, `{option remove}` removes it."
        )
        return SettingsSection(("lounge",), hint, notice=notice)


def with_reposts(server: Server, reposts: bool | None) -> Server:
    """Return the settings with a lounge that is posted again when it was pushed up, or isn't."""
    if server.lounge is None or reposts is None:
        return server
    return replace(server, lounge=replace(server.lounge, reposts=reposts))


class AdminStandings(AdminSection):
    """The command that posts and removes a server's standings."""

    @app_commands.command(name="standings", description="Post standings that update themselves")
    @app_commands.describe(
        channel="The channel to post in; moves the message if there already is one",
        variant="Which game's standings (default: all games)",
        remove="Remove the message",
    )
    @app_commands.choices(variant=VARIANTS)
    async def standings(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | discord.Thread | None = None,
        variant: str | None = None,
        remove: bool = False,
    ) -> None:
        """Post the standings, remove them, or show where they are."""

        async def reply() -> Reply:
            if remove:
                return self.notice(await self.without_standings(interaction))
            if channel is None and variant is None:
                return self.shown(interaction, self._standings_section(interaction))
            where = interaction.channel_id if channel is None else channel.id
            game = None if variant is None else Variant(variant)
            return self.notice(await self.with_standings(interaction, where or 0, game))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    async def with_standings(self, interaction: discord.Interaction, channel: int, variant: Variant | None) -> str:
        """Post the standings, and return what to tell the admin. Raises StoreError."""
        texts, where = self.texts(interaction), f"<#{channel}>"
        entry = self.audit_entry(interaction, "standings-post", str(channel))
        try:
            await self._services.standings.post(entry.guild, channel, variant, entry)
        except discord.HTTPException as error:
            if trouble_of(error) is Trouble.FORBIDDEN:
                return texts.t(
                    "I can't post in {channel}. Allow me to view the channel, send messages and attach files there.",
                    channel=where,
                )
            logger.warning("standings can't be posted", extra={"guild": entry.guild, "code": error.code})
            return texts.t("Discord didn't accept the standings in {channel}. Try again in a moment.", channel=where)
        return texts.t("Standings now live in {channel} and update themselves.", channel=where)

    async def without_standings(self, interaction: discord.Interaction) -> str:
        """Remove the standings, and return what to tell the admin. Raises StoreError."""
        texts = self.texts(interaction)
        if await self._services.standings.remove(
            interaction.guild_id or 0, self.audit_entry(interaction, "standings-remove")
        ):
            return texts.t("The standings message is removed.")
        return texts.t("There's no standings message on this server yet. Choose a `{option channel}` to post one.")

    def _standings_section(self, interaction: discord.Interaction) -> SettingsSection:
        texts = self.texts(interaction)
        notice = ""
        if self._services.standings.is_paused(interaction.guild_id or 0):
            notice = texts.t("Discord won't let me update it. Check my permissions in that channel.")
        hint = texts.t(
            "Change this with `{/rummy-admin standings}`: `{option channel}` and `{option variant}` post it, `{option "
            "remove}` removes it."
        )
        return SettingsSection(("board",), hint, notice=notice)
