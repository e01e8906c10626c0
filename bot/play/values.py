"""Values of a table: its pace, seats, settings, clock, log lines and stamps."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from bot.players.levels import Level
from bot.rummy.options import Options

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
class TimeLimits:
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
class TableSettings:
    """How a table is kept, beside the rules of its game.

    ``unassisted``: the bot counts no deadwood, finds no melds, suggests nothing and lists no past discards.
    ``closed``: only who was invited may sit down. ``friendly``: the game is not rated, so hints are open. ``quick``:
    the game starts by itself as soon as two sit at the table.
    """

    unassisted: bool = False
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
    limits: TimeLimits | None
    settings: TableSettings
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
    paused_at: int | None = None


class TableHome(NamedTuple):
    """Where an open table is."""

    guild: int
    channel: int
    table: int


@dataclass(frozen=True, slots=True)
class LogLine:
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


class Called(StrEnum):
    """What became of a call."""

    SENT = "sent"
    FAILED = "failed"  # Discord does not take it there; it would not the next time either
    LATER = "later"  # Discord can't be reached
