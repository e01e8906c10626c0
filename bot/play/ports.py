"""What play needs from outside: stores of tables and presets, a clock, and an announcer."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from bot.play.people import Preferences, Server
from bot.play.values import LogLine, Ping, Preset, TableHome, TableRow, TurnClock
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Options


class Store(Protocol):
    """Keeps tables. Whatever returns has been committed; every method may raise StoreError."""

    async def create(self, row: TableRow, interaction: int, rematch_of: int | None = None) -> TableRow:
        """Keep a new table and answer it with its id; ``rematch_of`` points to it then.

        Repeated, ChannelTaken, FixtureTaken; Overtaken where ``rematch_of`` points to another already, one that was
        not cancelled, or where its fixture is decided.
        """
        ...

    async def load(self, table: int) -> tuple[TableRow, tuple[LogLine, ...]] | None:
        """Read a table and its log; None if there is no such table."""
        ...

    async def save(self, row: TableRow, interaction: int) -> TableRow:
        """Replace a table whose ``version`` is still this one, and answer it with the next. Repeated, Overtaken.

        ``message``, ``message_at``, ``rematch`` and ``ping`` stay as they are kept: they have their own ways to change.
        """
        ...

    async def append(
        self, table: int, entry: LogLine, *, clock: TurnClock | None, wake: int | None, over: bool = False
    ) -> None:
        """Add the next line to a table's log and keep its clock, in one transaction. Repeated, Overtaken.

        ``wake`` is when the program has something to do here, epoch milliseconds; ``over`` ends the table. A line with
        a positive interaction touches the table.
        """
        ...

    async def set_clock(
        self, table: int, clock: TurnClock | None, wake: int | None, *, seq: int, was: TurnClock | None
    ) -> None:
        """Keep a table's clock where no line is added: somebody was called, or it is looked at again later.

        Overtaken where the log has other than ``seq`` lines, or others calls went out than ``was`` knows of.
        """
        ...

    async def set_ping(self, table: int, ping: Ping | None) -> None:
        """Remember which message calls the player whose turn it is; None once it is deleted."""
        ...

    async def wakes(self, guild: int | None = None) -> tuple[tuple[int, int], ...]:
        """List when the program has something to do at which table: (epoch milliseconds, table), soonest first.

        These are the open tables, and closed ones whose last call is yet to be deleted; with ``guild`` those of one
        server.
        """
        ...

    async def shift(self, by: int, least: int, guilds: Collection[int] | None = None) -> None:
        """Put the deadlines, wakes and last touches of open tables off by ``by`` milliseconds, and fixtures' too.

        A deadline becomes ``least`` (epoch milliseconds) at the earliest, and a whole turn from now at the latest.
        ``least`` is `bot.play.timing.pace.LEAST` from now, or 0 if neither bound matters yet. ``guilds`` are the
        servers; None is all.
        """
        ...

    async def in_play(self) -> tuple[int, ...]:
        """List the servers on which time may run: those with open tables, or with fixtures that can be played."""
        ...

    async def open_lobbies(self, guild: int) -> tuple[int, ...]:
        """List the lobbies of a server that are not closed to strangers and have a free seat, the oldest first."""
        ...

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        """Remember which public message shows the table, and since when."""
        ...

    async def in_channel(self, channel: int) -> int | None:
        """Find the open table of a channel, else the one that was opened there last."""
        ...

    async def pause(self, table: int, at: int, wake: int | None) -> None:
        """Pause a game whose channel was deleted. Overtaken where it isn't played any more, or is paused already."""
        ...

    async def move_to_channel(self, row: TableRow, wake: int | None, interaction: int) -> None:
        """Keep a paused table's new channel and the clock it goes on with; no message shows it yet.

        Repeated, ChannelTaken; Overtaken where it isn't paused any more.
        """
        ...

    async def paused_game(self, guild: int, user: int) -> int | None:
        """Find the oldest paused table of a server at which somebody sits."""
        ...

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        """List where the open tables are, apart from the paused ones; with ``guild`` those of one server."""
        ...

    async def seen(self, interaction: int) -> bool:
        """Say whether an interaction has been carried out, in whichever process."""
        ...


