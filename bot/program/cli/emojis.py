"""``remik emojis``: upload card faces as application emojis for buttons. They are optional."""

import argparse
from typing import TYPE_CHECKING

from bot.program.cli.app import logged_in, print_result
from bot.program.settings import Settings
from cogs.edge.messages import FACED, emoji_name
from render.drawing.faces import card_png

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("emojis", help="upload card faces as application emojis, or remove them")
    parser.add_argument("--remove", action="store_true", help="remove them")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Upload the missing emojis, or remove all of them, and print how many. Return the exit status."""

    async def work(settings: Settings) -> str:
        if options.remove:
            return f"{await remove(settings)} card faces removed\n"
        return f"{await upload(settings)} card faces uploaded\n"

    return print_result(work)


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
