"""A knock: whether it is allowed, how the hand may be laid out (G-15), and the defender's answer."""

from collections.abc import Iterable, Iterator
from itertools import product, takewhile
from typing import TypeAlias

from bot.rummy.cards import Card, CardMask, MeldKind, code, is_meld, mask_of, meld_kind, rank_of, suit_of
from bot.rummy.gin.arrange import arrange, arrangements, deadwood, lay_out
from bot.rummy.moves import Melds
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.results import Arrangement, Defense, LayOff

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
    for meld, cards in places_of(melds):
        chain = tuple(LayOff(card, meld) for card in takewhile(lambda card: hand >> card & 1, cards))
        if chain:
            yield chain


def knock_offer(hand: CardMask, unseen: CardMask) -> Arrangement:
    """Return the arrangement to offer to a knocker: the least deadwood, then the fewest cards that could be laid off.

    ``unseen`` are all cards that the knocker can't see: the opponent's hand is never used. A card counts if it could
    end up on the melds, even after others (G-15).
    """
    least = arrangements(hand, deadwood(hand))
    return min(least, key=lambda arrangement: open_to(arrangement.melds, unseen).bit_count())


def knock_default(hand: CardMask, opponent: CardMask) -> Arrangement:
    """Return the arrangement for a ``knock`` without one: the least deadwood, then the most left for the opponent."""
    least = arrangements(hand, deadwood(hand))
    lay_off = least[0].deadwood > 0
    return max(least, key=lambda arrangement: defend(opponent, arrangement.melds, lay_off=lay_off).arrangement.deadwood)


def knock_refusal(hand: CardMask, card: Card, limit: int, melds: Melds | None) -> Refusal | None:
    """Return why a seat can't knock with ``card`` and lay out the rest, ``hand``, in these melds; None if it can.

    ``melds`` None leaves the arrangement to the rules (G-15). ``limit`` is the knock limit in force, 0 meaning gin only
    (G-12).
    """
    least = deadwood(hand)
    if least > limit:
        reason = Reason.TOO_MUCH_DEADWOOD if limit else Reason.GIN_ONLY
        return Refusal("G-12", reason, {"card": code(card), "deadwood": least, "limit": limit})
    return None if melds is None else _melds_refusal(hand, melds, 0 if least == 0 else limit)


def big_gin_refusal(hand: CardMask, bonus: int, melds: Melds | None) -> Refusal | None:
    """Return why a seat can't call big gin with its eleven cards in these melds; None if it can (G-28, G-31).

    ``bonus`` 0 means that the table doesn't play it.
    """
    if not bonus:
        return Refusal("G-28", Reason.BIG_GIN_OFF)
    least = deadwood(hand)
    if least:
        return Refusal("G-28", Reason.NO_BIG_GIN, {"deadwood": least})
    refusal = None if melds is None else _lay_refusal(hand, melds)
    if melds is None or refusal is not None:
        return refusal
    loose = lay_out(hand, melds).loose
    return Refusal("G-31", Reason.BIG_GIN_NEEDS_ALL) if loose else None


def open_hands(hand: CardMask, melds: Melds | None, opponent: CardMask) -> tuple[Arrangement, Defense]:
    """Lay out the knocker's hand, by G-15 if ``melds`` is None, and then the opponent's with its lay-offs (G-16).

    Nothing can be laid off on gin or big gin (G-17, G-29).
    """
    arrangement = knock_default(hand, opponent) if melds is None else lay_out(hand, melds)
    return arrangement, defend(opponent, arrangement.melds, lay_off=arrangement.deadwood > 0)


def _melds_refusal(hand: CardMask, melds: Melds, limit: int) -> Refusal | None:
    """Return what is wrong with a knocker's arrangement; ``limit`` is 0 if the hand is gin (G-14, G-15)."""
    refusal = _lay_refusal(hand, melds)
    if refusal is not None:
        return refusal
    left = lay_out(hand, melds).deadwood
    if left <= limit:
        return None
    if limit == 0:
        return Refusal("G-14", Reason.GIN_NEEDS_ALL)
    return Refusal("G-15", Reason.ARRANGEMENT_TOO_HIGH, {"deadwood": left, "limit": limit})


def _lay_refusal(hand: CardMask, melds: Melds) -> Refusal | None:
    """Return why these aren't disjoint melds of cards in the hand; None if they are."""
    laid: CardMask = 0
    for meld in melds:
        if not is_meld(tuple(sorted(meld))):
            return Refusal("G-2", Reason.NOT_A_MELD, {"melds": " ".join(map(code, meld))})
        for card in meld:
            if laid >> card & 1:
                return Refusal("C-7", Reason.IN_TWO_MELDS, {"card": code(card)})
            if not hand >> card & 1:
                return Refusal("G-15", Reason.MELD_NOT_HELD, {"card": code(card)})
            laid |= 1 << card
    return None
