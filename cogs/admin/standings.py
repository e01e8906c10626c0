"""`/rummy-admin standings`: post standings that update themselves."""

import logging

import discord
from discord import app_commands

from bot.rummy.families import Variant
from cogs.admin.screens.settings import SettingsSection
from cogs.admin.section import AdminSection
from cogs.edge.answers import Reply, Where
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.table.commands import VARIANTS

logger = logging.getLogger(__name__)


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
        return texts.t("There's no standings message on this server yet. Choose a `channel` to post one.")

    def _standings_section(self, interaction: discord.Interaction) -> SettingsSection:
        """Return the settings section for the posted standings."""
        texts = self.texts(interaction)
        notice = ""
        if self._services.standings.is_paused(interaction.guild_id or 0):
            notice = texts.t("Discord won't let me update it. Check my permissions in that channel.")
        hint = texts.t(
            "Change this with `/rummy-admin standings`: `channel` and `variant` post it, `remove` removes it."
        )
        return SettingsSection(("board",), hint, notice=notice)
