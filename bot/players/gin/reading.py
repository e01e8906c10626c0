"""A gin view in numbers: cards as masks, the hands that the opponent may hold, and how that one plays.

An opponent knocks as soon as possible, or waits for gin. The finished deals of the game tell, and in this deal every
turn without a knock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.players.arithmetic import added
from bot.players.gin.discards import PAIRS
from bot.players.gin.playouts import EndStakes
from bot.players.gin.worlds import hands_for, signs_in
from bot.players.levels import Budget, Level
from bot.rummy.cards import Card, CardMask, cards_in, mask_of
from bot.rummy.gin.game import LAST_STOCK
from bot.rummy.gin.options import Reach
from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome
from bot.rummy.views import QUIET_LIMIT

_FAR: Final = 1000
"""More points than any deal can earn: used if there's no target, or one that can't be reached yet."""
PER_HAND: Final = 8
"""The positions of the budget that a sampled hand uses: half or four times as many hands won no more games."""
_FEWEST: Final = 16
"""The fewest hands, for the smallest budgets."""


@dataclass(frozen=True, slots=True)
class GinReading:
    """A seat's knowledge, and hands that the opponent may hold: sampled, so each is one of equally likely ones."""

    hand: CardMask
    unseen: CardMask  # neither in the hand nor face up, nor known to be the opponent's
    hands: tuple[CardMask, ...]
    held: tuple[int, ...]  # for each card of the pack a mask of the hands that hold it, a bit each
    odds: dict[Card, float]  # by unseen card: the probability that the opponent holds it
    taken: Card | None  # the card that can't be discarded in this turn (G-10)
    turns: int
    last: bool  # the deal is void if this turn ends without a knock (G-11, C-8)
    limit: int  # the knock limit
    stakes: EndStakes
    untils: tuple[int, ...]  # for each of the hands how many more turns of its owner can end with a knock, not only gin
    eager: float  # the probability that the opponent knocks as soon as it can in its next turn

    def danger(self, card: Card) -> float:
        """Return the probability that the opponent can meld a card with two of theirs."""
        held, hits = self.held, 0
        for one, other in PAIRS[card]:
            hits |= held[one] & held[other]
        return hits.bit_count() / len(self.hands)


