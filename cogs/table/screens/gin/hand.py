"""The private panel of the gin family: a player's hand with one button per card, draws and knocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.cards import FULL_MASK, POINTS, Card, code, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import arrange, arrangements, deadwood
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.gin.results import melds_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import layout, option, picture, rows, text
from cogs.table.screens.gin.table import draw_buttons, limit_words, quiet_words, stock_words
from cogs.table.screens.hand import (
    HandDetails,
    away_words,
    cards_told,
    coach_line,
    drawn_words,
    first_line,
    helping_buttons,
    is_away,
)
from cogs.table.screens.scene import Scene, Sorting
from cogs.table.screens.turns import (
    back_button,
    beginning_words,
    log_lines,
    panel_accent,
    pile_words,
    waiting_words,
)


def in_order(view: GinView, sorting: Sorting) -> tuple[Card, ...]:
    """Return the cards of a hand in the given order. Sorted by melds, loose cards come last."""
    match sorting:
        case Sorting.MELDS:
            laid = arrange(mask_of(view.hand))
            return tuple(card for meld in laid.melds for card in meld) + laid.loose
        case Sorting.SUITS:
            return tuple(sorted(view.hand, key=lambda card: (suit_of(card), rank_of(card))))
        case Sorting.RANKS:
            return tuple(sorted(view.hand, key=lambda card: (rank_of(card), suit_of(card))))


MOST: Final = 25
"""Maximum number of options in a select."""


@dataclass(frozen=True, slots=True)
class Knock:
    """One way to knock: the discard, and how the hand is arranged."""

    card: Card
    arrangement: Arrangement

    def __str__(self) -> str:
        """Return the value of its option: ``KS:2S2H2D/4H5H6H``."""
        return f"{code(self.card)}:" + "/".join("".join(map(code, meld)) for meld in self.arrangement.melds)


def advised_card(advice: Sequence[Move], verb: Verb) -> Card | None:
    """Return the card that the advice discards or knocks with; None if the advice contains no such move."""
    return next((move.card for move in advice if move.verb is verb), None)


def best_knock(view: GinView, advice: Sequence[Move] = ()) -> Knock | None:
    """Return the knock for the button: the advised one, else the one with the least deadwood; None without one."""
    advised = advised_card(advice, Verb.KNOCK)
    offers = knock_offers(view)
    return next((knock for knock in offers if knock.card == advised), offers[0] if offers else None)


@lru_cache(maxsize=64)
def knock_offers(view: GinView) -> tuple[Knock, ...]:
    """Return each card to knock with once, with the melds that the bot suggests, least deadwood first (G-15)."""
    hand = mask_of(view.hand)
    unseen = FULL_MASK & ~hand & ~mask_of(view.discards)
    cards = [move.card for move in view.moves if move.verb is Verb.KNOCK and move.card is not None]
    return _sorted(Knock(card, knock_offer(hand ^ 1 << card, unseen)) for card in cards)


def other_melds(view: GinView) -> tuple[Knock, ...]:
    """Return the knocks with other melds than those of `knock_offers` (G-15)."""
    offers = knock_offers(view)
    return tuple(knock for knock in knocks(view) if knock not in offers)


def knocks(view: GinView) -> tuple[Knock, ...]:
    """Return every sensible knock, least deadwood first, at most `MOST` (G-15).

    A hand that makes gin is laid out as gin (G-14).
    """
    found = []
    for move in view.moves:
        if move.verb is not Verb.KNOCK or move.card is None:
            continue
        kept = mask_of(view.hand) & ~(1 << move.card)
        limit = view.knock_limit if deadwood(kept) else 0
        found += [Knock(move.card, arrangement) for arrangement in arrangements(kept, limit)]
    return _sorted(found)[:MOST]


def knock_named(view: View, value: str) -> Knock | None:
    """Return the knock with an option's value; None if the player can't make it, or can't any more."""
    if not isinstance(view, GinView):
        return None
    return next((knock for knock in knocks(view) if str(knock) == value), None)


def _sorted(found: Iterable[Knock]) -> tuple[Knock, ...]:
    """Sort knocks by deadwood, then by the value of the discard, highest first."""
    return tuple(sorted(found, key=lambda knock: (knock.arrangement.deadwood, -POINTS[knock.card])))


