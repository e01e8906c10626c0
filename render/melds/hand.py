"""The picture of a hand in a game with melds: what to do, whole cards in rows, what they fit, and staged melds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld, ends_for, swapped
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, RunEnd, Verb
from bot.rummy.refusals import Refusal
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.lists import signed
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import narrow, upright
from render.drawing.letters import LABEL, NAME, length
from render.drawing.lines import (
    Chip,
    Part,
    Sign,
    Words,
    chip_width,
    draw_chip,
    draw_line,
    fitting,
    line_length,
    parted,
    slot,
)
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DRAWN_FRAME,
    PANEL_RADIUS,
    PLATE_RADIUS,
    ROW_RADIUS,
    TAG,
    TAG_PADDING,
    card_shadow,
    draw_bar,
    draw_dashes,
    draw_fitted,
    draw_framed,
    draw_panel,
    draw_tag,
)
from render.drawing.png import HANDS, MANY_CARDS
from render.drawing.shapes import Symbol
from render.hand_band import BAND, draw_band
from render.look import DEFAULT, Look
from render.melds.alt import hand_alt, told_hand
from render.melds.blocks import Block, Fresh, Laid, block_of, draw_block, laid_out, padding, plate_height
from render.melds.hand_layout import BELOW, LEAST_HEIGHT, LEFT, MOST_HEIGHT, RIGHT, HandLayout, hand_laid_out
from render.melds.reading import HandReading, read_hand, unassisted_reading
from render.order import Sorting
from render.values import Picture

_SHAPE: Final = narrow(48)
_LONGEST: Final = 4
"""Of longer melds only the cards next to the fitting one are drawn."""
_SHORTENED: Final = 3
_FITS_GAP: Final = 12
_CHIP: Final = 44
_MOST_CHIPS: Final = 2
FITS: Final = plate_height(_SHAPE) + 16
"""The height of a row of such melds."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A meld on the table, counted from 0, and the cards of the hand that fit it."""

    number: int
    meld: TableMeld
    cards: tuple[Card, ...]


def fits_of(view: MeldsView) -> tuple[Fit, ...]:
    """Return the melds that cards of the view's hand fit. Jokers, which fit most, aren't listed."""
    if not view.is_open:
        return ()
    rules, hand = rules_for(view.options), dict.fromkeys(card for card in view.hand if card != JOKER)
    found = [
        Fit(number, meld, tuple(card for card in hand if _fits(meld, card, rules)))
        for number, meld in enumerate(view.melds)
    ]
    return tuple(fit for fit in found if fit.cards)


def draw_fits(canvas: Canvas, view: MeldsView, fits: Sequence[Fit], words: str, top: int) -> None:
    """Draw as many of the melds as a row has room for, each with the cards that fit it."""
    draw_panel(canvas, Area(LEFT, top, RIGHT - LEFT, FITS), rounding=ROW_RADIUS)
    style, x = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False), LEFT + 18
    x += canvas.text(x, top + FITS // 2, words, style) + 18
    for fit in fits:
        block, chips, width = _block(view, fit), fit.cards[:_MOST_CHIPS], _width(canvas, view, fit)
        if x + width > RIGHT - 8:
            break
        area = Area(x, top + 8, width, plate_height(_SHAPE))
        canvas.box(area, Ink.TRAY, ground=Ink.PANEL, rounding=12)
        draw_block(canvas, block, Area(x, area.y, block.width(_SHAPE), area.height), _SHAPE, Ink.PANEL, fill=Ink.TRAY)
        at = x + block.width(_SHAPE) + 4
        for card in chips:
            at += draw_chip(canvas, at, area.y + area.height // 2, card, _CHIP, ground=Ink.TRAY) + 4
        x += width + _FITS_GAP


def _width(canvas: Canvas, view: MeldsView, fit: Fit) -> int:
    chips = sum(chip_width(canvas, card, _CHIP) + 4 for card in fit.cards[:_MOST_CHIPS])
    return _block(view, fit).width(_SHAPE) + 8 + chips


def _fits(meld: TableMeld, card: Card, rules: MeldRules) -> bool:
    """Return whether a card can be laid off on a meld or swapped for a joker in it."""
    swaps = JOKER in meld.cards and not isinstance(swapped(meld, card, rules), Refusal)
    return swaps or bool(ends_for(meld, card, rules))


def _block(view: MeldsView, fit: Fit) -> Block:
    """Return the block of a meld; of a long one only the end that the first card fits."""
    rules, size = rules_for(view.options), len(fit.meld.cards)
    places = range(size)
    if size > _LONGEST:
        low = RunEnd.LOW in ends_for(fit.meld, fit.cards[0], rules) or _is_below(fit.meld, fit.cards[0])
        places = range(_SHORTENED) if low else range(size - _SHORTENED, size)
    return block_of(fit.number, fit.meld, rules, places)


def _is_below(meld: TableMeld, card: Card) -> bool:
    """Return whether a card comes before a run."""
    return (card + 1) % 13 == meld.low % 13


_INSIDE: Final = 16
_HEAD: Final = 82
_GOAL: Final = 46
_SIZES: Final = (upright(74), upright(64), narrow(48), narrow(44), narrow(40), narrow(36), narrow(32))


def staged_blocks(view: MeldsView) -> list[Block]:
    """Return the melds on which this seat has laid cards in its turn: new ones, and those that it laid off on."""
    rules, blocks = rules_for(view.options), []
    for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True)):
        if places:
            new = len(places) == len(meld.cards)
            owners = tuple(view.seat if place in places and not new else None for place in range(len(meld.cards)))
            blocks.append(block_of(number, meld, rules, fresh=Fresh(None, owners)))
    return blocks


