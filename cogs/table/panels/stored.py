"""Keeps the open panels in the store while their tokens work, and finds their messages again after a restart.

A panel is usually stored a few seconds after a click in it, since the token of an earlier click works as well. Only
where there is no such token, one is stored before its answer is sent: a program that is killed in between would leave
a hand on the screen that nobody can update.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.play.state.errors import StoreError
from bot.play.state.ports import Clock, PanelStore
from bot.play.state.values import MINUTE, TOKEN_LIFE, StoredPanel
from cogs.edge.answer_messages import LIFE, UNSENT, AnswerMessage, answer_before
from cogs.edge.tasks import Tasks
from cogs.table.panels.panel import Owner

_PATIENCE: Final = 0.25
"""Seconds for which an answer waits until its token is stored: hands are shown in any case."""
_OLD: Final = 5 * MINUTE
"""Milliseconds after which a token may not survive a restart, so that its successor is stored at once."""


class StoredPanels:
    """The panels in the store. ``clock`` tells the time, which ``store`` needs; ``uptime`` when answers were heard."""

    def __init__(self, store: PanelStore, client: discord.Client, clock: Clock, uptime: Clock) -> None:
        self._store = store
        self._client = client
        self._clock = clock
        self._uptime = uptime
        self._tasks = Tasks()
        self._stored: dict[int, StoredPanel] = {}  # by interaction

    async def expect(self, owner: Owner, message: AnswerMessage) -> None:
        """Store the token of an answer that is about to be sent."""
        self._put(owner, message)
        storing = self._settle_soon()
        if storing is not None:
            await asyncio.wait({storing}, timeout=_PATIENCE)

    def put(self, owner: Owner, message: AnswerMessage, after: int | None = None) -> None:
        """Store a panel soon; at once if it has no other token, or none that works much longer.

        ``after`` is when the click before was heard in the same panel.
        """
        is_stored = message.interaction.id in self._stored
        self._put(owner, message)
        if not is_stored and (after is None or message.heard - after > _OLD):
            self._settle_soon()

    def drop(self, message: AnswerMessage) -> None:
        """Delete a panel soon, if it is stored."""
        if self._stored.pop(message.interaction.id, None) is not None:
            self._store.drop(message.interaction.id)

    async def load(self) -> Sequence[StoredPanel]:
        """Return the panels from before the start whose tokens work, the newest first. StoreError."""
        works = self._clock() - LIFE
        found = [one for one in await self._store.load() if one.at > works and one.interaction not in self._stored]
        self._stored.update({panel.interaction: panel for panel in found})
        return found

    def message_of(self, panel: StoredPanel) -> AnswerMessage:
        """Return the message of a panel from before the start."""
        return answer_before(self._client, panel, self._uptime() - (self._clock() - panel.at))

    async def expire(self) -> None:
        """Delete the panels whose tokens don't work any more. StoreError."""
        before = self._clock() - TOKEN_LIFE
        for panel in [panel for panel in self._stored.values() if panel.at < before]:
            del self._stored[panel.interaction]
        await self._store.expire(before)

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
            at=self._clock() - (self._uptime() - message.heard) if before is None else before.at,
            locale=interaction.locale.value,
            channel=interaction.channel_id if message.is_direct else None,
            message=None if message.id == UNSENT else message.id,
            follow_up=message.follow_up,
        )
        if panel != before:
            self._stored[interaction.id] = panel
            self._store.put(panel)

    def _settle_soon(self) -> asyncio.Task[None] | None:
        return self._tasks.start(self._settle(), {})

    async def _settle(self) -> None:
        with suppress(StoreError):  # the store tries again
            await self._store.settle()
