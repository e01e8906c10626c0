"""The entry of Basic and German Rummy in the table of computer players."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.laydown import best_discards, best_plan, position_of
from bot.players.coaching import CoachTip
from bot.players.levels import Budget, Level
from bot.players.melds import choosing, coach, easy, hard, hints, normal, turns
from bot.players.reasons import Hint
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View

_LAYS: Final = 0.5
"""The probability that a random player lays the best lay-down."""


class MeldsPlayer:
    """Plays the games with melds on the table."""

    def choose(self, view: View, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:
        """Choose the draw, or everything the seat lays this turn and then the discard."""
        melds = melds_view(view)
        match level:
            case Level.EASY:
                return easy.choose(melds, seed)
            case Level.NORMAL:
                return normal.choose(melds)
            case Level.HARD:
                return hard.choose(melds)
            case Level.EXPERT:
                return choosing.choose(melds, budget)

    def claims(self, view: View, level: Level) -> bool:
        """Return whether the seat claims the top discard out of turn (H-8); Easy overlooks that it could."""
        return level is not Level.EASY and turns.claims(melds_view(view))

    def hint(self, view: View, moves: Sequence[Move]) -> Hint:
        """Return the first of an Expert's moves with the reason for the whole turn."""
        return hints.hint(melds_view(view), moves)

    def tips(self, view: View, advice: Sequence[Move]) -> Iterator[CoachTip]:
        """Yield what a coach can truly say now, the most fitting line first."""
        return coach.tips(melds_view(view), advice)

    def at_random(self, view: View, rng: Random) -> tuple[Move, ...]:
        """Make any legal move; lay the best lay-down half of the time."""
        melds = melds_view(view)
        if melds.phase is not Phase.LAY:
            return (rng.choice(melds.moves),) if melds.moves else ()
        position = position_of(melds)
        plan = best_plan(position)
        if rng.random() < _LAYS and plan.steps:
            if not plan.left:
                return plan.steps
            after = replace(position, hand=plan.left, melds=(), opened=True, laid=0, owed=0)
            return (*plan.steps, Move(position.seat, Verb.DISCARD, rng.choice(best_discards(after))))
        return (rng.choice([move for move in melds.moves if move.verb is Verb.DISCARD]),)


def melds_view(view: View) -> MeldsView:
    """Return a view as one of a game with melds on the table. ValueError if it is of another game."""
    if not isinstance(view, MeldsView):
        raise ValueError(f"this player can't play {view.options.variant}")  # noqa: TRY004 - a wrong choice of player
    return view
