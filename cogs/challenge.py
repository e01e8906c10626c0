"""Challenge to rummy: right-click a member, and a table is open that waits for nobody else."""

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.play.ports import Manner
from bot.play.refusals import TableReason, refused
from cogs.answers import Place, Reply
from cogs.command import Commands
from cogs.opening import Opening, Wish


def challenge_for(desk: Commands, opening: Opening) -> app_commands.ContextMenu:
    """Make the entry of a member's menu that challenges them: a closed table, to which they are invited."""

    async def challenge(interaction: discord.Interaction, member: discord.User | discord.Member) -> None:
        async def reply() -> Reply:
            if member.id == interaction.user.id:
                raise refused(TableReason.INVITED_SELF)
            return await opening.new(interaction, Wish(opponent=member, manner=Manner(closed=True)))

        await desk.give(interaction, Place.PUBLIC, reply)

    menu = app_commands.ContextMenu(name=locale_str("Challenge to rummy"), callback=challenge)
    menu.allowed_contexts = app_commands.AppCommandContext(guild=True)
    menu.allowed_installs = app_commands.AppInstallationType(guild=True)
    menu.error(desk.failed)
    return menu
