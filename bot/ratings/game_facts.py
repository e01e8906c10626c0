"""The facts of a finished game (results, statistics, achievements), computed by replaying its record."""

from dataclasses import replace
from typing import Final

from bot.ratings.achievements import game_achievements
from bot.ratings.replayed_record import Deal, ReplayedRecord, replayed
from bot.ratings.values import Counts, DealWon, Finished, GameEnding, GameFacts, PlayerResult, Rated
from bot.rummy.results import Outcome

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
    """Return the deal that a seat won for the most points, the first of several; None if it won none."""
    won = [
        DealWon(deal.result.outcome, number, deal.result.points[seat])
        for number, deal in enumerate(game.deals, 1)
        if deal.result.winner == seat and not deal.last.timed_out
    ]
    return max(won, key=lambda each: each.points, default=None)


def _counts(game: ReplayedRecord, seat: int) -> Counts:
    counts = Counts(
        moves=game.moves_of(seat),
        deals=len(game.deals),
        deals_won=sum(deal.result.winner == seat for deal in game.deals),
        gins=sum(deal.own_win(Outcome.GIN) == seat for deal in game.deals),
        rummies=sum(deal.own_win(Outcome.RUMMY) == seat for deal in game.deals),
        stalemates=sum(deal.result.outcome is Outcome.STALEMATE for deal in game.deals),
    )
    for deal in game.deals:
        counts = _with_knock(counts, deal, seat)
    return counts


def _with_knock(counts: Counts, deal: Deal, seat: int) -> Counts:
    """Return a seat's statistics with one deal's knock added, its own or its opponent's."""
    knock = deal.knock
    if knock is None:
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
