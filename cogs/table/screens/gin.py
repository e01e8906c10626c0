"""The screens of the gin family: the public table, and a player's hand with one button per card, draws and knocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.cards import FULL_MASK, POINTS, Card, code, mask_of
from bot.rummy.gin.arrange import arrange, arrangements, deadwood
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.gin.results import (
    aim_words,
    dealer_draw_words,
    knock_sum,
    limit_words,
    melds_words,
    next_roles_words,
    points_in,
    quiet_words,
    roles_words,
    showdown_lines,
    stock_words,
    who_plays,
)
from bot.text.rules import differences
from bot.text.scores import bonus_lines
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, picture, rows, small, text
from cogs.table.screens.ear import TABLE, discard_controls, told_end, told_layout, told_turn
from cogs.table.screens.running import (
    FamilyScreens,
    HandDetails,
    HandHead,
    HandScreen,
    Judge,
    away_words,
    back_button,
    begin_buttons,
    beginning_words,
    deadline_words,
    hand_head,
    helping_buttons,
    in_words,
    is_away,
    log_lines,
    panel_accent,
    pile_words,
    scores,
    waiting_buttons,
    waiting_words,
)
from cogs.table.screens.scene import Picks, Scene
from render.drawing.rows import in_order
from render.gin.reading import can_call_big_gin, gin_rows
from render.look import Sorting


def table_lines(scene: Scene, view: GinView) -> list[str]:
    """Return the text of the table: seats with cards and scores, piles, the turn log, rules in force."""
    texts, names = scene.texts, scene.numbered
    return [
        *(_seat(texts, view, scene.numbered_seats, seat) for seat in range(len(names))),
        f"{pile_words(scene, view)} · {stock_words(texts, view)}",
        dealer_draw_words(texts, view.dealer_draw, names, view.dealer, view.waits) if _is_first_turn(view) else "",
        quiet_words(texts, view),
        *log_lines(scene, view),
        small(f"{limit_words(texts, view)} · {aim_words(texts, view.options)}"),
        small(" ".join(differences(texts, view.options))),
    ]


def _is_first_turn(view: GinView) -> bool:
    return bool(view.dealer_draw) and view.deal == 1 and view.turns == 0


def draw_buttons(scene: Scene, view: GinView, advice: Sequence[Move] = ()) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that begin a turn; none after the draw."""
    phase = view.phase
    drawing, taking = phase in (Phase.DRAW, Phase.STOCK), phase in (Phase.UPCARD, Phase.DRAW)
    buttons = begin_buttons(scene, view, drawing=drawing, taking=taking, advice=advice)
    if phase is Phase.UPCARD and view.turn in scene.people:
        buttons.append(scene.button(scene.texts.p("button", "Pass"), TableAction.PASS))
    return buttons


def _seat(texts: Texts, view: GinView, names: Sequence[str], seat: int) -> str:
    """Return a player's name, number of cards and points; the dealer is marked, as the box if there is one."""
    if seat == view.waits:
        waiting = texts.t("{name} waits", name=names[seat])
        return f"{waiting} · {points_in(texts, view, seat)}"
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer and view.options.has_box:
        held = texts.t("{name} (box): {cards}", name=names[seat], cards=count)
    elif seat == view.dealer:
        held = texts.t("{name} (dealer): {cards}", name=names[seat], cards=count)
    else:
        held = texts.t("{name}: {cards}", name=names[seat], cards=count)
    return f"{held} · {points_in(texts, view, seat)}"


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
    """Return what the player can do now, in the words of the buttons. What they should do is no part of it."""
    texts = scene.texts
    if view.seat is not None and view.seat == view.waits:
        return who_plays(texts, view, scene.line_names)
    if view.turn != view.seat:
        return waiting_words(scene, view)
    if view.phase is not Phase.DISCARD:
        return beginning_words(texts, view)
    return _end_words(scene, view, advice)


