"""What an Expert of gin expects of waiting when it could knock, and how opponents of each kind end their deals.

An Expert plays games against opponents who knock by a rule. Each possible knock is counted against the opponent's real
hand, and the deal is played on without it, from a stock in a new order. The difference is what waiting gains.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Final

from bot.bench.arena import contestant
from bot.bench.opponents.named import Choice
from bot.bench.rows import Row
from bot.bench.train import fitting
from bot.players.gin.choosing import Comparison, choose, compare, judged, left_after, terms_of_waiting
from bot.players.gin.reading import ENDS, end_of
from bot.players.levels import Level
from bot.rummy.cards import PACK
from bot.rummy.families import Variant
from bot.rummy.gin import game
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

AGAINST: Final = ("eager", "patient", "ten-until-4", "ten-until-8", "normal", "hard")
"""The opponents, each in the same number of games."""
_BUDGET: Final = Level.EXPERT.budget


@dataclass(frozen=True, slots=True)
class Waited:
    """A turn with a possible knock: the terms of what waiting gains, and the points that it gained."""

    terms: tuple[float, ...]
    gained: float


@dataclass(slots=True)
class GinLessons:
    """What games against an opponent teach: what waiting gained, and how and in which of its turns it ended deals."""

    waited: list[Waited] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    reached: Counter[int] = field(default_factory=Counter)
    ended: Counter[int] = field(default_factory=Counter)

    def note(self) -> str:
        """Return the shares for `bot.players.gin.reading`: of the deals by their end, of the turns that ended one."""
        deals = self.ends.total()
        ends = ", ".join(f"{end} {self.ends[end] / deals:.3f}" for end in ENDS)
        turns = " ".join(f"{self.ended[turn] / count:.3f}" for turn, count in sorted(self.reached.items()) if count)
        return f"{ends}; turns {turns}"


def lessons(opponent: str, games: int, first: int, comparison: Comparison) -> GinLessons:
    """Play games against an opponent. A number always stands for the same cards."""
    learned = GinLessons()
    for number in range(first, first + games):
        rng = Random(f"gin knocks {opponent} {number}")  # noqa: S311 - games to learn from
        seat, state = number % 2, game.new_game(GIN_PRESETS[Variant.GIN], number // 2 % 2)
        while state.phase is not Phase.OVER:
            state = game.deal(state, rng.sample(PACK, len(PACK)))
            player = contestant(opponent)
            deal = _Deal(seat, player.in_deal(rng) if player.in_deal else player.choose, comparison, rng)
            while state.phase not in (Phase.DEAL, Phase.OVER):
                ends, turn = state.phase is Phase.DISCARD, state.turns // 2
                if ends and state.turn == seat:
                    learned.waited += deal.waited(state)
                learned.reached[turn] += ends and state.turn != seat
                before, state = state, deal.after(state)
            result = state.deals[-1]
            learned.ends[end_of(result, 1 - seat, before.knock_limit)] += 1
            learned.ended[turn] += before.turn != seat and result.winner is not None
    return learned


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
        yield Waited(terms_of_waiting(reading, wait, expected), max(-needs[1], min(lead, needs[0])) - now)


def rows(games: int, first: int) -> Iterator[Row]:
    """Train, and yield a row per opponent, and one of the gains.

    While training, an Expert takes the deals that are played out at their word.
    """
    at_their_word = partial(compare, gains=(0.0, 0.0, 1.0))
    found: list[Waited] = []
    for name in AGAINST:
        learned = lessons(name, games, first, at_their_word)
        found += learned.waited
        yield Row(f"gin deals against {name}", "deals", learned.ends.total(), notes=(learned.note(),))
    gains = fitting.linear([one.terms for one in found], [one.gained for one in found])
    note = ", ".join(f"{name} {gain:.2f}" for name, gain in zip(("always", "early", "share"), gains, strict=True))
    yield Row("gin knock or wait", "turns", len(found), notes=(note,))
