"""*Challenge to rummy* in a member's context menu: opens an invite-only table for the two."""

import discord
from discord import app_commands

from bot.play.errors import TableReason, refused
from bot.play.values import TableSettings
from cogs.edge.answers import Reply, Where
from cogs.edge.commands import CommandRunner
from cogs.table.table_opener import TableOpener, TableRequest


def challenge_for(runner: CommandRunner, opener: TableOpener) -> app_commands.ContextMenu:
    """Return the context menu command that opens an invite-only table and invites the member."""

    async def challenge(interaction: discord.Interaction, member: discord.User | discord.Member) -> None:
        async def reply() -> Reply:
            if member.id == interaction.user.id:
                raise refused(TableReason.INVITED_SELF)
            return await opener.new(
                interaction, TableRequest(opponent=member, settings=TableSettings(invite_only=True))
            )

        await runner.give(interaction, Where.PUBLIC, reply)

    menu = app_commands.ContextMenu(name="Challenge to rummy", callback=challenge)
    menu.allowed_contexts = app_commands.AppCommandContext(guild=True)
    menu.allowed_installs = app_commands.AppInstallationType(guild=True)
    menu.error(runner.failed)
    return menu
