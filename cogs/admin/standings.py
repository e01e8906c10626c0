"""`/rummy-admin standings`: post standings that update themselves."""

import logging

import discord
from discord import app_commands

from bot.rummy.families import Variant
from cogs.admin.screens.settings import SettingsSection
from cogs.admin.section import AdminSection
from cogs.edge.answers import Reply, Where
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.table.choices import VARIANTS

logger = logging.getLogger(__name__)


class AdminStandings(AdminSection):
    """The command that posts and removes a server's standings."""

    @app_commands.command(name="standings", description="A message with the standings that keeps up to date")
    @app_commands.describe(
        channel="Where it is to stand; it moves there if it stands elsewhere",
        variant="The standings of which game; of all games, if you leave it out",
        remove="Whether it is to go",
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
                return await self._take_away(interaction)
            if channel is None and variant is None:
                return self.shown(interaction, self._section(interaction))
            where = interaction.channel_id if channel is None else channel.id
            return await self._post(interaction, where or 0, None if variant is None else Variant(variant))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    async def _post(self, interaction: discord.Interaction, channel: int, variant: Variant | None) -> Reply:
        """Post the standings."""
        texts, where = self.texts(interaction), f"<#{channel}>"
        entry = self.audit_entry(interaction, "standings-post", str(channel))
        try:
            await self._services.standings.post(entry.guild, channel, variant, entry)
        except discord.HTTPException as error:
            if trouble_of(error) is Trouble.FORBIDDEN:
                return self.notice(
                    texts.t(
                        "I may not write in {channel}; let me see it, send messages and attach files there.",
                        channel=where,
                    )
                )
            logger.warning("standings can't be posted", extra={"guild": entry.guild, "code": error.code})
            return self.notice(
                texts.t("Discord did not take the standings in {channel}; try it again in a moment.", channel=where)
            )
        return self.notice(texts.t("The standings stand in {channel} now, and keep up to date.", channel=where))

    async def _take_away(self, interaction: discord.Interaction) -> Reply:
        """Remove the standings."""
        texts = self.texts(interaction)
        if await self._services.standings.remove(
            interaction.guild_id or 0, self.audit_entry(interaction, "standings-remove")
        ):
            return self.notice(texts.t("The message with the standings is gone."))
        return self.notice(
            texts.t("There is no message with the standings here; `channel` says where one is to stand.")
        )

    def _section(self, interaction: discord.Interaction) -> SettingsSection:
        """Return the settings section for the posted standings."""
        texts = self.texts(interaction)
        notice = ""
        if self._services.standings.is_paused(interaction.guild_id or 0):
            notice = texts.t("Discord does not let me bring it up to date; see what I may do in that channel.")
        hint = texts.t("`/rummy-admin standings` puts it somewhere by `channel` and `variant`; `remove` takes it away.")
        return SettingsSection(("board",), hint, notice=notice)
