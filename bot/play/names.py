"""Names of players (people, computers, names in records), and valid names of presets."""

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from bot.play.errors import TableReason, refused
from bot.play.values import Player, TableRow
from bot.ratings.people import digits_of

LONGEST_PRESET: Final = 50
"""The most characters of a preset's name."""
MOST_PRESETS: Final = 25
"""The most presets of a server: as many options as a Discord select can have."""
LONGEST_NAME: Final = 80
"""The most characters of a player's name: more than Discord allows."""

_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are printable by category but show nothing; some people use them as names."""


class NoNames:
    """A `Names` that knows none, for tools and tests without Discord."""

    def at_hand(self, guild: int, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - knows no names
        """Return no names."""
        return {}

    def ask(self, guild: int, users: Collection[int]) -> None:
        """Do nothing."""

    async def names(self, guild: int, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - knows no names
        """Return no names."""
        return {}


def visible(text: str) -> str:
    """Return only the visible characters of a text, with single spaces between them."""
    seen = "".join(sign if sign.isprintable() and sign not in _BLANK else " " for sign in text)
    return " ".join(seen.split()) if any(unicodedata.category(sign)[0] not in "MZ" for sign in seen) else ""


def computer_name(number: int) -> str:
    """Return the name of the computer with this number at a table, from 1."""
    return "Computer" if number == 1 else f"Computer {number}"


def recorded_name(player: Player) -> str:
    """Return a player's name in records, which are English; computers with their level."""
    if player.level is not None:
        return f"{computer_name(player.user)} ({player.level.capitalize()})"
    return recorded_person(player.user, player.name)


def recorded_person(user: int, name: str | None) -> str:
    """Return a person's name in records and exports, which are English."""
    return "Former player" if user < 0 else name or f"Player {digits_of(user)}"


def nameless(row: TableRow) -> tuple[int, ...]:
    """Return the people at a table whose names are missing; players whose data was deleted never have one."""
    return tuple(player.user for player in row.seats if not (player.name or player.is_computer) and player.user > 0)


def with_names(row: TableRow, names: Mapping[int, str]) -> TableRow:
    """Return a table with missing names filled in: people's from ``names``, computers' by their number."""
    return replace(row, seats=tuple(player if player.name else _named(player, names) for player in row.seats))


def _named(player: Player, names: Mapping[int, str]) -> Player:
    name = computer_name(player.user) if player.is_computer else visible(names.get(player.user, ""))[:LONGEST_NAME]
    return replace(player, name=name)


def preset_name(text: str) -> str:
    """Return a preset's name as it is stored. Refused if it is empty or too long."""
    name = visible(text)
    if not name:
        raise refused(TableReason.EMPTY_NAME)
    if len(name) > LONGEST_PRESET:
        raise refused(TableReason.LONG_NAME, most=LONGEST_PRESET)
    return name


def preset_key(text: str) -> str:
    """Return the form in which two spellings of one preset name are equal."""
    return visible(text).casefold()
