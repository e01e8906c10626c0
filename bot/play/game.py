"""A table's game, replayed from its log: the one code path for restarts, crashes, loading and other processes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from sys import intern
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.play.errors import TableReason, refused
from bot.play.log import LogWord, Note, moves_of, split_line, word_of
from bot.play.values import NO_LINES, LogLine, Stamp, TableRow, own_doing
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.games import State
from bot.rummy.moves import Move
from bot.rummy.refusals import Refusal, Refused
from bot.rummy.shuffle import (
    chain_link,
    chain_links,
    dealer_for_round,
    deck_for,
    first_dealer_for,
    reshuffled_for,
)
from bot.rummy.views import GinView, MeldsView, Phase

_Value = TypeVar("_Value")
Link: TypeAlias = Callable[[int], bytes]
"""Gives the secret ``s[k]`` of a table's shuffle chain."""


class DealStage(NamedTuple):
    """A part of a game that has a public message of its own: a deal that is played, or its result."""

    deal: int  # from 1
    ended: bool


FIRST: Final = DealStage(1, ended=False)


class BrokenLog(Exception):
    """A kept log that the rules do not allow; the sentence names table and line."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a log comes to: the state of the rules, the log's lines (``0 draw``), and who plays their seat themselves.

    ``stamp`` is how far the game is for the player whose turn it is; it does not count ``notes``, the lines that only
    tell who is there. Times are epoch milliseconds.
    """

    state: State
    missed: tuple[int, ...]  # turns in a row that were played for each seat since its time was up
    acted: tuple[int | None, ...]  # when the person of each seat last did something in the game, or began it
    turn_at: int  # when the present turn began; of a game's first turn the first line is taken for that
    dealt: State  # as the present deal began
    first: int = 0  # the line of the log with which it begins
    lines: tuple[str, ...] = ()
    resigned: int | None = None  # the seat that gave the game up for all
    closed: bool = False  # it ended with no result
    away: frozenset[int] = frozenset()  # seats that a computer plays until their person is back
    left: frozenset[int] = frozenset()  # seats that were given up, and a computer plays to the end
    ready: frozenset[int] = frozenset()  # seats that wait for the next deal no longer than the others do
    first_at: int | None = None  # of the first line
    last_at: int | None = None  # of the last one
    stamp: Stamp = NO_LINES
    notes: int = 0
    turned: tuple[tuple[int, int], ...] = ()  # (public stamp, time) of each end and beginning of a deal so far

    @property
    def part(self) -> DealStage:
        """The part of the game that is on now."""
        return _part(len(self.turned))

    def part_at(self, at: int) -> DealStage:
        """Return the part of the game that was on at a time, in epoch milliseconds."""
        return _part(sum(when <= at for _, when in self.turned))

    def part_by(self, stamp: Stamp) -> DealStage:
        """Return the part of the game that was on when it was as far as a stamp says."""
        return _part(sum(public <= stamp.public for public, _ in self.turned))

    @property
    def over(self) -> bool:
        """Say whether nothing more can happen."""
        return self.broken_off or self.state.phase is Phase.OVER

    @property
    def broken_off(self) -> bool:
        """Say whether the game ended before the rules ended it."""
        return self.closed or self.resigned is not None

    @property
    def forfeits(self) -> frozenset[int]:
        """List the seats whose people did not play to the end, which is a loss for them; nobody before the end.

        Also nobody where the game was closed, for then it has no result.
        """
        if self.closed or not self.over:
            return frozenset()
        return self.away | self.left | ({self.resigned} if self.resigned is not None else frozenset())

    @property
    def winners(self) -> tuple[int, ...]:
        """List the seats that have won: by the rules, but nobody who did not play to the end.

        Where that leaves nobody, or the game was given up, it is whoever of the others has the highest total. Nobody
        while the game runs, and nobody where it was closed.
        """
        if self.closed or not self.over:
            return ()
        result = games.result_of(self.state) if self.resigned is None else None
        if result is not None and not self.forfeits.issuperset(result.winners):
            return tuple(seat for seat in result.winners if seat not in self.forfeits)
        return self._best_of_the_others()

    def view(self, seat: int | None) -> GinView | MeldsView:
        """Show the game as a seat may see it; a game that was broken off is over, and nobody has a move."""
        view = games.view_for(self.state, seat)
        return view.broken_off() if self.broken_off else view

    def refusal_for(self, move: Move) -> Refusal | None:
        """Say why a move would be refused now; None if it is allowed."""
        return Refusal("", TableReason.OVER) if self.over else games.refusal_for(self.state, move)

    def stamp_for(self, seat: int | None) -> Stamp:
        """Say how far the game is for a seat: what is laid in the running turn counts for its player only (D-10)."""
        return self.stamp if seat is not None and seat == self.state.turn else Stamp(self.stamp.public)

    def _best_of_the_others(self) -> tuple[int, ...]:
        """List who has the highest total of those who played to the end, over all games of a sheet (G-24)."""
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
    after = _after_line(row, game, entry, link)
    is_note = after.notes != game.notes
    begun = not game.lines or _turn_of(after) != _turn_of(game)
    stamp = game.stamp if is_note else _stamp_after(game, after)
    turned = _between(after) != _between(game)
    return replace(
        after,
        missed=_missed_after(row, game, after, entry),
        acted=_acted_after(row, game, entry),
        turn_at=entry.at if begun else game.turn_at,
        stamp=stamp,
        turned=(*game.turned, (stamp.public, entry.at)) if turned else game.turned,
        lines=(*game.lines, intern(f"{entry.seat} {entry.text}")),
        first_at=game.first_at if game.lines else entry.at,
        last_at=entry.at,
    )


