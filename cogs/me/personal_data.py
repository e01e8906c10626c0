"""`/me data`: export a user's data as a file, or delete it after a confirmation."""

import asyncio
import json
import logging
import secrets
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.errors import Overtaken, Repeated, Stale, UnknownTable
from bot.play.finished_games import FinishedGames
from bot.play.ports import PersonalData
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.tournaments import Tournaments
from bot.play.values import Status
from bot.rummy.refusals import Refused
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.commands import CommandRunner
from cogs.edge.languages import Languages
from cogs.edge.messages import Message
from cogs.edge.names import DiscordNames
from cogs.me.screens.data import FORGET, KEEP, export_screen, question_screen
from cogs.standings.exports import named_file
from cogs.table.screens.links import table_link
from cogs.table.table_updates import TableUpdates

logger = logging.getLogger(__name__)

_TRIES = 5
"""Attempts to leave tables that others are changing at the same time."""


class MeData(commands.Cog):
    """The commands about the user's own data; a part of `/me`."""

    _runner: CommandRunner
    _forgetting: "Forgetting"

    data = app_commands.Group(name="data", description="The data stored about you")

    @data.command(name="export", description="Export all data stored about you as a file")
    async def data_export(self, interaction: discord.Interaction) -> None:
        """Send the user's data."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._forgetting.held(interaction), anywhere=True)

    @data.command(name="delete", description="Delete all data stored about you")
    async def data_delete(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._forgetting.ask(interaction), anywhere=True)


class Forgetting:
    """Exports and deletes the data of users."""

    def __init__(
        self,
        *,
        languages: Languages,
        updates: TableUpdates,
        tables: Tables,
        tournaments: Tournaments,
        finished_games: FinishedGames,
        personal_data: PersonalData,
        names: DiscordNames,
    ) -> None:
        self._languages = languages
        self._updates = updates
        self._tables = tables
        self._tournaments = tournaments
        self._finished_games = finished_games
        self._personal_data = personal_data
        self._names = names
        self._running: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def ways(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {FORGET: PageRoute(self._forget), KEEP: PageRoute(self._keep)}

    async def held(self, interaction: discord.Interaction) -> Reply:
        """Send all stored data of the user as a file."""
        texts, held = (
            self._languages.for_user(interaction),
            await self._personal_data.held(interaction.user.id),
        )
        data = await asyncio.to_thread(lambda: json.dumps(held, ensure_ascii=False, indent=1).encode())
        file = named_file("my-data.json", data)
        return Show(Message(lambda detail: export_screen(texts, detail, file), files=(file,)))

    async def ask(self, interaction: discord.Interaction) -> Reply:
        """Ask the user to confirm the deletion, and explain it."""
        texts = self._languages.for_user(interaction)
        open_tables = [table.row for table in await self._open_tables(interaction.user.id)]
        links = [table_link(row) for row in open_tables if not row.is_practice]
        return Show(Message(lambda _: question_screen(texts, links)))

    async def _keep(self, click: PageClick) -> Reply:
        """Answer that nothing was deleted."""
        return notice(click.texts.t("Nothing was deleted."))

    async def _forget(self, click: PageClick) -> Reply:
        """Delete all data of the user."""
        user, texts = click.user, click.texts
        lock = self._running.setdefault(user, asyncio.Lock())
        async with lock:
            await self._tournaments.withdraw_everywhere(user)  # first, because it closes lobbies of fixtures
            try:
                await self._leave_all(user)
                await self._personal_data.forget(user, _mark)
            except Overtaken:  # they just joined another table, or their table keeps changing
                return notice(
                    texts.t(
                        "I couldn't remove you from one of your tables, so nothing was deleted. Try again in a moment."
                    )
                )
            await self._tables.forget(user)
            self._names.forget(user)
        for guild in click.interaction.client.guilds:
            self._finished_games.changed(guild.id)  # posted standings may contain their name
        logger.info("a user deleted their data")
        return notice(texts.t("Your data is deleted. If you play again, you start from scratch."))

    async def _leave_all(self, user: int) -> None:
        """Remove the user from all open tables, and settle games that end by it. Raises Overtaken."""
        for _ in range(_TRIES):
            tables = await self._open_tables(user)
            if not tables:
                return
            for table in tables:
                try:
                    await _leave(table, user)
                except (Refused, Repeated, Stale):
                    await table.refresh()  # someone else changed it at the same time
                self._updates.changed(table)
                if table.row.status is Status.OVER:
                    await self._finished_games.outcome(table)
        raise Overtaken

    async def _open_tables(self, user: int) -> list[Table]:
        """Return the open tables that the user has to leave first."""
        found = []
        for number in await self._personal_data.open_tables(user):
            try:
                table = await self._tables.get(number)
            except UnknownTable:
                continue
            if _is_there(table, user):
                found.append(table)
        return found


def _is_there(table: Table, user: int) -> bool:
    """Return whether a user has to leave a table before their data can be deleted."""
    row, seat = table.row, table.seat_of(user)
    match row.status:
        case Status.LOBBY:
            return seat is not None or user in row.invited
        case Status.PLAYING if seat is None:
            return row.host == user
        case Status.PLAYING:
            return table.game is not None and seat not in table.game.left
        case _:
            return False


async def _leave(table: Table, user: int) -> None:
    """Remove the user from a table: give up their seat, decline their invitation, or close their computers' game."""
    row, seat, doing = table.row, table.seat_of(user), -secrets.randbits(62) - 1
    if row.status is Status.LOBBY and seat is not None:
        await table.lobby.leave(user, doing)
    elif row.status is Status.LOBBY and user in row.invited:
        await table.lobby.decline(user, doing)
    elif seat is not None:
        await table.play.resign(user, interaction=doing)
    elif row.host == user:
        await table.moderation.close(doing)


def _mark() -> int:
    """Return a random negative number that replaces the id of a deleted user."""
    return -secrets.randbits(52) - 1
