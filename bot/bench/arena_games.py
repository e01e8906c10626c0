"""Whole games between computer players: the contestants, one game from its seed, and the faults of their moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from time import thread_time
from typing import Final

from bot.bench.opponents.named import OPPONENTS, Choice
from bot.players.choose import choose, claims
from bot.players.games import player_for
from bot.players.gin.baseline import baseline, patient
from bot.players.levels import Level
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options
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


OTHERS: Final[Mapping[str, Choice]] = {"random": _at_random, "baseline": baseline, "patient": patient}
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


def _ended(options: Options, players: Sequence[Contestant], seed: str) -> "_Game":
    """Play a game to its end."""
    game = _Game(options, players, seed)
    while game.state.phase is not Phase.OVER and game.played < MOST_LINES:
        game.step()
    return game


class _Game:
    """A running game."""

    def __init__(self, options: Options, players: Sequence[Contestant], seed: str) -> None:
        self._players, self._seed, self._options = players, seed, options
        self._seeds, self._choices = count(1), [player.choose for player in players]
        self.state: State = games.new_game(options, len(players), self._chance("dealer").randrange(len(players)))
        self.seconds: tuple[list[float], ...] = tuple([] for _ in players)
        self.faults: list[str] = []
        self.played = 0

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
