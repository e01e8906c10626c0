"""Links to tables, and the link in an old message of a table that can't be deleted."""

from discord import ui

from bot.play.values import Status, TableRow
from bot.rummy.views import View
from bot.text.deals import table_heading
from bot.text.rules import variant_name
from cogs.edge.layout import layout, small, text
from cogs.table.screens.scene import Scene


def message_link(row: TableRow) -> str:
    """Return the link to the public message of a table; empty if it has no message."""
    return (
        "" if row.message is None else f"https://discord.com/channels/{row.home.guild}/{row.home.channel}/{row.message}"
    )


def table_link(row: TableRow) -> str:
    """Return the link to the message of a table, or else to its channel."""
    return message_link(row) or f"https://discord.com/channels/{row.home.guild}/{row.home.channel}"


def moved_screen(scene: Scene, view: View | None) -> ui.LayoutView:
    """Show a link to the table's current message, in place of an old one; ``view`` is None in a lobby."""
    texts, link = scene.texts, table_link(scene.row)
    if scene.row.status is Status.OVER:
        game = variant_name(texts, scene.row.options.variant)
        line = texts.t("[{game}: result]({link})", game=game, link=link)
    else:
        game = variant_name(texts, scene.row.options.variant) if view is None else table_heading(texts, view)
        line = texts.t("[{game}: jump to the table]({link})", game=game, link=link)
    return layout(text(small(line)), accent=None)


def closed_screen(scene: Scene) -> ui.LayoutView:
    """Show that a lobby was canceled."""
    texts = scene.texts
    line = texts.t("{game}: table canceled", game=variant_name(texts, scene.row.options.variant))
    return layout(text(small(line)), accent=None)
