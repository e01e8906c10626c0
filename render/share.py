"""The share card: who won, the score, the winning cards as a fan, the best moment; nothing secret, no ids."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from PIL import Image, ImageFilter

from bot.ratings.highlights import ShareCardFacts
from bot.rummy.cards import JOKER, Card
from bot.text.catalogs import Texts
from bot.text.lists import gain, isolated, scores_of_all
from bot.text.lists import score as score_words
from bot.text.share import (
    highlight_sentence,
    highlight_words,
    score_line,
    share_game,
    shows_points,
    winners_title,
)
from render.alt import alt_names, in_words, truncated, without_least_important
from render.drawing import faces
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.faces import fan
from render.drawing.letters import (
    LABEL,
    NAME,
    NARROWEST,
    POSTER,
    drawable,
    first_fitting,
    length,
    on_one_line,
    shown_name,
)
from render.drawing.palette import Ink, Palette
from render.drawing.plates import PANEL_RADIUS, draw_fitted, draw_frame, draw_panel
from render.drawing.png import Compression, Film
from render.drawing.shapes import Symbol, rounded, symbol
from render.drawing.sprites import whole
from render.look import DEFAULT, Look
from render.values import UNFINISHED, Picture

CARD_WIDTH: Final = 198
"""The width of a card, in pixels."""

_RADIUS: Final = 1000
_SPREAD: Final = 43
"""The angle of the whole fan, in degrees."""
_LEAST: Final = 8
_MOST: Final = 13
"""The most cards whose ranks can all be read."""
_TOP: Final = 18
_SHADOW: Final = 7
_DEPTH: Final = 84
"""How far a card's shadow reaches, in pixels, and how dark it is, of 255."""


