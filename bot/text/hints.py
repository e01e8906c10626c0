"""Hints and replays in words: what a move did, what a good player would do, and why."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.players.coaching import CoachTip
from bot.players.reasons import Hint, Why
from bot.rummy.cards import Card
from bot.rummy.events import Event
from bot.rummy.moves import Move, Verb
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.games import texts_for
from bot.text.moves import recent_words

_CARDS: Final = ("card", "other")


def hint_words(texts: Texts, hint: Hint) -> str:
    """Return a hint as one sentence, with cards as ``10♥``."""
    return texts.t("Hint: {reason}", reason=reason_words(texts, hint))


def reason_words(texts: Texts, hint: Hint, name: str | None = None) -> str:
    """Return what a hint suggests and why, with cards as ``10♥``; ``name`` is the player's, None if it's the reader."""
    words = _sentence(texts, hint.why, hint.values, name)
    if hint.figures is None:
        return words
    return f"{words} {_sentence(texts, hint.figures.sentence, hint.figures.values, name)}"


def _sentence(texts: Texts, why: Why, values: Mapping[str, Card | int], name: str | None) -> str:
    """Return a sentence for the player, or about the player with a name."""
    words = {key: texts.card(value) if key in _CARDS else value for key, value in values.items()}
    if name is None:
        return texts.t(why.value, **words)
    return texts.t(why.third_person, name=name, **words)


def coach_words(texts: Texts, tip: CoachTip) -> str:
    """Return a line of the coach, with cards as ``10♥``."""
    values = {key: texts.card(value) if key in _CARDS else value for key, value in tip.values.items()}
    return texts.t("Coach: {line}", line=texts.t(tip.line.value, **values))


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
