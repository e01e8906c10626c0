"""The computers of Basic and German Rummy: Easy, Normal, Hard, and the entry in the table; `choosing` is the Expert."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from bot.laydown import Plan, Position, best_discards, best_plan, pile_takes, position_of
from bot.players.arithmetic import added
from bot.players.coaching import CoachTip
from bot.players.levels import Budget, Level, Loose, to_discard
from bot.players.melds import choosing, hints, rum, turns
from bot.players.melds.laying import holds_in_a_crowd, opens_by_points
from bot.players.melds.outlook import MeldsCount, completing, counted, without
from bot.players.melds.turns import drawn, finished, helps
from bot.players.reasons import Hint
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View

_LAYS: Final = 0.5
"""The probability that a random player lays the best lay-down."""
# Chosen by hand for at most 20% against `holder` and `late4`. In German Rummy Easy won 19 to 25% against `late4` while
# it overlooked nine takes of ten and all lay-offs, but no new melds, and 25% with 70% of takes and lays overlooked.
_MISSED: Final = 0.135
"""The chance of Easy to overlook that the top discard helps, or in a turn what else it can lay after its first melds.

It's this for each card that is dealt beyond `_SIMPLE`: more cards confuse it.
"""
_SIMPLE: Final = 6
# Chosen by hand. With thirteen cards and the chance above, Easy lost 95% of 500 Rum against random moves.
_MISSED_POINTS: Final = 0.25
"""The same where what is laid counts, which a beginner sees more easily (R-12)."""
# Chosen by hand, so that it's as far from Normal to Hard as from there to Expert: in these games the levels were close.
_SOMETIMES: Final = 0.45
"""The chance of Normal to overlook the same as Easy in a turn: in games opened by points, and where many lay (H-18)."""
# Chosen by hand for the same reason. In Remi 51 Expert won 17.8% of 1,200 games against five Hards that overlooked
# nothing, 18.8% of 480 with 0.15, and 38.4% of 1,200 against five that always did.
_DISTRACTED: Final = 0.25
"""The same for Hard where many lay."""
_FEW: Final = 2
"""Normal holds its melds while at most this many cards would be left after laying and a discard.

In games that are opened by points Hard does that, and Normal lays as soon as it can.
"""
# Coarse numbers for Expert's decision, chosen by hand. Against `holder` in German Rummy, 7 cards at first won as many
# games, 9 2% fewer, 3 or 5 as the answer as many; in Basic Rummy, 6 cards and 3 as the answer in all turns 2% fewer.
_PATIENCE: Final = 8
"""Hard holds them while at most this many would be left, as long as nobody else has laid any."""
_IMPATIENCE: Final = 0.5
"""How many cards fewer with each of its turns."""
_ANSWER: Final = 4
"""The same once another player has laid melds."""
_NEAR: Final = 3
"""It lays at once if another player has this many cards or fewer: without that, 13% less against `lays-at-once`."""
_LATE: Final = 2
"""Nothing is held once the stock lasts for this many turns of each seat, if hands count at its end (D-12)."""
_COMPANY: Final = 0.05
"""The weight of the chance that a card becomes one of a pair, where the chance of a meld weighs 1."""
POINT: Final = 0.01
"""The weight of a point less in hand."""
_THREE: Final = 3
"""With more seats than this, Hard ignores points if one deal nearly wins the game: 4% more wins; with three 4% less."""


class MeldsPlayer:
    """Plays the games with melds on the table."""

    def choose(self, view: View, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:
        """Choose the draw, or everything the seat lays this turn and then the discard."""
        melds = melds_view(view)
        if level is not Level.EASY and rules_for(melds.options).laid_counts:
            return rum.choose(melds, level, _loneliest)
        match level:
            case Level.EASY:
                return _easy(melds, seed)
            case Level.NORMAL:
                return _normal(melds, seed)
            case Level.HARD:
                return _hard(melds, seed)
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
        return hints.tips(melds_view(view), advice)

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
            after = replace(position, hand=plan.left, melds=(), opened=True, laid=0, owed=0, due=False)
            return (*plan.steps, Move(position.seat, Verb.DISCARD, rng.choice(best_discards(after))))
        discards = [move for move in melds.moves if move.verb is Verb.DISCARD]
        return (rng.choice(discards),) if discards else turns.undone(melds)


def melds_view(view: View) -> MeldsView:
    """Return a view as one of a game with melds on the table. ValueError if it is of another game."""
    if not isinstance(view, MeldsView):
        raise ValueError(f"this player can't play {view.options.variant}")  # noqa: TRY004 - a wrong choice of player
    return view


def _easy(view: MeldsView, seed: int) -> tuple[Move, ...]:
    """Play as a beginner, who hangs on to high pairs, and overlooks many takes, and what to lay after its first melds.

    What it overlooks depends on the seed. It never overlooks a lay-down that wins the deal. Of the cards that it could
    take from below, it takes the one nearest to the top (R-6).
    """
    dice = _dice(view, seed)
    confused = _MISSED * (view.options.hand_size(len(view.counts)) - _SIMPLE)
    missed = dice.random() < (_MISSED_POINTS if rules_for(view.options).laid_counts else confused)
    if view.phase is Phase.DRAW:
        below = [] if missed else [*pile_takes(view)]
        if below:
            return (below[-1].move,)
        return drawn(view, take=helps(view) and (not missed or view.discards[-1] == JOKER))
    position = position_of(view)
    plan = best_plan(position)
    lays = plan.out or any(view.staged) or not position.opened or not missed
    return finished(view, plan, plan.steps if lays else (), partial(_dear, dice=dice))


def _dear(position: Position, _: Sequence[Card], free: Sequence[Card], dice: Random) -> Card:
    values = position.rules.hand_values
    return to_discard([Loose(card, values[card]) for card in free], dice)


def _dice(view: MeldsView, seed: int) -> Random:
    """Return what decides a player's whims in a turn."""
    return Random(f"{seed} {view.deal} {view.turns} {view.seat}")  # noqa: S311 - not a shuffle


