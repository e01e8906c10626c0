"""Screens for people who use the bot without a server that has added it."""

from discord import ButtonStyle, ui

from bot.text.catalogs import Texts
from cogs.edge.custom_ids import LEARN, PRACTICE, button, link_button
from cogs.edge.layout import layout, rows, text
from cogs.edge.permissions import invitation


def no_server_screen(texts: Texts) -> ui.LayoutView:
    """Answer a command that needs a server, in direct messages."""
    line = texts.t(
        "That needs a server: use it in a channel. Here you can practice against the computer, or learn to play."
    )
    return layout(text(line), rows([practice_button(texts), learn_button(texts)]))


def absent_screen(texts: Texts, application: int) -> ui.LayoutView:
    """Answer in a server that hasn't added the bot how to add it."""
    line = texts.t("This server hasn't added me yet. A member who manages it can, with the button below.")
    return layout(text(line), rows([link_button(texts.t("Add me to a server"), invitation(application))]))


def learn_button(texts: Texts, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[ui.LayoutView]:
    """Return the button that offers the lessons, or continues the one that the reader has begun."""
    return button(texts.t("Learn"), LEARN, style=style)


def practice_button(texts: Texts, style: ButtonStyle = ButtonStyle.success) -> ui.Button[ui.LayoutView]:
    """Return the button that starts a practice game, or continues it: what the player practiced last."""
    return button(texts.t("Practice"), PRACTICE, style=style)
