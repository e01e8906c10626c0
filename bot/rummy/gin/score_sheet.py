"""Scoring of the gin family: a deal, the end of a game with its bonuses, and the score sheet."""

from collections.abc import Sequence
from functools import cache, lru_cache

from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions, Reach, Shutout, Tie
from bot.rummy.results import (
    Arrangement,
    Bonus,
    Column,
    DealResult,
    Defense,
    Ending,
    GameResult,
    KnockCount,
    Outcome,
    Showdown,
    Totals,
)

NO_POINTS: Totals = (0, 0)


def score_knock(
    options: GinOptions, knocker: int, arrangement: Arrangement, defense: Defense, factor: int, *, big: bool = False
) -> tuple[DealResult, Showdown]:
    """Score a deal that ended with a knock (G-18 to G-21), or with ``big`` gin (G-29).

    ``factor`` is 2 if a spade doubles it (G-12).
    """
    mine, theirs = arrangement.deadwood, defense.arrangement.deadwood
    difference = abs(theirs - mine)
    outcome, winner, bonus = Outcome.KNOCK, knocker, 0
    if big:  # G-29
        outcome, bonus = Outcome.BIG_GIN, options.big_gin
    elif mine == 0:  # G-18, G-21
        outcome, bonus = Outcome.GIN, options.gin_bonus
    elif theirs <= mine:  # G-20
        outcome, winner, bonus = Outcome.UNDERCUT, 1 - knocker, options.undercut_bonus
        if theirs == mine and options.tie is Tie.VOID:
            return void(Ending.TIE), Showdown(knocker, arrangement, defense, 0, 0, factor)
    points = factor * (difference + bonus)
    result = DealResult(
        outcome,
        winner,
        (0, points) if winner else (points, 0),
        knock=_count(max(mine, theirs), min(mine, theirs), bonus, factor),
    )
    return result, Showdown(knocker, arrangement, defense, difference, bonus, factor)


@lru_cache(maxsize=4096)
def _count(higher: int, lower: int, bonus: int, factor: int) -> KnockCount:
    """Return how a knock counts. The usual counts are shared by all games."""
    return KnockCount(higher, lower, bonus, factor)


@cache
def void(ending: Ending) -> DealResult:
    """Score a deal without a winner (G-7, G-11)."""
    return DealResult(Outcome.VOID, None, NO_POINTS, ending)


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
