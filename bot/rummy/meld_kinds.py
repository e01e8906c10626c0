"""Melds: what is a set, what is a run, and how one is laid."""

from enum import StrEnum

from bot.rummy.cards import JOKER, Card, rank_of, suit_of


class MeldKind(StrEnum):
    """The two kinds of melds (G-2)."""

    SET = "set"
    RUN = "run"


def meld_kind(cards: tuple[Card, ...]) -> MeldKind | None:
    """Tell a set from a run; None is no meld.

    A set is three or four cards of one rank, in any order; a run three or more of one suit, each one rank above the
    card before, the ace low (G-1, G-2). A run is read from its low to its high end, and in no other order. The gin
    family has no jokers; melds with jokers are `bot.rummy.melds.table_meld`'s.
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
    """Say whether cards, as they are laid, are a meld (G-1, G-2)."""
    return meld_kind(cards) is not None
