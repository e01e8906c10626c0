"""The steps of a recorded game: its table at the start of each deal and after each move, without a bot behind it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from bot.play.game import Game, after_line
from bot.play.log import LogWord, moves_text
from bot.play.names import player_recorded
from bot.play.replays import events_between
from bot.play.table_reading import TableReading
from bot.play.values import LogLine, Pace, Status, TableRow, TableSettings, own_doing
from bot.rummy.events import Event
from bot.rummy.games import State
from bot.rummy.moves import Move, parse_move
from bot.rummy.records.checking import CheckedRecord, RecordError, read
from bot.rummy.records.shape import items_of

MOST_STEPS: Final = 20_000
"""More steps than any game that people play; all of them are kept in memory."""
_TABLE: Final = 1
"""The number of the table in custom ids. Nothing reads it, since no button here does anything."""


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """A game after ``at`` moves of deal ``deal``. ``move`` led here; None if the cards have just been dealt."""

    deal: int  # from 1
    at: int
    move: Move | None
    game: Game


@dataclass(frozen=True, slots=True, eq=False)
class RecordedGame:
    """A checked record, and its steps, counted from 0. Two of them are never equal, so caches use them as keys."""

    checked: CheckedRecord = field(repr=False)
    row: TableRow
    steps: tuple[RecordedStep, ...] = field(repr=False)

    def table(self, number: int) -> TableReading:
        """Return the table as it was at a step. What a seat sees of it comes from its `view`."""
        game = self.steps[number].game
        return TableReading(replace(self.row, status=Status.OVER if game.over else Status.PLAYING), game)

    def moves(self, deal: int) -> int:
        """Return the number of moves in a deal, counted from 1."""
        return len(self.checked.states[deal - 1]) - 1

    def first_steps(self) -> tuple[int, ...]:
        """Return the step at which each deal was dealt."""
        return tuple(number for number, step in enumerate(self.steps) if step.move is None)

    def events(self, number: int) -> tuple[Event, ...]:
        """Return the events of the move that led to a step, with all cards; none for an undo, or at a deal's start."""
        step = self.steps[number]
        if step.move is None:
            return ()
        return events_between(self.steps[number - 1].game.state, step.game.state, step.move)


def recorded_game(record: object) -> RecordedGame:
    """Check a record, and return the game with all of its steps; RecordError names the first fault."""
    checked = read(record)
    if not checked.deals:
        raise RecordError("no cards were dealt in this game, so there is nothing to show")
    if sum(map(len, checked.states)) > MOST_STEPS:
        raise RecordError(f"the game has more than {MOST_STEPS} steps, which is too long to show")
    row = _row(checked)
    return RecordedGame(checked, row, tuple(_steps(checked, row)))


def _row(checked: CheckedRecord) -> TableRow:
    """Return a table for a record. What records leave out is as at a table without time limits; nothing is secret."""
    seats = tuple(player_recorded(name, seat) for seat, name in enumerate(checked.names))
    return TableRow(
        id=_TABLE,
        guild=_TABLE,
        channel=_TABLE,
        host=seats[0].user,
        options=checked.options,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        secret=b"",
        status=Status.PLAYING,
        seats=seats,
        created_at=0,
        touched_at=0,
    )


def _steps(checked: CheckedRecord, row: TableRow) -> Iterator[RecordedStep]:
    """Yield the steps of a game, each following from the one before, as the lines of a table's log do."""
    numbers, game = count(), _dealt(checked.states[0][0], len(row.seats))
    for deal, (raw, states) in enumerate(zip(checked.deals, checked.states, strict=True), start=1):
        if deal > 1:
            line = LogLine(next(numbers), 0, LogWord.NEXT, _TABLE, 0)
            game = after_line(row, game, replace(game, state=states[0], dealt=states[0]), line)
        yield RecordedStep(deal, 0, None, game)
        for at, text in enumerate(items_of(raw["moves"], ""), start=1):
            move, seq = parse_move(str(text)), next(numbers)
            line = LogLine(seq, move.seat, moves_text([move]), own_doing(row.id, seq) if move.timed_out else _TABLE, 0)
            game = after_line(row, game, replace(game, state=states[at]), line)
            yield RecordedStep(deal, at, move, game)


def _dealt(state: State, seats: int) -> Game:
    """Return a game whose first deal has just been dealt. A record has no times."""
    return Game(state, missed=(0,) * seats, acted=(None,) * seats, turn_at=0, last_turn_at=0, dealt=state)
