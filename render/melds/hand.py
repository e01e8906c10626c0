"""The picture of a hand in a game with melds: facts in a strip, staged melds, cards in rows, and what they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.lists import score, signed
from bot.text.melds.table import lacks_pure_run
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NARROWEST, cut, length, shown_name
from render.drawing.lines import Chip, Part, Sign, Words, draw_chip, draw_line, fitting, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    PLATE_RADIUS,
    ROW_RADIUS,
    card_shadow,
    draw_bar,
    draw_disc,
    draw_drawn,
    draw_fitted,
    draw_panel,
)
from render.drawing.png import HANDS, MANY_CARDS
from render.drawing.rows import LOOSE, Group, GroupRow
from render.drawing.shapes import Symbol
from render.look import DEFAULT, MOST_TOLD, Look, Sorting
from render.melds.alt import hand_alt, told_hand
from render.melds.blocks import Laid, draw_block, draw_staged, staged_blocks, staged_foot, staged_laid_out
from render.melds.hand_layout import (
    CHIP,
    FEW,
    LEFT,
    MOST_ROWS,
    RIGHT,
    SPACE,
    Fit,
    FitsLayout,
    HandLayout,
    below_height,
    fits_below,
    fits_beside,
    fits_of,
    hand_laid_out,
)
from render.melds.pile import PileLayout, discard_color, draw_spread, pile_laid_out
from render.melds.reading import HandReading, melds_rows, read_hand, shows_pile, unassisted_reading
from render.rooms import FITS
from render.values import Picture

_STRIP: Final = Area(LEFT, 28, RIGHT - LEFT, 84)
_INSIDE: Final = 28
_STRIP_TYPE: Final = 48
_BETWEEN: Final = 36
"""The least gap between two facts in the strip."""
_SQUEEZED: Final = 0.92
"""How narrow words may be set before a fact is left out."""
_BEFORE_CHIP: Final = " "
_NAME, _DISC, _AFTER_DISC = 200, 48, 8
"""The width to which the name of the top card's player may be cut, and the disc in its place if there's no room."""
_PILL: Final = 62
"""The height of the gold around a discard that may be claimed."""


def draw_strip(
    canvas: Canvas, view: MeldsView, names: Sequence[str], reading: HandReading, texts: Texts, *, staged: bool
) -> None:
    """Write the first meld or, where it's laid, the score; the stock, the top discard, and the points in hand."""
    draw_panel(canvas, _STRIP, rounding=ROW_RADIUS)
    room, y = _STRIP.width - 2 * _INSIDE, _STRIP.y + _STRIP.height // 2
    left, *right = facts = _fitting_facts(canvas, strip_facts(view, names, reading, texts, staged=staged), room)
    style = TextStyle(_STRIP_TYPE, Ink.TEXT, Ink.PANEL)
    while style.size > LABEL and _facts_length(canvas, facts, style) > room:
        style = replace(style, size=style.size - 2)
    over = max(_facts_length(canvas, facts, style) - room, 0)
    lengths = [line_length(canvas, fact.parts, style) for fact in facts]
    words = [line_length(canvas, [part for part in fact.parts if isinstance(part, Words)], style) for fact in facts]
    widths = [each - -(-over * share // sum(words)) for each, share in zip(lengths, words, strict=True)]
    draw_line(canvas, LEFT + _INSIDE, y, left.parts, style, width=widths[0])
    x = RIGHT - _INSIDE
    for fact, width in list(zip(right, widths[1:], strict=True))[::-1]:
        at = replace(style, side="right")
        before = 0 if fact.seat is None else _DISC + _AFTER_DISC
        if fact.claim:
            pill = Area(x - width - before - 16, y - _PILL // 2, width + before + 22, _PILL)
            canvas.box(pill, Ink.GOLD, ground=Ink.PANEL, rounding=PLATE_RADIUS)
            at = replace(at, ink=Ink.ON_COLOR, ground=Ink.GOLD)
        x -= draw_line(canvas, x, y, fact.parts, at, width=width) + before
        if fact.seat is not None:
            draw_disc(canvas, x + _DISC // 2, y, fact.seat, at.ground, across=_DISC)
        x -= _BETWEEN


class Fact(NamedTuple):
    """A fact in the strip: with the disc of a seat before it, on gold if it's a discard to ``claim`` (H-8)."""

    parts: Sequence[Part]
    claim: bool = False
    seat: int | None = None


def strip_facts(
    view: MeldsView, names: Sequence[str], reading: HandReading, texts: Texts, *, staged: bool
) -> Iterator[list[Fact]]:
    """Yield the facts of the strip, then in shorter words, for a strip that's too short.

    If melds are ``staged``, the first meld is told with them.
    """
    stock = Fact(_told(texts.t("Stock {count}", count=slot(0)), str(view.stock)))
    for briefly, named in ((0, True), (0, False), (1, False), (2, False)):
        first = () if staged else first_meld_parts(view, reading, texts, briefly=briefly)
        value = []
        if reading.value is not None:
            words = texts.t("In hand {value}", value=slot(0))
            if briefly:
                words = texts.p("short for “In hand {value}”", "Hand {value}", value=slot(0))
            value = [Fact(_told(words, str(reading.value)))]
        yield [
            Fact(first or _score(view, texts, briefly=briefly)),
            stock,
            *_discard(view, names, texts, named=named),
            *value,
        ]


def _score(view: MeldsView, texts: Texts, *, briefly: int) -> tuple[Part, ...]:
    penalties, seat = view.options.penalties, view.seat or 0
    if rules_for(view.options).laid_counts and view.table_points[seat]:
        words, laid = texts.t("Score {points} + {laid} laid", points=slot(0), laid=slot(1)), view.table_points[seat]
        words = f"{slot(0)} + {slot(1)}" if briefly else words
        bright = (signed(view.columns[0].totals[seat]), str(laid))
        return _labeled(parted(words, *(Words(each, Ink.TEXT, black=True) for each in bright)))
    words = (
        texts.t("Penalty points {points}", points=slot(0)) if penalties else texts.t("Score {points}", points=slot(0))
    )
    if briefly > 1:
        words = slot(0)
    elif briefly:
        words = texts.p("short for “Score {points}” or “Penalty points {points}”", "Pts {points}", points=slot(0))
    return _told(words, score(view.columns[0].totals[seat], penalties=penalties))


def _discard(view: MeldsView, names: Sequence[str], texts: Texts, *, named: bool) -> list[Fact]:
    """Return the top discard after its player's name or disc, while it can be taken or matters for the next turn."""
    if view.turn is None or not view.discards or (view.turn == view.seat and view.phase is Phase.LAY):
        return []
    seat, card = view.discarders[-1] if view.discarders else None, Chip(view.discards[-1])
    claim = view.claim is not None and any(move.verb is Verb.CLAIM for move in view.moves)
    if seat is None:
        ink = Ink.SOFT if claim else Ink.LABEL
        words = parted(texts.p("pile", "Discard {card}", card=slot(0)), card)
        return [Fact(_labeled(words, ink) if named else (card,), claim)]
    if not named:
        return [Fact((card,), claim, seat)]
    name = cut(shown_name(names, seat, texts), LABEL, True, _NAME)
    return [Fact((Words(name + _BEFORE_CHIP, Ink.ON_COLOR if claim else SEATS[seat]), card), claim)]


def _fitting_facts(canvas: Canvas, ways: Iterator[list[Fact]], room: int) -> list[Fact]:
    """Return the first way that fits a strip, the last one if none does."""
    style = TextStyle(LABEL)
    for facts in ways:
        if _facts_length(canvas, facts, style) * _SQUEEZED <= room:
            break
    return facts


def _facts_length(canvas: Canvas, facts: Sequence[Fact], style: TextStyle) -> int:
    discs = sum(fact.seat is not None for fact in facts)
    words = sum(line_length(canvas, fact.parts, style) for fact in facts)
    return words + discs * (_DISC + _AFTER_DISC) + _BETWEEN * (len(facts) - 1)


def first_meld_parts(view: MeldsView, reading: HandReading, texts: Texts, *, briefly: int = 0) -> tuple[Part, ...]:
    """Return the value of the first melds and what they need (D-7); () after them, or where none are needed."""
    if view.needs is None or view.turn is None or view.seat is None or view.opened[view.seat]:
        return ()
    value = view.laid or reading.ready
    needs = Words(str(view.needs), Ink.LABEL, black=False)
    lacks = lacks_pure_run(view)
    if not view.needs:
        return _labeled(parted(texts.t("First meld: pure run") if lacks else texts.t("First meld: any")))
    if value is None:
        return _labeled(parted(texts.t("First meld: {needs} or more", needs=slot(0)), needs))
    if briefly > 1:
        words = f"{slot(0)}/{slot(1)}"
    elif briefly:
        words = texts.p(
            "short for “First meld {value} of {needs}”", "Meld {value}/{needs}", value=slot(0), needs=slot(1)
        )
    elif lacks:
        words = texts.t("First meld {value} of {needs} + pure run", value=slot(0), needs=slot(1))
    else:
        words = texts.t("First meld {value} of {needs}", value=slot(0), needs=slot(1))
    parts = _labeled(parted(words, Words(str(value), Ink.TEXT, black=True), needs))
    reached = value >= view.needs and (view.is_open or not (view.laid or lacks))
    return (*parts, Words("  "), Sign(Symbol.CHECK, Ink.TEXT)) if reached else parts


def _told(sentence: str, value: str) -> tuple[Part, ...]:
    """Return a sentence with a value, of which only the value is bright."""
    return _labeled(parted(sentence, Words(value, Ink.TEXT, black=True)))


def _labeled(parts: Sequence[Part], ink: Ink = Ink.LABEL) -> tuple[Part, ...]:
    """Return a line with all words that have no color set as labels."""
    return tuple(
        Words(part.words, ink, black=False) if isinstance(part, Words) and part.ink is None else part for part in parts
    )


_STAGED: Final = Area(LEFT, _STRIP.y + _STRIP.height + 16, RIGHT - LEFT, 0)
LEAST_HEIGHT: Final = 380
_MOST, _MOST_LARGE = 700, 870
"""The most that pictures are high, usually and with large cards."""
_LITTLE_LESS, _LESS, _LESS_STAGED, _LESS_LARGE = 80, 150, 90, 90
"""How much less that is for hands of several cards; for those that need two selects, also next to staged melds, and in
addition with large cards."""
_GAP: Final = 16
_BELOW, _BELOW_BARS = 37, 26
"""From the last row of cards or the bars below it to the lower edge of the picture."""
_LEAST_ROW, _LEAST_LARGE_ROW = 140, 180
"""The height that each row of cards has next to staged melds."""
_LEAST_STAGED: Final = 190
"""The height of staged melds next to a hand of many rows."""
_PILE: Final = Area(LEFT, _STAGED.y, RIGHT - LEFT, 104)
"""Where the discard pile lies while a card can be taken from below (R-6); it's higher if it takes two rows."""
_PILE_BELOW: Final = 28
_LEAST_RANK, _LEAST_LARGE_RANK = 48, 80
"""The melds that cards fit are only shown if ranks in hand stay at least this high, in pixels."""
_SEVERAL, _ONE_SELECT = 10, 25
_MANY: Final = 16
"""With more cards, pictures are compressed more."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What is below the strip of a hand's picture: staged melds, cards, and melds on the table that they fit."""

    staged: Laid | None
    layout: HandLayout
    fits: FitsLayout | None
    pile: PileLayout | None = None

    @property
    def height(self) -> int:
        """The height of the picture."""
        if not self.layout.cards:
            return self.layout.foot - _GAP + SPACE
        below = _BELOW_BARS if any(bar.y + bar.height == self.layout.foot for bar, _ in self.layout.bars) else _BELOW
        panel = 0 if self.fits is None else self.fits.panel.y + self.fits.panel.height
        needed = max(self.layout.foot + below, panel + (SPACE if panel > self.layout.foot else _BELOW))
        return max(needed, LEAST_HEIGHT)


def melds_hand_picture(
    view: MeldsView,
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    advised: Move | None = None,  # noqa: ARG001 - same signature for every family
) -> Picture:
    """Draw the hand of the view's seat, and what it has laid in the current turn; names in seat order.

    On an unassisted table the cards are just sorted: no melds are found and no points counted.
    """
    reading = unassisted_reading(view) if unassisted else read_hand(view)
    spread = hand_spread(view, reading, texts, look, sorting)
    canvas = Canvas(look, texts, spread.height)
    draw_strip(canvas, view, names, reading, texts, staged=spread.staged is not None)
    if spread.staged is not None:
        head = (
            texts.t("Laid this turn"),
            [first_meld_parts(view, reading, texts, briefly=briefly) for briefly in (0, 1)],
        )
        draw_staged(canvas, spread.staged, SEATS[view.seat or 0], head, _STAGED)
    if spread.pile is not None:
        draw_spread(canvas, view.discards, spread.pile, discard_color(view), Ink.FELT)
    _draw_cards(canvas, view, spread.layout, reading)
    if spread.fits is not None:
        _draw_fits(canvas, view, spread.layout, spread.fits, texts)
    laid = sum(len(block.cards) for block, _, _ in spread.staged.places) if spread.staged is not None else 0
    compression = MANY_CARDS if len(view.hand) + laid // 2 > _MANY else HANDS
    return Picture(canvas.png(compression), hand_alt(view, names, reading, texts, sorting))


def melds_hand_words(
    view: MeldsView,
    names: Sequence[str],  # noqa: ARG001 - same signature for every family
    texts: Texts,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    most: int = MOST_TOLD,
) -> str:
    """Tell the hand of the view's seat in place of its picture, in ``most`` words."""
    reading = unassisted_reading(view) if unassisted else read_hand(view)
    return told_hand(view, reading, texts, sorting, most=most)


def hand_spread(
    view: MeldsView, reading: HandReading, texts: Texts, look: Look = DEFAULT, sorting: Sorting = Sorting.MELDS
) -> Spread:
    """Return where everything below the strip of a hand's picture is."""
    rows = hand_rows(view, reading, sorting)
    most, least = (_MOST_LARGE, _LEAST_LARGE_ROW) if look.large else (_MOST, _LEAST_ROW)
    blocks, staged, top = staged_blocks(view), None, _STAGED.y
    if not shows_pile(view):
        most -= _less(view, staged=bool(blocks), large=look.large)
    pile = pile_laid_out(len(view.discards), _PILE) if shows_pile(view) else None
    if pile is not None:
        top = pile.foot + _PILE_BELOW
    elif blocks:
        room = max(most - _STAGED.y - len(rows) * least - _BELOW, _LEAST_STAGED)
        staged = staged_laid_out(blocks, replace(_STAGED, height=room))
        top = staged_foot(staged) + _GAP
    layout = hand_laid_out(rows, top, most - _BELOW, large=look.large)
    fits = fits_of(view) if reading.value is not None and view.hand else ()
    if not fits:
        spare = LEAST_HEIGHT - _BELOW - layout.foot
        if layout.cards and spare > 0:
            layout = hand_laid_out(rows, top + spare // 2, most - _BELOW, large=look.large)
        return Spread(staged, layout, None, pile)
    if len(view.hand) <= FEW:
        return Spread(staged, layout, fits_beside(view, fits, layout, most - _BELOW), pile)
    return _with_fits_below(view, fits, texts, Spread(staged, layout, None, pile), (rows, top, most, look))


def _less(view: MeldsView, *, staged: bool, large: bool) -> int:
    """Return how much lower than others a hand's picture is for the controls below it, where hands grow (R-6)."""
    if not rules_for(view.options).from_below or len(view.hand) <= _SEVERAL:
        return 0
    less = _LITTLE_LESS if len(view.hand) <= _ONE_SELECT else _LESS_STAGED if staged else _LESS
    return less + _LESS_LARGE * large


def _with_fits_below(
    view: MeldsView,
    fits: Sequence[Fit],
    texts: Texts,
    spread: Spread,
    laying: tuple[Sequence[GroupRow], int, int, Look],
) -> Spread:
    """Return a hand above the melds that its cards fit, if its cards stay large enough."""
    rows, top, most, look = laying
    least = _LEAST_LARGE_RANK if look.large else _LEAST_RANK
    words = length(FITS.of(texts), LABEL, False)
    for count in range(1, MOST_ROWS + 1):
        foot = most - SPACE - below_height(count) - _GAP
        layout = hand_laid_out(rows, top, foot, large=look.large)
        enough = min(least, spread.layout.shape.rank) if count == 1 else spread.layout.shape.rank
        if layout.shape.rank < enough:
            break
        found = fits_below(view, fits, texts, (layout.foot + _GAP, words), count)
        spread = replace(spread, layout=layout, fits=found)
        if len(found.places) == len(fits) and all(cards for _, _, cards in found.places):
            break
    return spread


def hand_rows(view: MeldsView, reading: HandReading, sorting: Sorting) -> tuple[GroupRow, ...]:
    """Return the rows of a hand; where no melds are found, cards are sorted by suits at least."""
    if reading.value is None and sorting is Sorting.MELDS:
        sorting = Sorting.SUITS
    return melds_rows(view, sorting, reading)


def _draw_cards(canvas: Canvas, view: MeldsView, layout: HandLayout, reading: HandReading) -> None:
    """Draw the cards and the bars below melds; the drawn card last, in a frame."""
    for _, x, y in layout.cards:
        card_shadow(canvas, x, y, layout.shape)
    for area, kind in layout.bars:
        draw_bar(canvas, area.x, area.y, area.width, kind)
    drawn: tuple[int, int, Sequence[Card]] | None = None
    for card, x, y, possible in _with_meanings(layout, reading):
        canvas.card(card, x, y, layout.shape, stands_for=possible)
        drawn = (x, y, possible) if card == view.drawn else drawn
    if drawn is not None and view.drawn is not None and view.seat is not None:
        x, y, possible = drawn
        draw_drawn(canvas, view.drawn, x, y, layout.shape, color=SEATS[view.seat], stands_for=possible)


def _with_meanings(layout: HandLayout, reading: HandReading) -> Iterator[tuple[Card, int, int, Sequence[Card]]]:
    """Yield each card with its place and, in a meld, the cards that it may replace there."""
    for group, places in layout.groups:
        meanings = _meanings(group, reading) if group.kind is not LOOSE else ((),) * len(group.cards)
        for card, (x, y), possible in zip(group.cards, places, meanings, strict=True):
            yield card, x, y, possible


def _meanings(group: Group, reading: HandReading) -> Sequence[Sequence[Card]]:
    """Return what each card of a meld, or of a part of one that is split over rows, may replace."""
    size = len(group.cards)
    for meld, meanings in reading.stands_for.items():
        for at in range(len(meld) - size + 1):
            if meld[at : at + size] == group.cards:
                return meanings[at : at + size]
    return ((),) * size


def _draw_fits(canvas: Canvas, view: MeldsView, layout: HandLayout, fits: FitsLayout, texts: Texts) -> None:
    """Draw the panel with melds that cards fit: how many they are at the top, or a word at the left."""
    draw_panel(canvas, fits.panel, rounding=ROW_RADIUS)
    panel, style = fits.panel, TextStyle(_STRIP_TYPE, Ink.LABEL, Ink.PANEL, black=False)
    if panel.y > layout.foot:
        words = FITS.of(texts)
        draw_fitted(canvas, panel.x + 18, panel.y + panel.height // 2, words, replace(style, size=LABEL), width=300)
    else:
        room = panel.width - 44
        line = _fits_heading(canvas, view, layout, style, room)
        draw_line(canvas, panel.x + 26, panel.y + 48, line, style, width=room)
    for block, area, cards in fits.places:
        canvas.box(area, Ink.TRAY, ground=Ink.PANEL, rounding=PLATE_RADIUS)
        plate = replace(area, width=block.width(fits.shape))
        draw_block(canvas, block, plate, fits.shape, Ink.PANEL, fill=Ink.TRAY)
        x = plate.x + plate.width + 4
        for card in cards:
            x += draw_chip(canvas, x, area.y + area.height // 2, card, CHIP, ground=Ink.TRAY) + 4


def _fits_heading(canvas: Canvas, view: MeldsView, layout: HandLayout, style: TextStyle, width: int) -> Sequence[Part]:
    """Return which cards of the hand fit how many melds, or in a narrow panel only how many cards."""
    texts, small = canvas.texts, replace(style, size=LABEL)
    fits = fits_of(view)
    wanted = {card for fit in fits for card in fit.cards}
    cards = list(dict.fromkeys(card for card, _, _ in layout.cards if card in wanted))
    if len(cards) == 1:
        words = texts.n("{card} fits {n} meld", "{card} fits {n} melds", len(fits), card=slot(0))
        return fitting(canvas, [parted(words, Chip(cards[0])), parted(FITS.of(texts))], small, width, narrow=NARROWEST)
    chips = " ".join(slot(number) for number in range(len(cards)))
    words = texts.n("{cards} fit {n} meld", "{cards} fit {n} melds", len(fits), cards=chips)
    counted = texts.n("{n} card fits", "{n} cards fit", len(cards))
    told = fitting(canvas, [parted(words, *map(Chip, cards)), parted(counted)], style, width)
    return fitting(canvas, [told, parted(FITS.of(texts))], small, width, narrow=NARROWEST)
