"""The computers of 500 Rum from Normal on: what they take from the pile, and what they discard (R-5 to R-12).

Whatever fits is laid at once: it counts, and nothing is doubled for going out in one turn (R-14). So they differ in how
they rate what is left in the hand. Normal and Hard take by its points. Hard and Expert discard by an estimate for each
card, whether it will be laid or caught in the hand; Expert takes by that, too, and asks what the next player could do
with its discard.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bot.laydown import PileTake, Plan, Position, best_discards, best_plan, may_fit, pile_takes, position_of
from bot.players.arithmetic import added
from bot.players.levels import Level
from bot.players.melds.outlook import Outlook, completions, outlook_for, without
from bot.players.melds.turns import LooseChoice, can_take, finished, helps, undone
from bot.rummy.cards import Card, CardMask, MeldKind, mask_of, rank_of, suit_of
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

# A least-squares fit to 55,000 cards that Experts of an earlier form held at the end of their turns, in 712 deals with
# two seats: 1 for each that was laid later, -1 for each still in hand when the deal ended. That earlier form, chosen by
# hand, expected too little of cards: it won 68% against `hoarder`, where this one wins 88%.
_LAID: Final = 0.28
_NEAR: Final = 0.9
"""What a card without others may bring, as a share of its value, and how much less if another hand has one card."""
_UNSEEN: Final = 0.108
_LYING: Final = 0.34
_THEIRS: Final = 0.28
"""How much more for each card that makes a meld with it: one that nobody has seen, in the pile, or known in a hand."""
# Chosen by hand: 3.5 won as much.
_CAUGHT: Final = 7.0
"""What each card in another hand is worth when a seat goes out."""
# Chosen by hand: in the first form, 1 won 57% against `hoarder`, 3 won 61%, and 0 won 53%.
_DANGER: Final = 3.0
"""The weight of what the next player may do with a discard."""
_USE: Final = 5
"""What a card brings to a player who can lay it, besides its value."""
_TRIES: Final = 3
"""The number of discards that are compared."""


class TurnEnd(NamedTuple):
    """A way to end a turn: what it's worth in points, the lay-down, and the discard if there is one."""

    worth: float
    plan: Plan
    discard: Card | None


def choose(view: MeldsView, level: Level, discards: LooseChoice) -> tuple[Move, ...]:
    """Choose the draw, or everything the seat lays and then the discard; a card from below is taken and laid in one go.

    One that is still due was taken by a player whose time ran out: it's given back, unless Hard or Expert can lay it.
    ``discards`` is how Normal chooses its discard, and all do where nothing more can be laid (C-10).
    """
    plainly, position = level is Level.NORMAL or not view.may_lay, position_of(view)
    if plainly and view.due is not None:
        return undone(view)
    if view.phase is Phase.DRAW:
        return _drawn(view, Level.NORMAL if plainly else level, discards)
    if plainly:
        plan = best_plan(position)
        return finished(view, plan, plan.steps, discards)
    return ended(view, position, rating_for(view, expert=level is Level.EXPERT).turn(position))


def _drawn(view: MeldsView, level: Level, discards: LooseChoice) -> tuple[Move, ...]:
    """Take from the pile or draw: Expert by its rating of what is left, others by its points if the deal ended now."""
    if level is Level.EXPERT:
        return _taken(view, rating_for(view, expert=True))
    take = _most_points(view)
    if take is None:
        return (Move(view.seat or 0, Verb.TAKE if helps(view) else Verb.DRAW),)
    if level is Level.NORMAL:
        return (take.move, *finished(taken_from_below(view, take.cards), take.plan, take.plan.steps, discards))
    turn = rating_for(view, expert=False).turn(take.position, take.plan)
    return (take.move, *ended(view, take.position, turn))


def _most_points(view: MeldsView) -> PileTake | None:
    """Return the take from below that is worth the most if the deal ended now, or None if a draw is worth as much."""
    values = position_of(view).rules.hand_values

    def score(plan: Plan) -> int:
        return plan.value - sum(values[card] for card in plan.left)

    takes = [(score(take.plan), take) for take in pile_takes(view)]
    most = max(takes, key=lambda each: each[0], default=None)
    return most[1] if most is not None and most[0] > score(best_plan(position_of(view))) else None


def taken_from_below(view: MeldsView, cards: Sequence[Card]) -> MeldsView:
    """Return the view of a seat after it took the upper cards of the pile, the lowest of which it has to lay (R-6)."""
    return replace(
        view,
        phase=Phase.LAY,
        hand=tuple(sorted((*view.hand, *cards))),
        drawn=cards[0],
        taken=cards[0],
        due=cards[0],
        lifted=tuple(cards),
        discards=view.discards[: -len(cards)],
        discarders=view.discarders[: -len(cards)],
        moves=(),
    )


def ended(view: MeldsView, position: Position, turn: TurnEnd) -> tuple[Move, ...]:
    """Return the moves of a turn; if it can't end, its lays and what was taken from below go back (R-7)."""
    steps = turn.plan.steps
    if steps and not turn.plan.left:
        return steps
    card = turn.discard
    if card is None:
        after = replace(position, hand=turn.plan.left, due=position.due and not steps)
        card = next(iter(best_discards(after)), None)
    return undone(view) if card is None else (*steps, Move(position.seat, Verb.DISCARD, card))


