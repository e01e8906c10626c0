"""Isolation of names written from right to left, which would otherwise reorder the words and numbers around them."""

import unicodedata
from typing import Final

ISOLATE: Final = "\u2068"
"""FIRST STRONG ISOLATE: starts a part of a line that has its own direction."""
END_ISOLATE: Final = "\u2069"
"""POP DIRECTIONAL ISOLATE: ends that part."""


def has_right_to_left(words: str) -> bool:
    """Return whether a text contains letters that are written from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in words)


def isolated(name: str) -> str:
    """Isolate a name if it's written from right to left. Otherwise ``محمد 48 : 31 Ola`` shows the scores swapped."""
    return f"{ISOLATE}{name}{END_ISOLATE}" if has_right_to_left(name) else name
