"""The screens of games with melds on the table: a player's hand, suggestions, and moves with the picked cards."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.laydown import may_take_long, pile_takes, position_of
from bot.rummy.cards import Card, code
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.text.catalogs import Texts, refusal_text
from bot.text.lists import all_of, and_more
from bot.text.melds.table import hand_lines as ended_lines
from bot.text.melds.table import (
    hand_value,
    last_turn_words,
    loss_lines,
    meld_lines,
    meld_names,
    missing_words,
    opening_words,
    out_sum,
    quiet_words,
    taking_words,
)
from cogs.edge.custom_ids import TableAction, move_argument
from cogs.edge.layout import LONGEST_LIST, bold, layout, option, picture, rows, text
from cogs.table.screens.ear import told_end, told_layout, told_turn
from cogs.table.screens.melds.below import advised_below, below_lists
from cogs.table.screens.melds.offers import (
    LAYING,
    Offers,
    in_order_of,
    lays_now,
    move_label,
    offers_for,
    out_label,
    plan_label,
)
from cogs.table.screens.melds.table import claim_button, draw_buttons, lists, read_lines, reads, table_lines
from cogs.table.screens.running import (
    FamilyScreens,
    HandDetails,
    HandHead,
    HandScreen,
    Judge,
    away_words,
    back_button,
    beginning_words,
    deadline_words,
    discard_label,
    hand_head,
    helping_buttons,
    in_words,
    is_away,
    panel_accent,
    tells_take_back,
    waiting_buttons,
    waiting_words,
)
from cogs.table.screens.scene import NO_PICKS, Picks, Scene
from render.melds.reading import read_hand, shows_pile


def verb_words(scene: Scene, view: MeldsView, offers: Offers) -> str:
    """Return what the player can do now, in the words of the buttons. What they should do is no part of it."""
    texts = scene.texts
    if view.turn != view.seat:
        return _waiting(scene, view)
    if not lays_now(view):
        return beginning_words(texts, view)
    if offers.lays:
        return texts.t("Your turn: lay the picked cards, or discard")
    if scene.unassisted:
        return texts.t("Your turn: pick cards to lay, or discard")
    return _laying(texts, view, offers)


def _laying(texts: Texts, view: MeldsView, offers: Offers) -> str:
    if offers.plan.out:
        return texts.t("Your turn: you can go out")
    if view.gives_back is not None:
        return _lending(texts, view, view.gives_back, offers)
    if offers.advises_undo:
        return texts.t("Your turn: take back what you laid")
    if view.debt:
        return _owing(texts, view)
    if any(step.verb is Verb.MELD for step in offers.plan.steps):
        return texts.t("Your turn: lay melds, or discard")
    return texts.t("Your turn: lay off, or discard") if offers.plan.steps else texts.t("Your turn: discard a card")


def _owing(texts: Texts, view: MeldsView) -> str:
    """Return what to do with a debt after laying something, by name if it's a card from below (D-10, R-6)."""
    if view.lifted and view.due is not None:
        return texts.t("Your turn: lay {card}, or take back", card=texts.card(view.due))
    return texts.t("Your turn: lay more, or take back")


def _lending(texts: Texts, view: MeldsView, card: Card, offers: Offers) -> str:
    """Return what to do with a card that has to be laid or given back (H-18, R-6)."""
    if offers.advises_undo:
        return texts.t("Your turn: give back {card}", card=_lent(texts, view, card))
    return texts.t("Your turn: lay {card}, or give it back", card=texts.card(card))


def _lent(texts: Texts, view: MeldsView, card: Card) -> str:
    """Return what goes back to the discard pile: a card, and how many lay on top of it (R-7)."""
    return and_more(texts, texts.card(card), len(view.lifted) - 1)


def _waiting(scene: Scene, view: MeldsView) -> str:
    """Return what the player can do out of turn: claim the discard (H-8), or pick cards for their turn."""
    if view.turn is None or tells_take_back(scene, view):
        return waiting_words(scene, view)
    texts, name = scene.texts, scene.line_names[view.turn]
    if view.claim is not None and any(move.verb is Verb.CLAIM for move in view.moves):
        card = texts.card(view.claim)
        return texts.t("Knock for {card} (+1 card), or wait for {name}", card=card, name=name)
    return texts.t("Waiting for {name}", name=name)


