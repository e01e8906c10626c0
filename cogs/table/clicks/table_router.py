"""Clicks at tables: routed to their handlers; outdated messages of the table are removed."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

import discord
from discord import InteractionType

from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state import lobby
from bot.play.state.errors import TableReason, UnknownTable, raise_refusals
from bot.play.state.game import FIRST
from bot.play.state.values import NoHome, Status
from bot.rummy.cards import Card, parse_card
from bot.rummy.refusals import Refused
from cogs.edge.answer_messages import is_private
from cogs.edge.answers import Answers, Reply, Where, notice
from cogs.edge.clicks import UserClick
from cogs.edge.custom_ids import TableAction, TableId, parse
from cogs.edge.languages import Languages
from cogs.edge.notices import EXPECTED, Meaningless, topic_of, why_not
from cogs.table.panels.hands import Owner
from cogs.table.panels.panels import Panels
from cogs.table.public_messages import PublicMessages
from cogs.table.table_replies import TableReplies


@dataclass(frozen=True, slots=True)
class TableClick(UserClick):
    """A click at a table."""

    asked: TableId
    table: Table

    @property
    def hosts(self) -> bool:
        """Whether the actor is the host of a lobby."""
        return self.table.row.status is Status.LOBBY and self.user == self.table.row.host

    def must_host(self) -> None:
        """Raise Refused if the user can't change the lobby, before they choose or type anything."""
        raise_refusals(lobby.refusal_to_arrange(self.table.row, self.user))

    @property
    def argument(self) -> str:
        """The argument of the custom id. Raises Meaningless if there is none."""
        if self.asked.argument is None:
            raise Meaningless
        return self.asked.argument


TableHandler: TypeAlias = Callable[[TableClick], Awaitable[Reply]]
TableHandlers: TypeAlias = Mapping[TableAction, TableHandler]


def card_in(text: str) -> Card:
    """Parse the card that a click names. Raises Meaningless if it isn't one."""
    try:
        return parse_card(text)
    except ValueError as error:
        raise Meaningless from error


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


@dataclass(slots=True, eq=False, kw_only=True)
class TableRouter:
    """Answers clicks at tables."""

    answers: Answers
    languages: Languages
    tables: Tables
    replies: TableReplies
    public_messages: PublicMessages
    panels: Panels
    handlers: TableHandlers

    def takes(self, custom_id: str) -> bool:
        """Return whether a custom id belongs to a table."""
        return parse(custom_id) is not None

    async def answer(self, interaction: discord.Interaction, about: dict[str, object]) -> None:
        """Answer a click, then remove the clicked message if the table has a newer one."""
        asked, message, found = parse(interaction.custom_id), public_message(interaction), list[Table]()
        if asked is not None:  # else it's an id that nothing takes, such as a forged one
            about.update({"table": asked.table, "action": asked.action})

        async def reply() -> Reply:
            table = await self._table(interaction, asked)
            if table is None:
                about["outcome"] = "no_table"
                texts = self.languages.for_user(interaction)
                return notice(texts.t("This button's table no longer exists. `{/rummy new}` opens a new one."))
            seat, seq = table.seat_of(interaction.user.id), table.stamp(None).public
            about.update({"table": table.row.id, "seat": seat, "seq": seq})
            if seat is not None:  # the bot may have to write to them
                self.languages.readers.hear(interaction.user.id, interaction.locale.value)
            found.append(table)
            await self._adopt_newer(table, message)
            answer = await self._reply(interaction, asked, table, about)
            return self.replies.about(table, answer, anew=self.languages.announces(interaction))

        with nullcontext() if asked is None else self.panels.answering(Owner(asked.table, interaction.user.id)):
            await self.answers.give(interaction, _place(interaction, asked), reply)
        if found:
            self._leave_older(found[0], message)

    async def _reply(
        self, interaction: discord.Interaction, asked: TableId | None, table: Table, about: dict[str, object]
    ) -> Reply:
        """Handle a click, and return the answer; its outcome is added to ``about``."""
        texts = self.languages.for_user(interaction, practice=table.row.is_practice)
        try:
            await play_requests.watched(table)
            if asked is None:
                raise Meaningless
            reply = await self._carry_out_as_host(TableClick(interaction, texts, asked, table))
        except EXPECTED as why:
            about.update(self.answers.declined(interaction, why))
            return await self.replies.standing(interaction, table, why_not(texts, why), topic_of(why))
        about["outcome"] = "done"
        return reply

    async def _carry_out_as_host(self, click: TableClick) -> Reply:
        """Pass a click to its handler, again if only the host may do this and the host has left the server."""
        try:
            return await self._carry_out(click)
        except Refused as why:
            if why.refusal.reason is not TableReason.HOST_ONLY or not await self.tables.leavers.pass_on(click.table):
                raise
            return await self._carry_out(click)

    async def _carry_out(self, click: TableClick) -> Reply:
        """Pass a click to its handler. Raises Meaningless if there is none, or it's about another table."""
        if click.table.row.id != click.asked.table or click.asked.action not in self.handlers:
            raise Meaningless
        try:
            return await self.handlers[click.asked.action](click)
        except NoHome:
            raise Meaningless from None

    async def _table(self, interaction: discord.Interaction, asked: TableId | None) -> Table | None:
        """Return the table in the id, or else the channel's if the server has no such table.

        A practice table is its player's own, wherever they click.
        """
        if asked is not None:
            with suppress(UnknownTable):
                table = await self.tables.get(asked.table)
                if _is_here(table, interaction):
                    return table
        return None if interaction.channel_id is None else await self.tables.in_channel(interaction.channel_id)

    async def _adopt_newer(self, table: Table, clicked: PublicMessage | None) -> None:
        """Make the clicked message the table's own if it's newer: the bot was killed after posting it."""
        before = table.row.message
        if before is not None and _is_of(clicked, table) and clicked.message > before:
            part = self.public_messages.part_shown(table, before)
            await table.set_message(clicked.message)
            self.public_messages.leave(table, before, part)

    def _leave_older(self, table: Table, clicked: PublicMessage | None) -> None:
        """Remove the clicked message if the table has a newer one. The result of a deal stays."""
        now = table.row.message
        if now is not None and _is_of(clicked, table) and clicked.message < now:
            part = table.game.part_by(clicked.shown.stamp) if table.game else FIRST
            self.public_messages.leave(table, clicked.message, part)


def _is_here(table: Table, interaction: discord.Interaction) -> bool:
    """Return whether a table belongs to the server of a click, or is the actor's own practice table."""
    if table.row.is_practice:
        return table.seat_of(interaction.user.id) is not None
    return table.row.guild == interaction.guild_id


def _is_of(clicked: PublicMessage | None, table: Table) -> TypeGuard[PublicMessage]:
    """Return whether the clicked message belongs to a table and its current channel."""
    return clicked is not None and clicked.shown.table == table.row.id and clicked.channel == table.row.channel


def _place(interaction: discord.Interaction, asked: TableId | None) -> Where:
    if asked is None:
        return Where.PRIVATE
    if asked.action in _MODALS and interaction.type is InteractionType.component:
        return Where.NOW
    return Where.PUBLIC if asked.action in _PUBLIC and not is_private(interaction) else Where.PRIVATE
