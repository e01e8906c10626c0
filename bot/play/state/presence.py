"""The people at a table: who is there, whom the table waits for, and what they can agree on.

They can agree to pause a live game, or to end it without a result. Each agrees with a line of the log, so a restart
keeps it. Computers have no say, nor have players who left the game, nor those who left the server when a game is called
off.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.play.state.errors import TableReason, refusal
from bot.play.state.game import Game
from bot.play.state.values import LogWord, Pace, Status, TableRow
from bot.players.levels import STAND_IN, Level
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal
from bot.rummy.views import Phase

MISSES: Final = 2
"""Timed out turns in a row after which a computer takes over a person's seat."""


def people(row: TableRow) -> frozenset[int]:
    """Return the seats of people, present or not."""
    return frozenset([seat for seat, player in enumerate(row.seats) if player.level is None])


def present(row: TableRow, game: Game) -> frozenset[int]:
    """Return the seats of people who play themselves: they are neither away nor have they left."""
    return people(row) - game.away - game.left


def asleep(row: TableRow, game: Game) -> bool:
    """Return whether all people are away, so nothing happens until one is back. Tables of computers never sleep."""
    return not game.over and bool(people(row)) and not present(row, game)


def awaited(row: TableRow, game: Game) -> int | None:
    """Return the seat of the person whose turn it is; None if it is nobody's or a computer's."""
    turn = None if game.over else game.state.turn
    return turn if turn in present(row, game) else None


def seat_to_play(row: TableRow, game: Game) -> int | None:
    """Return the seat that the program has to play now: a computer's, or an absent player's."""
    turn = None if game.over or asleep(row, game) else game.state.turn
    return None if turn in present(row, game) else turn


def seat_to_take_over(row: TableRow, game: Game) -> int | None:
    """Return a seat that a computer has to take over now, because its player missed too many turns in a row."""
    if game.over:
        return None
    return next((seat for seat in sorted(present(row, game)) if game.missed[seat] >= MISSES), None)


def claiming(game: Game, seats: Iterable[int]) -> tuple[int, ...]:
    """Return which of these seats can claim the discard now (H-8), in turn order."""
    if game.state.claim is None:
        return ()
    count, turn = len(game.missed), game.state.turn or 0
    may = [seat for seat in seats if game.refusal_for(Move(seat, Verb.CLAIM)) is None]
    return tuple(sorted(may, key=lambda seat: (seat - turn) % count))


def between_deals(game: Game) -> bool:
    """Return whether the game waits for the next deal."""
    return not game.over and game.state.phase is Phase.DEAL


def all_ready(row: TableRow, game: Game) -> bool:
    """Return whether everyone present is ready for the next deal, so it can be dealt immediately.

    A player who waits in it can't be late (G3-8), unless no other person is there.
    """
    here = present(row, game)
    return between_deals(game) and bool(here) and (here - {game.state.waits} or here) <= game.ready


def refusal_to_play(game: Game, seat: int) -> Refusal | None:
    """Return why the player of a seat can't act: they have left the game, or a computer plays while they are away."""
    if seat in game.left:
        return refusal(TableReason.LEFT)
    return refusal(TableReason.AWAY) if seat in game.away and not game.over else None


def giving_up(row: TableRow, game: Game, seat: int) -> LogWord:
    """Return the log word for a seat that gives up: the game ends, or a computer plays on against other people."""
    others = present(row, game) - {seat}
    return LogWord.LEAVE if others and len(row.seats) > 2 else LogWord.RESIGN


def level_of(row: TableRow, seat: int) -> Level:
    """Return the level at which the program plays a seat."""
    return row.seats[seat].level or STAND_IN


def is_of_computers(row: TableRow) -> bool:
    """Return whether only computers play at a table that has started."""
    return row.status is Status.PLAYING and not people(row)


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
