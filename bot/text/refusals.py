"""Refusals in a person's language."""

from bot.rummy.cards import parse_card
from bot.rummy.refusals import Refusal
from bot.text.catalogue import Texts

_CARD_VALUES = ("card", "melds")


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Say which rule refuses an action and what can be done instead, cards as ``10♥``, the rule's id behind."""
    values = {
        name: texts.cards(map(parse_card, str(value).split())) if name in _CARD_VALUES else value
        for name, value in refusal.values.items()
    }
    return texts.t("{reason} ({rule})", reason=texts.t(refusal.reason.value, **values), rule=refusal.rule)
