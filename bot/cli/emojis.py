"""``remik emojis``: upload card faces as application emojis for buttons. They are optional."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

import discord

from bot.cli.login import logged_in
from bot.settings import Settings, SettingsError, load_settings
from cogs.edge.emojis import FACED, emoji_name
from render.drawing.faces import card_png

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("emojis", help="upload card faces as application emojis, or remove them")
    parser.add_argument("--remove", action="store_true", help="remove them")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Upload the missing emojis, or remove all of them. Exit status 1 with an error message if Discord refuses."""
    try:
        settings = load_settings()
        changed = asyncio.run(remove(settings) if options.remove else upload(settings))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return 1
    except discord.DiscordException as error:
        sys.stderr.write(f"Discord refused: {error}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"Discord can't be reached, check the network and REMIK_API_URL: {error}\n")
        return 1
    sys.stdout.write(f"{changed} card faces {'removed' if options.remove else 'uploaded'}\n")
    return 0


async def upload(settings: Settings) -> int:
    """Upload the card faces that the application doesn't have yet. Return how many were uploaded."""
    async with await logged_in(settings) as client:
        there = {emoji.name for emoji in await client.fetch_application_emojis()}
        missing = [card for card in FACED if emoji_name(card) not in there]
        for card in missing:
            await client.create_application_emoji(name=emoji_name(card), image=card_png(card))
    return len(missing)


async def remove(settings: Settings) -> int:
    """Remove the application's card faces. Return how many were removed."""
    names = {emoji_name(card) for card in FACED}
    async with await logged_in(settings) as client:
        ours = [emoji for emoji in await client.fetch_application_emojis() if emoji.name in names]
        for emoji in ours:
            await emoji.delete()
    return len(ours)
