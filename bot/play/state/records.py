"""A table's record and its replay, move by move, with the revealed links of its shuffle chain.

Never with that of a deal that is still running.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.play.state.game import Game, Link, begin, follow, replay, states_of
from bot.play.state.lobby import cutters
from bot.play.state.names import recorded_name
from bot.play.state.shuffles import links_of, links_of_voided, mix_of
from bot.play.state.values import LogLine, LogWord, Player, Start, TableRow, moves_of, own_doing, split_line, word_of
from bot.players.hints import hint_for
from bot.players.reasons import Hint
from bot.ratings.values import Finished, GameEnding, Participant
from bot.rummy import games
from bot.rummy.events import Event, added_events, given_back
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb
from bot.rummy.records import checking as record
from bot.rummy.records.sealed import RecordedBeacon, RecordedCut, SealedFairness, VoidedStart
from bot.rummy.shuffle import commitment, deck_for
from bot.rummy.views import View


def revealed_in(row: TableRow, game: Game) -> tuple[str, ...]:
    """Return the secrets of the deals that can be revealed, in hex."""
    return tuple(link.hex() for link in links_of(row, _shown(game)))


def finished_of(row: TableRow, entries: Sequence[LogLine]) -> Finished:
    """Return a finished game for ratings, from its stored table and log. BrokenLog."""
    return finished(row, replay(row, entries))


def finished(row: TableRow, game: Game) -> Finished:
    """Return a finished game for ratings."""
    ending = GameEnding.CLOSED if game.closed else GameEnding.PLAYED if game.resigned is None else GameEnding.RESIGNED
    return Finished(
        table=row.id,
        guild=row.home.guild,
        channel=row.home.channel,
        message=row.message,
        options=row.options,
        seats=tuple(_participant(player) for player in row.seats),
        record=record_of(row, game),
        ending=ending,
        winners=game.winners,
        forfeits=game.forfeits,
        friendly=row.settings.friendly,
        fixture=row.fixture,
        started_at=row.created_at if game.first_at is None else game.first_at,
        ended_at=row.created_at if game.last_at is None else game.last_at,
    )


def _participant(player: Player) -> Participant:
    return Participant(None, player.name) if player.is_computer else Participant(player.user)


def record_of(row: TableRow, game: Game) -> dict[str, object]:
    """Return the record of a game: the deals that have ended, and after the game also one that was broken off."""
    links = links_of(row, _shown(game))
    mix, secrets = mix_of(row), tuple(link.hex() for link in links)
    return record.write(
        options=row.options,
        seats=tuple(map(recorded_name, row.seats)),
        fairness=_unsealed(row, secrets) if row.start is None else _sealed(row, row.start, secrets),
        deals=[
            record.PlayedDeal(deck_for(link, mix, k, row.options), moves)
            for k, (link, moves) in enumerate(zip(links, _moves(game), strict=False), start=1)
        ],
    )


def _unsealed(row: TableRow, secrets: tuple[str, ...]) -> record.Fairness:
    """Return the shuffles of a game that started before starts had a line: its record has version 1."""
    return record.Fairness(commitment(row.secret), tuple(player.cut for player in row.seats), secrets)


def _sealed(row: TableRow, start: Start, secrets: tuple[str, ...]) -> SealedFairness:
    """Return the shuffles of a game with everything that its start fixed, and all voided starts before it."""
    message, signature = start.message, start.signature
    if row.day is not None and signature is not None:
        return SealedFairness(start.line, (), RecordedBeacon(0, signature, seen=start.at), secrets)
    voided = (one.line for one in row.starts if one.voided is not None)
    return SealedFairness(
        start.line,
        tuple(_cut(row, seat) for seat in cutters(row)),
        None if message is None or signature is None else RecordedBeacon(message, signature, _channel(row)),
        secrets,
        tuple(VoidedStart(line, link.hex()) for line, link in zip(voided, links_of_voided(row), strict=True)),
        start.counts,
    )


def _channel(row: TableRow) -> str:
    """Return the server and channel of a table, as a record has them; empty for a practice table."""
    return "" if row.is_practice else f"{row.home.guild}/{row.home.channel}"


def _cut(row: TableRow, seat: int) -> RecordedCut:
    """Return the cut of a seat, without its text if that was deleted."""
    salt = row.salts[seat]
    return RecordedCut(seat) if salt is None else RecordedCut(seat, row.seats[seat].cut, salt)


def _shown(game: Game) -> int:
    """Return how many deals' secrets can be revealed: those of ended deals, or of all deals after the game."""
    return game.state.deal if game.over else len(game.state.deals)


def moves_of_deal(game: Game) -> list[Move]:
    """List the moves that the record has in the current deal so far."""
    lines = map(split_line, game.lines[game.first :])
    return [move for seat, text in lines if word_of(text) is None for move in moves_of(seat, text)]


