"""The defender's answer to a knock: their melds and lay-offs, chosen together."""

from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from bot.rummy.cards import Card, CardMask, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import arrange, deadwood
from bot.rummy.meld_kinds import MeldKind, meld_kind
from bot.rummy.moves import Melds
from bot.rummy.results import Defense, LayOff

_Chain: TypeAlias = tuple[LayOff, ...]
"""Cards that can be laid off at one place, in order: each needs those before it."""


def defend(hand: CardMask, melds: Melds, *, lay_off: bool) -> Defense:
    """Return the defender's melds and lay-offs that together leave the least deadwood (G-16).

    ``melds`` are the knocker's. Ties are broken by fewer lay-offs, then by earlier melds, then by lower cards. Three
    cards that could all be laid off at one end are kept as a run instead. ``lay_off`` is False after gin, when nothing
    may be laid off (G-17).
    """
    before = deadwood(hand)
    chains = tuple(_chains(hand, melds)) if lay_off else ()
    best: tuple[int, int, list[tuple[int, Card]]] = (before, 0, [])
    rest: CardMask = hand
    laid: _Chain = ()
    # A card that fits in two places may be picked for both; using one place has the same deadwood with fewer lay-offs.
    for picked in product(*(range(len(chain) + 1) for chain in chains)):
        lay_offs = tuple(step for chain, length in zip(chains, picked, strict=True) for step in chain[:length])
        left = hand & ~mask_of(step.card for step in lay_offs)
        key = (deadwood(left), len(lay_offs), sorted((step.meld, step.card) for step in lay_offs))
        if key < best:
            best, rest, laid = key, left, lay_offs
    return Defense(before, arrange(rest), laid)


def open_to(melds: Melds, cards: CardMask) -> CardMask:
    """Return the cards that could end up on ``melds``, possibly after others (G-16)."""
    found = 0
    for chain in _chains(cards, melds):
        for step in chain:
            found |= 1 << step.card
    return found


def _chains(hand: CardMask, melds: Melds) -> Iterator[_Chain]:
    """Return the cards of a hand that fit at each place: the fourth card of a set, either end of a run."""
    for meld, cards in enumerate(melds):
        if meld_kind(cards) is MeldKind.SET:
            places = [[card for card in range(rank_of(cards[0]), 52, 13) if card not in cards]]
        else:
            first = 13 * suit_of(cards[0])
            places = [list(range(cards[0] - 1, first - 1, -1)), list(range(cards[-1] + 1, first + 13))]
        for place in places:
            chain = []
            for card in place:
                if not hand >> card & 1:
                    break
                chain.append(LayOff(card, meld))
            if chain:
                yield tuple(chain)
