"""What play needs from outside: stores of tables and presets, a clock, and who announces."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from bot.players.levels import Level
from bot.rummy.options import Options

if TYPE_CHECKING:
    from bot.play.people import Calls
    from bot.play.session import Table

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Pace(StrEnum):
    """How fast the players mean to play."""

    LIVE = "live"
    SLOW = "slow"
    NONE = "none"


class Status(StrEnum):
    """What a table is at."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a turn may take, in milliseconds.

    ``turn`` is for each turn; ``bank`` is what a player has for all turns of a game together, once a turn is used up.
    """

    turn: int
    bank: int = 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """Within what the host of a table may set its limits: what a server allows, in milliseconds, both ends included."""

    live_turn: tuple[int, int] = (15 * SECOND, 10 * MINUTE)
    live_bank: tuple[int, int] = (0, 30 * MINUTE)
    slow_turn: tuple[int, int] = (HOUR, 3 * DAY)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is kept, beside the rules of its game.

    ``bare``: no assistance, the bot counts no deadwood, finds no melds, suggests nothing and lists no past discards.
    ``closed``: only who was invited may sit down. ``friendly``: the game is not rated, so hints are open. ``quick``:
    the game starts by itself as soon as two sit at the table.
    """

    bare: bool = False
    closed: bool = False
    friendly: bool = False
    quick: bool = False


@dataclass(frozen=True, slots=True)
class TurnClock:
    """What runs at a table that is being played: the present turn, or the wait for the next deal.

    ``deadline`` is when it ends by itself, epoch milliseconds, the player's bank included; None where nothing presses.
    ``banks`` are the milliseconds that each seat has left beside its turns. A turn began at ``deadline`` - turn - bank.
    ``pinged``: the player has been called; ``reminded`` counts the reminders of a slow turn; ``nudged``: another player
    has asked for one.
    """

    deadline: int | None
    banks: tuple[int, ...]
    pinged: bool = False
    reminded: int = 0
    nudged: bool = False


@dataclass(frozen=True, slots=True)
class Ping:
    """The message that calls the player whose turn it is: where it stands, to be deleted when they have moved."""

    user: int
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in a seat: their Discord id, what they are called, and their cut of the cards.

    The name is not kept with the table: `bot.play.people.Names` is asked for it again when the table is loaded, and it
    is empty where nobody knows it. Who had their data deleted is a mark, a negative number, and has no name.

    ``level`` says how well a computer plays here; None for a person. A computer's ``user`` is its number at the table,
    from 1, which nobody has at Discord.
    """

    user: int
    name: str
    cut: str
    level: Level | None = None

    @property
    def is_computer(self) -> bool:
        """Say whether a computer sits here."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is kept, all but its moves.

    ``secret`` is ``s[N]``, the last link of the shuffle chain: it never leaves the process. ``message`` is the public
    message that shows the table now, ``rematch`` the table that goes on after this one, ``version`` counts the changes
    that `Store.save` made (moves are counted by their own sequence). ``limits`` is None where nothing presses;
    ``invited`` are those for whom seats are kept; ``touched_at`` is when a person last did something here; ``clock``
    is there while the game runs, ``ping`` while somebody is called. Since ``stranded_at`` the game is paused, as its
    channel was deleted. Times are epoch milliseconds.
    """

    id: int
    guild: int
    channel: int
    host: int
    options: Options
    pace: Pace
    limits: Limits | None
    manner: Manner
    invited: tuple[int, ...]
    secret: bytes = field(repr=False)
    status: Status
    seats: tuple[Player, ...]
    created_at: int
    touched_at: int
    clock: TurnClock | None = None
    ping: Ping | None = None
    message: int | None = None
    message_at: int | None = None
    rematch: int | None = None
    fixture: int | None = None  # the fixture of a league that is played here
    version: int = 0
    stranded_at: int | None = None


class Home(NamedTuple):
    """Where an open table is."""

    guild: int
    channel: int
    table: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: what one interaction has done.

    ``text`` is a move in its text form without the seat's number, or several of them joined by ``; ``, or one of the
    words of `bot.play.game` (``next``, ``ready``, ``resign``, ``leave``, ``away``, ``back``, ``close``).
    ``interaction`` is the one that asked for it; what the program did by itself has a negative number (`own_doing`).
    """

    seq: int  # from 0, without gaps
    seat: int
    text: str
    interaction: int
    at: int


def own_doing(table: int, seq: int) -> int:
    """Give the number under which the program writes a line of its own: one for each line, never an interaction's."""
    return -(table * 1_000_000 + seq + 1)


