"""What the screens of all games say alike: whose turn it is, the piles, how a turn begins, who has won."""

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle, ui

from bot.rummy.views import Phase, View
from bot.text.catalogue import Texts
from bot.text.results import resigned_words, winner_words
from cogs.custom_ids import Action
from cogs.screens.parts import Scene

_LAST_DISCARDS: Final = 3


def game_words(texts: Texts, names: Sequence[str], winners: Sequence[int], resigned: int | None) -> str:
    """Say who has won a game that is over, or who gave it up and who has won by that."""
    if resigned is not None:
        return resigned_words(texts, resigned, winners, names)
    return winner_words(texts, winners, names)


def whose_turn(texts: Texts, view: View, names: Sequence[str]) -> str:
    """Say who has to act, and what on; names do not call anybody."""
    if view.turn is None:
        return texts.t("Nobody's turn")
    name = names[view.turn]
    match view.phase:
        case Phase.UPCARD:
            return texts.t("{name}'s turn: take the upcard or pass", name=name)
        case Phase.STOCK:
            return texts.t("{name}'s turn: draw from the stock", name=name)
        case Phase.DISCARD:
            return texts.t("{name}'s turn: discard or knock", name=name)
        case Phase.LAY:
            return texts.t("{name}'s turn: lay melds, then discard", name=name)
        case _:
            return texts.t("{name}'s turn: draw or take", name=name)


def pile_words(texts: Texts, view: View) -> str:
    """Name the last discards, the top one first."""
    if not view.discards:
        return texts.t("The discard pile is empty")
    last = view.discards[-_LAST_DISCARDS:][::-1]
    return texts.t("Discard pile, top first: {cards}", cards=texts.cards(last))


def begin_buttons(scene: Scene, view: View, *, drawing: bool, taking: bool) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons that begin a turn; those that the phase does not allow can't be clicked."""
    texts, top = scene.texts, view.discards[-1] if view.discards else None
    return [
        scene.button(
            texts.t("Draw · {n} left", n=view.stock), Action.DRAW, style=ButtonStyle.primary, disabled=not drawing
        ),
        scene.button(
            texts.t("Take") if top is None else texts.t("Take {card}", card=texts.card(top)),
            Action.TAKE,
            style=ButtonStyle.primary if taking else ButtonStyle.secondary,
            disabled=not taking,
            emoji=None if top is None else scene.dress.faces.get(top),
        ),
    ]
