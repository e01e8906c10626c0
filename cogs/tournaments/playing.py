"""Opens the table of a fixture: in a new thread if the bot may create one, otherwise in the channel."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import ChannelTaken, Stale, UnknownTable
from bot.play.state.people import Servers
from bot.play.state.ports import Names
from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import Status
from bot.text.catalogs import Texts
from bot.text.tournaments import matchday_name, pair_label
from bot.tournaments.tournament import find
from bot.tournaments.values import Fixture
from cogs.edge.answers import Show, notice
from cogs.edge.channels import new_thread
from cogs.edge.languages import Languages
from cogs.edge.permissions import missing, missing_words
from cogs.table.screens.scene import table_link
from cogs.table.table_opener import must_be_place
from cogs.table.table_replies import TableUpdates
from cogs.tournaments.posts import TournamentUpdates

_A_WEEK: Final = 10080  # minutes: Discord's longest time before an inactive thread is archived


class _NotShownError(Exception):
    """The bot can't show a table in this channel. The message says which permissions are missing."""


@dataclass(slots=True, eq=False, kw_only=True)
class FixtureTables:
    """Opens the tables of fixtures, and links to open ones."""

    languages: Languages
    tables: Tables
    table_updates: TableUpdates
    tournaments: Tournaments
    tournament_updates: TournamentUpdates
    servers: Servers
    names: Names
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(init=False, default_factory=WeakValueDictionary)

    async def play(self, interaction: discord.Interaction, row: TournamentRow, fixture: Fixture) -> Show:
        """Seat a player of the pair at their table. For other users link to it, if it's open.

        Raises what `Tournaments.open_table` raises, except ChannelTaken.
        """
        texts, user = self.languages.for_user(interaction), interaction.user.id
        lock = self._locks.setdefault(fixture.id, asyncio.Lock())
        async with lock:  # if both players click at once, the second gets the first one's thread
            row = await self.tournaments.get(row.id)
            fixture = find(row.tournament, fixture.id)
            try:
                if user not in fixture.pair and fixture.table is not None and fixture.decided is None:
                    table = await self.tables.get(fixture.table)
                    return notice(texts.t("Here's their table: {link}", link=table_link(table.row)))
                table = await self._opened(interaction, row, fixture)
            except _NotShownError as why:
                return notice(str(why))
            except ChannelTaken as taken:
                return notice(await self._taken_words(texts, taken.table))
            except UnknownTable:
                raise Stale from None
        self.table_updates.changed(table, user)
        self.tournament_updates.changed(row)
        return notice(_seated_words(texts, table))

    async def _opened(self, interaction: discord.Interaction, row: TournamentRow, fixture: Fixture) -> Table:
        """Seat a player at the table of their fixture, opening it if necessary."""
        names = await self.names.names(row.guild, fixture.pair)
        texts = self.languages.for_server(interaction)
        called = f"{matchday_name(texts, row.tournament, fixture.matchday)}: {pair_label(texts, fixture, names)}"
        return await self.tournaments.open_table(
            fixture.id,
            interaction.user.id,
            interaction.user.display_name,
            interaction.id,
            self._place(interaction, row, called),
        )

    def _place(self, interaction: discord.Interaction, row: TournamentRow, called: str) -> Callable[[], Awaitable[int]]:
        """Return a function that finds a channel for a table: a new thread, or the channel of the click."""

        async def place() -> int:
            server = self.servers.of(row.guild)
            if server.channels:  # an admin opened the tournament in its channel, so that is allowed too
                server = replace(server, channels=(*server.channels, row.channel))
            must_be_place(interaction, server)
            thread = await new_thread(interaction, called, _A_WEEK)
            if thread is not None:
                return thread
            lacking = missing(interaction)
            if lacking or interaction.channel_id is None:
                raise _NotShownError(missing_words(self.languages.for_user(interaction), lacking))
            return interaction.channel_id

        return place

    async def _taken_words(self, texts: Texts, table: int) -> str:
        other = await self.tables.get(table)
        return texts.t(
            "This channel already has a table: {link} Use `{/tournament fixtures}` in another channel or thread and "
            "press the button there, or ask a moderator to let me create threads here.",
            link=table_link(other.row),
        )


def _seated_words(texts: Texts, table: Table) -> str:
    link = table_link(table.row)
    match table.row.status:
        case Status.LOBBY:
            return texts.t("Here's your table: {link} The game starts as soon as you've both joined.", link=link)
        case Status.PLAYING:
            return texts.t("Your game is running: {link}", link=link)
        case _:
            return texts.t("Your table was here: {link}", link=link)
