"""The end of a game: whether it is over, who won it, and the bonuses."""

from collections.abc import Sequence

from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions, Shutout
from bot.rummy.results import Bonus, Column, DealResult, GameResult

_SEATS = (0, 1)


def is_over(options: GinOptions, sheet: tuple[Column, ...]) -> bool:
    """Return whether the game, in Hollywood the series, is over (G-23, G-24, G-27)."""
    if options.variant is Variant.HOLLYWOOD and not options.play_out:
        return any(_games_won(sheet, seat) >= 2 for seat in _SEATS)
    return all(column.over for column in sheet)


def game_result(options: GinOptions, sheet: tuple[Column, ...], deals: Sequence[DealResult]) -> GameResult | None:
    """Return the winners and the final points of each game and seat; None while the game runs."""
    if not is_over(options, sheet):
        return None
    most = max(_games_won(sheet, seat) for seat in _SEATS)
    winners = tuple(seat for seat in _SEATS if _games_won(sheet, seat) == most)
    return GameResult(winners, tuple(_bonuses(options, column, deals) for column in sheet))


def _games_won(sheet: tuple[Column, ...], seat: int) -> int:
    """Count the games of a sheet that a seat has won."""
    return sum(column.winner == seat for column in sheet)


def _bonuses(options: GinOptions, column: Column, deals: Sequence[DealResult]) -> tuple[Bonus, ...]:
    """Return both seats' final points in one game (G-23).

    A game that wasn't finished (G-24) or was played for a number of deals (G-27) has no bonuses.
    """
    winners = [deal.winner for deal, entry in zip(deals, column.entries, strict=True) if entry is not None]
    finals = []
    for seat in _SEATS:
        total, won = column.totals[seat], winners.count(seat)
        if not column.over or options.deals:
            finals.append(Bonus(total, 0, doubled=False, boxes=0, deals_won=won, final=total))
            continue
        game = options.game_bonus if seat == column.winner else 0
        doubled = seat == column.winner and options.shutout is Shutout.DOUBLE and won == len(winners)
        boxes = options.box_bonus * won
        final = (total + game) * (2 if doubled else 1) + boxes
        finals.append(Bonus(total, game, doubled, boxes, won, final))
    return tuple(finals)
