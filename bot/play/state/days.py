"""Daily deals in play: stored days and results, what is shown of them, and the ports of their store and their posts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bot.days.ranking import Beaten, DayScore, Ranked
from bot.fairness.grades import Proof
from bot.rummy.families import Variant
from bot.rummy.records.starts import start_code


class Seen(NamedTuple):
    """When the code of a day was first shown to anyone, in epoch milliseconds, and in which public post, if in one.

    Without a post, somebody saw it who had opened the deal of the day before.
    """

    at: int
    guild: int | None = None
    channel: int | None = None
    message: int | None = None


@dataclass(frozen=True, slots=True)
class DayRow:
    """The deal of a day in a game, as it is stored.

    ``number`` counts the game's days on this bot from 1, and is the link of its chain. ``line`` fixes everything that
    goes into the shuffle, ``due`` is when its beacon round is due, and ``signature`` is the round's. ``void``: no round
    came, so nobody plays. ``par`` is an Expert's score in the person's seat. ``closed``: the results are final, and
    ``best`` is the table of the best one. ``players`` are the versions of the computer players at finished tables.
    """

    day: int
    game: Variant
    number: int
    line: str
    due: int
    seen: Seen | None = None
    signature: bytes | None = None
    void: bool = False
    par: DayScore | None = None
    closed: bool = False
    best: int | None = None
    players: tuple[int, ...] = ()

    @property
    def code(self) -> str:
        """The code of the day: who has seen it before the day knows that nothing was changed afterwards."""
        return start_code(self.line)


@dataclass(frozen=True, slots=True)
class DayResult:
    """A person's deal of a day: its table, and the score once it's finished; None before, and if they gave up."""

    day: int
    game: Variant
    user: int
    table: int
    score: DayScore | None


@dataclass(frozen=True, slots=True)
class DayCode:
    """The code of a day's deal, shown the day before so that nobody can choose the cards afterwards."""

    day: int
    game: Variant
    code: str
    opens_at: int


@dataclass(frozen=True, slots=True)
class DayToday:
    """The deal of a day in a game for one person.

    ``day`` can be yesterday, between midnight and its closing: for a deal that was begun in time. ``ends_at`` is until
    when it can be begun, ``closes_at`` until when it can be finished. ``is_ready``: its cards can be dealt now.
    ``result`` is None before it's begun. ``played_before``: the person has deleted their data since they began it.
    """

    day: int
    game: Variant
    number: int
    ends_at: int
    closes_at: int
    is_ready: bool
    void: bool
    result: DayResult | None = None
    played_before: bool = False


@dataclass(frozen=True, slots=True)
class DayStanding:
    """How somebody did in a day's deal. Places in the server and among all who are listed are None if not there.

    ``beaten`` compares with everyone who finished. ``streak`` counts days up to now. ``players_changed``: the computer
    players of this deal had different versions, so not everyone played against the same opponent.
    """

    number: int
    day: int
    game: Variant
    score: DayScore
    par: DayScore | None
    beaten: Beaten
    streak: int
    place: int | None
    place_of_all: int | None
    is_shown_here: bool
    is_listed: bool
    closed: bool
    closes_at: int
    players_changed: bool


@dataclass(frozen=True, slots=True)
class DayRanking:
    """A part of a ranking, the best first, and how many are in the whole of it. ``own`` is the reader's line, if any.

    ``finished`` is how many people finished the deal, in this ranking or not.
    """

    number: int
    day: int
    game: Variant
    lines: tuple[Ranked, ...]
    total: int
    finished: int
    par: DayScore | None
    own: Ranked | None
    closed: bool
    players_changed: bool


@dataclass(frozen=True, slots=True)
class DayProof:
    """What the shuffle of a day proves, for *Verify*.

    ``seen`` is when and where the code was first shown; ``link`` of it only if that was on the server of the reader.
    ``secret`` and ``signature`` are None until the day is over, as is ``fault``: what doesn't match, if anything.
    ``chain`` is the commitment ``s[0]`` of the game's chain, ``round`` the beacon's, which is due at ``due``.
    """

    number: int
    day: int
    game: Variant
    proof: Proof
    code: str
    line: str
    chain: str
    seen: Seen | None
    beacon: str
    round: int
    due: int
    closes_at: int
    signature: bytes | None
    secret: str | None
    fault: str | None = None
    players_changed: bool = False


