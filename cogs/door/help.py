"""`/rummy help`: a private page that knows where the reader is, with the ways to everything that explains the game."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.play.errors import StoreError
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.values import OPEN, Status
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, Options
from bot.text.catalogs import Texts
from bot.text.terms import Term
from cogs.door.screens.help import (
    HELP,
    HELP_GAME,
    Contact,
    HelpPage,
    Here,
    commands_screen,
    contact_screen,
    home_screen,
    terms_screen,
    turn_screen,
)
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.command_texts import command_lines
from cogs.edge.commands import CommandRunner
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless, paused_words
from cogs.table.table_replies import TableReplies

_ADMIN: Final = "rummy-admin"
"""The group of commands for members who manage a server."""


class Help:
    """The pages of help. The custom ids contain the page; where the reader is, is looked up with each click."""

    def __init__(self, tables: Tables, replies: TableReplies, contact: Contact) -> None:
        self._tables = tables
        self._replies = replies
        self._contact = contact

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {HELP: PageRoute(self._show), HELP_GAME: PageRoute(self._game)}

    async def home(self, interaction: discord.Interaction, texts: Texts) -> Reply:
        """Show where the actor is, and what they can do there."""
        table, manages = await self._table(interaction), _manages(interaction)
        paused = "" if table is not None and table.row.status in OPEN else await self._paused(interaction, texts)
        if paused or table is None or table.row.status is Status.CANCELLED:
            direct = interaction.guild_id is None
            return Show(Message(lambda _: home_screen(texts, None, manages=manages, paused=paused, direct=direct)))
        scene = self._replies.scene(interaction, table)
        here = Here(scene, table.view(scene.seat) if table.game else None, interaction.user.id)
        return Show(Message(lambda _: home_screen(texts, here, manages=manages)))

    async def _show(self, press: PageClick) -> Reply:
        """Show the page in a button's id."""
        texts, manages = press.texts, _manages(press.interaction)
        match _page(press.argument(0)):
            case HelpPage.HOME:
                return await self.home(press.interaction, texts)
            case HelpPage.TURN:
                options = await self._options(press, press.argument(1))
                return Show(Message(lambda _: turn_screen(texts, options)))
            case HelpPage.TERMS:
                options, term = await self._options(press, press.argument(1)), _term(press)
                return Show(Message(lambda _: terms_screen(texts, options, term)))
            case HelpPage.COMMANDS | HelpPage.ADMIN as page:
                admin = page is HelpPage.ADMIN and manages
                listed = tuple(command_lines(press.interaction.client, texts, _ADMIN, of_group=admin))
                return Show(Message(lambda _: commands_screen(texts, listed, admin=admin, manages=manages)))
            case HelpPage.CONTACT:
                return Show(Message(lambda _: contact_screen(texts, self._contact)))

    async def _game(self, press: PageClick) -> Reply:
        """Show the same page for the chosen game."""
        options, texts = await self._options(press, press.choice), press.texts
        if _page(press.argument(0)) is HelpPage.TERMS:
            return Show(Message(lambda _: terms_screen(texts, options, None)))
        return Show(Message(lambda _: turn_screen(texts, options)))

    async def _options(self, press: PageClick, written: str) -> Options:
        """Return the rules of a game: those of the channel's table if that plays it, else the standard rules."""
        try:
            variant = Variant(written)
        except ValueError as error:
            raise Meaningless from error
        table = await self._table(press.interaction)
        here = table is not None and table.row.options.variant is variant
        return table.row.options if table is not None and here else PRESETS[variant]

    async def _table(self, interaction: discord.Interaction) -> Table | None:
        """Return the table of the channel, if there is one. Help works without the database, too."""
        try:
            return None if interaction.channel_id is None else await self._tables.in_channel(interaction.channel_id)
        except StoreError:
            return None

    async def _paused(self, interaction: discord.Interaction, texts: Texts) -> str:
        """Return how to continue a game of the actor whose channel was deleted; empty if there's none."""
        try:
            paused = await self._tables.paused_game(interaction.guild_id or 0, interaction.user.id)
        except StoreError:
            return ""
        return "" if paused is None else paused_words(texts)


def help_command(runner: CommandRunner, pages: Help) -> app_commands.Command[Any, ..., None]:
    """Return the command that opens help."""

    @app_commands.command(name="help", description="Explain what you can do here: rules, turns, terms, commands")
    async def command(interaction: discord.Interaction) -> None:
        """Show the first page, only to the actor."""
        texts = runner.texts(interaction)
        await runner.give(interaction, Where.PRIVATE, lambda: pages.home(interaction, texts), anywhere=True)

    return command


def _manages(interaction: discord.Interaction) -> bool:
    """Return whether the actor manages the server they're on."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def _page(written: str) -> HelpPage:
    """Parse a page. Raises Meaningless if it isn't one."""
    try:
        return HelpPage(written)
    except ValueError as error:
        raise Meaningless from error


def _term(press: PageClick) -> Term | None:
    """Return the term in a button's id, if there is one. Raises Meaningless if it isn't one."""
    if len(press.asked.arguments) < 3:
        return None
    try:
        return Term(press.argument(2))
    except ValueError as error:
        raise Meaningless from error
