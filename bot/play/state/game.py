"""A table's game, replayed from its log: the one code path for restarts, crashes, loading and other processes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from sys import intern
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.play.state.errors import TableReason, refused
from bot.play.state.shuffles import link_of, links_of, mix_of
from bot.play.state.values import (
    NO_LINES,
    Consent,
    LogLine,
    LogWord,
    Note,
    Stamp,
    TableRow,
    moves_of,
    own_doing,
    split_line,
    word_of,
)
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.games import State
from bot.rummy.moves import Move
from bot.rummy.refusals import Refusal, Refused
from bot.rummy.shuffle import dealer_for_round, deck_for, first_deal_for, reshuffled_for
from bot.rummy.views import Phase, View

_Value = TypeVar("_Value")
Link: TypeAlias = Callable[[int], bytes]
"""Returns the secret of a table's deal ``k``, for a given ``k``."""


class DealStage(NamedTuple):
    """A part of a game with its own public message: a deal being played, or its result."""

    deal: int  # from 1
    ended: bool


FIRST: Final = DealStage(1, ended=False)
NOBODY: Final[frozenset[int]] = frozenset()
"""No seats. Each other empty set would take 216 bytes of every game."""


class BrokenLog(Exception):
    """A stored log that the rules don't allow; the message names the table and the line."""


@dataclass(frozen=True, slots=True)
class Game:
    """The result of replaying a log: the state of the rules, the log's lines (``0 draw``), and who is present.

    ``stamp`` is how far the game is for the player whose turn it is, not counting ``notes``: lines that only record who
    is present. Times are epoch milliseconds.
    """

    state: State
    missed: tuple[int, ...]  # for each seat the turns in a row that timed out
    acted: tuple[int | None, ...]  # when each seat's person last acted in the game, or started it
    turn_at: int  # when the current turn began; for a game's first turn, the time of the first line
    last_turn_at: int  # when the turn before it began, which goes on if its discard is taken back (C-9)
    dealt: State  # at the start of the current deal
    first: int = 0  # the first line of the current deal
    lines: tuple[str, ...] = ()
    resigned: int | None = None  # the seat that ended the game by resigning
    closed: bool = False  # it ended without a result
    away: frozenset[int] = NOBODY  # seats that a computer plays until their player is back
    left: frozenset[int] = NOBODY  # seats that a computer plays to the end, because their player left
    ready: frozenset[int] = NOBODY  # seats that are ready for the next deal
    pausing: frozenset[int] = NOBODY  # seats that agree to pause the game, until all do
    calling_off: frozenset[int] = NOBODY  # seats that agree to end it without a result
    paused: bool = False  # all have agreed to go on as a slow game
    first_at: int | None = None  # of the first line
    last_at: int | None = None  # of the last one
    stamp: Stamp = NO_LINES
    notes: int = 0
    turned: tuple[int, ...] = ()  # the public stamps of the ends and beginnings of deals so far
    turned_at: tuple[int, ...] = ()  # their times
    one_deal: bool = False  # a daily deal, which also ends with its deal if that is void

    @property
    def part(self) -> DealStage:
        """The current part of the game."""
        return _part(len(self.turned))

    def part_at(self, at: int) -> DealStage:
        """Return the part of the game at a time, in epoch milliseconds."""
        return _part(sum(when <= at for when in self.turned_at))

    def part_by(self, stamp: Stamp) -> DealStage:
        """Return the part of the game at a stamp."""
        return _part(sum(public <= stamp.public for public in self.turned))

    @property
    def over(self) -> bool:
        """True if the game has ended, by the rules or not."""
        return self.broken_off or self.state.phase is Phase.OVER or self._ends_void

    @property
    def broken_off(self) -> bool:
        """True if the game ended before the rules ended it."""
        return self.closed or self.resigned is not None

    @property
    def _ends_void(self) -> bool:
        """True if the only deal of a daily deal has ended without a result, so the rules would deal again."""
        return self.one_deal and self.state.phase is Phase.DEAL

    @property
    def forfeits(self) -> frozenset[int]:
        """The seats of players who did not play to the end, and so lose; empty before the end.

        Also empty if the game was closed, because then it has no result.
        """
        if self.closed or not self.over:
            return NOBODY
        return self.away | self.left | ({self.resigned} if self.resigned is not None else NOBODY)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: by the rules, except players who did not play to the end.

        If that leaves none, or a player resigned, those of the others with the highest total win. Empty while the game
        runs, and if it was closed.
        """
        if self.closed or not self.over:
            return ()
        result = games.result_of(self.state) if self.resigned is None else None
        if result is not None and not self.forfeits.issuperset(result.winners):
            return tuple(seat for seat in result.winners if seat not in self.forfeits)
        return self._best_of_the_others()

    def view(self, seat: int | None) -> View:
        """Return the game as a seat may see it. If the rules didn't end it, it is over and nobody has a move."""
        view = games.view_for(self.state, seat)
        return view.broken_off() if self.broken_off or self._ends_void else view

    def refusal_for(self, move: Move) -> Refusal | None:
        """Return why a move isn't allowed now; None if it is."""
        return Refusal("", TableReason.OVER) if self.over else games.refusal_for(self.state, move)

    def stamp_for(self, seat: int | None) -> Stamp:
        """Return how far the game is for a seat: lays of the current turn count only for their player (D-10)."""
        return self.stamp if seat is not None and seat == self.state.turn else Stamp(self.stamp.public)

    def _best_of_the_others(self) -> tuple[int, ...]:
        """Return the seats with the highest total over all games of a sheet (G-24), of players who didn't forfeit."""
        totals = [sum(column.totals[seat] for column in self.state.sheet) for seat in range(len(self.missed))]
        others = [seat for seat in range(len(totals)) if seat not in self.forfeits]
        most = max((totals[seat] for seat in others), default=0)
        return tuple(seat for seat in others if totals[seat] == most)


