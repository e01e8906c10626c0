"""Answers that are edited later, through the token of the newest interaction that sent or edited them.

In direct messages with the bot, private answers are ordinary messages, which need no token.
"""

from dataclasses import dataclass
from typing import Final

import discord

from bot.play.ports import Clock
from cogs.edge.emojis import Faces
from cogs.edge.messages import Message, send_plainer

_LIFE: Final = 14 * 60_000 + 55_000
"""Milliseconds for which a token is used. Discord invalidates it after fifteen minutes."""


def in_direct_messages(interaction: discord.Interaction) -> bool:
    """Return whether an interaction happened in direct messages with the bot, where only the actor reads."""
    return interaction.guild_id is None and bool(interaction.context.dm_channel)


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """A message that answers an interaction: the original response, or a follow-up.

    ``heard`` is when the interaction arrived. A private answer after a public deferral is a follow-up.
    """

    id: int
    interaction: discord.Interaction
    heard: int  # epoch milliseconds
    follow_up: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether this is an ordinary message in direct messages with the bot."""
        return in_direct_messages(self.interaction)

    def usable(self, clock: Clock) -> bool:
        """Return whether the message can still be edited or deleted."""
        return self.is_direct or clock() - self.heard < _LIFE

    def kept(self) -> "AnswerMessage":
        """Drop the heavy parts of the interaction, since only its token is needed later, and return this message."""
        self.interaction.message = self.interaction.data = None
        return self

    async def edit(self, message: Message, faces: Faces) -> None:
        """Replace the content of the message. Raises discord.HTTPException or OSError."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            if self.is_direct:
                await self._direct().edit(view=view, attachments=files, allowed_mentions=mentions)
            elif self.follow_up:
                await self.interaction.followup.edit_message(
                    self.id, view=view, attachments=files, allowed_mentions=mentions
                )
            else:
                await self.interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)

        await send_plainer(send, message, faces)

    async def delete(self) -> None:
        """Delete the message. Raises discord.HTTPException or OSError."""
        if self.is_direct:
            await self._direct().delete()
        elif self.follow_up:
            await self.interaction.followup.delete_message(self.id)
        else:
            await self.interaction.delete_original_response()

    def _direct(self) -> discord.PartialMessage:
        """Return the message in its channel of direct messages."""
        channel = self.interaction.client.get_partial_messageable(self.interaction.channel_id or 0)
        return channel.get_partial_message(self.id)
