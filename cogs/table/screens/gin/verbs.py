"""What a player of the gin family can do now, for the first line of their panel."""

from collections.abc import Sequence

from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from cogs.table.screens.gin.knocks import advised_card, best_knock
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import beginning_words, waiting_words


def verb_words(scene: Scene, view: GinView, advice: Sequence[Move]) -> str:
    """Return what the player can do now, in the words of the buttons."""
    if view.turn != view.seat:
        return waiting_words(scene, view)
    if view.phase is not Phase.DISCARD:
        return beginning_words(scene.texts, view)
    if all(move.verb is not Verb.KNOCK for move in view.moves):
        return scene.texts.t("Your turn: tap a card to discard")
    if scene.unassisted:
        return scene.texts.t("Your turn: tap a card to discard, or knock from the list")
    return _knocking(scene.texts, view, advice)


def _knocking(texts: Texts, view: GinView, advice: Sequence[Move]) -> str:
    """Return that the player can knock or discard, the advised one first."""
    knock = best_knock(view, advice)
    left = 0 if knock is None else knock.arrangement.deadwood
    if left == 0:
        return texts.t("Your turn: tap Gin to win the deal, or a card to discard")
    if advised_card(advice, Verb.KNOCK) is not None:
        return texts.t("Your turn: knock with {deadwood}, or tap a card to discard", deadwood=left)
    return texts.t("Your turn: tap a card to discard, or knock with {deadwood}", deadwood=left)
