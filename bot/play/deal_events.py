"""All public events of a deal, because a view contains only the last few."""

from bot.play.game import Game, states_of
from bot.play.records import moves_of_deal
from bot.play.values import TableRow
from bot.rummy.events import Event, added_events
from bot.rummy.moves import Verb


def events_of_deal(row: TableRow, game: Game) -> tuple[Event, ...]:
    """List the events of the current deal, or of the last one, oldest first, as everyone sees them.

    They contain no hidden cards, and nothing that was laid in the current turn (D-10).
    """
    moves = moves_of_deal(game)
    made: tuple[Event, ...] = ()
    seen_by_all = before_discard = made
    before = game.dealt
    for move, state in zip(moves, states_of(row, before, moves), strict=True):
        match move.verb:
            case Verb.UNDO:
                made = seen_by_all
            case Verb.TAKEBACK:  # the lays of the turn are hidden again (D-10)
                took_back = state.recent[-1]
                made, seen_by_all = (*made[:-1], took_back), (*before_discard, took_back)
            case _:
                before_discard = seen_by_all
                made += tuple(added_events(before.recent, state.recent))
        if state.public is state:
            seen_by_all = made
        before = state
    return tuple(event.seen_by(None) for event in seen_by_all)
