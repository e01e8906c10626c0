"""Benchmark of computer players: whole games from identical deals, and each contestant's share of wins.

Every game is played once per seat with the players rotated, so that each player gets each hand once.

A pool is all opponents of a family: the rules of thumb, the reference players and all levels. The worst result is the
one that counts: a player that was tuned to some opponents may be weak against others, which an average would hide. In
gin, levels also play OpenSpiel's bot in OpenSpiel's game, if that is installed: single deals for points, which don't
count for the worst result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import sqrt
from random import Random
from statistics import median
from time import thread_time
from typing import Final

from bot.bench import open_spiel
from bot.bench.opponents.gin import baseline
from bot.bench.opponents.named import KNOCKS_UNTIL, OPPONENTS, PAIRS, Choice
from bot.bench.rows import Better, Row
from bot.players.games import choose, claims, player_for
from bot.players.levels import Level
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.families import Family, Variant
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, Options, options_for
from bot.rummy.refusals import Refused
from bot.rummy.results import DealResult
from bot.rummy.views import Phase, View

_PLAIN: Final = (Verb.DISCARD, Verb.DRAW, Verb.PASS, Verb.UNDO)
"""The kinds of moves that replace an illegal or missing one."""
MOST_LINES: Final = 20_000
"""A game with more moves counts as endless."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A computer player in the arena: how it chooses its moves, and whether it claims a discard (H-8).

    ``in_deal`` replaces ``choose`` for players that draw at random how they play in each deal.
    """

    name: str
    choose: Choice
    claims: Callable[[View], bool]
    in_deal: Callable[[Random], Choice] | None = None


@dataclass(slots=True)
class Played:
    """A finished game: each seat's share of the win, the seconds of each of its moves, and the faults."""

    shares: tuple[float, ...]
    seconds: tuple[list[float], ...]
    faults: list[str] = field(default_factory=list)


def contestant(name: str) -> Contestant:
    """Return a contestant: a level, a reference player (`OTHERS`) or an opponent. ValueError for other names."""
    if name in OTHERS:
        return Contestant(name, OTHERS[name], _never)
    if name in OPPONENTS:
        return Contestant(name, _nothing, _never, OPPONENTS[name].in_deal)
    level = Level(name)
    return Contestant(name, lambda view, seed: choose(view, level, seed), partial(claims, level=level))


def _at_random(view: View, seed: int) -> tuple[Move, ...]:
    """Choose any legal move."""
    return player_for(view.family).at_random(view, Random(seed))  # noqa: S311 - a player's whim, not a shuffle


def _nothing(_: View, __: int) -> tuple[Move, ...]:
    """Choose nothing: the place of `Contestant.choose` before the first deal."""
    return ()


def _never(_: View) -> bool:
    """Claim nothing."""
    return False


OTHERS: Final[Mapping[str, Choice]] = {"random": _at_random, "baseline": baseline}
"""Players that the levels are compared with, by name."""


def play(options: Options, players: Sequence[Contestant], seed: str) -> Played:
    """Play a game. The seed determines its deals and the first dealer, whatever the order of the players."""
    game = _ended(options, players, seed)
    result = games.result_of(game.state)
    shares = [0.0] * len(players)
    if result is None:
        game.faults.append(f"game {seed} doesn't end")
    else:
        for seat in result.winners:
            shares[seat] = 1 / len(result.winners)
    return Played(tuple(shares), game.seconds, game.faults)


def deals(options: Options, players: Sequence[Contestant], seed: str) -> tuple[DealResult, ...]:
    """Play a game as `play` does. Return the results of its deals."""
    return _ended(options, players, seed).state.deals


def _ended(options: Options, players: Sequence[Contestant], seed: str) -> "RunningGame":
    """Play a game to its end."""
    game = RunningGame(options, players, seed)
    while game.state.phase is not Phase.OVER and game.played < MOST_LINES:
        game.step()
    return game


