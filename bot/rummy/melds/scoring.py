"""Scoring of games with melds on the table: going out, deals without a winner, the score sheet, the result."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.results import Bonus, Column, Count, DealResult, Ending, GameResult, Outcome, Totals

RUMMY_FACTOR: Final = 2
"""What going rummy multiplies the points by (B-12, D-14)."""


def score_out(
    rules: MeldRules, winner: int, hands: Sequence[Iterable[Card]], table_points: Totals, *, rummy: bool
) -> DealResult:
    """Score a deal with a winner (B-11, B-15, D-13, H-10, R-12).

    ``rummy`` is whether they laid all cards in one turn (B-12, B-16, D-14).
    """
    if rules.laid_counts:
        return _laid_less_left(rules, winner, hands, table_points, None)
    left, nobody = _left(rules, hands), (0,) * len(hands)
    laid = table_points[winner] if rules.casino else 0
    shares = _shares(laid, winner, len(hands)) if rules.casino else nobody
    factor = RUMMY_FACTOR if rummy else 1
    lost = nobody if not rules.paid_by_losers else tuple(map(sum, zip(left, shares, strict=True)))
    won = sum(left) + laid if rules.winner_paid else 0
    points = tuple(factor * (won if seat == winner else -points) for seat, points in enumerate(lost))
    outcome = Outcome.RUMMY if rummy else Outcome.OUT
    return DealResult(outcome, winner, points, count=Count(left, laid, shares, factor))


def score_nobody_out(
    rules: MeldRules, hands: Sequence[Iterable[Card]], ending: Ending, table_points: Totals = ()
) -> DealResult:
    """Score a deal without a winner: 0 for all (B-10), or all players lose the cards in hand (D-12, R-12)."""
    if rules.laid_counts:
        return _laid_less_left(rules, None, hands, table_points, ending)
    left, nobody = _left(rules, hands), (0,) * len(hands)
    count = Count(left, 0, nobody, 1)
    if rules.stalemate:
        return DealResult(Outcome.STALEMATE, None, nobody, ending, count)
    return DealResult(Outcome.EXHAUSTED, None, tuple(-points for points in left), ending, count)


def blank_sheet(seats: int) -> tuple[Column, ...]:
    """Return the score sheet before the first deal: one column."""
    return (Column((), (0,) * seats, (True,) * seats, None, over=False),)


def with_deal(options: MeldsOptions, sheet: tuple[Column, ...], deal: DealResult) -> tuple[Column, ...]:
    """Return the score sheet with a finished deal, which may end the game (B-13, B-18, D-15)."""
    (column,) = sheet
    entries = (*column.entries, deal.points)
    totals = tuple(total + points for total, points in zip(column.totals, deal.points, strict=True))
    over = _ends(options, len(entries), totals)
    winners = _highest(totals)
    winner = winners[0] if over and len(winners) == 1 else None
    return (Column(entries, totals, (not over,) * len(totals), winner, over),)


def _ends(options: MeldsOptions, deals: int, totals: Totals) -> bool:
    """Return whether a game is over: by a total (B-13), by penalty points (B-18), or by its rounds (D-15)."""
    target, below = options.target_for(len(totals)), options.ends_below(len(totals))
    if target is not None:
        return max(totals) >= target
    return deals == options.deals_to_play if below is None else min(totals) <= -below


def game_result(sheet: tuple[Column, ...], deals: Sequence[DealResult]) -> GameResult | None:
    """Return the winners of a game, all of them if totals are equal (D-15), without bonuses; None while it runs."""
    (column,) = sheet
    if not column.over:
        return None
    won = [sum(deal.winner == seat for deal in deals) for seat in range(len(column.totals))]
    bonuses = tuple(Bonus(total, 0, False, 0, won[seat], total) for seat, total in enumerate(column.totals))
    return GameResult(_highest(column.totals), (bonuses,))


def _laid_less_left(
    rules: MeldRules, winner: int | None, hands: Sequence[Iterable[Card]], laid: Totals, ending: Ending | None
) -> DealResult:
    """Score a deal in which all players get what they laid, less what they hold (R-12)."""
    left = _left(rules, hands)
    points = tuple(mine - held for mine, held in zip(laid, left, strict=True))
    count = Count(left, 0, (0,) * len(left), 1, laid)
    return DealResult(Outcome.EXHAUSTED if winner is None else Outcome.OUT, winner, points, ending, count)


def _left(rules: MeldRules, hands: Sequence[Iterable[Card]]) -> Totals:
    """Return the value of the cards left in each hand (C-6, D-1, H-10)."""
    return tuple(sum(rules.hand_values[card] for card in hand) for hand in hands)


def _shares(laid: int, winner: int, seats: int) -> Totals:
    """Split the value of the winner's laid cards among the others, the remainder from the winner's left on (H-10)."""
    each, remainder = divmod(laid, seats - 1)
    left_of = [(seat - winner - 1) % seats for seat in range(seats)]
    return tuple(0 if seat == winner else each + (left_of[seat] < remainder) for seat in range(seats))


def _highest(totals: Totals) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
