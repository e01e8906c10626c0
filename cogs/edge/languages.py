"""How a message is worded and looks: as its reader wants it if it's private, as the server does if it's public.

What readers prefer is kept in memory, for code that can't wait for the database.
"""

import logging
import unicodedata
from dataclasses import dataclass, replace
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
_UNDECOMPOSED: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that Unicode doesn't take apart into a plain letter and a mark."""


def folded(text: str) -> str:
    """Return a text for comparisons with what is typed: in lower case and without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(_UNDECOMPOSED)


def is_typed(typed: str, *names: str) -> bool:
    """Return whether one of the names contains what was typed, in any case, with or without accents."""
    return any(folded(typed.strip()) in folded(name) for name in names)


def reader_texts(
    catalogs: Catalogs, person: Preferences, locale: str | None = None, public: Texts | None = None
) -> Texts:
    """Return the texts for what only one person reads, in the language they chose, else in that of their client.

    ``locale`` is the client's now; by default the last one known, then the language of ``public``. Cards have the
    letters of ``public``, the texts of the picture that everyone sees, unless the person has chosen letters.
    """
    chosen = person.language if person.language in catalogs.languages else None
    language = chosen or locale or person.locale or (None if public is None else public.language)
    own = catalogs.texts(language, person.look)
    look = look_from(person.look)
    if public is None or look.international or look.own_ranks:
        return own
    return catalogs.texts(own.language, own.with_ranks_of(public))


async def written_to(catalogs: Catalogs, people: PeopleStore, user: int, public: Texts) -> Texts:
    """Return the texts for a direct message that a user gets unasked; ``public`` if nothing is known of them."""
    try:
        return reader_texts(catalogs, await people.get(user), public=public)
    except StoreError as error:
        logger.warning("a user's language can't be read", exc_info=error)
        return public


class Readers:
    """What users prefer, read again at the beginning of each of their interactions."""

    def __init__(self, people: PeopleStore) -> None:
        self._people = people
        self._known: LRUCache[int, Preferences] = LRUCache(_REMEMBERED)

    async def prepare(self, user: int, locale: str) -> None:
        """Read a user's preferences. If the store fails, the last known ones are kept. Raises nothing.

        The locale of their client is stored with what else is.
        """
        try:
            person = await self._people.get(user)
        except StoreError as error:
            logger.warning("a user's preferences can't be read", exc_info=error)
            return
        self._known[user] = person
        if person != Preferences(user):
            self.hear(user, locale)

    def hear(self, user: int, locale: str) -> None:
        """Store the locale of a user's client, for what the bot writes to them unasked."""
        person = self.of(user)
        if person.locale != locale:
            self._known[user] = replace(person, locale=locale)
            self._people.hear(user, locale)

    def drop(self, user: int) -> None:
        """Drop what is known of a user."""
        self._known.pop(user, None)

    def of(self, user: int) -> Preferences:
        """Return a user's preferences; the defaults if they aren't known."""
        return self._known.get(user) or Preferences(user)

    def fitting(self, user: int, message: Message) -> Message:
        """Return a private message as a user wants it: without pictures if they prefer text only."""
        return message.without_pictures() if look_from(self.of(user).look).text_only else message


@dataclass(slots=True, eq=False)
class Languages:
    """Finds the texts for an interaction."""

    catalogs: Catalogs
    servers: Servers
    readers: Readers

    def for_user(self, interaction: discord.Interaction, *, practice: bool = False) -> Texts:
        """Return the texts in the actor's language, for their look.

        Letters on cards are those of the server's pictures; at a ``practice`` table, which nobody else sees, their own.
        """
        in_server = interaction.guild_id is not None and not practice
        public = self.for_server(interaction) if in_server else None
        person = self.readers.of(interaction.user.id)
        return reader_texts(self.catalogs, person, interaction.locale.value, public)

    async def read_for_user(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language, for preferences that have just changed."""
        await self.readers.prepare(interaction.user.id, interaction.locale.value)
        return self.for_user(interaction)

    def for_server(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the server's language, the one set with the bot or else on Discord, for its look."""
        own, server = interaction.guild_locale, self.servers.of(interaction.guild_id or 0)
        return self.catalogs.texts(server.language or (own.value if own else None), server.look)

    def announces(self, interaction: discord.Interaction) -> bool:
        """Return whether the actor wants private answers in new messages, which screen readers read aloud."""
        return look_from(self.readers.of(interaction.user.id).look).announces

    @property
    def names(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return self.catalogs.languages
