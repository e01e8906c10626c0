"""*Take from below*: the cards of the discard pile that can be laid now, and what each of them makes (R-6)."""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle, ui

from bot.rummy.cards import Card, code, rank_of, suit_of
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld, ends_for, laid_off, read_meld, value_of
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.text.catalogs import Texts
from bot.text.melds.table import and_more, meld_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import option
from cogs.table.screens.melds.table import lists
from cogs.table.screens.scene import Scene

_HIGH_ACE: Final = 13


def usable(view: MeldsView) -> dict[Card, TableMeld | int]:
    """Return the cards below the top discard that can be laid at once, in the order of the pile.

    Each with the best meld that it makes, or the number of the meld on the table, counted from 0, that it fits.
    """
    rules, found = rules_for(view.options), dict[Card, TableMeld | int]()
    for move in view.moves:
        if move.verb is Verb.TAKE and move.card is not None:
            at = view.discards.index(move.card)
            use = _use(move.card, {*view.hand, *view.discards[at:]}, view.melds, rules)
            if use is not None:
                found[move.card] = use
    return found


def _use(card: Card, hand: set[Card], melds: Sequence[TableMeld], rules: MeldRules) -> TableMeld | int | None:
    read = [read_meld(cards, rules) for cards in _groups(card, hand)]
    found = [meld for meld in read if isinstance(meld, TableMeld)]
    if found:
        return max(found, key=lambda meld: value_of(meld, rules))
    return next((number for number, meld in enumerate(melds) if _reaches(meld, card, hand, rules)), None)


def _groups(card: Card, hand: set[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield the largest set and the longest runs of a hand with a card in them."""
    yield tuple(sorted(other for other in hand if rank_of(other) == rank_of(card)))
    suit = 13 * suit_of(card)
    for at in {rank_of(card), rank_of(card) or _HIGH_ACE}:
        low = high = at
        while low > 0 and suit + low - 1 in hand:
            low -= 1
        while high < _HIGH_ACE and suit + (high + 1) % 13 in hand:
            high += 1
        if high - low == _HIGH_ACE:  # the ace can be at one end only
            low, high = (low, high - 1) if at == 0 else (low + 1, high)
        yield tuple(suit + place % 13 for place in range(low, high + 1))


def _reaches(meld: TableMeld, card: Card, hand: set[Card], rules: MeldRules) -> bool:
    """Return whether a card can be laid off on a meld, also after other cards of the hand."""
    others = hand - {card}
    while not ends_for(meld, card, rules):
        ways = ((other, end) for other in sorted(others) for end in ends_for(meld, other, rules))
        following = next(ways, None)
        longer = None if following is None else laid_off(meld, *following, rules)
        if following is None or not isinstance(longer, TableMeld):
            return False
        others, meld = others - {following[0]}, longer
    return True


def below_lists(scene: Scene, view: MeldsView, render: int) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the selects of the cards to take from below, in the order of the picture; none if none can be laid."""
    texts, top = scene.texts, len(view.discards) - 1
    options = [
        option(
            and_more(texts, texts.card(card), top - view.discards.index(card)),
            code(card),
            description=_use_words(texts, view, use),
            emoji=scene.detail.faces.get(card),
        )
        for card, use in usable(view).items()
    ]
    return lists(scene, texts.t("Take from below"), TableAction.BELOW, render, options)


def _use_words(texts: Texts, view: MeldsView, use: TableMeld | int) -> str:
    if isinstance(use, TableMeld):
        return texts.t("makes {cards}", cards=meld_words(texts, use, rules_for(view.options)))
    return texts.t("fits meld {n}", n=use + 1)


def advised_below(scene: Scene, view: MeldsView, advice: Sequence[Move]) -> list[ui.Button[ui.LayoutView]]:
    """Return the green button of an advised card to take from below; empty if none is advised."""
    card = advice[0].card if advice and advice[0].verb is Verb.TAKE else None
    if card is None:
        return []
    texts, above = scene.texts, len(view.discards) - 1 - view.discards.index(card)
    label = texts.t("Take {card}", card=and_more(texts, texts.card(card), above))
    return [scene.button(label, TableAction.TAKE, code(card), style=ButtonStyle.success)]
