"""The knocks available to a player: the best one for the button, all sensible ones for the select."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.rummy.cards import FULL_MASK, POINTS, Card, code, mask_of
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.showdown import knock_offer
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement
from bot.rummy.views import View

MOST: Final = 25
"""Maximum number of options in a select."""


@dataclass(frozen=True, slots=True)
class Knock:
    """One way to knock: the discard, and how the hand is arranged."""

    card: Card
    arrangement: Arrangement

    def __str__(self) -> str:
        """Return the value of its option: ``KS:2S2H2D/4H5H6H``."""
        return f"{code(self.card)}:" + "/".join("".join(map(code, meld)) for meld in self.arrangement.melds)


def advised_card(advice: Sequence[Move], verb: Verb) -> Card | None:
    """Return the card that the advice discards or knocks with; None if the advice contains no such move."""
    return next((move.card for move in advice if move.verb is verb), None)


def best_knock(view: GinView, advice: Sequence[Move] = ()) -> Knock | None:
    """Return the knock for the button: the advised one, else the one with the least deadwood; None without one."""
    advised = advised_card(advice, Verb.KNOCK)
    offers = knock_offers(view)
    return next((knock for knock in offers if knock.card == advised), offers[0] if offers else None)


@lru_cache(maxsize=64)
def knock_offers(view: GinView) -> tuple[Knock, ...]:
    """Return each card to knock with once, with the melds that the bot suggests, least deadwood first (G-15)."""
    hand = mask_of(view.hand)
    unseen = FULL_MASK & ~hand & ~mask_of(view.discards)
    cards = [move.card for move in view.moves if move.verb is Verb.KNOCK and move.card is not None]
    return _sorted(Knock(card, knock_offer(hand ^ 1 << card, unseen)) for card in cards)


def other_melds(view: GinView) -> tuple[Knock, ...]:
    """Return the knocks with other melds than those of `knock_offers` (G-15)."""
    offers = knock_offers(view)
    return tuple(knock for knock in knocks(view) if knock not in offers)


def knocks(view: GinView) -> tuple[Knock, ...]:
    """Return every sensible knock, least deadwood first, at most `MOST` (G-15).

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
    """Return the knock with an option's value; None if the player can't make it, or can't any more."""
    if not isinstance(view, GinView):
        return None
    return next((knock for knock in knocks(view) if str(knock) == value), None)


def _sorted(found: Iterable[Knock]) -> tuple[Knock, ...]:
    """Sort knocks by deadwood, then by the value of the discard, highest first."""
    return tuple(sorted(found, key=lambda knock: (knock.arrangement.deadwood, -POINTS[knock.card])))
