"""Ports of tables: the stores, the clock and the names that play needs from outside, and the signals it sends."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Generic, Protocol, TypeAlias, TypeVar

from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.values import Debts, LogLine, Ping, StoredPanel, TableHome, TableRow, TimeLimits, TurnClock
from bot.players.judged import Progress, Puzzle, Review
from bot.ratings.ports import AuditEntry
from bot.rummy.records.sealed import StartCounts

Hold: TypeAlias = Callable[[Collection[int]], AbstractAsyncContextManager[None]]
"""Keeps tables from changing."""


class Store(Protocol):
    """Stores tables. A method has committed when it returns; each may raise StoreError."""

    async def create(
        self, row: TableRow, interaction: int, rematch_of: int | None = None, limits: Limits = UNLIMITED
    ) -> TableRow:
        """Store a new table and return it with its id; ``rematch_of`` is the table whose rematch it is.

        Refused if it exceeds the limits of its host or server; Repeated, ChannelTaken, FixtureTaken; Overtaken if there
        is another rematch already, which was not canceled, or if the fixture is decided.
        """
        ...

    async def load(self, table: int) -> tuple[TableRow, tuple[LogLine, ...]] | None:
        """Return a table and its log; None if it doesn't exist."""
        ...

    async def save(self, row: TableRow, interaction: int, audit: AuditEntry | None = None) -> TableRow:
        """Replace a table if its ``version`` is still this one, and return it with the next. Repeated, Overtaken.

        ``audit`` goes into the audit log in the same transaction, as in `append`.
        ``message``, ``message_at``, ``rematch`` and ``ping`` don't change: other methods store them.
        """
        ...

    async def append(
        self,
        table: int,
        entry: LogLine,
        *,
        clock: TurnClock | None,
        wake: int | None,
        over: bool = False,
        slow: TimeLimits | None = None,
        audit: AuditEntry | None = None,
    ) -> None:
        """Add the next line to a table's log and store its clock, in one transaction. Repeated, Overtaken.

        ``wake`` is when the program has something to do there, in epoch milliseconds; ``over`` ends the table. A line
        with a positive interaction counts as activity. With ``slow`` the game becomes a slow one with these limits.
        """
        ...

    async def set_clock(
        self, table: int, clock: TurnClock | None, wake: int | None, *, seq: int, was: TurnClock | None
    ) -> None:
        """Store a table's clock without a line: a ping was sent, or is due later.

        Overtaken if the log doesn't have ``seq`` lines, or if pings were sent that ``was`` doesn't know of.
        """
        ...

    async def set_ping(self, table: int, ping: Ping | None) -> None:
        """Store the message that pings the player whose turn it is; None once it is deleted."""
        ...

    async def wakes(
        self, guilds: Collection[int] | None = None, changed_since: int | None = None
    ) -> tuple[tuple[int, int], ...]:
        """List when the program has something to do at which table: (epoch milliseconds, table), soonest first.

        These are the open tables, and closed ones whose last ping is not deleted yet; with ``guilds`` only those of
        these servers. The time is 0 for tables that have changed since ``changed_since``: that may not be shown yet.
        """
        ...

    async def overdue_practices(self, before: int) -> tuple[tuple[int, int], ...]:
        """List the practice tables where something was due before a time, as `wakes` does."""
        ...

    async def owe(self, debts: Debts) -> None:
        """Store what is to be given back, and its time as a heartbeat. Earlier debts must have been given back."""
        ...

    async def give_back(self, hold: Hold) -> Debts | None:
        """Give back what `owe` stored, in this program or in one before; return it, or None if it was nothing.

        Deadlines, wakes and last activity of open tables move, and those of fixtures. It happens in batches, and
        ``hold`` is entered for the tables of each. After an error, the next call goes on where this one ended.
        """
        ...

    async def in_play(self) -> tuple[int, ...]:
        """List the servers with open tables, or with fixtures that can be played: only there can time run."""
        ...

    async def open_lobbies(self, guild: int) -> tuple[int, ...]:
        """List the lobbies of a server that anyone can join and that have a free seat, the oldest first."""
        ...

    async def hosted_lobbies(self, user: int) -> int:
        """Return how many tables that wait for players a user hosts, those of tournaments left out."""
        ...

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        """Store which public message shows the table, and since when."""
        ...

    async def touch(self, row: TableRow, wake: int | None, limits: Limits = UNLIMITED) -> None:
        """Store the last activity of a running table, and ``wake``, as in `append`.

        Refused if it exceeds the limits of its host or server. Overtaken if it isn't running any more.
        """
        ...

    async def in_channel(self, channel: int) -> int | None:
        """Return the open table of a channel, else that of the last game there, else the last one that was canceled."""
        ...

    async def seated_at(self, guild: int, user: int) -> int | None:
        """Return the open table of a server where a user plays: a running game first, then the latest activity.

        Paused games and games that the user left don't count.
        """
        ...

    async def pause(self, table: int, at: int, wake: int | None) -> None:
        """Pause a game whose channel was deleted. Overtaken if it isn't running any more, or is paused already."""
        ...

    async def move_to_channel(self, row: TableRow, wake: int | None, interaction: int) -> None:
        """Store a paused table's new channel and the clock with which it continues; no message shows it yet.

        Repeated, ChannelTaken; Overtaken if it isn't paused any more.
        """
        ...

    async def paused_game(self, guild: int, user: int) -> int | None:
        """Return the oldest paused table of a server at which a user sits, unless they left its game; None without."""
        ...

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        """List the channels of open tables, apart from paused ones; with ``guild`` only those of one server."""
        ...

    async def practices(self, user: int) -> tuple[int, ...]:
        """List a person's open practice tables, oldest first."""
        ...

    async def finished_games(self, user: int, most: int) -> tuple[TableRow, ...]:
        """List the last finished games of a person, on all servers, the newest first."""
        ...

    async def start_counts(self, guild: int | None) -> StartCounts:
        """Return how many games a server has started, and how many of those starts were void; None is practice."""
        ...

    async def pack(self, before: int) -> bool:
        """Pack some finished games without activity since a time. Return whether there may be more."""
        ...

    async def seen(self, interaction: int) -> bool:
        """Return whether an interaction was handled, in any process."""
        ...


