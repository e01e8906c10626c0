"""What choices in a gin deal bring: the deal goes on with each of them, over the same redeals; puzzles made of that.

A redeal is a hand that the opponent may hold by everything the seat saw, and an order of the stock. A seed determines
the redeals, and they are counted, so the same view, choices and seed give the same points on every machine.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from random import Random
from typing import Final

from bot.players.arithmetic import added
from bot.players.gin.choosing import Judgment, judged
from bot.players.gin.player import GinPlayer, gin_view
from bot.players.gin.playouts import PlayOut
from bot.players.gin.reading import PER_HAND, GinReading, reading_of
from bot.players.judged import Cost, Puzzle, PuzzlePosition, PuzzleWhy
from bot.players.levels import Budget, Level
from bot.rummy.cards import FULL_MASK, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.arrange import discards
from bot.rummy.gin.game import apply, view_for
from bot.rummy.gin.state import UPCARD, GinState
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import changes_from
from bot.rummy.views import Phase

_SAMPLED: Final = 6400
"""The hands sampled, of which only every so many-th is used: each follows from the one before, and resembles it."""
_Z: Final = 1.96
CLEARLY: Final = 3.0
"""By how many points the right answer of a puzzle is ahead of every other choice."""


class PlaysOn(StrEnum):
    """Who plays the deal on after a choice, in both seats."""

    SIMPLE = "simple"  # as in `playouts`: after this turn the seat waits for gin, the opponent knocks as its kind does
    HARD = "hard"
    EXPERT = "expert"


_LEVELS: Final = {PlaysOn.SIMPLE: Level.NORMAL, PlaysOn.HARD: Level.HARD, PlaysOn.EXPERT: Level.EXPERT}
_BUDGETS: Final = {**{level: level.budget for level in Level}, Level.EXPERT: Budget(500)}
"""An Expert that plays on samples half as many hands as at a table, for time."""


@dataclass(frozen=True, slots=True)
class Brought:
    """The points that each choice brought the seat, in the same redeals."""

    choices: tuple[Move, ...]
    points: tuple[tuple[int, ...], ...]

    @property
    def best(self) -> int:
        """The number of the choice that brought the most."""
        means = [self.mean(choice) for choice in range(len(self.choices))]
        return means.index(max(means))

    def mean(self, choice: int) -> float:
        """Return the points that a choice brought on average."""
        return added(self.points[choice]) / len(self.points[choice])

    def lost(self, choice: int) -> float:
        """Return the share of the redeals in which the opponent won points after a choice."""
        return sum(points < 0 for points in self.points[choice]) / len(self.points[choice])

    def cost(self, choice: int, than: int) -> Cost:
        """Return how much less a choice brought than another one."""
        pairs = zip(self.points[than], self.points[choice], strict=True)
        return cost_of([better - worse for better, worse in pairs])

    def clearly_best(self, least: float, above: float = 0.0) -> int | None:
        """Return the choice that is ahead of every other by this much, with an interval above a limit, or None."""
        best = self.best
        costs = [self.cost(other, best) for other in range(len(self.choices)) if other != best]
        return best if all(one.points >= least and one.low > above for one in costs) else None


def cost_of(differences: Sequence[float]) -> Cost:
    """Return the average of differences with its interval."""
    many = len(differences)
    middle = added(differences) / many
    half = _Z * sqrt(added([(one - middle) * (one - middle) for one in differences]) / (many - 1) / many)
    return Cost(middle, middle - half, middle + half)


def brought(view: GinView, choices: Sequence[Move], by: PlaysOn, redeals: int, seed: str) -> Brought:
    """Play the deal on from a view of the seat on turn with each choice, as many redeals as that.

    The game is one of two seats. Points count up to what either player still needs to win the game.
    """
    seat = view.turn or 0
    apart = max(1, _SAMPLED // redeals)
    budget = Budget(PER_HAND * apart * redeals)
    reading = reading_of(view, seat, budget, Random(f"{seed} hands"))  # noqa: S311 - cards to calculate with
    points: list[list[int]] = [[] for _ in choices]
    for number in range(redeals):
        redeal = _Redeal(view, seat, reading, number * apart, f"{seed} {number}")
        for brings, choice in zip(points, choices, strict=True):
            brings.append(redeal.points(choice, by))
    return Brought(tuple(choices), tuple(map(tuple, points)))


@dataclass(frozen=True, slots=True)
class _Redeal:
    view: GinView
    seat: int
    reading: GinReading
    number: int  # of the opponent's hand
    seed: str

    def points(self, choice: Move, by: PlaysOn) -> int:
        """Return what a choice brings."""
        chance, reading = Random(self.seed), self.reading  # noqa: S311 - cards to calculate with
        hand = reading.hands[self.number]
        stock = [card for card in cards_in(reading.unseen) if not hand >> card & 1]
        chance.shuffle(stock)
        state, end = apply(dealt_again(self.view, self.seat, hand, stock), choice), (Phase.DEAL, Phase.OVER)
        while state.phase not in end:
            if by is PlaysOn.SIMPLE and state.phase is Phase.DRAW and state.turn != self.seat:
                return self._simply(state, chance)
            state = apply(state, level_move(view_for(state, state.turn), _LEVELS[by], _BUDGETS[_LEVELS[by]]))
        points, (mine, theirs) = state.deals[-1].points, self.reading.stakes.needs
        return max(-theirs, min(mine, points[self.seat] - points[1 - self.seat]))

    def _simply(self, state: GinState, chance: Random) -> int:
        """Play on from the opponent's turn."""
        hands, reading = [state.hands[self.seat], state.hands[1 - self.seat]], self.reading
        until, limits = reading.untils[self.number], (0, reading.limit)
        return PlayOut(hands, state.discards[-1], list(state.stock), limits, until, reading.stakes).points(chance)


