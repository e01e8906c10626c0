"""A live table: one lock, the rules and the commit under it, nothing shown that is not kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final, TypeAlias

from bot.play import lobby
from bot.play.errors import Overtaken, Repeated, Stale, StoreError, TableReason, UnknownTable, refused
from bot.play.game import Game, begin, follow, replay
from bot.play.log import LogWord, moves_text
from bot.play.names import NoNames, nameless, with_names
from bot.play.pace import LEAST, clock_after, resumed
from bot.play.ports import Clock, Names, Store
from bot.play.presence import awaited, between_deals, present
from bot.play.scheduling.due import ABANDONED, wake_for
from bot.play.scheduling.nudges import nudged
from bot.play.table_reading import TableReading
from bot.play.values import (
    OPEN,
    Bounds,
    LogLine,
    Pace,
    Ping,
    Stamp,
    Status,
    TableRow,
    TableSettings,
    TimeLimits,
    TurnClock,
    own_doing,
)
from bot.players.levels import Level
from bot.rummy.cards import Card
from bot.rummy.moves import Melds, Move, RunEnd, Verb
from bot.rummy.options import Options
from bot.rummy.refusals import Refused

_PUBLIC: Final = (Verb.DRAW, Verb.TAKE, Verb.CLAIM)
"""What begins with cards that lie on the table, and is asked for in the message that everybody sees."""


class Table(TableReading):
    """One table of a channel, as it stands now. `Tables` makes them, one for each number in a process.

    Every method that changes something has committed it when it returns. It raises `Refused` with a `Reason` of the
    game or a `TableReason`; `Stale` when somebody was quicker or the click is from an older message; `Repeated` when
    the interaction has been carried out already; StoreError. After any of these nothing has changed but, perhaps, that
    the table has caught up with what another process wrote.

    What the program does by itself names ``seq``, the length of the log by which it was decided: `Stale` if the log has
    gone on since, so of a click and the program, or of two processes, one has its way.
    """

    __slots__ = ("__weakref__", "_behind", "_clock", "_lock", "_names", "_store", "_watch", "spared_until")

    def __init__(
        self,
        store: Store,
        clock: Clock,
        row: TableRow,
        entries: tuple[LogLine, ...] = (),
        *,
        watch: "Watch | None" = None,
        names: Names = NoNames(),  # noqa: B008 - it can't change
    ) -> None:
        super().__init__(row, _game_of(row, entries))
        self._names = names
        self._store = store
        self._clock = clock
        self._watch = watch or _nobody
        self._lock = asyncio.Lock()
        self._behind = False  # what is kept may have gone on without us: read it before the next change
        self.spared_until = 0  # no turn ends by itself before: the store has just failed somebody here

    async def join(self, user: int, name: str, interaction: int) -> None:
        """Take the next free seat."""
        await self._arrange(interaction, lambda row: lobby.joined(row, user, name, interaction))

    async def leave(self, user: int, interaction: int) -> None:
        """Free a seat; the host hands over, and the last to leave cancels."""
        await self._arrange(interaction, lambda row: lobby.left(row, user))

    async def decline(self, user: int, interaction: int) -> None:
        """Decline an invitation."""
        await self._arrange(interaction, lambda row: lobby.declined(row, user))

    async def cut(self, user: int, text: str, interaction: int) -> None:
        """Cut the cards: the text goes into every shuffle of the game."""
        await self._arrange(interaction, lambda row: lobby.with_cut(row, user, text))

    async def add_computer(self, user: int, level: Level, interaction: int) -> None:
        """Seat a computer; the host may."""
        await self._arrange(interaction, lambda row: lobby.with_computer(row, user, level))

    async def remove(self, user: int, target: int, interaction: int) -> None:
        """Free the seat of another player or of a computer; the host may."""
        await self._arrange(interaction, lambda row: lobby.without(row, user, target))

    async def invite(self, user: int, people: tuple[int, ...], interaction: int) -> None:
        """Keep seats for exactly these people; the host may."""
        await self._arrange(interaction, lambda row: lobby.with_invited(row, user, people))

    async def set_options(self, user: int, options: Options, interaction: int) -> None:
        """Play by other rules; the host's choice, until the game starts."""
        await self._arrange(interaction, lambda row: lobby.with_options(row, user, options))

    async def set_pace(
        self, user: int, pace: Pace, limits: TimeLimits | None, bounds: Bounds, interaction: int
    ) -> None:
        """Play at another pace; the host's choice within the server's bounds, None being the usual limits."""
        await self._arrange(interaction, lambda row: lobby.with_pace(row, user, pace, limits, bounds))

    async def change_settings(self, user: int, settings: TableSettings, interaction: int) -> None:
        """Change the settings of the table; only the host may."""
        await self._arrange(interaction, lambda row: lobby.with_settings(row, user, settings))

    async def start(self, user: int, interaction: int) -> None:
        """Begin to play: the host starts when enough seats are taken."""
        await self._arrange(interaction, lambda row: lobby.started(row, user))

    async def cancel(self, user: int, interaction: int) -> None:
        """Close the lobby; the host may."""
        await self._arrange(interaction, lambda row: lobby.canceled(row, user))

    async def play(
        self,
        user: int,
        verb: Verb,
        card: Card | None = None,
        melds: Melds | None = None,
        *,
        cards: tuple[Card, ...] = (),
        meld: int | None = None,
        end: RunEnd | None = None,
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
        async with self._asked(user, interaction, stamp, public=moves[0].verb in _PUBLIC) as seat:
            self._must_play(seat)
            await self._write(seat, self._line(seat, moves), interaction)

    async def next_deal(self, user: int, *, stamp: Stamp, interaction: int) -> None:
        """Deal the next deal; any of the players may ask for it."""
        async with self._asked(user, interaction, stamp) as seat:
            self._must_play(seat)
            await self._write(seat, LogWord.NEXT, interaction)

    async def ready(self, user: int, deal: int, interaction: int) -> None:
        """Be ready for the deal that follows ``deal``; Stale if it has been dealt, or they have been ready already."""
        async with self._asked(user, interaction) as seat:
            self._must_play(seat)
            game = self._running()
            if game.state.deal != deal or not between_deals(game) or seat in game.ready:
                raise Stale
            await self._write(seat, LogWord.READY, interaction)

    async def come_back(self, user: int, interaction: int) -> None:
        """Take one's seat back from the computer that has played it meanwhile."""
        async with self._asked(user, interaction) as seat:
            await self._write(seat, LogWord.BACK, interaction)

    async def resign(self, user: int, *, interaction: int) -> None:
        """Give the game up, at any time from its start.

        Where one other person plays on with three seats or more, a computer plays this one to the end; otherwise the
        game is over, and `winners` says who has won.
        """
        async with self._asked(user, interaction) as seat:
            await self._write(seat, self._giving_up(seat), interaction)

    async def nudge(self, user: int, interaction: int) -> None:
        """Have the person called whose turn it is, as another of the table asks; in slow games, once a turn."""
        async with self._asked(user, interaction) as seat:
            self._must_play(seat)
            await self._keep_clock(nudged(self.row, self._running(), seat, self._clock()))

    async def expel(self, target: int, interaction: int) -> None:
        """Free somebody's seat in a lobby, or give the game up for them, as a moderator asks."""
        if self.row.status is Status.LOBBY:
            await self._arrange(interaction, lambda row: lobby.expelled(row, target))
            return
        async with self._changing(interaction):
            seat = self.seat_of(target)
            if seat is None or seat in self._running().left or self.player(seat).is_computer:
                raise refused(TableReason.NOT_THERE)
            await self._write(seat, self._giving_up(seat), interaction)

    async def close(self, interaction: int) -> None:
        """Close the table with no result, as a moderator asks."""
        if self.row.status is Status.LOBBY:
            await self._arrange(interaction, lobby.shut)
            return
        async with self._changing(interaction):
            self._running()
            await self._write(0, LogWord.CLOSE, interaction)

    async def act(self, seat: int, moves: Sequence[Move], *, seq: int) -> None:
        """Make moves of one line for a computer, for somebody who is away, or for somebody whose time is up.

        A person's are marked as made for them. Stale also where it is a person's turn and there is time left.
        ValueError if there is no move.
        """
        if not moves:
            raise ValueError("there is no move to make")
        async with self._by_itself(seq):
            self._must_be_due(seat)
            absent = not self.player(seat).is_computer
            text = self._line(seat, [replace(move, timed_out=absent) for move in moves])
            await self._write(seat, text, None)

    async def note(self, word: str, seat: int, *, seq: int) -> None:
        """Write a word of `bot.play.game` that comes from the program: the next deal, or who is away."""
        async with self._by_itself(seq):
            await self._write(seat, word, None)

    async def abandon(self, *, seq: int) -> None:
        """Close a table that nobody has touched for long; Stale if somebody has."""
        async with self._by_itself(seq):
            if self._clock() < self.row.touched_at + ABANDONED:
                raise Stale
            if self.row.status is Status.LOBBY:
                await self._save(lobby.shut(self.row), own_doing(self.row.id, seq))
            else:
                await self._write(0, LogWord.CLOSE, None)

    async def pause(self) -> None:
        """Pause the game since its channel was deleted; Stale where it isn't played any more, or is paused already."""
        async with self._changing(None):
            if self.row.status is not Status.PLAYING or self.row.paused_at is not None:
                raise Stale
            at = self._clock()
            row = replace(self.row, paused_at=at)
            await self._store.pause(row.id, at, wake_for(row, self._running(), row.clock))
            self.row = row
            self._watch(self)

    async def move_to_channel(self, user: int, channel: int, interaction: int) -> None:
        """Go on in another channel with a game that is paused, as one of its players asks. Also ChannelTaken (C-1)."""
        async with self._asked(user, interaction) as seat:
            if seat in self._running().left:
                raise refused(TableReason.LEFT)
            if self.row.paused_at is None:
                raise Stale
            at = self._clock()
            row = replace(self.row, channel=channel, message=None, message_at=None, touched_at=at, paused_at=None)
            row = replace(row, clock=resumed(self.row, at))
            await self._store.move_to_channel(row, wake_for(row, self._running(), row.clock), interaction)
            self.row = row
            self._watch(self)

    async def set_clock(self, clock: TurnClock, *, seq: int) -> None:
        """Keep which calls have gone out by a clock; when it ends may have been put off since, and stays as it is."""
        async with self._by_itself(seq):
            if self.row.clock is None:
                raise Stale
            await self._keep_clock(replace(self.row.clock, pinged=clock.pinged, reminded=clock.reminded))

    async def set_ping(self, ping: Ping | None) -> None:
        """Remember which message calls the player whose turn it is; None once it is deleted."""
        async with self._lock:
            await self._store.set_ping(self.row.id, ping)
            self.row = replace(self.row, ping=ping)

    async def set_message(self, message: int | None) -> None:
        """Remember which public message shows the table from now on."""
        async with self._lock:
            at = self._clock()
            await self._store.set_message(self.row.id, message, at)
            self.row = replace(self.row, message=message, message_at=at)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold all changes back while the table is changed where it is kept; the next one reads it again first."""
        async with self._lock:
            try:
                yield
            finally:
                self._behind = True

    def name_players(self) -> bool:
        """Fill in the names at hand, and look the missing ones up in the background. Return whether any was new."""
        before = self.row.seats
        self.row = named(self.row, self._names)
        return self.row.seats != before

    async def wait_for_names(self) -> None:
        """Wait a moment for missing names, for what can't be edited when they arrive."""
        if unknown := nameless(self.row):
            found = await self._names.names(self.row.guild, unknown)
            self.row = with_names(self.row, found)  # which may have changed meanwhile

    async def refresh(self) -> None:
        """Read the table again, as another process may have left it. UnknownTable."""
        async with self._lock:
            await self._reload()

    async def _arrange(self, interaction: int, change: Callable[[TableRow], TableRow]) -> None:
        """Change the lobby, as somebody asks."""
        async with self._changing(interaction):
            await self._save(touched(change(self.row), self._clock()), interaction)

    async def _save(self, row: TableRow, interaction: int) -> None:
        """Commit a change of the lobby."""
        game = _game_of(row, ())
        self.row = named(await self._store.save(row, interaction), self._names)  # some may have arrived meanwhile
        self._game = game
        self._watch(self)

    async def _write(self, seat: int, text: str, interaction: int | None) -> None:
        """Follow a line and commit it, with the clock after it; ``interaction`` None is the program."""
        row, game, at = self.row, self._running(), self._clock()
        entry = LogLine(len(game.lines), seat, text, interaction or own_doing(row.id, len(game.lines)), at)
        after = follow(row, game, entry)
        clock = clock_after(row, game, after, at)
        row = replace(
            row,
            clock=clock,
            status=Status.OVER if after.over else row.status,
            touched_at=row.touched_at if interaction is None else at,
        )
        wake = wake_for(row, after, clock)
        await self._store.append(row.id, entry, clock=clock, wake=wake, over=after.over)
        self.row, self._game, self.spared_until = named(row, self._names), after, 0
        self._watch(self)

    async def _keep_clock(self, clock: TurnClock) -> None:
        """Commit a clock without a line."""
        wake = wake_for(self.row, self._running(), clock)
        await self._store.set_clock(self.row.id, clock, wake, seq=self.seq, was=self.row.clock)
        self.row = replace(self.row, clock=clock)
        self._watch(self)

    def _line(self, seat: int, moves: Sequence[Move]) -> str:
        """Write moves as the log has them."""
        return moves_text([self._offered(replace(move, seat=seat)) for move in moves])

    def _offered(self, move: Move) -> Move:
        """Give a knock that names no melds those that the bot offers, if it is allowed; any other move as it is."""
        unnamed = Move(move.seat, move.verb, move.card)
        if move.verb is not Verb.KNOCK or move.melds is not None or unnamed not in self.view(move.seat).moves:
            return move
        return replace(move, melds=self.offer(move.seat, move.named).melds)

    def _giving_up(self, seat: int) -> str:
        """Say what it is when a seat gives up: the end of the game, or of its part in it."""
        others = present(self.row, self._running()) - {seat}
        return LogWord.LEAVE if others and len(self.row.seats) > 2 else LogWord.RESIGN

    def _must_play(self, seat: int) -> None:
        """Refuse what somebody asks for while a computer has their seat."""
        game = self._running()
        if seat in game.left:
            raise refused(TableReason.LEFT)
        if seat in game.away and not game.over:
            raise refused(TableReason.AWAY)

    def _must_be_due(self, seat: int) -> None:
        """Hold the program back from a seat whose person plays and has time left."""
        row, game = self.row, self._running()
        if seat not in present(row, game):
            return
        deadline = None if row.clock is None else row.clock.deadline
        if seat != awaited(row, game) or deadline is None or self._clock() < max(deadline, self.spared_until):
            raise Stale

    @asynccontextmanager
    async def _asked(
        self, user: int, interaction: int, stamp: Stamp | None = None, *, public: bool = False
    ) -> AsyncIterator[int]:
        """Hold the lock for what a player asks for in a game, and give their seat.

        ``stamp`` None asks for no certain state, ``public`` for one that everybody sees.
        """
        async with self._changing(interaction):
            if stamp is not None and stamp > self.stamp(self.seat_of(user)):
                await self._reload()
            self._running()
            seat = self.seat_of(user)
            if seat is None:
                raise refused(TableReason.NOT_SEATED, "C-1")
            now = self.stamp(seat)
            if stamp is not None and (stamp.public != now.public if public else stamp != now):
                raise Stale
            yield seat

    @asynccontextmanager
    async def _by_itself(self, seq: int) -> AsyncIterator[None]:
        """Hold the lock for what the program does by itself, if the log is as it was when that was decided."""
        try:
            async with self._changing(None):
                if seq != self.seq or self.row.status not in OPEN:
                    raise Stale
                yield
        except Repeated as late:  # another process has done it
            raise Stale from late

    @asynccontextmanager
    async def _changing(self, interaction: int | None) -> AsyncIterator[None]:
        """Hold the lock for one change; if the store fails a person, they have a minute to try again."""
        try:
            async with self._changing_once(interaction):
                yield
        except StoreError:
            if interaction is not None:  # nothing else has run since the lock was released
                self.spared_until = self._clock() + LEAST
                self._watch(self)
            raise

    @asynccontextmanager
    async def _changing_once(self, interaction: int | None) -> AsyncIterator[None]:
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
            if interaction is not None and await self._store.seen(interaction):
                raise Repeated from answer
            raise

    async def _reload(self) -> None:
        """Replace what is in memory by what is kept."""
        self._behind = True
        found = await self._store.load(self.row.id)
        if found is None:
            raise UnknownTable(self.row.id)
        row, entries = found
        row = with_names(row, {player.user: player.name for player in self.row.seats if not player.is_computer})
        row = named(row, self._names)
        self._game = _game_of(row, entries)
        self.row = row
        self._behind = False
        self._watch(self)


Watch: TypeAlias = Callable[[Table], None]
"""Takes note of a table that has changed, or was loaded; it takes no time and raises nothing."""


def touched(row: TableRow, now: int) -> TableRow:
    """Note that somebody has just done something at a table; if that starts the game, its clock begins to run."""
    row = replace(row, touched_at=now)
    if row.status is not Status.PLAYING:
        return row
    return replace(row, clock=clock_after(row, None, begin(row), now))


def named(row: TableRow, names: Names) -> TableRow:
    """Fill in the names at hand, and have the missing ones looked up in the background."""
    unknown = nameless(row)
    names.ask(row.guild, unknown)
    return with_names(row, names.at_hand(row.guild, unknown))


def _game_of(row: TableRow, entries: tuple[LogLine, ...]) -> Game | None:
    """Replay the game of a table that has started."""
    if row.status not in (Status.PLAYING, Status.OVER):
        return None
    return replay(row, entries)


def _nobody(_: Table) -> None:
    """Take no note."""
