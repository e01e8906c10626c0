"""Moving pictures: messages as Discord shows them, one after the other, with a ring around what is clicked.

All frames share one palette, so that the file is small.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from operator import sub
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.letters import length, letters

COLORS: Final = 64
"""The maximum number of colors of the whole file."""
WIDTH: Final = 584
_LONGEST: Final = 2600
_SHORTEST: Final = 900
"""How long frames are shown, in milliseconds: what has to be read, and the click that follows."""
_CONSIDERED: Final = 3000
_APART: Final = (80, 40, 20, 10)
"""How many frequent colors are considered for the palette, and how far those in it are apart, as a sum of levels."""
_MARGIN: Final = 16
_SHOWN: Final = WIDTH - 2 * _MARGIN
_LINE: Final = 22
_SIZE: Final = 15
_BUTTON: Final = 32
_GAP: Final = 8
_ACCENT: Final = 5
_BOX, _TEXT, _MUTED, _RING = "#2b2d31", "#f2f3f5", "#b5bac1", "#ffc845"
_STYLES: Final = {"primary": "#5865f2", "secondary": "#4e5058", "success": "#248046", "danger": "#da373c"}


@dataclass(frozen=True, slots=True)
class FrameButton:
    """A button: its label, its style in Discord's words, and whether it's disabled."""

    label: str
    style: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """A message: its author, a note next to it, its lines, a picture as PNG, its buttons, and which is clicked next."""

    author: str
    note: str
    lines: tuple[str, ...]
    picture: bytes
    buttons: tuple[tuple[FrameButton, ...], ...]
    clicked: str = ""
    accent: str | None = None


def moving_picture(frames: Sequence[Frame]) -> bytes:
    """Return messages one after another as an animated WebP, lossless, with at most `COLORS` colors."""
    drawn: list[Image.Image] = []
    durations: list[int] = []
    for frame in frames:
        drawn.append(_drawn(frame, ""))
        durations.append(_LONGEST)
        if frame.clicked:
            drawn.append(_drawn(frame, frame.clicked))
            durations.append(_SHORTEST)
    height = max(one.height for one in drawn)
    padded = [_padded(one, height) for one in drawn]
    palette = _common_palette(padded)
    reduced = [one.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB") for one in padded]
    out = BytesIO()
    reduced[0].save(
        out, "WEBP", save_all=True, append_images=reduced[1:], duration=durations, loop=0, lossless=True, quality=100,
        method=6,
    )  # fmt: skip
    return out.getvalue()


def _padded(drawn: Image.Image, height: int) -> Image.Image:
    """Extend a frame to a height."""
    made = Image.new("RGB", (WIDTH, height), _BOX)
    ImageDraw.Draw(made).rectangle((0, 0, _ACCENT, height), drawn.getpixel((0, 0)))
    made.paste(drawn)
    return made


def _common_palette(drawn: Sequence[Image.Image]) -> Image.Image:
    """Return a palette for all frames together: the most frequent colors that differ enough from each other."""
    counts: Counter[tuple[int, ...]] = Counter()
    for one in drawn:
        raw = one.tobytes()
        counts.update(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
    chosen: list[tuple[int, ...]] = []
    for apart in _APART:
        for color, _ in counts.most_common(_CONSIDERED):
            if len(chosen) < COLORS and all(sum(map(abs, map(sub, color, other))) >= apart for other in chosen):
                chosen.append(color)
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for color in chosen for level in color])
    return palette


def _drawn(frame: Frame, clicked: str) -> Image.Image:
    """Draw a message, with a ring around the clicked button."""
    blocks = [_head(frame), *_text(frame.lines), _picture(frame.picture), *_rows(frame.buttons, clicked)]
    height = _MARGIN * 2 + sum(block.height for block in blocks) + _GAP * (len(blocks) - 1)
    made = Image.new("RGB", (WIDTH, height), _BOX)
    if frame.accent is not None:
        ImageDraw.Draw(made).rectangle((0, 0, _ACCENT, height), frame.accent)
    top = _MARGIN
    for block in blocks:
        made.paste(block, (_MARGIN, top))
        top += block.height + _GAP
    return made


def _head(frame: Frame) -> Image.Image:
    """Draw the author's name, and who sees the message."""
    made = Image.new("RGB", (_SHOWN, _LINE), _BOX)
    _write(made, 0, _LINE - 6, frame.author, _TEXT, bold=True)
    _write(made, length(frame.author, _SIZE, True) + 12, _LINE - 6, frame.note, _MUTED, bold=False)
    return made


def _text(lines: Iterable[str]) -> Iterator[Image.Image]:
    """Draw lines, the first one in bold letters; a longer one is wrapped."""
    for at, line in enumerate(lines):
        wrapped = list(_wrapped(line, bold=at == 0))
        made = Image.new("RGB", (_SHOWN, _LINE * len(wrapped)), _BOX)
        for below, words in enumerate(wrapped):
            _write(made, 0, _LINE * below + _LINE - 6, words, _TEXT if at == 0 else _MUTED, bold=at == 0)
        yield made


def _wrapped(line: str, *, bold: bool) -> Iterator[str]:
    """Break a line into lines that fit."""
    kept = ""
    for word in line.split():
        longer = f"{kept} {word}".strip()
        if kept and length(longer, _SIZE, bold) > _SHOWN:
            yield kept
            longer = word
        kept = longer
    if kept:
        yield kept


def _picture(png: bytes) -> Image.Image:
    """Scale a picture to the width of the message."""
    with Image.open(BytesIO(png)) as picture:
        size = (_SHOWN, round(picture.height * _SHOWN / picture.width))
        return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _rows(rows: Iterable[Sequence[FrameButton]], clicked: str) -> Iterator[Image.Image]:
    """Draw rows of buttons."""
    for buttons in rows:
        made = Image.new("RGB", (_SHOWN, _BUTTON + 4), _BOX)
        left = 2
        for button in buttons:
            wide = length(button.label, _SIZE, True) + 24
            ring = _RING if button.label == clicked else None
            style = _STYLES.get(button.style, _STYLES["secondary"])
            ImageDraw.Draw(made).rounded_rectangle((left, 2, left + wide, 2 + _BUTTON), 8, style, ring, 3)
            color = _MUTED if button.disabled else _TEXT
            _write(made, left + 12, 2 + _BUTTON - 11, button.label, color, bold=True)
            left += wide + 6
        yield made


def _write(made: Image.Image, left: int, base: int, words: str, color: str, *, bold: bool) -> None:
    """Write a text on its base line."""
    if words:
        drawn = letters(words, _SIZE, bold)
        made.paste(Image.new("RGB", drawn.mask.size, color), (left + drawn.left, base + drawn.top), drawn.mask)
