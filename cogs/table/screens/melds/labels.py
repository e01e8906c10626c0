"""The labels of moves in games with melds on the table."""

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, read_meld, value_of
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, RunEnd, Verb
from bot.text.catalogs import Texts
from bot.text.melds.meld import meld_words
from cogs.table.screens.melds.offers import Offers


def move_label(texts: Texts, view: MeldsView, move: Move) -> str:
    """Return the label of a meld, lay-off or swap."""
    if move.verb is Verb.MELD:
        rules = rules_for(view.options)
        meld = read_meld(move.cards, rules)
        if not isinstance(meld, TableMeld):
            return texts.cards(move.cards)
        return texts.t("Lay {cards} · {value}", cards=meld_words(texts, meld, rules), value=value_of(meld, rules))
    card, number = texts.card(move.named), move.onto + 1
    if move.verb is Verb.SWAP:
        return texts.t("Swap {card} for joker (meld {n})", card=card, n=number)
    match move.end:
        case RunEnd.LOW:
            return texts.t("Lay off {card} (meld {n}, low end)", card=card, n=number)
        case RunEnd.HIGH:
            return texts.t("Lay off {card} (meld {n}, high end)", card=card, n=number)
        case None:
            return texts.t("Lay off {card} (meld {n})", card=card, n=number)


def plan_label(texts: Texts, offers: Offers) -> str:
    """Return the label for laying everything: ``Play all · 2 melds, 1 card · 58``."""
    steps = offers.plan.steps
    melds = sum(step.verb is Verb.MELD for step in steps)
    parts = [texts.n("{n} meld", "{n} melds", melds)] if melds else []
    if melds < len(steps):
        parts.append(texts.n("{n} card", "{n} cards", len(steps) - melds))
    return texts.t("Play all · {what} · {value}", what=", ".join(parts), value=offers.value)
