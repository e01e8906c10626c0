"""The picture of a knock: both hands, lay-offs on the knocker's melds, deadwood before and after, the points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome, Showdown
from bot.text.catalogs import Texts
from bot.text.gin.results import points_sum
from bot.text.lists import gain
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, length
from render.drawing.lines import Chip, Part, Words, draw_line, line_length, parted, slot
from render.drawing.names import drawable
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    STRIPE,
    draw_cut,
    draw_disc,
    draw_fitted,
    draw_level,
    draw_name,
    draw_panel,
    level_width,
)
from render.drawing.png import CARDS
from render.drawing.rows import groups_of
from render.drawing.symbols import Symbol, symbol
from render.gin.alt import knock_alt
from render.gin.open_hand import OPEN_HEAD, OPEN_PANEL, OpenHand, draw_open_cards, open_format
from render.look import DEFAULT, Look
from render.values import Picture

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
    name = drawable(names[result.winner]) or texts.t("Seat {number}", number=result.winner + 1)
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
