"""The private panel of the gin family: a player's own hand, one button a card, and what they can do with it."""

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.arrange import arrange
from bot.rummy.cards import Card, code, mask_of
from bot.rummy.moves import Verb
from bot.rummy.views import GinView, Phase
from bot.text.catalogue import Texts
from bot.text.moves import recent_words
from bot.text.results import melds_words
from cogs.custom_ids import Action
from cogs.messages import Attachment
from cogs.screens.gin_knocks import Knock, best_knock, knocks, suggested_discard
from cogs.screens.gin_table import draw_buttons, limit_words, quiet_words
from cogs.screens.hand import away_words, cards_told, helping_buttons, is_away, scores, turn_parts
from cogs.screens.parts import Scene, layout, option, picture, rows, small, text
from cogs.screens.sorting import Sorting, in_order
from cogs.screens.words import back_button, pile_words


def gin_hand_screen(
    scene: Scene, view: GinView, file: Attachment | None, *, sorting: Sorting, render: int, notice: str = ""
) -> ui.LayoutView:
    """Show a running deal to the player in seat ``view.seat``. ``render`` makes a list of knocks a new one."""
    texts = scene.texts
    items: list[ui.Item[ui.LayoutView]] = [text(notice, away_words(scene, view), status_line(scene, view))]
    items += picture(scene.dress, file)
    items.append(text(*_lines(scene, view, sorting)))
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]))
    if view.turn == view.seat and view.phase is not Phase.DISCARD:
        items += rows(draw_buttons(scene, view))
    items += rows(_card_buttons(scene, view, sorting))
    items += rows([*_knock_button(scene, view), *helping_buttons(scene, view, sorting)])
    listed = _plain_knocks(scene, view, sorting) if scene.bare else _other_knocks(texts, view)
    if listed:
        placeholder = texts.t("Knock, dropping a card") if scene.bare else texts.t("Other knocks")
        items.append(scene.select(placeholder, Action.KNOCKS, str(render), listed))
    return layout(*items)


def status_line(scene: Scene, view: GinView) -> str:
    """Say in one line whose turn it is and until when, the card just drawn, the deadwood, the score."""
    texts = scene.texts
    parts = turn_parts(scene, view)
    if view.drawn is not None and view.drawn == view.taken:
        parts.append(texts.t("took {card}", card=texts.card(view.drawn)))
    elif view.drawn is not None:
        parts.append(texts.t("drew {card}", card=texts.card(view.drawn)))
    if not scene.bare:
        parts.append(texts.t("deadwood {deadwood}", deadwood=arrange(mask_of(view.hand)).deadwood))
    return " · ".join([*parts, *scores(scene, view)])


def _lines(scene: Scene, view: GinView, sorting: Sorting) -> list[str]:
    """Tell the hand, and what of the table decides the next move."""
    texts = scene.texts
    return [
        cards_told(texts, view.hand, texts.cards(in_order(view, sorting))) if scene.bare else _melds_told(texts, view),
        f"{pile_words(scene, view)} · "
        + texts.n("{n} card in the stock", "{n} cards in the stock", view.stock)
        + f" · {limit_words(texts, view)}",
        quiet_words(texts, view),
        "" if scene.bare else _suggestion(texts, view),
        small(recent_words(texts, view.recent, scene.names)),
    ]


def _melds_told(texts: Texts, view: GinView) -> str:
    """Tell the hand in melds, and what is loose."""
    laid = arrange(mask_of(view.hand))
    loose, melds = texts.cards(laid.loose), melds_words(texts, laid.melds)
    return texts.t("{melds} · loose {cards}", melds=melds, cards=loose) if loose else melds


def _suggestion(texts: Texts, view: GinView) -> str:
    """Say in words which discard is green, for who does not see colours."""
    card = suggested_discard(view)
    return "" if card is None else texts.t("Discarding {card} leaves the least deadwood.", card=texts.card(card))


def _card_buttons(scene: Scene, view: GinView, sorting: Sorting) -> list[ui.Button[ui.LayoutView]]:
    """Make a button a card: cards of melds grey, loose ones blue, the suggested discard green; on a bare table grey."""
    loose = set() if scene.bare else set(arrange(mask_of(view.hand)).loose)
    suggested = None if scene.bare else suggested_discard(view)
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}

    def style(card: Card) -> ButtonStyle:
        if card == suggested:
            return ButtonStyle.success
        return ButtonStyle.primary if card in loose else ButtonStyle.secondary

    return [
        scene.button(
            scene.texts.card(card),
            Action.DISCARD,
            code(card),
            style=style(card),
            disabled=card not in open_cards,
            emoji=scene.dress.faces.get(card),
        )
        for card in in_order(view, sorting)
    ]


def _knock_button(scene: Scene, view: GinView) -> list[ui.Button[ui.LayoutView]]:
    """Make the button of the best knock, if there is one, and the bot may say which that is."""
    best = None if scene.bare else best_knock(view)
    if best is None:
        return []
    card, left = best
    label = _knock_label(scene.texts, card, left)
    return [scene.button(label, Action.KNOCK, code(card), style=ButtonStyle.danger)]


def _knock_label(texts: Texts, card: Card, left: int) -> str:
    """Name a knock by the deadwood that it leaves and the card that it drops."""
    if left == 0:
        return texts.t("Gin · drop {card}", card=texts.card(card))
    return texts.t("Knock {deadwood} · drop {card}", deadwood=left, card=texts.card(card))


def _other_knocks(texts: Texts, view: GinView) -> list[SelectOption]:
    """List every sensible knock, where there is more than the one on the button."""
    choices = knocks(view)
    return [_knock_option(texts, knock) for knock in choices] if len(choices) > 1 else []


def _plain_knocks(scene: Scene, view: GinView, sorting: Sorting) -> list[SelectOption]:
    """List the cards that may be dropped with a knock, and nothing of what they leave."""
    cards = {move.card for move in view.moves if move.verb is Verb.KNOCK}
    label = scene.texts.card
    return [option(label(card), code(card)) for card in in_order(view, sorting) if card in cards]


def _knock_option(texts: Texts, knock: Knock) -> SelectOption:
    """List one way to knock with its melds."""
    laid = knock.arrangement
    label = _knock_label(texts, knock.card, laid.deadwood)
    return option(label, str(knock), description=melds_words(texts, laid.melds))
