"""Games that are paused because their channel was deleted: a player can move them to another channel."""

import discord

from bot.play.errors import ChannelTaken
from bot.play.ports import Servers
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.values import OPEN
from cogs.edge.answers import Reply, notice
from cogs.edge.languages import Languages
from cogs.edge.permissions import missing, missing_words
from cogs.table.opening_permissions import must_be_place
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.links import table_link
from cogs.table.table_updates import TableUpdates


class PausedGames:
    """Moves a paused game to the channel where one of its players asks for it."""

    def __init__(
        self,
        languages: Languages,
        updates: TableUpdates,
        public_messages: PublicMessages,
        tables: Tables,
        servers: Servers,
    ) -> None:
        self._languages = languages
        self._updates = updates
        self._public_messages = public_messages
        self._tables = tables
        self._servers = servers

    async def move_here(self, interaction: discord.Interaction) -> Reply | None:
        """Move the actor's paused game here. None if they have none, or already play in this channel."""
        guild, channel, user = interaction.guild_id, interaction.channel_id, interaction.user.id
        if guild is None or channel is None:
            return None
        texts = self._languages.for_user(interaction)
        there = await self._tables.in_channel(channel)
        if there is not None and there.row.status in OPEN and there.seat_of(user) is not None:
            return None
        table = await self._tables.paused_game(guild, user)
        if table is None:
            return None
        must_be_place(interaction, self._servers.of(guild))
        lacking = missing(interaction)
        if lacking:
            return notice(missing_words(texts, lacking))
        try:
            await self._move(table, user, channel, interaction.id)
        except ChannelTaken as taken:
            link = table_link((await self._tables.get(taken.table)).row)
            words = texts.t(
                "This channel already has a table: {link}. Use `/rummy table` in another channel or a thread to "
                "continue your game there.",
                link=link,
            )
            return notice(words)
        self._public_messages.resume(table, anew=True)
        self._updates.changed(table, user)
        return notice(texts.t("Your game continues here."))

    async def _move(self, table: Table, user: int, channel: int, interaction: int) -> None:
        """Move a game to a channel. Raises ChannelTaken, unless the lobby there closes because its host has left."""
        try:
            await table.play.move_to_channel(user, channel, interaction)
        except ChannelTaken as taken:
            if not await self._tables.is_free_after_all(taken):
                raise
            await table.play.move_to_channel(user, channel, interaction)
