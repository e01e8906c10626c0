"""Figures of an Expert's estimates, compared with what happens: games go on from the same positions in both ways.

The positions come from whole games between Expert and an opponent. From each, both ways are played on with the same
hands and the same order of the stock, several orders each: Expert and the opponent make their own moves. A knock needs
no luck, so it earns what it earns. Points count to the end of the deal, chances to win to the end of the game.

Hints show differences between discards in gin only. What a knock or a lay is worth depends on how well both play.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count, pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from bot.bench.arena import MOST_LINES, Match, RunningGame, contestant
from bot.bench.rows import Better, Row
from bot.laydown import best_plan, position_of
from bot.players.gin.choosing import Judgment, PossibleKnock, judged
from bot.players.gin.player import gin_view
from bot.players.hints import hint_for
from bot.players.levels import Level
from bot.players.melds import choosing
from bot.players.melds.hints import compared
from bot.players.melds.outlook import outlook_for
from bot.players.melds.player import melds_view
from bot.rummy import games
from bot.rummy.families import Family, Variant
from bot.rummy.games import State
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, options_for
from bot.rummy.views import Phase, View

POSITIONS: Final = 500
"""How many positions of each figure are played on."""
ORDERS: Final = 2
"""How many orders of the stock each position is played on with."""
OPPONENTS: Final[Mapping[Variant, tuple[str, ...]]] = {
    Variant.GIN: (Level.EXPERT, Level.NORMAL, "early"),
    Variant.BASIC: (Level.EXPERT, Level.NORMAL, "holder"),
    Variant.GERMAN: (Level.EXPERT, Level.NORMAL, "holder"),
}
FIRST: Final = 8_000_000
"""The seed of the first game; no training uses these."""
_BUCKETS: Final = (0.0, 2.0, 5.0, 10.0, float("inf"))
"""The limits between which the claimed differences are looked at apart; below the first ones they decide nothing."""
_ENOUGH: Final = 30
"""The fewest positions that tell which way is better."""
_FRUITLESS: Final = 20
"""After this many games without a figure there are none, as in Basic Rummy with more than two seats."""
LIMIT: Final = 3.0
"""How far a figure in hints may be off on average, in points of the deal."""
_CLEARLY: Final = 2.0
"""Smaller differences between a knock and playing on decide little."""
_FAR: Final = 1000
"""More points than any deal earns."""
_Z: Final = 1.96


class Figure(StrEnum):
    """A kind of figure: the two ways that it compares."""

    KNOCK = "knock / play on"
    NEXT = "best / next best discard"
    STAKES = "hold / lay"

    @property
    def in_games(self) -> bool:
        """Whether it is a percentage of games, not points of the deal."""
        return self is Figure.STAKES

    @property
    def ways(self) -> tuple[str, str]:
        """The names of the two ways."""
        one, other = self.split(" / ")
        return one, other

    @property
    def shown(self) -> bool:
        """Whether hints show the difference; otherwise it only decides, so just its sign has to be right."""
        return self is Figure.NEXT


SHARES: Final[Mapping[Figure, float]] = {Figure.KNOCK: 0.25, Figure.NEXT: 0.75, Figure.STAKES: 0.15}
"""The share of the turns with each figure that are played on: many games give few each."""


@dataclass(frozen=True, slots=True)
class Fork:
    """A turn in which an Expert compares two ways: the moves of each, and what it claims of each."""

    figure: Figure
    moves: tuple[tuple[Move, ...], tuple[Move, ...]]
    claimed: tuple[float, float]
    needs: tuple[int, int] = (_FAR, _FAR)  # the most points that count for the seat, and for the other one


@dataclass(frozen=True, slots=True)
class Kept:
    """What was claimed of two ways, and what they brought on average."""

    figure: Figure
    claimed: tuple[float, float]
    happened: tuple[float, float]


def fork_of(view: View) -> Fork | None:
    """Return the two ways between which an Expert decides by figures in a view of its seat; None if it doesn't."""
    return _gin_fork(gin_view(view)) if view.family is Family.GIN else _melds_fork(melds_view(view))


