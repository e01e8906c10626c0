"""A moving picture of one turn, as a player saw it in a demo: the table, the hand after a click, the table after it.

Each frame shows a message as Discord does: its text, its picture, its buttons, with a ring around the one that is
clicked next. All frames share one palette, so that the file is small.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from operator import sub
from typing import Final

from PIL import Image, ImageDraw

from bot.playground import SeenButton, SeenMessage
from bot.playground.seen import SeenContainer, SeenGallery, SeenPart, SeenRow, SeenText
from bot.playground.transcript_page import ShownMessage, Step
from render.drawing.letters import length, letters

COLORS: Final = 64
"""Colors of the whole file."""
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
_SIZE: Final = 16
_BUTTON: Final = 32
_GAP: Final = 8
_BACKGROUND, _BOX, _TEXT, _MUTED, _RING = "#313338", "#2b2d31", "#f2f3f5", "#b5bac1", "#ffc845"
_STYLES: Final = {"primary": "#5865f2", "secondary": "#4e5058", "success": "#248046", "danger": "#da373c"}
_TIMES: Final = (
    (re.compile(r"<t:\d+:R>"), "in 1 minute"),
    (re.compile(r"<t:\d+:\w>"), "soon"),
    (re.compile("⏳ ?|[\u2066-\u2069]"), ""),
)
_MOST_LINES: Final = 2
_PRIVATE: Final = "only you can see this"
_MARKUP: Final = re.compile(r"\*\*|__|^#+ |^-# .*$|`|\[([^\]]*)\]\([^)]*\)", re.MULTILINE)


class NoTurnError(Exception):
    """The game has no turn of the kind that the picture shows."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A message as a player sees it, and the label of the button that they click next."""

    message: SeenMessage
    clicked: str = ""


def turn_in(steps: Sequence[Step], player: str) -> tuple[Shot, ...]:
    """Return the screens of one turn: the table, the hand after drawing, the table afterwards. NoTurnError.

    The turn is in the middle of a deal, so that the table isn't empty.
    """
    turns = list(_turns(steps, player))
    if not turns:
        raise NoTurnError(f"no turn of {player} in which they draw and discard")
    return turns[len(turns) // 2]


def moving_picture(shots: Sequence[Shot]) -> bytes:
    """Return the screens one after another as an animated WebP, lossless, with at most `COLORS` colors."""
    frames: list[Image.Image] = []
    durations: list[int] = []
    for shot in shots:
        frames.append(_frame(shot.message, ""))
        durations.append(_LONGEST)
        if shot.clicked:
            frames.append(_frame(shot.message, shot.clicked))
            durations.append(_SHORTEST)
    height = max(frame.height for frame in frames)
    padded = [_padded(frame, height) for frame in frames]
    palette = _common_palette(padded)
    reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB") for frame in padded]
    out = BytesIO()
    reduced[0].save(
        out, "WEBP", save_all=True, append_images=reduced[1:], duration=durations, loop=0, lossless=True, quality=100,
        method=6,
    )  # fmt: skip
    return out.getvalue()


def _turns(steps: Sequence[Step], player: str) -> Iterator[tuple[Shot, ...]]:
    """Yield the turns in which a player draws, and discards with the next click."""
    for before, drawn, discarded in zip(steps, steps[1:], steps[2:], strict=False):
        table = _public(before.changed)
        hand = _private(drawn.changed, player)
        after = _public(discarded.changed)
        draw, discard = drawn.title.removeprefix(f"{player}: "), discarded.title.removeprefix(f"{player}: ")
        if drawn.title == draw or discarded.title == discard or table is None or hand is None or after is None:
            continue
        if draw in _labels(table) and discard in _labels(hand) and after.pictures and table.pictures:
            yield Shot(table, draw), Shot(hand, discard), Shot(after)


def _labels(message: SeenMessage) -> set[str]:
    """Return the labels of a message's buttons."""
    return {button.label for button in message.buttons}


def _public(shown: Sequence[ShownMessage]) -> SeenMessage | None:
    """Return the newest public message with a picture."""
    return next((one.message for one in reversed(shown) if one.owner is None and one.message.pictures), None)


def _private(shown: Sequence[ShownMessage], player: str) -> SeenMessage | None:
    """Return a player's newest private message with a picture."""
    return next((one.message for one in reversed(shown) if one.owner == player and one.message.pictures), None)


def _padded(frame: Image.Image, height: int) -> Image.Image:
    """Extend a frame to a height."""
    made = Image.new("RGB", (WIDTH, height), _BACKGROUND)
    made.paste(frame)
    return made


def _common_palette(frames: Sequence[Image.Image]) -> Image.Image:
    """Return a palette for all frames together: the most frequent colors that differ enough from each other."""
    counts: Counter[tuple[int, ...]] = Counter()
    for frame in frames:
        raw = frame.tobytes()
        counts.update(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
    chosen: list[tuple[int, ...]] = []
    for apart in _APART:
        for color, _ in counts.most_common(_CONSIDERED):
            if len(chosen) < COLORS and all(sum(map(abs, map(sub, color, other))) >= apart for other in chosen):
                chosen.append(color)
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for color in chosen for level in color])
    return palette


