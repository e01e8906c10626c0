"""The `/rummy-admin` commands: settings, tables, seasons, results and tournaments of a server."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.admin.defaults import AdminDefaults
from cogs.admin.look import AdminLook
from cogs.admin.lounge import AdminLounge
from cogs.admin.results import AdminResults
from cogs.admin.seasons import AdminSeasons
from cogs.admin.settings import AdminSettings
from cogs.admin.standings import AdminStandings
from cogs.admin.tables import AdminTables
from cogs.admin.tournaments import AdminTournaments

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
