"""What becomes of a public message that the table has left behind: one line."""

from discord import ui

from bot.play.ports import Status, TableRow
from bot.rummy.views import View
from bot.text.catalogue import Texts
from bot.text.deals import deal_heading
from bot.text.results import outcome_words, score_words
from bot.text.rules import variant_name
from cogs.screens.parts import Scene, layout, small, text


def message_link(row: TableRow) -> str:
    """Give the address of the public message that shows the table now; empty if there is none."""
    return "" if row.message is None else f"https://discord.com/channels/{row.guild}/{row.channel}/{row.message}"


def table_link(row: TableRow) -> str:
    """Give the address of the message that shows the table, else that of its channel."""
    return message_link(row) or f"https://discord.com/channels/{row.guild}/{row.channel}"


def goes_on_screen(scene: Scene, view: View | None, deal: int | None) -> ui.LayoutView:
    """Say in one line what the message was about, ``deal`` being the ended deal that it showed, and where to look."""
    texts, link = scene.texts, message_link(scene.row)
    if view is not None and deal is not None:
        score = score_words(texts, view.columns, scene.names)
        outcome = outcome_words(texts, view.deals[deal - 1], scene.names)
        what = deal_heading(texts, view.options, deal, f"{outcome} · {score}")
    else:
        what = _game(texts, scene.row)
    where = texts.t("{what} · goes on here: {link}", what=what, link=link) if link else what
    return layout(text(small(where)))


def closed_screen(scene: Scene) -> ui.LayoutView:
    """Say that a lobby was cancelled."""
    texts = scene.texts
    line = texts.t("{game}: the table was cancelled", game=variant_name(texts, scene.row.options.variant))
    return layout(text(small(line)))


def _game(texts: Texts, row: TableRow) -> str:
    """Name the game and what it is at."""
    game = variant_name(texts, row.options.variant)
    if row.status is Status.LOBBY:
        return texts.t("{game}: a table is open", game=game)
    return game