def level_move(view: GinView, level: Level, budget: Budget | None = None) -> Move:
    """Return the move of a level of computers."""
    return GinPlayer().choose(view, level, 0, budget or level.budget)[0]


def dealt_again(view: GinView, seat: int, other: CardMask, stock: Sequence[Card]) -> GinState:
    """Return a game as a seat sees it, with this hand of the opponent and these cards in the stock, the next first."""
    hands = [other, other]
    hands[seat] = mask_of(view.hand)
    gone = bytearray(52 - len(stock))  # nobody looks at the places of cards that are gone, but for the upcard's
    gone[UPCARD] = view.discards[0] if view.upcard is None else view.upcard
    return GinState(
        options=view.options,
        dealer=view.dealer,
        sheet=view.columns,
        phase=view.phase,
        deal=view.deal,
        turn=view.turn,
        hands=(hands[0], hands[1]),
        deck=bytes(gone) + bytes(stock),
        gone=len(gone),
        discards=bytes(view.discards),
        discarders=bytes(by for by in view.discarders if by is not None),
        drawn=view.drawn,
        took=view.taken is not None,
        turns=view.turns,
        quiet=view.quiet_turns,
        known=(mask_of(view.known[0]), mask_of(view.known[1])),
        deals=view.deals,
    )


@dataclass(frozen=True, slots=True)
class Effort:
    """How many redeals the simple moves, and Hard and Expert, play on for one verdict, and how far ahead is clear."""

    simple: int
    levels: int
    least: float = CLEARLY
    above: float = 0.0  # the limit of the interval

    def redeals(self, by: PlaysOn) -> int:
        """Return how many redeals one of them plays."""
        return self.simple if by is PlaysOn.SIMPLE else self.levels


SCREENING: Final = Effort(200, 60)
CONFIRMING: Final = Effort(400, 120, least=5.0, above=2.0)
"""With a fresh seed; what is just enough once is often not enough with the next one."""
CHECKING: Final = Effort(400, 120)
"""To check whether puzzles keep their verdict."""
_UNDERCUT: Final = 0.25
_OUTS: Final = 4
_THEIRS: Final = 0.45
_FEW: Final = 2
"""The limits of `PuzzleWhy`: shares of redeals, and unseen cards; chosen by hand."""


def verdict(
    view: GinView, choices: Sequence[Move], effort: Effort, seed: str
) -> tuple[int, Mapping[PlaysOn, Brought]] | None:
    """Return the choice that is clearly best whoever plays on, with what they brought; None if there's none."""
    found: dict[PlaysOn, Brought] = {}
    right = None
    for by in PlaysOn:
        found[by] = brought(view, choices, by, effort.redeals(by), seed)
        best = found[by].clearly_best(effort.least, effort.above)
        if best is None or right not in (None, best):
            return None
        right = best
    return None if right is None else (right, found)


