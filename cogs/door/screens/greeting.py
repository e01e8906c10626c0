"""The greeting: what the bot is, in two lines, and where to begin."""

from discord import ButtonStyle, ui

from bot.text.catalogs import Texts
from cogs.door.screens.buttons import new_button, setup_button
from cogs.edge.layout import layout, rows, text, title
from cogs.edge.without_server import practice_button


def greeting_screen(texts: Texts) -> ui.LayoutView:
    """Introduce the bot to a server that has just added it."""
    return layout(
        text(
            title(texts.t("Who's up for rummy?")),
            texts.t(
                "I deal gin, Hollywood, Oklahoma, Basic Rummy and German Rummy. Play with friends or the computer."
            ),
            texts.t("Everyone sees the table, only you see your hand, and a turn is two taps."),
        ),
        rows([practice_button(texts, ButtonStyle.primary), new_button(texts), setup_button(texts)]),
    )