def _end_words(scene: Scene, view: GinView, advice: Sequence[Move]) -> str:
    """Return how the player can end the turn."""
    texts, knock = scene.texts, best_knock(view, advice)
    if knock is None:
        return texts.t("Your turn: discard a card")
    if scene.unassisted:
        return texts.t("Your turn: discard a card, or knock")
    if can_call_big_gin(view):
        return texts.t("Your turn: go big gin, or discard")
    if knock.arrangement.deadwood == 0:
        return texts.t("Your turn: go gin, or discard")
    return texts.t("Your turn: knock with {deadwood}, or discard", deadwood=knock.arrangement.deadwood)


def pictured(view: GinView, advice: Sequence[Move]) -> Move | None:
    """Return the move after which the picture shows the deadwood: the button's knock, else the advised discard.

    Big gin comes first, unless a knock is advised.
    """
    knock = best_knock(view, advice)
    if can_call_big_gin(view) and view.seat is not None and advised_card(advice, Verb.KNOCK) is None:
        return Move(view.seat, Verb.BIGGIN)
    if knock is not None and view.seat is not None:
        return Move(view.seat, Verb.KNOCK, knock.card)
    return next((move for move in advice[:1] if move.verb is Verb.DISCARD), None)


def gin_hand_screen(scene: Scene, view: GinView, details: HandDetails) -> ui.LayoutView:
    """Show a running deal to the player in seat ``view.seat``: a row of buttons for each row of cards."""
    told_words = in_words(scene, details)
    if told_words:
        return _hand_in_words(scene, view, details, told_words)
    advice = details.advice
    top, told = hand_head(scene, view, details, _head(scene, view, advice))
    items: list[ui.Item[Any]] = [top, *picture(scene.detail, details.file)]
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]), accent=panel_accent(view))
    last = helping_buttons(scene, view, details, told=told)
    items += _moves(scene, view, details)
    items += rows([*_end_buttons(scene, view, advice), *last])
    return layout(*items, accent=panel_accent(view))


def _head(scene: Scene, view: GinView, advice: Sequence[Move]) -> HandHead:
    return HandHead(
        verb_words(scene, view, advice),
        shown=scores(scene, view),
        advice=_suggestion(scene.texts, view, advice),
        waits=advised_card(advice, Verb.DISCARD) is not None and bool(knock_offers(view)),
        warnings=[quiet_words(scene.texts, view)],
    )


def _moves(scene: Scene, view: GinView, details: HandDetails) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the rows of the moves: a draw, or else the cards and, for players without assistance, the knocks."""
    if view.turn != view.seat:
        return rows(waiting_buttons(scene, view))
    if view.phase is not Phase.DISCARD:
        return rows(draw_buttons(scene, view, details.advice))
    return [*_card_rows(scene, view, details.advice, details.sorting), *_knock_list(scene, view, details)]


def _knock_list(scene: Scene, view: GinView, details: HandDetails) -> list[ui.ActionRow[ui.LayoutView]]:
    options = _plain_knocks(scene, view, details.sorting) if scene.unassisted else []
    words = scene.texts.t("Knock and discard")
    return [scene.select(words, TableAction.KNOCKS, str(details.render), options)] if options else []


# The panel of players who want no pictures, or where Discord took none.
def _hand_in_words(scene: Scene, view: GinView, details: HandDetails, words: str) -> ui.LayoutView:
    """Show a running deal in words to the player in seat ``view.seat``."""
    advice = details.advice
    if scene.texts.spells_cards:
        verb, quiet = verb_words(scene, view, advice), quiet_words(scene.texts, view)
        roles = roles_words(scene.texts, view, scene.line_names)
        said = told_turn(scene, view, details, verb, [quiet], helping=[roles])
        return told_layout(scene, view, details, (said, _told_moves(scene, view, details)), [TABLE])
    head, notice = _head(scene, view, advice), details.notice.words
    first = (notice, away_words(scene, view), " · ".join(filter(None, (bold(head.verb), deadline_words(scene, view)))))
    items: list[ui.Item[Any]] = [text(*first, details.coach, words, *hand_lines(scene, view, advice))]
    if is_away(scene, view):
        return layout(*items, rows([back_button(scene)]), accent=panel_accent(view))
    items += _moves(scene, view, details)
    items += rows([*_end_buttons(scene, view, advice), *helping_buttons(scene, view, details)])
    return layout(*items, accent=panel_accent(view))


def _told_moves(scene: Scene, view: GinView, details: HandDetails) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the controls of the moves for readers who listen: the knock first, then the cards by name."""
    if view.turn != view.seat or view.phase is not Phase.DISCARD:
        return _moves(scene, view, details)
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
    cards = [card for card in in_order(gin_rows(view, details.sorting)) if card in open_cards]
    loose = [card for card in cards if scene.unassisted or card in arrange(mask_of(view.hand)).loose]
    melded = [card for card in cards if card not in loose]
    advised = None if knock_offers(view) else advised_card(details.advice, Verb.DISCARD)
    return [
        *rows(_end_buttons(scene, view, details.advice)),
        *discard_controls(scene, loose, melded, details.render, advised),
        *_knock_list(scene, view, details),
    ]


