"""The messages that answer interactions: how they're sent, edited later, and found again after a restart.

They're edited through the token of the newest interaction that sent or edited them. In direct messages with the bot,
private answers are ordinary messages, which need no token.
"""

import json
import logging
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import aiohttp
import discord
from cachetools import LRUCache

from bot.play.state.ports import Clock
from bot.play.state.values import SECOND, TOKEN_LIFE, StoredPanel
from cogs.edge.messages import Faces, Message, Trouble, UnreadableResponse, send_plainer, trouble_of

T = TypeVar("T")
logger = logging.getLogger(__name__)

LIFE: Final = TOKEN_LIFE - 5 * SECOND
"""Milliseconds for which a token is used, a little less than it works."""
_DIRECT: Final = 1
"""The context of interactions in direct messages with the bot."""
UNSENT: Final = 0
"""The id of a message that isn't sent yet."""
_MOST_TOKENS: Final = 10_000
_RENEWED: Final = TOKEN_LIFE // 3
"""Milliseconds after which a click on a public message should give a new token for it."""
_UNUSABLE: Final = (Trouble.TOKEN_EXPIRED, Trouble.GONE, Trouble.NO_CHANNEL, Trouble.FORBIDDEN)
"""Errors of an edit through a token after which the channel's route may still work."""


async def arrived(answer: Awaitable[T]) -> T | None:
    """Send an answer, or a change of one. Return None if Discord accepts it in a way that can't be read."""
    try:
        return await answer
    except (aiohttp.ClientPayloadError, json.JSONDecodeError) as error:
        logger.info("Discord's response to an answer can't be read: %s", type(error).__name__)
        return None


def in_direct_messages(interaction: discord.Interaction) -> bool:
    """Return whether an interaction happened in direct messages with the bot, where only the actor reads."""
    return interaction.guild_id is None and bool(interaction.context.dm_channel)


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether the clicked message can only be seen by the actor: in direct messages with the bot all of them."""
    clicked = interaction.message
    return clicked is not None and (clicked.flags.ephemeral or in_direct_messages(interaction))


def clicked_private(interaction: discord.Interaction) -> int | None:
    """Return the id of the clicked message if it's private, else None."""
    return interaction.message.id if interaction.message is not None and is_private(interaction) else None


