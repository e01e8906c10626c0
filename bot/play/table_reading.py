"""What a table tells: to each seat, to everybody, and afterwards."""

from dataclasses import replace
from hashlib import sha256

from bot.play import lobby
from bot.play.deal_events import happened
from bot.play.errors import TableReason, refused
from bot.play.game import Game, after_deal
from bot.play.records import finished, record_of, revealed_in
from bot.play.values import NO_LINES, Player, Stamp, Status, TableRow
from bot.ratings.values import Finished, GameOutcome
from bot.rummy.cards import FULL_MASK, Card, mask_of
from bot.rummy.events import Event
from bot.rummy.gin.knock import knock_offer
from bot.rummy.moves import Move
from bot.rummy.refusals import Refusal
from bot.rummy.results import Arrangement
from bot.rummy.shuffle import commitment
from bot.rummy.views import GinView, MeldsView


class TableReading:
    """A table as it stands now; nothing here changes it.

    ``outcome`` is what the game came to, as soon as `bot.play.finished_games` has found out.
    """

    __slots__ = ("_commitment", "_game", "outcome", "row")

    def __init__(self, row: TableRow, game: Game | None) -> None:
        self.row = row
        self._game = game
        self._commitment: str | None = None
        self.outcome: GameOutcome | None = None

    @property
    def game(self) -> Game | None:
        """The game of a table that has started: who is there, what was missed. Its state is for the program alone."""
        return self._game

    @property
    def seq(self) -> int:
        """How many lines the log has: what the program has to name when it writes the next one."""
        return len(self._game.lines) if self._game else 0

    def stamp(self, seat: int | None) -> Stamp:
        """Say how far the table is for a seat, None being everybody else: what a click has to carry to be about it."""
        return self._game.stamp_for(seat) if self._game else NO_LINES

    def result_of_deal(self, deal: int) -> Game:
        """Return the game as it stood when a deal had ended. Refused in a lobby, ValueError if it hasn't ended."""
        return after_deal(self.row, self.running().lines, deal)

    @property
    def resigned(self) -> int | None:
        """The seat that gave the game up for all, if one did."""
        return self._game.resigned if self._game else None

    @property
    def forfeits(self) -> frozenset[int]:
        """The seats whose people did not play to the end, which is a loss for them; nobody while the game runs."""
        return self._game.forfeits if self._game else frozenset()

    def winners(self) -> tuple[int, ...]:
        """List the seats that have won, as `Game.winners` does."""
        return self._game.winners if self._game else ()

    def seat_of(self, user: int) -> int | None:
        """Find somebody's seat."""
        return lobby.seat_of(self.row, user)

    def player(self, seat: int) -> Player:
        """Say who sits there."""
        return self.row.seats[seat]

    def view(self, seat: int | None) -> GinView | MeldsView:
        """Show the game as a seat may see it, None being everybody else. Refused in a lobby."""
        return self.running().view(seat)

    def refusal_for(self, seat: int, move: Move) -> Refusal | None:
        """Say why a move would be refused to a seat now; None if it is allowed. Refused in a lobby."""
        return self.running().refusal_for(replace(move, seat=seat))

    def offer(self, seat: int, card: Card) -> Arrangement:
        """Arrange what ``seat`` keeps when it knocks with ``card`` (G-15), from what that seat can see alone.

        In the gin family only.
        """
        view = self.view(seat)
        hand = mask_of(view.hand)
        return knock_offer(hand & ~(1 << card), FULL_MASK & ~hand & ~mask_of(view.discards))

    def events(self) -> tuple[Event, ...]:
        """List what has happened in the present deal as everybody may know it, oldest first. Refused in a lobby."""
        return happened(self.row, self.running())

    def seed_for(self, seq: int) -> int:
        """Give the chance by which the program plays line ``seq``: the same after a restart.

        Nobody can work it out who could then tell when a computer slips; nor does it tell anything of the secret.
        """
        return int.from_bytes(sha256(b"computer" + self.row.secret + str(seq).encode()).digest()[:8])

    def commitment(self) -> str:
        """Give ``s[0]`` in hex, which fixed every shuffle of this table when it opened."""
        if self._commitment is None:
            self._commitment = commitment(self.row.secret)
        return self._commitment

    def revealed(self) -> tuple[str, ...]:
        """Give ``s[1]``, ``s[2]`` ... in hex: of ended deals, and of the last one when the table is over."""
        return revealed_in(self.row, self._game) if self._game else ()

    def record(self) -> dict[str, object]:
        """Write the game down: ended deals while it runs, everything once it is over. Refused in a lobby."""
        return record_of(self.row, self.running(), self.commitment())

    def finished(self) -> Finished:
        """Give the game to the league once it is over. Refused before."""
        game = self.running()
        if not game.over:
            raise refused(TableReason.NOT_OVER)
        return finished(self.row, game, self.commitment())

    def running(self) -> Game:
        """Return the game of a table that has started; Refused in a lobby, and after one that was canceled."""
        if self._game is None:
            raise refused(TableReason.CLOSED if self.row.status is Status.CANCELLED else TableReason.NOT_STARTED)
        return self._game
