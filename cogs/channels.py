"""Messages in Discord's channels and threads, sent and replaced with nothing asked of the library's cache."""

import discord

from bot.play.people import Servers
from cogs.emojis import CardEmojis
from cogs.messages import Message, send_plainer


class DiscordChannels:
    """The channels that ``client`` sees; card faces from ``emojis``."""

    def __init__(self, client: discord.Client, emojis: CardEmojis, servers: Servers) -> None:
        self._client = client
        self._emojis = emojis
        self._servers = servers

    def locale(self, guild: int) -> str | None:
        """Give the language that a server has set, else its own; None while the gateway has not told of it."""
        language, found = self._servers.of(guild).language, self._client.get_guild(guild)
        return language or (None if found is None else found.preferred_locale.value)

    async def post(self, guild: int, channel: int, message: Message) -> int:
        """Post a message and answer its id. discord.HTTPException."""
        target = self._client.get_partial_messageable(channel, guild_id=guild)

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            return (await target.send(view=view, files=files, allowed_mentions=mentions)).id

        return await send_plainer(send, message, self._emojis.faces)

    async def call(self, channel: int, user: int, words: str) -> int:
        """Post a short message in a channel, which notifies ``user`` and nobody else. discord.HTTPException."""
        called = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(user)])
        return (await self._client.get_partial_messageable(channel).send(words, allowed_mentions=called)).id

    async def write(self, user: int, words: str) -> tuple[int, int]:
        """Send somebody a direct message, and answer its channel and its id. discord.HTTPException."""
        channel = await self._client.create_dm(discord.Object(user))
        return channel.id, (await channel.send(words)).id

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of our own. discord.HTTPException."""
        await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        """Replace a message by another. discord.HTTPException."""
        partial = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(target)

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            await partial.edit(view=view, attachments=files, allowed_mentions=mentions)

        await send_plainer(send, message, self._emojis.faces)
