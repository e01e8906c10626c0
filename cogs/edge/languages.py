"""The language of an answer: the actor's for a private one, the server's for a public one."""

import discord

from bot.play.ports import Servers
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.readers import Readers


class Languages:
    """Finds the texts for an interaction."""

    def __init__(self, catalogs: Catalogs, servers: Servers, readers: Readers) -> None:
        self._catalogs = catalogs
        self._servers = servers
        self._readers = readers

    def for_user(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language, for their look."""
        return self._catalogs.texts(interaction.locale.value, self._readers.look(interaction.user.id))

    async def read_for_user(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language, for a look that has just changed."""
        await self._readers.prepare(interaction.user.id)
        return self.for_user(interaction)

    def for_server(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the server's language, the one set with the bot or else on Discord, for its look."""
        own, server = interaction.guild_locale, self._servers.of(interaction.guild_id or 0)
        return self._catalogs.texts(server.language or (own.value if own else None), server.look)

    @property
    def names(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return self._catalogs.languages
