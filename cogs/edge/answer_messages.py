"""An answer that can still be changed: through the token of the newest interaction that made or changed it."""

from dataclasses import dataclass
from typing import Final

import discord

from bot.play.ports import Clock
from cogs.edge.emojis import Faces
from cogs.edge.messages import Message, send_plainer

_LIFE: Final = 14 * 60_000 + 55_000
"""Milliseconds after which a token isn't used any more: Discord drops it after fifteen minutes."""


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """A message that answered an interaction, with that interaction and the time when it arrived.

    It's the original response to the interaction or, for a private answer after a public one, a follow-up.
    """

    id: int
    interaction: discord.Interaction
    heard: int  # epoch milliseconds
    follow_up: bool = False

    def usable(self, clock: Clock) -> bool:
        """Return whether the token still works."""
        return clock() - self.heard < _LIFE

    def kept(self) -> "AnswerMessage":
        """Return this message without the heavy parts of its interaction: only the token is needed later on."""
        self.interaction.message = self.interaction.data = None
        return self

    async def edit(self, message: Message, faces: Faces) -> None:
        """Replace what it shows. Raises discord.HTTPException or OSError."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            if self.follow_up:
                await self.interaction.followup.edit_message(
                    self.id, view=view, attachments=files, allowed_mentions=mentions
                )
            else:
                await self.interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)

        await send_plainer(send, message, faces)

    async def delete(self) -> None:
        """Delete it. Raises discord.HTTPException or OSError."""
        if self.follow_up:
            await self.interaction.followup.delete_message(self.id)
        else:
            await self.interaction.delete_original_response()
