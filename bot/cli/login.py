"""A client for commands that change the application: it only logs in."""

import discord

from bot.app import point_library_at
from bot.settings import Settings


async def logged_in(settings: Settings) -> discord.Client:
    """Return a client that is logged in but not connected to the gateway. Raises discord.DiscordException, OSError."""
    point_library_at(settings)
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(settings.token.get_secret_value())
    except BaseException:
        await client.close()
        raise
    return client
