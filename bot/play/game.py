"""A table's game: its log, replayed. Restart, crash, take-over by another process and load are this one code path."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from sys import intern
from typing import Final, TypeAlias

from bot.play.ports import Entry, TableRow
from bot.play.refusals import TableReason, refused
from bot.rummy import gin
from bot.rummy.gin import GinState
from bot.rummy.moves import parse_move
from bot.rummy.refusals import Refused
from bot.rummy.shuffle import chain_link, chain_links, deck_for, first_dealer_for
from bot.rummy.views import Phase, View

NEXT: Final = "next"
RESIGN: Final = "resign"
Link: TypeAlias = Callable[[int], bytes]
"""Gives the secret ``s[k]`` of a table's shuffle chain."""


class BrokenLog(Exception):
    """A kept log that the rules do not allow; the sentence names table and line."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a log comes to: the state of the rules, the log's lines (``0 draw``), and who gave up, if anybody."""

    state: GinState
    lines: tuple[str, ...] = ()
    resigned: int | None = None
    last_at: int | None = None  # epoch milliseconds of the last line

    @property
    def over(self) -> bool:
        """Say whether nothing more can happen."""
        return self.resigned is not None or self.state.phase is Phase.OVER

    def view(self, seat: int | None) -> View:
        """Show the game as a seat may see it; a game that was given up is over, and nobody has a move."""
        view = gin.view_for(self.state, seat)
        return view if self.resigned is None else replace(view, phase=Phase.OVER, turn=None, moves=())


def follow(row: TableRow, game: Game, seat: int, text: str, at: int, *, link: Link | None = None) -> Game:
    """Add one line to a game: a move in its text form without the seat, ``next`` or ``resign``. Refused.

    ``link`` knows the table's secrets, where somebody has them at hand.
    """
    if game.over:
        raise refused(TableReason.OVER)
    state, resigned = game.state, None
    if text == RESIGN:
        resigned = seat
    elif text == NEXT:
        if state.phase is not Phase.DEAL:
            raise refused(TableReason.DEAL_RUNNING)
        state = _dealt(state, row, link or partial(chain_link, row.secret))
    else:
        state = gin.apply(state, parse_move(f"{seat} {text}"))
    return Game(state, (*game.lines, intern(f"{seat} {text}")), resigned, at)


def replay(row: TableRow, entries: Sequence[Entry]) -> Game:
    """Follow a whole log, from the first deal of a table that has just started. BrokenLog."""
    links = chain_links(row.secret, 1 + sum(entry.text == NEXT for entry in entries))

    def link(k: int) -> bytes:
        return links[k - 1]

    dealer, draw = first_dealer_for(link(1), cuts_of(row), row.options)
    game = Game(_dealt(gin.new_game(row.options, dealer, draw), row, link))
    for entry in entries:
        try:
            game = follow(row, game, entry.seat, entry.text, entry.at, link=link)
        except (Refused, ValueError) as fault:
            raise BrokenLog(f"table {row.id}, line {entry.seq}: {entry.seat} {entry.text}: {fault}") from fault
    return game


def cuts_of(row: TableRow) -> tuple[str, ...]:
    """List the cuts in seat order; they are fixed once the game has started."""
    return tuple(player.cut for player in row.seats)


def _dealt(state: GinState, row: TableRow, link: Link) -> GinState:
    """Shuffle and deal the next deal."""
    k = state.deal + 1
    return gin.deal(state, deck_for(link(k), cuts_of(row), k, row.options))
