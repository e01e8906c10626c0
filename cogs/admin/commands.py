"""The `/rummy-admin` commands: settings, tables, seasons, results and tournaments of a server."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.play.service import table_requests
from bot.play.service.table import Table
from bot.play.state.limits import Bounds
from bot.play.state.names import LONGEST_PRESET, preset_key
from bot.play.state.people import Server
from bot.play.state.values import HOUR, SECOND
from bot.rummy.families import Variant
from bot.rummy.shown import visible
from cogs.admin.posts import AdminLounge, AdminStandings
from cogs.admin.results import AdminResults
from cogs.admin.screens.settings import SettingsSection, change_words, presets_screen
from cogs.admin.seasons import AdminSeasons
from cogs.admin.section import AdminSection, CanNotBeSetError, offered_to_admins, remark
from cogs.admin.settings import AdminSettings
from cogs.admin.tournaments import AdminTournaments
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.command_texts import ENGLISH
from cogs.edge.languages import is_typed
from cogs.edge.layout import LONGEST_LIST, plain_name
from cogs.edge.messages import Message
from cogs.me.tastes import SERVERS, changed_look
from cogs.table.commands import VARIANTS
from cogs.table.screens.settings import bounds_screen
from cogs.table.table_opener import preset_choices


class AdminLook(AdminSection):
    """The command that opens the look of a server, and its controls."""

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {SERVERS: PageRoute(self.for_admins(self._change_look))}

    @app_commands.command(name="look", description="How public pictures look: deck, theme, card back")
    async def look(self, interaction: discord.Interaction) -> None:
        """Show the server's look with an example table."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._services.tastes.server_look(interaction))

    async def _change_look(self, click: PageClick) -> Reply:
        texts = click.texts

        def change(server: Server) -> Server:
            return replace(server, look=changed_look(click, server.look))

        _, changes = await self.change(click.interaction, change)
        told = "\n".join(change_words(texts, name, values) for name, values in changes.items())
        return await self._services.tastes.server_look(click.interaction, told)


NONE: Final = "none"
"""The value that clears the default game or preset. A preset with this name takes precedence."""


class AdminDefaults(AdminSection):
    """The commands for defaults and presets."""

    @app_commands.command(name="defaults", description="Set the defaults for new tables, and what is rated")
    @app_commands.describe(
        variant="The game of new tables",
        preset="The house rules of new tables: a preset, or none",
        rated="Rate games; if off, every new table is friendly",
        meetings="Rated games per day between the same two players",
    )
    @app_commands.choices(variant=[*VARIANTS, Choice(name="none: Gin, or the game of the preset", value=NONE)])
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
        found = await preset_choices(self._services.servers, interaction.guild_id, current)
        none = Choice(name=self.texts(interaction).t("none: standard rules"), value=NONE)
        return ([none, *found] if is_typed(current, none.name, ENGLISH.t("none: standard rules")) else found)[
            :LONGEST_LIST
        ]

    @app_commands.command(name="presets", description="List or delete saved house rules")
    @app_commands.describe(delete="A preset to delete")
    async def presets(self, interaction: discord.Interaction, delete: str | None = None) -> None:
        """Show the presets, after deleting one if asked to."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._presets(interaction, delete))

    @presets.autocomplete("delete")
    @offered_to_admins
    async def presets_there(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server."""
        return await preset_choices(self._services.servers, interaction.guild_id, current)

    async def _defaults(
        self,
        interaction: discord.Interaction,
        variant: str | None,
        preset: str | None,
        others: Mapping[str, bool | int | None],
    ) -> Reply:
        texts, guild = self.texts(interaction), interaction.guild_id or 0
        changed: dict[str, Any] = {name: value for name, value in others.items() if value is not None}
        unknown = ""
        if variant is not None:
            changed["variant"] = None if variant == NONE else Variant(variant)
        if preset is not None:
            found = await self._services.servers.preset(guild, preset)
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
            "Change this with `{/rummy-admin defaults}`: `{option variant}`, `{option preset}`, `{option rated}` and "
            "`{option meetings}`. Open tables keep their rules. The default preset applies to every new table of its "
            "game, unless the host chooses other rules."
        )
        section = SettingsSection(("variant", "preset", "rated", "meetings"), hint)
        return await self.set(interaction, change, section)

    async def _presets(self, interaction: discord.Interaction, delete: str | None) -> Reply:
        """Show the presets, after deleting one if asked to. A deleted default preset is cleared."""
        deps, texts, guild = self._services, self.texts(interaction), interaction.guild_id or 0
        notice = ""
        if delete is not None:
            name = plain_name(visible(delete), LONGEST_PRESET)
            if await deps.servers.delete_preset(
                guild, delete, self.audit_entry(interaction, "preset-delete", remark(delete))
            ):
                await self.change(interaction, lambda server: _without_preset(server, delete))
                notice = texts.t("The preset {name} is deleted. Tables that use it keep their rules.", name=name)
            else:
                notice = texts.t("There's no preset {name} on this server. It may just have been deleted.", name=name)
        presets, usual = await deps.servers.presets(guild), deps.servers.of(guild).preset
        return Show(Message(lambda _: presets_screen(texts, presets, usual, notice)))


