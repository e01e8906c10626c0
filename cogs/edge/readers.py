"""How each reader of private messages wants them to look, kept in memory for code that can't wait for the database."""

import logging
from typing import Final

from cachetools import LRUCache

from bot.play.state.errors import StoreError
from bot.play.state.people import PeopleStore, Preferences
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
