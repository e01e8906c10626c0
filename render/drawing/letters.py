"""Letters: the fonts, text as masks and cut to a width, and what of players' names the fonts can draw.

Right to left, the basic layout just puts glyphs next to each other, which gives the same result on every machine.
Fonts contain the joined forms of Arabic letters as separate characters, so a line of those characters in visual order
is enough.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bot.text.catalogs import Texts
from bot.text.lists import END_ISOLATE, ISOLATE, has_right_to_left, isolated

_LAM: Final = "\u0644"
_TATWEEL: Final = "\u0640"
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›《》「」『』【】", ")(][}{><»«›‹》《」「』『】【")
_KINDS: Final = {"L": "L", "R": "R", "AL": "R", "EN": "E", "AN": "A", "ES": "S", "CS": "S", "ET": "T"}
"""Unicode's classes of characters, reduced to letters, digits, and signs that may belong to a number."""

_Unit: TypeAlias = tuple[str, str]
"""A class (L, R, E, A, S, T, or O for others), and a character or an isolate in visual order."""


def _forms() -> dict[str, dict[str, str]]:
    """Return the joined forms of each Arabic letter, and of lam with alef, by their names in Unicode."""
    found: dict[str, dict[str, str]] = {}
    for form in map(chr, (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD))):
        name, *base = unicodedata.decomposition(form).split() or [""]
        letter = "".join(chr(int(code, 16)) for code in base)
        if len(letter) == 1 or (len(letter) == 2 and letter[0] == _LAM):
            found.setdefault(letter, {})[name.strip("<>")] = form
    return found


_FORMS: Final = _forms()


# Pillow's Raqm layout takes FriBidi from the machine, but pictures must be the same everywhere. uharfbuzz would add
# Devanagari and Thai, but draws no glyphs.
@lru_cache(maxsize=1024)
def as_drawn(words: str) -> str:
    """Return a line in drawing order, from left to right, with Arabic letters in their joined forms."""
    if not has_right_to_left(words):
        return words.replace(ISOLATE, "").replace(END_ISOLATE, "")
    return _ordered(_joined(words))


def _joined(words: str) -> str:
    """Replace Arabic letters by the forms that join their neighbors."""
    letters = list(_letters(words))
    drawn = []
    for at, letter in enumerate(letters):
        before = at > 0 and _joins_next(letters[at - 1]) and _joins_last(letter)
        after = at + 1 < len(letters) and _joins_next(letter) and _joins_last(letters[at + 1])
        form = {(False, False): "isolated", (True, False): "final", (False, True): "initial"}.get((before, after))
        drawn.append(_FORMS.get(letter, {}).get(form or "medial", letter))
    return "".join(drawn)


def _letters(words: str) -> Iterator[str]:
    """Split a text into characters; lam and a following alef are one."""
    at = 0
    while at < len(words):
        size = 2 if len(words) > at + 1 and words[at : at + 2] in _FORMS else 1
        yield words[at : at + size]
        at += size


def _joins_next(letter: str) -> bool:
    return letter == _TATWEEL or "initial" in _FORMS.get(letter, {})


def _joins_last(letter: str) -> bool:
    return letter == _TATWEEL or "final" in _FORMS.get(letter, {})


def _ordered(words: str) -> str:
    """Return a line in visual order by the parts of Unicode's bidirectional algorithm (UAX #9) that names need.

    The line's direction is that of its first letter outside isolates, which are ordered separately. No other control
    characters are handled, because names contain none.
    """
    units = list(_units(words))
    base = next((kind for kind, _ in units if kind in "LR"), "L")
    levels = [_level(kind, base) for kind in _settled([kind for kind, _ in units], base)]
    drawn = [
        unit.translate(_MIRRORED) if level % 2 and len(unit) == 1 else unit
        for (_, unit), level in zip(units, levels, strict=True)
    ]
    for least in range(max(levels, default=0), 0, -1):  # L2
        start = 0
        for inside, run in groupby([level >= least for level in levels]):
            end = start + len(list(run))
            if inside:
                drawn[start:end], levels[start:end] = drawn[start:end][::-1], levels[start:end][::-1]
            start = end
    return "".join(drawn)


def _units(words: str) -> Iterator[_Unit]:
    """Split a line into characters and isolates. An isolate counts as one sign."""
    at = 0
    while at < len(words):
        character = words[at]
        at += 1
        if character == ISOLATE:
            end = words.find(END_ISOLATE, at) if END_ISOLATE in words[at:] else len(words)
            if end > at:
                yield "O", _ordered(words[at:end])
            at = end + 1
        elif character != END_ISOLATE:
            yield _KINDS.get(unicodedata.bidirectional(character), "O"), character


