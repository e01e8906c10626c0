"""The knocks available to a player: the best one for the button, all sensible ones for the list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import FULL_MASK, POINTS, Card, code, mask_of
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.knock import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement
from bot.rummy.views import View

MOST: Final = 25
"""The most options of a list."""


@dataclass(frozen=True, slots=True)
class Knock:
    """One way to knock: the discard, and the melds and deadwood."""

    card: Card
    arrangement: Arrangement

    def __str__(self) -> str:
        """Return the value of its option in a list: ``KS:2S2H2D/4H5H6H``."""
        return f"{code(self.card)}:" + "/".join("".join(map(code, meld)) for meld in self.arrangement.melds)


def advised_card(advice: Sequence[Move], verb: Verb) -> Card | None:
    """Return the card that the advice is to discard, or to knock with; None if the advice is something else."""
    return next((move.card for move in advice if move.verb is verb), None)


def best_knock(view: GinView, advice: Sequence[Move] = ()) -> Knock | None:
    """Return the knock for the button: the advised one, else the one with the least deadwood; None if none is legal."""
    advised = advised_card(advice, Verb.KNOCK)
    offers = knock_offers(view)
    return next((knock for knock in offers if knock.card == advised), offers[0] if offers else None)


def knock_offers(view: GinView) -> tuple[Knock, ...]:
    """List each card to knock with once, with the melds that the bot suggests; the least deadwood first (G-15)."""
    hand = mask_of(view.hand)
    unseen = FULL_MASK & ~hand & ~mask_of(view.discards)
    cards = [move.card for move in view.moves if move.verb is Verb.KNOCK and move.card is not None]
    return _sorted(Knock(card, knock_offer(hand ^ 1 << card, unseen)) for card in cards)


def other_melds(view: GinView) -> tuple[Knock, ...]:
    """List the knocks with other melds than those of `knock_offers` (G-15)."""
    offers = knock_offers(view)
    return tuple(knock for knock in knocks(view) if knock not in offers)


def knocks(view: GinView) -> tuple[Knock, ...]:
    """List every sensible knock, the least deadwood first, up to the size of a list (G-15).

    A hand that makes gin is laid out as gin (G-14).
    """
    found = []
    for move in view.moves:
        if move.verb is not Verb.KNOCK or move.card is None:
            continue
        kept = mask_of(view.hand) & ~(1 << move.card)
        limit = view.knock_limit if deadwood(kept) else 0
        found += [Knock(move.card, arrangement) for arrangement in arrangements(kept, limit)]
    return _sorted(found)[:MOST]


def knock_named(view: View, value: str) -> Knock | None:
    """Return the knock of an option's value; None if the player can't knock like that, or not any more."""
    if not isinstance(view, GinView):
        return None
    return next((knock for knock in knocks(view) if str(knock) == value), None)


def _sorted(found: Iterable[Knock]) -> tuple[Knock, ...]:
    """Sort knocks by the deadwood they leave, then the highest card first."""
    return tuple(sorted(found, key=lambda knock: (knock.arrangement.deadwood, -POINTS[knock.card])))
