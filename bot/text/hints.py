"""Hints in words: what a good player would do, and why. The lines of the coach, too."""

from collections.abc import Mapping
from typing import Final

from bot.players.coaching import CoachTip
from bot.players.hints import Hint, Why
from bot.rummy.cards import Card
from bot.text.catalogs import Texts

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