def _frame(message: SeenMessage, clicked: str) -> Image.Image:
    """Draw a message under the bot's name, with a ring around the clicked button."""
    blocks = [_head(message), *(block for part in message.parts for block in _blocks(part, clicked))]
    height = _MARGIN * 2 + sum(block.height for block in blocks) + _GAP * (len(blocks) - 1)
    made = Image.new("RGB", (WIDTH, height), _BOX)
    top = _MARGIN
    for block in blocks:
        made.paste(block, (_MARGIN, top))
        top += block.height + _GAP
    return made


def _head(message: SeenMessage) -> Image.Image:
    """Draw the bot's name, and whether only the player sees the message."""
    made = Image.new("RGB", (_SHOWN, _LINE), _BOX)
    _write(made, 0, _LINE - 6, message.author, _TEXT, bold=True)
    if message.ephemeral:
        _write(made, length(message.author, _SIZE, True) + 12, _LINE - 6, _PRIVATE, _MUTED, bold=False)
    return made


def _blocks(part: SeenPart, clicked: str) -> Iterator[Image.Image]:
    """Yield the parts of a message from top to bottom."""
    match part:
        case SeenText(text):
            yield from _text_block(text)
        case SeenGallery(pictures):
            for one in pictures:
                with Image.open(BytesIO(one.data)) as picture:
                    size = (_SHOWN, round(picture.height * _SHOWN / picture.width))
                    yield picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        case SeenRow(buttons):
            yield _button_row(buttons, clicked)
        case SeenContainer(inner):
            for below in inner:
                yield from _blocks(below, clicked)
        case _:
            pass


def _text_block(text: str) -> Iterator[Image.Image]:
    """Draw the first lines of a text, without its small print."""
    for pattern, words in _TIMES:
        text = pattern.sub(words, text)
    lines = list(_wrapped(_MARKUP.sub(lambda found: found[1] or "", text)))[:_MOST_LINES]
    if not lines:
        return
    made = Image.new("RGB", (_SHOWN, _LINE * len(lines)), _BOX)
    for at, line in enumerate(lines):
        _write(made, 0, _LINE * at + _LINE - 6, line, _TEXT if at == 0 else _MUTED, bold=at == 0)
    yield made


def _wrapped(text: str) -> Iterator[str]:
    """Break a text into lines that fit."""
    for line in text.splitlines():
        kept = ""
        for word in line.split():
            longer = f"{kept} {word}".strip()
            if kept and length(longer, _SIZE, True) > _SHOWN:
                yield kept
                longer = word
            kept = longer
        if kept:
            yield kept


def _button_row(buttons: Sequence[SeenButton], clicked: str) -> Image.Image:
    """Draw a row of buttons."""
    made = Image.new("RGB", (_SHOWN, _BUTTON + 4), _BOX)
    left = 2
    for button in buttons:
        words = button.label or button.emoji
        wide = length(words, _SIZE - 1, True) + 24
        box = (left, 2, left + wide, 2 + _BUTTON)
        ring = _RING if button.label == clicked else None
        ImageDraw.Draw(made).rounded_rectangle(box, 8, _STYLES.get(button.style, _STYLES["secondary"]), ring, 3)
        _write(made, left + 12, 2 + _BUTTON - 11, words, _MUTED if button.disabled else _TEXT, bold=True)
        left += wide + 6
    return made


def _write(made: Image.Image, left: int, base: int, words: str, color: str, *, bold: bool) -> None:
    """Write a text on its base line."""
    if words:
        drawn = letters(words, _SIZE - 1, bold)
        made.paste(Image.new("RGB", drawn.mask.size, color), (left + drawn.left, base + drawn.top), drawn.mask)
