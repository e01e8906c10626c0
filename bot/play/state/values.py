"""Values of a table: pace, seats, settings, clock, stamps, open panels, and the lines of its log with their text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.players.levels import Level
from bot.rummy.moves import Move, parse_move
from bot.rummy.options import Options
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.starts import BeaconRound, read_start

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Pace(StrEnum):
    """The intended speed of a game."""

    LIVE = "live"
    SLOW = "slow"
    NONE = "none"


class Status(StrEnum):
    """The stage that a table is at."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """The time limits of a turn, in milliseconds.

    ``turn`` is for each turn; ``bank`` is a player's reserve for the whole game, used after ``turn`` has run out.
    """

    turn: int
    bank: int = 0


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table, apart from the rules of its game.

    ``unassisted``: the bot counts no deadwood, finds no melds, suggests nothing and lists no past discards.
    ``invite_only``: only invited players can join. ``friendly``: the game isn't rated, so hints are allowed.
    ``quick``: the game starts by itself once two players sit at the table. ``final_discards``: players can't take back
    a discard (C-9); in rated games they never can. ``beacon``: the public beacon is mixed in even if only one person
    plays.
    """

    unassisted: bool = False
    invite_only: bool = False
    friendly: bool = False
    quick: bool = False
    final_discards: bool = False
    beacon: bool = False


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The clock of a turn when its player ended it, with which it goes on if they take their discard back (C-9).

    The fields are those of `TurnClock`; ``bank`` is the player's.
    """

    deadline: int | None
    bank: int
    pinged: bool = False
    reminded: int = 0
    nudged: bool = False


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a game: for the current turn, or for the break between deals.

    ``deadline`` is when it runs out, in epoch milliseconds, the player's bank included; None without a time limit.
    ``banks`` are the milliseconds that each seat has left in reserve. A turn began at ``deadline`` - turn - bank.
    ``pinged``: the player has been notified; ``reminded`` counts the reminders of a slow turn; ``nudged``: another
    player has asked for a reminder. ``last_turn`` is the turn before, as long as its discard can be taken back; None if
    the program made that discard.
    """

    deadline: int | None
    banks: tuple[int, ...]
    pinged: bool = False
    reminded: int = 0
    nudged: bool = False
    last_turn: LastTurn | None = None


@dataclass(frozen=True, slots=True)
class Ping:
    """The message that notifies the player whose turn it is; it is deleted after their move."""

    user: int
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Player:
    """A person or a computer in a seat: their Discord id, their name, and their cut of the cards, if they typed one.

    A person's name isn't stored: `bot.play.state.ports.Names` looks it up when the table is loaded, and it is empty if
    unknown. A player whose data was deleted has a negative number for a user id, and no name.

    ``level`` is a computer's level; None for a person. A computer's ``user`` is its number at the table, from 1, which
    is never a Discord id. Its name is picked when it is seated and stored; computers seated by earlier versions have
    none.

    ``cut_number`` orders the cuts of a table, the first one made is 1; 0 without a cut. At tables that started before
    cuts were counted, ``cut`` may also be one that the bot made.
    """

    user: int
    name: str
    cut: str = ""
    level: Level | None = None
    cut_number: int = 0

    @property
    def is_computer(self) -> bool:
        """True for a computer."""
        return self.level is not None


class VoidReason(StrEnum):
    """Why no cards were dealt after a start. The values are stored."""

    LATE = "late"  # the message that announced the round came too late
    BEACON_DOWN = "beacon down"  # the beacon didn't publish the round in time
    CLOSED = "closed"  # a moderator closed the table meanwhile