def follow(row: TableRow, game: Game, entry: LogLine, *, link: Link | None = None) -> Game:
    """Return a game after one more line of its log. Refused; ValueError if the line can't be parsed.

    ``link`` returns the table's secrets, where the caller has them already.
    """
    if game.over:
        raise refused(TableReason.OVER)
    if entry.seat not in range(len(row.seats)):
        raise ValueError(f"there is no seat {entry.seat}")
    after = after_line(row, game, _changed_by(row, game, entry, link), entry)
    return replace(after, lines=(*game.lines, intern(f"{entry.seat} {entry.text}")))


def after_line(row: TableRow, game: Game, changed: Game, entry: LogLine) -> Game:
    """Return a game after a line of its log, with the times, counts and stamp that follow from it.

    ``changed`` is the game with what the line itself changed, such as the state; the line isn't added to ``lines``.
    """
    is_note = changed.notes != game.notes
    begun = game.first_at is None or turn_of(changed) != turn_of(game)
    turn_at, last_turn_at = _turn_times(game, changed, entry.at) if begun else (game.turn_at, game.last_turn_at)
    stamp = game.stamp if is_note else _stamp_after(game, changed)
    turned = _between(changed) != _between(game)
    return replace(
        changed,
        missed=_missed_after(row, game, changed, entry),
        acted=_acted_after(row, game, entry),
        turn_at=turn_at,
        last_turn_at=last_turn_at,
        stamp=stamp,
        turned=(*game.turned, stamp.public) if turned else game.turned,
        turned_at=(*game.turned_at, entry.at) if turned else game.turned_at,
        first_at=entry.at if game.first_at is None else game.first_at,
        last_at=entry.at,
    )


def states_of(row: TableRow, state: State, moves: Iterable[Move], link: Link | None = None) -> Iterator[State]:
    """Yield the state after each of these moves. Refused."""
    k, link = state.deal, link or partial(link_of, row)

    def reshuffle(pile: Sequence[Card]) -> Sequence[Card]:
        return reshuffled_for(link(k), mix_of(row), k, row.options, pile)

    for move in moves:
        state = games.apply(state, move, reshuffle)
        yield state


def begin(row: TableRow, link: Link | None = None) -> Game:
    """Return the game of a table that starts, with its first deal dealt."""
    link, seats = link or partial(link_of, row), len(row.seats)
    first = first_deal_for(link(1), mix_of(row), row.options)
    limited = row.start is not None and not row.start.earlier
    state = _dealt(games.new_game(row.options, seats, first, limited=limited), row, link)
    at, beginner = row.touched_at, _beginner(row)
    acted = tuple(at if seat == beginner else None for seat in range(seats))
    return Game(
        state,
        missed=_none_missed(seats),
        acted=acted,
        turn_at=at,
        last_turn_at=at,
        dealt=state,
        one_deal=row.day is not None,
    )


