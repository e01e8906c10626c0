"""Hands of the gin family laid open: after a knock with lay-offs and points, and at a moment of a finished game."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from bot.rummy.cards import POINTS, Card
from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome, Showdown
from bot.text.catalogs import Texts
from bot.text.gin.results import points_sum
from bot.text.lists import gain
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import LABEL, drawable, length, shown_name
from render.drawing.lines import Chip, Part, Words, draw_line, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    BAR,
    BAR_BELOW,
    ROW_RADIUS,
    STRIPE,
    draw_bar,
    draw_card,
    draw_cut,
    draw_dashes,
    draw_disc,
    draw_fitted,
    draw_framed,
    draw_level,
    draw_name,
    draw_panel,
    draw_stock,
    draw_tag,
    level_width,
)
from render.drawing.png import CARDS
from render.drawing.rows import LOOSE, Group, groups_of
from render.drawing.shapes import Symbol, symbol
from render.gin.alt import hand_groups, knock_alt
from render.look import DEFAULT, Look
from render.values import FaceUpHand, Picture

OPEN_PANEL: Final = 246
"""The height of the panel of an open hand, in pixels."""
OPEN_HEAD: Final = 46
"""The middle of its first line, from its top."""
OPEN_WIDTHS: Final = (74, 71, 68, 65, 62, 59)
"""Widths of cards; the first one with which all hands fit is used. The last has ranks of 30 pixels."""

_CARDS: Final = 92
_WITHIN, _GROUPS = 4, 24
_CARDS_INSIDE: Final = 32 - STRIPE  # to the right of the stripe
_RIGHT: Final = 18
_TRAY, _TRAY_ABOVE, _TRAY_MORE = 16, 14, 36
_FRAMED: Final = 4
"""Room on each side of a framed card, in pixels."""
_TRAY_SUM: Final = 50
_TRAY_SUM_ROOM: Final = 24


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open: its groups, cards framed in a color, and cards in dashes."""

    groups: tuple[Group, ...]
    framed: Mapping[Card, Ink] = field(default_factory=dict)
    dashed: AbstractSet[Card] = frozenset()


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
    """Draw the cards of a group, then the marks of those that have any."""
    for card, x, y in places:
        if card in hand.framed:
            draw_framed(canvas, card, x, y, shape, color=hand.framed[card], ground=ground, shadow=False)
        else:
            draw_card(canvas, card, x, y, shape, ground=ground)
    for card, x, y in places:
        if card in hand.dashed:
            around = Area(x, y, shape.width, shape.height).grown(6)
            draw_dashes(canvas, around, Ink.GOLD, thick=5, radius=shape.corner + 6, ground=ground)


def _width(hand: OpenHand, card: int) -> int:
    cards = sum(_edges(hand, group.cards, 0, card)[-1] - _WITHIN for group in hand.groups)
    tray = 2 * _TRAY if hand.groups and hand.groups[-1].kind is LOOSE else 0
    return cards + (len(hand.groups) - 1) * _GROUPS + tray


HEIGHT: Final = 812
LEFT, RIGHT = 32, 1068

_BANNER: Final = Area(LEFT, 30, RIGHT - LEFT, 98)
_HANDS: Final = 146
_STEP: Final = OPEN_PANEL + 16
_POINTS: Final = (670, 108)
_HALF: Final = 510
_HEADLINE, _LEAST, _SUM = 66, 50, 56
_MARK: Final = 42
_AFTER, _BEFORE = 76, 54
"""The sizes of points after the deal and before it."""
_BEFORE_NAME: Final = 70
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
    """Draw both hands after a knock. ValueError if nobody has knocked."""
    if view.showdown is None:
        raise ValueError("nobody has knocked in this deal")
    canvas = Canvas(look, texts, HEIGHT)
    _banner(canvas, view.deals[-1], view.showdown, names, texts)
    hands = knock_hands(view.showdown)
    shape = open_format([hand.hand for hand in hands], RIGHT - LEFT)
    for number, hand in enumerate(hands):
        panel = Area(LEFT, _HANDS + number * _STEP, RIGHT - LEFT, OPEN_PANEL)
        draw_panel(canvas, panel, stripe=SEATS[hand.seat])
        _head(canvas, panel, hand, names[hand.seat], texts)
        draw_open_cards(canvas, panel, hand.hand, shape)
    low = _in_own_line(view, texts, names)
    for seat, name in enumerate(names):
        _points(canvas, view, texts, seat, (name, low))
    return Picture(canvas.png(CARDS), knock_alt(view, names, texts))


