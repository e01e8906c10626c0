"""The screens of the gin family: the public table, and a player's hand with one button per card, draws and knocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.cards import FULL_MASK, POINTS, Card, code, mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import arrange, arrangements, deadwood
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase
from bot.text.catalogs import Texts
from bot.text.deals import dealer_draw_words
from bot.text.gin.results import knock_sum, melds_words, showdown_lines
from bot.text.lists import signed
from bot.text.rules import differences
from bot.text.scores import bonus_lines
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, picture, rows, small, text
from cogs.table.screens.running import (
    FamilyScreens,
    HandDetails,
    HandScreen,
    Judge,
    away_words,
    back_button,
    begin_buttons,
    beginning_words,
    cards_told,
    coach_line,
    drawn_words,
    first_line,
    helping_buttons,
    is_away,
    log_lines,
    panel_accent,
    pile_words,
    waiting_words,
)
from cogs.table.screens.scene import Picks, Scene
from render.gin.alt import shows_dealer_draw
from render.order import Sorting, gin_rows, in_order


def table_lines(scene: Scene, view: GinView) -> list[str]:
    """Return the text of the table: seats with cards and scores, piles, the turn log, rules in force."""
    texts, names = scene.texts, scene.numbered
    return [
        *(_seat(texts, view, scene.numbered_seats, seat) for seat in range(len(names))),
        f"{pile_words(scene, view)} · {stock_words(texts, view)}",
        dealer_draw_words(texts, view.dealer_draw, names, view.dealer) if shows_dealer_draw(view) else "",
        quiet_words(texts, view),
        *log_lines(scene, view),
        small(f"{limit_words(texts, view)} · {_aim(texts, view.options)}"),
        small(" ".join(differences(texts, view.options))),
    ]


def stock_words(texts: Texts, view: GinView) -> str:
    """Return the number of cards in the stock."""
    return texts.n("{n} card in the stock", "{n} cards in the stock", view.stock)


def limit_words(texts: Texts, view: GinView) -> str:
    """Return the deadwood limit for knocking in this deal, and whether the deal counts double (G-12)."""
    limit = view.knock_limit
    line = texts.t("Knock with {limit} or less", limit=limit) if limit else texts.t("Only gin ends this deal")
    return texts.t("{limit} · points count double", limit=line) if view.factor > 1 else line


def _aim(texts: Texts, options: GinOptions) -> str:
    """Return what wins the game: a total, or the highest one after a number of deals (G-23, G-24, G-27)."""
    target = options.target_for(2)
    if target is None:
        return texts.n("{n} deal", "{n} deals", options.deals_to_play)
    if options.variant is Variant.HOLLYWOOD:
        return texts.t("Three games to {target} points, two of them win", target=target)
    return texts.t("First to {target} points", target=target)


def quiet_words(texts: Texts, view: GinView) -> str:
    """Return a warning if the deal is soon void because nobody draws from the stock (C-8)."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    return "⚠️ " + texts.n(
        "Draw from the stock: after {n} more turn without a draw, the deal is void.",
        "Draw from the stock: after {n} more turns without a draw, the deal is void.",
        QUIET_LIMIT - view.quiet_turns,
    )


def draw_buttons(scene: Scene, view: GinView) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that begin a turn."""
    phase = view.phase
    drawing, taking = phase in (Phase.DRAW, Phase.STOCK), phase in (Phase.UPCARD, Phase.DRAW)
    buttons = begin_buttons(scene, view, drawing=drawing, taking=taking)
    if phase is Phase.UPCARD:
        buttons.append(scene.button(scene.texts.t("Pass"), TableAction.PASS))
    return buttons


def _seat(texts: Texts, view: GinView, names: Sequence[str], seat: int) -> str:
    """Return a player's name, number of cards and points; the dealer is marked."""
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer:
        held = texts.t("{name} (dealer): {cards}", name=names[seat], cards=count)
    else:
        held = texts.t("{name}: {cards}", name=names[seat], cards=count)
    return f"{held} · {_points(texts, view, seat)}"


def _points(texts: Texts, view: GinView, seat: int) -> str:
    totals = [column.totals[seat] for column in view.columns]
    if len(totals) == 1:
        return texts.n("{points} point", "{points} points", abs(totals[0]), points=signed(totals[0]))
    games = [
        texts.t("{points} in game {number}", points=signed(total), number=number)
        for number, total in enumerate(totals, 1)
    ]
    return texts.t("points: {games}", games=", ".join(games))


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


# Knocks are listed by discard, each once; other melds have a separate list, if there are any. One list of both would
# repeat discards.
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


def knock_named(view: GinView, value: str) -> Knock | None:
    """Return the knock with an option's value; None if the player can't make it, or can't any more."""
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
    texts = scene.texts
    if scene.unassisted:
        hand = cards_told(texts, view.hand, texts.cards(in_order(gin_rows(view, sorting))))
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
        for card in in_order(gin_rows(view, sorting))
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

    return [option(label(card), code(card)) for card in in_order(gin_rows(view, sorting)) if card in cards]


def _knock_option(texts: Texts, knock: Knock) -> SelectOption:
    """Return the option of a card to knock with, described by its melds."""
    return option(_knock_label(texts, knock), str(knock), description=melds_words(texts, knock.arrangement.melds))


def _melds_option(texts: Texts, knock: Knock) -> SelectOption:
    melds = melds_words(texts, knock.arrangement.melds)
    return option(f"{_knock_label(texts, knock)}: {melds}", str(knock))


def _hand_screen(view: GinView, _picked: Picks, _judge: Judge, *, unassisted: bool) -> HandScreen:  # noqa: ARG001 - as for every family
    return lambda scene, details: gin_hand_screen(scene, view, details)


def _chosen_knock(view: GinView, value: str) -> Move | None:
    knock = knock_named(view, value)
    return None if knock is None else Move(view.seat or 0, Verb.KNOCK, knock.card, knock.arrangement.melds)


def _deal_lines(scene: Scene, view: GinView) -> list[str]:
    texts, showdown = scene.texts, view.showdown
    shown = showdown_lines(texts, showdown, scene.names) if showdown else ()
    return [*shown, bold(knock_sum(texts, view.deals[-1], showdown))]


def _bonus_lines(scene: Scene, view: GinView) -> Sequence[str]:
    return bonus_lines(scene.texts, view.result, scene.names) if view.result else ()


GIN_SCREENS: Final[FamilyScreens[GinView]] = FamilyScreens(
    hand_screen=_hand_screen,
    table_lines=table_lines,
    turn_buttons=draw_buttons,
    deal_lines=_deal_lines,
    shows_hands=lambda view: bool(view.deals) and view.showdown is not None,  # only a knock shows them
    bonus_lines=_bonus_lines,
    chosen_knock=_chosen_knock,
)