class RunningGame:
    """A running game."""

    def __init__(self, options: Options, players: Sequence[Contestant], seed: str) -> None:
        self._players, self._seed, self._options = players, seed, options
        self._seeds, self._choices = count(1), [player.choose for player in players]
        self.state: State = games.new_game(options, len(players), self._chance("dealer").randrange(len(players)))
        self.seconds: tuple[list[float], ...] = tuple([] for _ in players)
        self.faults: list[str] = []
        self.played = 0

    def branch(self, state: State, moves: Sequence[Move], seed: str) -> "RunningGame":
        """Return a game that goes on with these moves from a state of this deal; the seed determines the rest."""
        game = copy(self)
        game._seed, game._seeds, game._choices = seed, count(1), [*self._choices]
        game.state, game.seconds, game.faults = state, tuple([] for _ in self._players), []
        game._apply(moves)
        return game

    def step(self) -> None:
        """Take one step: deal, let a player claim the discard, or let the player whose turn it is move."""
        if self.state.phase is Phase.DEAL:
            self._deal()
            return
        seat = self.state.turn
        assert seat is not None  # noqa: S101 - during a deal it's always someone's turn
        self.played += 1
        if not self._claimed(seat):
            self._act(seat)

    def _deal(self) -> None:
        chance = self._chance(f"deal {self.state.deal + 1}")
        deck = list(self._options.pack)
        chance.shuffle(deck)
        dealer = chance.randrange(len(self._players)) if self._options.dealer_by_chance else None
        self.state = games.deal(self.state, deck, dealer)
        for seat, player in enumerate(self._players):
            if player.in_deal is not None:
                self._choices[seat] = player.in_deal(self._chance(f"habits {self.state.deal} {seat}"))

    def _claimed(self, turn: int) -> bool:
        """Let the first other player who wants the discard claim it (H-8). Return whether any did."""
        if not self._options.claims:
            return False
        for step in range(1, len(self._players)):
            seat = (turn + step) % len(self._players)
            view = games.view_for(self.state, seat)
            may = any(move.verb is Verb.CLAIM for move in view.moves)
            if may and self._players[seat].claims(view):
                self._apply((Move(seat, Verb.CLAIM),))
                return True
        return False

    def _act(self, seat: int) -> None:
        view, seed = games.view_for(self.state, seat), next(self._seeds)
        moves = self._timed(seat, view, seed)
        before = self.state
        try:
            self._apply(moves)
        except Refused as refused:
            wrong = str(refused)
        else:
            if moves:
                return
            wrong = "no move"
        text = "; ".join(map(str, moves))
        self.faults.append(f"{self._players[seat].name}, game {self._seed}, move {self.played}: {text} ({wrong})")
        self.state = before
        self._apply((next(move for move in view.moves if move.verb in _PLAIN),))

    def _timed(self, seat: int, view: View, seed: int) -> tuple[Move, ...]:
        """Return a seat's choice, and record its time on the processor, which other programs don't change."""
        begin = thread_time()
        moves = self._choices[seat](view, seed)
        self.seconds[seat].append(thread_time() - begin)
        return moves

    def _apply(self, moves: Sequence[Move]) -> None:
        for move in moves:
            self.state = games.apply(self.state, move, self._reshuffled)

    def _reshuffled(self, pile: Sequence[Card]) -> Sequence[Card]:
        return self._chance(f"reshuffle {self.state.deal}").sample(pile, len(pile))

    def _chance(self, what: str) -> Random:
        """Return the random generator for one purpose in this game; the same seed always gives the same one."""
        return Random(f"{self._seed} {what}")  # noqa: S311 - games to measure with