def states_of(row: TableRow, state: State, moves: Iterable[Move], link: Link | None = None) -> Iterator[State]:
    """Make moves, one after the other, and give the state after each. Refused."""
    k, link = state.deal, link or partial(chain_link, row.secret)

    def reshuffle(pile: Sequence[Card]) -> Sequence[Card]:
        return reshuffled_for(link(k), cuts_of(row), k, row.options, pile)

    for move in moves:
        state = games.apply(state, move, reshuffle)
        yield state


def begin(row: TableRow, link: Link | None = None) -> Game:
    """Begin the game of a table that starts: the first deal is dealt."""
    link, seats = link or partial(chain_link, row.secret), len(row.seats)
    dealer, draw = first_dealer_for(link(1), cuts_of(row), row.options)
    state = _dealt(games.new_game(row.options, seats, dealer, draw), row, link)
    at, beginner = row.touched_at, _beginner(row)
    acted = tuple(at if seat == beginner else None for seat in range(seats))
    return Game(state, missed=(0,) * seats, acted=acted, turn_at=at, dealt=state)


def replay(row: TableRow, entries: Sequence[LogLine]) -> Game:
    """Follow a whole log, from the first deal of a table that has started. BrokenLog."""
    links = chain_links(row.secret, 1 + sum(word_of(entry.text) is LogWord.NEXT for entry in entries))

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
    """Return a game as it stood when a deal had ended, replayed from the log's lines (`Game.lines`).

    ValueError if the deal hasn't ended. Times aren't in the lines, so those of the game mean nothing.
    """
    links = chain_links(row.secret, deal)

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


def cuts_of(row: TableRow) -> tuple[str, ...]:
    """List the cuts in seat order; they are fixed once the game has started."""
    return tuple(player.cut for player in row.seats)


def _after_line(row: TableRow, game: Game, entry: LogLine, link: Link | None) -> Game:
    """Return a game after a line, apart from the counts and times that `follow` derives from any line."""
    word = word_of(entry.text)
    match word:
        case None:
            *_, state = states_of(row, game.state, moves_of(entry.seat, entry.text), link)
            return replace(game, state=state)
        case LogWord.NEXT:
            return _next_deal(row, game, link)
        case LogWord.CLOSE:
            return replace(game, state=game.state.public, closed=True)  # nobody saw what was laid in this turn
        case LogWord.RESIGN:
            _must_not_have_left(game, entry.seat)
            return replace(game, state=game.state.public, resigned=entry.seat)
        case LogWord.READY | LogWord.LEAVE | LogWord.AWAY | LogWord.BACK:
            _must_not_have_left(game, entry.seat)
            return _with_note(game, entry.seat, word)


