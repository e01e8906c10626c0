"""One click on a button, a choice in a select or a modal sent in: who, at which table, asking for what."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.play import lobby
from bot.play.ports import Status
from bot.play.session import Table
from bot.text.catalogue import Texts
from cogs.answers import Reply
from cogs.custom_ids import Action, CustomId
from cogs.notices import Meaningless


@dataclass(frozen=True, slots=True)
class Click:
    """A click, read. Only ``user`` can be trusted: everything else is held against the table."""

    interaction: discord.Interaction
    asked: CustomId
    table: Table
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
        return tuple(int(choice) for choice in self.choices if choice.isdigit() and known.get(choice, {}).get("bot"))

    @property
    def hosts(self) -> bool:
        """Say whether they are the host of a table that is being set up."""
        return self.table.row.status is Status.LOBBY and self.user == self.table.row.host

    def must_host(self) -> None:
        """Refuse everybody who can't set the table up, before they choose or type anything. Refused."""
        lobby.with_options(self.table.row, self.user, self.table.row.options)

    @property
    def argument(self) -> str:
        """What the custom id names. Meaningless if it names nothing."""
        if self.asked.argument is None:
            raise Meaningless
        return self.asked.argument

    def typed(self, field: str) -> str:
        """Give what was typed in a field of a modal. Meaningless if there is no such field."""
        for component in _fields(_data(self.interaction).get("components")):
            if component.get("custom_id") == field and isinstance(component.get("value"), str):
                return str(component["value"])
        raise Meaningless


Handler: TypeAlias = Callable[[Click], Awaitable[Reply]]
Handlers: TypeAlias = Mapping[Action, Handler]


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
