"""All public events of a deal, because a view contains only the last few."""

from bot.play.game import Game, states_of
from bot.play.log import moves_of, split_line, word_of
from bot.play.values import TableRow
from bot.rummy.events import Event
from bot.rummy.moves import Verb


def events_of_deal(row: TableRow, game: Game) -> tuple[Event, ...]:
    """List the events of the current deal, or of the last one, oldest first, as everyone sees them.

    They contain no hidden cards, and nothing that was laid in the current turn (D-10).
    """
    moves = [
        move
        for seat, text in map(split_line, game.lines[game.first :])
        if word_of(text) is None
        for move in moves_of(seat, text)
    ]
    told: list[Event] = []
    seen_by_all, before = 0, game.dealt
    for move, state in zip(moves, states_of(row, before, moves), strict=True):
        if move.verb is Verb.UNDO:
            del told[seen_by_all:]
        else:
            told += (event for event in state.recent if not any(event is old for old in before.recent))
        if state.public is state:
            seen_by_all = len(told)
        before = state
    return tuple(event.seen_by(None) for event in told[:seen_by_all])