def replay(row: TableRow, entries: Sequence[LogLine]) -> Game:
    """Replay a whole log, from the first deal. BrokenLog."""
    links = links_of(row, 1 + sum(word_of(entry.text) is LogWord.NEXT for entry in entries))

    def link(k: int) -> bytes:
        return links[k - 1]

    game = begin(row, link)
    for entry in entries:
        try:
            game = follow(row, game, entry, link=link)
        except (Refused, ValueError) as fault:
            raise BrokenLog(f"table {row.id}, line {entry.seq}: {entry.seat} {entry.text}: {fault}") from fault
    return game


def after_deal(row: TableRow, lines: Sequence[str], deal: int) -> Game:
    """Return a game as it was at the end of a deal, replayed from the log's lines (`Game.lines`).

    ValueError if the deal hasn't ended. The lines contain no times, so those of the returned game are meaningless.
    """
    links = links_of(row, deal)

    def link(k: int) -> bytes:
        return links[k - 1]

    game = begin(row, link)
    for seq, line in enumerate(lines):
        if game.part == DealStage(deal, ended=True):
            break
        seat, text = split_line(line)
        game = follow(row, game, LogLine(seq, seat, text, own_doing(row.id, seq), 0), link=link)
    if game.part != DealStage(deal, ended=True):
        raise ValueError(f"table {row.id}: deal {deal} has not ended")
    return game


def _changed_by(row: TableRow, game: Game, entry: LogLine, link: Link | None) -> Game:
    """Return a game with what a line changes, apart from the counts and times that `after_line` adds for any line."""
    word = word_of(entry.text)
    match word:
        case None:
            *_, state = states_of(row, game.state, moves_of(entry.seat, entry.text), link)
            return replace(game, state=state)
        case LogWord.NEXT:
            return _next_deal(row, game, link)
        case LogWord.CLOSE:
            return replace(game, state=game.state.public, closed=True)  # the melds of this turn stay hidden
        case LogWord.RESIGN:
            _must_not_have_left(game, entry.seat)
            return replace(game, state=game.state.public, resigned=entry.seat)
        case LogWord.PAUSE | LogWord.CALL_OFF | LogWord.GO_ON:
            _must_not_have_left(game, entry.seat)
            return _with_consent(row, game, entry.seat, word)
        case LogWord.READY | LogWord.LEAVE | LogWord.AWAY | LogWord.BACK:
            _must_not_have_left(game, entry.seat)
            return _with_note(game, entry.seat, word)


def _with_note(game: Game, seat: int, note: Note) -> Game:
    """Return a game after a line that only records who is present."""
    one, noted = frozenset({seat}), replace(game, notes=game.notes + 1)
    match note:
        case LogWord.READY:
            if game.state.phase is not Phase.DEAL:
                raise refused(TableReason.NO_DEAL_DUE)
            return replace(noted, ready=game.ready | one)
        case LogWord.LEAVE:
            without = _without_consent(noted, seat)
            return replace(
                without, left=game.left | one, away=game.away - one or NOBODY, ready=game.ready - one or NOBODY
            )
        case LogWord.AWAY:
            return replace(noted, away=game.away | one, ready=game.ready - one or NOBODY)
        case LogWord.BACK:
            if seat not in game.away:
                raise refused(TableReason.NOT_AWAY)
            return replace(noted, away=game.away - one or NOBODY)


def _with_consent(row: TableRow, game: Game, seat: int, word: Consent) -> Game:
    """Return a game after a player agreed to something, or no longer does. What all people agree to takes effect."""
    noted = replace(_without_consent(game, seat), notes=game.notes + 1)
    everyone = frozenset(place for place, player in enumerate(row.seats) if not player.is_computer) - game.left
    match word:
        case LogWord.GO_ON:
            return noted
        case LogWord.PAUSE:
            agreed = game.pausing | {seat}
            if everyone <= agreed:
                return replace(noted, pausing=NOBODY, paused=True)
            return replace(noted, pausing=agreed, calling_off=game.calling_off)
        case LogWord.CALL_OFF:
            agreed = game.calling_off | {seat}
            if everyone <= agreed:
                return replace(game, state=game.state.public, calling_off=agreed, closed=True)
            return replace(noted, pausing=game.pausing, calling_off=agreed)