def _gin_fork(view: GinView) -> Fork | None:
    """Return a knock and playing on, or the two discards whose difference the hint shows."""
    hint = hint_for(view)
    if hint is None or hint.move.verb not in (Verb.KNOCK, Verb.DISCARD):
        return None
    seat, judgment = hint.move.seat, judged(view, hint.move.seat)
    if judgment.end is not None:
        return _knock_fork(judgment, judgment.end, seat)
    if hint.figures is None:
        return None
    values = hint.figures.values
    other = Move(seat, Verb.DISCARD, values["other"])
    return Fork(Figure.NEXT, ((hint.move,), (other,)), (values.get("points", 0), 0))


def _knock_fork(judgment: Judgment, end: PossibleKnock, seat: int) -> Fork | None:
    """Return a knock and playing on, if one is clearly worth more; None in a deal's last turn."""
    worth = end.compared
    if worth is None or judgment.reading.last or abs(worth.wait - worth.knock) < _CLEARLY:
        return None
    moves = (Move(seat, Verb.KNOCK, end.choice.card),), (Move(seat, Verb.DISCARD, judgment.looked[0].card),)
    return Fork(Figure.KNOCK, moves, (worth.knock, worth.wait), judgment.reading.stakes.needs)


def _melds_fork(view: MeldsView) -> Fork | None:
    if view.phase is not Phase.LAY:
        return None
    outlook, plan = outlook_for(view), best_plan(position_of(view))
    if plan.out or not plan.steps:
        return None
    stakes = compared(outlook, plan, lays=True) or compared(outlook, plan, lays=False)
    if stakes is None:
        return None
    hold = choosing.choose(view, Level.EXPERT.budget, lambda _, __: False)
    lay = choosing.choose(view, Level.EXPERT.budget, lambda _, __: True)
    return Fork(Figure.STAKES, (hold, lay), (100 * stakes.hold.game, 100 * stakes.lay.game))


def kept(
    match: Match, seeds: Sequence[int], orders: int = ORDERS, shares: Mapping[Figure, float] = SHARES
) -> list[Kept]:
    """Play games with these seeds, and play on from some of the first player's turns with figures."""
    found, seats = [], len(match.players)
    options, names = options_for(match.variant, {}, seats), match.players
    for number in seeds:
        seed, seat = f"claims {match.variant} {number}", number % seats
        players = [contestant(name) for name in (*names[seats - seat :], *names[: seats - seat])]
        game, rng = RunningGame(options, players, seed), Random(f"{seed} turns")  # noqa: S311 - turns to look at
        while game.state.phase is not Phase.OVER and game.played < MOST_LINES:
            fork = fork_of(games.view_for(game.state, seat)) if game.state.turn == seat else None
            if fork is not None and rng.random() < shares[fork.figure]:
                found.append(_played_on(game, seat, fork, f"{seed} {game.played}", orders))
            game.step()
    return found


def _played_on(game: RunningGame, seat: int, fork: Fork, seed: str, orders: int) -> Kept:
    brought: tuple[list[float], list[float]] = ([], [])
    for order in range(orders):
        state = _reordered(game.state, Random(f"{seed} {order}"))  # noqa: S311 - cards to measure with
        for way, moves in enumerate(fork.moves):
            branch = game.branch(state, moves, f"{seed} {order}")
            brought[way].append(_won(branch, seat) if fork.figure.in_games else _earned(branch, seat, fork.needs))
    return Kept(fork.figure, fork.claimed, (fmean(brought[0]), fmean(brought[1])))


def _reordered(state: State, rng: Random) -> State:
    """Return a state with another order of the stock."""
    stock = rng.sample(state.stock, len(state.stock))
    return replace(state, deck=state.deck[: state.gone] + bytes(stock))


def _earned(game: RunningGame, seat: int, needs: tuple[int, int]) -> float:
    """Play the deal to its end. Return what it's worth to the seat: no side's points count beyond what it needs."""
    while game.state.phase not in (Phase.DEAL, Phase.OVER):
        game.step()
    points = game.state.deals[-1].points
    return float(max(-needs[1], min(needs[0], points[seat] - points[1 - seat])))


def _won(game: RunningGame, seat: int) -> float:
    """Play the game to its end. Return the seat's share of the win in percent."""
    while game.state.phase is not Phase.OVER and game.played < MOST_LINES:
        game.step()
    result = games.result_of(game.state)
    winners = () if result is None else result.winners
    return 100 / len(winners) if seat in winners else 0.0