VARIANTS: Final = (Variant.GIN, Variant.BASIC, Variant.GERMAN, Variant.RUM500)
GAMES: Final = 200
PROCESSES: Final = 2
P95: Final = 50.0
"""The limit for the 95th percentile of the time per move, in milliseconds."""
LONGEST: Final = 250.0
"""The limit for the time of any one move, in milliseconds."""
NAMES: Final = (*Level, *OTHERS, *OPPONENTS)
"""The names of all players."""
_CHUNK: Final = 10
_Z: Final = 1.96
_LADDER: Final = (("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("expert", "hard"))
_GIN_MATCHES: Final = (*_LADDER, ("hard", "baseline"), ("expert", "baseline"), ("expert", "patient"))
_MELDS_MATCHES: Final = (
    *_LADDER,
    *((better, *(worse,) * others) for others in (2, 3) for better, worse in _LADDER[1:]),
)
_MATCHES: Final[Mapping[Family, tuple[tuple[str, ...], ...]]] = {Family.GIN: _GIN_MATCHES, Family.MELDS: _MELDS_MATCHES}
_GOALS: Final[Mapping[tuple[str, ...], float]] = {
    ("easy", "random"): 90.0,
    ("normal", "easy"): 55.0,
    ("hard", "normal"): 55.0,
    ("expert", "hard"): 55.0,
    ("hard", "baseline"): 62.0,
    ("expert", "baseline"): 68.0,
    **dict.fromkeys([("hard", "holder"), ("hard", "late4")], 50.0),
    **dict.fromkeys([("normal", "holder"), ("normal", "late4")], 35.0),
    **dict.fromkeys([("easy", "holder"), ("easy", "late4")], 20.0),
    ("easy", "beginner"): 65.0,
}
"""Goals with two seats, by players: the percentage of games that the first player wins against the second, at least.

For Easy against opponents, it's at most.
"""
_OPPONENT_GOALS: Final[Mapping[Variant, Mapping[str, float]]] = {
    Variant.GIN: {**dict.fromkeys(KNOCKS_UNTIL, 54.0), "simple": 77.0, "hunter": 60.0, "early": 60.0, "safe": 60.0},
    Variant.BASIC: {"lays-at-once": 68.0, "holder": 63.0, "late4": 63.0, "mixed-holder": 57.0},
    Variant.GERMAN: {"lays-at-once": 68.0, "holder": 65.0, "late4": 65.0, "mixed-holder": 57.0},
    Variant.RUM500: {"lays-at-once": 60.0, "hoarder": 60.0},
}
"""Goals of Expert with two seats, by opponent, with or without pairs; with more seats it's more than its share."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the game, and the players, of whom the first one's wins are counted."""

    variant: Variant
    players: tuple[str, ...]

    @property
    def name(self) -> str:
        """The players and the game in words."""
        first, *others = self.players
        against = f"{len(others)} x {others[0]}" if len(others) > 1 and len(set(others)) == 1 else ", ".join(others)
        return f"{first} against {against} in {self.variant}"

    @property
    def goal(self) -> float | None:
        """The percentage of games that the first player should win; None if there's no goal."""
        share = 100 / len(self.players)
        opponent = self.players[1] if len(set(self.players[1:])) == 1 else ""
        if len(self.players) > 2:
            pooled = self.players[0] in (Level.HARD, Level.EXPERT) and opponent in OPPONENTS
            return share if pooled or (self.players[:2] in _LADDER and opponent) else None
        if self.players[0] == Level.EXPERT and opponent in OPPONENTS:
            return _OPPONENT_GOALS.get(self.variant, {}).get(opponent.removesuffix(PAIRS))
        return _GOALS.get(self.players)


def rows(
    variants: Sequence[Variant] = VARIANTS,
    players: tuple[str, ...] = (),
    games: int = GAMES,
    processes: int = PROCESSES,
    first: int = 0,
) -> Iterator[Row]:
    """Play a match between ``players`` in each variant, by default all matches. Yield two rows per match: wins, times.

    ``games`` is rounded up so that every game is played from each seat. ``first`` is the number of the first game; a
    number always stands for the same cards. Against OpenSpiel's bot they are deals in its gin, for points. ValueError
    for unknown players, or too many of them.
    """
    if players[1:] == (open_spiel.NAME,):
        yield open_spiel.row(open_spiel.level_for(players[0], variants), games, processes, first)
        return
    for variant in variants:
        for names in (players,) if players else matches_of(variant):
            match = Match(variant, names)
            results = played(match, games, processes, first)
            yield wins_row(match, results, first)
            yield times_row(match, results)


def matches_of(variant: Variant) -> tuple[tuple[str, ...], ...]:
    """Return the matches of a variant: those of its family, or where two are too few each level against more."""
    least = PRESETS[variant].seat_counts[0]
    usual = _MATCHES[PRESETS[variant].family] if least == 2 else _LADDER
    return tuple((*names, *names[-1:] * (least - 2)) for names in usual)


def played(match: Match, games: int, processes: int = 1, first: int = 0) -> list[Played]:
    """Play a match. The values of each result are in the order of the match's players."""
    seats = len(match.players)
    check_names(match.players)
    options = options_for(match.variant, {}, seats)
    deals = range(first, first + -(-games // seats))
    chunks = [(match, options, deals[at : at + _CHUNK]) for at in range(0, len(deals), _CHUNK)]
    if processes == 1:
        return [one for chunk in chunks for one in _chunk(chunk)]
    with ProcessPoolExecutor(processes) as pool:
        return [one for part in pool.map(_chunk, chunks) for one in part]


def check_names(names: Iterable[str]) -> None:
    """Raise ValueError for a name that no player has."""
    for name in names:
        if name not in NAMES:
            raise ValueError(f"no such player: {name}; players: {', '.join(NAMES)}")


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share of wins (Wilson score interval)."""
    share, z = wins / games, _Z * _Z / games
    middle, half = share + z / 2, _Z * sqrt(share * (1 - share) / games + z / games / 4)
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


def _chunk(chunk: tuple[Match, Options, Iterable[int]]) -> list[Played]:
    """Play some games of a match, each from every seat. One argument, since `ProcessPoolExecutor.map` passes one."""
    match, options, deals = chunk
    players, done = [contestant(name) for name in match.players], list[Played]()
    for deal in deals:
        for turned in range(len(players)):
            one = play(options, [*players[turned:], *players[:turned]], f"{match.variant} {deal}")
            at = len(players) - turned
            done.append(
                Played(
                    (*one.shares[at:], *one.shares[:at]),
                    (*one.seconds[at:], *one.seconds[:at]),
                    one.faults,
                )
            )
    return done


def wins_row(match: Match, results: Sequence[Played], first: int = 0) -> Row:
    """Return the row with the percentage of games that the first player won; ``first`` is the first game's number."""
    wins, faults = sum(one.shares[0] for one in results), [fault for one in results for fault in one.faults]
    low, high = interval(wins, len(results))
    player, goal, pooled = match.players[0], match.goal, match.players[1] in OPPONENTS
    if goal is not None and pooled and player == Level.HARD and len(match.players) > 2:
        goal -= round(50 * (high - low), 1)  # its share, less what may be chance
    longest = 1000 * max(second for one in results for second in one.seconds[0])
    faults += [f"a move took {longest:.0f} ms"] if longest > LONGEST else []
    last = first + len(results) // len(match.players) - 1
    return Row(
        f"{match.name}, {len(results):,} mirrored games",
        "% won",
        100 * wins / len(results),
        better=Better.LESS if pooled and player == Level.EASY else Better.MORE,
        limit=goal,
        notes=(f"95% interval {100 * low:.1f} to {100 * high:.1f}", f"seeds {first} to {last}"),
        faults=tuple(faults[:5]) + ((f"{len(faults)} illegal or missing moves",) if len(faults) > 5 else ()),
    )


def times_row(match: Match, results: Sequence[Played]) -> Row:
    """Return the row with the time that the first player's moves took."""
    took = sorted(1000 * second for one in results for second in one.seconds[0])
    note = f"median {median(took):.2f} ms, longest {took[-1]:.1f} ms, {len(took):,} moves"
    name = f"{match.players[0]} in {match.variant}, p95"
    return Row(name, "ms/move", _p95(took), {}, Better.LESS, limit=P95, notes=(note,))


def _p95(sorted_times: Sequence[float]) -> float:
    """Return the 95th percentile of sorted times."""
    return sorted_times[min(len(sorted_times) - 1, int(0.95 * len(sorted_times)))]


_REFERENCES: Final = {Family.GIN: ("baseline",), Family.MELDS: ()}
"""The reference players of each family."""


def opponents(player: str, variant: Variant) -> tuple[str, ...]:
    """Return the names of a player's opponents in a game."""
    family = PRESETS[variant].family
    own = [name for name, one in OPPONENTS.items() if one.family is family and one.only in (None, variant)]
    return tuple(name for name in (*own, *_REFERENCES[family], *Level) if name != player)


def pool_rows(
    player: str,
    *,
    variants: Sequence[Variant] = VARIANTS,
    seats: Sequence[int] = (2,),
    games: int = GAMES,
    processes: int = PROCESSES,
    first: int = 0,
) -> Iterator[Row]:
    """Play against each opponent, in each variant and with each number of seats. Yield the results, then the worst.

    With three or four seats all others are the same opponent. ``games``, ``processes`` and ``first`` are those of
    `rows`. ValueError for an unknown player, or if no variant has so many seats.
    """
    tables = [(variant, count) for variant in variants for count in seats if count in PRESETS[variant].seat_counts]
    if not tables:
        raise ValueError(f"{', '.join(variants)} can't be played with {' or '.join(map(str, seats))} seats")
    for variant, size in tables:
        done = []
        for opponent in opponents(player, variant):
            match = Match(variant, (player, *(opponent,) * (size - 1)))
            results = played(match, games, processes, first)
            row = wins_row(match, results, first)
            yield row
            done.append((row.ours, sum(one.shares[0] for one in results), len(results), opponent))
        missing = ""
        if variant is Variant.GIN and player in list(Level):
            if open_spiel.installed():
                yield open_spiel.row(Level(player), games, processes, first)
            else:
                missing = open_spiel.MISSING
        yield _worst(f"{player} in {variant}, {size} seats, worst of {len(done)} opponents", done, missing)


def _worst(name: str, done: Sequence[tuple[float, float, int, str]], missing: str = "") -> Row:
    """Return the row of the worst result, with a note on what is missing."""
    percent, wins, games, opponent = min(done)
    low, high = interval(wins, games)
    against = f"against {opponent}, 95% interval {100 * low:.1f} to {100 * high:.1f}"
    return Row(name, "% won", percent, notes=(against, *((missing,) if missing else ())))