@dataclass(frozen=True, slots=True)
class DayNews:
    """What a server's post says about a day's deal in a game.

    ``top`` are the five best who are shown on the server, ``shown`` how many are. ``best`` is the table of the best
    line of all, whose owner isn't named unless they are in ``top`` themselves; None if nobody finished, or it's gone.
    """

    number: int
    day: int
    game: Variant
    top: tuple[Ranked, ...]
    shown: int
    finished: int
    par: DayScore | None
    best: int | None
    best_score: DayScore | None
    players_changed: bool


@dataclass(frozen=True, slots=True)
class DayPost:
    """The daily post of a server: the news of the day that is over, and the codes of the day after today.

    Post it silently, with a nonce from ``guild`` and ``day``: after a crash it's asked for again.
    """

    guild: int
    channel: int
    day: int
    news: tuple[DayNews, ...]
    codes: tuple[DayCode, ...]


class DayAnnouncer(Protocol):
    """Posts news of days. Its methods raise nothing."""

    async def post(self, post: DayPost) -> int | None:
        """Post the news of a day, and return the message's id; None if Discord can't be reached now.

        0 if it refuses: the channel is gone, or the bot lacks a permission. Then it isn't tried again for this day.
        """
        ...


class DayStore(Protocol):
    """Stores days and results. A method has committed when it returns; each may raise StoreError."""

    async def chain(self, game: Variant, day: int, token: bytes) -> tuple[bytes, int]:
        """Return the last link of a game's chain and the day of its first link; ``token`` and ``day`` for a new one."""
        ...

    async def day(self, game: Variant, day: int) -> DayRow | None:
        """Return a day's deal; None if it isn't fixed yet."""
        ...

    async def open_days(self) -> Sequence[DayRow]:
        """List the days that aren't closed or void, the oldest first."""
        ...

    async def fix(self, row: DayRow) -> DayRow:
        """Store a new day, unless it's there already, and return what is stored."""
        ...

    async def see(self, game: Variant, day: int, seen: Seen) -> DayRow:
        """Store when the code of a day was first shown, unless that's known; a public post is added to it."""
        ...

    async def sign(self, game: Variant, day: int, signature: bytes | None) -> None:
        """Store the signature of a day's round, or that it's void, unless either is known."""
        ...

    async def set_par(self, game: Variant, day: int, par: DayScore) -> None:
        """Store the par of a day."""
        ...

    async def close(self, game: Variant, day: int) -> None:
        """Close a day, with its best result: no result can be added, and who deleted their data is forgotten."""
        ...

    async def result(self, game: Variant, day: int, user: int) -> DayResult | None:
        """Return a person's deal of a day; None if they haven't begun it."""
        ...

    async def has_played(self, game: Variant, day: int, mark: int) -> bool:
        """Return whether somebody with this mark began an open day's deal and deleted their data."""
        ...

    async def unfinished(self) -> Sequence[tuple[Variant, int, int]]:
        """List the results (game, day, table) of open days whose game is over, but isn't counted."""
        ...

    async def finish(self, game: Variant, day: int, table: int, score: DayScore, players: int) -> None:
        """Store the score of a table, unless the day is closed or it has one."""
        ...

    async def show(self, game: Variant, day: int, user: int, guild: int) -> None:
        """Store that a person's result is shown on a server."""
        ...

    async def is_shown(self, game: Variant, day: int, user: int, guild: int) -> bool:
        """Return whether a person's result is shown on a server."""
        ...

    async def ranking(
        self, game: Variant, day: int, guild: int | None, first: int, most: int
    ) -> tuple[Sequence[Ranked], int]:
        """Return a part of a server's ranking, or of that of all who are listed (None), and how many are in it."""
        ...

    async def place(self, game: Variant, day: int, guild: int | None, user: int) -> Ranked | None:
        """Return a person's line in a ranking, as in `ranking`; None if they aren't in it."""
        ...

    async def beaten(self, game: Variant, day: int, score: DayScore) -> Beaten:
        """Return how many of the others a score of this day beats."""
        ...

    async def days_of(self, user: int) -> Sequence[int]:
        """List the days on which a person finished a deal."""
        ...

    async def void_days(self, since: int) -> Mapping[int, int]:
        """Return how many games' deals were void on each day since one."""
        ...

    async def best(self, game: Variant, day: int) -> DayResult | None:
        """Return the best result of a day; None without one."""
        ...

    async def clear(self, before: int, most: int) -> bool:
        """Delete some tables of days before one, except the best lines. Return whether there may be more."""
        ...