class Stamp(NamedTuple):
    """How far a table has come for somebody: what a click has to carry to be about the table as it stands.

    ``public`` counts the lines of the log that everybody has seen the effect of, ``own`` those of the running turn that
    only its player has (D-10): for all others, and in whatever they can see, it is 0. ``str`` writes ``12`` or
    ``12.3``, which `read` reads back.
    """

    public: int
    own: int = 0

    def __str__(self) -> str:
        """Write the stamp as custom ids have it."""
        return f"{self.public}.{self.own}" if self.own else str(self.public)

    @classmethod
    def read(cls, text: str) -> "Stamp":
        """Read a stamp's text form; ValueError for a text that is none."""
        match = _STAMP.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no stamp")
        return cls(int(match["public"]), int(match["own"] or 0))


NO_LINES: Final = Stamp(0)
"""How far a table is whose game has just begun, or has not."""
_STAMP: Final = re.compile(r"(?P<public>0|[1-9][0-9]{0,9})(?:\.(?P<own>[1-9][0-9]{0,9}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that a server has given a name: who saved them, and when, in epoch milliseconds."""

    name: str
    options: Options
    user: int
    at: int


class Repeated(Exception):
    """The interaction has been carried out already; nothing was written."""


class Overtaken(Exception):
    """Somebody else, perhaps another process, wrote first; nothing was written. Load the table again."""


class ChannelTaken(Exception):
    """Another open table sits in this channel (C-1); ``table`` is its id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} sits in this channel")
        self.table = table


class FixtureTaken(Exception):
    """A fixture has an open table already; ``table`` is its id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} is open for this fixture")
        self.table = table


class StoreError(Exception):
    """The store could not do what was asked; one sentence says why. Whether it was written is not certain."""


class Store(Protocol):
    """Keeps tables. Whatever returns has been committed; every method may raise StoreError."""

    async def create(self, row: TableRow, interaction: int, rematch_of: int | None = None) -> TableRow:
        """Keep a new table and answer it with its id; ``rematch_of`` points to it then.

        Repeated, ChannelTaken, FixtureTaken; Overtaken where ``rematch_of`` points to another already, one that was
        not cancelled, or where its fixture is decided.
        """
        ...

    async def load(self, table: int) -> tuple[TableRow, tuple[Entry, ...]] | None:
        """Read a table and its log; None if there is no such table."""
        ...

    async def save(self, row: TableRow, interaction: int) -> TableRow:
        """Replace a table whose ``version`` is still this one, and answer it with the next. Repeated, Overtaken.

        ``message``, ``message_at``, ``rematch`` and ``ping`` stay as they are kept: they have their own ways to change.
        """
        ...

    async def append(
        self, table: int, entry: Entry, *, clock: TurnClock | None, wake: int | None, over: bool = False
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

        Deadlines are put off to ``least`` (epoch) at the earliest, and to a whole turn from now at the latest:
        ``least`` is `bot.play.pace.LEAST` from now, or 0 if neither matters yet. ``guilds`` are the servers, None
        being all.
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

    async def strand(self, table: int, at: int, wake: int | None) -> None:
        """Pause a game whose channel was deleted. Overtaken where it isn't played any more, or is paused already."""
        ...

    async def move(self, row: TableRow, wake: int | None, interaction: int) -> None:
        """Keep a paused table's new channel and the clock it goes on with; no message shows it yet.

        Repeated, ChannelTaken; Overtaken where it isn't paused any more.
        """
        ...

    async def stranded(self, guild: int, user: int) -> int | None:
        """Find the oldest paused table of a server at which somebody sits."""
        ...

    async def homes(self, guild: int | None = None) -> tuple[Home, ...]:
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


class Called(StrEnum):
    """What became of a call."""

    SENT = "sent"
    FAILED = "failed"  # Discord does not take it there; it would not the next time either
    LATER = "later"  # Discord can't be reached


class Announcer(Protocol):
    """Shows what the program did by itself, and calls players. Nothing here raises, or takes long."""

    def changed(self, table: "Table") -> None:
        """Show a table that has changed, to everybody who looks at it."""
        ...

    async def call(self, table: "Table", user: int, calls: "Calls", reminder: int) -> tuple[Called, Ping | None]:
        """Tell somebody in a new short message that it is their turn; ``reminder`` counts from 0, which is the first.

        The ping is what `uncall` deletes.
        """
        ...

    async def uncall(self, ping: Ping) -> bool:
        """Delete the message that has called somebody; one that is gone already is no trouble.

        False where Discord can't be reached, so that it has to be tried again.
        """
        ...


class Clock(Protocol):
    """Tells the time, in epoch milliseconds."""

    def __call__(self) -> int:
        """Say what time it is."""
        ...
