"""Cards that go together: which ones make a meld with two others, and which ones pair with one."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.rummy.cards import JOKER, PACK, Card, CardMask, mask_of, rank_of, suit_of
from bot.rummy.melds.table_meld import MeldRules

_KING: Final = 12


def melding(cards: Iterable[Card], rules: MeldRules) -> CardMask:
    """Return the cards that make a meld with two of these."""
    rows = _completions(rules.corner, rules.last_rank)
    natural = [card for card in cards if card != JOKER]
    melding = 0
    for at, card in enumerate(natural):
        row = rows[card]
        for other in natural[at + 1 :]:
            melding |= row[other]
    return melding


def melding_with(card: Card, cards: Iterable[Card], rules: MeldRules) -> CardMask:
    """Return the cards that make a meld with a card and one of others."""
    if card == JOKER:
        return 0
    row = _completions(rules.corner, rules.last_rank)[card]
    melding = 0
    for other in cards:
        if other != JOKER:
            melding |= row[other]
    return melding


def completing(one: Card, other: Card, rules: MeldRules) -> CardMask:
    """Return the cards that make a meld with two others."""
    return _completions(rules.corner, rules.last_rank)[one][other]


@lru_cache
def _completions(corner: bool, last_rank: int) -> tuple[tuple[CardMask, ...], ...]:
    """Return for each card, and each other one, the cards that make a meld with both."""
    return tuple(tuple(_completing(one, other, corner, last_rank) for other in PACK) for one in PACK)


def _completing(one: Card, other: Card, corner: bool, last_rank: int) -> CardMask:
    """Return the cards that make a meld with two others."""
    if rank_of(one) == rank_of(other):
        return 0 if one == other else mask_of(range(rank_of(one), 52, 13)) & ~mask_of((one, other))
    if suit_of(one) != suit_of(other):
        return 0
    low, high = sorted((rank_of(one), rank_of(other)))
    spans = [(low, high)]
    if corner or (low == 0 and last_rank > _KING):
        spans.append((high, low + 13))
    ranks = [rank for a, b in spans if b - a <= 2 for rank in ((a + 1,) if b - a == 2 else (a - 1, b + 1))]
    return mask_of(13 * suit_of(one) + rank % 13 for rank in ranks if corner or 0 <= rank <= last_rank)


@lru_cache(maxsize=512)
def neighbors(card: Card, rules: MeldRules) -> tuple[tuple[Card, float], ...]:
    """List the cards that fit into a meld with a card, each with its weight: half if that leaves a gap."""
    rank, suit = rank_of(card), suit_of(card)
    near = [(rank + 13 * other, 1.0) for other in range(4) if other != suit]
    for apart, weight in ((-2, 0.5), (-1, 1.0), (1, 1.0), (2, 0.5)):
        at = rank + apart + (13 if rank == 0 and apart < 0 and rules.last_rank > _KING else 0)
        if rules.corner or 0 <= at <= rules.last_rank:
            near.append((13 * suit + at % 13, weight))
    return tuple(near)
