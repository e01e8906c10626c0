"""The picture of a moment of a game that is over: all hands open, the drawn card framed, an Expert's discard dashed."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.views import GinView, MeldsView, Phase, View
from bot.text.catalogs import Texts
from bot.text.lists import gain
from bot.text.replay import worth_words
from render.alt_text import first_fitting, joined, spoken
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import SMALLEST
from render.drawing.palette import Ink
from render.drawing.rows import hand_groups
from render.gin.knock import BETWEEN, HEAD, draw_rows, laid_out
from render.look import DEFAULT, Look
from render.melds.ending import FaceUp, draw_open, head_open
from render.words import outcome_title

_HEADER: Final = 40
_TOP: Final = 110
_BOTTOM: Final = 542
_PILES: Final = 570
_PADDING: Final = 22
_PILE: Final = upright(66)
_DISCARDS_AT: Final = 250
_GAP: Final = 8


def replay_picture(
    views: Sequence[GinView | MeldsView],
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    *,
    title: str,
    advised: Card | None = None,
) -> Picture:
    """Draw all hands of a game that is over, at one moment of it; ``views`` are what each seat saw then.

    ``title`` says which moment that is; ``advised`` is the card that an Expert would throw whose turn it is.
    """
    canvas = Canvas(look, texts, len(names))
    if isinstance(views[0], GinView):
        canvas.text(MARGIN, _HEADER, title, TextStyle(40), WIDTH - 2 * MARGIN)
        _gin(canvas, views, names, texts, advised)
    else:
        head_open(canvas, title, texts.t("Stock {count}", count=views[0].stock))
        _melds(canvas, views, names, texts, advised)
    return Picture(canvas.png(), replay_alt(views, names, texts, title=title))


def replay_alt(views: Sequence[View], names: Sequence[str], texts: Texts, *, title: str) -> str:
    """Tell a moment of a game: which it is, whose turn, the piles, then the hands in signs."""
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    first = views[0]
    head = [f"{title}.", texts.t("{name}'s turn.", name=said[first.turn]) if first.turn is not None else ""]
    if first.discards:
        top = texts.card(first.discards[-1])
        head.append(texts.t("Stock {count}, top discard {card}.", count=first.stock, card=top))
    worth = [f"{name} {worth_words(texts, view)}" for name, view in zip(said, views, strict=True)]
    hands = [f"{one}: {texts.cards(view.hand)}" if view.hand else one for one, view in zip(worth, views, strict=True)]
    return first_fitting(joined([*head, f"{'; '.join(told)}."]) for told in (hands, worth))


def _gin(canvas: Canvas, views: Sequence[View], names: Sequence[str], texts: Texts, advised: Card | None) -> None:
    """Draw two hands with their melds, and the piles below them."""
    shape, rows, heights = laid_out([hand_groups(view.hand) for view in views], _BOTTOM - _TOP - BETWEEN)
    y = _TOP
    for seat, (view, hand_rows, height) in enumerate(zip(views, rows, heights, strict=True)):
        mark = _mark(view, seat, texts)
        canvas.panel(Area(MARGIN, y, WIDTH - 2 * MARGIN, height), (), lit=mark or None)
        worth = TextStyle(36, ground=Ink.PANEL, side="right")
        right = WIDTH - MARGIN - _PADDING
        right -= canvas.text(right, y + HEAD // 2 + 3, worth_words(texts, view), worth, 400) + 24
        left = MARGIN + _PADDING
        canvas.name(left, y + HEAD // 2 + 3, seat, names[seat], TextStyle(36, ground=Ink.PANEL), width=right - left)
        framed, dashed = _marked(view, seat, advised)
        draw_rows(canvas, hand_rows, shape, (y, height), framed=framed, dashed=dashed)
        y += height + BETWEEN
    _piles(canvas, views[0], texts)


def _piles(canvas: Canvas, view: View, texts: Texts) -> None:
    """Draw the stock, and the discards from the newest back as far as there is room."""
    caption = TextStyle(SMALLEST, Ink.MUTED, bold=False)
    canvas.text(MARGIN, _PILES, texts.t("Stock {count}", count=view.stock), caption, _DISCARDS_AT - MARGIN - 20)
    words = texts.n("{n} discard, the newest first", "{n} discards, the newest first", len(view.discards))
    canvas.text(_DISCARDS_AT, _PILES, words, caption, WIDTH - MARGIN - _DISCARDS_AT)
    y = _PILES + 22
    if view.stock:
        canvas.back(MARGIN, y, _PILE)
    else:
        canvas.slot(Area(MARGIN, y, _PILE.width, _PILE.height))
    room = (WIDTH - MARGIN - _DISCARDS_AT + _GAP) // (_PILE.width + _GAP)
    for number, card in enumerate(view.discards[::-1][:room]):
        canvas.card(card, _DISCARDS_AT + number * (_PILE.width + _GAP), y, _PILE)


def _melds(canvas: Canvas, views: Sequence[View], names: Sequence[str], texts: Texts, advised: Card | None) -> None:
    """Draw up to four hands; the melds on the table have a picture of their own."""
    first, hands = views[0], []
    for seat, (view, name) in enumerate(zip(views, names, strict=True)):
        framed, dashed = _marked(view, seat, advised)
        mark = _mark(view, seat, texts)
        hands.append(
            FaceUp(
                name,
                view.hand,
                worth_words(texts, view),
                mark,
                lit=bool(mark),
                framed=next(iter(framed), None),
                advised=next(iter(dashed), None),
            )
        )
    if first.turn is None and first.deals:
        below = outcome_title(texts, first.deals[-1].outcome)
    elif first.discards:
        below = texts.t("Top discard {card}", card=texts.card(first.discards[-1]))
    else:
        below = texts.t("No discards")
    draw_open(canvas, hands, below)


def _mark(view: View, seat: int, texts: Texts) -> str:
    """Say that it is a seat's turn, or what it has won by the deal that has ended; empty for the others."""
    if view.turn == seat:
        return texts.t("Turn")
    if view.phase in (Phase.DEAL, Phase.OVER) and view.deals and view.deals[-1].winner == seat:
        return gain(view.deals[-1].points[seat])
    return ""


def _marked(view: View, seat: int, advised: Card | None) -> tuple[frozenset[Card], frozenset[Card]]:
    """Give the card that stands in a frame, the one drawn in this turn, and the one in dashes."""
    acts = view.turn == seat
    framed = frozenset({view.drawn}) if acts and view.drawn is not None else frozenset[Card]()
    dashed = frozenset({advised}) if acts and advised is not None else frozenset[Card]()
    return framed, dashed
