"""Serves until the program is stopped, the login is refused, or the database is lost."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Final

import discord

from bot.app import Remik
from data.errors import DatabaseLostError

logger = logging.getLogger(__name__)

LOST: Final = 74
"""The exit status if the database's file is gone (EX_IOERR of sysexits.h)."""


class NotAdmittedError(Exception):
    """Discord refuses the login. The message says what to do about it."""


async def serve(bot: Remik, token: str, stop: asyncio.Event, *watches: Coroutine[object, object, None]) -> None:
    """Log in and serve until ``stop`` is set or the client ends. Raises NotAdmittedError if the login fails.

    What the ``watches`` raise ends it, too. They are canceled at the end.
    """
    ends = [asyncio.create_task(end) for end in (bot.client.start(token), stop.wait(), bot.database.lost(), *watches)]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task
    except DatabaseLostError as error:
        logger.critical("%s", error)
        raise
    except discord.LoginFailure:
        raise NotAdmittedError("Discord rejects the token: copy it again from the application's Bot page") from None
    except discord.PrivilegedIntentsRequired as error:
        raise NotAdmittedError(f"Discord refuses the intents: {error}") from None
    except discord.HTTPException as error:
        raise NotAdmittedError(f"Discord refuses to let the bot in: {error}") from None
    except OSError as error:
        raise NotAdmittedError(f"Discord can't be reached, check the network and REMIK_API_URL: {error}") from None
    finally:
        await bot.close()
        for task in ends:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
