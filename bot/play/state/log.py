"""The text of a line in a table's log: moves, or one of a few words for everything else that happens at a table."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from bot.rummy.moves import Move, parse_move

SEPARATOR: Final = "; "
"""Separates the moves of one line."""


class LogWord(StrEnum):
    """A line that isn't moves. The values are stored, so they never change."""

    NEXT = "next"  # the next deal is dealt
    READY = "ready"  # a player doesn't need the break between deals any longer
    RESIGN = "resign"  # a player gives up, which ends the game
    LEAVE = "leave"  # a player gives up, and a computer plays the seat to the end
    AWAY = "away"  # a computer takes over the seat of an absent player
    BACK = "back"  # the absent player takes the seat back
    CLOSE = "close"  # the game ends without a result
    PAUSE = "pause"  # a player agrees that the live game becomes a slow one
    CALL_OFF = "calloff"  # a player agrees that the game ends without a result
    GO_ON = "goon"  # a player takes back what they agreed to


Note: TypeAlias = Literal[LogWord.READY, LogWord.LEAVE, LogWord.AWAY, LogWord.BACK]
"""A word that only records who is present: it changes nothing of what is played."""
Consent: TypeAlias = Literal[LogWord.PAUSE, LogWord.CALL_OFF, LogWord.GO_ON]
"""A word by which a player agrees to something, or no longer does."""


def word_of(text: str) -> LogWord | None:
    """Return the word that a line consists of; None if it consists of moves."""
    return LogWord(text) if text in _WORDS else None


def moves_text(moves: Sequence[Move]) -> str:
    """Return the text of a line of moves, without the seat, which is stored next to it."""
    return SEPARATOR.join(str(move).split(" ", 1)[1] for move in moves)


def moves_of(seat: int, text: str) -> list[Move]:
    """Parse the moves of a line; ValueError if it contains anything else."""
    return [parse_move(f"{seat} {move}") for move in text.split(SEPARATOR)]


def split_line(line: str) -> tuple[int, str]:
    """Return the seat and the text of a line as `bot.play.state.game.Game.lines` has it, such as ``0 draw``."""
    seat, text = line.split(" ", 1)
    return int(seat), text


_WORDS: Final = frozenset(LogWord)
