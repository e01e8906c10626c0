"""The screens of games with melds on the table: a player's hand, suggestions, and moves with the picked cards."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any, Final, TypeAlias

from discord import ButtonStyle, SelectOption, ui

from bot.laydown import may_take_long, position_of
from bot.rummy.cards import JOKER, Card, code, rank_of, suit_of
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.text.catalogs import Texts, refusal_text
from bot.text.melds.table import (
    hand_lines,
    hand_value,
    last_turn_words,
    loss_lines,
    meld_lines,
    opening_words,
    out_sum,
    quiet_words,
)
from cogs.edge.custom_ids import TableAction, move_argument
from cogs.edge.layout import LONGEST_LIST, bold, layout, option, picture, rows, small, texts_within
from cogs.table.screens.melds.offers import Offers, lays_now, move_label, offers_for, plan_label
from cogs.table.screens.melds.table import claim_button, draw_buttons, melds_told, stock_words, table_lines
from cogs.table.screens.running import (
    FamilyScreens,
    HandDetails,
    HandScreen,
    Judge,
    away_words,
    back_button,
    beginning_words,
    cards_told,
    coach_line,
    drawn_words,
    first_line,
    helping_buttons,
    is_away,
    log_lines,
    may_take_back,
    panel_accent,
    waiting_words,
)
from cogs.table.screens.scene import Picks, Scene
from render.melds.reading import read_hand
from render.order import Sorting, in_order, melds_rows

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards in groups that are shown together."""


def groups_of(view: MeldsView, sorting: Sorting) -> Groups:
    """Return the cards of a hand in groups in the order of its picture: by meld, by suit or by rank."""
    cards = melds_rows(view, sorting)
    match sorting:
        case Sorting.MELDS:
            return tuple(group.cards for row in cards for group in row)
        case Sorting.SUITS:
            return _grouped(in_order(cards), suit_of)
        case Sorting.RANKS:
            return _grouped(in_order(cards), _rank)


def in_order_of(view: MeldsView, sorting: Sorting) -> tuple[Card, ...]:
    """Return the cards of a hand in the given order."""
    return in_order(melds_rows(view, sorting))


def _grouped(cards: Sequence[Card], key: Callable[[Card], int]) -> Groups:
    return tuple(tuple(group) for _, group in groupby(cards, key))


def _rank(card: Card) -> int:
    return -1 if card == JOKER else rank_of(card)


def verb_words(scene: Scene, view: MeldsView, offers: Offers) -> str:
    """Return what the player can do now, in the words of the buttons."""
    texts = scene.texts
    if view.turn != view.seat:
        return _waiting(scene, view)
    if not lays_now(view):
        return beginning_words(texts, view)
    if offers.lays:
        return texts.t("Your turn: lay the picked cards, or discard")
    if scene.unassisted:
        return texts.t("Your turn: pick cards to lay, or discard")
    return _laying(scene, view, offers)


def _laying(scene: Scene, view: MeldsView, offers: Offers) -> str:
    texts, steps = scene.texts, offers.steps
    if offers.advises_undo:
        return texts.t("Your turn: tap Take back, you can't discard after this lay")
    if offers.advises_laying and (offers.plays_all or steps):
        button = texts.t("Play all") if offers.plays_all else move_label(texts, view, steps[0])
        return _laying_words(texts, button, out=offers.plan.out, discards=offers.advice[-1].verb is Verb.DISCARD)
    if view.debt:
        return texts.t("Your turn: lay more, or tap Take back")
    return _discarding(texts, offers)


def _laying_words(texts: Texts, button: str, *, out: bool, discards: bool) -> str:
    if not discards:
        return texts.t("Your turn: tap {button} to go out", button=button)
    if out:
        return texts.t("Your turn: tap {button}, then discard to go out", button=button)
    return texts.t("Your turn: tap {button}, then discard", button=button)