@dataclass(frozen=True, slots=True)
class Start:
    """A start of a game, from the moment when everything is fixed that goes into the shuffles.

    ``line`` is that, in the form of `bot.rummy.records.starts`; ``counts`` are the server's starts before this one.
    With a beacon, ``due`` is when the round is due, ``message`` is the public message that announced it, and
    ``signature`` is the round's, with which the cards are dealt. ``voided``: no cards were dealt, and none will be.
    """

    number: int
    line: str
    at: int
    counts: StartCounts = StartCounts(0, 0)  # noqa: RUF009 - it can't change
    due: int | None = None
    message: int | None = None
    signature: bytes | None = None
    voided: VoidReason | None = None

    @property
    def beacon(self) -> BeaconRound | None:
        """The round whose randomness goes into the shuffles; None for a start without a beacon."""
        return read_start(self.line, "start").beacon

    @property
    def earlier(self) -> bool:
        """Whether the game began with a version that counted moves which didn't stand, and any number of them."""
        return read_start(self.line, "start").earlier


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is stored, without its moves.

    ``secret`` is ``s[N]``, the last link of the shuffle chain: it never leaves the process. ``message`` is the public
    message that shows the table, ``rematch`` the table of the rematch, ``version`` counts the changes by `Store.save`
    (moves have their own sequence). ``limits`` is None without time limits; ``invited`` are the users with a reserved
    seat; ``touched_at`` is the last activity of a person; ``clock`` is set while the game runs, ``ping`` while a
    notification is out, ``paused_at`` while the game is paused because its channel was deleted. Times are epoch
    milliseconds. A practice table belongs to no server and no channel: ``guild`` and ``channel`` are None.

    ``salts`` are those of the cuts, by seat; None for one that was deleted with a player's data. ``recut_due``: players
    or rules have changed since the last cut. ``starts`` are all starts of the table, the newest last.
    """

    id: int
    guild: int | None
    channel: int | None
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
    fixture: int | None = None  # the fixture of a tournament that is played here
    version: int = 0
    # A deleted channel pauses the game instead of closing it without a result: a losing player who may delete channels
    # could do so. The column is still called stranded_at.
    paused_at: int | None = None
    salts: tuple[bytes | None, ...] = ()
    # An operator's friend who knows the secrets could choose among house rules, or join again, instead of cutting.
    # Deleting the cuts would annoy players and hide why the grade fell.
    recut_due: bool = False
    starts: tuple[Start, ...] = ()
    day: int | None = None  # the day whose deal is played here; its game is that of the table

    @property
    def start(self) -> Start | None:
        """The newest start; None without one, if it is void, and in games that began before starts had a line."""
        return self.starts[-1] if self.starts and self.starts[-1].voided is None else None

    @property
    def void_starts(self) -> int:
        """How many starts of the table were void. Each has used up one link of its chain."""
        return sum(start.voided is not None for start in self.starts)

    @property
    def is_starting(self) -> bool:
        """Whether the game has a start that waits for its round of the beacon."""
        return self.status is Status.LOBBY and self.start is not None

    @property
    def is_practice(self) -> bool:
        """Whether one person practices here against computers, privately."""
        return self.guild is None

    @property
    def is_rated(self) -> bool:
        """Whether the game counts for ratings: only people play, and it is neither training nor friendly."""
        return not (self.options.is_training or self.settings.friendly or any(one.is_computer for one in self.seats))

    @property
    def nameless(self) -> tuple[int, ...]:
        """The people at the table whose names are missing; players whose data was deleted never have one."""
        return tuple(one.user for one in self.seats if not (one.name or one.is_computer) and one.user > 0)

    def seat_of(self, user: int) -> int | None:
        """Return a user's seat; None without one."""
        return next((seat for seat, player in enumerate(self.seats) if player.user == user), None)

    @property
    def home(self) -> "TableHome":
        """The server and channel of the table. NoHome for a practice table."""
        if self.guild is None or self.channel is None:
            raise NoHome(f"table {self.id} is for practice")
        return TableHome(self.guild, self.channel, self.id)


class NoHome(Exception):
    """A practice table was used where only a server's tables make sense."""


class TableHome(NamedTuple):
    """The channel of a server's table."""

    guild: int
    channel: int
    table: int


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a table's log: the effect of one interaction.

    ``text`` is moves without the seat's number (`moves_text`), or a `LogWord`. ``interaction`` is the click or command
    that asked for it; a line of the program has a negative number (`own_doing`), and a line of a person whose data was
    deleted a positive one that is no id.
    """

    seq: int  # from 0, without gaps
    seat: int
    text: str
    interaction: int
    at: int


def own_doing(table: int, seq: int) -> int:
    """Return the number in place of an interaction in a line of the program: unique, and never a Discord id."""
    return -(table * 1_000_000 + seq + 1)


SEPARATOR: Final = "; "
"""Separates the moves of one line."""


class LogWord(StrEnum):
    """A line that isn't moves. The values are stored, so they never change."""

    NEXT = "next"  # the next deal is dealt
    READY = "ready"  # a player doesn't need the break between deals any longer
    RESIGN = "resign"  # a player gives up, which ends the game
    LEAVE = "leave"  # a player gives up, and a computer plays the seat to the end
    AWAY = "away"  # a computer takes over the seat of an absent player
    BACK = "back"  # the absent player takes the seat back
    CLOSE = "close"  # the game ends without a result
    PAUSE = "pause"  # a player agrees that the live game becomes a slow one
    CALL_OFF = "calloff"  # a player agrees that the game ends without a result
    GO_ON = "goon"  # a player takes back what they agreed to


