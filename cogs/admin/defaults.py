"""`/rummy-admin defaults` and `presets`: the defaults of new tables, and saved house rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.play.names import LONGEST_PRESET, preset_key, visible
from bot.play.people import Server
from bot.rummy.families import Variant
from cogs.admin.screens.settings import SettingsSection, presets_screen
from cogs.admin.section import AdminSection, CanNotBeSetError, offered_to_admins, remark
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.layout import LONGEST_LIST, plain_name
from cogs.edge.messages import Message
from cogs.table.commands import VARIANTS
from cogs.table.presets import preset_choices

NONE: Final = "none"
"""The value that clears the default game or preset. A preset with this name takes precedence."""


class AdminDefaults(AdminSection):
    """The commands for defaults and presets."""

    @app_commands.command(name="defaults", description="Set the defaults for new tables, and what is rated")
    @app_commands.describe(
        variant="The default game",
        preset="The default house rules: a preset, or none",
        rated="Rate games; if off, every new table is friendly",
        meetings="Rated games per day between the same two players",
    )
    @app_commands.choices(variant=[*VARIANTS, Choice(name="none: the game of the default preset", value=NONE)])
    async def defaults(
        self,
        interaction: discord.Interaction,
        *,
        variant: str | None = None,
        preset: str | None = None,
        rated: bool | None = None,
        meetings: app_commands.Range[int, 1, 100] | None = None,
    ) -> None:
        """Set the defaults of new tables, and show them."""

        async def reply() -> Reply:
            return await self._defaults(interaction, variant, preset, {"rated": rated, "meetings": meetings})

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @defaults.autocomplete("preset")
    @offered_to_admins
    async def presets_for_defaults(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the server's presets, and none."""
        found = await preset_choices(self._services.presets, interaction.guild_id, current)
        none = Choice(name=self.texts(interaction).t("none: standard rules"), value=NONE)
        return ([none, *found] if none.name.casefold().startswith(current.strip().casefold()) else found)[:LONGEST_LIST]

    @app_commands.command(name="presets", description="List or delete saved house rules")
    @app_commands.describe(delete="A preset to delete")
    async def presets(self, interaction: discord.Interaction, delete: str | None = None) -> None:
        """Show the presets, after deleting one if asked to."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._presets(interaction, delete))

    @presets.autocomplete("delete")
    @offered_to_admins
    async def presets_there(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server."""
        return await preset_choices(self._services.presets, interaction.guild_id, current)

    async def _defaults(
        self,
        interaction: discord.Interaction,
        variant: str | None,
        preset: str | None,
        others: Mapping[str, bool | int | None],
    ) -> Reply:
        """Set the defaults of new tables."""
        texts, guild = self.texts(interaction), interaction.guild_id or 0
        changed: dict[str, Any] = {name: value for name, value in others.items() if value is not None}
        unknown = ""
        if variant is not None:
            changed["variant"] = None if variant == NONE else Variant(variant)
        if preset is not None:
            found = await self._services.presets.get(guild, preset)
            if found is None and visible(preset).casefold() != NONE:
                unknown = texts.t(
                    "There's no preset {name} on this server. Choose one from the list.",
                    name=plain_name(preset, LONGEST_PRESET),
                )
            changed["preset"] = None if found is None else found.name

        def change(server: Server) -> Server:
            if unknown:
                raise CanNotBeSetError(unknown)
            return replace(server, **changed)

        hint = texts.t(
            "Change this with `/rummy-admin defaults`: `variant`, `preset`, `rated` and `meetings`. Open tables keep "
            "their rules. The default preset applies to every new table of its game, unless the host chooses other "
            "rules."
        )
        section = SettingsSection(("variant", "preset", "rated", "meetings"), hint)
        return await self.set(interaction, change, section)

    async def _presets(self, interaction: discord.Interaction, delete: str | None) -> Reply:
        """Show the presets, after deleting one if asked to. A deleted default preset is cleared."""
        deps, texts, guild = self._services, self.texts(interaction), interaction.guild_id or 0
        notice = ""
        if delete is not None:
            name = plain_name(visible(delete), LONGEST_PRESET)
            if await deps.presets.delete(guild, delete, self.audit_entry(interaction, "preset-delete", remark(delete))):
                await self.change(interaction, lambda server: _without_preset(server, delete))
                notice = texts.t("The preset {name} is deleted. Tables that use it keep their rules.", name=name)
            else:
                notice = texts.t("There's no preset {name} on this server. It may just have been deleted.", name=name)
        presets, usual = await deps.presets.list(guild), deps.servers.of(guild).preset
        return Show(Message(lambda _: presets_screen(texts, presets, usual, notice)))


def _without_preset(server: Server, name: str) -> Server:
    """Return the settings without a preset as the default."""
    usual = server.preset is not None and preset_key(server.preset) == preset_key(name)
    return replace(server, preset=None) if usual else server
