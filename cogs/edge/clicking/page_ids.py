"""Pages of standings, profiles, games and tournaments: the grammar of their custom ids, and their controls.

``l1`` is the version of the grammar. The word names the page. A page id contains no server: its arguments are looked up
on the server where it was clicked. Everyone who sees a message can read its ids, and any client can send any id, so
everything read from an id is checked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ButtonStyle, ui

from cogs.edge.layout import LONGEST_LABEL, LONGEST_PLACEHOLDER, cut

LONGEST: Final = 100
PREFIX: Final = "l1:"
GAME: Final = "game"
"""Opens a finished game. Arguments: its table, and the user (or `ALL_GAMES`) and page of the list to go back to."""
RATINGS: Final = "ratings"
"""Explains ratings."""
PRACTICE: Final = "practice"
"""Starts or continues a practice game. Arguments, if any: the variant and the computer's level."""
LEARN: Final = "learn"
"""Offers the lessons, or continues the one that the actor has begun."""
MY_TABLES: Final = "mine"
"""Lists the actor's tables on all servers."""
NEXT_TABLE: Final = "next-table"
"""Leads to the next table that waits for the actor. Argument, if any: the table that is shown."""
ALL_GAMES: Final = "all"
"""The argument for the games of all players, and for standings over all variants."""
_PATTERN: Final = re.compile(
    r"l1:(?P<word>[a-z][a-z0-9-]*)(?P<arguments>(?::[A-Za-z0-9_-]+)*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PageId:
    """A custom id of a page. ``str(page_id)`` formats it for Discord, `parse_league` reads it back."""

    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the id as sent to Discord."""
        return ":".join(("l1", self.word, *self.arguments))


def page_id(word: str, *arguments: object) -> str:
    """Return the custom id of a page as sent to Discord. Raises ValueError if it couldn't be parsed again."""
    written = str(PageId(word, tuple(map(str, arguments))))
    if parse_page_id(written) is None:
        raise ValueError(f"{written!r} is no custom id of a page")
    return written


def parse_page_id(text: object) -> PageId | None:
    """Parse a custom id; None if it isn't one of a page."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _PATTERN.fullmatch(text)) is None:
        return None
    return PageId(match["word"], tuple(match["arguments"].split(":")[1:]))


def button(
    label: str,
    word: str,
    *arguments: object,
    style: ButtonStyle = ButtonStyle.secondary,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    """Return a button that opens a page."""
    return ui.Button(
        label=cut(label, LONGEST_LABEL), custom_id=page_id(word, *arguments), style=style, disabled=disabled
    )


def link_button(label: str, url: str) -> ui.Button[ui.LayoutView]:
    """Return a button that opens a URL."""
    return ui.Button(label=cut(label, LONGEST_LABEL), url=url)


def channel_chooser(
    placeholder: str,
    kinds: Sequence[discord.ChannelType],
    asked: Sequence[object],
    *,
    chosen: Sequence[int] = (),
    most: int = 1,
) -> ui.ActionRow[ui.LayoutView]:
    """Return a row with a select for channels; ``asked`` is the word and the arguments of its id."""
    select: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        custom_id=page_id(str(asked[0]), *asked[1:]),
        placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
        channel_types=list(kinds),
        min_values=1,
        max_values=most,
        required=True,
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(one)) for one in chosen[:most]],
    )
    return ui.ActionRow(select)


def role_chooser(
    placeholder: str, asked: Sequence[object], *, chosen: int | None = None
) -> ui.ActionRow[ui.LayoutView]:
    """Return a row with a select for a role; ``asked`` is the word and the arguments of its id."""
    select: ui.RoleSelect[ui.LayoutView] = ui.RoleSelect(
        custom_id=page_id(str(asked[0]), *asked[1:]),
        placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
        min_values=1,
        max_values=1,
        required=True,
        default_values=[] if chosen is None else [discord.SelectDefaultValue.from_role(discord.Object(chosen))],
    )
    return ui.ActionRow(select)


def chooser(
    placeholder: str, options: Sequence[discord.SelectOption], word: str, *arguments: object
) -> ui.ActionRow[ui.LayoutView]:
    """Return a row with a select for one option."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=page_id(word, *arguments),
        placeholder=cut(placeholder, LONGEST_PLACEHOLDER),
        min_values=1,
        max_values=1,
        required=True,
        options=list(options),
    )
    return ui.ActionRow(select)