def _with_note(game: Game, seat: int, note: Note) -> Game:
    """Return a game after a line that records who is present, and changes nothing of what is played."""
    one, noted = frozenset({seat}), replace(game, notes=game.notes + 1)
    match note:
        case LogWord.READY:
            if game.state.phase is not Phase.DEAL:
                raise refused(TableReason.NO_DEAL_DUE)
            return replace(noted, ready=game.ready | one)
        case LogWord.LEAVE:
            return replace(noted, left=game.left | one, away=game.away - one, ready=game.ready - one)
        case LogWord.AWAY:
            return replace(noted, away=game.away | one, ready=game.ready - one)
        case LogWord.BACK:
            if seat not in game.away:
                raise refused(TableReason.NOT_AWAY)
            return replace(noted, away=game.away - one)


def _must_not_have_left(game: Game, seat: int) -> None:
    """Refuse requests for a seat that was given up."""
    if seat in game.left:
        raise refused(TableReason.LEFT)


def _next_deal(row: TableRow, game: Game, link: Link | None) -> Game:
    """Return a game with the next deal dealt."""
    if game.state.phase is not Phase.DEAL:
        raise refused(TableReason.DEAL_RUNNING)
    dealt = _dealt(game.state, row, link or partial(chain_link, row.secret))
    return replace(game, state=dealt, dealt=dealt, first=len(game.lines) + 1, ready=frozenset())


def _stamp_after(game: Game, after: Game) -> Stamp:
    """Count a line that changed what is played: for everybody, or where only its player sees that, for them (D-10)."""
    public, own = game.stamp
    hidden = not after.broken_off and after.state.public is game.state.public
    return Stamp(public, own + 1) if hidden else Stamp(public + 1)


def _missed_after(row: TableRow, game: Game, after: Game, entry: LogLine) -> tuple[int, ...]:
    """Count the turns in a row that were played for each seat since its time was up.

    A turn counts when it ends, however many lines it took; what a computer does for who is away counts for nobody.
    """
    seat, missed = entry.seat, game.missed
    if entry.interaction > 0 and word_of(entry.text) is not LogWord.CLOSE:
        return _with(missed, seat, 0)
    timed_out = word_of(entry.text) is None and seat not in game.away | game.left and not row.seats[seat].is_computer
    ended = game.state.turn == seat and _turn_of(after) != _turn_of(game)
    return _with(missed, seat, missed[seat] + 1) if timed_out and ended else missed


def _acted_after(row: TableRow, game: Game, entry: LogLine) -> tuple[int | None, ...]:
    """Say when the person of each seat last did something; a moderator closes a table from no seat.

    The first line is taken for the beginning of the game, which the log does not tell.
    """
    acted = game.acted if game.lines else tuple(at and entry.at for at in game.acted)
    by_player = entry.interaction > 0 and word_of(entry.text) is not LogWord.CLOSE
    return _with(acted, entry.seat, entry.at) if by_player and not row.seats[entry.seat].is_computer else acted


def _beginner(row: TableRow) -> int | None:
    """Name the seat of the person who began the game: the host, or who sat down last at a quick table."""
    if row.settings.quick and not row.seats[-1].is_computer:
        return len(row.seats) - 1
    return next((seat for seat, player in enumerate(row.seats) if player.user == row.host), None)


def _between(game: Game) -> bool:
    """Return whether a deal has ended and the next one hasn't begun."""
    return game.over or game.state.phase is Phase.DEAL


def _part(turned: int) -> DealStage:
    """Return the part of a game after so many ends and beginnings of deals."""
    return DealStage(turned // 2 + 1, turned % 2 == 1)


def _turn_of(game: Game) -> tuple[int, int | None, int]:
    """Tell turns apart: no two of a game are equal."""
    return game.state.deal, game.state.turn, game.state.turns


def _with(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    """Give what all seats have, one of them changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def _dealt(state: State, row: TableRow, link: Link) -> State:
    """Shuffle and deal the next deal."""
    k, cuts = state.deal + 1, cuts_of(row)
    dealer = dealer_for_round(link(1), cuts, k) if row.options.dealer_by_chance else None
    return games.deal(state, deck_for(link(k), cuts, k, row.options), dealer)
