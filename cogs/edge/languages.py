"""The language of an answer: the actor's for a private one, the server's for a public one."""

import discord

from bot.play.ports import Servers
from bot.text.catalogs import Catalogs, Texts


class Languages:
    """Finds the texts for an interaction."""

    def __init__(self, catalogs: Catalogs, servers: Servers) -> None:
        self._catalogs = catalogs
        self._servers = servers

    def for_user(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language."""
        return self._catalogs.texts(interaction.locale.value)

    def for_server(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the server's language: the one set with the bot, else the one set on Discord."""
        own = interaction.guild_locale.value if interaction.guild_locale else None
        return self._catalogs.texts(self._servers.of(interaction.guild_id or 0).language or own)

    @property
    def names(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return self._catalogs.languages