def _discarding(texts: Texts, offers: Offers) -> str:
    """Return that the player can discard, and what the advice holds back."""
    if offers.plan.out and not offers.plan.steps and offers.best_discards:
        return texts.t("Your turn: discard {card} to go out", card=texts.card(offers.best_discards[0]))
    if not offers.holds:
        return texts.t("Your turn: tap a card to discard")
    card = texts.card(offers.discards[0])
    if offers.holds_melds:
        return texts.t("Your turn: hold your melds and discard {card}", card=card)
    return texts.t("Your turn: keep the cards that fit the table and discard {card}", card=card)


def _waiting(scene: Scene, view: MeldsView) -> str:
    """Return what the player can do out of turn: claim the discard (H-8), or pick cards for their turn."""
    if view.turn is None or may_take_back(scene, view):
        return waiting_words(scene, view)
    texts, name = scene.texts, scene.numbered[view.turn]
    if view.claim is not None and any(move.verb is Verb.CLAIM for move in view.moves):
        card = texts.card(view.claim)
        return texts.t("Knock for {card} (+1 card), or wait for {name}", card=card, name=name)
    return texts.t("Waiting for {name}: you can pick cards for your turn", name=name)


_IN_A_ROW: Final = 5


def melds_hand_screen(scene: Scene, view: MeldsView, offers: Offers, details: HandDetails) -> ui.LayoutView:
    """Show a running deal to the player in seat ``view.seat``."""
    laying, groups = lays_now(view), groups_of(view, details.sorting)
    render, notice, accent = details.render, details.notice.words, panel_accent(view)
    first = (notice, away_words(scene, view), status_line(scene, view, offers), coach_line(details))
    hand = [details.words] if details.words else _cards_lines(scene, view, groups)
    above, below = texts_within(first, [*hand, *_lines(scene, view, offers, notice)])
    items: list[ui.Item[Any]] = [above, *picture(scene.detail, details.file), below]
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]), accent=accent)
    if view.turn == view.seat and not laying:
        items += rows(draw_buttons(scene, view))
    elif not laying:
        items += rows(claim_button(scene, view))
    items += [] if offers.lays else rows(_suggestions(scene, view, offers))
    items += _pick_lists(scene, groups, offers, render)
    items += _picked(scene, view, offers, render)
    items += rows(_discard_buttons(scene, offers))
    items += rows([*_undo_button(scene, view, offers), *helping_buttons(scene, view, details)])
    items += _discard_lists(scene, offers, render)
    return layout(*items, accent=accent)


# Play all leaves the fewest cards, not always the most value. So status, picture and button show what it lays in first
# melds (D-7), never a number that no button lays.
def status_line(scene: Scene, view: MeldsView, offers: Offers) -> str:
    """Return the first line: what the player can do, the first meld, the hand's value, the score, the deadline."""
    texts = scene.texts
    parts = [opening_words(texts, view, None if scene.unassisted else offers.ready)]
    if view.turn == view.seat and offers.plan.out:
        parts.append(texts.t("you can go out"))
    if not scene.unassisted:
        parts.append(hand_value(texts, view))
    return first_line(scene, view, verb_words(scene, view, offers), parts)


def _may_undo(view: MeldsView) -> bool:
    return any(move.verb is Verb.UNDO for move in view.moves)


def _cards_lines(scene: Scene, view: MeldsView, groups: Groups) -> list[str]:
    texts = scene.texts
    return [drawn_words(texts, view), cards_told(texts, view.hand, " / ".join(map(texts.cards, groups)))]


def _lines(scene: Scene, view: MeldsView, offers: Offers, notice: str) -> list[str]:
    """Return the text of the panel below the hand: what matters for the next move.

    A debt that the notice already mentions isn't repeated.
    """
    texts = scene.texts
    debt = refusal_text(texts, view.debt) if view.debt else ""
    return [
        _suggestion(texts, offers),
        f"⚠️ {debt}" if debt and debt not in notice else "",
        *melds_told(texts, view),
        stock_words(scene, view),
        _others(scene, view),
        last_turn_words(texts, view),
        quiet_words(texts, view),
        small(refusal_text(texts, offers.kept)) if offers.kept else "",
        *log_lines(scene, view),
    ]


