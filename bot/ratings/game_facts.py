"""A finished game replayed from its record, deal by deal, and its facts: results, statistics, achievements."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.ratings.values import Achievement, Counts, DealWon, Finished, GameEnding, GameFacts, PlayerResult, Rated
from bot.rummy import games
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import Options
from bot.rummy.records.shape import fault, items_of, seat_of, text_of
from bot.rummy.records.writing import PlayedDeal, deck_of, play_deal
from bot.rummy.results import Column, DealResult, GameResult, Outcome, Showdown

GINS: Final = (Outcome.GIN, Outcome.BIG_GIN)
"""The outcomes without deadwood, which aren't knocks."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A finished deal: its moves, its result, and the showdown if there was a knock, gin or big gin."""

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
        return self.showdown if self.showdown and self.result.outcome not in GINS else None

    def own_win(self, *outcomes: Outcome) -> int | None:
        """Return the seat that won with one of these outcomes by its own move; None if there isn't one.

        A move that the bot made for an absent player isn't the seat's own.
        """
        return self.result.winner if self.result.outcome in outcomes and not self.last.timed_out else None

    def turns_of(self, seat: int) -> int:
        """Return how many turns a seat has finished with a discard or a knock; a discard taken back ends none (C-9)."""
        made = [move.verb for move in self.moves if move.seat == seat]
        ended = made.count(Verb.DISCARD) + made.count(Verb.KNOCK) + made.count(Verb.BIGGIN)
        return ended - made.count(Verb.TAKEBACK)


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
        seat_of(raw["waits"], f"{where}: waits", seats) if "waits" in raw else None,
    )
    states, _ = play_deal(state, k, played, ())
    return states[-1], tuple(map(parse_move, texts))


LEAST_MOVES: Final = 3
"""Moves that every player has to make for a game to be rated."""


def facts_of(finished: Finished) -> GameFacts:
    """Return the facts of a finished game. RecordError if its record doesn't fit the game."""
    game = replayed(finished.record, finished.options, len(finished.seats))
    lines = _lines(finished, game)
    between_people = all(line.user is not None for line in lines)
    earns = between_people and finished.ending is not GameEnding.CLOSED
    return GameFacts(
        table=finished.table,
        guild=finished.guild,
        channel=finished.channel,
        message=finished.message,
        variant=finished.options.variant,
        ending=finished.ending,
        unrated=_unrated(finished, lines),
        fixture=finished.fixture,
        started_at=finished.started_at,
        ended_at=finished.ended_at,
        lines=lines,
        achievements={
            line.user: game_achievements(game, line, finished.ending) for line in lines if line.user is not None
        }
        if earns
        else {},
    )


def _unrated(finished: Finished, lines: tuple[PlayerResult, ...]) -> Rated | None:
    """Return the first reason why a game can't be rated; None if it can."""
    options = finished.options
    reasons = (
        (finished.ending is GameEnding.CLOSED, Rated.CLOSED),
        (any(line.user is None for line in lines), Rated.COMPUTER),
        (options.is_training, Rated.TRAINING),
        (finished.friendly, Rated.FRIENDLY),
        (any(line.counts.moves < LEAST_MOVES for line in lines), Rated.SHORT),
    )
    return next((reason for holds, reason in reasons if holds), None)


def _lines(finished: Finished, game: ReplayedRecord) -> tuple[PlayerResult, ...]:
    points = [game.points(seat) for seat in range(game.seats)]
    standing = [_standing(finished, seat, points[seat]) for seat in range(game.seats)]
    return tuple(
        PlayerResult(
            seat=seat,
            user=finished.seats[seat].user,
            place=1 + sum(other < standing[seat] for other in standing),
            won=seat in finished.winners,
            forfeit=seat in finished.forfeits,
            points=points[seat],
            margin=points[seat] - max(other for place, other in enumerate(points) if place != seat),
            counts=_counts(game, seat),
            computer=finished.seats[seat].computer,
            best=_best_deal(game, seat),
        )
        for seat in range(game.seats)
    )


def _standing(finished: Finished, seat: int, points: int) -> tuple[int, int]:
    """Return a seat's sort key for its place: winners first, then by points, forfeits last."""
    if seat in finished.winners:
        return 0, 0
    return (2, 0) if seat in finished.forfeits else (1, -points)


