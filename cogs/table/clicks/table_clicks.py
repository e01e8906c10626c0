"""A click at a table, and the type of its handlers."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot.play.service.table import Table
from bot.play.state import lobby
from bot.play.state.errors import raise_refusals
from bot.play.state.values import Status
from bot.rummy.cards import Card, parse_card
from cogs.edge.answers import Reply
from cogs.edge.clicking.clicks import UserClick
from cogs.edge.clicking.custom_ids import TableAction, TableId
from cogs.edge.notices import Meaningless


@dataclass(frozen=True, slots=True)
class TableClick(UserClick):
    """A click at a table."""

    asked: TableId
    table: Table

    @property
    def hosts(self) -> bool:
        """Whether the actor is the host of a lobby."""
        return self.table.row.status is Status.LOBBY and self.user == self.table.row.host

    def must_host(self) -> None:
        """Raise Refused if the user can't change the lobby, before they choose or type anything."""
        raise_refusals(lobby.refusal_to_arrange(self.table.row, self.user))

    @property
    def argument(self) -> str:
        """The argument of the custom id. Raises Meaningless if there is none."""
        if self.asked.argument is None:
            raise Meaningless
        return self.asked.argument


TableHandler: TypeAlias = Callable[[TableClick], Awaitable[Reply]]
TableHandlers: TypeAlias = Mapping[TableAction, TableHandler]


def card_in(text: str) -> Card:
    """Parse the card that a click names. Raises Meaningless if it isn't one."""
    try:
        return parse_card(text)
    except ValueError as error:
        raise Meaningless from error
