"""What the people at a table can agree on: to pause a live game, or to end it without a result.

Each agrees with a line of the log, so a restart keeps it. Computers have no say, nor have players who left the game,
nor those who left the server when a game is called off.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from bot.play.state.errors import TableReason, refusal
from bot.play.state.game import Game
from bot.play.state.log import LogWord
from bot.play.state.presence import people
from bot.play.state.values import Pace, TableRow
from bot.rummy.refusals import Refusal


class Agreement(StrEnum):
    """What players agree on; the values are in custom ids."""

    PAUSE = "pause"  # the live game becomes a slow one
    CALL_OFF = "off"  # the game ends without a result

    @property
    def word(self) -> LogWord:
        """The log word of a player who agrees."""
        return LogWord.PAUSE if self is Agreement.PAUSE else LogWord.CALL_OFF


@dataclass(frozen=True, slots=True)
class Question:
    """An open question of a table: the seats that have agreed, and those that haven't."""

    about: Agreement
    agreed: frozenset[int]
    others: frozenset[int]


def open_questions(row: TableRow, game: Game) -> tuple[Question, ...]:
    """Return what some of the people at a table have agreed on, but not all."""
    if game.over or not (game.pausing or game.calling_off):
        return ()
    asked = ((Agreement.PAUSE, game.pausing), (Agreement.CALL_OFF, game.calling_off))
    there = people(row) - game.left
    return tuple(Question(about, agreed, there - agreed) for about, agreed in asked if agreed)


def ending_without(row: TableRow, game: Game, seat: int, gone: Collection[int]) -> tuple[int, LogWord] | None:
    """Return the line that ends a game if the player of a seat calls it off, since no one else at it can object.

    The others have agreed or left the server: ``gone`` are their ids. None if that's no one, or if someone else has a
    say. A tournament needs a winner: the opponent who left resigns, unless a time limit decides the game anyway.
    """
    others = people(row) - game.left - {seat}
    left = frozenset(other for other in others if row.seats[other].user in gone)
    if not left or not others <= left | game.calling_off:
        return None
    if row.fixture is None:
        return seat, LogWord.CLOSE
    return (min(left), LogWord.RESIGN) if row.pace is Pace.NONE else None


def refusal_to_agree(row: TableRow, game: Game, about: Agreement) -> Refusal | None:
    """Return why the people at a table can't agree on something."""
    if row.fixture is not None:
        return refusal(TableReason.AGREE_FIXTURE)
    if about is Agreement.PAUSE and row.pace is not Pace.LIVE:
        return refusal(TableReason.PAUSE_LIVE)
    if about is Agreement.CALL_OFF and len(people(row) - game.left) < 2:
        return refusal(TableReason.CALL_OFF_ALONE)
    return None
