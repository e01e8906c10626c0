"""A live table: one lock, the rules and the commit under it, nothing shown that is not kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.play import lobby
from bot.play.game import NEXT, RESIGN, Game, follow, line_of, replay
from bot.play.ports import NO_LINES, Clock, Entry, Overtaken, Repeated, Stamp, Status, Store, TableRow
from bot.play.recording import record_of, revealed_in
from bot.play.refusals import Stale, TableReason, UnknownTable, refused
from bot.rummy.cards import FULL_MASK, Card, mask_of
from bot.rummy.knock import knock_offer
from bot.rummy.moves import End, Melds, Move, Verb
from bot.rummy.options import Options
from bot.rummy.refusals import Refusal, Refused
from bot.rummy.results import Arrangement
from bot.rummy.shuffle import commitment
from bot.rummy.views import GinView, MeldsView

_PUBLIC: Final = (Verb.DRAW, Verb.TAKE, Verb.CLAIM)
"""What begins with cards that lie on the table, and is asked for in the message that everybody sees."""


class Table:
    """One table of a channel, as it stands now. `Tables` makes them, one for each number in a process.

    Every method that changes something has committed it when it returns. It raises `Refused` with a `Reason` of the
    game or a `TableReason`; `Stale` when somebody was quicker or the click is from an older message; `Repeated` when
    the interaction has been carried out already; StoreError. After any of these nothing has changed but, perhaps, that
    the table has caught up with what another process wrote.
    """

    __slots__ = ("__weakref__", "_behind", "_clock", "_commitment", "_game", "_lock", "_store", "row")

    def __init__(self, store: Store, clock: Clock, row: TableRow, entries: tuple[Entry, ...] = ()) -> None:
        self.row = row
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._behind = False  # what is kept may have gone on without us: read it before the next change
        self._commitment: str | None = None
        self._game = _game_of(row, entries)

    def stamp(self, seat: int | None) -> Stamp:
        """Say how far the table is for a seat, None being everybody else: what a click has to carry to be about it."""
        return self._game.stamp_for(seat) if self._game else NO_LINES

    @property
    def last_at(self) -> int:
        """When somebody last moved, or the table was opened; epoch milliseconds. It tells of lays too: not for all."""
        return (self._game and self._game.last_at) or self.row.created_at

    @property
    def resigned(self) -> int | None:
        """The seat that gave the game up, if one did."""
        return self._game.resigned if self._game else None

    def winners(self) -> tuple[int, ...]:
        """List the seats that have won; where one gave up, those of the others with the highest total."""
        return self._game.winners if self._game else ()

    def seat_of(self, user: int) -> int | None:
        """Find somebody's seat."""
        return lobby.seat_of(self.row, user)

    def view(self, seat: int | None) -> GinView | MeldsView:
        """Show the game as a seat may see it, None being everybody else. Refused in a lobby."""
        return self._running().view(seat)

    def refusal_for(self, seat: int, move: Move) -> Refusal | None:
        """Say why a move would be refused to a seat now; None if it is allowed. Refused in a lobby."""
        return self._running().refusal_for(replace(move, seat=seat))

    def offer(self, seat: int, card: Card) -> Arrangement:
        """Arrange what ``seat`` keeps when it knocks with ``card`` (G-15), from what that seat can see alone.

        In the gin family only.
        """
        view = self.view(seat)
        hand = mask_of(view.hand)
        return knock_offer(hand & ~(1 << card), FULL_MASK & ~hand & ~mask_of(view.discards))

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
        return record_of(self.row, self._running(), self.commitment())

    async def join(self, user: int, name: str, interaction: int) -> None:
        """Take the next free seat."""
        await self._arrange(interaction, lambda row: lobby.joined(row, user, name, interaction))

    async def leave(self, user: int, interaction: int) -> None:
        """Free a seat; the host hands over, and the last to leave cancels."""
        await self._arrange(interaction, lambda row: lobby.left(row, user))

    async def cut(self, user: int, text: str, interaction: int) -> None:
        """Cut the cards: the text goes into every shuffle of the game."""
        await self._arrange(interaction, lambda row: lobby.with_cut(row, user, text))

    async def set_options(self, user: int, options: Options, interaction: int) -> None:
        """Play by other rules; the host's choice, until the game starts."""
        await self._arrange(interaction, lambda row: lobby.with_options(row, user, options))

    async def start(self, user: int, interaction: int) -> None:
        """Begin to play: the host starts when enough seats are taken."""
        await self._arrange(interaction, lambda row: lobby.started(row, user))

    async def cancel(self, user: int, interaction: int) -> None:
        """Close the lobby; the host may."""
        await self._arrange(interaction, lambda row: lobby.cancelled(row, user))

    async def play(
        self,
        user: int,
        verb: Verb,
        card: Card | None = None,
        melds: Melds | None = None,
        *,
        cards: tuple[Card, ...] = (),
        meld: int | None = None,
        end: End | None = None,
        stamp: Stamp,
        interaction: int,
    ) -> None:
        """Make a move; what it names is as in `Move`, and `play_all` says the rest."""
        move = Move(0, verb, card, melds, cards=cards, meld=meld, end=end)
        await self.play_all(user, (move,), stamp=stamp, interaction=interaction)

    async def play_all(self, user: int, moves: Sequence[Move], *, stamp: Stamp, interaction: int) -> None:
        """Make moves in one go, all of them or none; whose they are ``user`` says, not their seat.

        A knock with no melds gets those that the bot offers, so that the log always has them. ``stamp`` has to be the
        actor's; for a draw, a take or a claim its public part is enough. ValueError if there is no move.
        """
        if not moves:
            raise ValueError("there is no move to make")

        def text(seat: int) -> str:
            return line_of([self._offered(replace(move, seat=seat)) for move in moves])

        await self._log(user, text, interaction, stamp, public=moves[0].verb in _PUBLIC)

    async def next_deal(self, user: int, *, stamp: Stamp, interaction: int) -> None:
        """Deal the next deal; any of the players may ask for it."""
        await self._log(user, lambda _: NEXT, interaction, stamp)

    async def resign(self, user: int, *, interaction: int) -> None:
        """Give the game up, at any time from its start, which ends it for all; `winners` says who has won."""
        await self._log(user, lambda _: RESIGN, interaction, None)

    async def set_message(self, message: int | None) -> None:
        """Remember which public message shows the table from now on."""
        async with self._lock:
            at = self._clock()
            await self._store.set_message(self.row.id, message, at)
            self.row = replace(self.row, message=message, message_at=at)

    async def refresh(self) -> None:
        """Read the table again, as another process may have left it. UnknownTable."""
        async with self._lock:
            await self._reload()

    async def _arrange(self, interaction: int, change: Callable[[TableRow], TableRow]) -> None:
        """Change the lobby."""
        async with self._changing(interaction):
            row = change(self.row)
            game = _game_of(row, ())
            self.row = await self._store.save(row, interaction)
            self._game = game

    def _offered(self, move: Move) -> Move:
        """Give a knock that names no melds those that the bot offers, if it is allowed; any other move as it is."""
        bare = Move(move.seat, move.verb, move.card)
        if move.verb is not Verb.KNOCK or move.melds is not None or bare not in self.view(move.seat).moves:
            return move
        return replace(move, melds=self.offer(move.seat, move.named).melds)

    async def _log(
        self, user: int, text: Callable[[int], str], interaction: int, stamp: Stamp | None, *, public: bool = False
    ) -> None:
        """Add a line to the log; ``stamp`` None asks for no certain state, ``public`` for one that everybody sees."""
        async with self._changing(interaction):
            if stamp is not None and stamp > self.stamp(self.seat_of(user)):
                await self._reload()
            game = self._running()
            seat = self.seat_of(user)
            if seat is None:
                raise refused(TableReason.NOT_SEATED, "C-1")
            now = self.stamp(seat)
            if stamp is not None and (stamp.public != now.public if public else stamp != now):
                raise Stale
            entry = Entry(len(game.lines), seat, text(seat), interaction, self._clock())
            after = follow(self.row, game, seat, entry.text, entry.at)
            await self._store.append(self.row.id, entry, over=after.over)
            self._game = after
            if after.over:
                self.row = replace(self.row, status=Status.OVER)

    @asynccontextmanager
    async def _changing(self, interaction: int) -> AsyncIterator[None]:
        """Hold the lock for one change, and see that what is in memory is never ahead of what is kept."""
        try:
            async with self._lock:
                if self._behind:
                    await self._reload()
                try:
                    yield
                except (Refused, Stale):
                    raise
                except (Overtaken, Repeated) as late:
                    await self._reload()
                    if isinstance(late, Overtaken):
                        raise Stale from late
                    raise
                except BaseException:
                    self._behind = True  # also when cancelled: the commit may have happened
                    raise
        except (Refused, Stale) as answer:
            if await self._store.seen(interaction):
                raise Repeated from answer
            raise

    async def _reload(self) -> None:
        """Replace what is in memory by what is kept."""
        self._behind = True
        found = await self._store.load(self.row.id)
        if found is None:
            raise UnknownTable(self.row.id)
        row, entries = found
        self._game = _game_of(row, entries)
        self.row = row
        self._behind = False

    def _running(self) -> Game:
        """Give the game of a table that has started."""
        if self._game is None:
            raise refused(TableReason.CLOSED if self.row.status is Status.CANCELLED else TableReason.NOT_STARTED)
        return self._game


def _game_of(row: TableRow, entries: tuple[Entry, ...]) -> Game | None:
    """Replay the game of a table that has started."""
    if row.status not in (Status.PLAYING, Status.OVER):
        return None
    return replay(row, entries)
