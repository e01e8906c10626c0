"""What a player can lay: what the bot suggests, what the picked cards could do, what may be thrown."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from bot.laydown import Plan, Position, best_discards, best_plan, first_value, position_of
from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import readings
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.views import MeldsView, Phase

Judge: TypeAlias = Callable[[Move], Refusal | None]
"""Says why a move of the player's is refused; None if it is allowed."""

LAYING: Final = (Verb.MELD, Verb.LAYOFF, Verb.SWAP)
"""What lays something on the table."""
_SUGGESTED: Final = 5
_SHORTEST_MELD: Final = 3
_TOO_EARLY: Final = (Reason.FIRST_MELD, Reason.INITIAL_FIRST)
_NOTHING: Final = Plan((), 0, (), out=False)


@dataclass(frozen=True, slots=True)
class Picks:
    """Cards that somebody has picked in a deal, which is counted from 1."""

    deal: int
    cards: tuple[Card, ...]

    def in_deal(self, deal: int) -> tuple[Card, ...]:
        """Give them in their deal, and none in any other."""
        return self.cards if self.deal == deal else ()


NO_PICKS: Final = Picks(0, ())


@dataclass(frozen=True, slots=True)
class Offers:
    """What the panel offers beside the table itself; out of turn nothing can be laid."""

    picks: tuple[Card, ...] = ()  # cards that the player has picked, sorted
    plan: Plan = _NOTHING  # the best that can be laid in this turn
    steps: tuple[Move, ...] = ()  # those of the plan that can be made on their own right now
    lays: tuple[Move, ...] = ()  # what can be done with the picked cards
    why_not: Refusal | None = None  # what is against laying them, where nothing can be done or they make a meld
    discards: tuple[Card, ...] = ()  # one of each, the best to throw first
    kept: Refusal | None = None  # why the card just taken is not among the discards (B-5)
    value: int = 0  # what the plan lays: while first melds have to reach a value, theirs, else all of it
    ready: int = 0  # what the first melds come to (D-7)
    advice: tuple[Move, ...] = ()  # what `bot.players.hints` says: the line of this turn

    @property
    def plays_all(self) -> bool:
        """Return whether there is more than one thing to lay."""
        return len(self.plan.steps) > 1

    @property
    def advises_laying(self) -> bool:
        """Return whether the advice is to lay something now, and not to hold it."""
        return any(move.verb in LAYING for move in self.advice)

    def advised(self, moves: Sequence[Move]) -> "Offers":
        """Return the same offers with advice for this turn; the card that it discards comes first in the list."""
        first = [move.named for move in moves if move.verb is Verb.DISCARD and move.card in self.discards]
        return replace(self, advice=tuple(moves), discards=tuple(dict.fromkeys((*first, *self.discards))))


def lays_now(view: MeldsView) -> bool:
    """Say whether it is for the player to lay and to discard."""
    return view.turn is not None and view.turn == view.seat and view.phase is Phase.LAY


def offers_for(view: MeldsView, picked: Picks, judge: Judge, *, unassisted: bool = False) -> Offers:
    """Find what there is to offer to the seat of ``view``, which has picked cards; those that are gone do not count.

    On an unassisted table nothing is suggested, and the discards are in no certain order.
    """
    picks = tuple(sorted((Counter(view.hand) & Counter(picked.in_deal(view.deal))).elements()))
    if unassisted:
        return _plain(view, picks, judge)
    position = position_of(view)
    plan = best_plan(position)
    ready = first_value(position, plan) if view.needs and not position.opened else 0
    if not lays_now(view):
        return Offers(picks, ready=ready)
    # Two packs can hold the same meld twice: one button lays the first of them.
    alone = (step for step in dict.fromkeys(plan.steps) if _made_now(view, step) and judge(step) is None)
    steps = tuple(islice(alone, _SUGGESTED - (len(plan.steps) > 1)))
    lays = _lays(view, picks, judge)
    return Offers(
        picks,
        plan,
        steps,
        lays,
        _why_not(view, picks, lays, judge) if picks else None,
        _discards(view, position),
        _kept(view, judge),
        ready - view.laid if view.needs and position.needs else plan.value,
        ready,
    )


def _plain(view: MeldsView, picks: tuple[Card, ...], judge: Judge) -> Offers:
    """Offer what the rules allow, and nothing beside."""
    if not lays_now(view):
        return Offers(picks)
    lays = _lays(view, picks, judge)
    why_not = _why_not(view, picks, lays, judge) if picks else None
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD} or set(view.hand)
    discards = tuple(card for card in sorted(set(view.hand)) if card in open_cards)
    return Offers(picks, lays=lays, why_not=why_not, discards=discards, kept=_kept(view, judge))


def _made_now(view: MeldsView, step: Move) -> bool:
    """Say whether a step of a plan is about melds that lie, none that the plan lays before."""
    return step.meld is None or step.meld < len(view.melds)


def _lays(view: MeldsView, picks: tuple[Card, ...], judge: Judge) -> tuple[Move, ...]:
    """List what can be done with picked cards: a meld of all of them, in each way to read it, or one card each."""
    found = [
        move
        for meld in readings(picks, rules_for(view.options))
        if judge(move := Move(view.turn or 0, Verb.MELD, cards=meld.cards)) is None
    ]
    return (*found, *(move for move in view.moves if move.verb in LAYING and move.card in picks))


def _why_not(view: MeldsView, picks: tuple[Card, ...], lays: Sequence[Move], judge: Judge) -> Refusal | None:
    """Say what is against the picked cards; None where too few are picked for a meld, and no rule says more.

    Where cards of them can be laid off, that is said only of a meld that they would make (as B-14 forbids).
    """
    seat = view.turn or 0
    if lays:
        melds = [] if any(move.verb is Verb.MELD for move in lays) else readings(picks, rules_for(view.options))
        return judge(Move(seat, Verb.MELD, cards=melds[0].cards)) if melds else None
    if len(picks) < _SHORTEST_MELD:
        refusal = judge(Move(seat, Verb.LAYOFF, picks[0], meld=0)) if view.melds else None
        return refusal if refusal is not None and refusal.reason in _TOO_EARLY else None
    read = readings(picks, rules_for(view.options))
    return judge(Move(seat, Verb.MELD, cards=read[0].cards if read else picks))


def _kept(view: MeldsView, judge: Judge) -> Refusal | None:
    """Say why the card taken from the discard pile can't be thrown back, where that is what stands against it."""
    if view.taken is None or view.taken not in view.hand or view.turn is None:
        return None
    refusal = judge(Move(view.turn, Verb.DISCARD, view.taken))
    return refusal if refusal is not None and refusal.reason is Reason.JUST_TAKEN else None


def _discards(view: MeldsView, position: Position) -> tuple[Card, ...]:
    """List what may be thrown, the best first; while a debt stands against every discard, all that is held."""
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
    best = tuple(card for card in best_discards(position) if card in open_cards)
    return best or tuple(dict.fromkeys(view.hand))
