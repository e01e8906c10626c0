"""Whole games between computer players: who plays, one game from its deals, and what went wrong in it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from typing import Final, TypeAlias

from bot.laydown import best_discards, best_plan, position_of
from bot.players.choose import choose
from bot.players.gin.baseline import baseline, patient
from bot.players.levels import Level
from bot.players.melds import choosing as melds
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.games import State
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options
from bot.rummy.refusals import Refused
from bot.rummy.views import GinView, MeldsView, Phase, View

_PLAIN: Final = (Verb.DISCARD, Verb.DRAW, Verb.PASS, Verb.UNDO)
"""What is done in place of a move that is none."""
_LONG: Final = 0.005
"""Seconds from which on a move is timed again."""
MOST_LINES: Final = 20_000
"""Moves after which a game counts as one that does not end."""

Choice: TypeAlias = Callable[[View, int], tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody who can play: what they do in their turn, and whether they claim a discard (H-8)."""

    name: str
    choose: Choice
    claims: Callable[[MeldsView, int], bool]


@dataclass(slots=True)
class Played:
    """A game that was played: each seat's share of the win, seconds a move of each seat, and what went wrong."""

    shares: tuple[float, ...]
    seconds: tuple[list[float], ...]
    faults: list[str] = field(default_factory=list)


def _never(*_: object) -> bool:
    """Claim nothing."""
    return False


def _gin_only(choice: Callable[[GinView, int], tuple[Move, ...]], view: View, seed: int) -> tuple[Move, ...]:
    """Let somebody play who knows gin only; ValueError in another game."""
    if not isinstance(view, GinView):
        raise ValueError(f"this contestant can't play {view.options.variant}")  # noqa: TRY004 - who was asked for
    return choice(view, seed)


def contestant(name: str) -> Contestant:
    """Find a contestant: a level, ``random``, or in gin ``baseline`` and ``patient``; ValueError if there is none."""
    if name in OTHERS:
        return Contestant(name, OTHERS[name], _never)
    level = Level(name)
    return Contestant(
        name,
        lambda view, seed: choose(view, level, seed),
        lambda view, seed: melds.claims(view, level, seed),
    )


def at_random(view: View, seed: int) -> tuple[Move, ...]:
    """Do anything that is allowed; with melds on the table lay, half of the time, what can be laid."""
    rng = Random(seed)  # noqa: S311 - a player's whim, not a shuffle
    if not isinstance(view, MeldsView) or view.phase is not Phase.LAY:
        return (rng.choice(view.moves),) if view.moves else ()
    position = position_of(view)
    plan = best_plan(position)
    if rng.random() < 0.5 and plan.steps:
        if not plan.left:
            return plan.steps
        laid = best_discards(replace(position, hand=plan.left, melds=(), opened=True, laid=0, owed=0))
        return (*plan.steps, Move(position.seat, Verb.DISCARD, rng.choice(laid)))
    return (rng.choice([move for move in view.moves if move.verb is Verb.DISCARD]),)


OTHERS: Final[Mapping[str, Choice]] = {
    "random": at_random,
    "baseline": partial(_gin_only, baseline),
    "patient": partial(_gin_only, patient),
}
"""Who plays beside the levels."""


def play(options: Options, players: Sequence[Contestant], seed: str) -> Played:
    """Play a game; its deals, and who deals first, follow from the seed, whoever sits where."""
    game = _Game(options, players, seed)
    while game.state.phase is not Phase.OVER and game.played < MOST_LINES:
        game.step()
    result = games.result_of(game.state)
    shares = [0.0] * len(players)
    if result is None:
        game.faults.append(f"a game that does not end: seed {seed}")
    else:
        for seat in result.winners:
            shares[seat] = 1 / len(result.winners)
    return Played(tuple(shares), game.seconds, game.faults)


class _Game:
    """A game that is being played."""

    def __init__(self, options: Options, players: Sequence[Contestant], seed: str) -> None:
        self._players, self._seed, self._options = players, seed, options
        self._seeds = count(1)
        self.state: State = games.new_game(options, len(players), self._chance("dealer").randrange(len(players)))
        self.seconds: tuple[list[float], ...] = tuple([] for _ in players)
        self.faults: list[str] = []
        self.played = 0

    def step(self) -> None:
        """Deal, let somebody claim, or let the seat to act do its moves."""
        if self.state.phase is Phase.DEAL:
            self._deal()
            return
        seat = self.state.turn
        assert seat is not None  # noqa: S101 - between a deal and its end somebody has to act
        self.played += 1
        if not self._claimed(seat):
            self._act(seat)

    def _deal(self) -> None:
        chance = self._chance(f"deal {self.state.deal + 1}")
        deck = list(self._options.pack)
        chance.shuffle(deck)
        dealer = chance.randrange(len(self._players)) if self._options.dealer_by_chance else None
        self.state = games.deal(self.state, deck, dealer)

    def _claimed(self, turn: int) -> bool:
        """Ask the others in turn whether they claim the discard (H-8)."""
        for step in range(1, len(self._players)):
            seat = (turn + step) % len(self._players)
            view = games.view_for(self.state, seat)
            if not isinstance(view, MeldsView) or view.claim is None:
                return False
            may = any(move.verb is Verb.CLAIM for move in view.moves)
            if may and self._players[seat].claims(view, next(self._seeds)):
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
        """Let a seat choose, and time it: the shortest of three times where it seems to take long.

        The same view and seed give the same moves, so what differs is what else the machine does.
        """
        took = []
        while True:
            begin = perf_counter()
            moves = self._players[seat].choose(view, seed)
            took.append(perf_counter() - begin)
            if len(took) == 3 or took[0] < _LONG:
                self.seconds[seat].append(min(took))
                return moves

    def _apply(self, moves: Sequence[Move]) -> None:
        for move in moves:
            self.state = games.apply(self.state, move, self._reshuffled)

    def _reshuffled(self, pile: Sequence[Card]) -> Sequence[Card]:
        return self._chance(f"reshuffle {self.state.deal}").sample(pile, len(pile))

    def _chance(self, what: str) -> Random:
        """Make the chance of one thing in this game, the same for the same seed."""
        return Random(f"{self._seed} {what}")  # noqa: S311 - games to measure with