def staged_laid_out(blocks: Sequence[Block], top: int, most: int) -> Laid:
    """Lay out the staged melds below the head of a field that begins at ``top`` and is at most ``most`` high."""
    area = Area(LEFT + _INSIDE, top + _HEAD, RIGHT - LEFT - 2 * _INSIDE, most - _HEAD - _INSIDE)
    return laid_out(blocks, area, _SIZES, spread=False)


def draw_staged(canvas: Canvas, laid: Laid, color: Ink, head: tuple[str, Sequence[Part]], top: int) -> None:
    """Draw a field in a dashed frame, with a title and the first meld in its head, and the melds on dashed plates."""
    words, goal = head
    field = Area(LEFT, top, RIGHT - LEFT, laid.foot + _INSIDE - top)
    canvas.box(field, Ink.PANEL, rounding=PANEL_RADIUS)
    draw_dashes(canvas, field, color, thick=5, radius=PANEL_RADIUS, ground=Ink.PANEL)
    style, y = TextStyle(_GOAL, Ink.TEXT, Ink.PANEL, side="right"), top + 44
    used = draw_line(canvas, RIGHT - 28, y, goal, style, width=RIGHT - LEFT - 420) if goal else 0
    room = RIGHT - LEFT - 56 - used - 24
    draw_fitted(canvas, LEFT + 28, y, words, TextStyle(NAME, Ink.TEXT, Ink.PANEL), width=room)
    for (block, _, _), area in zip(laid.places, laid.areas(), strict=True):
        draw_block(canvas, block, area, laid.shape, Ink.PANEL, fill=Ink.TRAY, marks=False)
        added = block.added()
        if not added:
            draw_dashes(canvas, area.grown(1), color, thick=4, radius=PLATE_RADIUS, ground=Ink.PANEL)
        edges = block.cards_at(laid.shape)
        for _, places in added:
            first, last = area.x + edges[places[0]], area.x + edges[places[-1]] + laid.shape.width
            around = Area(first, area.y + padding(laid.shape), last - first, laid.shape.height).grown(6)
            draw_dashes(canvas, around, color, thick=4, radius=PLATE_RADIUS, ground=Ink.TRAY)


_STRIP: Final = Area(LEFT, BAND.y + BAND.height + 16, RIGHT - LEFT, 64)
_STAGED: Final = _STRIP.y + 4
_LEAST_HAND: Final = 330
"""The height that the cards in hand always have, in pixels."""
_LEAST_RANK, _LEAST_LARGE_RANK = 48, 80
"""The melds that cards fit are only shown if ranks in hand stay at least this high, in pixels."""
_POINTS: Final = 72
_HIGH_PANEL: Final = 136
"""In lower panels, the points of loose cards are next to what they are called."""
_GAP: Final = 16
_FEW: Final = 16
"""With more cards, pictures are compressed more."""
_STRIP_TYPE: Final = 46
_CLAIM: Final = 460
"""The room for a claim, in pixels."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What is below the first row of a hand's picture: staged melds, cards, and melds on the table that they fit."""

    staged: Laid | None
    layout: HandLayout
    fits: tuple[Fit, ...]


