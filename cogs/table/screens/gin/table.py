"""The public table of the gin family, with the buttons that begin a turn."""

from collections.abc import Sequence

from discord import ui

from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.views import GinView
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase
from bot.text.catalogs import Texts
from bot.text.deals import dealer_draw_words
from bot.text.lists import signed
from bot.text.rules import differences
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import small
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import begin_buttons, log_lines, pile_words


def table_lines(scene: Scene, view: GinView) -> list[str]:
    """Return the text of the table: seats with cards and scores, piles, the turn log, rules in force."""
    texts, names = scene.texts, scene.numbered
    return [
        *(_seat(texts, view, scene.numbered_seats, seat) for seat in range(len(names))),
        f"{pile_words(scene, view)} · {stock_words(texts, view)}",
        dealer_draw_words(texts, view.dealer_draw, names, view.dealer) if view.dealer_draw and view.deal == 1 else "",
        quiet_words(texts, view),
        *log_lines(scene, view),
        small(f"{limit_words(texts, view)} · {_aim(texts, view.options)}"),
        small(" ".join(differences(texts, view.options))),
    ]


def stock_words(texts: Texts, view: GinView) -> str:
    """Return the number of cards in the stock."""
    return texts.n("{n} card in the stock", "{n} cards in the stock", view.stock)


def limit_words(texts: Texts, view: GinView) -> str:
    """Return the deadwood limit for knocking in this deal, and whether the deal counts double (G-12)."""
    limit = view.knock_limit
    line = texts.t("Knock with {limit} or less", limit=limit) if limit else texts.t("Only gin ends this deal")
    return texts.t("{limit} · points count double", limit=line) if view.factor > 1 else line


def _aim(texts: Texts, options: GinOptions) -> str:
    """Return what wins the game: a total, or the highest one after a number of deals (G-23, G-24, G-27)."""
    target = options.target_for(2)
    if target is None:
        return texts.n("{n} deal", "{n} deals", options.deals_to_play)
    if options.variant is Variant.HOLLYWOOD:
        return texts.t("Three games to {target} points, two of them win", target=target)
    return texts.t("First to {target} points", target=target)


def quiet_words(texts: Texts, view: GinView) -> str:
    """Return a warning if the deal is soon void because nobody draws from the stock (C-8)."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    return "⚠️ " + texts.n(
        "Draw from the stock: after {n} more turn without a draw, the deal is void.",
        "Draw from the stock: after {n} more turns without a draw, the deal is void.",
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
    """Return a player's name, number of cards and points; the dealer is marked."""
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer:
        held = texts.t("{name} (dealer): {cards}", name=names[seat], cards=count)
    else:
        held = texts.t("{name}: {cards}", name=names[seat], cards=count)
    return f"{held} · {_points(texts, view, seat)}"


def _points(texts: Texts, view: GinView, seat: int) -> str:
    """Return a player's points, in Hollywood Gin those of all three games."""
    totals = [column.totals[seat] for column in view.columns]
    if len(totals) == 1:
        return texts.n("{points} point", "{points} points", abs(totals[0]), points=signed(totals[0]))
    games = [
        texts.t("{points} in game {number}", points=signed(total), number=number)
        for number, total in enumerate(totals, 1)
    ]
    return texts.t("points: {games}", games=", ".join(games))