_IN_A_ROW: Final = 5
_ROW, _BUTTON = 48, 4
"""How many characters fit in a row of a phone, and how many a button takes besides its label."""
_SPELLED: Final = 4
"""How many lays and discards have buttons where labels spell cards: each takes a row of a phone, the longest two."""
_NEARLY_OUT: Final = 3
_NO_MELD: Final = 2
"""The most cards that can't be a meld."""


def melds_hand_screen(scene: Scene, view: MeldsView, offers: Offers, details: HandDetails) -> ui.LayoutView:
    """Show a running deal to the player in seat ``view.seat``."""
    told_words = in_words(scene, details)
    if told_words:
        return _hand_in_words(scene, view, offers, details, told_words)
    top, told = hand_head(scene, view, details, _head(scene, view, offers, details))
    items: list[ui.Item[Any]] = [top, *picture(scene.detail, details.file)]
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]), accent=panel_accent(view))
    table = scene.row.is_practice and bool(view.melds)
    last = helping_buttons(scene, view, details, told=told, table=table)
    return layout(*items, _moves(scene, view, offers, details), rows(last), accent=panel_accent(view))


def _head(scene: Scene, view: MeldsView, offers: Offers, details: HandDetails) -> HandHead:
    texts = scene.texts
    debt, lent = refusal_text(texts, view.debt) if view.debt else "", bool(view.lifted) and view.due is not None
    return HandHead(
        verb_words(scene, view, offers),
        shown=_nearly_out(scene, view),
        advice=_suggestion(texts, view, offers),
        waits=offers.holds,
        warnings=[
            _why_not(texts, offers) if offers.picks and lays_now(view) else "",
            f"⚠️ {debt}" if debt and not lent and debt not in details.notice.words else "",
            last_turn_words(texts, view),
            quiet_words(texts, view),
        ],
    )


def _nearly_out(scene: Scene, view: MeldsView) -> list[str]:
    """Return which other player holds the fewest cards, if it's only a few: the hand's picture doesn't show it."""
    seat = min((seat for seat in range(len(view.counts)) if seat != view.seat), key=view.counts.__getitem__)
    count = view.counts[seat]
    if count > _NEARLY_OUT:
        return []
    texts, name = scene.texts, scene.line_names[seat]
    return [texts.n("{name} has {n} card", "{name} has {n} cards", count, name=name)]


def _moves(scene: Scene, view: MeldsView, offers: Offers, details: HandDetails) -> list[ui.Item[Any]]:
    """Return the controls of the moves: what to lay, then discards, then the select of cards."""
    if view.turn == view.seat and not lays_now(view):
        below = advised_below(scene, view, details.advice)
        buttons = draw_buttons(scene, view, () if below else details.advice)
        return [*rows([*buttons, *below]), *below_lists(scene, view, details.render)]
    hand = in_order_of(view, details.sorting)
    listed = _pick_lists(scene, view, offers, details, hand)
    if not lays_now(view):
        return [*rows([*claim_button(scene, view), *waiting_buttons(scene, view)]), *listed]
    first = _out_rows(scene, view, offers)
    lays = [] if offers.lays else _suggestions(scene, view, offers)
    most = max(_SPELLED - len(first) - len(lays), 1) if scene.texts.spells_cards else None
    return [
        *first,
        *rows(lays),
        *_picked(scene, view, offers, details.render),
        *rows([*_discard_buttons(scene, offers, hand, most), *_undo_button(scene, view, offers)]),
        *listed,
    ]


