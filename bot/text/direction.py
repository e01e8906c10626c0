"""Keep names written from right to left from reordering the words and numbers next to them."""

import unicodedata
from typing import Final

ISOLATE: Final = "\u2068"
"""Starts a part of a line with its own direction."""
END_ISOLATE: Final = "\u2069"
"""Ends that part."""


def has_right_to_left(words: str) -> bool:
    """Return whether a text contains letters that are written from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in words)


def isolated(name: str) -> str:
    """Isolate a name written from right to left: otherwise ``محمد 48 : 31 Ola`` shows the scores swapped."""
    return f"{ISOLATE}{name}{END_ISOLATE}" if has_right_to_left(name) else name
