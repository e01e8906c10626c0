"""The answer to an interaction: once, in time, and in a form that Discord takes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, TypeAlias

import discord
from discord import InteractionType

from bot.play.ports import Clock
from bot.play.session import Table
from cogs.edge.clock_skew import Skew
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.emojis import CardEmojis
from cogs.edge.messages import Message, send_plainer
from cogs.edge.private_messages import PrivateMessage
from cogs.table.panel import ShownPanel
from cogs.table.panels import Panels
from cogs.table.public_messages import PublicMessages
from cogs.table.table_messages import Mark

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds that an answer may take to be made before it is deferred."""
LAST_MOMENT: Final = 2.8
"""Seconds after a click within which an answer has to be on its way: Discord waits for three."""


class Where(Enum):
    """Where an answer goes."""

    PRIVATE = auto()  # a message that only the actor sees
    PUBLIC = auto()  # the public message that was clicked, or a command's own
    POST = auto()  # a new message that everybody sees, whatever was clicked
    NOW = auto()  # a modal: nothing can come before it


_SEEN_BY_ALL: Final = (Where.PUBLIC, Where.POST)


@dataclass(frozen=True, slots=True)
class Private:
    """Show something to the actor alone.

    ``shown`` is set if it's the table as they see it: their panel. ``table`` is the number of the table that anything
    else is about; the next message about that table replaces it.
    """

    message: Message
    shown: ShownPanel | None = None
    table: int | None = None

    def about(self, table: Table) -> "Private":
        """Return this as something about a table. A file isn't replaced: it was asked for to be kept."""
        return self if self.shown is not None or self.message.files else replace(self, table=table.row.id)


