"""The end of a deal with melds on the table, and moments of a finished game."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Outcome
from bot.text.catalogs import Texts
from bot.text.deals import progress_words
from bot.text.lists import gain, signed
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME
from render.drawing.lines import Chip, Sign, Words, draw_line, line_length, parted, slot
from render.drawing.palette import Ink
from render.drawing.plates import PANEL_RADIUS, ROW_RADIUS, draw_fitted, draw_panel
from render.drawing.symbols import Symbol
from render.look import DEFAULT, Look
from render.melds.alt import ending_alt
from render.melds.face_up import LEFT, RIGHT, FaceUpLayout, draw_face_up, laid_face_up, stretched
from render.melds.table_drawing import shown_name
from render.melds.words import count_words
from render.values import FaceUpHand, Picture
from render.words import outcome_title

_BAR: Final = Area(LEFT, 30, RIGHT - LEFT, 98)
_SUM: Final = 54
"""The height of the line with the sum below the bar."""
_TOP: Final = 142
_FOOT: Final = 872
_BELOW: Final = 28
_LEAST_HEIGHT: Final = 380
_HEADLINE: Final = 62
_INSIDE: Final = 34


def ending_picture(view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the cards left in each hand when a deal ended. ValueError during a deal, or before the first."""
    if not view.hands or not view.deals:
        raise ValueError("no deal has ended here")
    hands = face_up_hands(view, names, texts)
    layout = layout_of(hands)
    canvas = Canvas(look, texts, max(layout.foot + _BELOW, _LEAST_HEIGHT))
    _headline(canvas, view, names, texts)
    draw_face_up(canvas, hands, layout, won=True)
    return Picture(canvas.png(), ending_alt(view, names, texts))


def face_up_hands(view: MeldsView, names: Sequence[str], texts: Texts) -> list[FaceUpHand]:
    """Return the hands with their points, and each player's score before and after the deal."""
    winner, totals, points = view.deals[-1].winner, view.columns[0].totals, view.deals[-1].points
    return [
        FaceUpHand(
            name,
            hand,
            _counted(view, texts, seat),
            texts.t("{before} → {after}", before=signed(totals[seat] - points[seat]), after=signed(totals[seat])),
            lit=seat == winner,
        )
        for seat, (name, hand) in enumerate(zip(names, view.hands, strict=True))
    ]


def layout_of(hands: Sequence[FaceUpHand]) -> FaceUpLayout:
    """Return where the hands are in the picture."""
    return laid_face_up(hands, _TOP + _SUM, _FOOT)


def _headline(canvas: Canvas, view: MeldsView, names: Sequence[str], texts: Texts) -> None:
    """Write who won and by how much in gold, or that nobody did; below it how the points add up."""
    result = view.deals[-1]
    fill, ink = (Ink.PANEL, Ink.TEXT) if result.winner is None else (Ink.GOLD, Ink.ON_COLOR)
    draw_panel(canvas, _BAR, fill=fill, rounding=PANEL_RADIUS, shadow=result.winner is not None)
    y, left, style = _BAR.y + _BAR.height // 2, _BAR.x + _INSIDE, TextStyle(_HEADLINE, ink, fill)
    if result.winner is None:
        draw_fitted(canvas, left, y, outcome_title(texts, result.outcome), style, width=_BAR.width - 2 * _INSIDE)
    else:
        points = gain(result.points[result.winner])
        if result.outcome is Outcome.RUMMY:
            words = texts.t("{name} goes rummy: {points}", name=slot(0), points=points)
        else:
            words = texts.t("{name} goes out: {points}", name=slot(0), points=points)
        name = Words(shown_name(names, result.winner, texts), ink, name=True)
        line = (Sign(Symbol.MARK, ink), Words("  "), *parted(words, name))
        draw_line(canvas, left, y, line, style, width=_BAR.width - 2 * _INSIDE)
    _sum(canvas, view, texts)


def _sum(canvas: Canvas, view: MeldsView, texts: Texts) -> None:
    """Write how the points add up, and if there's room which round it was."""
    y, width, small = _TOP + _SUM // 2 - 3, RIGHT - LEFT - 8, TextStyle(LABEL)
    label, count = TextStyle(LABEL, Ink.LABEL, black=False), parted(count_words(texts, view.deals[-1]))
    progress = parted(progress_words(texts, view))
    used = line_length(canvas, progress, label) + 40
    if used + line_length(canvas, count, small) <= width:
        draw_line(canvas, LEFT + 4, y, progress, label)
        width -= used
    at = TextStyle(50 if line_length(canvas, count, TextStyle(50)) <= width else LABEL, side="right")
    draw_line(canvas, RIGHT - 4, y, count, at, width=width)


def _counted(view: MeldsView, texts: Texts, seat: int) -> str:
    """Return a hand's points, and under H-10 its player's share of the cards that the winner laid."""
    count = view.deals[-1].count
    if not view.hands[seat]:
        return texts.t("no cards left")
    value = sum(rules_for(view.options).hand_values[card] for card in view.hands[seat])
    if count is not None and count.shares[seat]:
        return texts.t("{value} + {share} laid", value=value, share=count.shares[seat])
    return texts.t("{value} in hand", value=value)


_HEADER: Final = 54
_REPLAY_TOP: Final = 90
_REPLAY_BELOW: Final = 18
_LINE: Final = 64
_GAP: Final = 12


def draw_melds_replay(canvas: Canvas, view: MeldsView, hands: Sequence[FaceUpHand], title: str, texts: Texts) -> None:
    """Draw two to four hands, and below them the top discard, or how the deal ended."""
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    used = draw_fitted(canvas, RIGHT - 4, _HEADER, texts.t("Stock {count}", count=view.stock), label, width=300)
    draw_fitted(canvas, LEFT + 4, _HEADER, title, TextStyle(NAME), width=RIGHT - LEFT - used - 40)
    foot = canvas.height - _REPLAY_BELOW - _LINE
    layout = stretched(laid_face_up(hands, _REPLAY_TOP, foot - 2 * _GAP), foot - 2 * _GAP)
    ended = view.turn is None and bool(view.deals)
    draw_face_up(canvas, hands, layout, won=ended)
    if ended:
        below = parted(outcome_title(texts, view.deals[-1].outcome))
    elif view.discards:
        below = parted(texts.t("Top discard {card}", card=slot(0)), Chip(view.discards[-1]))
    else:
        below = parted(texts.t("No discards"))
    line = Area(LEFT, foot - _GAP, RIGHT - LEFT, _LINE)
    draw_panel(canvas, line, rounding=ROW_RADIUS)
    style = TextStyle(NAME, ground=Ink.PANEL, side="middle")
    draw_line(canvas, canvas.width // 2, line.y + _LINE // 2, below, style, width=line.width - 40)
