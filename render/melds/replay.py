"""A moment of a finished game with melds on the table: all hands open, the melds, the piles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, narrow, upright
from render.drawing.letters import LABEL, first_fitting
from render.drawing.lines import Words, chip_width, draw_chip, draw_line, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
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
from render.drawing.rows import GroupRow, Spacing, placed, row_width, shared_out
from render.look import Look
from render.melds.blocks import SMALLER, Laid, block_of, draw_blocks, laid_out, owners_of
from render.melds.ending import LEFT, RIGHT, stacked
from render.melds.reading import read_hand
from render.values import FaceUpHand

_WITHIN, _UNDER = 4, 8
_REPLAY_TOP: Final = 26
_REPLAY_HEAD, _REPLAY_FOOT = 57, 6
_REPLAY_NAME, _REPLAY_DISC = 46, 48
_REPLAY_INSIDE, _REPLAY_RIGHT = 26, 22
_COLUMN: Final = 246
"""The width of a column with the name, where there's no room for names above cards."""
_UPRIGHT, _MOST_UPRIGHT = upright(78), 11
_NARROW: Final = tuple(narrow(width) for width in (64, 60, 56, 52, 48))
_MELD_SIZES: Final = (upright(66), narrow(48))
_BEFORE_MELDS, _AFTER_MELDS = 14, 8
_LINE: Final = 70
_REPLAY_BELOW, _MOST_HEIGHT = 26, 896


@dataclass(frozen=True, slots=True)
class HandForm:
    """How the hands of a replay are laid out: names in a column at the left, or above the cards."""

    beside: bool
    few: tuple[CardFormat, ...]  # for hands of at most eleven cards
    many: tuple[CardFormat, ...]
    least: int  # the height of a panel
    closed: int  # the same without cards
    inside: int  # from the edge of a panel to its cards, if names are beside them
    gap: int
    apart: int  # how much further apart than the cards in them groups are
    under_name: int  # from a name to what is written below it

    def spacing(self, shape: CardFormat) -> Spacing:
        """Return the gaps between cards of a format."""
        within = 6 if shape == _UPRIGHT else _WITHIN
        return Spacing(within, within, within + self.apart)


_ABOVE: Final = HandForm(
    False, (_UPRIGHT, *_NARROW), _NARROW, least=0, closed=72, inside=9, gap=10, apart=20, under_name=52
)
_BESIDE: Final = replace(_ABOVE, beside=True, few=(upright(66), *_NARROW), least=110, gap=8)
_LOW: Final = replace(
    _BESIDE, few=_NARROW[-1:], many=_NARROW[-1:], least=86, closed=60, inside=4, gap=6, apart=8, under_name=44
)
_LOWEST: Final = replace(_LOW, few=(*_NARROW[-1:], *SMALLER), many=(*_NARROW[-1:], *SMALLER))
"""The forms of hands, each for more hands and melds than fit in the one before."""


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """A hand of a replay laid out: the format of its cards, its rows, and its panel."""

    shape: CardFormat
    rows: tuple[GroupRow, ...]
    panel: Area


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """A moment of a game laid out: the hands, how they're laid out, and the melds."""

    hands: tuple[ReplayHand, ...]
    form: HandForm
    melds: Laid

    @property
    def line(self) -> Area:
        """The line with the piles."""
        foot = self.hands[-1].panel.y + self.hands[-1].panel.height
        return Area(LEFT, max(self.melds.foot, foot + 2) + _AFTER_MELDS, RIGHT - LEFT, _LINE)


def draw_melds_replay(look: Look, views: Sequence[MeldsView], hands: Sequence[FaceUpHand], texts: Texts) -> Canvas:
    """Draw all hands, the melds on the table, and the piles; ``views`` contains what each seat sees."""
    view = views[views[0].turn or 0]
    layout = replay_laid_out(views)
    canvas = Canvas(look, texts, layout.line.y + _LINE + _REPLAY_BELOW)
    for seat, (hand, laid) in enumerate(zip(hands, layout.hands, strict=True)):
        acts = view.turn == seat
        ground = SEATS[seat] if acts else Ink.PANEL
        draw_panel(canvas, laid.panel, fill=ground, stripe=None if acts else SEATS[seat], rounding=16, shadow=acts)
        _replay_head(canvas, views[seat], hand, (laid.panel, ground), layout.form)
        _replay_cards(canvas, hand, laid, ground, layout.form)
    draw_blocks(canvas, layout.melds)
    _piles(canvas, view, layout.line)
    return canvas