# The panel of players who want no pictures, or where Discord took none.
def _hand_in_words(scene: Scene, view: MeldsView, offers: Offers, details: HandDetails, words: str) -> ui.LayoutView:
    """Show a running deal in words to the player in seat ``view.seat``."""
    if scene.texts.spells_cards:
        return _told(scene, view, offers, details)
    head, notice = _head(scene, view, offers, details), details.notice.words
    first = (notice, away_words(scene, view), " · ".join(filter(None, (bold(head.verb), deadline_words(scene)))))
    suggestion = scene.texts.t("Suggestion: {advice}.", advice=head.advice) if head.advice else ""
    above = text(*first, details.coach, words, suggestion, *head.warnings[:2], *table_lines(scene, view))
    if is_away(scene, view):
        return layout(above, rows([back_button(scene)]), accent=panel_accent(view))
    last = rows(helping_buttons(scene, view, details))
    return layout(above, _moves(scene, view, offers, details), last, accent=panel_accent(view))


def _told(scene: Scene, view: MeldsView, offers: Offers, details: HandDetails) -> ui.LayoutView:
    """Show a running deal to a reader who listens."""
    texts, head = scene.texts, _head(scene, view, offers, details)
    ready, lays = None if scene.unassisted else offers.ready, bool(offers.plan.steps) or view.gives_back is not None
    first = missing_words(texts, view, ready, lays=lays) if lays_now(view) else ""
    warnings = [warning for warning in head.warnings if not (first and warning.startswith("⚠️") and view.laid)]
    helping = [*(f"{words}." for words in head.shown), first]
    names, take = meld_names(texts, view), taking_words(texts, view)
    said = told_turn(scene, view, details, head.verb, warnings, helping=helping, melds=names, take=take)
    return told_layout(scene, view, details, (said, _moves(scene, view, offers, details)), reads(view))


def hand_lines(scene: Scene, view: MeldsView, advice: Sequence[Move]) -> list[str]:
    """Return what a description of a hand leaves out: the suggestion, the first meld, seats, melds, the log."""
    texts = scene.texts
    if scene.unassisted:
        return [opening_words(texts, view, None), *table_lines(scene, view)]
    offers = offers_for(view, NO_PICKS, lambda _: None).advised(advice)
    suggestion = _suggestion(texts, view, offers)
    return [
        texts.t("Suggestion: {advice}.", advice=suggestion) if suggestion else "",
        " · ".join(filter(None, (opening_words(texts, view, offers.ready), hand_value(texts, view)))),
        *table_lines(scene, view),
    ]


def _suggestion(texts: Texts, view: MeldsView, offers: Offers) -> str:
    """Return the advice in words, for players who can't tell the color of its button; empty without advice."""
    if offers.advises_undo:
        back = view.gives_back
        return (
            texts.t("take back what you laid")
            if back is None
            else texts.t("give back {card}", card=_lent(texts, view, back))
        )
    if offers.goes_out:
        return texts.t("go out now")
    card = "" if offers.last_discard is None else texts.card(offers.last_discard)
    if offers.advises_laying:
        return texts.t("lay all you can, discard {card}", card=card) if card else texts.t("lay all you can")
    return _holding(texts, offers, card) if card else ""


def _holding(texts: Texts, offers: Offers, card: str) -> str:
    if offers.holds_melds:
        return texts.t("hold your melds and discard {card}", card=card)
    if offers.holds:
        return texts.t("discard {card}, keep what fits the table", card=card)
    return texts.t("discard {card}", card=card)


def _green(advised: bool, other: ButtonStyle) -> ButtonStyle:
    return ButtonStyle.success if advised else other


def _lay_button(
    scene: Scene, view: MeldsView, move: Move, action: TableAction, style: ButtonStyle
) -> ui.Button[ui.LayoutView]:
    """Return a button that lays something. Its custom id contains the whole move."""
    return scene.button(move_label(scene.texts, view, move), action, move_argument(move), style=style)