def _settled(kinds: Sequence[str], base: str) -> list[str]:
    """Resolve the direction of digits, then of signs between letters (W4 to W7, N1, N2): only L, R, E and A remain."""
    found = list(kinds)
    for at, kind in enumerate(found):
        around = found[at - 1] if at else "", found[at + 1] if at + 1 < len(found) else ""
        if kind == "S" and around[0] == around[1] and around[0] in ("E", "A"):
            found[at] = around[0]
        elif kind == "T" and "E" in around:
            found[at] = "E"
    strong = base
    for at, kind in enumerate(found):
        strong = kind if kind in ("L", "R") else strong
        found[at] = "L" if kind == "E" and strong == "L" else "O" if kind in ("S", "T") else kind
    at = 0
    for other, run in groupby(list(found), lambda kind: kind == "O"):
        end = at + len(list(run))
        if other:
            before = _side(found[at - 1]) if at else base
            after = _side(found[end]) if end < len(found) else base
            found[at:end] = [before if before == after else base] * (end - at)
        at = end
    return found


def _side(kind: str) -> str:
    """Return the direction of signs next to a class: digits count as right-to-left letters."""
    return "L" if kind == "L" else "R"


def _level(kind: str, base: str) -> int:
    """Return the embedding level of a class in a line (I1, I2)."""
    if base == "L":
        return {"L": 0, "R": 1}.get(kind, 2)
    return 1 if kind == "R" else 2


POSTER: Final = 116
VALUE: Final = 84
NAME: Final = 50
LABEL: Final = 42
"""The type scale, in pixels, from share cards to labels. Nothing is set smaller than a label."""

# Smaller or narrower type can't be read on a phone, and a second line would change the height of a picture from
# language to language. So words that are too long have a shorter form.
NARROWEST: Final = 85
"""The least width of words that don't fit, in percent of the usual one."""

CAPITAL: Final = 0.726
"""The height of a capital letter or a digit, as a share of the size."""

ELLIPSIS: Final = "…"

_FONTS: Final = Path(__file__).parent.parent / "fonts"
_BLACK, _BOLD = "Lato-Black.ttf", "Lato-Bold.ttf"
_OTHERS: Final = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")
"""Fonts for characters that Lato lacks."""
_ARABIC: Final = {False: "NamesArabic-Regular.ttf", True: "NamesArabic-Bold.ttf"}
_CJK: Final = "NamesCJK-Bold.otf"
_TRIED: Final = 30
"""The size at which fonts are asked for a character."""
_NO_CHARACTER: Final = "\U0010ffff"

_Run: TypeAlias = tuple[str, str]
"""Characters in drawing order, and the file of a font that has them."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A drawn text: its mask, the mask's offset from the start of the base line, and the text's length."""

    mask: Image.Image
    left: int
    top: int
    length: int


def font(size: int, black: bool) -> ImageFont.FreeTypeFont:
    """Load Lato, Black or Bold."""
    return _font(_BLACK if black else _BOLD, size)


