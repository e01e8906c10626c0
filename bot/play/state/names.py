"""Names of players (people, computers, names in records), and valid names of presets."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.play.state.errors import TableReason, refused
from bot.play.state.values import Player, TableRow
from bot.players.levels import Level
from bot.ratings.values import digits_of
from bot.rummy.shown import has_ignorable, spaced, visible
from bot.rummy.shuffle import commitment

LONGEST_PRESET: Final = 50
"""The most characters of a preset's name."""
MOST_PRESETS: Final = 25
"""The most presets of a server: as many options as a Discord select can have."""
LONGEST_NAME: Final = 80
"""The most characters of a player's name: more than Discord allows."""
_FORMER: Final = "Former player"
_COMPUTER: Final = re.compile(rf"(?P<name>.+) \((?P<level>{'|'.join(level.capitalize() for level in Level)})\)")
_NUMBERED: Final = re.compile(r"Computer(?: (?P<number>[2-9]))?")
_STEP: Final = 5
"""The distance between the names of computers that are seated together, so that they aren't neighbors in the list."""


class NoNames:
    """A `Names` that knows none, for tools and tests without Discord."""

    def at_hand(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - knows no names
        """Return no names."""
        return {}

    def ask(self, guild: int | None, users: Collection[int]) -> None:
        """Do nothing."""

    async def names(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - knows no names
        """Return no names."""
        return {}


# The name is stored with the seat, in the server's language: everyone at a table reads the same one. An index into the
# list would be another name in each language, or change with the list.
def computer_name(row: TableRow, names: Sequence[str]) -> str:
    """Pick a name for the next computer of a table that no player there has; empty if there is none left.

    The choice follows from the table's commitment, which is random and public.
    """
    taken = {player.name.casefold() for player in row.seats}
    free = [name for name in names if name.casefold() not in taken]
    return free[(int(commitment(row.secret), 16) + _STEP * len(row.seats)) % len(free)] if free else ""


def recorded_name(player: Player) -> str:
    """Return a player's name in records, which are English; computers with their level.

    Computers without a name, which earlier versions seated, have a number.
    """
    if player.level is not None:
        numbered = "Computer" if player.user == 1 else f"Computer {player.user}"
        return f"{player.name or numbered} ({player.level.capitalize()})"
    return recorded_person(player.user, player.name)


def player_recorded(name: str, seat: int) -> Player:
    """Return the player whose name a record has in a seat: the reverse of `recorded_name`. The ids are invented.

    A person whose name ends like a computer's is taken for one: records don't tell them apart.
    """
    if name == _FORMER:
        return Player(-1 - seat, "", "")
    found = _COMPUTER.fullmatch(name)
    if found is None:
        return Player(1 + seat, visible(name)[:LONGEST_NAME], "")
    level = Level(found["level"].lower())
    numbered = _NUMBERED.fullmatch(found["name"])
    if numbered is not None:
        return Player(int(numbered["number"] or 1), "", "", level)
    return Player(1 + seat, visible(found["name"])[:LONGEST_NAME], "", level)


def recorded_person(user: int, name: str | None) -> str:
    """Return a person's name in records and exports, which are English."""
    return _FORMER if user < 0 else name or f"Player {digits_of(user)}"


def with_names(row: TableRow, names: Mapping[int, str]) -> TableRow:
    """Return a table with missing names of people filled in from ``names``."""
    seats = (player if player.name or player.is_computer else _named(player, names) for player in row.seats)
    return replace(row, seats=tuple(seats))


def _named(player: Player, names: Mapping[int, str]) -> Player:
    return replace(player, name=visible(names.get(player.user, ""))[:LONGEST_NAME])


def preset_name(text: str) -> str:
    """Return a preset's name as it is stored. Refused if it is empty or too long, or has invisible characters."""
    name = visible(text)
    if not name:
        raise refused(TableReason.EMPTY_NAME)
    if has_ignorable(text):
        raise refused(TableReason.INVISIBLE_NAME)
    if len(name) > LONGEST_PRESET:
        raise refused(TableReason.LONG_NAME, most=LONGEST_PRESET)
    return name


def preset_key(text: str) -> str:
    """Return the form in which two spellings of one preset name are equal; stored since names could have any sign."""
    return spaced(text).casefold()
