"""The knocks that are open to a player: the best one for the button, all sensible ones for the list."""

from dataclasses import dataclass
from typing import Final

from bot.rummy.arrange import arrangements, deadwood, discards
from bot.rummy.cards import POINTS, Card, code, mask_of
from bot.rummy.moves import Verb
from bot.rummy.results import Arrangement
from bot.rummy.views import GinView

MOST: Final = 25
"""Options that a list can hold."""


@dataclass(frozen=True, slots=True)
class Knock:
    """One way to knock: the card to drop, and what is laid open."""

    card: Card
    arrangement: Arrangement

    def __str__(self) -> str:
        """Write it as the list sends it back: ``KS:2S2H2D/4H5H6H``."""
        return f"{code(self.card)}:" + "/".join("".join(map(code, meld)) for meld in self.arrangement.melds)


def suggested_discard(view: GinView) -> Card | None:
    """Find the discard that leaves the least deadwood, of several the highest card; None if there is none to make."""
    open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
    left = [(after, -POINTS[card], card) for card, after in discards(mask_of(view.hand)) if card in open_cards]
    return min(left)[2] if left else None


def best_knock(view: GinView) -> tuple[Card, int] | None:
    """Find the knock that leaves the least deadwood, and how much that is; None if nobody may knock."""
    open_cards = {move.card for move in view.moves if move.verb is Verb.KNOCK}
    left = [(after, -POINTS[card], card) for card, after in discards(mask_of(view.hand)) if card in open_cards]
    if not left:
        return None
    after, _, card = min(left)
    return card, after


def knocks(view: GinView) -> tuple[Knock, ...]:
    """List every sensible knock, the least deadwood first, as many as a list can hold (G-15).

    A hand that is gin is laid out as gin (G-14).
    """
    found = []
    for move in view.moves:
        if move.verb is not Verb.KNOCK or move.card is None:
            continue
        kept = mask_of(view.hand) & ~(1 << move.card)
        limit = view.knock_limit if deadwood(kept) else 0
        found += [Knock(move.card, arrangement) for arrangement in arrangements(kept, limit)]
    return tuple(sorted(found, key=lambda knock: (knock.arrangement.deadwood, -POINTS[knock.card])))[:MOST]


def knock_named(view: GinView, value: str) -> Knock | None:
    """Find the knock that the list meant; None if it is not open to the player, or not any more."""
    return next((knock for knock in knocks(view) if str(knock) == value), None)
