"""Refusals, rules that do not go together and codes that are none, in a person's language."""

from bot.rummy.cards import parse_card
from bot.rummy.codes import CodeError
from bot.rummy.options import Conflict
from bot.rummy.refusals import Refusal
from bot.text.catalogs import Texts

_CARD_VALUES = ("card", "melds")


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Say why an action is refused and what can be done instead, cards as ``10♥``, the rule's id if any behind."""
    values = {
        name: texts.cards(map(parse_card, str(value).split())) if name in _CARD_VALUES else value
        for name, value in refusal.values.items()
    }
    reason = texts.t(refusal.reason.value, **values)
    return texts.t("{reason} ({rule})", reason=reason, rule=refusal.rule) if refusal.rule else reason


def request_text(texts: Texts, reason: str, **values: object) -> str:
    """Return why a request is refused and what to do instead; ``values`` fill in the sentence."""
    return texts.t(reason, **values)


def conflict_text(texts: Texts, conflict: Conflict) -> str:
    """Say which rules do not go together, and what can be done instead."""
    return texts.t(conflict.value)


def code_text(texts: Texts, fault: CodeError) -> str:
    """Say what is wrong with something typed that is no code of house rules."""
    return texts.t(fault.fault.value, **fault.values)