@dataclass(frozen=True, slots=True)
class Public:
    """Show a table to everybody, ``mark`` saying how far it is; None for a message that the table has left behind."""

    message: Message
    table: Table
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Everybody:
    """Show everybody something that belongs to no table; ``shown`` is told in which message, once it stands there."""

    message: Message
    shown: Callable[[int], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Open a modal."""

    modal: discord.ui.Modal


Reply: TypeAlias = Private | Public | Everybody | Ask


class Answers:
    """Gives every interaction its one answer."""

    def __init__(self, boards: PublicMessages, panels: Panels, clock: Clock, emojis: CardEmojis) -> None:
        self._boards = boards
        self._panels = panels
        self._clock = clock
        self._skew = Skew(clock)
        self._emojis = emojis
        self._giving: set[asyncio.Future[None]] = set()

    async def give(self, interaction: discord.Interaction, place: Where, make: Callable[[], Awaitable[Reply]]) -> None:
        """Make an answer and give it; if that takes too long, say first that it will come.

        An interaction that reaches us so late that Discord does not take an answer any more is dropped: nothing is
        made, nothing changes. What ``make`` raises is raised; refusals of Discord's are logged.
        """
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._giving.add(given)
        try:
            await self._give(interaction, place, make)
        finally:
            self._giving.discard(given)
            given.set_result(None)

    async def settle(self) -> None:
        """Wait until everybody who has clicked has their answer, or `LAST_MOMENT` has passed."""
        if self._giving:
            await asyncio.wait(tuple(self._giving), timeout=LAST_MOMENT)

    async def _give(self, interaction: discord.Interaction, place: Where, make: Callable[[], Awaitable[Reply]]) -> None:
        heard = self._clock()
        patience = min(PATIENCE, LAST_MOMENT - self._skew.age(interaction.id))
        deferred = place is not Where.NOW and patience <= 0
        if deferred and not await self._defer(interaction, place):
            return
        work = asyncio.ensure_future(make())
        try:
            if not deferred and place is not Where.NOW:
                done, _ = await asyncio.wait({work}, timeout=patience)
                deferred = not done and await self._defer(interaction, place)
            reply = await work
        except Exception:
            if deferred and place in _SEEN_BY_ALL:
                with suppress(discord.HTTPException):
                    await self._take_back(interaction, place)
            raise
        finally:
            work.cancel()
        try:
            await self._show(interaction, reply, place, heard, deferred=deferred)
        except discord.HTTPException as error:
            logger.warning("answer was not taken", extra=_about(interaction, error))

    async def say(self, interaction: discord.Interaction, message: Message) -> None:
        """Show something to the actor alone, whatever has been answered before; for when something went wrong."""
        try:
            if interaction.response.is_done():
                await self._follow(interaction, message)
            else:
                await self._private(interaction, message, None, self._clock())
        except discord.HTTPException as error:
            logger.warning("answer was not taken", extra=_about(interaction, error))

    async def _defer(self, interaction: discord.Interaction, place: Where) -> bool:
        """Tell Discord that an answer will come; false if it does not wait for one any more."""
        try:
            if place is Where.POST:
                await interaction.response.defer(thinking=True)
            elif place is Where.PUBLIC or _private_clicked(interaction) is not None:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
        except discord.HTTPException as error:
            logger.warning("answer can't be deferred", extra=_about(interaction, error))
            return False
        return True

    async def _show(
        self, interaction: discord.Interaction, reply: Reply, place: Where, heard: int, *, deferred: bool
    ) -> None:
        """Give the answer, ``deferred`` saying whether it was announced for its place, ``heard`` when it was asked."""
        announced = place if deferred else None
        match reply:
            case Ask(modal):
                modal.stop()  # inert, as every view: what is sent in is routed by its custom id
                await interaction.response.send_modal(modal)
            case Public(message, table, mark):
                clicked = None if interaction.message is None else interaction.message.id
                try:
                    with self._boards.answering(clicked, mark):
                        shown_in = await self._public(interaction, message, place, deferred=deferred)
                    if mark is not None:
                        await self._boards.adopt(table, shown_in, mark if clicked is None else None)
                finally:
                    self._boards.arrived(table)
            case Everybody(message, shown):
                shown_in = await self._public(interaction, message, place, deferred=deferred)
                if shown is not None:
                    await shown(shown_in)
            case Private(message, shown, table):
                await self._panels.answer(
                    interaction.user.id,
                    _private_clicked(interaction),
                    message,
                    table if shown is None else shown,
                    lambda: self._private(interaction, message, announced, heard),
                )

    async def _private(
        self, interaction: discord.Interaction, message: Message, deferred: Where | None, heard: int
    ) -> PrivateMessage:
        """Answer the actor alone: in the private message that they clicked, else in a new one."""
        if deferred in _SEEN_BY_ALL:
            await self._take_back(interaction, deferred)
            # The original response would be the public message that was clicked: no hand may ever be shown there.
            return PrivateMessage(await self._follow(interaction, message), interaction, heard, follow_up=True)

        clicked = _private_clicked(interaction)

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            if deferred is not None:
                edited = await interaction.edit_original_response(
                    view=view, attachments=files, allowed_mentions=mentions
                )
                return edited.id
            if clicked is not None:
                await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
                return clicked
            answer = await interaction.response.send_message(
                view=view, files=files, allowed_mentions=mentions, ephemeral=True
            )
            return answer.message_id or (await interaction.original_response()).id

        try:
            answered = await send_plainer(send, message, self._emojis.faces)
        except discord.NotFound as error:
            if clicked is None or deferred is not None or trouble_of(error) is not Trouble.GONE:
                raise
            clicked = None  # it was deleted just after the click
            answered = await send_plainer(send, message, self._emojis.faces)
        return PrivateMessage(answered, interaction, heard)

    async def _follow(self, interaction: discord.Interaction, message: Message) -> int:
        """Say something to the actor alone after another answer, and return the message's id."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            sent = await interaction.followup.send(
                view=view, files=files, allowed_mentions=mentions, ephemeral=True, wait=True
            )
            return sent.id

        return await send_plainer(send, message, self._emojis.faces)

    async def _take_back(self, interaction: discord.Interaction, place: Where | None) -> None:
        """Delete the message that told everybody of an answer to come: what is said next would stand in it."""
        if place is Where.POST or interaction.type is InteractionType.application_command:
            with suppress(discord.NotFound):  # a moderator was quicker
                await interaction.delete_original_response()

    async def _public(self, interaction: discord.Interaction, message: Message, place: Where, *, deferred: bool) -> int:
        """Answer everybody, and say in which message."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            if deferred:
                edited = await interaction.edit_original_response(
                    view=view, attachments=files, allowed_mentions=mentions
                )
                return edited.id
            if interaction.message is not None and place is not Where.POST:
                await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
                return interaction.message.id
            answer = await interaction.response.send_message(view=view, files=files, allowed_mentions=mentions)
            return answer.message_id or (await interaction.original_response()).id

        return await send_plainer(send, message, self._emojis.faces)


def _private_clicked(interaction: discord.Interaction) -> int | None:
    """Return the message that was clicked, if only the actor sees it."""
    clicked = interaction.message
    return clicked.id if clicked is not None and clicked.flags.ephemeral else None


def _about(interaction: discord.Interaction, error: discord.HTTPException) -> dict[str, object]:
    """Give what a log line says of a refused answer: never its token."""
    return {"interaction": interaction.id, "code": error.code, "trouble": trouble_of(error).name}