def _taken(view: MeldsView, rating: "Appraisal") -> tuple[Move, ...]:
    """Take from the pile if that is worth more than a draw from the stock is on average."""
    seat = view.seat or 0
    options = [
        (turn.worth, (take.move, *ended(view, take.position, turn)))
        for take in pile_takes(view)
        for turn in (rating.turn(take.position, take.plan),)
    ]
    if can_take(view):
        options.append((rating.top(), (Move(seat, Verb.TAKE),)))
    worth, moves = max(options, key=lambda option: option[0], default=(0.0, ()))
    return moves if moves and worth > rating.draw() else (Move(seat, Verb.DRAW),)


def rating_for(view: MeldsView, *, expert: bool) -> "Appraisal":
    """Return how a seat rates its turns."""
    outlook = outlook_for(view)
    theirs = mask_of(card for seat, known in enumerate(view.known) if seat != view.seat for card in known)
    return Appraisal(outlook, expert, mask_of(view.discards), theirs)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a seat expects of the cards that it can't lay yet, and of others' use for its discard."""

    outlook: Outlook
    reads: bool  # it asks what the next player could do with a discard
    pile: CardMask
    theirs: CardMask  # cards known to be in other hands
    gaps: dict[Card, CardMask] = field(default_factory=dict)  # of a card, those after which it fits a run on the table

    def turn(self, position: Position, plan: Plan | None = None) -> TurnEnd:
        """Return the best end of a turn from a position; ``plan`` is its best lay-down."""
        plan = plan or best_plan(position)
        if plan.out:
            return TurnEnd(plan.value + self._caught(), plan, None)
        left = plan.left if plan.steps or not position.due else ()
        ends = [
            TurnEnd(plan.value + added(self.each(without(left, card))) - self.cost(card), plan, card)
            for _, card in sorted(zip(self.each(left), left, strict=True))
            if card != position.kept
        ]
        return max(ends[:_TRIES], key=lambda end: end.worth, default=TurnEnd(0.0, plan, None))

    def each(self, cards: Sequence[Card]) -> Iterator[float]:
        """Yield what each of some loose cards is worth: it counts for the seat if it's laid later, else against it."""
        outlook = self.outlook
        rules = outlook.position.rules
        rows = completions(rules.corner, rules.last_rank)
        alone = _LAID - _NEAR / max(1, outlook.least)
        for card in cards:
            completing = self._gaps(card)
            for other in cards:
                completing |= rows[card][other]
            share = alone + _UNSEEN * outlook.count.unseen(completing) + _LYING * (completing & self.pile).bit_count()
            if self.reads:
                share += _THEIRS * (completing & self.theirs).bit_count()
            yield rules.hand_values[card] * max(-1.0, min(1.0, share))

    def top(self) -> float:
        """Return what taking the top discard is worth."""
        view = self.outlook.view
        hand = tuple(sorted((*view.hand, view.discards[-1])))
        return self.turn(replace(self.outlook.position, hand=hand, taken=view.discards[-1])).worth

    def draw(self) -> float:
        """Return what a draw from the stock is worth: the average over all unseen cards."""
        outlook, total = self.outlook, 0.0
        hand, melds = outlook.view.hand, outlook.view.melds
        base = best_plan(outlook.position)
        for card, copies in outlook.live.items():
            larger = tuple(sorted((*hand, card)))
            fits = may_fit(card, frozenset(larger), melds)
            plan = None if fits else replace(base, left=tuple(sorted((*base.left, card))), out=False)
            total += copies * self.turn(replace(outlook.position, hand=larger), plan).worth
        return total / outlook.total

    def cost(self, card: Card) -> float:
        """Return what a discard may be worth to the next player; 0 for a player who doesn't ask."""
        if not self.reads:
            return 0.0
        value = self.outlook.position.rules.hand_values[card]
        fits = value if self.outlook.fits >> card & 1 else 0
        return _DANGER * min(1.0, self.outlook.danger(card)) * (value + _USE) + fits

    def _caught(self) -> float:
        others = [count for seat, count in enumerate(self.outlook.view.counts) if seat != self.outlook.position.seat]
        return _CAUGHT * sum(others) / len(others)

    def _gaps(self, card: Card) -> CardMask:
        """Return the cards after which a card fits a run on the table."""
        if card not in self.gaps:
            found = 0
            for meld in self.outlook.view.melds:
                if meld.kind is MeldKind.RUN and suit_of(card) == meld.suit:
                    low, high = (meld.low - 1) % 13, (meld.low + len(meld.cards)) % 13
                    found |= (1 << 13 * meld.suit + low) if rank_of(card) == (low - 1) % 13 else 0
                    found |= (1 << 13 * meld.suit + high) if rank_of(card) == (high + 1) % 13 else 0
            self.gaps[card] = found
        return self.gaps[card]
