"""Commands that are about the table of the channel where they're used."""

from collections.abc import Awaitable, Callable

import discord

from bot.play.session import Table
from bot.play.tables import Tables
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.commands import CommandRunner
from cogs.edge.layout import layout, rows, text
from cogs.edge.messages import Message
from cogs.edge.notices import paused_words
from cogs.edge.without_server import practice_button
from cogs.table.table_replies import TableReplies


class ChannelTables:
    """Finds the table of a channel, and answers commands about it."""

    def __init__(self, runner: CommandRunner, tables: Tables, replies: TableReplies) -> None:
        self._runner = runner
        self._tables = tables
        self._replies = replies

    async def find(self, interaction: discord.Interaction) -> Table | None:
        """Return the table of the channel where a command was used, if there is one. Raises StoreError."""
        return None if interaction.channel_id is None else await self._tables.in_channel(interaction.channel_id)

    async def answer(
        self,
        interaction: discord.Interaction,
        make: Callable[[Table], Awaitable[Reply]],
        first: Callable[[], Awaitable[Reply | None]] | None = None,
    ) -> None:
        """Answer a command about the channel's table privately, unless ``first`` returns an answer."""

        async def reply() -> Reply:
            instead = None if first is None else await first()
            if instead is not None:
                return instead
            table = await self.find(interaction)
            if table is None:
                return await self._none_here(interaction)
            return self._replies.about(table, await make(table))

        await self._runner.give(interaction, Where.PRIVATE, reply)

    async def _none_here(self, interaction: discord.Interaction) -> Reply:
        """Answer that the channel has no table, or how to continue a paused game."""
        texts = self._runner.texts(interaction)
        if await self._tables.paused_game(interaction.guild_id or 0, interaction.user.id) is not None:
            return notice(paused_words(texts))
        words = texts.t(
            "There's no table in this channel. `/rummy new` opens one, and `/league history` lists finished games."
        )
        return Show(Message(lambda _: layout(text(words), rows([practice_button(texts)]))))
