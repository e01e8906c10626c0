"""Brings the panels from before a restart up to date, as soon as the program has logged in."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import discord
from discord.ext import commands

from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.game import BrokenLog
from cogs.edge.answer_messages import UNSENT, AnswerMessage, found_again
from cogs.edge.tasks import Tasks
from cogs.table.panels.panel import Owner
from cogs.table.panels.panels import Panels
from cogs.table.panels.stored import StoredPanels

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 8
"""How many tables are loaded at once, so that a start with hundreds of open hands leaves room for clicks."""


class RestoredPanels(commands.Cog):
    """Makes stored panels the panels of their players again. That needs no connection to the gateway."""

    def __init__(self, stored: StoredPanels, panels: Panels, tables: Tables) -> None:
        self._stored = stored
        self._panels = panels
        self._tables = tables
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._tasks = Tasks()

    @commands.Cog.listener()
    async def on_logged_in(self) -> None:
        """Bring every panel whose token works up to date."""
        self._tasks.start(self._restore_all(), {})

    async def idle(self) -> None:
        """Wait until all panels from before the start are known."""
        await self._tasks.idle()

    async def close(self) -> None:
        """Stop looking for panels."""
        await self._tasks.close()

    async def _restore_all(self) -> None:
        """Restore all panels, those of the newest clicks first."""
        try:
            found = await self._stored.load()
        except StoreError as error:
            logger.warning("panels from before the start stay as they are", exc_info=error)
            return
        by_owner: dict[Owner, list[AnswerMessage]] = {}
        for panel in found:
            message = self._stored.message_of(panel)
            by_owner.setdefault(Owner(panel.table, panel.user), []).append(message)
        for owner, messages in by_owner.items():
            self._tasks.start(self._restore(owner, messages), {"table": owner.table})
        if found:
            logger.info("panels from before the start are updated", extra={"panels": len(by_owner)})

    async def _restore(self, owner: Owner, messages: Sequence[AnswerMessage]) -> None:
        """Restore the panel of a user at a table from its messages, of which usually there's one. The newest counts."""
        try:
            async with self._places:
                table = await self._tables.get(owner.table)
        except (StoreError, UnknownTable, BrokenLog) as error:
            why = type(error).__name__
            logger.warning("a panel from before the start can't be updated: %s", why, extra={"table": owner.table})
            return
        await table.wait_for_names()
        for message in messages:
            known = message if message.id != UNSENT else await self._found(message)
            if known is None:
                self._stored.drop(message)
            else:
                self._panels.restore(owner, known, table)

    async def _found(self, message: AnswerMessage) -> AnswerMessage | None:
        """Find the message of an answer that the program may have been about to send; None if there's none."""
        try:
            return await found_again(message)
        except (discord.HTTPException, OSError):
            return None