def reading_of(
    view: GinView, seat: int, budget: Budget = Level.EXPERT.budget, chance: Random | None = None
) -> GinReading:
    """Read a view from its seat's side. Without ``chance``, the same view and budget always give the same hands."""
    options, signs = view.options, signs_in(view, seat)
    chances, ended = habits(view, 1 - seat), (view.turns + 1) // 2
    hand = mask_of(view.hand)
    rng = chance or Random(hand + view.turns)  # noqa: S311 - hands to calculate with, not a shuffle
    many = max(_FEWEST, budget.positions // PER_HAND)
    untils = _kinds_of(chances, many)
    # One turn after an opponent's last knock was possible, hardly any of its hands can have come down to ten yet.
    waiting = sum(until + 1 < ended for until in untils) if ended else many
    hands = [
        *hands_for(signs, waiting, 0 if ended else -1, rng),
        *hands_for(signs, many - waiting, view.knock_limit, rng),
    ]
    held = _holders(hands)
    return GinReading(
        hand=hand,
        unseen=signs.unseen,
        hands=tuple(hands),
        held=held,
        odds={card: held[card].bit_count() / many for card in cards_in(signs.unseen)},
        taken=view.taken,
        turns=view.turns,
        last=view.stock == LAST_STOCK or (view.taken is not None and view.quiet_turns == QUIET_LIMIT - 1),
        limit=view.knock_limit,
        stakes=EndStakes(
            options.gin_bonus,
            options.undercut_bonus,
            options.tie,
            view.factor,
            (_short_of(view, seat), _short_of(view, 1 - seat)),
        ),
        untils=tuple([max(0, until - ended) for until in untils]),
        eager=knocks_in(chances, ended + 1),
    )


def _holders(hands: Sequence[CardMask]) -> tuple[int, ...]:
    """Return for each card of the pack a mask of the hands that hold it, the last hand in its lowest bit."""
    rows = "".join([f"{hand:052b}" for hand in hands])
    return tuple(int(rows[51 - card :: 52], 2) for card in range(52))


def _short_of(view: GinView, seat: int) -> int:
    """Return how many points a seat still needs to win every game that is open to it (G-23, G-24)."""
    options = view.options
    open_ones = [column.totals[seat] for column in view.columns if column.open_to[seat] and not column.over]
    if options.deals or not open_ones:
        return _FAR
    return max(1, options.target + (options.reach is Reach.EXCEEDS) - min(open_ones))


UNTIL: Final = (0, 4, 8, 100)
"""The kinds of opponents: each knocks as soon as it can up to this turn of its own in a deal, after that with gin."""
_BEFORE: Final = (0.2, 0.3, 0.15, 0.35)
"""How likely each kind is before the first deal; chosen by hand between what fits Normal and what fits an Expert."""
_GIN_ONLY: Final = (1.0, 0.0, 0.0, 0.0)
_LEAST: Final = 0.01
"""The least share of an end: any opponent may once play otherwise."""
ENDS: Final = {
    "gin": (0.23, 0.2, 0.08, 0.05),
    "knock": (0.0, 0.19, 0.57, 0.66),
    "shown": (0.37, 0.25, 0.09, 0.01),
    "hidden": (0.38, 0.35, 0.26, 0.28),
    "void": (0.02, 0.01, 0.0, 0.0),
}
"""How often a deal ends in each way against each kind: it went gin or knocked, or the other player did and saw that it
could have knocked or couldn't, or nobody did. `remik bench train --variant gin` counts them."""
_KNOCKS: Final = (0.01, 0.025, 0.08, 0.105, 0.15, 0.19, 0.25, 0.26, 0.26, 0.28, 0.31, 0.32, 0.33)
_GINS: Final = (0.0, 0.0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.07, 0.08, 0.08, 0.09, 0.1, 0.11)
"""How often one who knocks as soon as it can, and one who waits for gin, ends a deal in each turn; counted likewise."""


def habits(view: GinView, seat: int) -> tuple[float, ...]:
    """Return the probability of each kind (`UNTIL`) of a seat, by the finished deals and the turns of this one."""
    if view.knock_limit == 0:
        return _GIN_ONLY
    odds = list(_BEFORE)
    for deal in view.deals:
        shares = ENDS[end_of(deal, seat, view.knock_limit)]
        odds = [one * max(_LEAST, share) for one, share in zip(odds, shares, strict=True)]
    for turn in range((view.turns + 1) // 2):
        at = min(turn, len(_KNOCKS) - 1)
        odds = [one * (1 - (_KNOCKS if turn < until else _GINS)[at]) for one, until in zip(odds, UNTIL, strict=True)]
    total = added(odds)
    return tuple([one / total for one in odds])


def knocks_in(chances: Sequence[float], turn: int) -> float:
    """Return the probability that the opponent knocks as soon as it can in one of its turns, counted from 1."""
    return added(chance for chance, until in zip(chances, UNTIL, strict=True) if turn <= until)


def _kinds_of(chances: Sequence[float], many: int) -> list[int]:
    """Return the last turn with a knock of the owner of each of many hands, in the order of the kinds."""
    found: list[int] = []
    share = 0.0
    for chance, until in zip(chances, UNTIL, strict=True):
        share += chance
        found += [until] * (round(many * share) - len(found))
    return found


def end_of(deal: DealResult, seat: int, limit: int) -> str:
    """Return how a deal ended, as far as it tells how a seat plays."""
    count = deal.knock
    if count is None:
        return "void"
    if (deal.winner == seat) == (deal.outcome is Outcome.UNDERCUT):  # the other player knocked
        left = count.lower if deal.winner == seat else count.higher
        return "shown" if left <= limit else "hidden"
    return "gin" if deal.outcome in (Outcome.GIN, Outcome.BIG_GIN) else "knock"