def knock_hands(showdown: Showdown) -> tuple[KnockHand, KnockHand]:
    """Return both hands, the knocker's first and with the cards laid off on its melds."""
    laid, defense = showdown.arrangement, showdown.defense
    knocker, defender = showdown.knocker, 1 - showdown.knocker
    off = tuple(lay_off.card for lay_off in defense.lay_offs)
    melds = tuple(
        tuple(sorted((*meld, *(lay_off.card for lay_off in defense.lay_offs if lay_off.meld == number))))
        for number, meld in enumerate(laid.melds)
    )
    upper = OpenHand(groups_of(melds, laid.loose), dict.fromkeys(off, SEATS[defender]))
    lower = OpenHand(groups_of(defense.arrangement.melds, defense.arrangement.loose))
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
    points = gain(result.points[result.winner])
    match result.outcome:
        case Outcome.GIN:
            sentence = texts.t("{name} has gin: {points}", name=slot(0), points=points)
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
    y = panel.y + OPEN_HEAD
    left, right = panel.x + STRIPE + 14, panel.x + panel.width - _INSIDE
    value = TextStyle(58, Ink.GOLD if hand.knocked else Ink.TEXT, Ink.PANEL, side="right")
    right -= canvas.text(right, y, str(hand.after), value) + 12
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
    if hand.laid_off:
        right -= canvas.text(right, y, f"{hand.before} →", TextStyle(50, Ink.LABEL, Ink.PANEL, side="right")) + 12
    right -= canvas.text(right, y + 2, texts.t("Deadwood"), label) + 24
    parts = _laid_off(canvas, hand.laid_off, texts, right - left - _least_name(name))
    off = min(line_length(canvas, parts, label) + 20, right - left - _least_name(name)) if parts else 0
    used = draw_name(canvas, left, y, hand.seat, name, ground=Ink.PANEL, width=right - left - off, size=54)
    if parts:
        style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
        draw_line(canvas, left + used + 20, y, parts, style, width=right - left - used - 20)


def _least_name(name: str) -> int:
    """Return how much room a name gets next to cards that were laid off."""
    return 70 + min(length(drawable(name) or "", LABEL, True), 170) + level_width(name)


def _laid_off(canvas: Canvas, cards: Sequence[Card], texts: Texts, room: int) -> tuple[Part, ...]:
    """Return the cards that were laid off as a line, or how many there are if they don't fit."""
    if not cards:
        return ()
    slots = " ".join(slot(number) for number in range(len(cards)))
    parts = parted(texts.t("laid off {cards}", cards=slots), *map(Chip, cards))
    if line_length(canvas, parts, TextStyle(LABEL, black=False)) + 20 <= room:
        return parts
    return parted(texts.n("laid off {n} card", "laid off {n} cards", len(cards)))


def _points(canvas: Canvas, view: GinView, texts: Texts, seat: int, drawn: tuple[str, bool]) -> None:
    """Write a seat's points before the deal and after it; in Hollywood those of all three games after it.

    ``drawn`` is the player's name, and whether the points are below it in a line of their own.
    """
    (top, height), (name, low) = _POINTS, drawn
    panel = Area(LEFT + seat * (_HALF + 16), top, _HALF, height)
    draw_panel(canvas, panel, stripe=SEATS[seat])
    left, right, middle = panel.x + STRIPE + 14, panel.x + panel.width - _INSIDE, panel.y + height // 2
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    before, after = _before_and_after(view, seat)
    if low:
        draw_name(canvas, left, panel.y + 32, seat, name, ground=Ink.PANEL, width=right - left, size=46, across=46)
        used = draw_fitted(canvas, left + 2, panel.y + 82, texts.t("points"), label, width=right - left - 160) + 20
        style = TextStyle(50, Ink.TEXT, Ink.PANEL, side="right")
        draw_fitted(canvas, right, panel.y + 82, f"{before} {after}".strip(), style, width=right - left - used)
        return
    level = level_width(name)
    draw_disc(canvas, left + 28, middle, seat, Ink.PANEL, computer=level > 0)
    left += _BEFORE_NAME
    room = right - left - _numbers_width(view, seat)
    right -= canvas.text(right, middle, after, TextStyle(_AFTER, Ink.TEXT, Ink.PANEL, side="right")) + 14
    canvas.text(right, middle + 4, before, TextStyle(_BEFORE, Ink.LABEL, Ink.PANEL, black=False, side="right"))
    shown = drawable(name)
    if shown is not None:
        style = TextStyle(46, Ink.TEXT, Ink.PANEL)
        used = draw_cut(canvas, left, panel.y + 34, shown, style, width=room - level)
        draw_level(canvas, left + used, panel.y + 34, name, style)
    draw_fitted(canvas, left, panel.y + 76, texts.t("points"), label, width=room)