def replay_laid_out(views: Sequence[MeldsView]) -> ReplayLayout:
    """Lay out a moment of a game, with names above the hands if that leaves room for the melds."""
    view = views[views[0].turn or 0]
    rules = rules_for(view.options)
    blocks = [block_of(number, meld, rules, owners=owners_of(view, number)) for number, meld in enumerate(view.melds)]
    groups = [read_hand(each).groups for each in views]
    small = (*_MELD_SIZES, *SMALLER)
    tries = (
        *((form, _MELD_SIZES) for form in (_ABOVE, _BESIDE, _LOW)),
        *((form, small) for form in (_LOW, _LOWEST)),
    )
    for form, sizes in tries:
        hands = _replay_hands(groups, form)
        top = hands[-1].panel.y + hands[-1].panel.height + _BEFORE_MELDS
        foot = _MOST_HEIGHT - _REPLAY_BELOW - _LINE - _AFTER_MELDS
        melds = laid_out(blocks, Area(LEFT, top, RIGHT - LEFT, foot - top), sizes)
        if max(melds.foot, top) <= foot:
            break
    return ReplayLayout(hands, form, melds)


def _replay_hands(groups: Sequence[GroupRow], form: HandForm) -> tuple[ReplayHand, ...]:
    shapes = [_replay_rows(hand, form) for hand in groups]
    heights = []
    for shape, rows in shapes:
        cards = len(rows) * (shape.height + _UNDER) - _UNDER
        full = max(cards + 2 * form.inside, form.least) if form.beside else _REPLAY_HEAD + cards + _REPLAY_FOOT
        heights.append(full if rows else form.closed)
    panels = stacked(heights, _REPLAY_TOP, form.gap)
    return tuple(ReplayHand(shape, rows, panel) for (shape, rows), panel in zip(shapes, panels, strict=True))


def _replay_rows(hand: GroupRow, form: HandForm) -> tuple[CardFormat, tuple[GroupRow, ...]]:
    """Return the largest format in which a hand fits a row, and its rows: two if it doesn't fit in any."""
    room = RIGHT - LEFT - _REPLAY_INSIDE - _REPLAY_RIGHT - (_COLUMN - _REPLAY_INSIDE) * form.beside
    count = sum(len(group.cards) for group in hand)
    for shape in form.few if count <= _MOST_UPRIGHT else form.many:
        if row_width(hand, shape.width, form.spacing(shape)) <= room:
            return shape, (hand,) if hand else ()
    most = (room - 3 * form.apart) // (shape.width + _WITHIN)
    return shape, tuple(row for row in shared_out(hand, -(-count // most), most) if row)


def _replay_head(canvas: Canvas, view: MeldsView, hand: FaceUpHand, place: tuple[Area, Ink], form: HandForm) -> None:
    """Write a hand's player, how many cards and points it has, and what it won if the deal has just ended."""
    (panel, ground), seat = place, view.seat or 0
    soft, closed = Ink.LABEL if ground is Ink.PANEL else Ink.SOFT, not hand.cards
    left, right = panel.x + _REPLAY_INSIDE, panel.x + panel.width - _REPLAY_RIGHT
    y = panel.y + (
        panel.height // 2
        if closed
        else panel.height // 2 - form.under_name // 2 + 2
        if form.beside
        else _REPLAY_HEAD // 2 + 4
    )
    words, style = replay_count(view, canvas.texts), TextStyle(LABEL, soft, ground, black=False)
    if form.beside and not closed:
        room, wide = _COLUMN - _REPLAY_INSIDE - 10, _COLUMN - _REPLAY_INSIDE + 4
        draw_name(canvas, left, y, seat, hand.name, ground=ground, width=room, size=_REPLAY_NAME, across=_REPLAY_DISC)
        forms = words, replay_count(view, canvas.texts, briefly=True), str(len(view.hand))
        words = first_fitting(forms, LABEL, wide)
        fits = words == first_fitting(forms, LABEL, room)
        x, width = (left + 4, room) if fits else (left - 4, wide)
        draw_fitted(canvas, x, y + form.under_name, words, style, width=width)
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


def _replay_cards(canvas: Canvas, hand: FaceUpHand, laid: ReplayHand, ground: Ink, form: HandForm) -> None:
    """Draw the cards of a hand, the drawn one in a frame and the advised one in dashes; of identical cards only one."""
    left = laid.panel.x + (_COLUMN if form.beside else _REPLAY_INSIDE)
    cards = len(laid.rows) * (laid.shape.height + _UNDER) - _UNDER
    y = laid.panel.y + ((laid.panel.height - cards) // 2 if form.beside else _REPLAY_HEAD)
    places: list[tuple[Card, int, int]] = []
    for row in laid.rows:
        for group, edges in placed(row, left, laid.shape.width, form.spacing(laid.shape)):
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
    words = texts.p("pile, before its cards", "Discards") if view.discards else texts.p("pile", "No discards")
    x += draw_fitted(canvas, x, y, words, style, width=400) + 12
    for card in view.discards[::-1]:
        if x + chip_width(canvas, card, _REPLAY_NAME) > right:
            break
        x += draw_chip(canvas, x, y, card, _REPLAY_NAME, ground=Ink.PANEL) + 10
