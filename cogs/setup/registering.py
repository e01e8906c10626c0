"""Registers the commands and listeners of all packages."""

import asyncio

from discord import app_commands

from cogs.edge.client import DiscordClient
from cogs.edge.connection import Connection
from cogs.edge.times_of_day import zones
from cogs.setup.packages import Packages
from cogs.setup.tables import TableViews
from cogs.standings.refresh import StandingsRefresh
from cogs.table.challenge import challenge_for


async def register(client: DiscordClient, connection: Connection, packages: Packages, views: TableViews) -> None:
    """Add every package's commands and listeners to the client."""
    await asyncio.to_thread(zones)  # read once, before a command needs them
    tables, standings = packages.tables, packages.standings
    client.tree.error(tables.runner.failed)
    client.tree.add_command(challenge_for(tables.runner, tables.opener))
    for cog in (
        connection,
        tables.commands,
        packages.me,
        standings.commands,
        packages.tournaments.commands,
        packages.admin,
        packages.access,
        tables.lost_channels,
        views.restored_panels,
        StandingsRefresh(client, standings.posts),
        packages.door.greeter,
        packages.door.watch,
        packages.router,
    ):
        await client.add_cog(cog)
    group = tables.commands.app_command
    if isinstance(group, app_commands.Group):
        for command in packages.door.rummy_commands:
            group.add_command(command)
