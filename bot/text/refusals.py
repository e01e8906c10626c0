"""Words for refusals, conflicts between house rules, and invalid codes."""

from bot.rummy.cards import parse_card
from bot.rummy.codes import CodeError
from bot.rummy.house_rules import Conflict
from bot.rummy.refusals import Refusal
from bot.text.catalogs import Texts

_CARD_VALUES = ("card", "melds")


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Return why an action is refused and what to do instead, with cards as ``10♥``. Rule ids are for logs and docs."""
    values = {
        name: texts.cards(map(parse_card, str(value).split())) if name in _CARD_VALUES else value
        for name, value in refusal.values.items()
    }
    return texts.t(refusal.reason.value, **values)


def request_text(texts: Texts, reason: str, **values: object) -> str:
    """Return a sentence that is a value, such as why a request is refused; ``values`` fill its placeholders."""
    return texts.t(reason, **values)


def conflict_text(texts: Texts, conflict: Conflict) -> str:
    """Return which house rules exclude each other, and what to do instead."""
    return texts.t(conflict.value)


def code_text(texts: Texts, fault: CodeError) -> str:
    """Return why a text isn't a code of house rules."""
    return texts.t(fault.fault.value, **fault.values)