def events_of_deal(row: TableRow, game: Game) -> tuple[Event, ...]:
    """List the events of the current deal, or of the last one, oldest first, as everyone sees them.

    They contain no hidden cards, and nothing that was laid in the current turn (D-10).
    """
    moves = moves_of_deal(game)
    made: tuple[Event, ...] = ()
    seen_by_all = before_discard = made
    before = game.dealt
    for move, state in zip(moves, states_of(row, before, moves), strict=True):
        match move.verb:
            case Verb.UNDO:
                made = (*seen_by_all, *given_back(state.recent))
            case Verb.TAKEBACK:  # the lays of the turn are hidden again (D-10)
                took_back = state.recent[-1]
                made, seen_by_all = (*made[:-1], took_back), (*before_discard, took_back)
            case _:
                before_discard = seen_by_all
                made += tuple(added_events(before.recent, state.recent))
        if state.public is state:
            seen_by_all = made
        before = state
    return tuple(event.seen_by(None) for event in seen_by_all)


def _moves(game: Game) -> list[list[str]]:
    """Return the moves of each deal, in their text form."""
    deals: list[list[str]] = [[]]
    for line in game.lines:
        seat, text = split_line(line)
        word = word_of(text)
        if word is None:
            deals[-1] += map(str, moves_of(seat, text))
        elif word is LogWord.NEXT:
            deals.append([])
    return deals


@dataclass(frozen=True, slots=True)
class Made:
    """A move of a finished game, and its events as its own seat saw them; none for an undo of lays."""

    move: Move
    events: tuple[Event, ...]

    @property
    def took_back(self) -> bool:
        """True if it took back the melds of the turn."""
        return self.move.verb is Verb.UNDO and not self.events


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one moment: in deal ``deal`` of ``deals``, after ``at`` of its moves.

    ``made`` are all moves of the deal, later ones included; ``views`` is what each seat sees at this moment.
    """

    deal: int  # from 1
    deals: int
    at: int
    made: tuple[Made, ...]
    views: tuple[View, ...]

    @property
    def last(self) -> Made | None:
        """The move that led here; None at the start of the deal."""
        return self.made[self.at - 1] if self.at else None

    @property
    def coming(self) -> Made | None:
        """The move that was made next; None at the end of the deal."""
        return self.made[self.at] if self.at < len(self.made) else None

    @property
    def ends_game(self) -> bool:
        """True at the end of the last deal."""
        return self.coming is None and self.deal == self.deals

    @property
    def hint(self) -> Hint | None:
        """The move that an Expert would make for the seat to act, seeing only its hand; None if no seat has to act.

        Finding it can take a quarter of a second.
        """
        turn = self.views[0].turn
        return None if turn is None or self.coming is None else hint_for(self.views[turn])


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished game that can be stepped through: each deal as it was dealt, and its moves. ``row`` has no names."""

    row: TableRow
    dealt: tuple[State, ...] = field(repr=False)
    moves: tuple[tuple[Move, ...], ...]
    link: Link = field(repr=False)

    def moment(self, deal: int, at: int) -> Moment:
        """Return a moment of a deal, counted from 1; the nearest one for numbers out of range."""
        deal = min(max(deal, 1), len(self.dealt))
        state, moves = self.dealt[deal - 1], self.moves[deal - 1]
        at = min(max(at, 0), len(moves))
        here, made = state, []
        for number, (move, after) in enumerate(
            zip(moves, states_of(self.row, state, moves, self.link), strict=True), start=1
        ):
            made.append(Made(move, events_between(state, after, move)))
            state = after
            if number == at:
                here = after
        views = tuple(games.view_for(here, seat) for seat in range(len(self.row.seats)))
        return Moment(deal, len(self.dealt), at, tuple(made), views)


def replayed(row: TableRow, lines: Sequence[str]) -> Replay:
    """Return the replay of a finished game from the lines of its log (`Game.lines`)."""
    links = links_of(row, 1 + sum(word_of(split_line(line)[1]) is LogWord.NEXT for line in lines))

    def link(k: int) -> bytes:
        return links[k - 1]

    game = begin(row, link)
    dealt, moves = [game.state], list[list[Move]]([[]])
    for seq, line in enumerate(lines):
        seat, text = split_line(line)
        game = follow(row, game, LogLine(seq, seat, text, own_doing(row.id, seq), 0), link=link)
        word = word_of(text)
        if word is None:
            moves[-1] += moves_of(seat, text)
        elif word is LogWord.NEXT:
            dealt.append(game.state)
            moves.append([])
    nobody = tuple(replace(player, user=0, name="") for player in row.seats)  # a replay may outlive players' data
    return Replay(replace(row, seats=nobody), tuple(dealt), tuple(map(tuple, moves)), link)


def events_between(before: State, after: State, move: Move) -> tuple[Event, ...]:
    """Return the events of a move as its own seat saw them; none for an undo of lays."""
    if move.verb is Verb.UNDO:
        return given_back(after.recent)
    if move.verb is Verb.TAKEBACK:
        return after.recent[-1:]
    new = (event for event in after.recent if not any(event is old for old in before.recent))
    return tuple(event.seen_by(move.seat) for event in new)