@lru_cache(maxsize=128)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Load a font. The basic layout is the same on every machine, whatever libraries it has."""
    return ImageFont.truetype(str(_FONTS / file), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def length(words: str, size: int, black: bool) -> int:
    """Return the length of a text in pixels."""
    return round(sum(_font(file, size).getlength(run) for run, file in _runs(words, black)))


@lru_cache(maxsize=1024)
def letters(words: str, size: int, black: bool) -> Letters:
    """Draw a text as a mask."""
    placed, at = [], 0.0
    for run, file in _runs(words, black):
        face = _font(file, size)
        placed.append((round(at), run, face, face.getbbox(run, anchor="ls")))
        at += face.getlength(run)
    left = round(min(x + box[0] for x, _, _, box in placed))
    right = round(max(x + box[2] for x, _, _, box in placed))
    top, bottom = round(min(box[1] for *_, box in placed)), round(max(box[3] for *_, box in placed))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    for x, run, face, _ in placed:
        ImageDraw.Draw(mask).text((x - left, -top), run, 255, face, anchor="ls")
    return Letters(mask, left, top, round(at))


@lru_cache(maxsize=512)
def narrowed(words: str, size: int, black: bool, percent: int) -> Letters:
    """Draw a text as a mask that is narrower than usual, but as high."""
    full = letters(words, size, black)
    mask = full.mask.resize((max(round(full.mask.width * percent / 100), 1), full.mask.height), Image.Resampling.BOX)
    return Letters(mask, round(full.left * percent / 100), full.top, round(full.length * percent / 100))


@lru_cache(maxsize=1024)
def cut(words: str, size: int, black: bool, width: int) -> str:
    """Cut a text to ``width`` pixels, with an ellipsis at the end."""
    if length(words, size, black) <= width:
        return words
    kept = words
    while kept and length(kept.rstrip() + ELLIPSIS, size, black) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def narrow_for(length: int, width: int) -> int:
    """Return how narrow words of a length have to be set for a width, in percent; they may need to be cut as well."""
    return 100 if length <= width else max(100 * max(width, 0) // length, NARROWEST)


def first_fitting(forms: Sequence[str], size: int, width: int, *, black: bool = False) -> str:
    """Return the first form of a label that fits a width without getting too narrow; the last one if none does."""
    return next((words for words in forms if length(words, size, black) * NARROWEST <= width * 100), forms[-1])


def has_glyph(character: str) -> bool:
    """Return whether a font can draw a character."""
    return _file_with(character, True) is not None


@lru_cache(maxsize=1024)
def _runs(words: str, black: bool) -> tuple[_Run, ...]:
    """Split a text into runs of characters from one font. There is at least one run, which may be empty."""
    usual = _BLACK if black else _BOLD
    if words.isascii():
        return ((words, usual),)
    found = [_in_font(character, black) for character in as_drawn(words)]
    runs = [("".join(sign for sign, _ in run), file) for file, run in groupby(found, lambda one: one[1])]
    return tuple(runs) or (("", usual),)


@lru_cache(maxsize=4096)
def _in_font(character: str, black: bool) -> _Run:
    """Return a character and its font, or the plain character if no font has this joined form."""
    file = _file_with(character, black)
    plain = unicodedata.normalize("NFKC", character)
    if file is None and len(plain) == 1 and (other := _file_with(plain, black)) is not None:
        return plain, other
    return character, file or (_BLACK if black else _BOLD)


@lru_cache(maxsize=4096)
def _file_with(character: str, black: bool) -> str | None:
    """Return the font that can draw a character, or None if no font can.

    A character that a font lacks looks like one that no font has.
    """
    usual = _BLACK if black else _BOLD
    if character == " ":
        return usual
    arabic = unicodedata.bidirectional(character) in ("AL", "AN")
    for file in (_ARABIC[black], *_OTHERS) if arabic else (usual, _OTHERS[0], _CJK, _OTHERS[1]):
        mask = _font(file, _TRIED).getmask(character)
        if mask.getbbox() is not None and bytes(mask) != bytes(_font(file, _TRIED).getmask(_NO_CHARACTER)):
            return file
    return None


_SELECTORS: Final = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""They select a form of the character before them and draw nothing themselves."""
_ON_DARK: Final = {chr(first + n): chr(ord("A") + n) for first in (0x1F150, 0x1F170) for n in range(26)}
"""Light letters on dark discs and squares, which Unicode doesn't relate to plain letters."""


@lru_cache(maxsize=1024)
def clean(name: str) -> str:
    """Return a name in composed form, without control and direction characters and with single spaces."""
    composed = unicodedata.normalize("NFC", name)
    kept = (
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or (unicodedata.category(character)[0] != "C" and character not in _SELECTORS)
    )
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def drawable(name: str) -> str | None:
    """Return as much of a name as the fonts can draw, or None if the rest doesn't identify the player.

    Fancy letters that no font has become plain ones. If only punctuation of a longer name is left, the result is None
    too: pictures then show only the seat's badge, and lists the digits of an unknown player.
    """
    kept, shown = clean(name), title_of(name)
    return shown if shown and (shown == kept or any(unicodedata.category(sign)[0] in "LNS" for sign in shown)) else None


def shown_name(names: Sequence[str], seat: int, texts: Texts) -> str:
    """Return a player's name, or the seat's number if the fonts can't draw it."""
    return drawable(names[seat]) or texts.t("Seat {number}", number=seat + 1)


@lru_cache(maxsize=1024)
def title_of(words: str) -> str:
    """Return a title that a member typed, without the characters that no font has."""
    return " ".join("".join(map(_drawn_as, clean(words))).split())


@lru_cache(maxsize=4096)
def _drawn_as(character: str) -> str:
    """Return how a character is drawn: as it is, in a plain form, or not at all.

    Marks that don't compose with a letter are left out: the basic layout can't place them on their letters.
    """
    if character == " ":
        return character
    if unicodedata.category(character)[0] == "M":
        return ""
    if has_glyph(character):
        return character
    plain = _ON_DARK.get(character) or unicodedata.normalize("NFKC", character)
    return "" if plain == character else "".join(map(_drawn_as, plain))


def on_one_line(
    names: Sequence[str], texts: Texts, words: Callable[[Sequence[str]], str], size: int, width: int
) -> str:
    """Return a sentence that fits ``width`` in bold letters of a size, with long names truncated if necessary.

    ``words`` makes the sentence from the names. Names that can't be drawn are replaced by the seat's number.
    """
    shown = [shown_name(names, seat, texts) for seat in range(len(names))]
    line = words([isolated(name) for name in shown])
    for most in range(max(map(len, shown)) - 1, 0, -1):
        if length(line, size, True) <= width:
            break
        short = [name if len(name) <= most else f"{name[:most].rstrip()}{ELLIPSIS}" for name in shown]
        line = words([isolated(name) for name in short])
    return line
