"""Hands of the gin family laid open: after a knock with lay-offs and points, and at a moment of a finished game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.rummy.cards import POINTS, Card
from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome, Showdown
from bot.text.catalogs import Texts
from bot.text.gin.results import points_sum
from bot.text.scores import won_words
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import LABEL, NARROWEST, drawable, length, shown_name
from render.drawing.lines import Chip, Part, Words, chip_width, draw_chip, draw_line, fitting, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    BAR,
    BAR_BELOW,
    ROW_RADIUS,
    STRIPE,
    TAG,
    draw_bar,
    draw_card,
    draw_dashes,
    draw_fitted,
    draw_framed,
    draw_name,
    draw_panel,
    draw_tag,
    level_width,
)
from render.drawing.png import CARDS
from render.drawing.rows import LOOSE, Group, GroupRow, Spacing, groups_of, placed, row_width
from render.drawing.shapes import Symbol, symbol
from render.gin.alt import hand_groups, knock_alt
from render.gin.reading import highest_first
from render.gin.table import score_parts
from render.look import DEFAULT, Look
from render.values import FaceUpHand, Picture

OPEN_WIDTHS: Final = (84, 82, 80, 78, 76, 74, 71, 68, 65, 62, 59)
"""Widths of cards; the first one with which all hands fit is used. The last has ranks of 33 pixels."""

_PANEL: Final = 236
"""The height of the panel of an open hand, in pixels."""
_HEAD: Final = 44
"""The middle of its first line, from its top."""
_CARDS: Final = 86
_WITHIN, _GROUPS = 4, 24
_CARDS_INSIDE: Final = 32 - STRIPE  # to the right of the stripe
_RIGHT: Final = 18
_TRAY, _TRAY_ABOVE, _TRAY_MORE = 14, 10, 32
_FRAMED: Final = 4
"""Room on each side of a framed card, in pixels."""
_TRAY_SUM: Final = 50
_TRAY_SUM_ROOM: Final = 24


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open: its groups, and cards framed in a color."""

    groups: tuple[Group, ...]
    framed: Mapping[Card, Ink] = field(default_factory=dict)


def open_format(hands: Sequence[OpenHand], width: int) -> CardFormat:
    """Return the largest format of cards with which hands fit panels of a width."""
    room = width - STRIPE - _CARDS_INSIDE - _RIGHT
    fitting = (across for across in OPEN_WIDTHS if all(_width(hand, across) <= room for hand in hands))
    return upright(next(fitting, OPEN_WIDTHS[-1]))


def draw_open_cards(canvas: Canvas, panel: Area, hand: OpenHand, shape: CardFormat) -> None:
    """Draw the cards of a hand in its panel, from the left; the tray reaches to the right."""
    x, y = panel.x + STRIPE + _CARDS_INSIDE, panel.y + _CARDS
    for group in hand.groups:
        if group.kind is LOOSE:
            above = y - _TRAY_ABOVE
            _tray(canvas, Area(x, above, panel.x + panel.width - _RIGHT - x, shape.height + _TRAY_MORE), hand, shape)
            return
        edges = _edges(hand, group.cards, x, shape.width)
        _cards(
            canvas, hand, [(card, left, y) for card, left in zip(group.cards, edges, strict=False)], shape, Ink.PANEL
        )
        width = edges[-1] - _WITHIN - x
        draw_bar(canvas, x + 1, y + shape.height + BAR_BELOW + 1, width - 2, group.kind, ground=Ink.PANEL, thick=BAR)
        x += width + _GROUPS


def _edges(hand: OpenHand, cards: Sequence[Card], x: int, width: int) -> list[int]:
    """Return the left edges of cards, and of one that would follow; framed ones need more room."""
    edges = []
    for card in cards:
        more = _FRAMED if card in hand.framed else 0
        edges.append(x + more)
        x += width + _WITHIN + 2 * more
    return [*edges, x]


