"""Names that people type: what can be seen of them, and what a preset may be called."""

from typing import Final

from bot.play.ports import Player
from bot.play.refusals import TableReason, refused

LONGEST_PRESET: Final = 50  # characters of its name
MOST_PRESETS: Final = 25
"""Presets of a server: as many as one of Discord's lists holds."""


def visible(text: str) -> str:
    """Leave what can be seen, with single spaces between: the rest can't be kept everywhere, nor read by anybody."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def computer_name(number: int) -> str:
    """Name the computer with this number at a table, from 1."""
    return "Computer" if number == 1 else f"Computer {number}"


def recorded_name(player: Player) -> str:
    """Name a player as records do, which are English: a computer with how well it plays."""
    return player.name if player.level is None else f"{player.name} ({player.level.capitalize()})"


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
