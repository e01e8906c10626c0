"""What the parts of `/rummy-admin` have in common: who does it, on which server, and that it is written down."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.league.ports import Deed
from cogs.answers import Reply
from cogs.command import Commands
from cogs.room import Room


class AdminPart(commands.Cog):
    """Some commands of `/rummy-admin`; `cogs.admin` puts the parts together."""

    def __init__(self, desk: Commands) -> None:
        super().__init__()
        self._desk = desk

    @property
    def room(self) -> Room:
        """The tables, and the means to show them."""
        return self._desk.room

    def deed(
        self, interaction: discord.Interaction, what: str, about: str = "", *, user: int | None = None, table: int = 0
    ) -> Deed:
        """Say what somebody does on their server now, as the audit log has it."""
        at = self.room.deps.clock()
        return Deed(interaction.guild_id or 0, at, interaction.user.id, what, about, user, table or None)

    def notice(self, line: str) -> Reply:
        """Say one thing."""
        return self.room.notice(line)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that the library could not read."""
        await self._desk.failed(interaction, error)
