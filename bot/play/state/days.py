"""Daily deals in play: stored days and results, their games, what is shown of them, and the ports of store and news."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from bot.days import calendar
from bot.days.ranking import Beaten, DayPlace, DayScore, score_of
from bot.fairness.grades import Doubt, Grade, Proof, chain_called, grade_of
from bot.play.state.errors import TableReason, refusal, refused
from bot.play.state.game import Game, begin, follow
from bot.play.state.records import moves_of_deal
from bot.play.state.shuffles import link_of
from bot.play.state.values import SECOND, LogLine, LogWord, TableRow, moves_text, own_doing
from bot.players.games import choose
from bot.players.levels import Level
from bot.players.seeds import PLAYERS_VERSION, counts_before, seed_of
from bot.rummy.families import Variant
from bot.rummy.games import completed
from bot.rummy.moves import Move, Verb
from bot.rummy.records.sealed import RecordedBeacon, SealedFairness
from bot.rummy.records.starts import PERSON, BeaconRound, StartTerms, options_in_start, read_start, start_code
from bot.rummy.refusals import Refusal
from bot.rummy.shuffle import commitment

OPPONENT: Final = Level.EXPERT
"""Who plays against everyone."""
SEATS: Final = 2
_ENDS_TURN: Final = (Verb.DISCARD, Verb.KNOCK, Verb.BIGGIN)
_MOST_LINES: Final = 2_000
"""More than any deal has."""


class Seen(NamedTuple):
    """When the code of a day was first shown to anyone, in epoch milliseconds, and in which public post, if in one.

    Without a post, someone saw it who had opened the deal of the day before.
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

    @property
    def players_changed(self) -> bool:
        """Whether anyone played against another version of the Expert than the one that was fixed."""
        return any(version != read_start(self.line, "start").players for version in self.players)


@dataclass(frozen=True, slots=True)
class DayResult:
    """A person's deal of a day: its table, and the score once it has ``ended``; None if they gave up, or were late.

    The table of a day is deleted after a week.
    """

    day: int
    game: Variant
    user: int
    table: int
    score: DayScore | None
    ended: bool


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
    """How someone did in a day's deal. Places in the server and among all who are listed are None if not there.

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
    lines: tuple[DayPlace, ...]
    total: int
    finished: int
    par: DayScore | None
    own: DayPlace | None
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
    top: tuple[DayPlace, ...]
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


def terms_of(game: Variant, day: int, number: int, last: bytes, beacon: BeaconRound) -> StartTerms:
    """Return what is fixed of a day's deal before the day; ``last`` is the last link of the game's chain.

    It names nothing of the players, so everyone gets the same cards.
    """
    return StartTerms(
        number=number,
        variant=game.value,
        options=options_in_start(calendar.options_of(game), SEATS),
        seats=(PERSON, OPPONENT.value),
        players=PLAYERS_VERSION,
        chain=commitment(last),
        salts=(),
        cuts=(),
        last=True,
        beacon=beacon,
        day=calendar.date_of(day).isoformat(),
    )


def proof_of_day(row: DayRow) -> Proof:
    """Return what the shuffle of a day proves, or will prove with its round of the beacon."""
    seen = None if row.seen is None else row.seen.at
    if row.signature is not None:
        return grade_of(SealedFairness(row.line, (), RecordedBeacon(0, row.signature, seen=seen), ()))
    named = read_start(row.line, "start").beacon
    if named is None or chain_called(named.chain) is None:
        return Proof(Grade.NOT_PROVEN, doubt=Doubt.OTHER_CHAIN, day=True)
    return Proof(Grade.NOT_PROVEN, doubt=Doubt.NOT_SEEN, day=True) if seen is None else Proof(Grade.NOBODY, day=True)


def mark_of(secret: bytes, user: int) -> int:
    """Return a negative number in place of someone who deletes their data while the day with this secret is open.

    So they can't play it twice, and without the secret nobody can tell who it was.
    """
    return -1 - int.from_bytes(hmac.digest(secret, b"played " + str(user).encode(), "sha256")[:7], "big")


def must_be_open(row: TableRow, now: int, text: str) -> None:
    """Raise Refused if the day of a table is over: then nothing can be added to its log but that it's closed."""
    if row.day is not None and now >= calendar.closes_at(row.day) and text != LogWord.CLOSE:
        raise refused(TableReason.DAY_OVER)


