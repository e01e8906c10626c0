"""Hands laid open in games with melds on the table: at the end of a deal, and at a moment of a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Texts
from bot.text.lists import signed
from bot.text.scores import won_words
from render.alt import outcome_title
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, narrow, upright
from render.drawing.letters import LABEL, NARROWEST, length, narrow_for, shown_name
from render.drawing.lines import Part, Sign, Words, chip_width, draw_chip, draw_line, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    PANEL_RADIUS,
    ROW_RADIUS,
    TAG,
    draw_cards,
    draw_dashes,
    draw_fitted,
    draw_frame,
    draw_name,
    draw_panel,
    draw_tag,
)
from render.drawing.png import MANY_CARDS, WORDS
from render.drawing.rows import GroupRow, Spacing, placed, row_width, shared_out
from render.drawing.shapes import Symbol
from render.look import DEFAULT, Look
from render.melds.alt import ending_alt
from render.melds.blocks import SMALLER, Laid, block_of, draw_blocks, laid_out
from render.melds.reading import read_hand
from render.values import FaceUpHand, Picture

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
_HEAD: Final = 70
"""The height of a name above cards."""
_NAME, _ACROSS = 50, 56
_FEW: Final = 24
"""With more cards, pictures are compressed more."""
_BEFORE, _AFTER, _LOW_AFTER = 50, 74, 56
"""The sizes of points before and after a deal, the latter smaller above cards."""


@dataclass(frozen=True, slots=True)
class EndingLayout:
    """The hands at the end of a deal laid out: the format of cards, and the seats from the top with panel and rows.

    ``beside`` if cards are next to the names, not below them.
    """

    shape: CardFormat
    seats: tuple[int, ...]
    panels: tuple[Area, ...]
    rows: tuple[tuple[tuple[Card, ...], ...], ...]
    beside: bool

    @property
    def foot(self) -> int:
        """The lower edge of the last panel."""
        return self.panels[-1].y + self.panels[-1].height


def ending_picture(view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the cards left in each hand when a deal ended. ValueError during a deal, or before the first."""
    if not view.hands or not view.deals:
        raise ValueError("no deal has ended here")
    layout = ending_laid_out(view)
    canvas = Canvas(look, texts, layout.foot + _BELOW)
    _headline(canvas, view, names, texts)
    for seat, panel, rows in zip(layout.seats, layout.panels, layout.rows, strict=True):
        draw_panel(canvas, panel, stripe=SEATS[seat], rounding=PANEL_RADIUS)
        _draw_hand(canvas, view, (seat, names[seat]), panel, beside=layout.beside or not rows)
        left = panel.x + (_CARDS_LEFT if layout.beside else _INSIDE)
        top = panel.y + ((panel.height - layout.shape.height) // 2 if layout.beside else _HEAD)
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
            return EndingLayout(shape, tuple(seats), _panels(heights), rows, beside=True)
    return _below_names(seats, hands)


_LEAST_RANK: Final = 30


def _below_names(seats: Sequence[int], hands: Sequence[tuple[Card, ...]]) -> EndingLayout:
    for shape in SIZES:
        most = (RIGHT - LEFT - 2 * _INSIDE + _WITHIN) // (shape.width + _WITHIN)
        rows = tuple(tuple(hand[at : at + most] for at in range(0, len(hand), most)) for hand in hands)
        heights = [_HEAD + len(row) * (shape.height + _UNDER) + 6 if row else _LOW for row in rows]
        if sum(heights) + (len(hands) - 1) * _GAP <= _FOOT - _TOP and max(map(len, rows)) <= 2:
            break
    return EndingLayout(shape, tuple(seats), _panels(heights), rows, beside=False)


def _panels(heights: Sequence[int], top: int = _TOP, gap: int = _GAP) -> tuple[Area, ...]:
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
    count, small = parted(sum_words(texts, view)), TextStyle(_SUM, ink, fill, side="right")
    if line_length(canvas, line, TextStyle(_HEADLINE)) + 40 + line_length(canvas, count, small) > room:
        small = replace(small, size=LABEL)
    needed = line_length(canvas, line, TextStyle(_LEAST_HEADLINE)) + 40
    if count and (result.winner is not None or needed + line_length(canvas, count, small) <= room):
        most = max(room - min(needed, room * 3 // 5), 0)
        room -= draw_line(canvas, right, y, count, small, width=most) + 40
    draw_line(canvas, left, y, line, TextStyle(_HEADLINE, ink, fill), width=room, least=_LEAST_HEADLINE)


def headline_parts(result: DealResult, names: Sequence[str], texts: Texts, ink: Ink) -> tuple[Part, ...]:
    """Return who won a deal and by how much, or how it ended without a winner."""
    if result.winner is None:
        return parted(outcome_title(texts, result.outcome))
    slots = [slot(seat) for seat in range(len(names))]
    name, points = slots[result.winner], won_words(texts, result, slots)
    if result.outcome is Outcome.RUMMY:
        words = texts.t("{name} goes rummy: {points}", name=name, points=points)
    else:
        words = texts.t("{name} goes out: {points}", name=name, points=points)
    shown = (Words(shown_name(names, seat, texts), ink, name=True) for seat in range(len(names)))
    return (Sign(Symbol.MARK, ink), Words("  "), *parted(words, *shown))


def sum_words(texts: Texts, view: MeldsView) -> str:
    """Return how the winner's points add up, in the order of the hands; empty if there's nothing to add up."""
    result = view.deals[-1]
    if result.winner is None or result.count is None:
        if result.outcome is not Outcome.STALEMATE:
            return ""
        return texts.t("No penalty points") if view.options.penalties else texts.t("Nobody scores")
    count = result.count
    terms = [str(count.hands[seat]) for seat in seats_in_order(view)[1:]]
    if count.laid:
        terms.append(texts.t("{points} laid", points=count.laid))
    total = " + ".join(terms)
    if count.factor > 1:
        return f"({total}) × {count.factor}" if len(terms) > 1 else f"{total} × {count.factor}"
    return total if len(terms) > 1 else ""


def _draw_hand(canvas: Canvas, view: MeldsView, seated: tuple[int, str], panel: Area, *, beside: bool) -> None:
    """Write a seat's player, the points in hand, and the score before and after the deal."""
    seat, name = seated
    texts, has_cards = canvas.texts, bool(view.hands[seat])
    left, right = panel.x + 26, panel.x + panel.width - _INSIDE
    middle = panel.y + (panel.height // 2 if beside else _HEAD // 2 + 2)
    right -= _draw_points(canvas, view, seat, (right, middle), _AFTER if beside else _LOW_AFTER) + _BEFORE_POINTS
    told = _counted(view, texts, seat)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    if beside and has_cards:
        room = _CARDS_LEFT - 26 - 14
        draw_name(canvas, left, middle - 32, seat, name, ground=Ink.PANEL, width=room, size=_NAME, across=_ACROSS)
        draw_line(canvas, left + 8, middle + 32, told, style, width=room - 8)
        return
    if beside:
        draw_line(canvas, panel.x + _CARDS_LEFT, middle, told, style, width=right - panel.x - _CARDS_LEFT)
        right = panel.x + _CARDS_LEFT - 14
    else:
        at = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
        right -= draw_line(canvas, right, middle, told, at, width=(right - left) * 3 // 5) + 24
    draw_name(canvas, left, middle, seat, name, ground=Ink.PANEL, width=right - left, size=_NAME, across=_ACROSS)


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


def _counted(view: MeldsView, texts: Texts, seat: int) -> tuple[Part, ...]:
    """Return a hand's points, and under H-10 its player's share of the cards that the winner laid."""
    result = view.deals[-1]
    if not view.hands[seat]:
        return parted(texts.t("no cards left"))
    value = sum(rules_for(view.options).hand_values[card] for card in view.hands[seat])
    lost = result.points[seat] == -value and not result.penalties
    shown = Words(signed(-value) if lost else str(value), Ink.TEXT, black=True)
    if result.count is not None and result.count.shares[seat]:
        return parted(texts.t("{value} + {share} laid", value=slot(0), share=result.count.shares[seat]), shown)
    return parted(texts.t("{value} in hand", value=slot(0)), shown)


_REPLAY_TOP: Final = 26
_REPLAY_HEAD, _REPLAY_FOOT = 57, 6
_REPLAY_NAME, _REPLAY_DISC = 46, 48
_REPLAY_INSIDE, _REPLAY_RIGHT = 26, 22
_COLUMN: Final = 246
"""The width of a column with the name, where there's no room for names above cards."""
_LEAST_PANEL, _CLOSED_PANEL = 110, 72
_BESIDE_INSIDE: Final = 9
_UPRIGHT, _UPRIGHT_BESIDE, _MOST_UPRIGHT = upright(78), upright(66), 11
_NARROW: Final = tuple(narrow(width) for width in (64, 60, 56, 52, 48))
_GROUPS_APART: Final = 20
"""How much further apart than the cards in them groups are."""
_MELD_SIZES: Final = (upright(66), narrow(48))
_BEFORE_MELDS, _AFTER_MELDS = 14, 8
_LINE: Final = 70
_REPLAY_BELOW, _MOST_HEIGHT = 26, 900


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """A hand of a replay laid out: the format of its cards, its rows, and its panel."""

    shape: CardFormat
    rows: tuple[GroupRow, ...]
    panel: Area

    @property
    def spacing(self) -> Spacing:
        """The gaps between its cards."""
        return _spacing(self.shape)


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """A moment of a game laid out: the hands, with names in a column at the left if ``beside``, and the melds."""

    hands: tuple[ReplayHand, ...]
    beside: bool
    melds: Laid

    @property
    def line(self) -> Area:
        """The line with the piles."""
        foot = self.hands[-1].panel.y + self.hands[-1].panel.height
        return Area(LEFT, max(self.melds.foot, foot + 2) + _AFTER_MELDS, RIGHT - LEFT, _LINE)


def draw_melds_replay(look: Look, views: Sequence[MeldsView], hands: Sequence[FaceUpHand], texts: Texts) -> Canvas:
    """Draw two to four hands, the melds on the table, and the piles; ``views`` contains what each seat sees."""
    view = views[views[0].turn or 0]
    layout = replay_laid_out(views)
    canvas = Canvas(look, texts, layout.line.y + _LINE + _REPLAY_BELOW)
    for seat, (hand, laid) in enumerate(zip(hands, layout.hands, strict=True)):
        acts = view.turn == seat
        ground = SEATS[seat] if acts else Ink.PANEL
        draw_panel(canvas, laid.panel, fill=ground, stripe=None if acts else SEATS[seat], rounding=16, shadow=acts)
        _replay_head(canvas, views[seat], hand, (laid.panel, ground), beside=layout.beside)
        _replay_cards(canvas, hand, laid, ground, beside=layout.beside)
    draw_blocks(canvas, layout.melds)
    _piles(canvas, view, layout.line)
    return canvas


def replay_laid_out(views: Sequence[MeldsView]) -> ReplayLayout:
    """Lay out a moment of a game, with names above the hands if that leaves room for the melds."""
    view = views[views[0].turn or 0]
    rules = rules_for(view.options)
    blocks = [block_of(number, meld, rules) for number, meld in enumerate(view.melds)]
    groups = [read_hand(each).groups for each in views]
    for beside, sizes in ((False, _MELD_SIZES), (True, _MELD_SIZES), (True, (*_MELD_SIZES, *SMALLER))):
        hands = _replay_hands(groups, beside=beside)
        top = hands[-1].panel.y + hands[-1].panel.height + _BEFORE_MELDS
        foot = _MOST_HEIGHT - _REPLAY_BELOW - _LINE - _AFTER_MELDS
        melds = laid_out(blocks, Area(LEFT, top, RIGHT - LEFT, foot - top), sizes)
        if max(melds.foot, top) <= foot:
            break
    return ReplayLayout(hands, beside, melds)


def _replay_hands(groups: Sequence[GroupRow], *, beside: bool) -> tuple[ReplayHand, ...]:
    shapes = [_replay_rows(hand, beside=beside) for hand in groups]
    heights = []
    for shape, rows in shapes:
        cards = len(rows) * (shape.height + _UNDER) - _UNDER
        full = max(cards + 2 * _BESIDE_INSIDE, _LEAST_PANEL) if beside else _REPLAY_HEAD + cards + _REPLAY_FOOT
        heights.append(full if rows else _CLOSED_PANEL)
    panels = _panels(heights, _REPLAY_TOP, 8 if beside else _GAP)
    return tuple(ReplayHand(shape, rows, panel) for (shape, rows), panel in zip(shapes, panels, strict=True))


def _replay_rows(hand: GroupRow, *, beside: bool) -> tuple[CardFormat, tuple[GroupRow, ...]]:
    """Return the largest format in which a hand fits a row, and its rows: two if it doesn't fit in any."""
    room = RIGHT - LEFT - _REPLAY_INSIDE - _REPLAY_RIGHT - (_COLUMN - _REPLAY_INSIDE) * beside
    count = sum(len(group.cards) for group in hand)
    sizes = (_UPRIGHT_BESIDE if beside else _UPRIGHT, *_NARROW) if count <= _MOST_UPRIGHT else _NARROW
    for shape in sizes:
        if row_width(hand, shape.width, _spacing(shape)) <= room:
            return shape, (hand,) if hand else ()
    most = (room - 3 * _GROUPS_APART) // (shape.width + _WITHIN)
    return shape, tuple(row for row in shared_out(hand, -(-count // most), most) if row)


def _spacing(shape: CardFormat) -> Spacing:
    within = 6 if shape == _UPRIGHT else _WITHIN
    return Spacing(within, within, within + _GROUPS_APART)


def _replay_head(canvas: Canvas, view: MeldsView, hand: FaceUpHand, place: tuple[Area, Ink], *, beside: bool) -> None:
    """Write a hand's player, how many cards and points it has, and what it won if the deal has just ended."""
    (panel, ground), seat = place, view.seat or 0
    soft, closed = Ink.LABEL if ground is Ink.PANEL else Ink.SOFT, not hand.cards
    left, right = panel.x + _REPLAY_INSIDE, panel.x + panel.width - _REPLAY_RIGHT
    y = panel.y + (panel.height // 2 if closed else panel.height // 2 - 24 if beside else _REPLAY_HEAD // 2 + 4)
    words, style = replay_count(view, canvas.texts), TextStyle(LABEL, soft, ground, black=False)
    if beside and not closed:
        room = _COLUMN - _REPLAY_INSIDE - 10
        draw_name(canvas, left, y, seat, hand.name, ground=ground, width=room, size=_REPLAY_NAME, across=_REPLAY_DISC)
        short = replay_count(view, canvas.texts, briefly=True)
        fits = narrow_for(length(words, LABEL, False), room) > NARROWEST
        draw_fitted(canvas, left + 4, y + 52, words if fits else short, style, width=room)
        return
    if hand.mark:
        right -= draw_tag(canvas, right, y - TAG // 2, hand.mark, Ink.GOLD, side="right", ground=ground) + 20
    at = TextStyle(LABEL, soft, ground, black=False, side="right")
    right -= draw_fitted(canvas, right, y, words, at, width=(right - left) * 3 // 5) + 24
    draw_name(
        canvas, left, y, seat, hand.name, ground=ground, width=right - left, size=_REPLAY_NAME, across=_REPLAY_DISC
    )


def replay_count(view: MeldsView, texts: Texts, *, briefly: bool = False) -> str:
    """Return how many cards a hand has and, unless told ``briefly``, their points."""
    count, values = len(view.hand), rules_for(view.options).hand_values
    points = sum(values[card] for card in view.hand)
    if not count:
        return texts.t("no cards left")
    if briefly:
        return texts.n("{n} card", "{n} cards", count)
    return texts.n("{n} card · {points}", "{n} cards · {points}", count, points=points)


def _replay_cards(canvas: Canvas, hand: FaceUpHand, laid: ReplayHand, ground: Ink, *, beside: bool) -> None:
    """Draw the cards of a hand, the drawn one in a frame and the advised one in dashes; of identical cards only one."""
    left = laid.panel.x + (_COLUMN if beside else _REPLAY_INSIDE)
    cards = len(laid.rows) * (laid.shape.height + _UNDER) - _UNDER
    y = laid.panel.y + ((laid.panel.height - cards) // 2 if beside else _REPLAY_HEAD)
    places: list[tuple[Card, int, int]] = []
    for row in laid.rows:
        for group, edges in placed(row, left, laid.shape.width, laid.spacing):
            places += [(card, x, y) for card, x in zip(group.cards, edges, strict=True)]
        y += laid.shape.height + _UNDER
    draw_cards(canvas, places, laid.shape, ground=ground)
    areas = {card: Area(x, y, laid.shape.width, laid.shape.height).grown(_WITHIN) for card, x, y in reversed(places)}
    ink = Ink.TEXT if ground is Ink.PANEL else Ink.ON_COLOR
    radius = laid.shape.corner + _WITHIN
    if hand.framed in areas:
        draw_frame(canvas, areas[hand.framed], ink, thick=_WITHIN, radius=radius, ground=ground)
    if hand.advised in areas:
        draw_dashes(canvas, areas[hand.advised], ink, thick=_WITHIN, radius=radius, ground=ground)


def _piles(canvas: Canvas, view: MeldsView, line: Area) -> None:
    """Write the stock, and the newest discards as chips, as many as there is room for."""
    draw_panel(canvas, line, rounding=ROW_RADIUS)
    texts, y, x, right = canvas.texts, line.y + line.height // 2, line.x + 26, line.x + line.width - 20
    style = TextStyle(_REPLAY_NAME, Ink.LABEL, Ink.PANEL, black=False)
    count = Words(str(view.stock), Ink.TEXT, black=True)
    x += draw_line(canvas, x, y, parted(texts.t("Stock {count}", count=slot(0)), count), style, width=400) + 56
    words = texts.t("Discards") if view.discards else texts.t("No discards")
    x += draw_fitted(canvas, x, y, words, style, width=400) + 12
    for card in view.discards[::-1]:
        if x + chip_width(canvas, card, _REPLAY_NAME) > right:
            break
        x += draw_chip(canvas, x, y, card, _REPLAY_NAME, ground=Ink.PANEL) + 10