def _out_rows(scene: Scene, view: MeldsView, offers: Offers) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the row of what wins the deal at once, or of what lays everything; empty if there's no such step.

    Its custom id has the discard that comes last. A single step is enough for going out without one.
    """
    if offers.lays:
        return []
    texts, last, steps = scene.texts, offers.last_discard, offers.plan.steps
    style = _green(offers.advises_laying or offers.goes_out, ButtonStyle.primary)
    if offers.goes_out and steps:
        argument = None if last is None else code(last)
        return rows([scene.button(out_label(texts, view, offers), TableAction.ALL, argument, style=style)])
    if offers.goes_out and last is not None:
        return rows([scene.button(out_label(texts, view, offers), TableAction.DISCARD, code(last), style=style)])
    return (
        rows([scene.button(plan_label(texts, view, offers), TableAction.ALL, style=style)]) if offers.plays_all else []
    )


def _suggestions(scene: Scene, view: MeldsView, offers: Offers) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of single lays, as many as fit in a row of a phone; the only one is green if it's advised.

    A player who can go out and has laid something has begun with it and goes on at once.
    """
    if offers.plays_all and len(view.hand) > LONGEST_LIST:
        return []  # the cards fill two selects, so there's room for one way to lay
    alone = len(offers.plan.steps) == 1
    steps = () if offers.goes_out and (alone or any(view.staged)) else offers.steps
    advised = _green(offers.advises_laying and alone, ButtonStyle.primary)
    buttons = [_lay_button(scene, view, step, TableAction.STEP, advised) for step in steps]
    others = [_lay_button(scene, view, move, TableAction.LAY, ButtonStyle.primary) for move in offers.additions]
    if scene.texts.spells_cards:
        return [*buttons, *others][: _SPELLED - 1 - offers.plays_all]
    labels = [button.label or "" for button in (*buttons, *others)]
    if _fitting(labels) == len(labels):
        return [*buttons, *others]
    return buttons[: _fitting(labels[: len(buttons)])]


def _fitting(labels: Sequence[str]) -> int:
    """Return how many buttons fit in a row of a phone, at least one."""
    return max(sum(width <= _ROW for width in accumulate(len(label) + _BUTTON for label in labels)), 1)


