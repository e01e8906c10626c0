"""What the screens are made of: text, pictures, rows of buttons, selects; and names that can do no harm in a text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.play.lobby import is_rated
from bot.play.names import visible
from bot.play.values import Stamp, TableRow
from bot.text.catalogs import Texts
from bot.text.direction import isolated
from bot.text.players import numbered, seat_name
from cogs.edge.custom_ids import TableAction, TableId
from cogs.edge.emojis import NO_FACES
from cogs.edge.messages import Attachment, Detail

LONGEST_TEXT: Final = 4000
"""Characters that Discord takes in all texts of a message together."""
LONGEST_LABEL: Final = 80
LONGEST_NUMBER: Final = 18
"""Digits of a number that people type or choose: what is longer, neither a screen nor the database takes."""
LONGEST_OPTION: Final = 100
LONGEST_LIST: Final = 25
"""Options that a select can hold."""
_LONGEST_PLACEHOLDER: Final = 150
_LONGEST_NAME: Final = 32
_IN_A_ROW: Final = 5

PLAIN: Final = Detail(NO_FACES, files=False)
"""A message as text alone."""


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
            placeholder=cut(placeholder, _LONGEST_PLACEHOLDER),
            min_values=0 if several else 1,
            max_values=len(options) if several else 1,
            required=not several,
            options=list(options),
        )
        return ui.ActionRow(select)


def layout(*items: ui.Item[Any] | Iterable[ui.Item[Any]]) -> ui.LayoutView:
    """Put items under one another; the view never times out, so that the library keeps no clock for it."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        for one in [item] if isinstance(item, ui.Item) else item:
            view.add_item(one)
    return view


def text(*lines: str) -> ui.TextDisplay[Any]:
    """Show lines of text, the empty ones left out."""
    return ui.TextDisplay(cut("\n".join(line for line in lines if line), LONGEST_TEXT))


def way_back(scene: Scene) -> list[ui.ActionRow[ui.LayoutView]]:
    """Lead from a short private screen to the hand, or to the table for who has none."""
    texts = scene.texts
    label = texts.t("The table") if scene.seat is None else texts.t("My hand")
    return rows([scene.button(label, TableAction.HAND)])


def noticed(notice: str, view: ui.LayoutView) -> ui.LayoutView:
    """Put a line above a layout."""
    return layout(text(notice), view.children)


def texts_within(first: Sequence[str], then: Sequence[str]) -> tuple[ui.TextDisplay[Any], ui.TextDisplay[Any]]:
    """Show lines in two places of a message which together are not longer than Discord takes."""
    above = text(*first)
    return above, ui.TextDisplay(cut("\n".join(line for line in then if line), LONGEST_TEXT - len(above.content)))


def small(line: str) -> str:
    """Write a line in small grey letters."""
    return f"-# {line}" if line else ""


def until(texts: Texts, at: int | None) -> str:
    """Say until when something lasts, as Discord counts down to it; epoch milliseconds, empty where nothing presses."""
    return "" if at is None else texts.t("until {time}", time=moment(at))


def moment(at: int) -> str:
    """Write a moment as Discord shows it to everybody, ``in 5 minutes``; epoch milliseconds."""
    return f"<t:{at // 1000}:R>"


def title(line: str) -> str:
    """Write a line as a heading."""
    return f"### {line}"


def bold(line: str) -> str:
    """Write a line in bold letters."""
    return f"**{line}**"


def picture(dress: Detail, file: Attachment | None) -> list[ui.Item[Any]]:
    """Show a picture with its words for those who can't see it; nothing where files are not wanted."""
    if file is None or not dress.files:
        return []
    return [ui.MediaGallery(discord.MediaGalleryItem(file.uri, description=file.alt))]


def rows(buttons: Sequence[ui.Button[ui.LayoutView]]) -> list[ui.ActionRow[ui.LayoutView]]:
    """Put buttons in rows of five."""
    return [ui.ActionRow(*buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)]


def option(
    label: str,
    value: str,
    *,
    chosen: bool = False,
    description: str | None = None,
    emoji: discord.PartialEmoji | None = None,
) -> discord.SelectOption:
    """Make one option of a select."""
    return discord.SelectOption(
        label=cut(label, LONGEST_OPTION),
        value=value,
        default=chosen,
        description=None if description is None else cut(description, LONGEST_OPTION),
        emoji=emoji,
    )


def cut(words: str, longest: int) -> str:
    """Shorten a text that is too long, with an ellipsis for what is left out."""
    return words if len(words) <= longest else words[: longest - 1] + "…"


def plain_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """Make a name safe: visible, cut, with nothing that Discord reads as markup, mention, link or timestamp.

    One that runs from right to left leaves the order of what is around it alone.
    """
    return isolated(plain_text(cut(visible(name), longest)))


def plain_text(typed: str) -> str:
    """Make what somebody has typed safe, with nothing that Discord reads as markup, mention, link or timestamp."""
    escaped = discord.utils.escape_markdown(typed, ignore_links=False)
    return discord.utils.escape_mentions(escaped.replace("<", "\\<")).replace("://", ":\u200b//")