def hand_lines(scene: Scene, view: GinView, advice: Sequence[Move]) -> list[str]:
    """Return what a description of a hand leaves out: the suggestion, scores, piles, the log, the rules in force."""
    suggestion = _suggestion(scene.texts, view, advice)
    line = scene.texts.t("Suggestion: {advice}.", advice=suggestion) if suggestion else ""
    return [line, *table_lines(scene, view)]


def _suggestion(texts: Texts, view: GinView, advice: Sequence[Move]) -> str:
    """Return the advice in words, for players who can't tell the color of its button."""
    card = advised_card(advice, Verb.DISCARD)
    if _advises_big_gin(advice):
        return texts.t("go big gin")
    if card is not None and knock_offers(view):
        return texts.t("discard {card} and play on", card=texts.card(card))
    if card is not None:
        return texts.t("discard {card}", card=texts.card(card))
    knock = best_knock(view, advice) if advised_card(advice, Verb.KNOCK) is not None else None
    if knock is None:
        return ""
    return texts.p("advice", "knock") if knock.arrangement.deadwood else texts.t("go gin")


def _card_rows(
    scene: Scene, view: GinView, advice: Sequence[Move], sorting: Sorting
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return a row of buttons per row of the picture: melded cards gray, loose ones blue, the advised discard green.

    All are gray if unassisted. If the advice is to wait with a knock, none is green. The card just taken has no button.
    """
    loose = set() if scene.unassisted else set(arrange(mask_of(view.hand)).loose)
    advised = None if knock_offers(view) else advised_card(advice, Verb.DISCARD)
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}

    # without its face, which would repeat the label and break the row on a phone
    def button(card: Card) -> ui.Button[ui.LayoutView]:
        style = ButtonStyle.primary if card in loose else ButtonStyle.secondary
        if card == advised:
            style = ButtonStyle.success
        return scene.button(scene.texts.card(card), TableAction.DISCARD, code(card), style=style)

    cards = ([card for card in in_order([row]) if card in open_cards] for row in gin_rows(view, sorting))
    return [action_row for row in cards for action_row in rows([button(card) for card in row])]


def _end_buttons(scene: Scene, view: GinView, advice: Sequence[Move]) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of big gin and of the best knock, green if advised.

    Empty if there's neither; an unassisted table has only that of big gin.
    """
    buttons = []
    if can_call_big_gin(view):
        style = ButtonStyle.success if _advises_big_gin(advice) else ButtonStyle.primary
        buttons.append(scene.button(scene.texts.p("button", "Big gin"), TableAction.BIGGIN, style=style))
    best = None if scene.unassisted else best_knock(view, advice)
    if best is not None:
        style = ButtonStyle.primary if advised_card(advice, Verb.KNOCK) is None else ButtonStyle.success
        label = _knock_label(scene.texts, best)
        buttons.append(scene.button(label, TableAction.KNOCK, code(best.card), style=style))
    return buttons


def _advises_big_gin(advice: Sequence[Move]) -> bool:
    return any(move.verb is Verb.BIGGIN for move in advice)


def _knock_label(texts: Texts, knock: Knock) -> str:
    card = texts.card(knock.card)
    if texts.spells_cards:
        if knock.arrangement.deadwood == 0:
            return texts.t("Gin, discard {card}", card=card)
        return texts.t("Knock, discard {card}", card=card)
    if knock.arrangement.deadwood == 0:
        return texts.t("Gin · discard {card}", card=card)
    return texts.t("Knock · discard {card}", card=card)


def _knock_name(texts: Texts, knock: Knock) -> str:
    """Return a knock among others: the deadwood that remains, and the discard."""
    card, left = texts.card(knock.card), knock.arrangement.deadwood
    if left == 0:
        return texts.t("Gin · discard {card}", card=card)
    return texts.t("Knock {deadwood} · discard {card}", deadwood=left, card=card)


def other_knocks(scene: Scene, view: GinView, advice: Sequence[Move]) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the selects of the knocks without a button: each card once, then other melds for a card (G-15)."""
    if scene.unassisted:
        return []
    texts, button = scene.texts, best_knock(view, advice)
    lists = (
        (texts.t("Other knocks"), [_knock_option(texts, knock) for knock in knock_offers(view) if knock != button]),
        (texts.t("Knock with other melds"), [_melds_option(texts, knock) for knock in other_melds(view)]),
    )
    return [
        scene.select(placeholder, TableAction.KNOCKS, str(number), options)
        for number, (placeholder, options) in enumerate(lists)
        if options
    ]


def _plain_knocks(scene: Scene, view: GinView, sorting: Sorting) -> list[SelectOption]:
    """Return options for the cards to knock with, without the deadwood that remains."""
    cards = {move.card for move in view.moves if move.verb is Verb.KNOCK}
    texts = scene.texts

    def label(card: Card) -> str:
        return texts.t("Knock · discard {card}", card=texts.card(card))

    return [option(label(card), code(card)) for card in in_order(gin_rows(view, sorting)) if card in cards]


def _knock_option(texts: Texts, knock: Knock) -> SelectOption:
    """Return the option of a card to knock with, described by its melds."""
    return option(_knock_name(texts, knock), str(knock), description=melds_words(texts, knock.arrangement.melds))


def _melds_option(texts: Texts, knock: Knock) -> SelectOption:
    melds = melds_words(texts, knock.arrangement.melds)
    return option(f"{_knock_name(texts, knock)}: {melds}", str(knock))


def _hand_screen(view: GinView, _picked: Picks, _judge: Judge, *, unassisted: bool) -> HandScreen:  # noqa: ARG001 - as for every family
    return lambda scene, details: gin_hand_screen(scene, view, details)


def _chosen_knock(view: GinView, value: str) -> Move | None:
    knock = knock_named(view, value)
    return None if knock is None else Move(view.seat or 0, Verb.KNOCK, knock.card, knock.arrangement.melds)


def _deal_lines(scene: Scene, view: GinView) -> list[str]:
    texts, showdown = scene.texts, view.showdown
    shown = showdown_lines(texts, showdown, scene.names) if showdown else ()
    return [*told_end(scene, view), *shown, bold(knock_sum(texts, view.deals[-1], showdown))]


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
    other_knocks=other_knocks,
    pictured=pictured,
    hand_lines=hand_lines,
    next_lines=lambda scene, view: [next_roles_words(scene.texts, view, scene.line_names)],
    gives_reasons=True,
)
