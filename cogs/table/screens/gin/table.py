"""The public table of the gin family, with the buttons that begin a turn."""

from collections.abc import Sequence

from discord import ui

from bot.rummy.gin.views import GinView
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase
from bot.text.catalogs import Texts
from bot.text.moves import dealer_draw_words, recent_words
from bot.text.rules import differences
from bot.text.scores import score_words
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import small
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import begin_buttons, pile_words


def table_lines(scene: Scene, view: GinView) -> list[str]:
    """Return the text of the table: cards, scores, recent moves, rules in force."""
    texts, names = scene.texts, scene.names
    return [
        " · ".join(_seat(texts, view, scene.numbered, seat) for seat in range(len(names)))
        + " · "
        + texts.n("{n} card in the stock", "{n} cards in the stock", view.stock),
        pile_words(scene, view),
        texts.t("Score: {score}", score=score_words(texts, view.columns, names)),
        recent_words(texts, view.recent, names),
        dealer_draw_words(texts, view.dealer_draw, names, view.dealer) if view.dealer_draw and view.deal == 1 else "",
        quiet_words(texts, view),
        small(" ".join([limit_words(texts, view), *differences(texts, view.options)])),
    ]


def limit_words(texts: Texts, view: GinView) -> str:
    """Return the deadwood limit for knocking in this deal, and whether the deal counts double (G-12)."""
    if view.knock_limit:
        line = texts.t("Knock limit {limit}.", limit=view.knock_limit)
    else:
        line = texts.t("Only gin ends this deal.")
    return " ".join((line, texts.t("This deal counts double."))) if view.factor > 1 else line


def quiet_words(texts: Texts, view: GinView) -> str:
    """Return a warning if the deal is soon void because nobody draws from the stock (C-8)."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    return "⚠️ " + texts.n(
        "Nobody draws from the stock: after {n} more turn like that the deal is void.",
        "Nobody draws from the stock: after {n} more turns like that the deal is void.",
        QUIET_LIMIT - view.quiet_turns,
    )


def draw_buttons(scene: Scene, view: GinView) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that begin a turn."""
    phase = view.phase
    drawing, taking = phase in (Phase.DRAW, Phase.STOCK), phase in (Phase.UPCARD, Phase.DRAW)
    buttons = begin_buttons(scene, view, drawing=drawing, taking=taking)
    if phase is Phase.UPCARD:
        buttons.append(scene.button(scene.texts.t("Pass"), TableAction.PASS))
    return buttons


def _seat(texts: Texts, view: GinView, names: Sequence[str], seat: int) -> str:
    """Return a player's name and number of cards; the dealer is marked."""
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer:
        return texts.t("{name} (dealer): {cards}", name=names[seat], cards=count)
    return texts.t("{name}: {cards}", name=names[seat], cards=count)
