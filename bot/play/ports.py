"""What play needs from outside: a store that keeps tables, one for presets, and a clock."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from bot.rummy.options import Options


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
    options: Options
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
    """One line of a table's log: what one interaction has done.

    ``text`` is a move in its text form without the seat's number, or several of them joined by ``; ``, or ``next`` or
    ``resign``.
    """

    seq: int  # from 0, without gaps
    seat: int
    text: str
    interaction: int
    at: int


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
