"""The melds and loose cards of a gin hand, and the least deadwood that it can have."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rummy.cards import POINTS, Card, mask_of, rank_of
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move
from bot.rummy.views import Phase
from render.drawing.rows import Group, groups_of


@dataclass(frozen=True, slots=True)
class Deadwood:
    """The least deadwood of a hand, and the discard that leaves it, if one is due."""

    points: int
    after: Card | None = None


def hand_groups(hand: Sequence[Card]) -> tuple[Group, ...]:
    """Return the melds of the arrangement with the least deadwood (G-3), then the loose cards."""
    best = arrange(mask_of(hand))
    return groups_of(best.melds, best.loose)


def deadwood_of(view: GinView) -> Deadwood:
    """Return the least deadwood of a hand (G-3), before a discard with the card that leaves the least."""
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD or view.turn != view.seat:
        return Deadwood(deadwood(hand))
    allowed = (Deadwood(points, card) for card, points in discards(hand) if card != view.taken)
    return min(allowed, key=lambda found: _preference(found, view))


def deadwood_after(view: GinView, advised: Move | None) -> Deadwood | None:
    """Return the deadwood after an advised discard or knock; None without one."""
    if advised is None or advised.card is None or advised.card not in view.hand:
        return None
    return Deadwood(deadwood(mask_of(view.hand) & ~(1 << advised.card)), advised.card)


def _preference(found: Deadwood, view: GinView) -> tuple[int, int, bool, int]:
    """Return the order of discards: the least deadwood, then the most points, then the drawn card, then the highest."""
    card = found.after or 0
    return found.points, -POINTS[card], card != view.drawn, -rank_of(card)
