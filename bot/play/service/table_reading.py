"""Reading a table: by each seat, by everyone, and after the game."""

from dataclasses import replace
from hashlib import sha256
from typing import Final

from bot.play.state import lobby
from bot.play.state.errors import TableReason, refused
from bot.play.state.game import Game, after_deal, states_of
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.records import finished, moves_of_deal, record_of, revealed_in
from bot.play.state.shuffles import link_of, seal
from bot.play.state.values import NO_LINES, Player, Stamp, Status, TableRow
from bot.players.seeds import counts_before, seed_of
from bot.ratings.values import Finished, GameOutcome
from bot.rummy.events import Event, added_events
from bot.rummy.moves import Move, Verb
from bot.rummy.records.starts import read_start
from bot.rummy.refusals import Refusal
from bot.rummy.views import View


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


_NO_VIEWS: Final[dict[int | None, View]] = {}
"""The views of a table of which none was wanted yet."""


class TableReading:
    """The current state of a table; nothing here changes it.

    ``outcome`` is what the game did to ratings and standings, once `bot.play.service.finished_games` has counted it.
    """

    __slots__ = ("_game", "_seal", "_viewed", "_views", "limits", "outcome", "row")

    def __init__(self, row: TableRow, game: Game | None, limits: Limits = UNLIMITED) -> None:
        self.row = row
        self.limits = limits
        self._game = game
        self._seal: str | None = None
        self._viewed: Game | None = None  # the game whose views by seat are in `_views`
        self._views = _NO_VIEWS
        self.outcome: GameOutcome | None = None

    @property
    def game(self) -> Game | None:
        """The game of a table that has started; None in a lobby. Its state has hidden cards: never show it."""
        return self._game

    @property
    def seq(self) -> int:
        """The number of lines in the log, which the program passes with its next action."""
        return len(self._game.lines) if self._game else 0

    def stamp(self, seat: int | None) -> Stamp:
        """Return how far the game is for a seat, or for everyone else (None). Custom ids of buttons contain it."""
        return self._game.stamp_for(seat) if self._game else NO_LINES

    def result_of_deal(self, deal: int) -> Game:
        """Return the game as it was at the end of a deal. Refused in a lobby, ValueError if the deal hasn't ended."""
        return after_deal(self.row, self.running().lines, deal)

    @property
    def resigned(self) -> int | None:
        """The seat that ended the game by resigning; None if nobody did."""
        return self._game.resigned if self._game else None

    @property
    def forfeits(self) -> frozenset[int]:
        """The seats of players who did not play to the end, and so lose; empty while the game runs."""
        return self._game.forfeits if self._game else frozenset()

    def winners(self) -> tuple[int, ...]:
        """Return the seats that won, as `Game.winners` does."""
        return self._game.winners if self._game else ()

    def seat_of(self, user: int) -> int | None:
        """Return a user's seat; None without one."""
        return lobby.seat_of(self.row, user)

    def player(self, seat: int) -> Player:
        """Return the player of a seat."""
        return self.row.seats[seat]

    def view(self, seat: int | None) -> View:
        """Return the game as a seat may see it, or everyone else (None). Refused in a lobby."""
        game = self.running()
        if self._viewed is not game:
            self._viewed, self._views = game, {}
        if seat not in self._views:
            self._views[seat] = game.view(seat)
        return self._views[seat]

    def refusal_for(self, seat: int, move: Move) -> Refusal | None:
        """Return why a seat can't make a move now; None if it can. Refused in a lobby."""
        return self.running().refusal_for(replace(move, seat=seat))

    def events(self) -> tuple[Event, ...]:
        """List the public events of the current deal, oldest first. Refused in a lobby."""
        return events_of_deal(self.row, self.running())

    def seed_for(self, seq: int) -> int:
        """Return the random seed with which the program plays line ``seq``: the same after a restart.

        It comes from the deal's secret and the number of moves before it in the deal that stand. Players can't predict
        it, and can check it when the secret is revealed.
        """
        game, start = self.running(), self.row.start
        if start is None:  # the game began before computers could be checked
            return int.from_bytes(sha256(b"computer" + self.row.secret + str(seq).encode()).digest()[:8])
        *_, made = counts_before(moves_of_deal(game), earlier=start.earlier)
        return seed_of(link_of(self.row, game.state.deal), made)

    def seal(self) -> str:
        """Return the seal in hex, which fixed every secret of this table when it opened."""
        if self._seal is None:
            start = self.row.start
            self._seal = seal(self.row) if start is None else read_start(start.line, "start").seal
        return self._seal

    def revealed(self) -> tuple[str, ...]:
        """Return the secrets of the deals that have ended, in hex, or of all deals after the game."""
        return revealed_in(self.row, self._game) if self._game else ()

    def record(self) -> dict[str, object]:
        """Return the record of the game: finished deals while it runs, then all of it. Refused in a lobby."""
        return record_of(self.row, self.running())

    def finished(self) -> Finished:
        """Return the finished game for ratings. Refused while it runs."""
        game = self.running()
        if not game.over:
            raise refused(TableReason.NOT_OVER)
        return finished(self.row, game)

    def running(self) -> Game:
        """Return the game of a table that has started; Refused in a lobby, and after one that was canceled."""
        if self._game is None:
            raise refused(TableReason.CLOSED if self.row.status is Status.CANCELLED else TableReason.NOT_STARTED)
        return self._game