def _normal(view: MeldsView, seed: int) -> tuple[Move, ...]:
    """Play by the rules of thumb: look only at the own cards, and hold melds only if few other cards are left.

    A card that has to be laid (H-18) is taken and laid in one go. So one that is still due was taken by a player whose
    time ran out, and it's given back. In games that are opened by points it lays as soon as it can. There, and where
    many lay, it often overlooks a card to take, or what fits after its first melds.
    """
    if view.due is not None:
        return turns.undone(view)
    rules = rules_for(view.options)
    hasty = opens_by_points(rules)
    missed = (hasty or _is_confusing(view, rules)) and _dice(view, seed).random() < _SOMETIMES
    if view.phase is not Phase.DRAW:
        return _played(view, hasty=hasty, missed=missed)
    take = helps(view) and (not missed or view.discards[-1] == JOKER)
    played = _played(turns.after_take(view), hasty=hasty, missed=False) if take and turns.has_to_use(view) else ()
    return (*drawn(view, take=take), *played)


def _is_confusing(view: MeldsView, rules: MeldRules) -> bool:
    """Return whether many lay, in games where a card that is taken has to be laid (H-18): some overlook something."""
    return rules.use_taken and len(view.counts) > 2


def _played(view: MeldsView, *, hasty: bool, missed: bool) -> tuple[Move, ...]:
    position = position_of(view)
    plan = best_plan(position)
    lays = plan.out or any(view.staged) or not position.opened or not missed
    return finished(view, plan, _laid(view, plan, 0 if hasty else _FEW) if lays else (), _loneliest)


def _laid(view: MeldsView, plan: Plan, holds: float) -> Sequence[Move]:
    """Return the steps of a lay-down, or none to hold its melds, if at most ``holds`` cards would be left.

    Nobody can lay off on melds that are still in the hand, and going out in one turn counts double (B-12, D-14).
    """
    position = position_of(view)
    rules = position.rules
    late = not rules.stalemate and view.stock <= _LATE * len(view.counts)
    if plan.out or any(view.staged) or position.opened or rules.one_meld or late:
        return plan.steps
    return plan.steps if len(plan.left) - 1 > holds else ()


def _loneliest(position: Position, left: Sequence[Card], free: Sequence[Card]) -> Card:
    rules = position.rules
    return min(free, key=lambda card: (_partners(card, left, rules), -rules.hand_values[card], card))


def _partners(card: Card, cards: Sequence[Card], rules: MeldRules) -> int:
    return sum(bool(completing(card, other, rules)) for other in cards if JOKER not in (card, other))


def _hard(view: MeldsView, seed: int) -> tuple[Move, ...]:
    """Count the unseen cards and those that others hold, and keep the cards that most unseen ones can still complete.

    It holds its melds while it may go out in one turn: as long as few enough other cards are left. Where many lay, it
    sometimes overlooks a card to take, or what fits after its first melds.
    """
    rules, seats = rules_for(view.options), len(view.counts)
    missed = _is_confusing(view, rules) and _dice(view, seed).random() < _DISTRACTED
    if view.phase is Phase.DRAW:
        return drawn(view, take=helps(view) and (not missed or view.discards[-1] == JOKER))
    position = position_of(view)
    plan = best_plan(position)
    point = 0.0 if seats > _THREE and holds_in_a_crowd(rules, seats) else POINT
    choose = partial(most_hopeful, counted(view, position.rules), point)
    lays = plan.out or any(view.staged) or not position.opened or not missed
    return finished(view, plan, _laid(view, plan, _patience(view, rules)) if lays else (), choose)


def _patience(view: MeldsView, rules: MeldRules) -> float:
    """Return with how many other cards Hard still holds its melds."""
    seats = len(view.counts)
    if holds_in_a_crowd(rules, seats):
        return len(view.hand)  # the points of one doubled deal nearly win the game
    if min(count for seat, count in enumerate(view.counts) if seat != view.seat) <= _NEAR:
        return 0
    if opens_by_points(rules):
        return _FEW
    return _ANSWER if any(view.opened) else _PATIENCE - _IMPATIENCE * view.turns / seats


def most_hopeful(
    count: MeldsCount, point: float, position: Position, left: Sequence[Card], free: Sequence[Card]
) -> Card:
    """Choose the discard after which the most unseen cards can complete the others; ``point`` weighs its value."""
    values = position.rules.hand_values
    return min(free, key=lambda card: (-_hopes(count, without(left, card)) - point * values[card], card))


def _hopes(count: MeldsCount, kept: Sequence[Card]) -> float:
    """Rate loose cards by the chance that the next one makes a meld of some, or a pair."""
    return count.chance(kept) + _COMPANY * added(count.company(other) for other in kept if other != JOKER)
