"""What every screen is made of: text, pictures, rows of buttons, selects; and names made safe to put in a text."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.play.names import visible
from bot.text.catalogs import Texts
from bot.text.direction import isolated
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
LONGEST_PLACEHOLDER: Final = 150
_LONGEST_NAME: Final = 32
_IN_A_ROW: Final = 5

PLAIN: Final = Detail(NO_FACES, files=False)
"""A message as text alone."""


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


def notice_screen(line: str) -> ui.LayoutView:
    """Show one line of text."""
    return layout(text(line))


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


def picture(detail: Detail, file: Attachment | None) -> list[ui.Item[Any]]:
    """Show a picture with its words for those who can't see it; nothing where files are not wanted."""
    if file is None or not detail.files:
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
