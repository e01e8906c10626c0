"""Logging in for commands that change or check the application, without connecting to the gateway."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

import discord

from bot.program.app import point_library_at
from bot.program.exit_status import ExitStatus
from bot.program.serving import REJECTED
from bot.program.settings import Settings, SettingsError, load_settings


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


def print_result(work: Callable[[Settings], Awaitable[str]]) -> ExitStatus:
    """Do something on Discord with the settings, and print the result or the error. Return the exit status."""
    try:
        result = asyncio.run(_done(work))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    except (discord.DiscordException, OSError) as error:
        status, sentence = refusal(error)
        sys.stderr.write(f"{sentence}\n")
        return status
    sys.stdout.write(result)
    return ExitStatus.OK


def refusal(error: discord.DiscordException | OSError) -> tuple[ExitStatus, str]:
    """Return an exit status and a sentence for an error of a request or of the login."""
    if isinstance(error, discord.LoginFailure):
        return ExitStatus.CONFIG, REJECTED
    if isinstance(error, OSError):
        return ExitStatus.UNAVAILABLE, f"Discord can't be reached, check the network and REMIK_API_URL: {error}"
    if isinstance(error, discord.HTTPException) and (error.status >= 500 or error.status == 429):
        return ExitStatus.UNAVAILABLE, f"Discord doesn't work at the moment, try again later: {error}"
    return ExitStatus.FAILED, f"Discord refused: {error}"


async def _done(work: Callable[[Settings], Awaitable[str]]) -> str:
    return await work(load_settings())
