"""The lounge: ways to play, and the tables that anyone can join."""

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle, ui

from bot.play.values import TableRow
from bot.rummy.options import seats_for
from bot.text.catalogs import Texts
from bot.text.players import seat_name
from bot.text.rules import variant_name
from cogs.door.screens.buttons import SIT, new_button, quick_button, standings_button
from cogs.edge.clicking.page_controls import button
from cogs.edge.layout import bold, layout, plain_name, rows, small, text, title
from cogs.edge.without_server import learn_button, practice_button
from cogs.table.screens.links import table_link
from cogs.table.screens.pace import pace_words

MOST_TABLES: Final = 8
"""How many tables are listed. A table takes three of the forty components of a message."""


def lounge_screen(texts: Texts, tables: Sequence[TableRow]) -> ui.LayoutView:
    """Show the buttons, and the open tables, the longest waiting first."""
    shown = tables[:MOST_TABLES]
    return layout(
        text(
            title(texts.t("Rummy lounge")),
            texts.t(
                "Quick play finds you an opponent. New table lets you choose the game and its rules. Practice is you "
                "against a computer, and Learn teaches you a first deal."
            ),
        ),
        rows(
            [
                quick_button(texts),
                new_button(texts),
                practice_button(texts, ButtonStyle.secondary),
                standings_button(texts),
                learn_button(texts),
            ]
        ),
        text(*_heading(texts, len(tables))),
        [ui.Section(ui.TextDisplay(_table_words(texts, row)), accessory=_join(texts, row)) for row in shown],
        _more(texts, len(tables) - len(shown)),
    )


def _heading(texts: Texts, count: int) -> list[str]:
    """Return the line above the tables."""
    if not count:
        return [small(texts.t("No table is waiting for players."))]
    return [bold(texts.n("{n} table is waiting for players", "{n} tables are waiting for players", count))]


def _table_words(texts: Texts, row: TableRow) -> str:
    """Return a table's game, players, free seats and pace, with a link to it."""
    names = ", ".join(plain_name(seat_name(texts, player)) for player in row.seats)
    seats = texts.t("{taken} of {seats} seats taken", taken=len(row.seats), seats=seats_for(row.options)[-1])
    return "\n".join(
        (
            texts.t(
                "[{game}]({link}) · {names}",
                game=variant_name(texts, row.options.variant),
                link=table_link(row),
                names=names,
            ),
            small(texts.t("{seats} · {time}", seats=seats, time=pace_words(texts, row.pace, row.limits))),
        )
    )


def _join(texts: Texts, row: TableRow) -> ui.Button[ui.LayoutView]:
    """Return the button that joins a table."""
    return button(texts.t("Join"), SIT, row.id, style=ButtonStyle.success)


def _more(texts: Texts, count: int) -> list[ui.TextDisplay[ui.LayoutView]]:
    """Return a line with the number of tables that aren't listed, if there are any."""
    if count <= 0:
        return []
    return [ui.TextDisplay(small(texts.n("{n} more table is waiting.", "{n} more tables are waiting.", count)))]
