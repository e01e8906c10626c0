"""The score sheet: one game, or Hollywood's three at once, with the deals written in each."""

from bot.rummy.families import Variant
from bot.rummy.gin.deal_score import NO_POINTS
from bot.rummy.gin.options import GinOptions, Reach
from bot.rummy.results import Column, DealResult, Totals

_HOLLYWOOD_GAMES = 3
_EVERYBODY = (True, True)
_NOBODY = (False, False)


def blank_sheet(options: GinOptions) -> tuple[Column, ...]:
    """Return the score sheet before the first deal: only game 1 is open (G-24)."""
    games = _HOLLYWOOD_GAMES if options.variant is Variant.HOLLYWOOD else 1
    return tuple(Column((), NO_POINTS, _NOBODY if game else _EVERYBODY, None, over=False) for game in range(games))


def with_deal(options: GinOptions, sheet: tuple[Column, ...], deal: DealResult) -> tuple[Column, ...]:
    """Write a finished deal into every running game open to its winner, then open further games (G-24)."""
    written = tuple(_written(options, column, deal) for column in sheet)
    return tuple(_opened(written, game, deal.winner) for game in range(len(sheet)))


def _written(options: GinOptions, column: Column, deal: DealResult) -> Column:
    """Write a deal in one game, or None if it doesn't count there; ``open_to`` is updated later."""
    if deal.winner is None or not column.open_to[deal.winner]:
        return Column((*column.entries, None), column.totals, column.open_to, column.winner, column.over)
    entries = (*column.entries, deal.points)
    totals = tuple(total + points for total, points in zip(column.totals, deal.points, strict=True))
    over = _ends(options, entries, totals)
    return Column(entries, totals, column.open_to, _higher(totals) if over else None, over)


def _ends(options: GinOptions, entries: tuple[Totals | None, ...], totals: Totals) -> bool:
    """Return whether a game is over: by its number of deals (G-27), or by its target (G-23, G-24)."""
    if options.deals:
        return sum(entry is not None for entry in entries) == options.deals
    match options.reach:
        case Reach.EXCEEDS:
            return max(totals) > options.target
        case Reach.REACHES:
            return max(totals) >= options.target


def _higher(totals: Totals) -> int | None:
    """Return the seat with the higher total; None if they are equal (G-27)."""
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def _opened(sheet: tuple[Column, ...], game: int, winner: int | None) -> Column:
    """Open a game to seats with a score in the previous one, and to both once that is over (G-24, G-25)."""
    column = sheet[game]
    if column.over:
        return Column(column.entries, column.totals, _NOBODY, column.winner, over=True)
    before = sheet[game - 1] if game else None
    if before is None or (before.entries[-1:] == (None,) and not before.over):
        return column
    open_to = tuple(was_open or before.over or (seat == winner) for seat, was_open in enumerate(column.open_to))
    return Column(column.entries, column.totals, open_to, None, over=False)
