"""Scoring of the gin family: a deal, the end of a game with its bonuses, and the score sheet."""

from collections.abc import Sequence
from functools import cache, lru_cache

from bot.rummy.families import Variant
from bot.rummy.gin import three_handed
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


def score_knock(
    options: GinOptions,
    pair: tuple[int, int],
    knocker: int,
    arrangement: Arrangement,
    defense: Defense,
    *,
    factor: int,
    big: bool = False,
) -> tuple[DealResult, Showdown]:
    """Score a deal that ended with a knock (G-18 to G-21), or with ``big`` gin (G-29).

    ``pair`` are the non-dealer and the dealer. ``factor`` is 2 if a spade doubles it (G-12).
    """
    mine, theirs = arrangement.deadwood, defense.arrangement.deadwood
    difference = abs(theirs - mine)
    other = sum(pair) - knocker
    outcome, winner, bonus = Outcome.KNOCK, knocker, 0
    if big:  # G-29
        outcome, bonus = Outcome.BIG_GIN, options.big_gin
    elif mine == 0:  # G-18, G-21
        outcome, bonus = Outcome.GIN, options.gin_bonus
    elif theirs <= mine:  # G-20
        outcome, winner, bonus = Outcome.UNDERCUT, other, options.undercut_bonus
        if theirs == mine and options.tie is Tie.VOID:
            return void(Ending.TIE, waited_of(options, pair)), Showdown(
                knocker, arrangement, defense, 0, 0, factor, other
            )
    points = factor * (difference + bonus)
    count = _count(max(mine, theirs), min(mine, theirs), bonus, factor)
    waited, shared = waited_of(options, pair), options.has_box and winner == pair[0]
    scored = tuple(points if seat == winner or (shared and seat == waited) else 0 for seat in seats_of(options))
    result = DealResult(outcome, winner, scored, knock=count, waited=waited, shared=shared)  # G3-13
    return result, Showdown(knocker, arrangement, defense, difference, bonus, factor, other)


def waited_of(options: GinOptions, pair: tuple[int, int]) -> int | None:
    """Return the seat that had no part in a deal between these two; None if only two play (G3-1)."""
    return three_handed.third(*pair) if options.three else None


def seats_of(options: GinOptions) -> range:
    """Return the seats of a game."""
    return range(options.seat_counts[0])


@lru_cache(maxsize=4096)
def _count(higher: int, lower: int, bonus: int, factor: int) -> KnockCount:
    """Return how a knock counts. The usual counts are shared by all games."""
    return KnockCount(higher, lower, bonus, factor)


@cache
def void(ending: Ending, waited: int | None = None) -> DealResult:
    """Score a deal without a winner (G-7, G-11)."""
    return DealResult(Outcome.VOID, None, _NO_POINTS[2 if waited is None else 3], ending, waited=waited)


_HOLLYWOOD_GAMES = 3
_NO_POINTS = {2: (0, 0), 3: (0, 0, 0)}
_EVERYBODY = {2: (True, True), 3: (True, True, True)}
_NOBODY = {2: (False, False), 3: (False, False, False)}
"""A value for each seat, by the number of seats, which all games share."""


def blank_sheet(options: GinOptions) -> tuple[Column, ...]:
    """Return the score sheet before the first deal: only game 1 is open (G-24)."""
    games = _HOLLYWOOD_GAMES if options.variant is Variant.HOLLYWOOD else 1
    seats = len(seats_of(options))
    everybody, nobody, none = _EVERYBODY[seats], _NOBODY[seats], _NO_POINTS[seats]
    return tuple(Column((), none, nobody if game else everybody, None, over=False) for game in range(games))


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
    """Return the seat with the highest total; None if several have it (G-27, G3-14)."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def _opened(sheet: tuple[Column, ...], game: int, winner: int | None) -> Column:
    """Open a game to seats with a score in the previous one, and to both once that is over (G-24, G-25)."""
    column = sheet[game]
    if column.over:
        return Column(column.entries, column.totals, _NOBODY[len(column.totals)], column.winner, over=True)
    before = sheet[game - 1] if game else None
    if before is None or (before.entries[-1:] == (None,) and not before.over):
        return column
    open_to = tuple(was_open or before.over or (seat == winner) for seat, was_open in enumerate(column.open_to))
    return Column(column.entries, column.totals, open_to, None, over=False)


def is_over(options: GinOptions, sheet: tuple[Column, ...]) -> bool:
    """Return whether the game, in Hollywood the series, is over (G-23, G-24, G-27)."""
    if options.variant is Variant.HOLLYWOOD and not options.play_out:
        return any(_games_won(sheet, seat) >= 2 for seat in seats_of(options))
    return all(column.over for column in sheet)


def game_result(options: GinOptions, sheet: tuple[Column, ...], deals: Sequence[DealResult]) -> GameResult | None:
    """Return the winners and the final points of each game and seat; None while the game runs."""
    if not is_over(options, sheet):
        return None
    decide = sheet[0].totals if len(sheet) == 1 else [_games_won(sheet, seat) for seat in seats_of(options)]
    winners = tuple(seat for seat, points in enumerate(decide) if points == max(decide))
    bonuses = tuple(_bonuses(options, column, deals) for column in sheet)
    settles = options.three and not options.deals  # G3-18
    return GameResult(winners, bonuses, three_handed.settled(options, winners, bonuses[0]) if settles else None)


def _games_won(sheet: tuple[Column, ...], seat: int) -> int:
    return sum(column.winner == seat for column in sheet)


def _bonuses(options: GinOptions, column: Column, deals: Sequence[DealResult]) -> tuple[Bonus, ...]:
    """Return each seat's final points in one game (G-23, G3-15).

    A game that wasn't finished (G-24) or was played for a number of deals (G-27) has no bonuses.
    """
    counted = [deal for deal, entry in zip(deals, column.entries, strict=True) if entry is not None]
    finals = []
    for seat, total in enumerate(column.totals):
        won = sum(seat in deal.winners for deal in counted)
        if not column.over or options.deals:
            finals.append(Bonus(total, 0, doubled=False, boxes=0, deals_won=won, final=total))
            continue
        wins = total == max(column.totals)
        game = options.game_bonus if wins else 0
        doubled = wins and options.shutout is Shutout.DOUBLE and won == len(counted)
        boxes = options.box_bonus * won
        final = (total + game) * (2 if doubled else 1) + boxes
        finals.append(Bonus(total, game, doubled, boxes, won, final))
    return tuple(finals)
