"""What play needs from outside: a store that keeps tables, and a clock."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.rummy.options import GinOptions


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
class Player:
    """Somebody in a seat: their Discord id, the name that they had when they sat down, and their cut of the cards."""

    user: int
    name: str
    cut: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is kept, all but its moves.

    ``secret`` is ``s[N]``, the last link of the shuffle chain: it never leaves the process. ``message`` is the public
    message that shows the table now, ``rematch`` the table that goes on after this one, ``version`` counts the changes
    that `Store.save` made (moves are counted by their own sequence). Times are epoch milliseconds.
    """

    id: int
    guild: int
    channel: int
    host: int
    options: GinOptions
    pace: Pace
    invited: int | None
    secret: bytes = field(repr=False)
    status: Status
    seats: tuple[Player, ...]
    created_at: int
    message: int | None = None
    message_at: int | None = None
    rematch: int | None = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: a move in its text form without the seat's number, or ``next`` or ``resign``."""

    seq: int  # from 0, without gaps
    seat: int
    text: str
    interaction: int
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


class StoreError(Exception):
    """The store could not do what was asked; one sentence says why. Whether it was written is not certain."""


class Store(Protocol):
    """Keeps tables. Whatever returns has been committed; every method may raise StoreError."""

    async def create(self, row: TableRow, interaction: int, rematch_of: int | None = None) -> TableRow:
        """Keep a new table and answer it with its id; ``rematch_of`` points to it then.

        Repeated, ChannelTaken; Overtaken where ``rematch_of`` points to another already, one that was not cancelled.
        """
        ...

    async def load(self, table: int) -> tuple[TableRow, tuple[Entry, ...]] | None:
        """Read a table and its log; None if there is no such table."""
        ...

    async def save(self, row: TableRow, interaction: int) -> TableRow:
        """Replace a table whose ``version`` is still this one, and answer it with the next. Repeated, Overtaken.

        ``message``, ``message_at`` and ``rematch`` stay as they are kept: they have their own ways to change.
        """
        ...

    async def append(self, table: int, entry: Entry, *, over: bool = False) -> None:
        """Add the next line to a table's log; ``over`` ends the table in the same transaction. Repeated, Overtaken."""
        ...

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        """Remember which public message shows the table, and since when."""
        ...

    async def in_channel(self, channel: int) -> int | None:
        """Find the open table of a channel, else the one that was opened there last."""
        ...

    async def seen(self, interaction: int) -> bool:
        """Say whether an interaction has been carried out, in whichever process."""
        ...


class Clock(Protocol):
    """Tells the time, in epoch milliseconds."""

    def __call__(self) -> int:
        """Say what time it is."""
        ...
