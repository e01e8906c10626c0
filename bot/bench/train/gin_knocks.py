"""What an Expert of gin expects of waiting when it could knock, and how opponents of each kind end their deals.

An Expert plays games against opponents who knock by a rule. Each possible knock is counted against the opponent's real
hand, and the deal is played on without it, from a stock in a new order. The difference is what waiting gains.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from bot.bench.arena import contestant
from bot.bench.opponents.named import Choice
from bot.bench.rows import Row
from bot.bench.train import fitting
from bot.players.gin.choosing import Comparison, KnockOrWait, choose, compare, judged, left_after, played_on
from bot.players.gin.discards import Discard
from bot.players.gin.reading import GinReading
from bot.players.levels import Level
from bot.rummy.cards import PACK
from bot.rummy.families import Variant
from bot.rummy.gin import game
from bot.rummy.gin.game import GinState, view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

AGAINST: Final = ("eager", "patient", "ten-until-4", "ten-until-8", "normal", "hard")
"""The opponents, each in the same number of games."""
_EARLY: Final = 8
"""In the first round of training an Expert knocks before this turn, sooner if the opponent is eager, and then waits."""
_SOONER: Final = 6
_ROUNDS: Final = 2
_BUDGET: Final = Level.EXPERT.budget


@dataclass(frozen=True, slots=True)
class Waited:
    """A turn with a possible knock: the points that waiting gained in deals played out, and that it really gained."""

    expected: float
    gained: float


def turns_to_wait(opponent: str, games: int, first: int, comparison: Comparison) -> Iterator[Waited]:
    """Play games against an opponent, and yield what waiting gained in each turn that allows a knock.

    A number always stands for the same cards.
    """
    for number in range(first, first + games):
        rng = Random(f"gin knocks {opponent} {number}")  # noqa: S311 - games to learn from
        seat, state = number % 2, game.new_game(GIN_PRESETS[Variant.GIN], number // 2 % 2)
        while state.phase is not Phase.OVER:
            state = game.deal(state, rng.sample(PACK, len(PACK)))
            player = contestant(opponent)
            deal = _Deal(seat, player.in_deal(rng) if player.in_deal else player.choose, comparison, rng)
            while state.phase not in (Phase.DEAL, Phase.OVER):
                if state.turn == seat and state.phase is Phase.DISCARD:
                    yield from deal.waited(state)
                state = deal.after(state)


@dataclass(frozen=True, slots=True)
class _Deal:
    """How both players play a deal."""

    seat: int
    opponent: Choice
    comparison: Comparison
    rng: Random

    def after(self, state: GinState) -> GinState:
        """Return the state after the next move."""
        view: GinView = view_for(state, state.turn)
        if state.turn == self.seat:
            return game.apply(state, choose(view, self.seat, _BUDGET, self.comparison))
        return game.apply(state, self.opponent(view, self.rng.getrandbits(32))[0])

    def waited(self, state: GinState) -> Iterator[Waited]:
        """Yield what waiting gains, if the seat could knock."""
        judgment = judged(view_for(state, self.seat), self.seat, _BUDGET, self.comparison)
        reading, end = judgment.reading, judgment.end
        if end is None or end.compared is None or reading.last:
            return
        wait, true = judgment.looked[0], replace(reading, hands=(state.hands[1 - self.seat],))
        now = reading.stakes.of_knock(end.choice.deadwood, left_after(true, end.choice)[0], knocker=0)
        stock = self.rng.sample(state.stock, len(state.stock))
        state = replace(state, deck=state.deck[: state.gone] + bytes(stock))
        state = game.apply(state, Move(self.seat, Verb.DISCARD, wait.card))
        while state.phase not in (Phase.DEAL, Phase.OVER):
            state = self.after(state)
        points, needs = state.deals[-1].points, reading.stakes.needs
        lead = points[self.seat] - points[1 - self.seat]
        expected = reading.stakes.of_knocks(end.choice.deadwood, left_after(reading, end.choice))
        yield Waited(played_on(reading, wait.card) - expected, max(-needs[1], min(lead, needs[0])) - now)


def rows(games: int, first: int) -> Iterator[Row]:
    """Train, and yield a row per round with the weights in its note: Expert knocks by a rule, then by these weights."""
    comparison: Comparison = _by_rule
    for number in range(_ROUNDS):
        start = first + number * games
        found = [one for name in AGAINST for one in turns_to_wait(name, games, start, comparison)]
        always, share = fitting.linear([(1.0, one.expected) for one in found], [one.gained for one in found])
        note = f"always {always:.2f}, share {share:.2f}"
        yield Row(f"gin knock or wait, round {number + 1}", "turns", len(found), notes=(note,))
        comparison = partial(compare, gains=(always, share))


def _by_rule(reading: GinReading, _: Discard, __: Discard) -> KnockOrWait:
    """Knock early, and then wait."""
    return KnockOrWait(0.0, reading.turns + _SOONER * reading.eager - _EARLY)