# Composed in full color and reduced to the palette once: turned cards overlap, and turning palette indexes leaves
# jagged edges. A whole picture in full color would be four times the bytes.
def draw_fan(canvas: Canvas, cards: Sequence[Card], area: Area, *, kept: int = 0, turned: int = _MOST) -> None:
    """Draw cards as a fan in the middle of an area, cut off at its edges; the middle one is at its top.

    If there are few, cards lie face down on both sides of them. The first ``kept`` rows of pixels stay as they are.
    Only the first ``turned`` cards lie face up.
    """
    shown, missing = canvas.part(area), max(_LEAST - len(cards), 0)
    faces_up = (card if number < turned else None for number, card in enumerate(cards[:_MOST]))
    fanned = (*[None] * (missing // 2), *faces_up, *[None] * (missing - missing // 2))
    step = _SPREAD / (len(fanned) - 1)
    for number, card in enumerate(fanned):
        angle = (number - (len(fanned) - 1) / 2) * step
        letter = "" if card is None or card == JOKER else canvas.rank(card)
        drawn = _turned(canvas.colors, letter, card, round(angle, 2))
        x = area.width / 2 + _RADIUS * sin(radians(angle))
        y = fan(CARD_WIDTH).height / 2 + _TOP + _RADIUS * (1 - cos(radians(angle)))
        shown.paste(drawn, (round(x - drawn.width / 2), round(y - drawn.height / 2)), drawn)
    shown = shown.crop((0, kept, area.width, area.height))
    fitted = shown.quantize(palette=_swatches(canvas.colors), dither=Image.Dither.NONE)
    canvas.place(whole(fitted), area.x, area.y + kept)


@lru_cache(maxsize=128)
def _turned(colors: Palette, letter: str, card: Card | None, angle: float) -> Image.Image:
    """Draw a card, or a back, with its shadow, turned clockwise by an angle in degrees, in full color."""
    shape = fan(CARD_WIDTH)
    if card is None:
        drawn = faces.back(colors, shape, Ink.FACE).copy()
    elif card == JOKER:
        drawn = faces.joker(colors, (), shape, Ink.FACE).copy()
    else:
        drawn = faces.face(colors, letter, card, shape, Ink.FACE).copy()
    drawn.putpalette(colors.rgb)
    around = 3 * _SHADOW
    mask = Image.new("L", (shape.width + 2 * around, shape.height + 2 * around))
    mask.paste(rounded(shape.width, shape.height, shape.corner), (around, around))
    soft = mask.filter(ImageFilter.GaussianBlur(_SHADOW))
    blurred = soft.point([share * _DEPTH // 255 for share in range(256)])
    turned = Image.new("RGBA", mask.size)
    turned.putalpha(blurred)
    face = Image.new("RGBA", mask.size)
    face.paste(drawn.convert("RGB"), (around, around))
    face.putalpha(mask)
    turned.alpha_composite(face)
    return turned.rotate(-angle, Image.Resampling.BICUBIC, expand=True)


@lru_cache(maxsize=12)
def _swatches(colors: Palette) -> Image.Image:
    """Return an image with all colors of a palette, for `quantize`."""
    image = Image.new("P", (1, 1))
    image.putpalette(colors.rgb)
    return image


_INSET: Final = MARGIN + 18
_RIGHT: Final = WIDTH - _INSET
_WORDMARK: Final = 77
_TITLE: Final = Area(_INSET, 112, WIDTH - 2 * _INSET, 134)
_FAN: Final = 232
"""Where the fan begins, behind the score's plate."""
_LINE: Final = 110
_CARDS_END: Final = 514
_HEIGHT: Final = _CARDS_END + _LINE + 44
_SCORE: Final = 108
_LEAST_TITLE: Final = 60
_SHORT_NAME: Final = 12
"""How many characters of a name aren't cut for the score next to it."""
_SMALL: Final = Compression(6)
"""The compression of share cards, which people forward: smaller and a few milliseconds slower than usual."""


def share_card(facts: ShareCardFacts, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw a share card; ``names`` in seat order."""
    return Picture(_card(facts, names, texts, look).png(_SMALL), share_card_alt(facts, names, texts))


_GLIMPSE, _COVERED, _TURN, _LIT, _REST = 100, 240, 160, 320, 100
"""Milliseconds for which the frames of a moving picture are shown; two seconds in all, at most."""
_ALL_TURNS: Final = 1040
_GLOW: Final = 8
"""The width of the frame around a plate that is lit, in pixels."""


class MovingPicture:
    """A picture that moves once: its cards turn up, then its gold plate lights up, and it's the still again.

    ``still`` is that picture; what ``steps`` shows changes nothing but ``area``.
    """

    def __init__(self, still: Canvas, area: Area, steps: int) -> None:
        self._still = still
        self._area = _even(area)
        self._turn = min(_TURN, _ALL_TURNS // max(steps, 1))
        self._film = Film(still.part(Area(0, 0, still.width, still.height)), _GLIMPSE)
        self._shown = 0

    def show(self, canvas: Canvas) -> None:
        """Show how the picture looks with some cards face down, or with one more of them turned up."""
        self._shown += 1
        self._film.add(
            canvas.part(self._area), self._area.x, self._area.y, _COVERED if self._shown == 1 else self._turn
        )

    def light(self) -> None:
        """Show all cards, and light up the gold plate, if there is one."""
        self._film.add(self._still.part(self._area), self._area.x, self._area.y, self._turn)
        gold = self._still.gold
        if gold is None:
            return
        around = _even(gold.grown(_GLOW))
        lit = self._still.face_down(())
        draw_frame(lit, gold.grown(_GLOW), Ink.TEXT, thick=2 * _GLOW, radius=PANEL_RADIUS + _GLOW)
        for drawn, shown in ((lit, _LIT), (self._still, _REST)):
            self._film.add(drawn.part(around), around.x, around.y, shown)

    def picture(self, alt: str) -> Picture:
        """Return the finished picture."""
        return Picture(self._film.webp(), alt, moves=True)


def _even(area: Area) -> Area:
    """Return an area with an even place, as frames need it, that contains another one."""
    x, y = area.x - area.x % 2, area.y - area.y % 2
    return Area(x, y, area.x + area.width - x, area.y + area.height - y)


def share_moment(facts: ShareCardFacts, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Iterator[Picture]:
    """Draw a share card that moves: its cards turn up, then the plate with the score lights up once.

    Each step draws a frame; the last one has the picture.
    """
    count = len(_cards(facts)[:_MOST])
    moment = MovingPicture(_card(facts, names, texts, look), Area(28, _FAN, WIDTH - 56, _CARDS_END - _FAN), count)
    for turned in range(count):
        yield UNFINISHED
        moment.show(_card(facts, names, texts, look, turned=turned))
    yield UNFINISHED
    moment.light()
    yield moment.picture(share_card_alt(facts, names, texts))


def _card(facts: ShareCardFacts, names: Sequence[str], texts: Texts, look: Look, *, turned: int = _MOST) -> Canvas:
    """Draw a share card, with all but the first ``turned`` cards face down."""
    canvas = Canvas(look, texts, _HEIGHT)
    draw_frame(canvas, Area(23, 23, WIDTH - 46, canvas.height - 46), Ink.PRINT, thick=3, radius=18)
    _head(canvas, facts, names, texts)
    area = Area(27, _FAN, WIDTH - 54, _CARDS_END + 20 - _FAN)
    kept = _TITLE.y + _TITLE.height - _FAN  # shadows don't fall on the score
    draw_fan(canvas, _cards(facts), area, kept=kept, turned=turned)
    _line(canvas, Area(_INSET - 2, _CARDS_END, WIDTH - 2 * _INSET + 4, _LINE), facts, names)
    return canvas


def _cards(facts: ShareCardFacts) -> Sequence[Card]:
    return facts.highlight.cards if facts.highlight is not None else ()


def _head(canvas: Canvas, facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> None:
    """Draw wordmark, game, who wins, and the score on gold."""
    mark = symbol(Symbol.MARK, 34)
    canvas.stamp(mark, _INSET + 10, _WORDMARK - 17, Ink.TEXT, Ink.FELT)
    used = mark.width + 30 + canvas.text(_INSET + mark.width + 30, _WORDMARK, "Remik", TextStyle(NAME))
    label = TextStyle(LABEL + 2, Ink.LABEL, black=False, side="right")
    draw_fitted(canvas, _RIGHT - 4, _WORDMARK, share_game(texts, facts), label, width=_TITLE.width - used - 40)
    middle, room = _TITLE.y + _TITLE.height // 2, _TITLE.width
    [winner, *others] = facts.winners or (0,)
    ahead = bool(facts.winners) and not others and facts.scores[winner] == max(facts.scores)
    score = score_line(texts, facts.scores, facts.winners, penalties=facts.options.penalties) if ahead else ""

    def words(shown: Sequence[str]) -> str:
        return winners_title(texts, facts.winners, shown)

    if score:
        alone = score_words(facts.scores[winner], penalties=facts.options.penalties)
        title = words([truncated(shown_name(names, seat, texts), _SHORT_NAME) for seat in range(len(names))])
        score, size = _plate((score, alone), length(title, _LEAST_TITLE, True), room)
        width = length(score, size, True) + 62
        draw_panel(canvas, Area(_RIGHT - width, _TITLE.y, width, _TITLE.height), fill=Ink.GOLD, shadow=True)
        canvas.text(_RIGHT - width // 2, middle, score, TextStyle(size, Ink.ON_COLOR, Ink.GOLD, side="middle"))
        room -= width + 30
    sizes = range(POSTER + 8, _LEAST_TITLE, -2)
    size = next((size for size in sizes if length(words(names), size, True) <= room), _LEAST_TITLE)
    title = on_one_line(names, texts, words, size, room)
    draw_fitted(canvas, _INSET, middle, title, TextStyle(size), width=room)


def _plate(scores: Sequence[str], title: int, room: int) -> tuple[str, int]:
    """Return the first of two ways to write the score that leaves room for a title of a length, and its size."""
    for score in scores:
        for size in range(_SCORE, NAME - 2, -2):
            used = length(score, size, True)
            if used <= room * 0.5 and title <= room - used - 92:
                return score, size
    return scores[-1], NAME


def _line(canvas: Canvas, area: Area, facts: ShareCardFacts, names: Sequence[str]) -> None:
    """Draw the line with the best moment, its points, and who else played."""
    texts, middle = canvas.texts, area.y + area.height // 2
    canvas.shadow(area, rounding=PANEL_RADIUS, blur=6)
    canvas.box(area, Ink.ON_COLOR, rounding=PANEL_RADIUS, over=True)
    left, right = area.x + 32, area.x + area.width - 32
    highlight = facts.highlight
    others = [drawable(name) or "" for seat, name in enumerate(names) if seat not in facts.winners]
    against = texts.t("against {names}", names=isolated(", ".join(filter(None, others)))) if any(others) else ""
    if len(others) > 1:
        briefly = [
            texts.n("against {n} player", "against {n} players", len(others)),
            texts.pn("short for “against {n} players”", "vs {n}", "vs {n}", len(others)),
        ]
    else:
        briefly = [against, *(texts.t("vs {name}", name=isolated(name)) for name in others if name)]
    if highlight is None:
        draw_fitted(canvas, left, middle, against, TextStyle(NAME + 4, Ink.TEXT, Ink.ON_COLOR), width=right - left)
        return
    words = highlight_words(texts, facts.options, highlight)
    if len(facts.winners) > 1:
        name = shown_name(names, highlight.seat, texts)
        words = texts.t("{name}: {moment}", name=isolated(name), moment=words)
    points = gain(highlight.points) if shows_points(highlight) else ""
    size = NAME + 8
    while size > NAME - 4 and _used(words, points, size) + length(against, LABEL, False) > right - left:
        size -= 2
    least = length(briefly[-1], LABEL, False) * NARROWEST // 100
    while size > LABEL and _used(words, points, size) + least > right - left:
        size -= 2
    value = length(points, size + 12, True)
    room = right - left - (value + 26 if points else 0)
    left += draw_fitted(canvas, left, middle, words, TextStyle(size, Ink.TEXT, Ink.ON_COLOR), width=room) + 26
    if points:
        left += canvas.text(left, middle, points, TextStyle(size + 12, Ink.GOLD, Ink.ON_COLOR)) + 34
    label = TextStyle(LABEL + 2, Ink.LABEL, Ink.ON_COLOR, black=False, side="right")
    if length(against, LABEL, False) > right - left:
        against = first_fitting(briefly, LABEL, right - left)
    if against and right - left >= min(length(against, LABEL, False), 240):
        draw_fitted(canvas, right, middle, against, label, width=right - left)


def _used(words: str, points: str, size: int) -> int:
    """Return the length of a best moment with its points and the gaps after them."""
    return length(words, size, True) + 26 + (length(points, size + 12, True) + 34 if points else 0)


def share_card_alt(facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> str:
    """Describe a share card: who wins, the scores, the best moment, its cards."""
    players = alt_names(texts, names)
    cards = _cards(facts)
    return without_least_important(
        [
            (0, f"{winners_title(texts, facts.winners, players)}."),
            (1, f"{scores_of_all(texts, players, facts.scores, penalties=facts.options.penalties)}."),
            (2, highlight_sentence(texts, facts, players)),
            (3, f"{share_game(texts, facts)}."),
            (4, texts.t("Cards: {cards}.", cards=in_words(texts, cards)) if cards else ""),
        ]
    )
