"""A click on a button, a choice in a select or a submitted modal: by whom, and what it asks for."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

from bot.text.catalogs import Texts
from cogs.edge.answers import Reply, Where
from cogs.edge.custom_ids import HIGHEST
from cogs.edge.notices import Meaningless
from cogs.edge.page_ids import PageId

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class UserClick:
    """A click, read, whatever it is about. Only ``user`` can be trusted: everything else is held against what is."""

    interaction: discord.Interaction
    texts: Texts  # in the actor's language

    @property
    def user(self) -> int:
        """Who clicked."""
        return self.interaction.user.id

    @property
    def name(self) -> str:
        """What they are called here."""
        return self.interaction.user.display_name

    @property
    def id(self) -> int:
        """The interaction's id, by which nothing is done twice."""
        return self.interaction.id

    @property
    def is_modal(self) -> bool:
        """Say whether this is a modal that was sent in."""
        return self.interaction.type is discord.InteractionType.modal_submit

    @property
    def choice(self) -> str:
        """The option chosen in a select. Meaningless if it is not one option."""
        choices = self.choices
        if len(choices) != 1:
            raise Meaningless
        return choices[0]

    @property
    def choices(self) -> tuple[str, ...]:
        """The options chosen in a select. Meaningless if it was none."""
        values = _data(self.interaction).get("values")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise Meaningless
        return tuple(values)

    @property
    def bots(self) -> tuple[int, ...]:
        """Those of the people chosen in a select who are none: bots, as Discord says."""
        resolved = _data(self.interaction).get("resolved")
        users = resolved.get("users") if isinstance(resolved, dict) else None
        known = users if isinstance(users, dict) else {}
        about = ((choice, known.get(choice)) for choice in self.choices)
        return tuple(number_in(choice, 1) for choice, user in about if isinstance(user, dict) and user.get("bot"))

    def typed(self, field: str) -> str:
        """Give what was typed in a field of a modal. Meaningless if there is no such field."""
        for component in _fields(_data(self.interaction).get("components")):
            if component.get("custom_id") == field and isinstance(component.get("value"), str):
                return str(component["value"])
        raise Meaningless


@dataclass(frozen=True, slots=True)
class PageClick(UserClick):
    """A click on something of the league, which has no table behind it."""

    asked: PageId

    @property
    def guild(self) -> int:
        """The server where it was clicked, of which alone anything is shown. Meaningless in a direct message."""
        if self.interaction.guild_id is None:
            raise Meaningless
        return self.interaction.guild_id

    def argument(self, at: int) -> str:
        """Give an argument of the custom id. Meaningless if it has not so many."""
        if at >= len(self.asked.arguments):
            raise Meaningless
        return self.asked.arguments[at]

    def number(self, at: int, least: int = 0, most: int = HIGHEST) -> int:
        """Give an argument that is a whole number within bounds. Meaningless if it is none."""
        return number_in(self.argument(at), least, most)


def number_in(written: str, least: int = 0, most: int = HIGHEST) -> int:
    """Read a whole number within bounds, from an id or a chosen option. Meaningless if it is none."""
    if not _NUMBER.fullmatch(written) or not least <= int(written) <= most:
        raise Meaningless
    return int(written)


PageHandler: TypeAlias = Callable[[PageClick], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class PageRoute:
    """How a word of the league's ids is carried out, and where the answer goes.

    With `Where.NOW` it opens a modal; what is sent in with that comes to the same handler, and is answered in private.
    """

    handler: PageHandler
    place: Where = Where.PRIVATE


PageHandlers: TypeAlias = Mapping[str, PageRoute]


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    """Give what Discord sent with an interaction."""
    data: Any = interaction.data
    return data if isinstance(data, dict) else {}


def _fields(components: object) -> Iterator[Mapping[str, Any]]:
    """Find the fields of a modal, in labels or rows."""
    for component in components if isinstance(components, list) else []:
        if isinstance(component, dict):
            if isinstance(inner := component.get("component"), dict):
                yield inner
            yield from _fields(component.get("components"))
