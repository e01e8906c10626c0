"""Building blocks of screens: text, pictures, rows of buttons, selects, and colors that show a state."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import discord
from discord import ui

from bot.rummy.families import Variant
from bot.rummy.shown import visible
from bot.text.catalogs import Texts
from bot.text.games import variant_brief, variant_listed
from bot.text.lists import isolated
from cogs.edge.messages import NO_FACES, Attachment, Detail

GREEN: Final = 0x3C8C77
"""The rim of the felt: lobbies, rules, refusals, and every screen without a state."""
GRAY: Final = 0x8A9A93
"""A panel while others play."""
GOLD: Final = 0xFFC845
"""Knock, claim, result, share card."""
SEATS: Final = (0xFF857A, 0x66A6FF, 0xE8CBFF, 0xDDF7B0, 0x50FFDC, 0xF860E1)
"""The colors of the seats, as in pictures: a player's panel on their turn, the table for the seat to move."""

LONGEST_TEXT: Final = 4000
"""Maximum characters of all texts of a message together."""
LONGEST_LABEL: Final = 80
LONGEST_NUMBER: Final = 18
"""Maximum digits of a number that users type or choose. Longer ones fit neither a screen nor the database."""
LONGEST_OPTION: Final = 100
LONGEST_LIST: Final = 25
"""Maximum options of a select."""
LONGEST_PLACEHOLDER: Final = 150
_LONGEST_NAME: Final = 32
_IN_A_ROW: Final = 5

PLAIN: Final = Detail(NO_FACES, files=False)
"""The plainest form of a message: text only."""


def layout(*items: ui.Item[Any] | Iterable[ui.Item[Any]], accent: int | None = GREEN) -> ui.LayoutView:
    """Stack items in a container with an accent color, or without a container if ``accent`` is None.

    A container among the items is replaced by what it contains. The view never times out, so the library runs no timer
    for it.
    """
    view = ui.LayoutView(timeout=None)
    box = view if accent is None else ui.Container[ui.LayoutView](accent_color=accent)
    for item in items:
        for one in [item] if isinstance(item, ui.Item) else item:
            for inner in one.children if isinstance(one, ui.Container) else [one]:
                box.add_item(inner)
    return view if isinstance(box, ui.LayoutView) else view.add_item(box)


def text(*lines: str) -> ui.TextDisplay[Any]:
    """Return a text of the lines that aren't empty."""
    return ui.TextDisplay(cut("\n".join(line for line in lines if line), LONGEST_TEXT))


def notice_screen(line: str) -> ui.LayoutView:
    """Return a screen of one line."""
    return layout(text(line))


def noticed(notice: str, view: ui.LayoutView) -> ui.LayoutView:
    """Put a line above what a layout shows, in the same container."""
    return headed(text(notice), view=view)


def headed(*items: ui.Item[Any], view: ui.LayoutView) -> ui.LayoutView:
    """Put items above what a layout shows, in the same container."""
    [box] = (item for item in view.children if isinstance(item, ui.Container))
    return layout(*items, box, accent=GREEN if box.accent_color is None else int(box.accent_color))


def small(line: str) -> str:
    """Format a line in small gray letters; empty stays empty."""
    return f"-# {line}" if line else ""


def until(at: int | None) -> str:
    """Return a deadline as a relative timestamp, or an empty text without one; ``at`` in epoch milliseconds."""
    return "" if at is None else f"⏳ {moment(at)}"


def moment(at: int) -> str:
    """Format a time in epoch milliseconds as Discord's relative timestamp (``in 5 minutes``)."""
    return f"<t:{at // 1000}:R>"


def fixed_moment(at: int) -> str:
    """Format a time in epoch milliseconds as Discord's date and time, for sentences that are read after it, too."""
    return f"<t:{at // 1000}:f>"


def full_moment(at: int) -> str:
    """Format a time in epoch milliseconds as Discord's date and time with the weekday, for an appointment."""
    return f"<t:{at // 1000}:F>"


def title(line: str) -> str:
    """Format a line as a heading."""
    return f"### {line}"


def bold(line: str) -> str:
    """Format a line in bold letters."""
    return f"**{line}**"


def picture(detail: Detail, file: Attachment | None) -> list[ui.Item[Any]]:
    """Return a picture with its alt text; empty if there's no picture or files aren't sent."""
    if file is None or not detail.files:
        return []
    return [ui.MediaGallery(discord.MediaGalleryItem(file.uri, description=file.alt))]


def rows(buttons: Sequence[ui.Button[ui.LayoutView]]) -> list[ui.ActionRow[ui.LayoutView]]:
    """Arrange buttons in rows of five."""
    return [ui.ActionRow(*buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)]


def option(
    label: str,
    value: str,
    *,
    chosen: bool = False,
    description: str | None = None,
    emoji: discord.PartialEmoji | None = None,
) -> discord.SelectOption:
    """Return one option of a select."""
    return discord.SelectOption(
        label=cut(label, LONGEST_OPTION),
        value=value,
        default=chosen,
        description=None if description is None else cut(description, LONGEST_OPTION),
        emoji=emoji,
    )


def game_options(texts: Texts, chosen: Variant | None = None) -> list[discord.SelectOption]:
    """Return the options of a select of games: each with what it is."""
    return [
        option(variant_listed(texts, one), one.value, chosen=one is chosen, description=variant_brief(texts, one))
        for one in Variant
    ]


def cut(words: str, longest: int) -> str:
    """Shorten a text that is too long, with an ellipsis at the end."""
    return words if len(words) <= longest else words[: longest - 1] + "…"


@lru_cache(maxsize=2_000)  # every screen repeats the names at its table
def plain_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """Return a name cut to visible characters, with Discord's markup, mentions, links and timestamps escaped.

    A right-to-left name doesn't change the order of the text around it.
    """
    return isolated(plain_text(cut(visible(name), longest)))


def plain_text(typed: str) -> str:
    """Escape Discord's markup, mentions, links and timestamps in typed text."""
    escaped = discord.utils.escape_markdown(typed, ignore_links=False)
    return discord.utils.escape_mentions(escaped.replace("<", "\\<")).replace("://", ":\u200b//")