def rows(
    variants: Sequence[Variant],
    *,
    seats: Sequence[int] = (2,),
    against: Sequence[str] = (),
    positions: int = POSITIONS,
    processes: int = 1,
    first: int = FIRST,
) -> Iterator[Row]:
    """Play on from positions of each figure, and yield rows with what was claimed and what happened."""
    tables = [(variant, size) for variant in variants for size in seats if size in PRESETS[variant].seat_counts]
    for variant, size in tables:
        for opponent in against or OPPONENTS[variant]:
            match = Match(variant, (Level.EXPERT, *(opponent,) * (size - 1)))
            found = _many(match, positions, processes, first)
            for figure in Figure:
                these = [one for one in found if one.figure is figure][:positions]
                if len(these) > 1:
                    yield from figure_rows(match.name, figure, these, first)


def _many(match: Match, positions: int, processes: int, first: int) -> list[Kept]:
    """Play games until enough positions of each figure are found; the same ones for any number of processes."""
    figures = (Figure.KNOCK, Figure.NEXT) if PRESETS[match.variant].family is Family.GIN else (Figure.STAKES,)
    shares, found = {figure: SHARES[figure] for figure in figures}, list[Kept]()
    with ProcessPoolExecutor(processes) as pool:
        for start in count(first, processes):
            for part in pool.map(_one_game, [(match, seed, shares) for seed in range(start, start + processes)]):
                found += part
            for figure in figures:
                if sum(one.figure is figure for one in found) >= positions:
                    shares[figure] = 0.0
            if not any(shares.values()) or (not found and start >= first + _FRUITLESS):
                break
    return found


def _one_game(task: tuple[Match, int, Mapping[Figure, float]]) -> list[Kept]:
    """Play a game. One argument, since `ProcessPoolExecutor.map` passes one."""
    match, seed, shares = task
    return kept(match, [seed], shares=shares)


def figure_rows(where: str, figure: Figure, found: Sequence[Kept], first: int) -> Iterator[Row]:
    """Yield a row for the difference, for positions with a small and with a large one, and for each way."""
    unit, gains = "% of games" if figure.in_games else "points", [_gain(one) for one in found]
    note = f"{len(found):,} positions, {ORDERS} orders each, seeds from {first:,}"
    off = _off(f"{where}: difference of {figure}", unit, gains)
    yield replace(off, limit=LIMIT if figure.shown else None, notes=(*off.notes, note))
    for low, high in pairwise(_BUCKETS):
        these = [gain for gain in gains if low <= gain[0] < high]
        if len(these) > 1:
            row = _off(f"{where}: {figure}, claimed {low:g} to {high:g}", unit, these)
            judged_here = low > 0 and len(these) >= _ENOUGH
            notes = (*row.notes, f"{len(these):,} positions")
            yield replace(
                row,
                ours=fmean(gain for _, gain in these),
                better=Better.MORE,
                limit=0.0 if judged_here else None,
                notes=notes,
            )
    for way, name in enumerate(figure.ways if figure is not Figure.NEXT else ()):
        yield _off(f"{where}: {name}", unit, [(one.claimed[way], one.happened[way]) for one in found])


def _gain(one: Kept) -> tuple[float, float]:
    """Return by how much the better way is claimed to be better, and was."""
    claimed, happened = one.claimed[0] - one.claimed[1], one.happened[0] - one.happened[1]
    return (claimed, happened) if claimed >= 0 else (-claimed, -happened)


def _off(name: str, unit: str, values: Sequence[tuple[float, float]]) -> Row:
    """Return the row with how far what was claimed was from what happened on average."""
    happened = [other for _, other in values]
    claimed = fmean(one for one, _ in values)
    text = f"claimed {claimed:+.1f}, happened {_interval(happened)}, off by {_interval([a - b for a, b in values])}"
    return Row(name, unit, abs(claimed - fmean(happened)), {}, Better.LESS, notes=(text,))


def _interval(values: Sequence[float]) -> str:
    """Return an average with its 95% interval."""
    middle, half = fmean(values), _Z * stdev(values) / sqrt(len(values))
    return f"{middle:+.1f} ({middle - half:+.1f} to {middle + half:+.1f})"
