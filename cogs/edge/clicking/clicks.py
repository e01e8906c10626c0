"""Parsed clicks: a pressed button, a choice in a select, or a submitted modal."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

from bot.text.catalogs import Texts
from cogs.edge.answers import Reply, Where
from cogs.edge.clicking.custom_ids import HIGHEST
from cogs.edge.clicking.page_ids import PageId
from cogs.edge.notices import Meaningless

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class UserClick:
    """A parsed click. Only ``user`` can be trusted: everything else is checked before it's used."""

    interaction: discord.Interaction
    texts: Texts  # in the actor's language

    @property
    def user(self) -> int:
        """The id of the user who clicked."""
        return self.interaction.user.id

    @property
    def name(self) -> str:
        """The display name of the user on this server."""
        return self.interaction.user.display_name

    @property
    def id(self) -> int:
        """The id of the interaction, by which repeated requests are recognized."""
        return self.interaction.id

    @property
    def is_modal(self) -> bool:
        """Whether this is a submitted modal."""
        return self.interaction.type is discord.InteractionType.modal_submit

    @property
    def choice(self) -> str:
        """The option chosen in a select. Raises Meaningless if there isn't exactly one."""
        choices = self.choices
        if len(choices) != 1:
            raise Meaningless
        return choices[0]

    @property
    def choices(self) -> tuple[str, ...]:
        """The options chosen in a select. Raises Meaningless if this isn't a select."""
        values = _data(self.interaction).get("values")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise Meaningless
        return tuple(values)

    @property
    def bots(self) -> tuple[int, ...]:
        """The ids of the bots among the users chosen in a select."""
        resolved = _data(self.interaction).get("resolved")
        users = resolved.get("users") if isinstance(resolved, dict) else None
        known = users if isinstance(users, dict) else {}
        about = ((choice, known.get(choice)) for choice in self.choices)
        return tuple(number_in(choice, 1) for choice, user in about if isinstance(user, dict) and user.get("bot"))

    def typed(self, field: str) -> str:
        """Return the text typed in a field of a modal. Raises Meaningless if there is no such field."""
        for component in _fields(_data(self.interaction).get("components")):
            if component.get("custom_id") == field and isinstance(component.get("value"), str):
                return str(component["value"])
        raise Meaningless


@dataclass(frozen=True, slots=True)
class PageClick(UserClick):
    """A click on a page, a message that belongs to no table."""

    asked: PageId

    @property
    def guild(self) -> int:
        """The id of the server where the click happened, the only one whose data pages show.

        Raises Meaningless in a direct message.
        """
        if self.interaction.guild_id is None:
            raise Meaningless
        return self.interaction.guild_id

    def argument(self, at: int) -> str:
        """Return an argument of the custom id by index. Raises Meaningless if there are fewer."""
        if at >= len(self.asked.arguments):
            raise Meaningless
        return self.asked.arguments[at]

    def number(self, at: int, least: int = 0, most: int = HIGHEST) -> int:
        """Return an argument that is an integer within bounds. Raises Meaningless if it isn't."""
        return number_in(self.argument(at), least, most)


def number_in(written: str, least: int = 0, most: int = HIGHEST) -> int:
    """Parse an integer within bounds, from an id or a chosen option. Raises Meaningless if it isn't one."""
    if not _NUMBER.fullmatch(written) or not least <= int(written) <= most:
        raise Meaningless
    return int(written)


PageHandler: TypeAlias = Callable[[PageClick], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class PageRoute:
    """The handler of a word in page ids, and where its answer goes.

    With `Where.NOW` it opens a modal. The submitted modal goes to the same handler and is answered privately.
    """

    handler: PageHandler
    place: Where = Where.PRIVATE


PageHandlers: TypeAlias = Mapping[str, PageRoute]


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    """Return the data that Discord sent with an interaction."""
    data: Any = interaction.data
    return data if isinstance(data, dict) else {}


def _fields(components: object) -> Iterator[Mapping[str, Any]]:
    """Yield the fields of a modal, which are nested in labels or rows."""
    for component in components if isinstance(components, list) else []:
        if isinstance(component, dict):
            if isinstance(inner := component.get("component"), dict):
                yield inner
            yield from _fields(component.get("components"))
