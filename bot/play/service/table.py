"""A live table: its state as anyone reads it, and the lock under which every change is decided and committed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from hashlib import sha256
from typing import Final, TypeAlias

from bot.fairness.beacon import PublicBeacon
from bot.play.state.days import must_be_open, refusal_to_reveal
from bot.play.state.errors import Overtaken, Repeated, Stale, StoreError, TableReason, UnknownTable, refused
from bot.play.state.game import Game, after_deal, follow, replay
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.names import NoNames, with_names
from bot.play.state.ports import Clock, Names, Store
from bot.play.state.records import events_of_deal, finished, moves_of_deal, record_of, revealed_in
from bot.play.state.shuffles import StartPromise, is_to_start, link_of, promise_of, seal, with_start
from bot.play.state.values import (
    NO_LINES,
    OPEN,
    LogLine,
    Pace,
    Ping,
    Player,
    Stamp,
    Status,
    TableRow,
    TimeLimits,
    TurnClock,
    own_doing,
)
from bot.play.time.due import wake_for
from bot.play.time.turn_clock import LEAST, clock_after, touched
from bot.players.seeds import counts_before, seed_of
from bot.ratings.ports import AuditEntry
from bot.ratings.values import Finished, GameOutcome
from bot.rummy.events import Event
from bot.rummy.moves import Move
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.starts import read_start
from bot.rummy.refusals import Refusal, Refused
from bot.rummy.views import View

_NO_VIEWS: Final[dict[int | None, View]] = {}
"""The views of a table of which none was wanted yet."""


class TableReading:
    """A table at one moment, as each seat, everyone, and the records read it; nothing here changes it.

    It needs no store, so it also shows a record step by step, and a table as it will be after a commit.
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
        return self.row.seat_of(user)

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


Watch: TypeAlias = Callable[["Table"], None]
"""Called with a table that has changed, or was loaded; it returns at once and raises nothing."""
Ahead: TypeAlias = Callable[[TableReading], None]
"""Called with a table as it will be if a change can be committed, to prepare what is shown then. It returns at once."""


