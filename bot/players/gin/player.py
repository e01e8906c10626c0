"""The computers of the gin family: Easy, Normal and Hard, and the entry in the table; `choosing` is the Expert."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.players.coaching import CoachTip
from bot.players.gin import choosing, hints
from bot.players.gin.discards import NEIGHBORS, PAIRS, Discard, big_gin, drawn, face_up, joins, knock, open_discards
from bot.players.levels import Budget, Level, Loose, to_discard
from bot.players.reasons import Hint
from bot.rummy.cards import FULL_MASK, POINTS, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.game import LAST_STOCK
from bot.rummy.gin.state import HAND
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View

_MISSED_TAKE: Final = 0.25
"""The chance to overlook that a face-up card joins a meld."""
_MISSED_KNOCK: Final = 0.35
"""The chance to overlook a knock in a turn."""
_SPREAD: Final = 12
"""Discards that leave up to this much more deadwood than the best one are considered."""
_GAIN: Final = 2
"""The weight of a point of deadwood that the next card may save."""
_GIN: Final = 30
"""The points credited for the chance that the next card makes gin."""
_DANGER: Final = 3
"""The points charged to a discard for the chance that it makes a meld for the opponent."""
_LITTLE: Final = 4
"""The most deadwood to knock with, as long as the deal doesn't end without points in this turn (G-11)."""


class GinPlayer:
    """Plays the games of the gin family."""

    def choose(self, view: View, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:
        """Choose the one move that the seat makes now."""
        return (replace(_chosen(gin_view(view).as_pair(), level, seed, budget), seat=view.turn or 0),)

    def claims(self, view: View, level: Level) -> bool:  # noqa: ARG002 - same signature for every family
        """Return False: nothing can be claimed in gin."""
        return False

    def hint(self, view: View, moves: Sequence[Move]) -> Hint:
        """Return an Expert's move with the reason for it."""
        gin = gin_view(view).as_pair()
        found = hints.hint(gin, replace(moves[0], seat=gin.turn or 0))
        return replace(found, move=moves[0])

    def tips(self, view: View, advice: Sequence[Move]) -> Iterator[CoachTip]:
        """Yield what a coach can truly say now, the most fitting line first."""
        gin = gin_view(view).as_pair()
        return hints.tips(gin, [replace(move, seat=gin.turn or 0) for move in advice])

    def at_random(self, view: View, rng: Random) -> tuple[Move, ...]:
        """Make any legal move."""
        return (rng.choice(view.moves),) if view.moves else ()


def gin_view(view: View) -> GinView:
    """Return a view as one of the gin family. ValueError if it is of another game."""
    if not isinstance(view, GinView):
        raise ValueError(f"this player can't play {view.options.variant}")  # noqa: TRY004 - a wrong choice of player
    return view


def _chosen(view: GinView, level: Level, seed: int, budget: Budget) -> Move:
    """Choose the move of the seat on turn in a deal of two."""
    seat = view.turn or 0
    called = big_gin(view, seat) if view.phase is Phase.DISCARD else None
    if called is not None:
        return called
    match level:
        case Level.EASY:
            return _easy(view, seat, seed)
        case Level.NORMAL:
            return _normal(view, seat)
        case Level.HARD:
            return _hard(view, seat, budget)
        case Level.EXPERT:
            return choosing.choose(view, seat, budget)


def _easy(view: GinView, seat: int, seed: int) -> Move:
    """Play as a beginner, who sees melds, but hangs on to high pairs, and overlooks some takes and knocks, but no gin.

    What it overlooks depends on the seed.
    """
    dice = Random(f"{seed} {view.deal} {view.turns} {seat}")  # noqa: S311 - a player's whim, not a shuffle
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(hand, card) and dice.random() >= _MISSED_TAKE)
    found = open_discards(hand, view.taken)
    left = found[0].deadwood
    if left == 0 or (left <= view.knock_limit and dice.random() >= _MISSED_KNOCK):
        return knock(view, seat, found[0].card)
    loose = [Loose(card, POINTS[card]) for card in arrange(hand).loose if card != view.taken]
    return Move(seat, Verb.DISCARD, to_discard(loose, dice) if loose else found[0].card)


def _normal(view: GinView, seat: int) -> Move:
    """Play by the rules of thumb: look only at the own cards, and knock as soon as possible."""
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(hand, card))
    found = open_discards(hand, view.taken)
    if found[0].deadwood <= view.knock_limit:
        return knock(view, seat, found[0].card)
    return Move(seat, Verb.DISCARD, _loneliest(hand, found).card)


def _loneliest(hand: CardMask, found: Sequence[Discard]) -> Discard:
    least = [choice for choice in found if choice.deadwood == found[0].deadwood]
    return min(least, key=lambda choice: (NEIGHBORS[choice.card] & hand).bit_count())


@dataclass(frozen=True, slots=True)
class GinCount:
    """The cards that a seat hasn't seen, and the ones that it saw the opponent take."""

    unseen: CardMask
    known: CardMask
    held: float  # the chance that the opponent holds an unseen card

    def chance(self, card: Card) -> float:
        """Return the chance that the opponent holds a card."""
        if self.known >> card & 1:
            return 1.0
        return self.held if self.unseen >> card & 1 else 0.0

    def danger(self, card: Card) -> float:
        """Return the chance that the opponent can meld a card with two of theirs, taking these as independent."""
        misses = 1.0
        for one, other in PAIRS[card]:
            misses *= 1 - self.chance(one) * self.chance(other)
        return 1 - misses


def _hard(view: GinView, seat: int, budget: Budget) -> Move:
    """Count the unseen cards: keep what can become melds, hold back what the opponent may need, knock with little.

    It doesn't draw conclusions from what the opponent discards or leaves, and ignores the score.
    """
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(hand, card))
    found = open_discards(hand, view.taken)
    most = view.knock_limit if view.stock == LAST_STOCK else min(view.knock_limit, _LITTLE)
    if found[0].deadwood <= most:
        return knock(view, seat, found[0].card)
    return Move(seat, Verb.DISCARD, _cheapest(hand, found, counted(view, seat), budget))


def counted(view: GinView, seat: int) -> GinCount:
    """Count the cards that a seat hasn't seen."""
    known = mask_of(view.known[1 - seat])
    unseen = FULL_MASK & ~mask_of(view.hand) & ~mask_of(view.discards) & ~known
    return GinCount(unseen, known, (HAND - known.bit_count()) / unseen.bit_count())


def _cheapest(hand: CardMask, found: Sequence[Discard], count: GinCount, budget: Budget) -> Card:
    many = max(1, budget.positions // count.unseen.bit_count())
    near = [choice for choice in found if choice.deadwood <= found[0].deadwood + _SPREAD]
    return min(near[:many], key=lambda choice: _cost(hand ^ 1 << choice.card, choice, count)).card


def _cost(kept: CardMask, choice: Discard, count: GinCount) -> float:
    """Return what a discard costs in points: deadwood and danger, less what the next card may bring."""
    gain = gins = 0
    for card in cards_in(count.unseen):
        more = kept | 1 << card
        if deadwood(more) < choice.deadwood + POINTS[card]:
            least = min([left for _, left in discards(more)])
            gain += choice.deadwood - least
            gins += least == 0
    saved = (_GAIN * gain + _GIN * gins) / count.unseen.bit_count()
    return choice.deadwood - saved + _DANGER * count.danger(choice.card)