def _without_preset(server: Server, name: str) -> Server:
    usual = server.preset is not None and preset_key(server.preset) == preset_key(name)
    return replace(server, preset=None) if usual else server


Turn: TypeAlias = Range[int, 10, 3600]  # seconds
Reserve: TypeAlias = Range[int, 0, 7200]  # seconds
# Hours. Two missed turns fit in the seven days before an inactive table is closed.
SlowTurn: TypeAlias = Range[int, 1, 72]


class AdminTables(AdminSection):
    """The commands for the table of a channel, and for turn times."""

    @app_commands.command(name="remove", description="Remove a player from the table in this channel")
    @app_commands.describe(member="The player to remove; in a game, a computer takes over for them")
    async def remove(self, interaction: discord.Interaction, member: discord.User) -> None:
        """Remove a player: their seat in a lobby becomes free, in a game they resign."""
        await self._services.channel_tables.answer(interaction, lambda table: self._remove(interaction, table, member))

    @app_commands.command(name="close", description="Close the table in this channel without a result")
    async def close(self, interaction: discord.Interaction) -> None:
        """Close the channel's table: a lobby is canceled, a game ends without a result."""
        await self._services.channel_tables.answer(interaction, lambda table: self._close(interaction, table))

    @app_commands.command(name="pace", description="Set how much time per turn hosts can choose")
    @app_commands.describe(
        live_from="Live: the shortest turn, in seconds",
        live_to="Live: the longest turn, in seconds",
        reserve="Live: the longest reserve for a game, in seconds",
        slow_from="Slow: the shortest turn, in hours",
        slow_to="Slow: the longest turn, in hours",
    )
    async def pace(
        self,
        interaction: discord.Interaction,
        *,
        live_from: Turn | None = None,
        live_to: Turn | None = None,
        reserve: Reserve | None = None,
        slow_from: SlowTurn | None = None,
        slow_to: SlowTurn | None = None,
    ) -> None:
        """Set the bounds of turn times, and show them."""

        async def reply() -> Reply:
            return await self._pace(interaction, (live_from, live_to), reserve, (slow_from, slow_to))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    async def _remove(self, interaction: discord.Interaction, table: Table, member: discord.User) -> Reply:
        entry = self.audit_entry(interaction, "remove", user=member.id, table=table.row.id)
        await table_requests.expel(table, member.id, interaction.id, entry)
        self._services.updates.changed(table, interaction.user.id)
        texts = self._runner.texts(interaction)
        return notice(texts.t("{name} left the table.", name=plain_name(member.display_name)))

    async def _close(self, interaction: discord.Interaction, table: Table) -> Reply:
        await table_requests.close(table, interaction.id, self.audit_entry(interaction, "close", table=table.row.id))
        self._services.updates.changed(table, interaction.user.id)
        texts = self._runner.texts(interaction)
        return notice(texts.t("The table is closed. `{/rummy new}` opens another one here."))

    async def _pace(
        self,
        interaction: discord.Interaction,
        live: tuple[int | None, int | None],
        reserve: int | None,
        slow: tuple[int | None, int | None],
    ) -> Reply:
        texts, notice = self.texts(interaction), ""

        def change(server: Server) -> Server:
            before = server.bounds
            bank = before.live_bank if reserve is None else (0, reserve * SECOND)
            after = Bounds(_changed(before.live_turn, live, SECOND), bank, _changed(before.slow_turn, slow, HOUR))
            if any(least > most for least, most in (after.live_turn, after.slow_turn)):
                raise CanNotBeSetError(
                    texts.t("The shortest turn can't be longer than the longest one. Nothing was changed.")
                )
            return replace(server, bounds=after)

        try:
            server, _ = await self.change(interaction, change)
        except CanNotBeSetError as why:
            server, notice = self._services.servers.of(interaction.guild_id or 0), str(why)
        return Show(Message(lambda _: bounds_screen(texts, server.bounds, notice)))


def _changed(before: tuple[int, int], wanted: tuple[int | None, int | None], unit: int) -> tuple[int, int]:
    """Return a range with the given ends replaced; new values are multiplied by ``unit``."""
    least, most = wanted
    return (before[0] if least is None else least * unit, before[1] if most is None else most * unit)


_MANAGERS: Final = discord.Permissions(manage_guild=True)


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(_MANAGERS)
class Admin(
    AdminLounge,
    AdminStandings,
    AdminSettings,
    AdminDefaults,
    AdminSeasons,
    AdminResults,
    AdminTournaments,
    AdminTables,
    AdminLook,
    commands.GroupCog,
    group_name="rummy-admin",
    group_description="For members who manage this server",
):
    """All parts of `/rummy-admin`, for members with Manage Server or allowed by the server's integration settings."""
