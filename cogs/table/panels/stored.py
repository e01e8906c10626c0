"""How long panels are kept up to date: while their tokens work, and also after a restart.

A panel is usually stored a few seconds after a click in it, since the token of an earlier click works as well. Only
where there is no such token, one is stored before its answer is sent: a program that is killed in between would leave
a hand on the screen that nobody can update.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

import discord
from discord.ext import commands

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.game import BrokenLog
from bot.play.state.ports import Clock, PanelStore
from bot.play.state.values import MINUTE, SECOND, TOKEN_LIFE, StoredPanel
from cogs.edge.answer_messages import LIFE, UNSENT, AnswerMessage, answer_before, found_again
from cogs.edge.tasks import Tasks
from cogs.table.panels.hands import Owner

T = TypeVar("T")

FRESH: Final = 14 * MINUTE + 30 * SECOND
"""Milliseconds after the last click for which a panel is updated.

Its token is used for 14:55 minutes (`LIFE`); what is stored of it is deleted after fifteen (`TOKEN_LIFE`).
"""
_PATIENCE: Final = 0.25
"""Seconds for which an answer waits until its token is stored: hands are shown in any case."""
_OLD: Final = 5 * MINUTE
"""Milliseconds after which a token may not survive a restart, so that its successor is stored at once."""


class Expiring(dict[Owner, T]):
    """What is kept for each owner until the token of its message expires, oldest first.

    ``heard`` returns when an item's message was last clicked, ``expired`` is called with what is dropped. ``sleep``
    takes seconds and follows ``clock``.
    """

    def __init__(
        self,
        heard: Callable[[T], int],
        clock: Clock,
        sleep: Callable[[float], Awaitable[object]],
        expired: Callable[[Owner, T], object] = lambda *_: None,
    ) -> None:
        super().__init__()
        self._heard = heard
        self._clock = clock
        self._sleep = sleep
        self._expired = expired
        self._timer = Tasks()
        self._timing = False

    def keep(self, owner: Owner, item: T) -> None:
        """Keep the newest item of all."""
        self.pop(owner, None)
        self[owner] = item
        if not self._timing:
            self._timing = True
            self._timer.start(self._expire(), {})

    def sort(self) -> None:
        """Put the items in order after one that may be older than others."""
        items = sorted(self.items(), key=lambda item: self._heard(item[1]))
        self.clear()
        self.update(items)

    def is_fresh(self, item: T) -> bool:
        """Return whether the token of an item's message still works for a while."""
        return self._clock() - self._heard(item) <= FRESH

    async def close(self) -> None:
        """Let nothing expire any more."""
        await self._timer.close()

    async def _expire(self) -> None:
        try:
            while self:
                owner, oldest = next(iter(self.items()))
                if self.is_fresh(oldest):
                    await self._sleep((self._heard(oldest) + FRESH + 1 - self._clock()) / 1000)
                else:
                    self._expired(owner, self.pop(owner))
        finally:
            self._timing = False


@dataclass(slots=True, eq=False)
class StoredPanels:
    """The panels in the store. ``clock`` tells the time, which ``store`` needs; ``uptime`` when answers were heard."""

    store: PanelStore
    client: discord.Client
    clock: Clock
    uptime: Clock
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _stored: dict[int, StoredPanel] = field(init=False, default_factory=dict)  # by interaction

    async def expect(self, owner: Owner, message: AnswerMessage) -> None:
        """Store the token of an answer that is about to be sent."""
        self._put(owner, message)
        storing = self._settle_soon()
        if storing is not None:
            await asyncio.wait({storing}, timeout=_PATIENCE)

    # Not committed with each click: the token before works for the same message. Only a new message has none before, so
    # `expect` commits its token before it's sent.
    def put(self, owner: Owner, message: AnswerMessage, after: int | None = None) -> None:
        """Store a panel soon; at once if it has no other token, or none that works much longer.

        ``after`` is when the click before was heard in the same panel.
        """
        is_stored = message.interaction.id in self._stored
        self._put(owner, message)
        if not is_stored and (after is None or message.heard - after > _OLD):
            self._settle_soon()

    def drop(self, message: AnswerMessage) -> None:
        """Delete a panel soon, if it is stored, unless its token has since been used for another message."""
        panel = self._stored.get(message.interaction.id)
        if panel is not None and panel.message in (None, message.id):
            del self._stored[message.interaction.id]
            self.store.drop(message.interaction.id)

    async def load(self) -> Sequence[StoredPanel]:
        """Return the panels from before the start whose tokens work, the newest first. StoreError."""
        works = self.clock() - LIFE
        found = [one for one in await self.store.load() if one.at > works and one.interaction not in self._stored]
        self._stored.update({panel.interaction: panel for panel in found})
        return found

    def message_of(self, panel: StoredPanel) -> AnswerMessage:
        """Return the message of a panel from before the start."""
        return answer_before(self.client, panel, self.uptime() - (self.clock() - panel.at))

    async def expire(self) -> None:
        """Delete the panels whose tokens don't work any more. StoreError."""
        before = self.clock() - TOKEN_LIFE
        for panel in [panel for panel in self._stored.values() if panel.at < before]:
            del self._stored[panel.interaction]
        await self.store.expire(before)

    async def close(self) -> None:
        """Stop storing."""
        await self._tasks.close()

    def _put(self, owner: Owner, message: AnswerMessage) -> None:
        interaction = message.interaction
        before = self._stored.get(interaction.id)
        panel = StoredPanel(
            interaction=interaction.id,
            table=owner.table,
            user=owner.user,
            token=interaction.token,
            at=self.clock() - (self.uptime() - message.heard) if before is None else before.at,
            locale=interaction.locale.value,
            channel=interaction.channel_id if message.is_direct else None,
            message=None if message.id == UNSENT else message.id,
            follow_up=message.follow_up,
            guild_locale=None if interaction.guild_locale is None else interaction.guild_locale.value,
        )
        if panel != before:
            self._stored[interaction.id] = panel
            self.store.put(panel)

    def _settle_soon(self) -> asyncio.Task[None] | None:
        return self._tasks.start(self._settle(), {})

    async def _settle(self) -> None:
        with suppress(StoreError):  # the store tries again
            await self.store.settle()


logger = logging.getLogger(__name__)
_AT_ONCE: Final = 8
"""How many tables are loaded at once, so that a start with hundreds of open hands leaves room for clicks."""


class RestoredPanels(commands.Cog):
    """Makes stored panels the panels of their players again. That needs no connection to the gateway."""

    def __init__(
        self,
        stored: StoredPanels,
        restore: Callable[[Owner, AnswerMessage, Table], None],
        tables: Tables,
        remember: Callable[[int, str], None],
    ) -> None:
        self._stored = stored
        self._restore_panel = restore
        self._tables = tables
        self._remember = remember  # the language of a server on Discord, which has the letters of its cards
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
        guild_locale = messages[0].interaction.guild_locale
        if guild_locale is not None and not table.row.is_practice:
            self._remember(table.row.home.guild, guild_locale.value)
        for message in messages:
            known = message if message.id != UNSENT else await self._found(message)
            if known is None:
                self._stored.drop(message)
            else:
                self._restore_panel(owner, known, table)

    async def _found(self, message: AnswerMessage) -> AnswerMessage | None:
        """Find the message of an answer that the program may have been about to send; None if there's none."""
        try:
            return await found_again(message)
        except (discord.HTTPException, OSError):
            return None
