"""``remik texts``: write every text that users read to a template for translators, or a pseudo translation of it."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands
from pydantic import SecretStr

import bot
from bot.play.state.errors import TableReason
from bot.players.coaching import CoachLine
from bot.players.reasons import Why
from bot.playground import NO_LIMITS, StandIn
from bot.program.app import bot_for
from bot.program.cli.guests.table import DemoError
from bot.program.cli.text_screens import screens_page
from bot.program.settings import Settings
from bot.ratings.values import RatingsReason
from bot.rummy.codes import CodeFault
from bot.rummy.refusals import Conflict, Reason
from bot.text.catalog_check import CatalogFault, faults_in, faults_of_commands, faults_of_screens, words_of
from bot.text.catalogs import Catalogs
from bot.text.extraction import (
    ExtractedMessage,
    catalog_header,
    catalog_in,
    languages_in,
    messages,
    pseudo_catalog,
    template,
    translated,
    updated,
    write_catalog,
)
from bot.tournaments.values import TournamentReason
from cogs.edge.command_texts import command_messages
from render.rooms import too_wide

if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

ROOT: Final = Path(bot.__file__).parents[1]
FOLDERS: Final = ("bot", "cogs", "render")
"""The folders whose source contains messages."""
CATALOGS: Final = ROOT / "bot" / "text"
REASONS: Final[tuple[type[StrEnum], ...]] = (
    Reason,
    TableReason,
    Conflict,
    CodeFault,
    Why,
    CoachLine,
    RatingsReason,
    TournamentReason,
)
"""The enums whose values are sentences."""


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("texts", help="extract the texts to translate")
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    extract = actions.add_parser("extract", help="write a template (.pot) with every message and command")
    extract.add_argument("file", nargs="?", type=Path, help="where to write it (default: standard output)")
    extract.set_defaults(run=run, language=None)
    pseudo = actions.add_parser(
        "pseudo",
        help="write a pseudo translation (.po)",
        description="Write a pseudo translation: accents, longer texts, another word order, brackets. Screens in it "
        "show what isn't translatable and what doesn't fit.",
    )
    pseudo.add_argument("language", metavar="LANGUAGE", help="the language to replace, such as de")
    pseudo.add_argument("file", nargs="?", type=Path, help="where to write it (default: standard output)")
    pseudo.set_defaults(run=run)
    update = actions.add_parser(
        "update",
        help="bring the catalogs up to date with the program",
        description="Bring catalogs up to date: add new messages, mark translations of changed ones as fuzzy, keep "
        "what is no longer used at the end. A language without a catalog gets an empty one.",
    )
    check = actions.add_parser("check", help="list what is wrong with the catalogs")
    check.add_argument("languages", nargs="*", metavar="LANGUAGE", help="such as de (default: all there are)")
    check.add_argument("--folder", type=Path, default=CATALOGS, help=argparse.SUPPRESS)
    check.set_defaults(run=run_check)
    screens = actions.add_parser("screens", help="write screens and pictures to one page, each text with its message")
    screens.add_argument("--language", required=True, help="the language of a catalog, such as pl")
    screens.add_argument("--out", type=Path, default=Path("screens-out"), help="output folder (default: screens-out)")
    screens.set_defaults(run=run_screens)
    update.add_argument("languages", nargs="*", metavar="LANGUAGE", help="such as cs or pt-BR (default: all there are)")
    update.add_argument("--folder", type=Path, default=CATALOGS, help=argparse.SUPPRESS)
    update.set_defaults(run=run_update)


def run(options: argparse.Namespace) -> int:
    """Write a catalog. Exit status 1 with an error message if there is no such language, or no such folder."""
    found = asyncio.run(all_messages())
    try:
        made = template(found) if options.language is None else pseudo_catalog(found, options.language)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if options.file is None:
        write_catalog(made, sys.stdout.buffer)
        return 0
    try:
        with options.file.open("wb") as file:
            write_catalog(made, file)
    except OSError as error:
        sys.stderr.write(f"can't write {options.file}: {error.strerror}\n")
        return 1
    sys.stdout.write(f"{options.file}: {len(made)} messages\n")
    return 0


def run_update(options: argparse.Namespace) -> int:
    """Update catalogs, and print a line for each. Exit status 1 if there is no such language, or a file is broken."""
    made = template(asyncio.run(all_messages()))
    for language in options.languages or languages_in(options.folder):
        file = options.folder / language / "remik.po"
        try:
            new, changes = updated(made, catalog_in(file, language), language)
        except ValueError as error:
            sys.stderr.write(f"{file}: {error}\n")
            return 1
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as target:
            write_catalog(new, target, catalog_header(language))
        sys.stdout.write(f"{file}: {changes}\n")
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Print what is wrong with the catalogs. Exit status 1 if anything is."""
    found, status, catalogs = asyncio.run(all_messages()), 0, Catalogs(options.folder)
    for language in options.languages or languages_in(options.folder):
        file = options.folder / language / "remik.po"
        try:
            catalog = catalog_in(file, language)
            words = words_of(options.folder, language)
            texts = catalogs.texts(language)
            faults = [*faults_in(catalog, language, found, words), *faults_of_screens(texts)]
            faults += [CatalogFault(language, "picture", line) for line in too_wide(texts)]
        except ValueError as error:
            faults = [CatalogFault(language, str(file), str(error))]
        sys.stdout.write("".join(f"{fault}\n" for fault in faults) + f"{file}: {len(faults)} faults\n")
        status = 1 if faults else status
    languages = [*map(catalogs.texts, catalogs.languages)]
    for fault in faults_of_commands(asyncio.run(registered_commands()), languages):
        sys.stdout.write(f"{fault}\n")
        status = 1
    return status


def run_screens(options: argparse.Namespace) -> int:
    """Write the page. Exit status 1 with an error message if there is no such catalog, or a game fails."""
    file = CATALOGS / options.language / "remik.po"
    try:
        catalog = tuple(translated(catalog_in(file, options.language)))
        if not catalog:
            raise ValueError(f"there is no catalog {file}: write one with `remik texts update {options.language}`")  # noqa: TRY301
        page = asyncio.run(screens_page(options.language, catalog, options.out))
    except (DemoError, OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{page.resolve().as_uri()}\n")
    return 0


async def all_messages() -> tuple[ExtractedMessage, ...]:
    """Return every message of the source code and of the command tree."""
    return (*messages(ROOT, FOLDERS, REASONS), *await commands_of_the_bot())


async def commands_of_the_bot() -> tuple[ExtractedMessage, ...]:
    """Return the texts of all commands."""
    async with _command_tree() as tree:
        return await command_messages(tree)


async def registered_commands() -> list[dict[str, Any]]:
    """Return all commands as Discord gets them, in English."""
    async with _command_tree() as tree:
        return [command.to_dict(tree) for command in tree.get_commands()]


@asynccontextmanager
async def _command_tree() -> AsyncIterator[app_commands.CommandTree[Any]]:
    """Build the real bot, which logs in to a stand-in for Discord, for its commands."""
    with tempfile.TemporaryDirectory(prefix="remik-") as folder:
        async with StandIn(limits=NO_LIMITS, log_limit=0) as standin:
            settings = Settings(
                token=SecretStr(standin.token),
                database_url=f"sqlite+aiosqlite:///{folder}/texts.db",
                api_url=standin.api_url,
                gateway_url=standin.gateway_url,
            )
            async with bot_for(settings) as remik:
                await remik.client.login(standin.token)
                yield remik.client.tree
