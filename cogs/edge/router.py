"""The one listener for every button, select and modal: read, carry out, answer; no error goes beyond it."""

import logging
from collections.abc import Iterable
from typing import Final

import discord
from cachetools import FIFOCache
from discord import InteractionType
from discord.ext import commands

from bot.play.errors import UnknownTable
from bot.play.session import Table
from cogs.edge.answers import Answers, Private, Reply, Where
from cogs.edge.clicks import PageClick, PageHandlers, TableClick, TableHandlers
from cogs.edge.custom_ids import TableAction, TableId, parse
from cogs.edge.notices import EXPECTED, Meaningless, failure_words, why_not, why_not_in_league
from cogs.edge.page_ids import PREFIX, parse_league
from cogs.table.clicked import public_message
from cogs.table.room import TableEdge

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
_PUBLIC: Final = frozenset(
    {TableAction.JOIN, TableAction.LEAVE, TableAction.DECLINE, TableAction.CUT, TableAction.START, TableAction.CANCEL}
)
_MODALS: Final = frozenset(
    {TableAction.CUT, TableAction.NUMBER, TableAction.SAVE, TableAction.CODE, TableAction.LIMITS}
)


class Router(commands.Cog):
    """Hears every click, finds table and actor, has it carried out and answered."""

    def __init__(
        self, room: TableEdge, answers: Answers, *handlers: TableHandlers, league: Iterable[PageHandlers] = ()
    ) -> None:
        self._room = room
        self._answers = answers
        self._handlers: TableHandlers = {action: handler for part in handlers for action, handler in part.items()}
        self._ways: PageHandlers = {word: way for part in league for word, way in part.items()}
        self._heard: FIFOCache[int, None] = FIFOCache(_REMEMBERED)  # interactions

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click; commands have their own way."""
        if interaction.type not in (InteractionType.component, InteractionType.modal_submit):
            return
        if self._heard_before(interaction.id):
            return  # told again by the gateway: it is being answered, or was
        asked = parse(interaction.custom_id)
        about: dict[str, object] = {"interaction": interaction.id, "table": asked.table if asked else None}
        try:
            if str(interaction.custom_id).startswith(PREFIX):
                await self._league(interaction)
            else:
                await self._at_table(interaction, asked, about)
        except Exception:
            logger.exception("click failed", extra=about)
            line = failure_words(self._room.private_texts(interaction))
            await self._answers.say(interaction, self._room.notice(line).message)

    def _heard_before(self, interaction: int) -> bool:
        """Say whether an interaction has reached us already."""
        if interaction in self._heard:
            return True
        self._heard[interaction] = None
        return False

    async def _at_table(
        self, interaction: discord.Interaction, asked: TableId | None, about: dict[str, object]
    ) -> None:
        """Answer a click at a table, then take the message away if the table has moved on to another one."""
        message, found = public_message(interaction), list[Table]()

        async def reply() -> Reply:
            table = await self._table(interaction, asked)
            if table is None:
                texts = self._room.private_texts(interaction)
                return self._room.notice(texts.t("There is no table behind this button; `/rummy new` opens one."))
            seat, seq = table.seat_of(interaction.user.id), table.stamp(None).public
            about.update({"table": table.row.id, "seat": seat, "seq": seq})
            found.append(table)
            return await self._reply(interaction, asked, table)

        await self._answers.give(interaction, _place(interaction, asked), reply)
        if found:
            self._room.leave_older(found[0], message)

    async def _reply(self, interaction: discord.Interaction, asked: TableId | None, table: Table) -> Reply:
        """Carry out a click and return what to answer."""
        await self._room.adopt_newer(table, public_message(interaction))
        try:
            reply = await self._carry_out(interaction, asked, table)
        except EXPECTED as why:
            reply = await self._room.hand(interaction, table, why_not(self._room.private_texts(interaction), why))
        return reply.about(table) if isinstance(reply, Private) else reply

    async def _league(self, interaction: discord.Interaction) -> None:
        """Answer a click on something of the league, for which no table is loaded."""
        asked, texts = parse_league(interaction.custom_id), self._room.private_texts(interaction)
        way = None if asked is None else self._ways.get(asked.word)

        async def reply() -> Reply:
            try:
                if asked is None or way is None:
                    raise Meaningless
                return await way.handler(PageClick(interaction, texts, asked))
            except EXPECTED as why:
                return self._room.notice(why_not_in_league(texts, why))

        place = Where.PRIVATE if way is None else way.place
        if place is Where.NOW and interaction.type is InteractionType.modal_submit:
            place = Where.PRIVATE
        await self._answers.give(interaction, place, reply)

    async def _carry_out(self, interaction: discord.Interaction, asked: TableId | None, table: Table) -> Reply:
        """Hand a click to whom it concerns. Meaningless if that is nobody, or another table."""
        if asked is None or table.row.id != asked.table or asked.action not in self._handlers:
            raise Meaningless
        texts = self._room.private_texts(interaction)
        return await self._handlers[asked.action](TableClick(interaction, texts, asked, table))

    async def _table(self, interaction: discord.Interaction, asked: TableId | None) -> Table | None:
        """Find the table that was clicked; for an id that names none, the one in this channel."""
        tables = self._room.deps.tables
        if asked is not None:
            try:
                table = await tables.get(asked.table)
            except UnknownTable:
                table = None
            if table is not None and table.row.guild == interaction.guild_id:
                return table
        return None if interaction.channel_id is None else await tables.in_channel(interaction.channel_id)


def _place(interaction: discord.Interaction, asked: TableId | None) -> Where:
    """Say where the answer to a click goes."""
    if asked is None:
        return Where.PRIVATE
    if asked.action in _MODALS and interaction.type is InteractionType.component:
        return Where.NOW
    return Where.PUBLIC if asked.action in _PUBLIC else Where.PRIVATE