def _in_own_line(view: GinView, texts: Texts, names: Sequence[str]) -> bool:
    """Return whether points are below the names, because there's no room for them next to a name and its label."""
    if len(view.columns) > 1:
        return True
    room = _HALF - STRIPE - 14 - _INSIDE - _BEFORE_NAME
    label = length(texts.t("points"), LABEL, False)
    words = [max(label, min(length(drawable(name) or "", LABEL, True), 200) + level_width(name)) for name in names]
    return any(needed + _numbers_width(view, seat) > room for seat, needed in enumerate(words))


def _numbers_width(view: GinView, seat: int) -> int:
    """Return the width of a seat's points in a line with the name, with the gap before them."""
    before, after = _before_and_after(view, seat)
    return length(after, _AFTER, True) + (14 + length(before, _BEFORE, False) if before else 0) + 20


def _before_and_after(view: GinView, seat: int) -> tuple[str, str]:
    """Return a seat's points before the deal, if they have changed, and after it; those of all games in Hollywood."""
    column = view.columns[0]
    if len(view.columns) > 1:
        return "", " · ".join(str(column.totals[seat]) for column in view.columns)
    total, entry = column.totals[seat], column.entries[-1] if column.entries else None
    return f"{total - entry[seat]} →" if entry is not None and entry[seat] else "", str(total)


_REPLAY_HEIGHT: Final = 812
_REPLAY_HANDS: Final = 92
_REPLAY_STEP: Final = OPEN_PANEL + 12
_PILES: Final = 630
_PILE: Final = upright(74)
_DISCARDS_AT: Final = 236
_GAP: Final = 10


def draw_gin_replay(look: Look, views: Sequence[GinView], hands: Sequence[FaceUpHand], texts: Texts) -> Canvas:
    """Draw two hands with their melds, and the piles below them."""
    view, canvas = views[0], Canvas(look, texts, _REPLAY_HEIGHT)
    shown = [_open(hand, seat) for seat, hand in enumerate(hands)]
    shape = open_format(shown, RIGHT - LEFT)
    for seat, (hand, drawn) in enumerate(zip(hands, shown, strict=True)):
        panel = Area(LEFT, _REPLAY_HANDS + seat * _REPLAY_STEP, RIGHT - LEFT, OPEN_PANEL)
        draw_panel(canvas, panel, stripe=SEATS[seat])
        _replay_head(canvas, panel, seat, hand, fill=SEATS[seat] if view.turn == seat else Ink.GOLD)
        draw_open_cards(canvas, panel, drawn, shape)
    _piles(canvas, view, texts)
    return canvas


def _open(hand: FaceUpHand, seat: int) -> OpenHand:
    """Return a hand laid open, with the drawn and the advised card marked."""
    framed = {} if hand.framed is None else {hand.framed: SEATS[seat]}
    dashed = frozenset[int]() if hand.advised is None else frozenset({hand.advised})
    return OpenHand(hand_groups(hand.cards), framed, dashed)


def _replay_head(canvas: Canvas, panel: Area, seat: int, hand: FaceUpHand, *, fill: Ink) -> None:
    """Write a hand's player, its deadwood, and on a tag that it's their turn, or what they won."""
    y = panel.y + OPEN_HEAD
    left, right = panel.x + STRIPE + 14, panel.x + panel.width - 28
    style = TextStyle(LABEL, Ink.TEXT, Ink.PANEL, black=False, side="right")
    right -= draw_fitted(canvas, right, y, hand.counted, style, width=400) + 24
    if hand.mark:
        right -= draw_tag(canvas, right, y - 26, hand.mark, fill, side="right", ground=Ink.PANEL) + 24
    draw_name(canvas, left, y, seat, hand.name, ground=Ink.PANEL, width=right - left, size=54)


def _piles(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Draw the stock, and as many of the newest discards as there is room for."""
    label = TextStyle(LABEL, Ink.LABEL, black=False)
    draw_fitted(
        canvas, LEFT + 4, _PILES, texts.t("Stock {count}", count=view.stock), label, width=_DISCARDS_AT - LEFT - 20
    )
    words = texts.n("{n} discard, the newest first", "{n} discards, the newest first", len(view.discards))
    draw_fitted(canvas, _DISCARDS_AT, _PILES, words, label, width=RIGHT - _DISCARDS_AT)
    y = _PILES + 30
    if view.stock:
        draw_stock(canvas, LEFT + 4, y, _PILE, view.stock)
    else:
        canvas.box(Area(LEFT + 4, y, _PILE.width, _PILE.height), Ink.PANEL, rounding=8)
    room = (RIGHT - _DISCARDS_AT + _GAP) // (_PILE.width + _GAP)
    for number, card in enumerate(view.discards[::-1][:room]):
        draw_card(canvas, card, _DISCARDS_AT + number * (_PILE.width + _GAP), y, _PILE)
