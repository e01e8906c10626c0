"""The picture of a hand in a game with melds: what to do, the first meld, whole cards in rows, staged melds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.lists import signed
from render.alt import MOST_WORDS
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, length
from render.drawing.lines import Chip, Part, Sign, Words, draw_line, fitting, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DRAWN_FRAME,
    PANEL_RADIUS,
    ROW_RADIUS,
    TAG,
    TAG_PADDING,
    card_shadow,
    draw_bar,
    draw_fitted,
    draw_framed,
    draw_panel,
    draw_tag,
)
from render.drawing.png import HANDS, MANY_CARDS
from render.drawing.symbols import Symbol
from render.hand_band import BAND, draw_band
from render.look import DEFAULT, Look
from render.melds.alt import hand_alt
from render.melds.blocks import Laid
from render.melds.fits import HEIGHT as FITS
from render.melds.fits import Fit, draw_fits, fits_of
from render.melds.hand_layout import BELOW, LEAST_HEIGHT, LEFT, MOST_HEIGHT, RIGHT, HandLayout, hand_laid_out
from render.melds.reading import HandReading, read_hand, unassisted_reading
from render.melds.staged import draw_staged, staged_blocks, staged_laid_out
from render.picture import Picture

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


def melds_hand_words(view: MeldsView, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> str:
    """Describe the hand of the view's seat in full, in place of its picture."""
    reading = unassisted_reading(view) if unassisted else read_hand(view)
    return hand_alt(view, names, reading, texts, MOST_WORDS)


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
    """Return what there is to draw."""
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
    check = (Words("  "), Sign(Symbol.CHECK, Ink.TEXT)) if value >= view.needs else ()
    return (*parts, *check)


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
    """Return what the points of loose cards are called."""
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
