"""Names that are written from right to left, kept from reordering the words and numbers next to them."""

import unicodedata
from typing import Final

FIRST_STRONG: Final = "\u2068"
"""Opens a part of a line that finds its own direction."""
END: Final = "\u2069"
"""Closes that part."""


def has_right_to_left(words: str) -> bool:
    """Tell whether any letter of a text runs from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in words)


def isolated(name: str) -> str:
    """Isolate a name that runs from right to left: without this, ``محمد 48 : 31 Ola`` shows the scores swapped."""
    return f"{FIRST_STRONG}{name}{END}" if has_right_to_left(name) else name
