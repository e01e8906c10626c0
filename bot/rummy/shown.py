"""Short text for any value, for error messages; and what of a text people can see."""

import json
import unicodedata
from itertools import chain
from typing import Final

_ITEMS: Final = 8
_LETTERS: Final = 40
_HUGE: Final = 10**15
_IGNORABLE: Final = frozenset(
    chain(
        (0x00AD, 0x034F, 0x061C, 0x3164, 0xFEFF, 0xFFA0),
        *map(
            range,
            (0x115F, 0x17B4, 0x180B, 0x200B, 0x202A, 0x2060, 0xFE00, 0xFFF0, 0x1BCA0, 0x1D173, 0xE0000),
            (0x1161, 0x17B6, 0x1810, 0x2010, 0x202F, 0x2070, 0xFE10, 0xFFF9, 0x1BCA4, 0x1D17B, 0xE1000),
        ),
    )
)
"""Unicode's property Default_Ignorable_Code_Point, from DerivedCoreProperties.txt, the same from version 14 to 16."""
_BLANK: Final = "\u2800\U00016fe4\U0001d159"
"""Printable by their category, but they show nothing: in Braille, the Khitan script and music."""
_LOOKS_BLANK: Final = "\u115f\u1160\u3164\uffa0" + _BLANK
"""Characters that are printable by category but show nothing; some people use them as names."""


def is_ignorable(sign: str) -> bool:
    """Return whether a character shows nothing wherever it stands, such as a variation selector."""
    return ord(sign) in _IGNORABLE


def is_hidden(sign: str) -> bool:
    """Return whether a reader can't see a character, or can't tell it from a space."""
    return not sign.isprintable() or sign in _BLANK or is_ignorable(sign)


def escaped(text: str) -> str:
    """Return a text with every character escaped that a reader can't see, or that a terminal would obey."""
    return "".join(ascii(sign)[1:-1] if is_hidden(sign) else sign for sign in text)


def is_plain(text: str) -> bool:
    """Return whether a text shows something, and a reader sees every character: spaces only separate words."""
    return text != "" and text == " ".join(text.split()) and not any(map(is_hidden, text))


def shown(value: object, depth: int = 3) -> str:  # noqa: PLR0911 - one per kind of value
    """Return a value as JSON on one line: long ones are cut, nesting below ``depth`` is left out."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) < _HUGE else "a huge number"
        case float():
            return repr(value)
        case str():
            return json.dumps(value if len(value) <= _LETTERS else value[:_LETTERS] + "...")
        case list() | tuple():
            return _some("[", [shown(item, depth - 1) for item in value[:_ITEMS]] if depth else [], len(value), "]")
        case dict():
            pairs = list(value.items())[:_ITEMS] if depth else []
            return _some("{", [f"{shown(key, 0)}: {shown(item, depth - 1)}" for key, item in pairs], len(value), "}")
        case _:
            return f"a {type(value).__name__}"


def _some(before: str, items: list[str], total: int, after: str) -> str:
    return before + ", ".join(items if len(items) == total else [*items, "..."]) + after


def visible(text: str) -> str:
    """Return only the visible characters of a text, with single spaces between them."""
    return spaced("".join(sign for sign in text if not (is_ignorable(sign) and unicodedata.category(sign) == "Mn")))


def has_ignorable(text: str) -> bool:
    """Return whether a text contains printable characters that show nothing, such as variation selectors.

    With them, it could be another text unnoticed. Those that aren't printable become spaces (`visible`).
    """
    return any(sign.isprintable() and is_ignorable(sign) for sign in text)


def spaced(text: str) -> str:
    """Return a text with spaces in place of characters that aren't printable, but with variation selectors."""
    seen = "".join(sign if sign.isprintable() and sign not in _LOOKS_BLANK else " " for sign in text)
    return " ".join(seen.split()) if any(unicodedata.category(sign)[0] not in "MZ" for sign in seen) else ""
