"""The buttons of the greeting and the lounge. Each custom id is a page id (`l1:<word>`)."""

from typing import Final

from discord import ButtonStyle, ui

from bot.text.catalogs import Texts
from cogs.edge.custom_ids import button

QUICK: Final = "quick"  # sits down at a waiting table, or opens one
NEW: Final = "new-table"  # opens a table in a new thread
SIT: Final = "sit"  # table: sits down there
STANDINGS: Final = "standings-now"  # the standings of the current season
SETUP: Final = "setup"  # the server's settings, for members who manage it


def quick_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that finds an opponent."""
    return button(texts.t("Quick play"), QUICK, style=ButtonStyle.success)


def new_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that opens a table."""
    return button(texts.t("New table"), NEW)


def standings_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that shows the standings."""
    return button(texts.t("Standings"), STANDINGS)


def setup_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that shows the server's settings."""
    return button(texts.t("Set up"), SETUP)
