"""Hints in words: what a good player would do, and why. The lines of the coach, too."""

from typing import Final

from bot.players.coaching import CoachTip
from bot.players.hints import Hint
from bot.text.catalogs import Texts

_CARDS: Final = ("card", "other")


def hint_words(texts: Texts, hint: Hint) -> str:
    """Return a hint as one sentence, with cards as ``10♥``."""
    return texts.t("Hint: {reason}", reason=reason_words(texts, hint))


def reason_words(texts: Texts, hint: Hint, name: str | None = None) -> str:
    """Return what a hint suggests and why, with cards as ``10♥``; ``name`` is the player's, None if it's the reader."""
    values = {key: texts.card(value) if key in _CARDS else value for key, value in hint.values.items()}
    if name is None:
        return texts.t(hint.why.value, **values)
    return texts.t(hint.why.third_person, name=name, **values)


def coach_words(texts: Texts, tip: CoachTip) -> str:
    """Return a line of the coach, with cards as ``10♥``."""
    values = {key: texts.card(value) if key in _CARDS else value for key, value in tip.values.items()}
    return texts.t("Coach: {line}", line=texts.t(tip.line.value, **values))
