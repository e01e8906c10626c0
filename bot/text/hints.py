"""A hint in words: what a good player would do, and why."""

from typing import Final

from bot.players.hints import Hint
from bot.text.catalogue import Texts

_CARDS: Final = ("card", "other")


def hint_words(texts: Texts, hint: Hint) -> str:
    """Say a hint in one sentence, cards as ``10♥``."""
    return texts.t("Hint: {reason}", reason=reason_words(texts, hint))


def reason_words(texts: Texts, hint: Hint) -> str:
    """Say what a hint names and why, cards as ``10♥``."""
    values = {name: texts.card(value) if name in _CARDS else value for name, value in hint.values.items()}
    return texts.t(hint.why.value, **values)
