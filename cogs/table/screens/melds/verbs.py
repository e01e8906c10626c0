"""What a player can do now in games with melds on the table, for the first line of their panel."""

from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Verb
from bot.text.catalogs import Texts
from cogs.table.screens.melds.labels import move_label
from cogs.table.screens.melds.offers import Offers, lays_now
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import beginning_words, may_take_back, waiting_words


def verb_words(scene: Scene, view: MeldsView, offers: Offers) -> str:
    """Return what the player can do now, in the words of the buttons."""
    texts = scene.texts
    if view.turn != view.seat:
        return _waiting(scene, view)
    if not lays_now(view):
        return beginning_words(texts, view)
    if offers.lays:
        return texts.t("Your turn: lay the picked cards, or discard")
    if scene.unassisted:
        return texts.t("Your turn: pick cards to lay, or discard")
    return _laying(scene, view, offers)


def _laying(scene: Scene, view: MeldsView, offers: Offers) -> str:
    """Return what is advised after the draw."""
    texts, steps = scene.texts, offers.steps
    if offers.advises_undo:
        return texts.t("Your turn: tap Take back, you can't discard after this lay")
    if offers.advises_laying and (offers.plays_all or steps):
        button = texts.t("Play all") if offers.plays_all else move_label(texts, view, steps[0])
        return _laying_words(texts, button, out=offers.plan.out, discards=offers.advice[-1].verb is Verb.DISCARD)
    if view.debt:
        return texts.t("Your turn: lay more, or tap Take back")
    return _discarding(texts, offers)


def _laying_words(texts: Texts, button: str, *, out: bool, discards: bool) -> str:
    """Return that the player can lay by a button, and what that leads to."""
    if not discards:
        return texts.t("Your turn: tap {button} to go out", button=button)
    if out:
        return texts.t("Your turn: tap {button}, then discard to go out", button=button)
    return texts.t("Your turn: tap {button}, then discard", button=button)


def _discarding(texts: Texts, offers: Offers) -> str:
    """Return that the player can discard, and what the advice holds back."""
    if offers.plan.out and not offers.plan.steps and offers.best_discards:
        return texts.t("Your turn: discard {card} to go out", card=texts.card(offers.best_discards[0]))
    if not offers.holds:
        return texts.t("Your turn: tap a card to discard")
    card = texts.card(offers.discards[0])
    if offers.holds_melds:
        return texts.t("Your turn: hold your melds and discard {card}", card=card)
    return texts.t("Your turn: keep the cards that fit the table and discard {card}", card=card)


def _waiting(scene: Scene, view: MeldsView) -> str:
    """Return what the player can do out of turn: claim the discard (H-8), or pick cards for their turn."""
    if view.turn is None or may_take_back(scene, view):
        return waiting_words(scene, view)
    texts, name = scene.texts, scene.numbered[view.turn]
    if view.claim is not None and any(move.verb is Verb.CLAIM for move in view.moves):
        card = texts.card(view.claim)
        return texts.t("Knock for {card} (+1 card), or wait for {name}", card=card, name=name)
    return texts.t("Waiting for {name}: you can pick cards for your turn", name=name)
