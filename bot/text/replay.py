"""A finished game looked at again, in words: where in it one is, what was done, what an Expert would have done."""

from collections.abc import Sequence

from bot.players.hints import Hint
from bot.rummy.cards import mask_of
from bot.rummy.events import Event
from bot.rummy.gin.arrange import deadwood
from bot.rummy.melds.rules import rules_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import GermanOptions, GinOptions, Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.hints import reason_words
from bot.text.moves import recent_words


def place_words(texts: Texts, options: Options, deal: tuple[int, int], move: tuple[int, int]) -> str:
    """Say where in a game one is: which deal of how many, after which move of how many."""
    (number, deals), (made, moves) = deal, move
    if isinstance(options, GermanOptions):
        return texts.t(
            "Round {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
        )
    return texts.t(
        "Deal {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
    )


def made_words(texts: Texts, move: Move, events: Sequence[Event], names: Sequence[str]) -> str:
    """Say what a move did; ``events`` are none where it took back what was laid."""
    if move.verb is Verb.UNDO:
        words = texts.t("{name} took back what was laid", name=names[move.seat])
    else:
        words = recent_words(texts, events, names)
    return texts.t("{move} (time was up: the bot moved)", move=words) if move.timed_out else words


def advice_words(texts: Texts, hint: Hint, name: str | None, coming: Move) -> str:
    """Return what an Expert would have done, and whether the player did it; ``name`` is None for the player's own eyes.

    The Expert sees what that player saw, and nothing else.
    """
    reason = reason_words(texts, hint, name)
    agrees = (hint.move.verb, hint.move.card, hint.move.cards) == (coming.verb, coming.card, coming.cards)
    if name is None:
        if agrees:
            return texts.t("Expert, seeing only your hand, agrees: {reason}", reason=reason)
        return texts.t("Expert, seeing only your hand: {reason}", reason=reason)
    if agrees:
        return texts.t("Expert, seeing only {name}'s hand, agrees: {reason}", name=name, reason=reason)
    return texts.t("Expert, seeing only {name}'s hand: {reason}", name=name, reason=reason)


def worth_words(texts: Texts, view: View) -> str:
    """Say what the hand of the view's seat counts: deadwood, or with melds on the table its value."""
    if isinstance(view.options, GinOptions):
        return texts.t("deadwood {deadwood}", deadwood=deadwood(mask_of(view.hand)))
    value = sum(rules_for(view.options).hand_values[card] for card in view.hand)
    return texts.t("counts {value}", value=value)
