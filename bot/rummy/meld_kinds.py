"""Sets and runs of natural cards."""

from enum import StrEnum

from bot.rummy.cards import JOKER, Card, rank_of, suit_of


class MeldKind(StrEnum):
    """The two kinds of melds (G-2)."""

    SET = "set"
    RUN = "run"


def meld_kind(cards: tuple[Card, ...]) -> MeldKind | None:
    """Return the kind of meld that cards form, a set or a run; None if they form neither.

    A set is three or four cards of one rank, in any order; a run three or more of one suit, each one rank above the
    card before, the ace low (G-1, G-2). A run is read from its low to its high end, and in no other order. The gin
    family has no jokers; `bot.rummy.melds.table_meld` handles melds with jokers.
    """
    if len(cards) < 3 or len(set(cards)) != len(cards) or JOKER in cards:
        return None
    if len({rank_of(card) for card in cards}) == 1:
        return MeldKind.SET
    low = cards[0]
    if suit_of(low) == suit_of(cards[-1]) and cards == tuple(range(low, low + len(cards))):
        return MeldKind.RUN
    return None


def is_meld(cards: tuple[Card, ...]) -> bool:
    """Return whether cards, in this order, are a meld (G-1, G-2)."""
    return meld_kind(cards) is not None
