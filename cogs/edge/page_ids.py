"""The grammar of the league's custom ids: ``l1:<word>[:<argument>]*``.

``l1`` is the version of the grammar, the word says what is asked for. No table stands behind such an id, and no server:
what it is about is looked up on the server where it was clicked. As with the ids of tables, everything in an id is seen
by whoever sees the message, and anybody can send any id: nothing that comes out is believed.
"""

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 100
PREFIX: Final = "l1:"
GAME: Final = "game"
"""Opens a finished game. Arguments: its table, and the user (or `ALL_GAMES`) and page of the list to go back to."""
ALL_GAMES: Final = "all"
"""The argument that stands for the games of every player, and for the scope of all games."""
_PATTERN: Final = re.compile(
    r"l1:(?P<word>[a-z][a-z0-9-]*)(?P<arguments>(?::[A-Za-z0-9_-]+)*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PageId:
    """One custom id of the league; ``str(league_id)`` is what Discord gets, `parse_league` reads it back."""

    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write the id as Discord gets it."""
        return ":".join(("l1", self.word, *self.arguments))


def league_id(word: str, *arguments: object) -> str:
    """Write a custom id of the league as Discord gets it; ValueError for what can't be read back."""
    written = str(PageId(word, tuple(map(str, arguments))))
    if parse_league(written) is None:
        raise ValueError(f"{written!r} is no custom id of the league")
    return written


def parse_league(text: object) -> PageId | None:
    """Read a custom id; None for anything that is not one of the league's, however it came here."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _PATTERN.fullmatch(text)) is None:
        return None
    return PageId(match["word"], tuple(match["arguments"].split(":")[1:]))