def _others(scene: Scene, view: MeldsView) -> str:
    texts, names = scene.texts, scene.numbered
    counts = [
        texts.t("{name}: {cards}", name=names[seat], cards=texts.n("{n} card", "{n} cards", count))
        for seat, count in enumerate(view.counts)
        if seat != view.seat
    ]
    return " · ".join(counts)


def _suggestion(texts: Texts, offers: Offers) -> str:
    """Return the advice as text, for players who can't tell colors apart; empty without advice."""
    discard = next((move for move in offers.advice if move.verb is Verb.DISCARD), None)
    if offers.advises_undo:
        return texts.t("Suggestion: take back what you laid.")
    if discard is None:
        return texts.t("Suggestion: lay everything you can.") if offers.advice else ""
    card = texts.card(discard.named)
    if offers.advises_laying:
        return texts.t("Suggestion: lay everything you can, then discard {card}.", card=card)
    if offers.holds_melds:
        return texts.t("Suggestion: hold your melds and discard {card}.", card=card)
    if offers.holds:
        return texts.t("Suggestion: keep the cards that fit the table and discard {card}.", card=card)
    return texts.t("Suggestion: discard {card}.", card=card)


def _green(advised: bool, other: ButtonStyle) -> ButtonStyle:
    return ButtonStyle.success if advised else other


def _lay_button(
    scene: Scene, view: MeldsView, move: Move, action: TableAction, style: ButtonStyle
) -> ui.Button[ui.LayoutView]:
    """Return a button that lays something. Its custom id contains the whole move."""
    return scene.button(move_label(scene.texts, view, move), action, move_argument(move), style=style)


def _suggestions(scene: Scene, view: MeldsView, offers: Offers) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of the suggested lays: everything at once, then single steps. Advised ones are green."""
    advised = _green(offers.advises_laying, ButtonStyle.primary)
    if not offers.plays_all:
        return [_lay_button(scene, view, step, TableAction.STEP, advised) for step in offers.steps]
    everything = scene.button(plan_label(scene.texts, offers), TableAction.ALL, style=advised)
    steps = (_lay_button(scene, view, step, TableAction.STEP, ButtonStyle.primary) for step in offers.steps)
    return [everything, *steps]


def _pick_lists(scene: Scene, groups: Groups, offers: Offers, render: int) -> list[ui.ActionRow[ui.LayoutView]]:
    picks = list(offers.picks)
    options = []
    seen: dict[Card, int] = {}
    for card in chain.from_iterable(groups):
        copy = seen[card] = seen.get(card, -1) + 1
        chosen = card in picks
        if chosen:
            picks.remove(card)
        options.append(_card_option(scene, card, copy, chosen=chosen))
    return _lists(scene, scene.texts.t("Pick cards"), TableAction.PICK, render, options, several=True)


def _picked(scene: Scene, view: MeldsView, offers: Offers, render: int) -> list[ui.Item[Any]]:
    """Return the moves with the picked cards as buttons or a select, or why there are none.

    These replace the suggestions, so that nothing is offered twice.
    """
    texts = scene.texts
    if not offers.picks or not lays_now(view):
        return []
    refusal: list[ui.Item[Any]] = []
    if offers.why_not is not None or not offers.lays:
        refusal.append(ui.TextDisplay(_why_not(texts, offers)))
    if len(offers.lays) <= _IN_A_ROW:
        styles = [_green(move in offers.advice, ButtonStyle.primary) for move in offers.lays]
        buttons = [
            _lay_button(scene, view, move, TableAction.LAY, style)
            for move, style in zip(offers.lays, styles, strict=True)
        ]
        return [*refusal, *rows(buttons)]
    options = [option(move_label(texts, view, move), move_argument(move)) for move in offers.lays]
    return [
        *refusal,
        *_lists(scene, texts.t("Lay the picked cards"), TableAction.LAYS, render, options[: 2 * LONGEST_LIST]),
    ]


def _why_not(texts: Texts, offers: Offers) -> str:
    if offers.why_not is not None:
        return refusal_text(texts, offers.why_not)
    return texts.t(
        "{cards} can't be laid off anywhere. Pick three or more cards to lay a meld.", cards=texts.cards(offers.picks)
    )


def _undo_button(scene: Scene, view: MeldsView, offers: Offers) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that undoes the lays of this turn, green if advised; empty out of turn."""
    if not lays_now(view):
        return []
    style = _green(offers.advises_undo, ButtonStyle.secondary)
    label = scene.texts.t("Take back")
    return [scene.button(label, TableAction.UNDO, style=style, disabled=not _may_undo(view))]


