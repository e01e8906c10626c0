"""A finished game played again from its record, deal by deal: what everything else is counted from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.rummy import games
from bot.rummy.games import State
from bot.rummy.gin.game import GinState
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import Options
from bot.rummy.records.playing import PlayedDeal, deck_of, play_deal
from bot.rummy.records.shape import fault, items_of, seat_of, text_of
from bot.rummy.results import Column, DealResult, GameResult, Outcome, Showdown


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that came to an end: its moves, how it ended, and both hands where somebody knocked."""

    moves: tuple[Move, ...]
    result: DealResult
    showdown: Showdown | None

    @property
    def last(self) -> Move:
        """The move that ended it."""
        return self.moves[-1]

    @property
    def knock(self) -> Showdown | None:
        """The showdown of a knock that was not gin; None where there was none."""
        return self.showdown if self.showdown and self.result.outcome is not Outcome.GIN else None

    def own_win(self, outcome: Outcome) -> int | None:
        """Name the seat that won with such an outcome by a move of its own, not one that was made for it."""
        return self.result.winner if self.result.outcome is outcome and not self.last.timed_out else None

    def turns_of(self, seat: int) -> int:
        """Count the turns that a seat has ended."""
        return sum(move.seat == seat and move.verb in (Verb.DISCARD, Verb.KNOCK) for move in self.moves)


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """A game as its record tells it; ``moves`` are all of it, those of a deal that was broken off too."""

    options: Options
    seats: int
    moves: tuple[Move, ...]
    deals: tuple[Deal, ...]
    columns: tuple[Column, ...]
    result: GameResult | None  # None where the game was broken off

    def points(self, seat: int) -> int:
        """Sum a seat's points over all games of the sheet: after bonuses (G-23), or so far where there is no result."""
        if self.result is None:
            return sum(column.totals[seat] for column in self.columns)
        return sum(bonuses[seat].final for bonuses in self.result.bonuses)


def replayed(record: Mapping[str, object], options: Options, seats: int) -> ReplayedRecord:
    """Play a record's deals again. RecordError where the rules do not allow what it says."""
    state = games.new_game(options, seats, 0)
    moves: list[Move] = []
    deals: list[Deal] = []
    for k, raw in enumerate(items_of(record.get("deals"), "deals"), start=1):
        state, made = _deal(state, k, raw, seats)
        moves += made
        if len(state.deals) == k:
            showdown = state.showdown if isinstance(state, GinState) else None
            deals.append(Deal(made, state.deals[-1], showdown))
    return ReplayedRecord(options, seats, tuple(moves), tuple(deals), state.sheet, games.result_of(state))


def _deal(state: State, k: int, raw: object, seats: int) -> tuple[State, tuple[Move, ...]]:
    """Play deal ``k`` again; answer the game after it, and the deal's moves."""
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
    after, _ = play_deal(state, k, played)
    return after, tuple(map(parse_move, texts))
