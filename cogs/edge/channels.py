"""Sends, edits and deletes messages in Discord's channels and threads, without the library's cache; opens threads."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import discord
from discord.utils import snowflake_time

from bot.play.state.people import Servers
from bot.play.state.ports import Clock
from cogs.edge.answer_messages import EditTokens
from cogs.edge.layout import cut
from cogs.edge.messages import CardEmojis, Message, Nonces, Post, Trouble, send_plainer, trouble_of

logger = logging.getLogger(__name__)

_SKEW: Final = 1000
"""Milliseconds by which our clock may be ahead of Discord's; if it's more, tables are edited once after each post."""
_LONGEST_NAME: Final = 100
_NEEDED_FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads", "attach_files")


class NewerMessage(NamedTuple):
    """A message in a channel: its id, whether it's the bot's own, its JSON, and whether it only announces a thread."""

    id: int
    own: bool
    json: str
    announces: bool


class DiscordChannels:
    """The channels that ``client`` can see. Card faces come from ``emojis``; ``tokens`` edit what they can."""

    def __init__(
        self, client: discord.Client, emojis: CardEmojis, servers: Servers, clock: Clock, tokens: EditTokens
    ) -> None:
        self._client = client
        self._emojis = emojis
        self._servers = servers
        self._clock = clock
        self.tokens = tokens
        self._nonces = Nonces()
        self._before: dict[int, str] = {}  # by server, its locale when the bot was last running

    def locale(self, guild: int) -> str | None:
        """Return the language set for a server, else the one it has on Discord; None if that isn't known yet."""
        language, found = self._servers.of(guild).language, self._client.get_guild(guild)
        return language or (self._before.get(guild) if found is None else found.preferred_locale.value)

    def remember_locale(self, guild: int, locale: str) -> None:
        """Use a server's locale from before the start until the gateway sends it."""
        self._before[guild] = locale

    def look(self, guild: int) -> str:
        """Return how a server's public messages look, in the words of `render.look`."""
        return self._servers.of(guild).look

    async def post(self, guild: int, channel: int, message: Message, post: Post) -> int:
        """Post a message and return its id. Raises discord.HTTPException.

        If an earlier attempt at the same ``post`` has arrived, its message is edited instead, unless it's final.
        """
        target = self._client.get_partial_messageable(channel, guild_id=guild)

        async def attempt(nonce: str) -> int:
            async def send(
                view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
            ) -> int:
                sent = await target.send(
                    view=view, files=files, allowed_mentions=mentions, silent=message.silent, nonce=nonce
                )
                return sent.id

            return await send_plainer(send, message, self._emojis.faces)

        async def update(posted: int) -> None:
            await self.edit(guild, channel, posted, message)

        return await self._once(post, attempt, None if post.final else update)

    async def _once(
        self,
        post: Post,
        attempt: Callable[[str], Awaitable[int]],
        update: Callable[[int], Awaitable[None]] | None = None,
    ) -> int:
        """Post something with its nonce; ``update`` an earlier attempt's message. Raises discord.HTTPException."""
        nonce, again = self._nonces.begin(post)
        began = self._clock()
        try:
            posted = await attempt(nonce)
        except discord.HTTPException as error:
            if trouble_of(error) is Trouble.GONE:  # an earlier attempt arrived, and was deleted since
                posted, again = await attempt(self._nonces.renew(post)), False
            else:
                if error.status < 500 and not again:
                    self._nonces.end(post)
                raise
        again = again or (post.lasting and snowflake_time(posted).timestamp() * 1000 < began - _SKEW)
        if again and update is not None:
            await update(posted)
        self._nonces.end(post)
        return posted

    async def ping(self, channel: int, user: int, words: str, post: Post) -> int:
        """Post a short message that pings only ``user``, and return its id. Raises discord.HTTPException."""
        pinged = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(user)])
        target = self._client.get_partial_messageable(channel)

        async def attempt(nonce: str) -> int:
            return (await target.send(words, allowed_mentions=pinged, nonce=nonce)).id

        return await self._once(post, attempt)

    async def direct(self, user: int, message: Message) -> None:
        """Send a direct message with a layout. Raises discord.HTTPException."""
        channel = await self._client.create_dm(discord.Object(user))

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            return (await channel.send(view=view, files=files, allowed_mentions=mentions)).id

        await send_plainer(send, message, self._emojis.faces)

    async def write(self, user: int, words: str, post: Post, *, silent: bool = False) -> tuple[int, int]:
        """Send a direct message. Return the ids of its channel and message. Raises discord.HTTPException."""
        channel = await self._client.create_dm(discord.Object(user))

        async def attempt(nonce: str) -> int:
            return (await channel.send(words, silent=silent, nonce=nonce)).id

        return channel.id, await self._once(post, attempt)

    def name(self, guild: int) -> str:
        """Return a server's name; empty before the gateway sent it."""
        found = self._client.get_guild(guild)
        return "" if found is None else found.name

    def channel_name(self, guild: int, channel: int) -> str:
        """Return the name of a channel or thread; empty if the gateway hasn't sent it."""
        server = self._client.get_guild(guild)
        found = None if server is None else server.get_channel_or_thread(channel)
        return "" if found is None else found.name

    def lists(self, guild: int, channel: int) -> bool:
        """Return whether the gateway has sent a channel; it doesn't send archived threads."""
        found = self._client.get_guild(guild)
        return found is not None and found.get_channel_or_thread(channel) is not None

    def everyone_sees(self, guild: int, channel: int) -> bool:
        """Return whether all members of a server can see a channel, as far as the gateway has sent it."""
        found = self._client.get_guild(guild)
        place = None if found is None else found.get_channel_or_thread(channel)
        if found is None or place is None or (isinstance(place, discord.Thread) and place.is_private()):
            return False
        shown = place.parent if isinstance(place, discord.Thread) else place
        return shown is not None and shown.permissions_for(found.default_role).view_channel

    def parent(self, guild: int, channel: int) -> int | None:
        """Return the channel of a public thread; None if it isn't one, or if the gateway hasn't sent it."""
        found = self._client.get_guild(guild)
        thread = None if found is None else found.get_thread(channel)
        return None if thread is None or thread.is_private() else thread.parent_id

    async def newer(self, channel: int, message: int, most: int) -> list[NewerMessage]:
        """Return the messages after another one, at most ``most`` of them. Raises discord.HTTPException."""
        found = await self._client.http.logs_from(channel, most, after=message)
        user = self._client.user
        return [
            NewerMessage(
                int(one["id"]),
                user is not None and int(one["author"]["id"]) == user.id,
                json.dumps(one),
                one["type"] == discord.MessageType.thread_created.value,
            )
            for one in found
        ]

    async def archive(self, guild: int, channel: int) -> None:
        """Archive a thread that the bot has created; other channels are left alone. Raises discord.HTTPException."""
        found = self._client.get_guild(guild)
        thread = None if found is None else found.get_thread(channel)
        if thread is not None and self._client.user is not None and thread.owner_id == self._client.user.id:
            await thread.edit(archived=True)

    def is_available(self, guild: int) -> bool:
        """Return whether the gateway has sent a server, and it has no outage."""
        found = self._client.get_guild(guild)
        return found is not None and not found.unavailable

    def can_post(self, guild: int, channel: int) -> bool:
        """Return whether the bot may post in a channel, as far as the gateway has sent it."""
        found = self._client.get_guild(guild)
        place = None if found is None else found.get_channel(channel)
        if found is None or found.me is None or place is None:
            return False
        granted = place.permissions_for(found.me)
        return granted.view_channel and granted.send_messages

    async def is_gone(self, guild: int, channel: int) -> bool:
        """Ask Discord whether a channel was deleted. Raises discord.HTTPException.

        Returns False while the server is unavailable, and if the bot isn't allowed to see the channel.
        """
        found = self._client.get_guild(guild)
        if found is None or found.unavailable:
            return False
        try:
            await self._client.fetch_channel(channel)
        except discord.HTTPException as error:
            match trouble_of(error):
                case Trouble.NO_CHANNEL:
                    return True
                case Trouble.FORBIDDEN:
                    return False
                case _:
                    raise
        return False

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's messages. Raises discord.HTTPException."""
        await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    # Pictures are sent with every edit. Keeping attachments would rarely save one, and after a lost request or a
    # restart nobody knows what a message has: a missing picture hides the cards.
    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        """Replace the content of a message. Raises discord.HTTPException or OSError."""
        if await self.tokens.edit(target, message, self._emojis.faces):
            return
        partial = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(target)

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> None:
            await partial.edit(view=view, attachments=files, allowed_mentions=mentions)

        await send_plainer(send, message, self._emojis.faces)


def missing_for_threads(granted: discord.Permissions) -> tuple[str, ...]:
    """Return the permissions that a table in a new thread needs and the bot lacks, by discord.py's names."""
    return tuple(name for name in _NEEDED_FOR_THREADS if not getattr(granted, name))


async def new_thread(interaction: discord.Interaction, called: str, archived_after: int) -> int | None:
    """Create a public thread in the channel of a click; None if that isn't possible.

    Discord archives it when it was quiet for ``archived_after`` minutes.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or missing_for_threads(interaction.app_permissions):
        return None
    try:
        made = await channel.create_thread(
            name=cut(called, _LONGEST_NAME),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=archived_after,  # type: ignore[arg-type]  # any of Discord's four lengths
        )
    except discord.HTTPException as error:
        logger.warning("no thread for a table", extra={"channel": channel.id, "code": error.code})
        return None
    return made.id