Note: TypeAlias = Literal[LogWord.READY, LogWord.LEAVE, LogWord.AWAY, LogWord.BACK]
"""A word that only records who is present: it changes nothing of what is played."""
Consent: TypeAlias = Literal[LogWord.PAUSE, LogWord.CALL_OFF, LogWord.GO_ON]
"""A word by which a player agrees to something, or no longer does."""


def word_of(text: str) -> LogWord | None:
    """Return the word that a line consists of; None if it consists of moves."""
    return LogWord(text) if text in _WORDS else None


def moves_text(moves: Sequence[Move]) -> str:
    """Return the text of a line of moves, without the seat, which is stored next to it."""
    return SEPARATOR.join(str(move).split(" ", 1)[1] for move in moves)


def moves_of(seat: int, text: str) -> list[Move]:
    """Parse the moves of a line; ValueError if it contains anything else."""
    return [parse_move(f"{seat} {move}") for move in text.split(SEPARATOR)]


def split_line(line: str) -> tuple[int, str]:
    """Return the seat and the text of a line as `bot.play.state.game.Game.lines` has it, such as ``0 draw``."""
    seat, text = line.split(" ", 1)
    return int(seat), text


_WORDS: Final = frozenset(LogWord)


class Stamp(NamedTuple):
    """The progress of a game for one player. Custom ids of buttons contain it, so outdated messages are noticed.

    ``public`` counts the lines of the log with an effect that everyone has seen, ``own`` those of the current turn that
    only its player has seen (D-10); for all others it is 0. ``str`` returns ``12`` or ``12.3``, which `read` parses.
    """

    public: int
    own: int = 0

    def __str__(self) -> str:
        """Return the stamp as it is in custom ids."""
        return f"{self.public}.{self.own}" if self.own else str(self.public)

    @classmethod
    def read(cls, text: str) -> "Stamp":
        """Parse a stamp's text form; ValueError for any other text."""
        match = _STAMP.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no stamp")
        return cls(int(match["public"]), int(match["own"] or 0))


NO_LINES: Final = Stamp(0)


"""The stamp of a game that hasn't started, or has no lines yet."""

_STAMP: Final = re.compile(r"(?P<public>0|[1-9][0-9]{0,9})(?:\.(?P<own>[1-9][0-9]{0,9}))?", re.ASCII)
TOKEN_LIFE: Final = 15 * MINUTE
"""Milliseconds for which the token of an interaction works."""


@dataclass(frozen=True, slots=True)
class Debt:
    """Milliseconds that are given back to the tables and fixtures of these servers; None: of all.

    A deadline becomes ``least`` (epoch milliseconds) at the earliest, and a whole turn from now at the latest. It is
    `bot.play.time.turn_clock.LEAST` from now, or 0 if neither bound matters yet.
    """

    by: int
    least: int = 0
    guilds: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class Debts:
    """What is given back, up to a time.

    ``beats``: that time is a heartbeat, because nothing before it is owed any more.
    """

    at: int
    debts: Sequence[Debt]
    beats: bool = False


@dataclass(frozen=True, slots=True)
class StoredPanel:
    """A private message that shows a table to a user, and the newest interaction through which it can be edited.

    ``at`` is when that interaction arrived, in epoch milliseconds. ``channel`` is the one of direct messages; None
    elsewhere. ``message`` None: the program was about to send the message. ``follow_up``: it isn't the interaction's
    first message. ``guild_locale`` is the server's language on Discord. The token isn't part of the value's repr, which
    may be logged.
    """

    interaction: int
    table: int
    user: int
    token: str = field(repr=False)
    at: int
    locale: str
    channel: int | None = None
    message: int | None = None
    follow_up: bool = False
    guild_locale: str | None = None


class PingResult(StrEnum):
    """The result of sending a ping."""

    SENT = "sent"
    FAILED = "failed"  # Discord rejects it there, and would reject it again
    LATER = "later"  # Discord can't be reached now