def melds_hand_picture(
    view: MeldsView,
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    sorting: Sorting = Sorting.MELDS,  # noqa: ARG001
    *,
    unassisted: bool = False,
    advised: Move | None = None,  # noqa: ARG001 - same signature for every family
) -> Picture:
    """Draw the hand of the view's seat, and what it has laid in the current turn; names in seat order.

    On an unassisted table the cards are just sorted: no melds are found and no points counted.
    """
    reading = unassisted_reading(view) if unassisted else read_hand(view)
    spread = hand_spread(view, reading, texts, look)
    layout = spread.layout
    foot = layout.foot + (_GAP + FITS + 30 if spread.fits else BELOW)
    canvas = Canvas(look, texts, max(foot, LEAST_HEIGHT))
    claim = fitting(canvas, claim_lines(view, texts), TextStyle(LABEL), _CLAIM)
    draw_band(canvas, view, names, texts, verb=verb_parts(view, reading, texts), claim=claim)
    if spread.staged is not None:
        head = texts.t("Laid this turn"), first_meld_parts(view, reading, texts)
        draw_staged(canvas, spread.staged, SEATS[view.seat or 0], head, _STAGED)
    else:
        _strip(canvas, view, reading, texts)
    _cards(canvas, view, texts, layout, reading)
    if layout.panel is not None:
        _loose(canvas, reading, texts, layout.panel)
    if spread.fits:
        words = texts.p("cards that can be laid off", "Fits")
        draw_fits(canvas, view, spread.fits, words, layout.foot + _GAP)
    laid = sum(len(block.cards) for block, _, _ in spread.staged.places) if spread.staged is not None else 0
    compression = MANY_CARDS if len(layout.cards) + laid // 2 > _FEW else HANDS
    return Picture(canvas.png(compression), hand_alt(view, names, reading, texts))


def melds_hand_words(
    view: MeldsView,
    names: Sequence[str],  # noqa: ARG001 - same signature for every family
    texts: Texts,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    fully: bool = False,
) -> str:
    """Tell the hand of the view's seat in place of its picture, ``fully`` or in few words."""
    reading = unassisted_reading(view) if unassisted else read_hand(view)
    return told_hand(view, reading, texts, sorting, fully=fully)


def hand_spread(view: MeldsView, reading: HandReading, texts: Texts, look: Look = DEFAULT) -> Spread:
    """Return where everything below the first row of a hand's picture is."""
    blocks = staged_blocks(view)
    staged = staged_laid_out(blocks, _STAGED, MOST_HEIGHT - BELOW - _LEAST_HAND - _STAGED) if blocks else None
    top = staged.foot + 16 if staged is not None else _STRIP.y + _STRIP.height
    label = length(_loose_words(texts), LABEL, False) + 4
    layout = _laid_out(view, reading, (top, MOST_HEIGHT - BELOW), label, look)
    fits = fits_of(view) if reading.value is not None else ()
    if fits:
        above = _laid_out(view, reading, (top, MOST_HEIGHT - BELOW - FITS - _GAP), label, look)
        if above.shape.rank >= min(_LEAST_LARGE_RANK if look.large else _LEAST_RANK, layout.shape.rank):
            return Spread(staged, above, fits)
    return Spread(staged, layout, ())


def _laid_out(view: MeldsView, reading: HandReading, between: tuple[int, int], label: int, look: Look) -> HandLayout:
    """Lay out the cards in hand between two heights, with the value of the loose ones, if it's counted, at the end.

    ``label`` is the least width of the panel with that value.
    """
    top, foot = between
    if reading.loose is None:
        return hand_laid_out(reading.groups, top, foot, drawn=view.drawn, panel=0, large=look.large)
    for places in (1, 2):
        layout = hand_laid_out(reading.groups, top, foot, drawn=view.drawn, panel=places, large=look.large)
        if layout.panel is not None and layout.panel.width >= label:
            break
    return layout


def verb_parts(view: MeldsView, reading: HandReading, texts: Texts) -> tuple[Part, ...]:
    """Return what the seat has to do in its turn."""
    if view.phase is not Phase.LAY:
        return _drawing(view, texts)
    if reading.can_go_out:
        return parted(texts.t("You can go out"))
    if view.owed:
        return parted(texts.n("Lay the joker", "Lay {n} jokers", view.owed))
    if view.debt is not None:
        return parted(texts.t("Lay more, or take back"))
    additions = reading.value is None or any(move.verb in (Verb.LAYOFF, Verb.SWAP) for move in view.moves)
    melds = view.may_meld and any(group.kind is not None for group in reading.groups)
    if view.may_lay and (additions or melds):
        return parted(texts.t("Lay melds or discard"))
    return parted(texts.t("Discard a card"))


def claim_lines(view: MeldsView, texts: Texts) -> list[tuple[Part, ...]]:
    """Return that the seat may take the top discard out of turn, the longest form first (H-8); () if it may not."""
    if view.claim is None or not any(move.verb is Verb.CLAIM for move in view.moves):
        return [()]
    card = Chip(view.claim)
    with_another = parted(texts.t("Knock for {card} · +1 card", card=slot(0)), card)
    return [with_another, parted(texts.t("Knock for {card}", card=slot(0)), card)]


def _drawing(view: MeldsView, texts: Texts) -> tuple[Part, ...]:
    if not view.discards:
        return parted(texts.t("Draw from the stock"))
    return parted(texts.t("Draw, or take {card}", card=slot(0)), Chip(view.discards[-1]))


