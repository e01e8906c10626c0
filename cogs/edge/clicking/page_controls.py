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