def refusal_to_reveal(row: TableRow, now: int) -> Refusal | None:
    """Return why the cards of a table can't be shown: others still play the same deal."""
    if row.day is None or now >= calendar.reveals_at(row.day):
        return None
    return refusal(TableReason.DAY_OPEN, when=moment(calendar.reveals_at(row.day)))


def moment(at: int) -> str:
    """Return a time for a sentence, as Discord shows it to each reader."""
    return f"<t:{at // SECOND}:R>"


def score_of_game(game: Game) -> DayScore | None:
    """Return the score of a finished day's game; None if the person gave up, or it was closed."""
    if game.broken_off or not game.state.deals:
        return None
    moves = moves_of_deal(game)
    went_out = bool(moves) and moves[-1].seat == 0 and moves[-1].verb not in _ENDS_TURN
    return score_of(game.state.deals[0].points, sum(map(_ends_turn, moves)) + went_out)


def _ends_turn(move: Move) -> bool:
    return move.seat == 0 and move.verb in _ENDS_TURN


def par_of(row: TableRow) -> DayScore:
    """Return the score of an Expert in the person's seat, at a table of the day as it was dealt. It takes a moment."""
    game = begin(row)
    while not game.over:
        seat = game.state.turn or 0
        *_, made = counts_before(moves_of_deal(game), earlier=False)
        moves = choose(game.view(seat), OPPONENT, seed_of(link_of(row, 1), made))
        seq = len(game.lines)
        if not moves or seq > _MOST_LINES:
            raise ValueError(f"an Expert has no move on day {row.day}")
        text = moves_text(_whole(game, seat, moves))
        game = follow(row, game, LogLine(seq, seat, text, own_doing(row.id, seq), row.touched_at))
    score = score_of_game(game)
    if score is None:
        raise ValueError(f"the game of day {row.day} has no result")
    return score


def _whole(game: Game, seat: int, moves: Sequence[Move]) -> list[Move]:
    return [completed(game.view(seat), replace(move, seat=seat)) for move in moves]


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
        """Return the last link of a game's chain and the day of its first one; ``token`` and ``day`` for a new one."""
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

    async def see(self, game: Variant, day: int, seen: Seen) -> None:
        """Store when the code of a day was first shown, unless that's known, and the first public post with it."""
        ...

    async def sign(self, game: Variant, day: int, signature: bytes | None, par: DayScore | None = None) -> None:
        """Store the signature of a day's round and its par, or (None) that it's void, unless either is known."""
        ...

    async def close(self, game: Variant, day: int, at: int) -> None:
        """Close a day with its best table; unfinished deals end without a score, and marks are dropped."""
        ...

    async def result(self, game: Variant, day: int, user: int) -> DayResult | None:
        """Return a person's deal of a day, or one with a mark; None if they haven't begun it."""
        ...

    async def unfinished(self) -> Sequence[int]:
        """List the tables of days whose game is over, and wasn't closed, but isn't counted."""
        ...

    async def finish(self, result: DayResult, players: int, at: int) -> None:
        """Store how a person's deal ended, unless that's known; ``players`` is the computer players' version."""
        ...

    async def show(self, game: Variant, day: int, user: int, guild: int) -> None:
        """Store that a person's result is shown on a server."""
        ...

    async def ranking(
        self, game: Variant, day: int, guild: int | None, first: int, most: int
    ) -> tuple[Sequence[DayPlace], int]:
        """Return a part of a server's ranking, or of that of all who are listed (None), and how many are in it."""
        ...

    async def place(self, game: Variant, day: int, guild: int | None, user: int) -> DayPlace | None:
        """Return a person's line in a ranking, as in `ranking`; None if they aren't in it."""
        ...

    async def summary(self, game: Variant, day: int) -> tuple[int, DayScore | None]:
        """Return how many people finished a day's deal, and the best score."""
        ...

    async def beaten(self, game: Variant, day: int, score: DayScore) -> Beaten:
        """Return how many of the others a score of this day beats."""
        ...

    async def days_of(self, user: int) -> Sequence[int]:
        """List the days on which a person finished a deal, in any game."""
        ...

    async def days_dealt(self, since: int) -> Sequence[int]:
        """List the days since one on which every deal could be played."""
        ...

    async def clear(self, before: int, most: int) -> bool:
        """Delete some tables of days before one, except the best lines. Return whether there may be more."""
        ...
