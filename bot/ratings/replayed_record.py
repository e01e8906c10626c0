"""A finished game replayed from its record, deal by deal: the basis of all statistics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.rummy import games
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import Options
from bot.rummy.records.shape import fault, items_of, seat_of, text_of
from bot.rummy.records.writing import PlayedDeal, deck_of, play_deal
from bot.rummy.results import Column, DealResult, GameResult, Outcome, Showdown


@dataclass(frozen=True, slots=True)
class Deal:
    """A finished deal: its moves, its result, and the showdown if there was a knock or gin."""

    moves: tuple[Move, ...]
    result: DealResult
    showdown: Showdown | None

    @property
    def last(self) -> Move:
        """The move that ended the deal."""
        return self.moves[-1]

    @property
    def knock(self) -> Showdown | None:
        """The showdown of a knock that wasn't gin; None otherwise."""
        return self.showdown if self.showdown and self.result.outcome is not Outcome.GIN else None

    def own_win(self, outcome: Outcome) -> int | None:
        """Return the seat that won with this outcome by its own move; None if there isn't one.

        A move that the bot made for an absent player isn't the seat's own.
        """
        return self.result.winner if self.result.outcome is outcome and not self.last.timed_out else None

    def turns_of(self, seat: int) -> int:
        """Return how many turns a seat has finished with a discard or a knock; a discard taken back ends none (C-9)."""
        made = [move.verb for move in self.moves if move.seat == seat]
        return made.count(Verb.DISCARD) + made.count(Verb.KNOCK) - made.count(Verb.TAKEBACK)


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """A replayed game; ``moves`` includes those of an unfinished deal."""

    options: Options
    seats: int
    moves: tuple[Move, ...]
    deals: tuple[Deal, ...]
    columns: tuple[Column, ...]
    result: GameResult | None  # None if the game wasn't finished

    def moves_of(self, seat: int) -> int:
        """Return how many moves a seat has made itself; a discard that was taken back isn't one (C-9)."""
        made = [move.verb for move in self.moves if move.seat == seat and not move.timed_out]
        return len(made) - 2 * made.count(Verb.TAKEBACK)

    def points(self, seat: int) -> int:
        """Return a seat's points over all games of the sheet, after bonuses (G-23) if the game is finished."""
        if self.result is None:
            return sum(column.totals[seat] for column in self.columns)
        return sum(bonuses[seat].final for bonuses in self.result.bonuses)


def replayed(record: Mapping[str, object], options: Options, seats: int) -> ReplayedRecord:
    """Replay a record's deals. RecordError if the rules don't allow a move."""
    state = games.new_game(options, seats, 0, limited=False)  # the limit was applied when it was played
    moves: list[Move] = []
    deals: list[Deal] = []
    for k, raw in enumerate(items_of(record.get("deals"), "deals"), start=1):
        state, made = _deal(state, k, raw, seats)
        moves += made
        if len(state.deals) == k:
            showdown = state.showdown
            deals.append(Deal(made, state.deals[-1], showdown))
    return ReplayedRecord(options, seats, tuple(moves), tuple(deals), state.sheet, games.result_of(state))


def _deal(state: State, k: int, raw: object, seats: int) -> tuple[State, tuple[Move, ...]]:
    """Replay deal ``k``; return the state after it and the deal's moves."""
    where = f"deal {k}"
    if not isinstance(raw, dict):
        raise fault(where, "must be an object")
    texts: Sequence[str] = [text_of(move, f"{where}: moves") for move in items_of(raw.get("moves"), f"{where}: moves")]
    played = PlayedDeal(
        deck_of(raw.get("deck"), f"{where}: deck", state.options.pack),
        texts,
        seat_of(raw.get("dealer"), f"{where}: dealer", seats),
        items_of(raw.get("reshuffles", []), f"{where}: reshuffles"),
    )
    states, _ = play_deal(state, k, played)
    return states[-1], tuple(map(parse_move, texts))