def _pick_lists(
    scene: Scene, view: MeldsView, offers: Offers, details: HandDetails, hand: Sequence[Card]
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the select of cards in the order of the picture; none if the buttons do everything that it could."""
    texts, picks = scene.texts, list(offers.picks)
    if not scene.unassisted and lays_now(view) and not picks and _has_all_buttons(scene, view, offers):
        return []
    options = []
    seen: dict[Card, int] = {}
    for card in hand:
        copy = seen[card] = seen.get(card, -1) + 1
        chosen = card in picks
        if chosen:
            picks.remove(card)
        options.append(_card_option(scene, card, copy, chosen=chosen))
    words = texts.t("Pick cards to lay or discard") if lays_now(view) else texts.t("Pick cards for your turn")
    return lists(scene, words, TableAction.PICK, details.render, options, several=True)


def _has_all_buttons(scene: Scene, view: MeldsView, offers: Offers) -> bool:
    """Return whether one or two cards have a button for everything that can be done with them."""
    lays = [move for move in view.moves if move.verb in LAYING]
    if len(view.hand) > _NO_MELD or (scene.texts.spells_cards and len(view.hand) + len(lays) >= _SPELLED):
        return False
    return len(lays) <= len(_suggestions(scene, view, offers)) + (offers.goes_out and len(offers.plan.steps))


def _picked(scene: Scene, view: MeldsView, offers: Offers, render: int) -> list[ui.Item[Any]]:
    """Return the lays with the picked cards as buttons or a select.

    These replace the suggestions, so that nothing is offered twice.
    """
    texts = scene.texts
    if len(offers.lays) <= _IN_A_ROW:
        buttons = [
            _lay_button(scene, view, move, TableAction.LAY, _green(move in offers.advice, ButtonStyle.primary))
            for move in offers.lays
        ]
        return [*rows(buttons)]
    options = [option(move_label(texts, view, move), move_argument(move)) for move in offers.lays]
    return [*lists(scene, texts.t("Lay the picked cards"), TableAction.LAYS, render, options[: 2 * LONGEST_LIST])]


def _why_not(texts: Texts, offers: Offers) -> str:
    """Return why the picked cards can't be laid, or the picked one not even discarded; empty if they can."""
    if offers.kept is not None and len(offers.picks) == 1 and offers.picks[0] not in offers.discards:
        return refusal_text(texts, offers.kept)
    if offers.why_not is not None:
        return refusal_text(texts, offers.why_not)
    if offers.lays:
        return ""
    cards = all_of(texts, [*map(texts.card, offers.picks)]) if texts.spells_cards else texts.cards(offers.picks)
    return texts.t("{cards} can't be laid off anywhere. Pick three or more cards to lay a meld.", cards=cards)


def _undo_button(scene: Scene, view: MeldsView, offers: Offers) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that undoes the lays of this turn or gives a card back (H-18), green if advised."""
    if not any(move.verb is Verb.UNDO for move in view.moves):
        return []
    texts, card = scene.texts, view.gives_back
    label = (
        texts.p("button", "Take back") if card is None else texts.t("Give back {card}", card=_lent(texts, view, card))
    )
    return [scene.button(label, TableAction.UNDO, style=_green(offers.advises_undo, ButtonStyle.secondary))]


def _discard_buttons(
    scene: Scene, offers: Offers, hand: Sequence[Card], most: int | None
) -> list[ui.Button[ui.LayoutView]]:
    """Return buttons for the best discards, at most ``most``, in the order of the picture.

    The advised one is green unless a lay is advised first or a hold.
    """
    advised = offers.advised_discard

    def button(card: Card) -> ui.Button[ui.LayoutView]:
        label = discard_label(scene.texts, card, suggested=card == advised)
        style, face = _green(card == advised, ButtonStyle.primary), scene.detail.faces.get(card)
        return scene.button(label, TableAction.DISCARD, code(card), style=style, emoji=face)

    wins = offers.goes_out and not offers.plan.steps and not offers.lays
    return [
        button(card)
        for card in sorted(offers.best_discards[:most], key=hand.index)
        if not (wins and card == offers.last_discard)
    ]


def _card_option(scene: Scene, card: Card, copy: int, *, chosen: bool = False) -> SelectOption:
    """Return the option of one card. Its value is ``7H``, or ``7H.1`` for the second copy."""
    value = f"{code(card)}.{copy}" if copy else code(card)
    return option(scene.texts.card(card), value, chosen=chosen, emoji=scene.detail.faces.get(card))


def _hand_screen(view: MeldsView, picked: Picks, judge: Judge, *, unassisted: bool) -> HandScreen:
    offers = offers_for(view, picked, judge, unassisted=unassisted)
    return lambda scene, details: melds_hand_screen(scene, view, offers.advised(details.advice), details)


def _long_reading(view: MeldsView) -> Callable[[], object] | None:
    """Return what may take long about a hand: to read it, or to find what could be taken from below (R-6)."""
    if shows_pile(view) and view.turn == view.seat:
        return lambda: (read_hand(view), *pile_takes(view))
    return partial(read_hand, view) if may_take_long(position_of(view)) else None


def _deal_lines(scene: Scene, view: MeldsView) -> list[str]:
    texts, names, result = scene.texts, scene.names, view.deals[-1]
    return [
        *told_end(scene, view, meld_names(texts, view)),
        *meld_lines(texts, view),
        *ended_lines(texts, view, names),
        bold(out_sum(texts, result, names)),
        *loss_lines(texts, result, names),
    ]


MELDS_SCREENS: Final[FamilyScreens[MeldsView]] = FamilyScreens(
    hand_screen=_hand_screen,
    table_lines=table_lines,
    turn_buttons=lambda scene, view: draw_buttons(scene, view) + claim_button(scene, view),
    deal_lines=_deal_lines,
    shows_hands=lambda view: bool(view.deals),
    long_reading=_long_reading,
    has_table_melds=lambda view: bool(view.melds),
    meld_lines=meld_lines,
    hand_lines=hand_lines,
    read=read_lines,
    reads=reads,
    table_warnings=lambda texts, view: [last_turn_words(texts, view)],
)
