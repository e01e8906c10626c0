"""The context of every screen of a table, and the button back to the hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.play.lobby import is_rated
from bot.play.requests.agreement import Question
from bot.play.values import Stamp, TableRow
from bot.rummy.house_rules import Topic
from bot.text.catalogs import Texts
from bot.text.players import name_in_sentence, numbered, seat_name
from cogs.edge.clicking.custom_ids import TableAction, TableId
from cogs.edge.emojis import NO_FACES
from cogs.edge.layout import LONGEST_LABEL, LONGEST_PLACEHOLDER, PLAIN, cut, plain_name, rows
from cogs.edge.messages import Detail


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats whose players are away, have left the game or are ready for the next deal.

    ``asleep`` is True while all users are away and the game is paused. ``resting``: only computers play, and they have
    stopped because nobody has pressed anything for a while. ``notes`` counts the changes of presence.
    ``missed`` are the seats whose last turn timed out, but whose players are still in the game. ``questions`` are what
    some players have agreed on, but not all.
    """

    away: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    ready: frozenset[int] = frozenset()
    asleep: bool = False
    notes: int = 0
    missed: frozenset[int] = frozenset()
    questions: tuple[Question, ...] = ()
    resting: bool = False


ALL_HERE: Final = Presence()


@dataclass(frozen=True, slots=True)
class Notice:
    """The lines above a screen: why a request was refused, or what happened instead. Empty words show nothing.

    ``topic`` is the part of the rules that explains a refusal; a *Rules* button opens it.
    """

    words: str = ""
    topic: Topic | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self.words)


NO_NOTICE: Final = Notice()


@dataclass(frozen=True, slots=True)
class Scene:
    """The context of a screen: texts, the stored table, its stamp, and the level of detail.

    ``seat`` is the owner of a private screen. ``watching`` is True for a spectator, who can't make moves. ``assisted``
    is False if the owner doesn't want any assistance.
    """

    texts: Texts
    row: TableRow
    stamp: Stamp
    detail: Detail = PLAIN
    presence: Presence = ALL_HERE
    seat: int | None = None
    watching: bool = False
    assisted: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order, escaped for markup."""
        return tuple(plain_name(name_in_sentence(self.texts, player)) for player in self.row.seats)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The same names for lists of seats, computers with their face and level."""
        return tuple(plain_name(seat_name(self.texts, player)) for player in self.row.seats)

    @property
    def numbered(self) -> tuple[str, ...]:
        """The players' names, preceded by the numbers that they have in the picture."""
        return tuple(numbered(seat, name) for seat, name in enumerate(self.names))

    @property
    def numbered_seats(self) -> tuple[str, ...]:
        """The names for lists of seats, preceded by the same numbers."""
        return tuple(numbered(seat, name) for seat, name in enumerate(self.seat_names))

    @property
    def unassisted(self) -> bool:
        """Whether the screen shows no assistance: at this table players get none, or its owner turned it off."""
        return self.row.settings.unassisted or not self.assisted

    @property
    def people(self) -> frozenset[int]:
        """The seats of users, without computers."""
        return frozenset(seat for seat, player in enumerate(self.row.seats) if not player.is_computer)

    @property
    def hints(self) -> bool:
        """Whether hints are allowed: not in a rated game, nor at an unassisted table."""
        return not self.unassisted and not is_rated(self.row)

    def with_detail(self, detail: Detail) -> "Scene":
        """Return the same scene with another level of detail.

        Card faces, which have international ranks, are left out where the labels have other letters.
        """
        return replace(self, detail=replace(detail, faces=NO_FACES) if self.texts.writes_own_ranks else detail)

    def id(self, action: TableAction, argument: str | None = None) -> str:
        """Return the custom id of a button or select of this table."""
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
        """Return a button of this table."""
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
        """Return a row with a select for one option, or for any number of them with ``several``."""
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
    """Return a row with the button back to the hand, or to the table for a spectator."""
    texts = scene.texts
    label = texts.t("The table") if scene.seat is None else texts.t("My hand")
    return rows([scene.button(label, TableAction.HAND)])
