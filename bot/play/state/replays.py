"""Replays of finished games: move by move, with all hands open and hints."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.play.state.game import Link, begin, follow, states_of
from bot.play.state.log import LogWord, moves_of, split_line, word_of
from bot.play.state.shuffles import links_of
from bot.play.state.values import LogLine, TableRow, own_doing
from bot.players.hints import hint_for
from bot.players.reasons import Hint
from bot.rummy import games
from bot.rummy.events import Event
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb
from bot.rummy.views import View


@dataclass(frozen=True, slots=True)
class Made:
    """A move of a finished game, and its events as its own seat saw them; none for an undo."""

    move: Move
    events: tuple[Event, ...]

    @property
    def took_back(self) -> bool:
        """True if it took back the melds of the turn."""
        return self.move.verb is Verb.UNDO


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one moment: in deal ``deal`` of ``deals``, after ``at`` of its moves.

    ``made`` are all moves of the deal, later ones included; ``views`` is what each seat sees at this moment.
    """

    deal: int  # from 1
    deals: int
    at: int
    made: tuple[Made, ...]
    views: tuple[View, ...]

    @property
    def last(self) -> Made | None:
        """The move that led here; None at the start of the deal."""
        return self.made[self.at - 1] if self.at else None

    @property
    def coming(self) -> Made | None:
        """The move that was made next; None at the end of the deal."""
        return self.made[self.at] if self.at < len(self.made) else None

    @property
    def ends_game(self) -> bool:
        """True at the end of the last deal."""
        return self.coming is None and self.deal == self.deals

    @property
    def hint(self) -> Hint | None:
        """The move that an Expert would make for the seat to act, seeing only its hand; None if no seat has to act.

        Finding it can take a quarter of a second.
        """
        turn = self.views[0].turn
        return None if turn is None or self.coming is None else hint_for(self.views[turn])


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished game that can be stepped through: each deal as it was dealt, and its moves. ``row`` has no names."""

    row: TableRow
    dealt: tuple[State, ...] = field(repr=False)
    moves: tuple[tuple[Move, ...], ...]
    link: Link = field(repr=False)

    def moment(self, deal: int, at: int) -> Moment:
        """Return a moment of a deal, counted from 1; the nearest one for numbers out of range."""
        deal = min(max(deal, 1), len(self.dealt))
        state, moves = self.dealt[deal - 1], self.moves[deal - 1]
        at = min(max(at, 0), len(moves))
        here, made = state, []
        for number, (move, after) in enumerate(
            zip(moves, states_of(self.row, state, moves, self.link), strict=True), start=1
        ):
            made.append(Made(move, events_between(state, after, move)))
            state = after
            if number == at:
                here = after
        views = tuple(games.view_for(here, seat) for seat in range(len(self.row.seats)))
        return Moment(deal, len(self.dealt), at, tuple(made), views)


def replayed(row: TableRow, lines: Sequence[str]) -> Replay:
    """Return the replay of a finished game from the lines of its log (`Game.lines`)."""
    links = links_of(row, 1 + sum(word_of(split_line(line)[1]) is LogWord.NEXT for line in lines))

    def link(k: int) -> bytes:
        return links[k - 1]

    game = begin(row, link)
    dealt, moves = [game.state], list[list[Move]]([[]])
    for seq, line in enumerate(lines):
        seat, text = split_line(line)
        game = follow(row, game, LogLine(seq, seat, text, own_doing(row.id, seq), 0), link=link)
        word = word_of(text)
        if word is None:
            moves[-1] += moves_of(seat, text)
        elif word is LogWord.NEXT:
            dealt.append(game.state)
            moves.append([])
    nobody = tuple(replace(player, user=0, name="") for player in row.seats)  # a replay may outlive players' data
    return Replay(replace(row, seats=nobody), tuple(dealt), tuple(map(tuple, moves)), link)


def events_between(before: State, after: State, move: Move) -> tuple[Event, ...]:
    """Return the events of a move as its own seat saw them; none for an undo."""
    if move.verb is Verb.UNDO:
        return ()
    if move.verb is Verb.TAKEBACK:
        return after.recent[-1:]
    new = (event for event in after.recent if not any(event is old for old in before.recent))
    return tuple(event.seen_by(move.seat) for event in new)
