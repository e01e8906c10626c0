"""What every screen of a table is given: the scene, and the way back to the hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.play.lobby import is_rated
from bot.play.values import Stamp, TableRow
from bot.text.catalogs import Texts
from bot.text.players import numbered, seat_name
from cogs.edge.custom_ids import TableAction, TableId
from cogs.edge.layout import LONGEST_LABEL, LONGEST_PLACEHOLDER, PLAIN, cut, plain_name, rows
from cogs.edge.messages import Detail


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there in a game that has started: seats whose person is away, has left or is ready for the next deal.

    ``asleep``: all people have gone, and nothing moves. ``notes`` counts how often any of this has changed. ``missed``
    are those who play, but whose last turn the bot has ended.
    """

    away: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    ready: frozenset[int] = frozenset()
    asleep: bool = False
    notes: int = 0
    missed: frozenset[int] = frozenset()


ALL_HERE: Final = Presence()


@dataclass(frozen=True, slots=True)
class Scene:
    """What every screen of a table needs: its words, the table as it is kept, how far it is, how it may be dressed.

    ``seat`` is whose private screen it is; ``watching``: it is for somebody who looks on, and has nothing to move.
    """

    texts: Texts
    row: TableRow
    stamp: Stamp
    dress: Detail = PLAIN
    presence: Presence = ALL_HERE
    seat: int | None = None
    watching: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Name the players in seat order, computers with their level, safe to put in a text."""
        return tuple(plain_name(seat_name(self.texts, player)) for player in self.row.seats)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Name the players as in a list, with the numbers that their badges have in the picture."""
        return tuple(numbered(seat, name) for seat, name in enumerate(self.names))

    @property
    def unassisted(self) -> bool:
        """Say whether this table does without assistance."""
        return self.row.settings.unassisted

    @property
    def people(self) -> frozenset[int]:
        """List the seats at which people sit."""
        return frozenset(seat for seat, player in enumerate(self.row.seats) if not player.is_computer)

    @property
    def hints(self) -> bool:
        """Say whether hints are open here: not in a rated game, nor without assistance."""
        return not self.unassisted and not is_rated(self.row)

    def dressed(self, dress: Detail) -> "Scene":
        """Give the same scene in another dress."""
        return replace(self, dress=dress)

    def id(self, action: TableAction, argument: str | None = None) -> str:
        """Make the custom id of something that can be clicked at this table."""
        return str(TableId(self.row.id, action, self.stamp, argument))

    def button(
        self,
        label: str,
        action: TableAction,
        argument: str | None = None,
        *,
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
        emoji: discord.PartialEmoji | None = None,
    ) -> ui.Button[ui.LayoutView]:
        """Make a button."""
        return ui.Button(
            label=cut(label, LONGEST_LABEL),
            custom_id=self.id(action, argument),
            style=style,
            disabled=disabled,
            emoji=emoji,
        )

    def select(
        self,
        placeholder: str,
        action: TableAction,
        argument: str,
        options: Sequence[discord.SelectOption],
        *,
        several: bool = False,
    ) -> ui.ActionRow[ui.LayoutView]:
        """Make a select in its row, of which one option is chosen, or with ``several`` any number, also none."""
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=self.id(action, argument),
            placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
            min_values=0 if several else 1,
            max_values=len(options) if several else 1,
            required=not several,
            options=list(options),
        )
        return ui.ActionRow(select)


def way_back(scene: Scene) -> list[ui.ActionRow[ui.LayoutView]]:
    """Lead from a short private screen to the hand, or to the table for who has none."""
    texts = scene.texts
    label = texts.t("The table") if scene.seat is None else texts.t("My hand")
    return rows([scene.button(label, TableAction.HAND)])
