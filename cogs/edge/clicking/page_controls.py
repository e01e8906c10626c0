"""Buttons and selects that open pages: standings, profiles, games, tournaments."""

from collections.abc import Sequence

import discord
from discord import ButtonStyle, ui

from cogs.edge.clicking.page_ids import page_id
from cogs.edge.layout import LONGEST_LABEL, LONGEST_PLACEHOLDER, cut


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