def knock_or_wait(judgment: Judgment, seat: int) -> tuple[Move, Move] | None:
    """Return the best knock and the best discard to wait with; None without a choice: gin, or the deal's last turn."""
    end = judgment.end
    if end is None or end.compared is None or judgment.reading.last:
        return None
    return Move(seat, Verb.KNOCK, end.choice.card), Move(seat, Verb.DISCARD, judgment.looked[0].card)


def position_of(state: GinState, moves: Sequence[str]) -> PuzzlePosition:
    """Return a position from a state and the moves of its deal so far, as the seat on turn saw it, as a first deal."""
    seat = state.turn or 0
    seen = state.hands[seat] | mask_of(state.discards) | state.known[1 - seat]
    unseen = iter(cards_in(FULL_MASK & ~seen))
    deck = tuple(card if seen >> card & 1 else next(unseen) for card in state.deck)
    options = changes_from(state.options)
    return PuzzlePosition(state.options.variant.value, options, seat, state.dealer, deck, tuple(moves))


Wanted = Callable[[Move, Sequence[Level]], bool]
"""Whether a puzzle with this answer, chosen by these levels, is wanted: asked before the long part of judging it."""


def positions_in(states: Sequence[GinState], moves: Sequence[str]) -> list[PuzzlePosition]:
    """Return the turns of a deal in which there was a choice between a knock and waiting.

    ``states`` are as dealt and after each of the moves, in a game of two seats.
    """
    found = []
    for made, state in enumerate(states[:-1]):
        if state.phase is Phase.DISCARD:
            position = position_of(state, moves[:made])
            view = gin_view(position.view)
            least = min(left for _, left in discards(mask_of(view.hand)))
            if least <= view.knock_limit and knock_or_wait(judged(view, position.seat), position.seat):
                found.append(position)
    return found


def first_puzzle(positions: Sequence[PuzzlePosition], seed: str, wanted: Wanted = lambda _, __: True) -> Puzzle | None:
    """Return the first puzzle among positions: a deal gives one at most, since its others would give it away."""
    found = (puzzle_at(position, f"{seed} {at}", wanted) for at, position in enumerate(positions))
    return next((one for one in found if one is not None), None)


def puzzle_at(position: PuzzlePosition, seed: str, wanted: Wanted) -> Puzzle | None:
    """Return the puzzle of a position: to knock or to wait; None if neither is clearly best with two seeds.

    Most positions take a tenth of a second, puzzles up to twenty.
    """
    view = gin_view(position.view)
    judgment = judged(view, position.seat)
    choices = knock_or_wait(judgment, position.seat)
    if choices is None:
        return None
    quick = brought(view, choices, PlaysOn.SIMPLE, SCREENING.simple, f"{seed} screening").clearly_best(CLEARLY)
    if quick is None:
        return None
    solved = [level for level in Level if level_move(view, level).verb is choices[quick].verb]
    if not wanted(choices[quick], solved) or verdict(view, choices, SCREENING, f"{seed} screening") is None:
        return None
    confirmed = verdict(view, choices, CONFIRMING, f"{seed} confirming")
    if confirmed is None or confirmed[0] != quick:
        return None
    shown, simple = confirmed[1][PlaysOn.EXPERT], confirmed[1][PlaysOn.SIMPLE]
    costs = tuple(shown.cost(choice, quick).rounded() for choice in range(len(choices)))
    why, value = _why(choices[quick], judgment, simple)
    return Puzzle(position, choices, quick, costs, why, value, tuple(solved))


def _why(right: Move, judgment: Judgment, simple: Brought) -> tuple[PuzzleWhy, int]:
    """Return the reason for the right answer and its number."""
    future = judgment.looked[0].future
    outs, points = 0 if future is None else future.gins, round(simple.mean(0))
    undercut, theirs = simple.lost(0), simple.lost(1)
    if right.verb is Verb.KNOCK:
        if theirs >= _THEIRS:
            return PuzzleWhy.THEY_WIN, round(100 * theirs)
        return (PuzzleWhy.FEW_OUTS, outs) if outs <= _FEW else (PuzzleWhy.MUCH_NOW, points)
    if undercut >= _UNDERCUT:
        return PuzzleWhy.UNDERCUT, round(100 * undercut)
    return (PuzzleWhy.GIN_CLOSE, outs) if outs >= _OUTS else (PuzzleWhy.LITTLE_NOW, points)