# In direct messages panels are ordinary messages: they need no token, and stay when the app restarts. Ephemeral ones
# vanish then.
@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """A message that answers an interaction: the original response, or a follow-up.

    ``heard`` is when the interaction arrived. A private answer after a public deferral is a follow-up. ``id`` is
    `UNSENT` until the message is sent.
    """

    id: int
    interaction: discord.Interaction
    heard: int  # epoch milliseconds
    follow_up: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether this is an ordinary message in direct messages with the bot."""
        return in_direct_messages(self.interaction)

    def is_newer(self, other: "AnswerMessage") -> bool:
        """Return whether the user clicked for this message later. Two clicks may arrive in the same millisecond."""
        return (self.heard, self.interaction.id) > (other.heard, other.interaction.id)

    def usable(self, clock: Clock) -> bool:
        """Return whether the message can still be edited or deleted."""
        return self.is_direct or clock() - self.heard < LIFE

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
                await arrived(
                    self.interaction.followup.edit_message(
                        self.id, view=view, attachments=files, allowed_mentions=mentions
                    )
                )
            else:
                await arrived(
                    self.interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)
                )

        await send_plainer(send, message, faces)

    async def followed(self, message: Message, faces: Faces) -> "AnswerMessage":
        """Send another private message with the same token, and return it.

        Raises discord.HTTPException or OSError; then it may have arrived all the same.
        """
        try:
            sent = await follow_up(self.interaction, message, faces)
        except (aiohttp.ClientPayloadError, json.JSONDecodeError) as error:
            raise ConnectionError(f"the response to a follow-up can't be read: {type(error).__name__}") from error
        return replace(self, id=sent, follow_up=True)

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


def answer_before(client: discord.Client, panel: StoredPanel, heard: int) -> AnswerMessage:
    """Return the message of an answer that was given before the program started. The client has to be logged in."""
    # Open panels are updated after a restart with the stored token, so this makes an interaction of what edits need.
    # discord.py has no way to use an interaction's token again, and its interactions only come from a client's state.
    # Delete this when discord.py can make an interaction, or a partial message of one, from a token.
    interaction: dict[str, Any] = {
        "id": panel.interaction,
        "application_id": client.application_id,
        "type": discord.InteractionType.component.value,
        "token": panel.token,
        "version": 1,
        "locale": panel.locale,
        "attachment_size_limit": 0,
        "channel": {"id": panel.channel or 0, "type": discord.ChannelType.private.value},  # elsewhere no edit needs it
    }
    if panel.channel is not None:
        interaction["context"] = _DIRECT
    if panel.guild_locale is not None:
        interaction["guild_locale"] = panel.guild_locale
    made: Any = discord.Interaction
    return AnswerMessage(
        panel.message or UNSENT, made(data=interaction, state=client._connection), heard, follow_up=panel.follow_up
    )


# Discord counts no edit of an interaction's original response as one of the bot's requests. The clicked message is that
# response only if the click was answered by updating it, at once or later: after a new private answer, that one is.
class EditTokens:
    """The newest interaction of each public message whose token can edit it, if tokens are ``used`` for that."""

    def __init__(self, clock: Clock, *, used: bool) -> None:
        self._clock = clock
        self._used = used
        self._newest: LRUCache[int, AnswerMessage] = LRUCache(_MOST_TOKENS)

    def wants(self, interaction: discord.Interaction) -> bool:
        """Return whether a click should first be answered so that its token can edit the clicked public message."""
        clicked = interaction.message
        if not self._used or clicked is None or is_private(interaction):
            return False
        newest = self._newest.get(clicked.id)
        return newest is None or self._clock() - newest.heard > _RENEWED

    def kept(self, message: AnswerMessage) -> AnswerMessage:
        """Record a public message that is the original response to an interaction, and return it."""
        newest = self._newest.get(message.id)
        if self._used and not message.is_direct and (newest is None or message.is_newer(newest)):
            self._newest[message.id] = message.kept()
        return message

    def keep_clicked(self, interaction: discord.Interaction, heard: int) -> None:
        """Record that the answer to a click may still update the clicked message."""
        if interaction.message is not None and not is_private(interaction):
            self.kept(AnswerMessage(interaction.message.id, interaction, heard))

    async def edit(self, target: int, message: Message, faces: Faces) -> bool:
        """Replace the content of a public message. Return False if no token can do it: nothing has changed then.

        Raises discord.HTTPException or OSError.
        """
        newest = self._newest.get(target)
        if newest is None or not newest.usable(self._clock):
            return False
        edit = newest.interaction.edit_original_response

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            await edit(view=view, attachments=files, allowed_mentions=mentions)

        try:
            await send_plainer(send, message, faces)
        except discord.HTTPException as error:
            if trouble_of(error) not in _UNUSABLE:
                raise
            if self._newest.get(target) is newest:
                del self._newest[target]
            return False
        except OSError:
            raise
        except (aiohttp.ClientError, json.JSONDecodeError, TypeError) as error:  # the library reads a page as a message
            raise UnreadableResponse(f"an edit through a token: {type(error).__name__}") from error
        return True


async def found_again(message: AnswerMessage) -> AnswerMessage | None:
    """Ask Discord which message was sent in answer to an interaction; None if there's none that only its user sees.

    Raises discord.HTTPException or OSError.
    """
    try:
        sent = await message.interaction.original_response()
    except discord.NotFound:
        return None
    return replace(message, id=sent.id) if message.is_direct or sent.flags.ephemeral else None


async def send_private(
    interaction: discord.Interaction, message: Message, faces: Faces, heard: int, *, deferred: bool, anew: bool = False
) -> AnswerMessage:
    """Answer privately: edit the private message that was clicked, or send a new one. Raises discord.HTTPException.

    With ``anew``, a new one is sent in any case, unless the answer was deferred.
    """
    clicked, hidden = None if anew else clicked_private(interaction), not in_direct_messages(interaction)
    try:
        sent = await send_answer(interaction, message, faces, clicked, deferred=deferred, hidden=hidden)
    except discord.NotFound as error:
        if clicked is None or deferred or trouble_of(error) is not Trouble.GONE:
            raise
        sent = await send_answer(interaction, message, faces, hidden=hidden)  # it was deleted just after the click
    return AnswerMessage(sent, interaction, heard)


async def send_answer(
    interaction: discord.Interaction,
    message: Message,
    faces: Faces,
    clicked: int | None = None,
    *,
    deferred: bool = False,
    hidden: bool = False,
) -> int:
    """Answer with a message that replaces the ``clicked`` one, or with a new one, and return the message's id.

    If the answer was ``deferred``, the message takes that place. Raises discord.HTTPException.
    """

    async def send(view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions) -> int:
        if deferred:
            edited = await arrived(
                interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)
            )
            return (edited or await interaction.original_response()).id
        if clicked is not None:
            await arrived(interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions))
            return clicked
        answer = await arrived(
            interaction.response.send_message(view=view, files=files, allowed_mentions=mentions, ephemeral=hidden)
        )
        known = None if answer is None else answer.message_id
        return known or (await interaction.original_response()).id

    return await send_plainer(send, message, faces)


async def follow_up(interaction: discord.Interaction, message: Message, faces: Faces) -> int:
    """Send the actor a private follow-up, and return its id. Raises discord.HTTPException."""
    hidden = not in_direct_messages(interaction)

    async def send(view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions) -> int:
        sent = await interaction.followup.send(
            view=view, files=files, allowed_mentions=mentions, ephemeral=hidden, wait=True
        )
        return sent.id

    return await send_plainer(send, message, faces)