def verb_words(scene: Scene, view: GinView, advice: Sequence[Move]) -> str:
    """Return what the player can do now, in the words of the buttons."""
    if view.turn != view.seat:
        return waiting_words(scene, view)
    if view.phase is not Phase.DISCARD:
        return beginning_words(scene.texts, view)
    if all(move.verb is not Verb.KNOCK for move in view.moves):
        return scene.texts.t("Your turn: tap a card to discard")
    if scene.unassisted:
        return scene.texts.t("Your turn: tap a card to discard, or knock from the list")
    return _knocking(scene.texts, view, advice)


def _knocking(texts: Texts, view: GinView, advice: Sequence[Move]) -> str:
    """Return that the player can knock or discard, the advised one first."""
    knock = best_knock(view, advice)
    left = 0 if knock is None else knock.arrangement.deadwood
    if left == 0:
        return texts.t("Your turn: tap Gin to win the deal, or a card to discard")
    if advised_card(advice, Verb.KNOCK) is not None:
        return texts.t("Your turn: knock with {deadwood}, or tap a card to discard", deadwood=left)
    return texts.t("Your turn: tap a card to discard, or knock with {deadwood}", deadwood=left)


def gin_hand_screen(scene: Scene, view: GinView, details: HandDetails) -> ui.LayoutView:
    """Show a running deal to the player in seat ``view.seat``."""
    advice, sorting, render = details.advice, details.sorting, details.render
    accent = panel_accent(view)
    first = (details.notice.words, away_words(scene, view), status_line(scene, view, advice), coach_line(details))
    items: list[ui.Item[Any]] = [text(*first)]
    items += picture(scene.detail, details.file)
    items.append(text(details.words or _cards_line(scene, view, sorting), *_lines(scene, view, advice)))
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]), accent=accent)
    if view.turn == view.seat and view.phase is not Phase.DISCARD:
        items += rows(draw_buttons(scene, view))
    items += rows(_card_buttons(scene, view, advice, sorting))
    if knock := _knock_button(scene, view, advice):
        items += [ui.Separator(), *rows(knock)]
    items += rows(helping_buttons(scene, view, details))
    for number, (placeholder, listed) in enumerate(_knock_lists(scene, view, advice, sorting)):
        items.append(
            scene.select(placeholder, TableAction.KNOCKS, f"{render}_{number}" if number else str(render), listed)
        )
    return layout(*items, accent=accent)


def status_line(scene: Scene, view: GinView, advice: Sequence[Move]) -> str:
    """Return the first line: what the player can do, their deadwood, the score, the deadline."""
    deadwood = "" if scene.unassisted else _deadwood_words(scene.texts, view, advice)
    return first_line(scene, view, verb_words(scene, view, advice), [deadwood])


def _deadwood_words(texts: Texts, view: GinView, advice: Sequence[Move]) -> str:
    """Return the deadwood of the hand; before a discard, what is left after the best or the advised one."""
    if view.turn != view.seat or view.phase is not Phase.DISCARD:
        return texts.t("deadwood {deadwood}", deadwood=deadwood(mask_of(view.hand)))
    if not advice:
        return ""
    card, knock = advice[0].named, best_knock(view, advice)
    knocks = knock is not None and advice[0].verb is Verb.KNOCK
    left = knock.arrangement.deadwood if knock and knocks else deadwood(mask_of(view.hand) & ~(1 << card))
    return texts.t("deadwood {deadwood} after {card}", deadwood=left, card=texts.card(card))


def _cards_line(scene: Scene, view: GinView, sorting: Sorting) -> str:
    """Return the drawn card and the hand."""
    texts = scene.texts
    if scene.unassisted:
        hand = cards_told(texts, view.hand, texts.cards(in_order(view, sorting)))
    else:
        hand = _melds_told(texts, view)
    return "\n".join(filter(None, (drawn_words(texts, view), hand)))


def _lines(scene: Scene, view: GinView, advice: Sequence[Move]) -> list[str]:
    """Return the text of the panel below the hand: what matters for the next move."""
    texts = scene.texts
    return [
        _suggestion(texts, view, advice),
        f"{pile_words(scene, view)} · {stock_words(texts, view)} · {limit_words(texts, view)}",
        quiet_words(texts, view),
        *log_lines(scene, view),
    ]


