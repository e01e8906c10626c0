"""What the private panels of all games have in common: the score, the order of the cards, what follows a deal."""

from discord import ButtonStyle, ui

from bot.rummy.results import Column
from bot.rummy.views import Phase, View
from bot.text.catalogue import Texts
from bot.text.deals import deal_heading, next_deal
from bot.text.lists import signed
from bot.text.results import outcome_words
from cogs.custom_ids import Action
from cogs.screens.parts import Scene, bold, layout, rows, text
from cogs.screens.sorting import Sorting
from cogs.screens.words import game_words


def hand_over_screen(
    scene: Scene, view: View, winners: tuple[int, ...], resigned: int | None, notice: str = ""
) -> ui.LayoutView:
    """Show a player, between deals or after the game, how it ended, and go on from there."""
    texts = scene.texts
    if view.phase is Phase.OVER:
        ending = game_words(texts, scene.names, winners, resigned)
        button = scene.button(texts.t("Rematch"), Action.REMATCH)
    else:
        ending = deal_heading(texts, view.options, len(view.deals), outcome_words(texts, view.deals[-1], scene.names))
        button = scene.button(next_deal(texts, view.options), Action.NEXT, style=ButtonStyle.success)
    return layout(text(notice, bold(ending), " · ".join(scores(scene, view))), rows([button]))


def scores(scene: Scene, view: View) -> list[str]:
    """Write the player's own score first, ``you 48 : 31 Ola``; Hollywood's games one after the other."""
    if len(view.columns) == 1:
        return [_score(scene, view, view.columns[0])]
    return [
        scene.texts.t("game {number}: {score}", number=number, score=_score(scene, view, column))
        for number, column in enumerate(view.columns, 1)
    ]


def sort_button(scene: Scene, sorting: Sorting) -> ui.Button[ui.LayoutView]:
    """Make the button that changes to the next order."""
    return scene.button(_sort_label(scene.texts, sorting), Action.SORT)


def _score(scene: Scene, view: View, column: Column) -> str:
    """Write one game's score; with more than two players a name before each number."""
    seat, names = view.seat or 0, scene.names
    totals = [signed(total) for total in column.totals]
    others = [other for other in range(len(names)) if other != seat]
    if len(others) == 1:
        [other] = others
        return scene.texts.t("you {own} : {other} {name}", own=totals[seat], other=totals[other], name=names[other])
    own = scene.texts.t("you {own}", own=totals[seat])
    return " · ".join([own, *(f"{names[other]} {totals[other]}" for other in others)])


def _sort_label(texts: Texts, sorting: Sorting) -> str:
    """Name the order that a click changes to."""
    match sorting.following:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")
