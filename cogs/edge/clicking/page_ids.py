"""The grammar of the custom ids of pages (standings, profiles, games, tournaments): ``l1:<word>[:<argument>]*``.

``l1`` is the version of the grammar. The word names the page. A page id contains no server: its arguments are looked up
on the server where it was clicked. Everyone who sees a message can read its ids, and any client can send any id, so
everything read from an id is checked.
"""

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 100
PREFIX: Final = "l1:"
GAME: Final = "game"
"""Opens a finished game. Arguments: its table, and the user (or `ALL_GAMES`) and page of the list to go back to."""
RATINGS: Final = "ratings"
"""Explains ratings."""
PRACTICE: Final = "practice"
"""Starts or continues a practice game. Arguments, if any: the variant and the computer's level."""
LEARN: Final = "learn"
"""Offers the lessons, or continues the one that the actor has begun."""
MY_TABLES: Final = "mine"
"""Lists the actor's tables on all servers."""
NEXT_TABLE: Final = "next-table"
"""Leads to the next table that waits for the actor. Argument, if any: the table that is shown."""
ALL_GAMES: Final = "all"
"""The argument for the games of all players, and for standings over all variants."""
_PATTERN: Final = re.compile(
    r"l1:(?P<word>[a-z][a-z0-9-]*)(?P<arguments>(?::[A-Za-z0-9_-]+)*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PageId:
    """A custom id of a page. ``str(page_id)`` formats it for Discord, `parse_league` reads it back."""

    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the id as sent to Discord."""
        return ":".join(("l1", self.word, *self.arguments))


def page_id(word: str, *arguments: object) -> str:
    """Return the custom id of a page as sent to Discord. Raises ValueError if it couldn't be parsed again."""
    written = str(PageId(word, tuple(map(str, arguments))))
    if parse_page_id(written) is None:
        raise ValueError(f"{written!r} is no custom id of a page")
    return written


def parse_page_id(text: object) -> PageId | None:
    """Parse a custom id; None if it isn't one of a page."""
    if not isinstance(text, str) or len(text) > LONGEST or (match := _PATTERN.fullmatch(text)) is None:
        return None
    return PageId(match["word"], tuple(match["arguments"].split(":")[1:]))
