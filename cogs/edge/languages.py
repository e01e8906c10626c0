"""How an answer is worded and looks: in the actor's language and look for a private one, the server's for a public one.

The looks of readers are kept in memory, for code that can't wait for the database.
"""

import logging
from dataclasses import dataclass
from typing import Final

import discord
from cachetools import LRUCache

from bot.play.state.errors import StoreError
from bot.play.state.people import PeopleStore, Preferences, Servers
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.messages import Message
from render.look import look_from

logger = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000


class Readers:
    """The looks of users, read again at the beginning of each of their interactions."""

    def __init__(self, people: PeopleStore) -> None:
        self._people = people
        self._known: LRUCache[int, Preferences] = LRUCache(_REMEMBERED)

    async def prepare(self, user: int) -> None:
        """Read a user's look. If the store fails, the last known one is kept. Raises nothing."""
        try:
            person = await self._people.get(user)
        except StoreError as error:
            logger.warning("a user's look can't be read", exc_info=error)
            return
        self._known[user] = person

    def fitting(self, user: int, message: Message) -> Message:
        """Return a private message as a user wants it: without pictures if they prefer text only."""
        person = self._known.get(user)
        return message.without_pictures() if person is not None and look_from(person.look).text_only else message

    def look(self, user: int) -> str:
        """Return a user's look, in the words of `render.look`; the default one if it isn't known."""
        person = self._known.get(user)
        return "" if person is None else person.look


@dataclass(slots=True, eq=False)
class Languages:
    """Finds the texts for an interaction."""

    catalogs: Catalogs
    servers: Servers
    readers: Readers

    def for_user(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language, for their look."""
        return self.catalogs.texts(interaction.locale.value, self.readers.look(interaction.user.id))

    async def read_for_user(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language, for a look that has just changed."""
        await self.readers.prepare(interaction.user.id)
        return self.for_user(interaction)

    def for_server(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the server's language, the one set with the bot or else on Discord, for its look."""
        own, server = interaction.guild_locale, self.servers.of(interaction.guild_id or 0)
        return self.catalogs.texts(server.language or (own.value if own else None), server.look)

    def announces(self, interaction: discord.Interaction) -> bool:
        """Return whether the actor wants private answers in new messages, which screen readers read aloud."""
        return look_from(self.readers.look(interaction.user.id)).announces

    @property
    def names(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return self.catalogs.languages