def _discard_buttons(scene: Scene, offers: Offers) -> list[ui.Button[ui.LayoutView]]:
    """Return buttons for the best discards; the advised one is green unless a lay is advised first or a hold."""
    advised = offers.advised_discard

    def button(card: Card) -> ui.Button[ui.LayoutView]:
        label = scene.texts.t("Discard {card}", card=scene.texts.card(card))
        style, face = _green(card == advised, ButtonStyle.primary), scene.detail.faces.get(card)
        return scene.button(label, TableAction.DISCARD, code(card), style=style, emoji=face)

    return [button(card) for card in offers.best_discards]


def _discard_lists(scene: Scene, offers: Offers, render: int) -> list[ui.ActionRow[ui.LayoutView]]:
    texts, best = scene.texts, offers.best_discards
    options = [_card_option(scene, card, 0) for card in offers.discards if card not in best]
    placeholder = texts.t("Discard another card") if best else texts.t("Discard a card")
    return _lists(scene, placeholder, TableAction.THROW, render, options)


def _card_option(scene: Scene, card: Card, copy: int, *, chosen: bool = False) -> SelectOption:
    """Return the option of one card. Its value is ``7H``, or ``7H.1`` for the second copy."""
    value = f"{code(card)}.{copy}" if copy else code(card)
    return option(scene.texts.card(card), value, chosen=chosen, emoji=scene.detail.faces.get(card))


def _lists(
    scene: Scene,
    placeholder: str,
    action: TableAction,
    render: int,
    options: Sequence[SelectOption],
    *,
    several: bool = False,
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return as many selects as the options need."""
    parts = [options[at : at + LONGEST_LIST] for at in range(0, len(options), LONGEST_LIST)]
    return [
        scene.select(
            placeholder if number == 1 else scene.texts.t("{list} ({number})", list=placeholder, number=number),
            action,
            f"{render}_{number}",
            part,
            several=several,
        )
        for number, part in enumerate(parts, 1)
    ]


def _hand_screen(view: MeldsView, picked: Picks, judge: Judge, *, unassisted: bool) -> HandScreen:
    offers = offers_for(view, picked, judge, unassisted=unassisted)
    return lambda scene, details: melds_hand_screen(scene, view, offers.advised(details.advice), details)


def _deal_lines(scene: Scene, view: MeldsView) -> list[str]:
    texts, names, result = scene.texts, scene.names, view.deals[-1]
    return [
        *meld_lines(texts, view),
        *hand_lines(texts, view, names),
        bold(out_sum(texts, result, names)),
        *loss_lines(texts, result, names),
    ]


MELDS_SCREENS: Final[FamilyScreens[MeldsView]] = FamilyScreens(
    hand_screen=_hand_screen,
    table_lines=table_lines,
    turn_buttons=lambda scene, view: draw_buttons(scene, view) + claim_button(scene, view),
    deal_lines=_deal_lines,
    shows_hands=lambda view: bool(view.deals),
    long_reading=lambda view: partial(read_hand, view) if may_take_long(position_of(view)) else None,
    has_table_melds=lambda view: bool(view.melds),
    meld_lines=meld_lines,
)
