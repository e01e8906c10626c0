"""The language of an answer: the actor's for a private one, the server's for a public one."""

from dataclasses import dataclass

import discord

from bot.play.state.people import Servers
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.readers import Readers


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

    @property
    def names(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return self.catalogs.languages