Clock: TypeAlias = Callable[[], int]
"""Returns the time now, in epoch milliseconds."""


class PanelStore(Protocol):
    """Stores open panels while their tokens work. Panels may be stored a few seconds late, except by `settle`."""

    def put(self, panel: StoredPanel) -> None:
        """Store a panel soon, in place of the one with the same interaction."""
        ...

    def drop(self, interaction: int) -> None:
        """Delete a panel soon."""
        ...

    async def settle(self) -> None:
        """Store what waits, now. StoreError."""
        ...

    async def load(self) -> Sequence[StoredPanel]:
        """Return the stored panels, the newest interaction first. StoreError."""
        ...

    async def expire(self, before: int) -> None:
        """Delete the panels whose interaction arrived before a time, in epoch milliseconds. StoreError."""
        ...


class Names(Protocol):
    """Finds the names of people, which are only kept in memory; ``guild`` None finds their names without a server."""

    def at_hand(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:
        """Return the names of members of a server that are in memory. Raises nothing."""
        ...

    def ask(self, guild: int | None, users: Collection[int]) -> None:
        """Look up names of members in the background, for a later `at_hand`. Raises nothing."""
        ...

    async def names(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:
        """Return the names of members of a server, without those that can't be found in time. Raises nothing."""
        ...


HasLeft: TypeAlias = Callable[[int, int], Awaitable[bool]]
"""Returns whether a user (the second number) has left a server; it raises nothing."""


async def nobody_left(_guild: int, _user: int) -> bool:
    """Return False, as a `HasLeft` for programs without Discord."""
    return False


class ProgramState(Protocol):
    """Stores named texts about the program itself. Every method may raise StoreError."""

    async def get(self, name: str) -> str | None:
        """Return the text with a name; None without one."""
        ...

    async def put(self, name: str, value: str) -> None:
        """Replace the text with a name."""
        ...


class ReviewStore(Protocol):
    """Stores reviews of finished games, as text. Every method may raise StoreError."""

    async def review(self, table: int) -> str | None:
        """Return the review of a table's game; None without one."""
        ...

    async def keep_review(self, table: int, text: str) -> None:
        """Store the review of a table's game, in place of an earlier one, unless the table has been deleted."""
        ...


class Judge(Protocol):
    """Judges finished games in another process, which can fail: NotJudged."""

    async def review(self, record: Mapping[str, object], progress: Progress = ...) -> Review:
        """Return the review of the game of a record, in up to half a minute of CPU. ValueError for a wrong record."""
        ...


class PuzzleMaker(Protocol):
    """Looks for puzzles in finished games in another process, which can fail: NotJudged."""

    async def puzzle_in(self, record: Mapping[str, object], deal: int, seed: str) -> Puzzle | None:
        """Return a puzzle from a deal of a record, counted from 1; None if it has none.

        It takes up to half a minute of CPU. ValueError for a wrong record.
        """
        ...


T = TypeVar("T")


class Signal(Generic[T]):
    """Calls every subscriber, in the order in which they subscribed. Subscribers return at once and raise nothing."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], object]] = []

    def subscribe(self, subscriber: Callable[[T], object]) -> None:
        """Call a subscriber with every value sent from now on."""
        self._subscribers.append(subscriber)

    def send(self, value: T) -> None:
        """Pass a value to all subscribers."""
        for subscriber in self._subscribers:
            subscriber(value)
