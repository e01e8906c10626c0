"""The defender's answer to a knock: their melds and lay-offs, chosen together."""

from collections.abc import Iterable, Iterator
from itertools import product, takewhile
from typing import TypeAlias

from bot.rummy.cards import Card, CardMask, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import arrange, deadwood
from bot.rummy.meld_kinds import MeldKind, meld_kind
from bot.rummy.moves import Melds
from bot.rummy.results import Defense, LayOff

Place: TypeAlias = tuple[int, tuple[Card, ...]]
"""A meld's number, and the cards that fit at one place of it, in order: each needs those before it."""
_Chain: TypeAlias = tuple[LayOff, ...]
"""Cards of a hand that can be laid off at one place."""


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


def defended(hand: CardMask, places: Iterable[Place]) -> int:
    """Return the least deadwood that `defend` leaves; ``places`` are the `places_of` the knocker's melds (G-16)."""
    rests = [hand]
    for _, cards in places:
        laid, lengths = 0, [0]
        for card in cards:
            if not hand >> card & 1:
                break
            laid |= 1 << card
            lengths.append(laid)
        if laid:
            rests = [rest & ~length for rest in rests for length in lengths]
    return min(map(deadwood, rests))


def open_to(melds: Melds, cards: CardMask) -> CardMask:
    """Return the cards that could end up on ``melds``, possibly after others (G-16)."""
    found = 0
    for chain in _chains(cards, melds):
        for step in chain:
            found |= 1 << step.card
    return found


def places_of(melds: Melds) -> Iterator[Place]:
    """Return where lay-offs go: the fourth card of each set, either end of each run (G-16)."""
    for meld, cards in enumerate(melds):
        if meld_kind(cards) is MeldKind.SET:
            yield meld, tuple(card for card in range(rank_of(cards[0]), 52, 13) if card not in cards)
        else:
            first = 13 * suit_of(cards[0])
            yield meld, tuple(range(cards[0] - 1, first - 1, -1))
            yield meld, tuple(range(cards[-1] + 1, first + 13))


def _chains(hand: CardMask, melds: Melds) -> Iterator[_Chain]:
    """Return the cards of a hand that fit at each place."""
    for meld, cards in places_of(melds):
        chain = tuple(LayOff(card, meld) for card in takewhile(lambda card: hand >> card & 1, cards))
        if chain:
            yield chain
