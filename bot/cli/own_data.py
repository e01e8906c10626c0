"""`remik db forget` and `remik db export-user`: what `/me data` does, for the bot's operator."""

import argparse
import asyncio
import secrets
import sys
from pathlib import Path
from typing import Final

from bot.app import games_without_discord
from bot.play.errors import Overtaken
from bot.play.requests.deletion import Deletion
from bot.settings import Settings
from cogs.me.personal_data import exported
from data.database import look_at
from data.database_files import new_file
from data.errors import DatabaseError
from data.process_lock import only_bot

_LARGEST_ID: Final = 2**63 - 1


def user_id(text: str) -> int:
    """Return a user's id from the command line."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= _LARGEST_ID:
        raise argparse.ArgumentTypeError(f"{text} isn't the id of a user, which is a number: copy it in Discord")
    return int(text)


def confirmed(user: int) -> bool:
    """Ask for confirmation on a terminal. Return whether to go on."""
    if not sys.stdin.isatty():
        return True
    sys.stdout.write(f"Delete all data of the user {user} for good? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


async def exported_user(settings: Settings, user: int, file: Path | None) -> str:
    """Write a user's data to a new private file, or return it. DatabaseError."""
    await _must_exist(settings)
    async with games_without_discord(settings) as (_, stores):
        data = await asyncio.to_thread(exported, await stores.personal_data.held(user))
    if file is None:
        return data.decode()
    await asyncio.to_thread(_write, file, data)
    return f"written to {file}"


async def forgotten_user(settings: Settings, user: int) -> str:
    """Delete a user's data while no bot runs, and return a report. DatabaseError."""
    await _must_exist(settings)
    alone = only_bot(settings.database_url, lock_url=settings.database_lock_url, command="remik db forget")
    async with alone, games_without_discord(settings) as (games, stores):
        held = await stores.personal_data.held(user)
        if not any(rows for name, rows in held.items() if name != "user"):
            return f"nothing is stored about the user {user}"
        deletion = Deletion(
            games.tables, games.tournaments, games.finished_games, stores.personal_data, chance=secrets.randbits
        )
        tables = len(await deletion.open_tables(user))
        try:
            await deletion.delete(user)
        except Overtaken:
            raise DatabaseError(f"the user {user} couldn't be removed from a table, so nothing was deleted") from None
        await stores.personal_data.scrub(patiently=True)
    left = "" if not tables else f"; they left {tables} open {'table' if tables == 1 else 'tables'}"
    return f"the data of the user {user} is deleted{left}; earlier backups still contain it"


def _write(file: Path, data: bytes) -> None:
    """Write a new private file. DatabaseError."""
    try:
        with new_file(file):
            file.write_bytes(data)
    except OSError as error:
        raise DatabaseError(f"{file} can't be written: {error.strerror}") from None


async def _must_exist(settings: Settings) -> None:
    """Raise DatabaseError if there's no database yet."""
    if await look_at(settings.database_url) is None:
        raise DatabaseError("it doesn't exist yet; the first start creates it")
