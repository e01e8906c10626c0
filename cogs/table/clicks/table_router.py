"""Routes clicks at tables to their handlers, and removes outdated messages of the table."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, Final, NamedTuple, TypeGuard

import discord
from discord import InteractionType

from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import TableReason, UnknownTable
from bot.play.state.game import FIRST
from bot.play.state.values import NoHome
from bot.rummy.refusals import Refused
from cogs.edge.answers import Answers, Reply, Where, is_private, notice
from cogs.edge.clicking.custom_ids import TableAction, TableId, parse
from cogs.edge.languages import Languages
from cogs.edge.notices import EXPECTED, Meaningless, topic_of, why_not
from cogs.table.clicks.table_clicks import TableClick, TableHandlers
from cogs.table.panels.panel import Owner
from cogs.table.panels.panels import Panels
from cogs.table.public_messages import PublicMessages
from cogs.table.table_replies import TableReplies


class PublicMessage(NamedTuple):
    """A table's public message; ``shown`` is the custom id of one of its buttons."""

    channel: int
    message: int
    shown: TableId


def public_message(interaction: discord.Interaction) -> PublicMessage | None:
    """Return the clicked public message of a table, if there is one.

    Its content is read from the message that Discord sends with the click, since the custom id of a click may be
    forged.
    """
    clicked, channel = interaction.message, interaction.channel_id
    if clicked is None or clicked.flags.ephemeral or channel is None:
        return None
    ids = (parse(getattr(part, "custom_id", None)) for part in _parts(clicked.components))
    shown = next((found for found in ids if found is not None), None)
    return None if shown is None else PublicMessage(channel, clicked.id, shown)


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    """Yield components, including nested ones."""
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))


_PUBLIC: Final = frozenset(
    {
        TableAction.JOIN,
        TableAction.LEAVE,
        TableAction.DECLINE,
        TableAction.CUT,
        TableAction.START,
        TableAction.CANCEL,
        TableAction.WAKE,
    }
)
_MODALS: Final = frozenset(
    {TableAction.CUT, TableAction.NUMBER, TableAction.SAVE, TableAction.CODE, TableAction.LIMITS}
)


class TableRouter:
    """Answers clicks at tables."""

    def __init__(
        self,
        *,
        answers: Answers,
        languages: Languages,
        tables: Tables,
        replies: TableReplies,
        public_messages: PublicMessages,
        panels: Panels,
        handlers: Iterable[TableHandlers],
    ) -> None:
        self._answers = answers
        self._languages = languages
        self._tables = tables
        self._replies = replies
        self._public_messages = public_messages
        self._panels = panels
        self._handlers: TableHandlers = {action: handler for part in handlers for action, handler in part.items()}

    def takes(self, custom_id: str) -> bool:
        """Return whether a custom id belongs to a table."""
        return parse(custom_id) is not None

    async def answer(self, interaction: discord.Interaction, about: dict[str, object]) -> None:
        """Answer a click, then remove the clicked message if the table has a newer one."""
        asked, message, found = parse(interaction.custom_id), public_message(interaction), list[Table]()
        if asked is not None:
            about.update({"table": asked.table, "action": asked.action})

        async def reply() -> Reply:
            table = await self._table(interaction, asked)
            if table is None:
                about["outcome"] = "no_table"
                texts = self._languages.for_user(interaction)
                return notice(texts.t("This button's table no longer exists. `/rummy new` opens a new one."))
            seat, seq = table.seat_of(interaction.user.id), table.stamp(None).public
            about.update({"table": table.row.id, "seat": seat, "seq": seq})
            found.append(table)
            return await self._reply(interaction, asked, table, about)

        with nullcontext() if asked is None else self._panels.answering(Owner(asked.table, interaction.user.id)):
            await self._answers.give(interaction, _place(interaction, asked), reply)
        if found:
            self._leave_older(found[0], message)

    async def _reply(
        self, interaction: discord.Interaction, asked: TableId | None, table: Table, about: dict[str, object]
    ) -> Reply:
        """Handle a click, and return the answer; its outcome is added to ``about``."""
        await self._adopt_newer(table, public_message(interaction))
        try:
            await play_requests.watched(table)
            reply = await self._carry_out_as_host(interaction, asked, table)
            about["outcome"] = "done"
        except EXPECTED as why:
            about.update(self._answers.declined(interaction, why))
            reply = await self._replies.standing(
                interaction, table, why_not(self._languages.for_user(interaction), why), topic_of(why)
            )
        return self._replies.about(table, reply)

    async def _carry_out_as_host(self, interaction: discord.Interaction, asked: TableId | None, table: Table) -> Reply:
        """Pass a click to its handler, again if only the host may do this and the host has left the server."""
        try:
            return await self._carry_out(interaction, asked, table)
        except Refused as why:
            if why.refusal.reason is not TableReason.HOST_ONLY or not await self._tables.leavers.pass_on(table):
                raise
            return await self._carry_out(interaction, asked, table)

    async def _carry_out(self, interaction: discord.Interaction, asked: TableId | None, table: Table) -> Reply:
        """Pass a click to its handler. Raises Meaningless if there is none, or it's about another table."""
        if asked is None or table.row.id != asked.table or asked.action not in self._handlers:
            raise Meaningless
        texts = self._languages.for_user(interaction)
        try:
            return await self._handlers[asked.action](TableClick(interaction, texts, asked, table))
        except NoHome:
            raise Meaningless from None

    async def _table(self, interaction: discord.Interaction, asked: TableId | None) -> Table | None:
        """Return the table in the id, or else the channel's if the server has no such table.

        A practice table is its player's own, wherever they click.
        """
        if asked is not None:
            try:
                table = await self._tables.get(asked.table)
            except UnknownTable:
                table = None
            if table is not None and _is_here(table, interaction):
                return table
        return None if interaction.channel_id is None else await self._tables.in_channel(interaction.channel_id)

    async def _adopt_newer(self, table: Table, clicked: PublicMessage | None) -> None:
        """Make the clicked message the table's own if it's newer: the bot was killed after posting it."""
        before = table.row.message
        if before is not None and _is_of(clicked, table) and clicked.message > before:
            part = self._public_messages.part_shown(table, before)
            await table.set_message(clicked.message)
            self._public_messages.leave(table, before, part)

    def _leave_older(self, table: Table, clicked: PublicMessage | None) -> None:
        """Remove the clicked message if the table has a newer one. The result of a deal stays."""
        now = table.row.message
        if now is not None and _is_of(clicked, table) and clicked.message < now:
            part = table.game.part_by(clicked.shown.stamp) if table.game else FIRST
            self._public_messages.leave(table, clicked.message, part)


def _is_here(table: Table, interaction: discord.Interaction) -> bool:
    """Return whether a table belongs to the server of a click, or is the actor's own practice table."""
    if table.row.is_practice:
        return table.seat_of(interaction.user.id) is not None
    return table.row.guild == interaction.guild_id


def _is_of(clicked: PublicMessage | None, table: Table) -> TypeGuard[PublicMessage]:
    """Return whether the clicked message belongs to a table and its current channel."""
    return clicked is not None and clicked.shown.table == table.row.id and clicked.channel == table.row.channel


def _place(interaction: discord.Interaction, asked: TableId | None) -> Where:
    """Return where the answer to a click goes."""
    if asked is None:
        return Where.PRIVATE
    if asked.action in _MODALS and interaction.type is InteractionType.component:
        return Where.NOW
    return Where.PUBLIC if asked.action in _PUBLIC and not is_private(interaction) else Where.PRIVATE