def _tray(canvas: Canvas, area: Area, hand: OpenHand, shape: CardFormat) -> None:
    """Draw the loose cards in a tray, and their sum if there is room for it."""
    loose = hand.groups[-1].cards
    draw_panel(canvas, area, fill=Ink.TRAY, ground=Ink.PANEL, rounding=ROW_RADIUS)
    edges = _edges(hand, loose, area.x + _TRAY, shape.width)
    y = area.y + _TRAY_ABOVE
    _cards(canvas, hand, [(card, left, y) for card, left in zip(loose, edges, strict=False)], shape, Ink.TRAY)
    words = " + ".join(str(POINTS[card]) for card in loose)
    room = area.x + area.width - edges[-1] - _TRAY_SUM_ROOM
    if len(loose) > 1 and length(words, _TRAY_SUM, True) <= room:
        style = TextStyle(_TRAY_SUM, Ink.TEXT, Ink.TRAY, side="middle")
        middle = edges[-1] + (area.x + area.width - edges[-1]) // 2
        canvas.text(middle, area.y + area.height // 2, words, style)


def _cards(
    canvas: Canvas, hand: OpenHand, places: Sequence[tuple[Card, int, int]], shape: CardFormat, ground: Ink
) -> None:
    """Draw the cards of a group, with the frames of those that have any."""
    for card, x, y in places:
        if card in hand.framed:
            draw_framed(canvas, card, x, y, shape, color=hand.framed[card], ground=ground, shadow=False)
        else:
            draw_card(canvas, card, x, y, shape, ground=ground)


def _width(hand: OpenHand, card: int) -> int:
    cards = sum(_edges(hand, group.cards, 0, card)[-1] - _WITHIN for group in hand.groups)
    tray = 2 * _TRAY if hand.groups and hand.groups[-1].kind is LOOSE else 0
    return cards + (len(hand.groups) - 1) * _GROUPS + tray


LEFT, RIGHT = 32, 1068

_BANNER: Final = Area(LEFT, 28, RIGHT - LEFT, 98)
_HANDS: Final = 142
_STEP: Final = _PANEL + 14
_POINTS, _POINTS_HIGH = 90, 142
"""The height of the points, and of those of Hollywood's three games."""
_BELOW: Final = 28
_APART: Final = 16
_HEADLINE, _LEAST, _SUM = 66, 44, 56
_MARK: Final = 42
_AFTER, _BEFORE = 76, 54
"""The sizes of points after the deal and before it."""
_LEAST_NAME: Final = 150
_INSIDE: Final = 28


@dataclass(frozen=True, slots=True)
class KnockHand:
    """One hand after a knock: its seat, its cards, what it laid off, and its deadwood before that and after."""

    seat: int
    hand: OpenHand
    laid_off: tuple[Card, ...]
    before: int
    after: int
    knocked: bool = False


def knock_picture(view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw both hands after a knock or big gin. ValueError if nobody has knocked."""
    if view.showdown is None:
        raise ValueError("nobody has knocked in this deal")
    foot, several = _HANDS + 2 * _STEP, len(view.columns) > 1
    height = _POINTS_HIGH if several else _POINTS
    canvas = Canvas(look, texts, foot + height + _BELOW)
    _banner(canvas, view.deals[-1], view.showdown, names, texts)
    hands = _winner_first(knock_hands(view.showdown), view.deals[-1].winner)
    shape = open_format([hand.hand for hand in hands], RIGHT - LEFT)
    for number, hand in enumerate(hands):
        panel = Area(LEFT, _HANDS + number * _STEP, RIGHT - LEFT, _PANEL)
        draw_panel(canvas, panel, stripe=SEATS[hand.seat])
        _head(canvas, panel, hand, names[hand.seat], texts)
        draw_open_cards(canvas, panel, hand.hand, shape)
    seats = [hand.seat for hand in hands] + [seat for seat in (view.deals[-1].waited,) if seat is not None]
    across = (RIGHT - LEFT + _APART) // len(seats) - _APART
    for number, seat in enumerate(seats):
        points = Area(LEFT + number * (across + _APART), foot, across, height)
        draw_panel(canvas, points, stripe=SEATS[seat])
        if several:
            _all_points(canvas, view, texts, (seat, names[seat]), points)
        else:
            _points(canvas, view, seat, names[seat], points)
    return Picture(canvas.png(CARDS), knock_alt(view, names, texts))


def _winner_first(hands: tuple[KnockHand, KnockHand], winner: int | None) -> Sequence[KnockHand]:
    """Return the hands with the winner's first, or the knocker's after a tie."""
    return hands if winner in (None, hands[0].seat) else hands[::-1]


def knock_hands(showdown: Showdown) -> tuple[KnockHand, KnockHand]:
    """Return both hands, the knocker's first and with the cards laid off on its melds."""
    laid, defense = showdown.arrangement, showdown.defense
    knocker, defender = showdown.knocker, showdown.defender
    off = tuple(lay_off.card for lay_off in defense.lay_offs)
    melds = tuple(
        tuple(sorted((*meld, *(lay_off.card for lay_off in defense.lay_offs if lay_off.meld == number))))
        for number, meld in enumerate(laid.melds)
    )
    upper = OpenHand(groups_of(melds, highest_first(laid.loose)), dict.fromkeys(off, SEATS[defender]))
    lower = OpenHand(groups_of(defense.arrangement.melds, highest_first(defense.arrangement.loose)))
    return (
        KnockHand(knocker, upper, (), laid.deadwood, laid.deadwood, knocked=True),
        KnockHand(defender, lower, off, defense.before, defense.arrangement.deadwood),
    )


def _banner(canvas: Canvas, result: DealResult, showdown: Showdown, names: Sequence[str], texts: Texts) -> None:
    """Write who won the deal and by how much on gold, and how that adds up."""
    won = result.winner is not None
    fill, ink = (Ink.GOLD, Ink.ON_COLOR) if won else (Ink.PANEL, Ink.TEXT)
    draw_panel(canvas, _BANNER, fill=fill, shadow=won)
    middle = _BANNER.y + _BANNER.height // 2
    mark = symbol(Symbol.MARK, _MARK)
    canvas.stamp(mark, LEFT + _INSIDE, middle - mark.height // 2, ink, fill)
    left, right = LEFT + _INSIDE + mark.width + 24, RIGHT - _INSIDE - 4
    used = canvas.text(right, middle, _sum(showdown, won=won), TextStyle(_SUM, ink, fill, side="right"))
    headline = TextStyle(_HEADLINE, ink, fill)
    parts = headline_parts(result, names, texts)
    draw_line(canvas, left, middle, parts, headline, width=right - used - 40 - left, least=_LEAST)


def headline_parts(result: DealResult, names: Sequence[str], texts: Texts) -> tuple[Part, ...]:
    """Return who won a deal and by how much."""
    if result.winner is None:
        return parted(texts.t("Tie: no points"))
    name = shown_name(names, result.winner, texts)
    points = won_words(texts, result, names)
    match result.outcome:
        case Outcome.GIN:
            sentence = texts.t("{name} has gin: {points}", name=slot(0), points=points)
        case Outcome.BIG_GIN:
            sentence = texts.t("{name} has big gin: {points}", name=slot(0), points=points)
        case Outcome.UNDERCUT:
            sentence = texts.t("{name} undercuts: {points}", name=slot(0), points=points)
        case _:
            sentence = texts.t("{name} knocks: {points}", name=slot(0), points=points)
    return parted(sentence, Words(name, name=True))


def _sum(showdown: Showdown, *, won: bool) -> str:
    """Return how the points add up, or that both deadwoods are equal."""
    own, other = showdown.arrangement.deadwood, showdown.defense.arrangement.deadwood
    return points_sum(showdown) if won else f"{own} = {other}"


def _head(canvas: Canvas, panel: Area, hand: KnockHand, name: str, texts: Texts) -> None:
    """Write a hand's player, what they laid off, and their deadwood: the knocker's in gold."""
    y = panel.y + _HEAD
    left, right = panel.x + STRIPE + 14, panel.x + panel.width - _INSIDE
    value = TextStyle(58, Ink.GOLD if hand.knocked else Ink.TEXT, Ink.PANEL, side="right")
    right -= canvas.text(right, y, str(hand.after), value) + 12
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
    if hand.laid_off:
        right -= canvas.text(right, y, f"{hand.before} →", TextStyle(50, Ink.LABEL, Ink.PANEL, side="right")) + 12
    right -= canvas.text(right, y + 2, texts.p("before a number", "Deadwood"), label) + 24
    parts = _laid_off(canvas, hand.laid_off, texts, right - left - _least_name(name))
    off = min(line_length(canvas, parts, label) + 20, right - left - _least_name(name)) if parts else 0
    used = draw_name(canvas, left, y, hand.seat, name, ground=Ink.PANEL, width=right - left - off, size=54)
    if parts:
        style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
        draw_line(canvas, left + used + 20, y, parts, style, width=right - left - used - 20)


def _least_name(name: str) -> int:
    """Return how much room a name gets next to cards that were laid off."""
    return 70 + min(length(drawable(name) or "", LABEL, True), 170) + level_width(name)


def _laid_off(canvas: Canvas, cards: Sequence[Card], texts: Texts, room: int) -> Sequence[Part]:
    """Return the cards that were laid off as a line, or how many there are if they don't fit."""
    if not cards:
        return ()
    slots = " ".join(slot(number) for number in range(len(cards)))
    count = len(cards)
    forms = (
        parted(texts.p("said about a player", "laid off {cards}", cards=slots), *map(Chip, cards)),
        parted(texts.pn("said about a player", "laid off {n} card", "laid off {n} cards", count)),
        parted(texts.pn("short for “laid off {n} cards”", "{n} off", "{n} off", count)),
    )
    style = TextStyle(LABEL, black=False)
    if line_length(canvas, forms[0], style) + 20 <= room:
        return forms[0]
    return fitting(canvas, forms[1:], style, room - 20, narrow=NARROWEST)


def _points(canvas: Canvas, view: GinView, seat: int, name: str, panel: Area) -> None:
    """Write a seat's points before the deal and after it; unchanged ones once."""
    left, right, y = panel.x + STRIPE + 14, panel.x + panel.width - _INSIDE, panel.y + panel.height // 2
    column = view.columns[0]
    entry = column.entries[-1] if column.entries else None
    total, more = column.totals[seat], entry[seat] if entry is not None else 0
    right -= canvas.text(right, y, str(total), TextStyle(_AFTER, Ink.TEXT, Ink.PANEL, side="right")) + 14
    if more and right - left - length(f"{total - more} →", _BEFORE, False) - 20 >= _LEAST_NAME + level_width(name):
        style = TextStyle(_BEFORE, Ink.LABEL, Ink.PANEL, black=False, side="right")
        right -= canvas.text(right, y + 2, f"{total - more} →", style) + 20
    draw_name(canvas, left, y, seat, name, ground=Ink.PANEL, width=right - left, size=50)


def _all_points(canvas: Canvas, view: GinView, texts: Texts, player: tuple[int, str], panel: Area) -> None:
    """Write a seat's points in each of Hollywood's games after the game's number; those that changed are brighter."""
    seat, name = player
    left, room = panel.x + STRIPE + 14, panel.width - STRIPE - 14 - _INSIDE
    draw_name(canvas, left, panel.y + 42, seat, name, ground=Ink.PANEL, width=room, size=50)
    style = TextStyle(48, Ink.LABEL, Ink.PANEL, black=False)
    parts = score_parts(view, texts, seat, (Ink.TEXT, Ink.LABEL))
    for number, forms in enumerate(parts):
        line = fitting(canvas, forms, style, room // 3 - 10, narrow=NARROWEST)
        draw_line(canvas, left + 2 + number * room // 3, panel.y + 102, line, style, width=room // 3 - 10)


_REPLAY_TOP, _REPLAY_BELOW = 26, 28
_REPLAY_HEAD, _REPLAY_CARDS, _REPLAY_FOOT = 40, 76, 18
_REPLAY_INSIDE, _REPLAY_GAP = 26, 14
_REPLAY_SPACING: Final = Spacing(8, 8, 20)
_REPLAY_WIDEST: Final = 100
_PILES: Final = 70
_CHIP, _CHIP_GAP = 48, 12


def draw_gin_replay(look: Look, views: Sequence[GinView], hands: Sequence[FaceUpHand], texts: Texts) -> Canvas:
    """Draw two hands with their melds, and below them the stock and the newest discards."""
    view = views[0]
    rows = [_groups(hand) for hand in hands]
    room = RIGHT - LEFT - STRIPE - 2 * _REPLAY_INSIDE
    widths = [
        (room - row_width(row, 0, _REPLAY_SPACING)) // len(hand.cards)
        for row, hand in zip(rows, hands, strict=True)
        if row
    ]
    shape = upright(min([*widths, _REPLAY_WIDEST]))
    heights = [_REPLAY_CARDS + (shape.height + _REPLAY_FOOT if row else 0) for row in rows]
    tops = [_REPLAY_TOP + sum(heights[:seat]) + seat * _REPLAY_GAP for seat in range(len(rows) + 1)]
    foot = tops[-1]
    canvas = Canvas(look, texts, foot + _PILES + _REPLAY_BELOW)
    for seat, (hand, row) in enumerate(zip(hands, rows, strict=True)):
        panel = Area(LEFT, tops[seat], RIGHT - LEFT, heights[seat])
        ground = SEATS[seat] if view.turn == seat else Ink.PANEL
        draw_panel(
            canvas, panel, fill=ground, stripe=None if view.turn == seat else SEATS[seat], shadow=view.turn == seat
        )
        _replay_head(canvas, panel, seat, hand, ground)
        _replay_cards(canvas, hand, row, (panel.x + STRIPE + _REPLAY_INSIDE, panel.y + _REPLAY_CARDS), (shape, ground))
    _piles(canvas, view, texts, Area(LEFT, foot, RIGHT - LEFT, _PILES))
    return canvas


def _groups(hand: FaceUpHand) -> GroupRow:
    return tuple(
        Group(LOOSE, highest_first(group.cards)) if group.kind is LOOSE else group for group in hand_groups(hand.cards)
    )


def _replay_head(canvas: Canvas, panel: Area, seat: int, hand: FaceUpHand, ground: Ink) -> None:
    """Write a hand's player and its deadwood, and on a tag what they won. The player to move fills the panel."""
    y, acts = panel.y + _REPLAY_HEAD, ground is not Ink.PANEL
    left, right = panel.x + STRIPE + 14, panel.x + panel.width - _REPLAY_INSIDE
    style = TextStyle(LABEL, Ink.SOFT if acts else Ink.TEXT, ground, black=False, side="right")
    right -= draw_fitted(canvas, right, y, hand.counted, style, width=400) + 24
    if hand.mark and not acts:
        right -= draw_tag(canvas, right, y - TAG // 2, hand.mark, Ink.GOLD, side="right", ground=ground) + 24
    draw_name(canvas, left, y, seat, hand.name, ground=ground, width=right - left, size=54)


def _replay_cards(
    canvas: Canvas, hand: FaceUpHand, row: GroupRow, start: tuple[int, int], drawn: tuple[CardFormat, Ink]
) -> None:
    """Draw a hand in a row: the card drawn this turn in a frame, the card that an Expert would discard in dashes."""
    (x, y), (shape, ground) = start, drawn
    places = [
        (card, edge)
        for group, edges in placed(row, x, shape.width, _REPLAY_SPACING)
        for card, edge in zip(group.cards, edges, strict=True)
    ]
    for card, edge in places:
        if card == hand.framed:
            draw_framed(canvas, card, edge, y, shape, color=Ink.ON_COLOR, ground=ground, shadow=False)
        else:
            canvas.card(card, edge, y, shape, ground)
    for card, edge in places:
        if card == hand.advised:
            grown = 13 if card == hand.framed else 8
            around = Area(edge, y, shape.width, shape.height).grown(grown)
            draw_dashes(canvas, around, Ink.ON_COLOR, thick=5, radius=shape.corner + grown, ground=ground)


def _piles(canvas: Canvas, view: GinView, texts: Texts, area: Area) -> None:
    """Write the stock, and as many of the newest discards as there is room for, the newest first."""
    draw_panel(canvas, area, rounding=ROW_RADIUS)
    y, x, end = area.y + area.height // 2, area.x + _REPLAY_INSIDE, area.x + area.width - _REPLAY_INSIDE
    style = TextStyle(_CHIP, Ink.LABEL, Ink.PANEL, black=False)
    stock = parted(texts.t("Stock {count}", count=slot(0)), Words(str(view.stock), Ink.TEXT, black=True))
    x += draw_line(canvas, x, y, stock, style, width=300) + 56
    words = texts.p("pile, before its cards", "Discards") if view.discards else texts.p("pile", "No discards")
    x += draw_fitted(canvas, x, y, words, style, width=300) + _CHIP_GAP
    for card in view.discards[::-1]:
        if x + chip_width(canvas, card, _CHIP) > end:
            break
        x += draw_chip(canvas, x, y, card, _CHIP, ground=Ink.PANEL) + _CHIP_GAP