def first_meld_parts(view: MeldsView, reading: HandReading, texts: Texts) -> tuple[Part, ...]:
    """Return the value of the first melds and what they need (D-7); () after them or where none are needed."""
    if view.needs is None or view.seat is None or view.opened[view.seat]:
        return ()
    value = view.laid or reading.ready
    needs = Words(str(view.needs), Ink.LABEL, black=False)
    if not view.needs:
        return _labeled(parted(texts.t("First meld: any")))
    if value is None:
        return _labeled(parted(texts.t("First meld: {needs} or more", needs=slot(0)), needs))
    words = texts.t("First meld {value} of {needs}", value=slot(0), needs=slot(1))
    parts = _labeled(parted(words, Words(str(value), Ink.TEXT, black=True), needs))
    reached = value >= view.needs and (view.is_open or not view.laid)
    return (*parts, Words("  "), Sign(Symbol.CHECK, Ink.TEXT)) if reached else parts


def _labeled(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return a line with all words that have no color set as labels."""
    return tuple(
        Words(part.words, Ink.LABEL, black=False) if isinstance(part, Words) and part.ink is None else part
        for part in parts
    )


def _strip(canvas: Canvas, view: MeldsView, reading: HandReading, texts: Texts) -> None:
    """Write the first meld, or the score where it's laid, and the points in hand."""
    draw_panel(canvas, _STRIP, rounding=ROW_RADIUS)
    y, left, right = _STRIP.y + _STRIP.height // 2, LEFT + 28, RIGHT - 28
    style = TextStyle(_STRIP_TYPE, Ink.TEXT, Ink.PANEL)
    first = first_meld_parts(view, reading, texts)
    if not first and view.seat is not None:
        score = Words(signed(view.columns[0].totals[view.seat]), Ink.TEXT, black=True)
        first = _labeled(parted(texts.t("Score {points}", points=slot(0)), score))
    used = 0
    if reading.value is not None:
        value = Words(str(reading.value), Ink.TEXT, black=True)
        forms = texts.t("Points in hand {value}", value=slot(0)), texts.t("In hand {value}", value=slot(0))
        room = right - left - line_length(canvas, first, TextStyle(LABEL)) - 24
        points = fitting(canvas, [_labeled(parted(words, value)) for words in forms], TextStyle(LABEL), room)
        at = TextStyle(_STRIP_TYPE, Ink.TEXT, Ink.PANEL, side="right")
        used = draw_line(canvas, right, y, points, at, width=max(room, (right - left) // 3))
    draw_line(canvas, left, y, first, style, width=right - left - used - 24)


def _cards(canvas: Canvas, view: MeldsView, texts: Texts, layout: HandLayout, reading: HandReading) -> None:
    """Draw the cards and the bars below melds; the drawn card in a frame with a tag."""
    for _, x, y in layout.cards:
        card_shadow(canvas, x, y, layout.shape)
    for group, at in layout.groups:
        replaced = reading.stands_for.get(group.cards, ((),) * len(group.cards))
        for card, (x, y), possible in zip(group.cards, at, replaced, strict=True):
            canvas.card(card, x, y, layout.shape, stands_for=possible)
    for area, kind in layout.bars:
        draw_bar(canvas, area.x, area.y, area.width, kind)
    places = [(x, y) for card, x, y in layout.cards if card == view.drawn]
    if not places or view.drawn is None or view.seat is None:
        return
    x, y = places[-1]
    color, words = SEATS[view.seat], texts.t("taken") if view.drawn == view.taken else texts.t("drawn")
    half = length(words, LABEL, True) // 2 + TAG_PADDING
    middle = min(max(x + layout.shape.width // 2, LEFT - DRAWN_FRAME + half), RIGHT + DRAWN_FRAME - half)
    draw_framed(canvas, view.drawn, x, y, layout.shape, color=color, shadow=False)
    draw_tag(canvas, middle, y - TAG, words, color)


def _loose_words(texts: Texts) -> str:
    return texts.p("loose cards", "Loose")


def _loose(canvas: Canvas, reading: HandReading, texts: Texts, panel: Area) -> None:
    """Write the points of the loose cards, in a low panel in one line."""
    draw_panel(canvas, panel, rounding=PANEL_RADIUS)
    words, points, room = _loose_words(texts), str(reading.loose), panel.width - 2
    middle, y = panel.x + panel.width // 2, panel.y + panel.height // 2
    low, line = panel.height < _HIGH_PANEL, (Words(f"{words} ", Ink.LABEL, black=False), Words(points, Ink.TEXT))
    style = TextStyle(NAME if low else _POINTS, Ink.TEXT, Ink.PANEL, side="middle")
    if low and line_length(canvas, line, style) <= room - 20:
        draw_line(canvas, middle, y, line, style)
        return
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
    draw_fitted(canvas, middle, y - (24 if low else 36), words, label, width=room)
    draw_fitted(canvas, middle, y + (25 if low else 30), points, style, width=room - 10)
