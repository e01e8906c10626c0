"""Presence: which seats people play, which ones the program plays, and which player a table waits for."""

from collections.abc import Iterable
from typing import Final

from bot.play.state.errors import TableReason, refusal
from bot.play.state.game import Game
from bot.play.state.log import LogWord
from bot.play.state.values import TableRow
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
    """Return whether everyone present is ready for the next deal, so it can be dealt immediately."""
    here = present(row, game)
    return between_deals(game) and bool(here) and here <= game.ready


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
