"""What players are called: names in memory, computers, records; and what a preset may be called."""

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from bot.play.errors import TableReason, refused
from bot.play.values import Player, TableRow
from bot.ratings.people import digits_of

LONGEST_PRESET: Final = 50  # characters of its name
MOST_PRESETS: Final = 25
"""Presets of a server: as many as one of Discord's lists holds."""
LONGEST_NAME: Final = 80
"""Characters of what somebody is called; Discord takes no longer one."""

_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing, which some people call themselves by."""


class NoNames:
    """Knows nobody: for where there is no Discord to ask."""

    def at_hand(self, guild: int, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - knows nobody
        """Name nobody."""
        return {}

    def ask(self, guild: int, users: Collection[int]) -> None:
        """Ask nobody."""

    async def names(self, guild: int, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - asks nobody
        """Name nobody."""
        return {}


def visible(text: str) -> str:
    """Leave what can be seen, with single spaces between: the rest can't be kept everywhere, nor read by anybody."""
    seen = "".join(sign if sign.isprintable() and sign not in _BLANK else " " for sign in text)
    return " ".join(seen.split()) if any(unicodedata.category(sign)[0] not in "MZ" for sign in seen) else ""


def computer_name(number: int) -> str:
    """Name the computer with this number at a table, from 1."""
    return "Computer" if number == 1 else f"Computer {number}"


def recorded_name(player: Player) -> str:
    """Name a player as records do, which are English: a computer with how well it plays."""
    if player.level is not None:
        return f"{computer_name(player.user)} ({player.level.capitalize()})"
    return recorded_person(player.user, player.name)


def recorded_person(user: int, name: str | None) -> str:
    """Name a person as records and exports do, which are English."""
    return "Former player" if user < 0 else name or f"Player {digits_of(user)}"


def nameless(row: TableRow) -> tuple[int, ...]:
    """List the people at a table whose names are not known; who had their data deleted has none."""
    return tuple(player.user for player in row.seats if not (player.name or player.is_computer) and player.user > 0)


def with_names(row: TableRow, names: Mapping[int, str]) -> TableRow:
    """Name those at a table who have no name yet: people as it says, computers by their number."""
    return replace(row, seats=tuple(player if player.name else _named(player, names) for player in row.seats))


def _named(player: Player, names: Mapping[int, str]) -> Player:
    name = computer_name(player.user) if player.is_computer else visible(names.get(player.user, ""))[:LONGEST_NAME]
    return replace(player, name=name)


def preset_name(text: str) -> str:
    """Give a preset's name as it is kept. Refused if there is nothing to see, or too much."""
    name = visible(text)
    if not name:
        raise refused(TableReason.EMPTY_NAME)
    if len(name) > LONGEST_PRESET:
        raise refused(TableReason.LONG_NAME, most=LONGEST_PRESET)
    return name


def preset_key(text: str) -> str:
    """Give what two names of one preset have in common, however they are written."""
    return visible(text).casefold()
