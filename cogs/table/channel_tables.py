"""Commands that are about a table: the one in the channel where they're used, or the one where the actor plays."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.values import OPEN, Status
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.commands import CommandRunner
from cogs.edge.layout import layout, rows, text
from cogs.edge.messages import Message
from cogs.edge.notices import paused_words
from cogs.edge.without_server import practice_button
from cogs.table.screens.scene import table_link
from cogs.table.table_replies import TableReplies


@dataclass(slots=True, eq=False)
class ChannelTables:
    """Finds the table that a command is about, and answers it."""

    runner: CommandRunner
    tables: Tables
    replies: TableReplies

    async def find(self, interaction: discord.Interaction) -> Table | None:
        """Return the table of the channel where a command was used, if there is one. Raises StoreError."""
        return None if interaction.channel_id is None else await self.tables.in_channel(interaction.channel_id)

    async def answer(self, interaction: discord.Interaction, make: Callable[[Table], Awaitable[Reply]]) -> None:
        """Answer a command about the channel's table privately."""

        async def reply() -> Reply:
            table = await self.find(interaction)
            if table is None:
                return await self._none_here(interaction)
            return self.replies.about(table, await make(table))

        await self.runner.give(interaction, Where.PRIVATE, reply)

    async def answer_player(
        self,
        interaction: discord.Interaction,
        make: Callable[[Table, str], Awaitable[Reply]],
        first: Callable[[], Awaitable[Reply | None]] | None = None,
    ) -> None:
        """Answer a command about the actor's own game privately, unless ``first`` returns an answer.

        ``make`` also gets a line that says where the game is, empty if it is in this channel.
        """

        async def reply() -> Reply:
            instead = None if first is None else await first()
            if instead is not None:
                return instead
            table = await self._of_player(interaction)
            if table is None or (table.row.status not in OPEN and await self._is_paused(interaction)):
                return await self._none_here(interaction)
            return self.replies.about(table, await make(table, self._elsewhere(interaction, table)))

        await self.runner.give(interaction, Where.PRIVATE, reply)

    async def _of_player(self, interaction: discord.Interaction) -> Table | None:
        """Return the table that the actor means by a command about their own game."""
        guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
        return await self.tables.of_player(guild, channel, interaction.user.id)

    async def _is_paused(self, interaction: discord.Interaction) -> bool:
        """Return whether a game of the actor waits for a new channel."""
        return await self.tables.paused_game(interaction.guild_id or 0, interaction.user.id) is not None

    def _elsewhere(self, interaction: discord.Interaction, table: Table) -> str:
        """Return where a table is; empty if it is in the channel of the command."""
        if table.row.channel == interaction.channel_id:
            return ""
        texts, link = self.runner.texts(interaction), table_link(table.row)
        if table.row.status is Status.LOBBY:
            return texts.t("The table where you have a seat hasn't started yet: {link}", link=link)
        return texts.t("Your game is in another channel: {link}", link=link)

    async def _none_here(self, interaction: discord.Interaction) -> Reply:
        """Answer that the channel has no table, how to continue a paused game, or where the actor plays."""
        texts = self.runner.texts(interaction)
        if await self._is_paused(interaction):
            return notice(paused_words(texts))
        playing = await self._of_player(interaction)
        if playing is not None and playing.row.status in OPEN:
            return notice(self._elsewhere(interaction, playing))
        words = texts.t(
            "There's no table in this channel. `/rummy new` opens one, and `/league history` lists finished games."
        )
        return Show(Message(lambda _: layout(text(words), rows([practice_button(texts)]))))