class Table(TableReading):
    """One table of a channel, as it is now. `Tables` creates them, one for each id in a process.

    Each way to change a table (`play_requests`, `table_requests`, `program_actions`) takes the lock with `changing`,
    `asked` or `by_itself`, and commits with `write`, `save`, `keep_clock` or `replace_row`. The state in memory is
    never ahead of the store.

    Every request that changes something has committed it when it returns. It raises `Refused` with a `Reason` of the
    game or a `TableReason`; `Stale` if another player was faster or the click is from an outdated message; `Repeated`
    if the interaction was already handled; StoreError. After any of these nothing has changed, except that the table
    may have caught up with another process.
    """

    __slots__ = ("__weakref__", "_beacon", "_behind", "_lock", "_names", "_watch", "clock", "spared_until", "store")

    def __init__(
        self,
        store: Store,
        clock: Clock,
        row: TableRow,
        entries: tuple[LogLine, ...] = (),
        *,
        watch: Watch = lambda _: None,
        names: Names = NoNames(),  # noqa: B008 - it can't change
        limits: Limits = UNLIMITED,
        beacon: PublicBeacon | None = None,
    ) -> None:
        super().__init__(row, _game_of(row, entries), limits)
        self.store = store
        self.clock = clock
        self._watch = watch
        self._names = names
        self._beacon = beacon
        self._lock = asyncio.Lock()
        self._behind = False  # the store may have changed without us: read it before the next change
        self.spared_until = 0  # no turn times out before this time, because the store has just failed a player

    @asynccontextmanager
    async def changing(self, interaction: int | None) -> AsyncIterator[None]:
        """Hold the lock for one change (None: by the program); after a store error the player has a minute more."""
        try:
            async with self._changing_once(interaction):
                yield
        except StoreError:
            if interaction is not None:  # nothing else has run since the lock was released
                self.spared_until = self.clock() + LEAST
                self._watch(self)
            raise

    @asynccontextmanager
    async def asked(
        self, user: int, interaction: int, stamp: Stamp | None = None, *, public: bool = False
    ) -> AsyncIterator[int]:
        """Hold the lock for a player's request in a game, and yield their seat. Stale if the stamp is out of date.

        ``stamp`` None accepts any state of the game; ``public`` compares only what everyone sees.
        """
        async with self.changing(interaction):
            if stamp is not None and stamp > self.stamp(self.seat_of(user)):
                await self._reload()
            self.running()
            seat = self.seat_of(user)
            if seat is None:
                raise refused(TableReason.NOT_SEATED, "C-1")
            now = self.stamp(seat)
            if stamp is not None and (stamp.public != now.public if public else stamp != now):
                raise Stale
            yield seat

    @asynccontextmanager
    async def by_itself(self, seq: int) -> AsyncIterator[None]:
        """Hold the lock for a change by the program. Stale if the log is no longer ``seq`` lines long."""
        try:
            async with self.changing(None):
                if seq != self.seq or self.row.status not in OPEN:
                    raise Stale
                yield
        except Repeated as late:  # another process has done it
            raise Stale from late

    async def arrange(
        self, interaction: int, change: Callable[[TableRow], TableRow], audit: AuditEntry | None = None
    ) -> None:
        """Change the lobby as a player asks, or as a moderator does: ``audit`` is then the entry of the audit log."""
        async with self.changing(interaction):
            row, at = change(self.row), self.clock()
            row = await self.with_start(row, at) if is_to_start(row) else row
            await self.save(touched(row, at), interaction, audit)

    async def with_start(self, row: TableRow, at: int) -> TableRow:
        """Return a table whose game starts with everything that its start fixes. Only under the lock.

        A start of ``row`` that is void since its last save counts as never dealt.
        """
        stored = await self.store.start_counts(row.guild)
        never_dealt = stored.never_dealt + row.void_starts - self.row.void_starts
        return with_start(row, at, replace(stored, never_dealt=never_dealt), self._beacon)

    @property
    def hidden(self) -> Refusal | None:
        """Why no cards of ended deals can be shown yet: others still play the same daily deal; None if they can."""
        return refusal_to_reveal(self.row, self.clock())

    def revealed(self) -> tuple[str, ...]:
        """Return the secrets of the deals that have ended, in hex; none while others still play the same deal."""
        return TableReading.revealed(self) if self.hidden is None else ()

    def record(self) -> dict[str, object]:
        """Return the record of the game. Refused in a lobby, and while others still play the same daily deal."""
        if self.hidden is not None:
            raise Refused(self.hidden)
        return TableReading.record(self)

    @property
    def promise(self) -> StartPromise:
        """What the shuffles would prove if the game started now. Keeps the beacon's health check fresh for a while."""
        if self._beacon is not None and self.row.status is Status.LOBBY:
            self._beacon.want()
        return promise_of(self.row, self._beacon)

    async def start_counts(self) -> StartCounts | None:
        """Return the starts on the server before that of this game, until now if it hasn't started. StoreError.

        None in practice, and for games that started before the starts were counted.
        """
        if self.row.is_practice:
            return None
        if self.row.start is not None:
            return self.row.start.counts
        has_started = self.row.status in (Status.PLAYING, Status.OVER)
        return None if has_started else await self.store.start_counts(self.row.guild)

    async def save(self, row: TableRow, interaction: int, audit: AuditEntry | None = None) -> None:
        """Commit a change of the lobby. Only under the lock."""
        game = _game_of(row, ())
        saved = await self.store.save(row, interaction, audit)
        self.row = named(saved, self._names)  # names may have arrived meanwhile
        self._game = game
        self._watch(self)

    async def write(
        self,
        seat: int,
        text: str,
        interaction: int | None,
        *,
        slow: TimeLimits | None = None,
        audit: AuditEntry | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        """Follow a line of the log and commit it with the clock after it. Only under the lock.

        ``interaction`` is None for a line of the program. ``slow`` are the new time limits if the line pauses the game,
        ``audit`` is the entry of the audit log if a moderator asked for it.
        """
        row, game, at = self.row, self.running(), self.clock()
        must_be_open(row, at, text)
        entry = LogLine(len(game.lines), seat, str(text), interaction or own_doing(row.id, len(game.lines)), at)
        after = follow(row, game, entry)
        slow = slow if after.paused and not game.paused else None
        row = row if slow is None else replace(row, pace=Pace.SLOW, limits=slow)
        clock = clock_after(row, game, after, at)
        row = replace(
            row,
            clock=clock,
            status=Status.OVER if after.over else row.status,
            touched_at=row.touched_at if interaction is None else at,
        )
        wake = wake_for(row, after, clock, self.limits)
        committed = TableReading(row, after, self.limits)
        if ahead is not None:
            ahead(committed)
        await self.store.append(row.id, entry, clock=clock, wake=wake, over=after.over, slow=slow, audit=audit)
        self.row, self._game, self.spared_until = named(row, self._names), after, 0
        self._viewed, self._views = committed._viewed, committed._views
        self._watch(self)

    async def keep_clock(self, clock: TurnClock) -> None:
        """Commit a clock without a line. Only under the lock."""
        wake = wake_for(self.row, self.running(), clock, self.limits)
        await self.store.set_clock(self.row.id, clock, wake, seq=self.seq, was=self.row.clock)
        self.replace_row(replace(self.row, clock=clock))

    def replace_row(self, row: TableRow) -> None:
        """Take over a row that has just been committed. Only under the lock."""
        self.row = row
        self._watch(self)

    async def set_ping(self, ping: Ping | None) -> None:
        """Remember the message that notifies the player whose turn it is; None once it is deleted."""
        async with self._lock:
            await self.store.set_ping(self.row.id, ping)
            self.row = replace(self.row, ping=ping)

    async def set_message(self, message: int | None) -> None:
        """Remember the public message that shows the table from now on."""
        async with self._lock:
            at = self.clock()
            await self.store.set_message(self.row.id, message, at)
            self.row = replace(self.row, message=message, message_at=at)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Block changes while other code changes the stored table; the next change reads the table again first."""
        async with self._lock:
            try:
                yield
            finally:
                self.outdate()

    def outdate(self) -> None:
        """Let the next change read the table again first."""
        self._behind = True

    async def refresh(self) -> None:
        """Read the table again, because another process may have changed it. UnknownTable, StoreError."""
        async with self._lock:
            await self._reload()

    def name_players(self) -> bool:
        """Fill in the names in memory, and look the missing ones up in the background. Return whether any was new."""
        before = self.row.seats
        self.row = named(self.row, self._names)
        return self.row.seats != before

    async def wait_for_names(self) -> None:
        """Wait a moment for missing names, before showing something that can't be edited when they arrive."""
        if unknown := self.row.nameless:
            found = await self._names.names(self.row.guild, unknown)
            self.row = with_names(self.row, found)  # which may have changed meanwhile

    @asynccontextmanager
    async def _changing_once(self, interaction: int | None) -> AsyncIterator[None]:
        """Hold the lock for one change. A refusal of an interaction that was already handled becomes Repeated."""
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
                    self._behind = True  # also when canceled: the commit may have happened
                    raise
        except (Refused, Stale) as answer:
            if interaction is not None and await self.store.seen(interaction):
                raise Repeated from answer
            raise

    async def _reload(self) -> None:
        self._behind = True
        found = await self.store.load(self.row.id)
        if found is None:
            raise UnknownTable(self.row.id)
        row, entries = found
        row = with_names(row, {player.user: player.name for player in self.row.seats if not player.is_computer})
        row = named(row, self._names)
        self._game = _game_of(row, entries)
        self._behind = False
        self.replace_row(row)


def named(row: TableRow, names: Names) -> TableRow:
    """Return a table with the names in memory filled in, and look the missing ones up in the background."""
    unknown = row.nameless
    if not unknown:
        return row
    names.ask(row.guild, unknown)
    return with_names(row, names.at_hand(row.guild, unknown))


def _game_of(row: TableRow, entries: tuple[LogLine, ...]) -> Game | None:
    """Replay the game of a table; None in a lobby."""
    return replay(row, entries) if row.status in (Status.PLAYING, Status.OVER) else None
