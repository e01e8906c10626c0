"""Words for replays: what a move did, and what an Expert would have done."""

from collections.abc import Sequence

from bot.players.hints import Hint
from bot.rummy.events import Event
from bot.rummy.moves import Move, Verb
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.games import texts_for
from bot.text.hints import reason_words
from bot.text.moves import recent_words


def made_words(texts: Texts, move: Move, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return what a move did; an undo has no ``events``."""
    if move.verb is Verb.UNDO:
        words = texts.t("{name} took back what they laid", name=names[move.seat])
    else:
        words = recent_words(texts, events, names)
    return texts.t("{move} (time ran out: the bot moved)", move=words) if move.timed_out else words


def advice_words(texts: Texts, hint: Hint, name: str | None, coming: Move) -> str:
    """Return what an Expert would have done, and whether it agrees with ``coming``, the move that the player made.

    The Expert sees only what that player saw. ``name`` is None if the player is the reader.
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
    """Return the deadwood of the hand of the view's seat, or with melds on the table the value of its cards."""
    return texts_for(view.family).hand_value(texts, view)
