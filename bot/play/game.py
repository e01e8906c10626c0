"""A table's game: its log, replayed. Restart, crash, take-over by another process and load are this one code path."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from sys import intern
from typing import Final, TypeAlias

from bot.play.ports import NO_LINES, Entry, Stamp, TableRow
from bot.play.refusals import TableReason, refused
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.games import State
from bot.rummy.moves import Move, parse_move
from bot.rummy.refusals import Refusal, Refused
from bot.rummy.shuffle import (
    chain_link,
    chain_links,
    dealer_for_round,
    deck_for,
    first_dealer_for,
    reshuffled_for,
)
from bot.rummy.table_state import MeldsState, after_draw
from bot.rummy.views import GinView, MeldsView, Phase

NEXT: Final = "next"
RESIGN: Final = "resign"
_JOINT: Final = "; "
"""What stands between the moves of one line."""
Link: TypeAlias = Callable[[int], bytes]
"""Gives the secret ``s[k]`` of a table's shuffle chain."""


class BrokenLog(Exception):
    """A kept log that the rules do not allow; the sentence names table and line."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a log comes to: the state of the rules, the log's lines (``0 draw``), and who gave up, if anybody.

    ``stamp`` is how far the game is for the player whose turn it is.
    """

    state: State
    lines: tuple[str, ...] = ()
    resigned: int | None = None
    last_at: int | None = None  # epoch milliseconds of the last line
    stamp: Stamp = NO_LINES

    @property
    def over(self) -> bool:
        """Say whether nothing more can happen."""
        return self.resigned is not None or self.state.phase is Phase.OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """List the seats that have won: where one gave up, whoever of the others has most; nobody while it runs."""
        if self.resigned is None:
            result = games.result_of(self.state)
            return () if result is None else result.winners
        totals = self.state.sheet[0].totals
        others = [seat for seat in range(len(totals)) if seat != self.resigned]
        most = max(totals[seat] for seat in others)
        return tuple(seat for seat in others if totals[seat] == most)

    def view(self, seat: int | None) -> GinView | MeldsView:
        """Show the game as a seat may see it; a game that was given up is over, and nobody has a move."""
        view = games.view_for(self.state, seat)
        if self.resigned is None:
            return view
        if isinstance(view, MeldsView):
            view = replace(view, claim=None)
        return replace(view, phase=Phase.OVER, turn=None, moves=())

    def refusal_for(self, move: Move) -> Refusal | None:
        """Say why a move would be refused now; None if it is allowed."""
        return Refusal("", TableReason.OVER) if self.over else games.refusal_for(self.state, move)

    def stamp_for(self, seat: int | None) -> Stamp:
        """Say how far the game is for a seat: what is laid in the running turn counts for its player only (D-10)."""
        return self.stamp if seat is not None and seat == self.state.turn else Stamp(self.stamp.public)


def follow(row: TableRow, game: Game, seat: int, text: str, at: int, *, link: Link | None = None) -> Game:
    """Add one line to a game: moves in their text form without the seat, ``next`` or ``resign``. Refused.

    ``link`` knows the table's secrets, where somebody has them at hand.
    """
    if game.over:
        raise refused(TableReason.OVER)
    link = link or partial(chain_link, row.secret)
    state, resigned = game.state, None
    if text == RESIGN:
        state, resigned = _seen_by_all(state), seat  # what was laid in this turn nobody has seen
    elif text == NEXT:
        if state.phase is not Phase.DEAL:
            raise refused(TableReason.DEAL_RUNNING)
        state = _dealt(state, row, link)
    else:
        state = _played(state, row, moves_of(seat, text), link)
    hidden = resigned is None and _seen_by_all(state) is _seen_by_all(game.state)
    public, own = game.stamp
    stamp = Stamp(public, own + 1) if hidden else Stamp(public + 1)
    return Game(state, (*game.lines, intern(f"{seat} {text}")), resigned, at, stamp)


def line_of(moves: Sequence[Move]) -> str:
    """Write the moves of one line of the log: without the seat, which the line has by itself."""
    return _JOINT.join(str(move).split(" ", 1)[1] for move in moves)


def moves_of(seat: int, text: str) -> list[Move]:
    """Read the moves of one line of the log back; ValueError for what is none."""
    return [parse_move(f"{seat} {move}") for move in text.split(_JOINT)]


def replay(row: TableRow, entries: Sequence[Entry]) -> Game:
    """Follow a whole log, from the first deal of a table that has just started. BrokenLog."""
    links = chain_links(row.secret, 1 + sum(entry.text == NEXT for entry in entries))

    def link(k: int) -> bytes:
        return links[k - 1]

    dealer, draw = first_dealer_for(link(1), cuts_of(row), row.options)
    game = Game(_dealt(games.new_game(row.options, len(row.seats), dealer, draw), row, link))
    for entry in entries:
        try:
            game = follow(row, game, entry.seat, entry.text, entry.at, link=link)
        except (Refused, ValueError) as fault:
            raise BrokenLog(f"table {row.id}, line {entry.seq}: {entry.seat} {entry.text}: {fault}") from fault
    return game


def cuts_of(row: TableRow) -> tuple[str, ...]:
    """List the cuts in seat order; they are fixed once the game has started."""
    return tuple(player.cut for player in row.seats)


def _dealt(state: State, row: TableRow, link: Link) -> State:
    """Shuffle and deal the next deal."""
    k, cuts = state.deal + 1, cuts_of(row)
    dealer = dealer_for_round(link(1), cuts, k) if games.dealer_is_chance(row.options) else None
    return games.deal(state, deck_for(link(k), cuts, k, row.options), dealer)


def _played(state: State, row: TableRow, moves: Sequence[Move], link: Link) -> State:
    """Make moves, one after the other."""
    k = state.deal

    def reshuffle(pile: Sequence[Card]) -> Sequence[Card]:
        return reshuffled_for(link(k), cuts_of(row), k, row.options, pile)

    for move in moves:
        state = games.apply(state, move, reshuffle)
    return state


def _seen_by_all(state: State) -> State:
    """Give the state that is shown to everybody: within a turn the one after its draw, whatever is laid (D-10)."""
    return after_draw(state) if isinstance(state, MeldsState) else state
