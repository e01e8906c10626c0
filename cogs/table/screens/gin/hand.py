"""The private panel of the gin family: a player's hand with one button per card, draws and knocks."""

from collections.abc import Sequence

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.cards import Card, code, mask_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.gin.results import melds_words
from bot.text.moves import recent_words
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, option, picture, rows, small, text
from cogs.table.screens.gin.knocks import Knock, advised_card, best_knock, knock_offers, other_melds
from cogs.table.screens.gin.order import in_order
from cogs.table.screens.gin.table import draw_buttons, limit_words, quiet_words
from cogs.table.screens.hand import HandDetails, away_words, cards_told, helping_buttons, is_away, scores, turn_parts
from cogs.table.screens.scene import Scene
from cogs.table.screens.sorting import Sorting
from cogs.table.screens.turns import back_button, pile_words


def gin_hand_screen(scene: Scene, view: GinView, details: HandDetails) -> ui.LayoutView:
    """Show a running deal to the player in seat ``view.seat``."""
    advice, sorting, render = details.advice, details.sorting, details.render
    items: list[ui.Item[ui.LayoutView]] = [text(details.notice, away_words(scene, view), status_line(scene, view))]
    items += picture(scene.detail, details.file)
    items.append(text(*_lines(scene, view, advice, sorting)))
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]))
    if view.turn == view.seat and view.phase is not Phase.DISCARD:
        items += rows(draw_buttons(scene, view))
    items += rows(_card_buttons(scene, view, advice, sorting))
    items += rows([*_knock_button(scene, view, advice), *helping_buttons(scene, view, sorting)])
    for number, (placeholder, listed) in enumerate(_knock_lists(scene, view, advice, sorting)):
        items.append(
            scene.select(placeholder, TableAction.KNOCKS, f"{render}_{number}" if number else str(render), listed)
        )
    return layout(*items)


def status_line(scene: Scene, view: GinView) -> str:
    """Return one line: whose turn it is and its deadline, the card just drawn, the deadwood, the score."""
    texts = scene.texts
    parts = turn_parts(scene, view)
    if view.drawn is not None and view.drawn == view.taken:
        parts.append(texts.t("took {card}", card=texts.card(view.drawn)))
    elif view.drawn is not None:
        parts.append(texts.t("drew {card}", card=texts.card(view.drawn)))
    if not scene.unassisted:
        parts.append(texts.t("deadwood {deadwood}", deadwood=arrange(mask_of(view.hand)).deadwood))
    return " · ".join([*parts, *scores(scene, view)])


def _lines(scene: Scene, view: GinView, advice: Sequence[Move], sorting: Sorting) -> list[str]:
    """Return the text of the panel: the hand, and what matters for the next move."""
    texts = scene.texts
    return [
        cards_told(texts, view.hand, texts.cards(in_order(view, sorting)))
        if scene.unassisted
        else _melds_told(texts, view),
        f"{pile_words(scene, view)} · "
        + texts.n("{n} card in the stock", "{n} cards in the stock", view.stock)
        + f" · {limit_words(texts, view)}",
        quiet_words(texts, view),
        _suggestion(texts, advice),
        small(recent_words(texts, view.recent, scene.names)),
    ]


def _melds_told(texts: Texts, view: GinView) -> str:
    """Return the hand as melds and loose cards."""
    laid = arrange(mask_of(view.hand))
    loose, melds = texts.cards(laid.loose), melds_words(texts, laid.melds)
    return texts.t("{melds} · loose {cards}", melds=melds, cards=loose) if loose else melds


def _suggestion(texts: Texts, advice: Sequence[Move]) -> str:
    """Return the suggestion of the green button as text, for players who can't tell colors apart."""
    discard, knock = advised_card(advice, Verb.DISCARD), advised_card(advice, Verb.KNOCK)
    if discard is not None:
        return texts.t("Suggestion: discard {card}.", card=texts.card(discard))
    return "" if knock is None else texts.t("Suggestion: knock with {card}.", card=texts.card(knock))


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
        return texts.t("Gin · drop {card}", card=card)
    return texts.t("Knock {deadwood} · drop {card}", deadwood=left, card=card)


def _knock_lists(
    scene: Scene, view: GinView, advice: Sequence[Move], sorting: Sorting
) -> list[tuple[str, list[SelectOption]]]:
    """Return the selects of other knocks: each card once, then other melds for the same card (G-15)."""
    texts = scene.texts
    if scene.unassisted:
        lists = [(texts.t("Knock, dropping a card"), _plain_knocks(scene, view, sorting))]
    else:
        button = best_knock(view, advice)
        others = [_knock_option(texts, knock) for knock in knock_offers(view) if knock != button]
        melds = [_melds_option(texts, knock) for knock in other_melds(view)]
        lists = [(texts.t("Other knocks"), others), (texts.t("Knock with other melds"), melds)]
    return [(placeholder, options) for placeholder, options in lists if options]


def _plain_knocks(scene: Scene, view: GinView, sorting: Sorting) -> list[SelectOption]:
    """Return options for the cards to knock with, without the deadwood that remains."""
    cards = {move.card for move in view.moves if move.verb is Verb.KNOCK}
    label = scene.texts.card
    return [option(label(card), code(card)) for card in in_order(view, sorting) if card in cards]


def _knock_option(texts: Texts, knock: Knock) -> SelectOption:
    """Return the option of a card to knock with, described by its melds."""
    return option(_knock_label(texts, knock), str(knock), description=melds_words(texts, knock.arrangement.melds))


def _melds_option(texts: Texts, knock: Knock) -> SelectOption:
    """Return the option of a knock with other melds."""
    melds = melds_words(texts, knock.arrangement.melds)
    return option(f"{_knock_label(texts, knock)}: {melds}", str(knock))
