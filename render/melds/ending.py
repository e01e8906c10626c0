"""The hands laid open at the end of a deal with melds on the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Texts
from bot.text.lists import gain, points_words, signed
from bot.text.melds.table import kept_sum
from render.alt import outcome_title
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, narrow, upright
from render.drawing.letters import LABEL, NARROWEST, length, narrow_for, shown_name
from render.drawing.lines import Part, Sign, Words, draw_line, fitting, least_length, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    PANEL_RADIUS,
    draw_cards,
    draw_name,
    draw_panel,
)
from render.drawing.png import MANY_CARDS, WORDS
from render.drawing.shapes import Symbol
from render.look import DEFAULT, Look
from render.melds.alt import ending_alt
from render.values import Picture

LEFT, RIGHT = 32, 1068
SIZES: Final = (*(upright(width) for width in (80, 74, 69, 64)),
                *(narrow(width) for width in (56, 48, 44, 40, 36, 32)))  # fmt: skip
"""The formats of the cards; the first one with which all hands fit is used."""

_BAR: Final = Area(LEFT, 28, RIGHT - LEFT, 98)
_BAR_INSIDE: Final = 28
_HEADLINE, _LEAST_HEADLINE, _SUM = 62, 44, 46
_TOP: Final = 144
_FOOT: Final = 870
_BELOW: Final = 30
_GAP: Final = 10
_INSIDE: Final = 28
_WITHIN, _UNDER = 4, 8
_CARDS_LEFT: Final = 326
"""How far from the left of their panel cards next to a name begin."""
_BEFORE_POINTS: Final = 28
_LOW: Final = 92
"""The height of a panel without cards."""
_AROUND: Final = 48
"""How much higher than its cards a panel with cards next to the name is."""
_TWO_LINES: Final = 136
_HEAD, _LOW_HEAD = 70, 60
"""The height of a name above cards, in panels next to each other the latter."""
_NAME, _ACROSS = 50, 56
_FEW: Final = 24
"""With more cards, pictures are compressed more."""
_BEFORE, _AFTER, _LOW_AFTER = 50, 74, 56
"""The sizes of points before and after a deal, the latter smaller above cards."""


@dataclass(frozen=True, slots=True)
class EndingLayout:
    """The hands at the end of a deal laid out: the format of cards, and the seats from the top with panel and rows.

    ``beside`` if cards are next to the names, not below them; ``paired`` if two panels are next to each other.
    """

    shape: CardFormat
    seats: tuple[int, ...]
    panels: tuple[Area, ...]
    rows: tuple[tuple[tuple[Card, ...], ...], ...]
    beside: bool
    paired: bool = False

    @property
    def foot(self) -> int:
        """The lower edge of the last panel."""
        return self.panels[-1].y + self.panels[-1].height

    @property
    def head(self) -> int:
        """The height of a name above cards."""
        return _LOW_HEAD if self.paired else _HEAD


def ending_picture(view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the cards left in each hand when a deal ended. ValueError during a deal, or before the first."""
    if not view.hands or not view.deals:
        raise ValueError("no deal has ended here")
    layout = ending_laid_out(view)
    canvas = Canvas(look, texts, layout.foot + _BELOW)
    _headline(canvas, view, names, texts)
    for seat, panel, rows in zip(layout.seats, layout.panels, layout.rows, strict=True):
        draw_panel(canvas, panel, stripe=SEATS[seat], rounding=PANEL_RADIUS)
        if layout.paired:
            _draw_low_head(canvas, view, (seat, names[seat]), panel)
        else:
            _draw_hand(canvas, view, (seat, names[seat]), panel, beside=layout.beside or not rows)
        left = panel.x + (_CARDS_LEFT if layout.beside else _INSIDE)
        top = panel.y + ((panel.height - layout.shape.height) // 2 if layout.beside else layout.head)
        step = layout.shape.width + _WITHIN, layout.shape.height + _UNDER
        places = [
            (card, left + at * step[0], top + number * step[1])
            for number, row in enumerate(rows)
            for at, card in enumerate(row)
        ]
        draw_cards(canvas, places, layout.shape, ground=Ink.PANEL)
    many = sum(map(len, view.hands)) > _FEW
    return Picture(canvas.png(MANY_CARDS if many else WORDS), ending_alt(view, names, texts))


def seats_in_order(view: MeldsView) -> list[int]:
    """Return the winner of the last deal, then the others, those first who had the most points in hand."""
    result, values = view.deals[-1], rules_for(view.options).hand_values
    left = [sum(values[card] for card in hand) for hand in view.hands]
    seats = list(range(len(view.hands)))
    if result.winner is None:
        return seats
    return sorted(seats, key=lambda seat: (seat != result.winner, -left[seat]))


def ending_laid_out(view: MeldsView) -> EndingLayout:
    """Lay out the hands, with the cards next to the names if they're large enough there."""
    seats = seats_in_order(view)
    values = rules_for(view.options).hand_values
    hands = [tuple(sorted(view.hands[seat], key=lambda card: (-values[card], -(card % 13), card))) for seat in seats]
    rooms = [RIGHT - LEFT - _CARDS_LEFT - _INSIDE - _BEFORE_POINTS - _points_width(view, seat) for seat in seats]
    for shape in SIZES:
        if shape.rank < _LEAST_RANK:
            break
        heights = [max(shape.height + _AROUND, _TWO_LINES) if hand else _LOW for hand in hands]
        wide = all(
            len(hand) * (shape.width + _WITHIN) - _WITHIN <= room for hand, room in zip(hands, rooms, strict=True)
        )
        if wide and sum(heights) + _GAP * (len(hands) - 1) <= _FOOT - _TOP:
            rows = tuple((hand,) if hand else () for hand in hands)
            return EndingLayout(shape, tuple(seats), stacked(heights), rows, beside=True)
    return _below_names(seats, hands)


_LEAST_RANK: Final = 30
_MOST_ROWS, _MOST_BELOW = 2, 4
"""The most rows of a hand, and the most hands that are always below each other."""


def _below_names(seats: Sequence[int], hands: Sequence[tuple[Card, ...]]) -> EndingLayout:
    for shape in SIZES:
        most = (RIGHT - LEFT - 2 * _INSIDE + _WITHIN) // (shape.width + _WITHIN)
        rows = tuple(tuple(hand[at : at + most] for at in range(0, len(hand), most)) for hand in hands)
        heights = [_HEAD + len(row) * (shape.height + _UNDER) + 6 if row else _LOW for row in rows]
        if sum(heights) + (len(hands) - 1) * _GAP <= _FOOT - _TOP and max(map(len, rows)) <= _MOST_ROWS:
            break
    if shape.rank < _LEAST_RANK and len(hands) > _MOST_BELOW:
        return _in_pairs(seats, hands)
    return EndingLayout(shape, tuple(seats), stacked(heights), rows, beside=False)


def _in_pairs(seats: Sequence[int], hands: Sequence[tuple[Card, ...]]) -> EndingLayout:
    """Lay out panels in lines of two. Of an odd number, the winner's is alone in its line, or else the last one."""
    first = len(hands) % 2 if not hands[0] else 0
    lines = [range(first), *(range(at, min(at + 2, len(hands))) for at in range(first, len(hands), 2))][not first :]
    wide, half = RIGHT - LEFT, (RIGHT - LEFT - _GAP) // 2
    for shape in SIZES:
        rows: list[tuple[tuple[Card, ...], ...]] = []
        heights = []
        for line in lines:
            most = ((wide if len(line) == 1 else half) - 2 * _INSIDE + _WITHIN) // (shape.width + _WITHIN)
            rows += [tuple(hands[at][start : start + most] for start in range(0, len(hands[at]), most)) for at in line]
            tallest = max(len(rows[at]) for at in line)
            heights.append(_LOW_HEAD + tallest * (shape.height + _UNDER) + 4 if tallest else _LOW)
        if sum(heights) + (len(lines) - 1) * _UNDER <= _FOOT - _TOP and max(map(len, rows)) <= _MOST_ROWS:
            break
    panels = [
        Area(LEFT + (half + _GAP) * (at - line[0]), area.y, wide if len(line) == 1 else half, area.height)
        for line, area in zip(lines, stacked(heights, gap=_UNDER), strict=True)
        for at in line
    ]
    return EndingLayout(shape, tuple(seats), tuple(panels), tuple(rows), beside=False, paired=True)


def stacked(heights: Sequence[int], top: int = _TOP, gap: int = _GAP) -> tuple[Area, ...]:
    """Return panels of these heights below each other."""
    panels, y = [], top
    for height in heights:
        panels.append(Area(LEFT, y, RIGHT - LEFT, height))
        y += height + gap
    return tuple(panels)


def _headline(canvas: Canvas, view: MeldsView, names: Sequence[str], texts: Texts) -> None:
    """Write who won and by how much in gold, and how the points add up; or that nobody went out."""
    result = view.deals[-1]
    fill, ink = (Ink.PANEL, Ink.TEXT) if result.winner is None else (Ink.GOLD, Ink.ON_COLOR)
    draw_panel(canvas, _BAR, fill=fill, rounding=PANEL_RADIUS, shadow=result.winner is not None)
    y, left, right = _BAR.y + _BAR.height // 2, _BAR.x + _BAR_INSIDE, _BAR.x + _BAR.width - _BAR_INSIDE
    line, room = headline_parts(result, names, texts, ink), right - left
    sums, small = [parted(words) for words in sum_words(texts, view)], TextStyle(_SUM, ink, fill, side="right")
    count: Sequence[Part] = sums[0]
    if line_length(canvas, line, TextStyle(_HEADLINE)) + 40 + line_length(canvas, count, small) > room:
        small = replace(small, size=LABEL)
    needed = line_length(canvas, line, TextStyle(_LEAST_HEADLINE)) + 40
    if count and (result.winner is not None or needed + line_length(canvas, count, small) <= room):
        least = least_length(canvas, line, TextStyle(_LEAST_HEADLINE)) + 40
        most = max(room - min(needed, max(room * 3 // 5, least)), 0)
        count = fitting(canvas, sums, replace(small, size=LABEL), most, narrow=NARROWEST)
        if narrow_for(line_length(canvas, count, replace(small, size=LABEL)), most) > NARROWEST:
            room -= draw_line(canvas, right, y, count, small, width=most) + 40  # else the headline's number has to do
    draw_line(canvas, left, y, line, TextStyle(_HEADLINE, ink, fill), width=room, least=_LEAST_HEADLINE)


def headline_parts(result: DealResult, names: Sequence[str], texts: Texts, ink: Ink) -> tuple[Part, ...]:
    """Return who won a deal and by how much, or how it ended without a winner; penalty points are in `sum_words`."""
    if result.winner is None:
        return parted(outcome_title(texts, result.outcome))
    rummy, points = result.outcome is Outcome.RUMMY, gain(result.points[result.winner])
    if result.penalties:
        words = texts.t("{name} goes rummy", name=slot(0)) if rummy else texts.t("{name} goes out", name=slot(0))
    elif rummy:
        words = texts.t("{name} goes rummy: {points}", name=slot(0), points=points)
    else:
        words = texts.t("{name} goes out: {points}", name=slot(0), points=points)
    name = Words(shown_name(names, result.winner, texts), ink, name=True)
    return (Sign(Symbol.MARK, ink), Words("  "), *parted(words, name))


def sum_words(texts: Texts, view: MeldsView) -> tuple[str, ...]:
    """Return how the winner's points add up, in the order of the hands; empty if there's nothing to add up.

    If the losers pay, how many penalty points they take together (B-15). What is longer in words is also there in
    numbers alone.
    """
    result = view.deals[-1]
    if result.count is not None and result.count.table:
        return ("",)
    if result.winner is None or result.count is None:
        if result.outcome is not Outcome.STALEMATE:
            return ("",)
        return (texts.t("No penalty points") if view.options.penalties else texts.t("Nobody scores"),)
    if result.penalties:
        return (points_words(texts, -result.penalties, penalties=True),)
    count = result.count
    hands = [str(count.hands[seat]) for seat in seats_in_order(view)[1:]]
    if not count.laid:
        return (_added(hands, count.factor),)
    laid = texts.t("{points} laid", points=count.laid), str(count.laid)
    return tuple(_added([*hands, each], count.factor) for each in laid)


def _added(terms: Sequence[str], factor: int) -> str:
    """Write a sum with its factor; empty if there's only one number."""
    total = " + ".join(terms)
    if factor > 1:
        return f"({total}) × {factor}" if len(terms) > 1 else f"{total} × {factor}"
    return total if len(terms) > 1 else ""


def _draw_hand(canvas: Canvas, view: MeldsView, seated: tuple[int, str], panel: Area, *, beside: bool) -> None:
    """Write a seat's player, the points in hand, and the score before and after the deal."""
    seat, name = seated
    texts, has_cards = canvas.texts, bool(view.hands[seat])
    left, right = panel.x + 26, panel.x + panel.width - _INSIDE
    middle = panel.y + (panel.height // 2 if beside else _HEAD // 2 + 2)
    right -= _draw_points(canvas, view, seat, (right, middle), _AFTER if beside else _LOW_AFTER) + _BEFORE_POINTS
    forms = _counted(view, texts, seat)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    if beside and has_cards:
        room = _CARDS_LEFT - 26 - 14
        told = fitting(canvas, forms, style, room - 8, narrow=NARROWEST)
        draw_name(canvas, left, middle - 32, seat, name, ground=Ink.PANEL, width=room, size=_NAME, across=_ACROSS)
        draw_line(canvas, left + 8, middle + 32, told, style, width=room - 8)
        return
    if beside:
        told = fitting(canvas, forms, style, right - panel.x - _CARDS_LEFT, narrow=NARROWEST)
        draw_line(canvas, panel.x + _CARDS_LEFT, middle, told, style, width=right - panel.x - _CARDS_LEFT)
        right = panel.x + _CARDS_LEFT - 14
    else:
        at = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
        room = (right - left) * 3 // 5
        told = fitting(canvas, forms, style, room, narrow=NARROWEST)
        right -= draw_line(canvas, right, middle, told, at, width=room) + 24
    draw_name(canvas, left, middle, seat, name, ground=Ink.PANEL, width=right - left, size=_NAME, across=_ACROSS)


def _draw_low_head(canvas: Canvas, view: MeldsView, seated: tuple[int, str], panel: Area) -> None:
    """Write a player and the score after the deal above the cards; without cards also that there are none."""
    (seat, name), y = seated, panel.y + _LOW_HEAD // 2
    left, right = panel.x + 26, panel.x + panel.width - _INSIDE
    if view.hands[seat]:
        _, after = _before_and_after(view, seat)
        right -= canvas.text(right, y, after, TextStyle(_LOW_AFTER, Ink.TEXT, Ink.PANEL, side="right"))
    else:
        y = panel.y + (_LOW if panel.height < _TWO_LINES else panel.height) // 2
        right -= _draw_points(canvas, view, seat, (right, y), _LOW_AFTER)
        if panel.height >= _TWO_LINES:
            style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
            told = fitting(canvas, _counted(view, canvas.texts, seat), style, panel.width - 60, narrow=NARROWEST)
            draw_line(canvas, left + 8, y + 62, told, style, width=panel.width - 60)
    room = right - _BEFORE_POINTS - left
    draw_name(canvas, left, y, seat, name, ground=Ink.PANEL, width=room, size=_NAME, across=_LOW_HEAD - 8)


def _before_and_after(view: MeldsView, seat: int) -> tuple[str, str]:
    """Return a seat's score before the deal, or nothing if it hasn't changed, and after it."""
    total, points = view.columns[0].totals[seat], view.deals[-1].points[seat]
    return f"{signed(total - points)} →" if points else "", signed(total)


def _points_width(view: MeldsView, seat: int) -> int:
    before, after = _before_and_after(view, seat)
    return length(after, _AFTER, True) + (length(before, _BEFORE, False) + 14 if before else 0)


def _draw_points(canvas: Canvas, view: MeldsView, seat: int, place: tuple[int, int], size: int) -> int:
    """Write the score before and after the deal, or alone if it hasn't changed. Return the length of both."""
    (right, y), (before, after) = place, _before_and_after(view, seat)
    used = canvas.text(right, y, after, TextStyle(size, Ink.TEXT, Ink.PANEL, side="right"))
    style = TextStyle(min(_BEFORE, size - 8), Ink.LABEL, Ink.PANEL, black=False, side="right")
    return used + (canvas.text(right - used - 14, y + 3, before, style) + 14 if before else 0)


def _counted(view: MeldsView, texts: Texts, seat: int) -> tuple[tuple[Part, ...], ...]:
    """Return a hand's points, under H-10 with a share of the cards that the winner laid, or what was laid (R-12).

    The last form has only numbers.
    """
    result = view.deals[-1]
    if result.count is not None and result.count.table:
        laid, left = result.count.table[seat], result.count.hands[seat]
        return parted(kept_sum(texts, result, seat)), parted(f"{laid} − {left}" if left else str(laid))
    if not view.hands[seat]:
        return parted(texts.t("no cards left")), parted("0")
    value = sum(rules_for(view.options).hand_values[card] for card in view.hands[seat])
    lost = result.points[seat] == -value and not result.penalties
    shown = Words(signed(-value) if lost else str(value), Ink.TEXT, black=True)
    if result.count is not None and result.count.shares[seat]:
        share = result.count.shares[seat]
        words = texts.t("{value} + {share} laid", value=slot(0), share=share)
        return parted(words, shown), parted(f"{slot(0)} + {share}", shown)
    return parted(texts.t("{value} in hand", value=slot(0)), shown), (shown,)
