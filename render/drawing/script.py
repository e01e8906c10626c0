"""Scripts written from right to left: joined Arabic letters, and lines in drawing order.

The basic layout just puts glyphs next to each other, which gives the same result on every machine. Fonts contain the
joined forms of Arabic letters as separate characters, so a line of those characters in visual order is enough.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from bot.text.lists import END_ISOLATE, ISOLATE, has_right_to_left

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