def _melds_told(texts: Texts, view: GinView) -> str:
    """Return the hand as melds and loose cards."""
    laid = arrange(mask_of(view.hand))
    loose, melds = texts.cards(laid.loose), melds_words(texts, laid.melds)
    if not laid.melds:
        return texts.t("Your hand: no melds yet · loose {cards}", cards=loose)
    if not loose:
        return texts.t("Your hand: {melds}", melds=melds)
    return texts.t("Your hand: {melds} · loose {cards}", melds=melds, cards=loose)


def _suggestion(texts: Texts, view: GinView, advice: Sequence[Move]) -> str:
    """Return the suggestion of the green button as text, for players who can't tell colors apart."""
    discard = advised_card(advice, Verb.DISCARD)
    if discard is not None:
        return texts.t("Suggestion: discard {card}.", card=texts.card(discard))
    if advised_card(advice, Verb.KNOCK) is None:
        return ""
    knock = best_knock(view, advice)
    return "" if knock is None else texts.t("Suggestion: {button}.", button=_knock_label(texts, knock))


def _card_buttons(
    scene: Scene, view: GinView, advice: Sequence[Move], sorting: Sorting
) -> list[ui.Button[ui.LayoutView]]:
    """Return a button per card: melded gray, loose blue, the advised discard green. All gray if unassisted."""
    loose = set() if scene.unassisted else set(arrange(mask_of(view.hand)).loose)
    advised = advised_card(advice, Verb.DISCARD)
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}

    def style(card: Card) -> ButtonStyle:
        if card == advised:
            return ButtonStyle.success
        return ButtonStyle.primary if card in loose else ButtonStyle.secondary

    return [
        scene.button(
            scene.texts.card(card),
            TableAction.DISCARD,
            code(card),
            style=style(card),
            disabled=card not in open_cards,
            emoji=scene.detail.faces.get(card),
        )
        for card in in_order(view, sorting)
    ]


def _knock_button(scene: Scene, view: GinView, advice: Sequence[Move]) -> list[ui.Button[ui.LayoutView]]:
    """Return the button of the best knock, green if advised; empty if there's none or the table is unassisted."""
    best = None if scene.unassisted else best_knock(view, advice)
    if best is None:
        return []
    advised = advised_card(advice, Verb.KNOCK) is not None
    style = ButtonStyle.success if advised else ButtonStyle.danger
    return [scene.button(_knock_label(scene.texts, best), TableAction.KNOCK, code(best.card), style=style)]


def _knock_label(texts: Texts, knock: Knock) -> str:
    """Return the label of a knock: the deadwood that remains, and the discard."""
    card, left = texts.card(knock.card), knock.arrangement.deadwood
    if left == 0:
        return texts.t("Gin · discard {card}", card=card)
    return texts.t("Knock {deadwood} · discard {card}", deadwood=left, card=card)


def _knock_lists(
    scene: Scene, view: GinView, advice: Sequence[Move], sorting: Sorting
) -> list[tuple[str, list[SelectOption]]]:
    """Return the selects of other knocks: each card once, then other melds for the same card (G-15)."""
    texts = scene.texts
    if scene.unassisted:
        lists = [(texts.t("Knock and discard"), _plain_knocks(scene, view, sorting))]
    else:
        button = best_knock(view, advice)
        others = [_knock_option(texts, knock) for knock in knock_offers(view) if knock != button]
        melds = [_melds_option(texts, knock) for knock in other_melds(view)]
        lists = [(texts.t("Other knocks"), others), (texts.t("Knock with other melds"), melds)]
    return [(placeholder, options) for placeholder, options in lists if options]


def _plain_knocks(scene: Scene, view: GinView, sorting: Sorting) -> list[SelectOption]:
    """Return options for the cards to knock with, without the deadwood that remains."""
    cards = {move.card for move in view.moves if move.verb is Verb.KNOCK}
    texts = scene.texts

    def label(card: Card) -> str:
        return texts.t("Knock · discard {card}", card=texts.card(card))

    return [option(label(card), code(card)) for card in in_order(view, sorting) if card in cards]


def _knock_option(texts: Texts, knock: Knock) -> SelectOption:
    """Return the option of a card to knock with, described by its melds."""
    return option(_knock_label(texts, knock), str(knock), description=melds_words(texts, knock.arrangement.melds))


def _melds_option(texts: Texts, knock: Knock) -> SelectOption:
    """Return the option of a knock with other melds."""
    melds = melds_words(texts, knock.arrangement.melds)
    return option(f"{_knock_label(texts, knock)}: {melds}", str(knock))