def _best_deal(game: ReplayedRecord, seat: int) -> DealWon | None:
    """Return the deal that a seat won for the most points, the first of several; None if it won none for points."""
    won = [
        DealWon(deal.result.outcome, number, deal.result.points[seat])
        for number, deal in enumerate(game.deals, 1)
        if deal.result.winner == seat and deal.result.points[seat] and not deal.last.timed_out
    ]
    return max(won, key=lambda each: each.points, default=None)


def _counts(game: ReplayedRecord, seat: int) -> Counts:
    counts = Counts(
        moves=game.moves_of(seat),
        deals=sum(deal.result.waited != seat for deal in game.deals),
        deals_won=sum(deal.result.winner == seat for deal in game.deals),
        gins=sum(deal.own_win(*GINS) == seat for deal in game.deals),
        rummies=sum(deal.own_win(Outcome.RUMMY) == seat for deal in game.deals),
        stalemates=sum(deal.result.outcome is Outcome.STALEMATE for deal in game.deals),
    )
    for deal in game.deals:
        counts = _with_knock(counts, deal, seat)
    return counts


def _with_knock(counts: Counts, deal: Deal, seat: int) -> Counts:
    """Return a seat's statistics with one deal's knock added, its own or its opponent's."""
    knock = deal.knock
    if knock is None or deal.result.waited == seat:
        return counts
    undercut = deal.result.outcome is Outcome.UNDERCUT
    if knock.knocker != seat:
        return replace(counts, undercuts_given=counts.undercuts_given + undercut)
    if deal.last.timed_out:
        return counts
    return replace(
        counts,
        knocks=counts.knocks + 1,
        knock_deadwood=counts.knock_deadwood + knock.arrangement.deadwood,
        undercuts_taken=counts.undercuts_taken + undercut,
    )


_FULL: Final = 4  # seats, at least
_UNDERCUTS: Final = 3
_DEALS_WON: Final = 2


def game_achievements(game: ReplayedRecord, line: PlayerResult, ending: GameEnding) -> frozenset[Achievement]:
    """Return a player's achievements within one game, in which no computers played."""
    achievements = {achievement for deal in game.deals for achievement in _achieved_in(deal, line.seat)}
    if line.counts.undercuts_given >= _UNDERCUTS:
        achievements.add(Achievement.THREE_UNDERCUTS)
    if line.won:
        achievements.add(Achievement.FIRST_WIN)
        if ending is GameEnding.PLAYED:
            achievements.update(_by_winning(game, line.seat))
    return frozenset(achievements)


def _achieved_in(deal: Deal, seat: int) -> Iterator[Achievement]:
    if deal.own_win(*GINS) == seat:
        yield Achievement.FIRST_GIN
        if deal.turns_of(seat) == 1:
            yield Achievement.FIRST_DRAW_GIN
    if deal.own_win(Outcome.RUMMY) == seat:
        yield Achievement.RUMMY
    undercut = deal.knock if deal.result.outcome is Outcome.UNDERCUT and deal.result.winner == seat else None
    if undercut is not None and undercut.arrangement.deadwood == 1:
        yield Achievement.UNDERCUT_ONE


def _by_winning(game: ReplayedRecord, seat: int) -> Iterator[Achievement]:
    winners: Sequence[int | None] = [deal.result.winner for deal in game.deals]
    won = winners.count(seat)
    if won >= _DEALS_WON and all(winner in (seat, None) for winner in winners):
        yield Achievement.SHUT_OUT
    if len(game.columns) > 1 and all(column.winner == seat for column in game.columns):
        yield Achievement.CLEAN_SWEEP
    target = game.options.target_for(game.seats) or game.options.ends_below(game.seats)
    if target is not None and any(_came_back(column, seat, target) for column in game.columns):
        yield Achievement.COMEBACK
    if game.seats >= _FULL:
        yield Achievement.FULL_TABLE


def _came_back(column: Column, seat: int, target: int) -> bool:
    """Return whether a seat won a column of the score sheet after trailing by half the target or more.

    That's the total that ends the game, or the penalty points that do (B-18).
    """
    if column.winner != seat:
        return False
    totals = [0] * len(column.totals)
    for entry in column.entries:
        totals = [total + points for total, points in zip(totals, entry or (0,) * len(totals), strict=True)]
        if 2 * (max(totals) - totals[seat]) >= target:
            return True
    return False