class Presets(Protocol):
    """Keeps the presets of servers; names differ by more than their case. Every method may raise StoreError."""

    async def save(self, guild: int, name: str, options: Options, user: int, at: int) -> bool:
        """Keep options under a name, in place of what was there; say whether there was. Refused."""
        ...

    async def list(self, guild: int) -> tuple[Preset, ...]:
        """List a server's presets in the order of their names."""
        ...

    async def get(self, guild: int, name: str) -> Preset | None:
        """Find a preset by its name, written in any case."""
        ...

    async def delete(self, guild: int, name: str) -> bool:
        """Forget a preset; say whether there was one."""
        ...


class Clock(Protocol):
    """Tells the time, in epoch milliseconds."""

    def __call__(self) -> int:
        """Say what time it is."""
        ...


class PreferencesStore(Protocol):
    """Keeps what people have chosen. Every method may raise StoreError."""

    async def get(self, user: int) -> Preferences:
        """Find what somebody has chosen; the defaults for who has chosen nothing."""
        ...

    async def save(self, person: Preferences) -> None:
        """Keep what somebody has chosen, in place of what was there."""
        ...


class Servers(Protocol):
    """Keeps what the people who run a server have set, and has all of it at hand."""

    def of(self, guild: int) -> Server:
        """Find what a server has set."""
        ...

    def monthly(self) -> Sequence[Server]:
        """List the servers on which each month is a season."""
        ...

    async def change(self, guild: int, change: Callable[[Server], Server], deed: AuditEntry | None = None) -> Server:
        """Set something: ``change`` gets what is set at that moment, whoever else sets something. StoreError.

        ``deed`` goes into the audit log in the same transaction. What ``change`` raises is raised, and changes nothing.
        """
        ...


class Names(Protocol):
    """Knows what people are called. Names are kept nowhere but in memory."""

    def at_hand(self, guild: int, users: Collection[int]) -> Mapping[int, str]:
        """Return the names at hand of members of a server. Raises nothing."""
        ...

    def ask(self, guild: int, users: Collection[int]) -> None:
        """Look the names of members up in the background; `at_hand` has them when they have arrived. Raises nothing."""
        ...

    async def names(self, guild: int, users: Collection[int]) -> Mapping[int, str]:
        """Say what members of a server are called there. Whom nobody can name in time is missing. Raises nothing."""
        ...


class PersonalData(Protocol):
    """Knows all that is held about a person or a server, and forgets it. Every method may raise StoreError."""

    async def held(self, user: int) -> Mapping[str, object]:
        """Gather everything that is held about somebody, in values that JSON has."""
        ...

    async def open_tables(self, user: int) -> tuple[int, ...]:
        """List the open tables at which somebody sits, or which they opened, on all servers."""
        ...

    async def forget(self, user: int, marks: Callable[[], int]) -> None:
        """Put a mark for somebody's id, another one for each server, and drop what is theirs alone, all or nothing.

        They sit at no open table by then. Results keep their numbers. ``marks`` makes negative numbers by chance.
        """
        ...

    async def server_left(self, guild: int, at: int) -> None:
        """Note that a server has removed the bot; what was noted before stays."""
        ...

    async def server_back(self, guild: int) -> None:
        """Note that a server has the bot, again or still."""
        ...

    async def servers_known(self) -> tuple[int, ...]:
        """List the servers of which anything is held."""
        ...

    async def servers_gone(self, before: int) -> tuple[int, ...]:
        """List the servers that removed the bot before then and are yet to be forgotten."""
        ...

    async def forget_server(self, guild: int) -> None:
        """Drop all that is held of a server."""
        ...


class ProgramState(Protocol):
    """Remembers named sentences from one start to the next. Every method may raise StoreError."""

    async def get(self, name: str) -> str | None:
        """Find what was put under a name."""
        ...

    async def put(self, name: str, value: str) -> None:
        """Keep something under a name, in place of what was there."""
        ...
