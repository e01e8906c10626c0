"""The answer to an interaction: once, in time, and in a form that Discord takes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

import discord
from discord import InteractionType

from bot.play.ports import NO_LINES, Clock, Stamp
from bot.play.session import Table
from cogs.boards import Boards
from cogs.emojis import CardEmojis
from cogs.messages import Message, send_plainer
from cogs.panels import Owner, Panels
from cogs.showing import Mark
from cogs.troubles import trouble_of

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds that an answer may take to be made before it is deferred."""
LAST_MOMENT: Final = 2.8
"""Seconds after a click within which an answer has to be on its way: Discord waits for three."""


class Place(Enum):
    """Where an answer goes."""

    PRIVATE = auto()  # a message that only the actor sees
    PUBLIC = auto()  # the public message that was clicked, or a command's own
    POST = auto()  # a new message that everybody sees, whatever was clicked
    NOW = auto()  # a modal: nothing can come before it


_SEEN_BY_ALL: Final = (Place.PUBLIC, Place.POST)


@dataclass(frozen=True, slots=True)
class Private:
    """Show something to the actor alone; with ``panel`` it is their hand at a table, and ``stamp`` what it shows."""

    message: Message
    panel: Table | None = None
    stamp: Stamp = NO_LINES


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

    def __init__(self, boards: Boards, panels: Panels, clock: Clock, emojis: CardEmojis) -> None:
        self._boards = boards
        self._panels = panels
        self._clock = clock
        self._emojis = emojis
        self._giving: set[asyncio.Future[None]] = set()

    async def give(self, interaction: discord.Interaction, place: Place, make: Callable[[], Awaitable[Reply]]) -> None:
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

    async def _give(self, interaction: discord.Interaction, place: Place, make: Callable[[], Awaitable[Reply]]) -> None:
        heard = self._clock()
        patience = min(PATIENCE, LAST_MOMENT - self._age(interaction))
        deferred = place is not Place.NOW and patience <= 0
        if deferred and not await self._defer(interaction, place):
            return
        work = asyncio.ensure_future(make())
        try:
            if not deferred and place is not Place.NOW:
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
                await self._private(interaction, message, None)
        except discord.HTTPException as error:
            logger.warning("answer was not taken", extra=_about(interaction, error))

    def _age(self, interaction: discord.Interaction) -> float:
        """Say how many seconds ago somebody clicked, by our own clock."""
        return (self._clock() - discord.utils.snowflake_time(interaction.id).timestamp() * 1000) / 1000

    async def _defer(self, interaction: discord.Interaction, place: Place) -> bool:
        """Tell Discord that an answer will come; false if it does not wait for one any more."""
        try:
            if place is Place.POST:
                await interaction.response.defer(thinking=True)
            elif place is Place.PUBLIC or _on_private(interaction):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
        except discord.HTTPException as error:
            logger.warning("answer can't be deferred", extra=_about(interaction, error))
            return False
        return True

    async def _show(
        self, interaction: discord.Interaction, reply: Reply, place: Place, heard: int, *, deferred: bool
    ) -> None:
        """Give the answer, ``deferred`` saying whether it was announced for its place, ``heard`` when it was asked."""
        announced = place if deferred else None
        match reply:
            case Ask(modal):
                modal.stop()  # inert, as every view: what is sent in is routed by its custom id
                await interaction.response.send_modal(modal)
            case Public(message, table, mark):
                try:
                    shown_in = await self._public(interaction, message, place, deferred=deferred)
                    if mark is not None:
                        await self._boards.adopt(table, shown_in, mark)
                finally:
                    self._boards.arrived(table)
            case Everybody(message, shown):
                shown_in = await self._public(interaction, message, place, deferred=deferred)
                if shown is not None:
                    await shown(shown_in)
            case Private(message, panel, stamp):
                await self._private(interaction, message, announced)
                if panel is not None:
                    self._panels.remember(Owner(panel.row.id, interaction.user.id), interaction, heard)
                    if panel.stamp(panel.seat_of(interaction.user.id)) != stamp:
                        self._panels.push(panel, interaction.user.id)

    async def _private(self, interaction: discord.Interaction, message: Message, deferred: Place | None) -> None:
        """Answer the actor alone: in the private message that they clicked, else in a new one."""
        if deferred in _SEEN_BY_ALL:
            await self._take_back(interaction, deferred)
            await self._follow(interaction, message)
            return

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            if deferred is not None:
                await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)
            elif _on_private(interaction):
                await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
            else:
                await interaction.response.send_message(
                    view=view, files=files, allowed_mentions=mentions, ephemeral=True
                )

        await send_plainer(send, message, self._emojis.faces)

    async def _follow(self, interaction: discord.Interaction, message: Message) -> None:
        """Say something to the actor alone after another answer."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            await interaction.followup.send(view=view, files=files, allowed_mentions=mentions, ephemeral=True)

        await send_plainer(send, message, self._emojis.faces)

    async def _take_back(self, interaction: discord.Interaction, place: Place | None) -> None:
        """Delete the message that told everybody of an answer to come: what is said next would stand in it."""
        if place is Place.POST or interaction.type is InteractionType.application_command:
            with suppress(discord.NotFound):  # a moderator was quicker
                await interaction.delete_original_response()

    async def _public(self, interaction: discord.Interaction, message: Message, place: Place, *, deferred: bool) -> int:
        """Answer everybody, and say in which message."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            if deferred:
                edited = await interaction.edit_original_response(
                    view=view, attachments=files, allowed_mentions=mentions
                )
                return edited.id
            if interaction.message is not None and place is not Place.POST:
                await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
                return interaction.message.id
            answer = await interaction.response.send_message(view=view, files=files, allowed_mentions=mentions)
            return answer.message_id or (await interaction.original_response()).id

        return await send_plainer(send, message, self._emojis.faces)


def _on_private(interaction: discord.Interaction) -> bool:
    """Say whether a click came from a message that only the actor sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _about(interaction: discord.Interaction, error: discord.HTTPException) -> dict[str, object]:
    """Give what a log line says of a refused answer: never its token."""
    return {"interaction": interaction.id, "code": error.code, "trouble": trouble_of(error).name}
