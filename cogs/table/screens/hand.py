"""Shared parts of the private panels of all games: the turn, the score, the sort button, the end of a deal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from discord import ui

from bot.rummy.cards import Card
from bot.rummy.moves import Move
from bot.rummy.refusals import Refusal
from bot.rummy.results import Column
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import deal_heading
from bot.text.lists import signed
from bot.text.results import outcome_words
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import bold, layout, rows, text
from cogs.edge.messages import Attachment
from cogs.table.screens.endings import GameEnd, forfeit_lines, game_heading
from cogs.table.screens.scene import Scene
from cogs.table.screens.sorting import Sorting
from cogs.table.screens.turns import back_button, between_lines, deadline_words, next_buttons, turn_of, whose_turn

Judge: TypeAlias = Callable[[Move], Refusal | None]
"""Returns why a move of the player would be refused; None if it's legal."""


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Options for showing the private panel of a running deal.

    ``render`` differs in each version of a panel, so that Discord resets its selects. ``advice`` comes from
    `bot.players.hints`; the buttons of advised moves are green. It's empty at an unassisted table.
    """

    file: Attachment | None
    sorting: Sorting
    render: int
    advice: Sequence[Move] = ()
    notice: str = ""


HandScreen: TypeAlias = Callable[[Scene, HandDetails], ui.LayoutView]
"""Lays out the private panel of one player in a running deal."""


def hand_over_screen(scene: Scene, view: View, end: GameEnd, notice: str = "") -> ui.LayoutView:
    """Show a player how the deal or the game ended, with the button for the next deal or a rematch."""
    texts = scene.texts
    if view.phase is Phase.OVER:
        ending, then = game_heading(scene, view, end), forfeit_lines(texts, scene.names, end)
        buttons = [scene.button(texts.t("Rematch"), TableAction.REMATCH)]
    else:
        ending = deal_heading(texts, view.options, len(view.deals), outcome_words(texts, view.deals[-1], scene.names))
        then = between_lines(scene, view)
        buttons = [back_button(scene)] if is_away(scene, view) else next_buttons(scene, view)
    return layout(text(notice, bold(ending), " · ".join(scores(scene, view)), *then), rows(buttons))


def turn_parts(scene: Scene, view: View) -> list[str]:
    """Return the first parts of a panel's status line: whose turn it is, and the deadline.

    The phase of another player's turn is left out, since panels aren't updated when that player draws.
    """
    texts = scene.texts
    if view.turn == view.seat:
        turn = bold(texts.t("Your turn"))
    else:
        turn = whose_turn(texts, view, scene.names) if view.turn is None else turn_of(texts, scene.names[view.turn])
    return list(filter(None, (turn, deadline_words(scene))))


def cards_told(texts: Texts, hand: Sequence[Card], cards: str) -> str:
    """Return the number of cards in hand, and the cards."""
    return texts.n("Your {n} card: {cards}", "Your {n} cards: {cards}", len(hand), cards=cards)


def is_away(scene: Scene, view: View) -> bool:
    """Return whether the player of this seat is away and a computer plays for them."""
    return view.seat in scene.presence.away


def away_words(scene: Scene, view: View) -> str:
    """Return a line if the bot moved for the player, a computer plays for them, or the game is paused."""
    if view.seat in scene.presence.missed:
        return scene.texts.t(
            "Your time was up, so the bot moved for you. Miss the next turn too, and a computer plays until you are "
            "back."
        )
    if not is_away(scene, view):
        return ""
    if scene.presence.asleep:
        return scene.texts.t("You are away, and the game waits until somebody is back.")
    return scene.texts.t("You are away, and a computer plays for you.")


def helping_buttons(scene: Scene, view: View, sorting: Sorting) -> list[ui.Button[ui.LayoutView]]:
    """Return the panel's buttons that aren't moves: the hint if allowed, the sort order, and *More*."""
    texts = scene.texts
    hint = [scene.button(texts.t("Hint"), TableAction.HINT)] if scene.hints and view.turn == view.seat else []
    return [*hint, sort_button(scene, sorting), scene.button(texts.t("More"), TableAction.MORE)]


def scores(scene: Scene, view: View) -> list[str]:
    """Return the scores with the player's own first, ``you 48 : 31 Ola``; in Hollywood Gin one per game."""
    if len(view.columns) == 1:
        return [_score(scene, view, view.columns[0])]
    return [
        scene.texts.t("game {number}: {score}", number=number, score=_score(scene, view, column))
        for number, column in enumerate(view.columns, 1)
    ]


def sort_button(scene: Scene, sorting: Sorting) -> ui.Button[ui.LayoutView]:
    """Return the button that changes to the next sort order."""
    return scene.button(_sort_label(scene.texts, sorting.following(unassisted=scene.unassisted)), TableAction.SORT)


def _score(scene: Scene, view: View, column: Column) -> str:
    """Return the score of one game. With more than two players each number has a name."""
    seat, names = view.seat or 0, scene.numbered
    totals = [signed(total) for total in column.totals]
    others = [other for other in range(len(names)) if other != seat]
    if len(others) == 1:
        [other] = others
        return scene.texts.t("you {own} : {other} {name}", own=totals[seat], other=totals[other], name=names[other])
    own = scene.texts.t("you {own}", own=totals[seat])
    return " · ".join([own, *(f"{names[other]} {totals[other]}" for other in others)])


def _sort_label(texts: Texts, following: Sorting) -> str:
    """Return the label of the button that changes to an order."""
    match following:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")