def _without_consent(game: Game, seat: int) -> Game:
    return replace(game, pausing=game.pausing - {seat} or NOBODY, calling_off=game.calling_off - {seat} or NOBODY)


def _must_not_have_left(game: Game, seat: int) -> None:
    if seat in game.left:
        raise refused(TableReason.LEFT)


def _next_deal(row: TableRow, game: Game, link: Link | None) -> Game:
    if game.state.phase is not Phase.DEAL:
        raise refused(TableReason.DEAL_RUNNING)
    dealt = _dealt(game.state, row, link or partial(link_of, row))
    after = replace(game, state=dealt, dealt=dealt, first=len(game.lines) + 1, ready=NOBODY)
    return replace(after, pausing=NOBODY, calling_off=NOBODY)


def _stamp_after(game: Game, after: Game) -> Stamp:
    """Return the stamp after a line that isn't a note: only its player sees lays of the current turn (D-10)."""
    public, own = game.stamp
    hidden = not after.broken_off and after.state.public == game.state.public
    return Stamp(public, own + 1) if hidden else Stamp(public + 1)


def _missed_after(row: TableRow, game: Game, after: Game, entry: LogLine) -> tuple[int, ...]:
    """Return for each seat the turns in a row that timed out.

    A turn counts when it ends, however many lines it took; a computer's turns for an absent player don't count.
    """
    seat, missed = entry.seat, game.missed
    if entry.interaction > 0 and word_of(entry.text) is not LogWord.CLOSE:
        return _with(missed, seat, 0) if missed[seat] else missed
    timed_out = word_of(entry.text) is None and seat not in game.away | game.left and not row.seats[seat].is_computer
    ended = game.state.turn == seat and turn_of(after) != turn_of(game)
    return _with(missed, seat, missed[seat] + 1) if timed_out and ended else missed


@cache
def _none_missed(seats: int) -> tuple[int, ...]:
    return (0,) * seats


def _acted_after(row: TableRow, game: Game, entry: LogLine) -> tuple[int | None, ...]:
    """Return when each seat's person last acted; closing a table is an act of a moderator, not of a seat.

    The log doesn't contain the start of the game, so the time of the first line is used.
    """
    acted = tuple(at and entry.at for at in game.acted) if game.first_at is None else game.acted
    by_player = entry.interaction > 0 and word_of(entry.text) is not LogWord.CLOSE
    return _with(acted, entry.seat, entry.at) if by_player and not row.seats[entry.seat].is_computer else acted


def _beginner(row: TableRow) -> int | None:
    """Return the seat of the person who started the game: the host, or at a quick table the last one to join."""
    if row.settings.quick and not row.seats[-1].is_computer:
        return len(row.seats) - 1
    return next((seat for seat, player in enumerate(row.seats) if player.user == row.host), None)


def _between(game: Game) -> bool:
    """Return whether a deal has ended and the next one hasn't begun."""
    return game.over or game.state.phase is Phase.DEAL


def _part(turned: int) -> DealStage:
    return DealStage(turned // 2 + 1, turned % 2 == 1)


def turn_of(game: Game) -> tuple[int, int | None, int]:
    """Return a value that is different for each turn of a game."""
    return game.state.deal, game.state.turn, game.state.turns


def took_back(before: Game, after: Game) -> bool:
    """Return whether a discard was taken back between two states of a game, so that its turn goes on (C-9)."""
    return before.state.deal == after.state.deal and after.state.turns < before.state.turns


def _turn_times(before: Game, after: Game, at: int) -> tuple[int, int]:
    """Return when the turn after a line began, and the turn before it; ``at`` is the time of the line."""
    if before.first_at is None:
        return at, at
    return before.last_turn_at if took_back(before, after) else at, before.turn_at


def _with(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _dealt(state: State, row: TableRow, link: Link) -> State:
    k, mix = state.deal + 1, mix_of(row)
    dealer = dealer_for_round(link(1), mix, k) if row.options.dealer_by_chance else None
    return games.deal(state, deck_for(link(k), mix, k, row.options), dealer)
