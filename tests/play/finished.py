"""Finished games between computers, as they are stored: a row and the lines of its log."""

import random

from bot.play.state.game import Game, begin, follow
from bot.play.state.values import LogLine, LogWord, Pace, Player, Status, TableRow, TableSettings, moves_text
from bot.players.games import choose
from bot.players.levels import Level
from bot.rummy.options import Options
from bot.rummy.views import Phase

NAMES = ("Ala", "Bob", "Cyd", "Dag")


def row_of(options: Options, seats: int = 2, seed: int = 0) -> TableRow:
    """Return the row of a finished table."""
    return TableRow(
        id=7,
        guild=1,
        channel=2,
        host=101,
        options=options,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        secret=random.Random(seed).randbytes(32),
        status=Status.OVER,
        seats=tuple(Player(101 + seat, name, f"cut {seat}") for seat, name in enumerate(NAMES[:seats])),
        created_at=0,
        touched_at=0,
    )


def played(row: TableRow, most: int = 100_000) -> Game:
    """Play a game with Normal computers, to its end or for a number of lines."""
    game = begin(row)
    while not game.over and len(game.lines) < most:
        turn = game.state.turn
        if game.state.phase is Phase.DEAL or turn is None:
            game = said(row, game, 0, LogWord.NEXT)
        else:
            game = said(row, game, turn, moves_text(choose(game.view(turn), Level.NORMAL, 1)))
    return game


def said(row: TableRow, game: Game, seat: int, text: str) -> Game:
    """Add a line to a log."""
    seq = len(game.lines)
    return follow(row, game, LogLine(seq, seat, text, seq + 1, seq))
