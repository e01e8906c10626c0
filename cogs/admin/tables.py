"""`/rummy-admin remove`, `close` and `pace`: remove players, close tables, set bounds for turn times."""

from dataclasses import replace
from typing import TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.play.people import Server
from bot.play.session import Table
from bot.play.values import HOUR, SECOND, Bounds
from cogs.admin.section import AdminSection, CanNotBeSetError
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.layout import plain_name
from cogs.edge.messages import Message
from cogs.table.screens.settings import bounds_screen

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
        """Remove a player from a table."""
        entry = self.audit_entry(interaction, "remove", user=member.id, table=table.row.id)
        await table.moderation.expel(member.id, interaction.id, entry)
        self._services.updates.changed(table, interaction.user.id)
        texts = self._runner.texts(interaction)
        return notice(texts.t("{name} left the table.", name=plain_name(member.display_name)))

    async def _close(self, interaction: discord.Interaction, table: Table) -> Reply:
        """Close a table."""
        await table.moderation.close(interaction.id, self.audit_entry(interaction, "close", table=table.row.id))
        self._services.updates.changed(table, interaction.user.id)
        texts = self._runner.texts(interaction)
        return notice(texts.t("The table is closed. `/rummy new` opens another one here."))

    async def _pace(
        self,
        interaction: discord.Interaction,
        live: tuple[int | None, int | None],
        reserve: int | None,
        slow: tuple[int | None, int | None],
    ) -> Reply:
        """Change the given bounds, and show all."""
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
