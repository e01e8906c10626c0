"""*Take from below*: the cards of the discard pile that can be laid now, and what each of them makes (R-6)."""

from collections.abc import Iterator, Sequence

from discord import ButtonStyle, ui

from bot.laydown import PileTake, pile_takes
from bot.rummy.cards import Card, code
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.text.catalogs import Texts
from bot.text.lists import and_more
from bot.text.melds.table import meld_names, meld_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import option
from cogs.table.screens.melds.table import lists
from cogs.table.screens.scene import Scene


def below_lists(scene: Scene, view: MeldsView, render: int) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the selects of the cards to take from below, in the order of the picture; none if none can be laid.

    Without assistance they are all cards that may be taken.
    """
    texts = scene.texts
    options = [
        option(_taken(texts, view, card), code(card), description=use, emoji=scene.detail.faces.get(card))
        for card, use in (_cards(view) if scene.unassisted else _uses(texts, view))
    ]
    return lists(scene, texts.p("button", "Take from below"), TableAction.BELOW, render, options)


def _taken(texts: Texts, view: MeldsView, card: Card) -> str:
    return and_more(texts, texts.card(card), len(view.discards) - 1 - view.discards.index(card))


def _cards(view: MeldsView) -> Iterator[tuple[Card, None]]:
    for move in view.moves:
        if move.verb is Verb.TAKE and move.card is not None:
            yield move.card, None


def _uses(texts: Texts, view: MeldsView) -> Iterator[tuple[Card, str]]:
    """Yield the cards that can be laid now, each with what it makes."""
    for take in pile_takes(view):
        made = _made(take)
        if made is None:
            yield take.cards[0], texts.t("fits meld {n}", n=meld_names(texts, view)[take.lay.onto])
        else:
            words = meld_words(texts, made, rules_for(view.options))
            yield take.cards[0], texts.t("makes {cards}", cards=words)


def _made(take: PileTake) -> TableMeld | None:
    """Return the new meld with a card that was taken; None if it's laid off on a meld of the table."""
    new = [step for step in take.plan.steps if step.verb is Verb.MELD]
    lay, laid = take.lay, len(take.position.melds)
    if lay.verb is not Verb.MELD and lay.onto < laid:
        return None
    meld = read_meld((lay if lay.verb is Verb.MELD else new[lay.onto - laid]).cards, take.position.rules)
    return meld if isinstance(meld, TableMeld) else None


def advised_below(scene: Scene, view: MeldsView, advice: Sequence[Move]) -> list[ui.Button[ui.LayoutView]]:
    """Return the green button of an advised card to take from below; empty if none is advised."""
    card = advice[0].card if advice and advice[0].verb is Verb.TAKE else None
    if card is None:
        return []
    label = scene.texts.t("Take {card}", card=_taken(scene.texts, view, card))
    return [scene.button(label, TableAction.TAKE, code(card), style=ButtonStyle.success)]
