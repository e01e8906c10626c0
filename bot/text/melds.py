"""Melds on the table in words: in short for readers, and said for listeners."""

from bot.rummy.cards import JOKER, Card
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import TableMeld
from bot.text.catalogs import JOKER_SIGN, Texts
from bot.text.lists import all_of, one_of


def meld_words(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Write a meld in short, each joker with the card that it stands for: ``7♠ 🃏(8♠) 9♠``.

    A joker of a set that may be one of several suits shows the rank alone: ``Q♠ Q♥ 🃏(Q)``.
    """
    places = zip(meld.cards, meld.stands_for(rules), strict=True)
    return " ".join(_place(texts, card, possible) for card, possible in places)


def meld_said(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Say a meld to somebody who listens: ``7 to 9 of spades, joker as the 8``, ``queens of spades and hearts``."""
    return _run_said(texts, meld, rules) if meld.kind is MeldKind.RUN else _set_said(texts, meld, rules)


def _place(texts: Texts, card: Card, possible: tuple[Card, ...]) -> str:
    """Write one card of a meld."""
    if card != JOKER:
        return texts.card(card)
    stands = texts.card(possible[0]) if len(possible) == 1 else texts.rank(possible[0])
    return f"{JOKER_SIGN}({stands})"


def _run_said(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Say a run by its ends, then what its jokers are."""
    stands = [possible[0] for possible in meld.stands_for(rules)]
    run = texts.t(
        "{low} to {high} of {suit}",
        low=texts.rank_word(stands[0]),
        high=texts.rank_word(stands[-1]),
        suit=texts.suit_word(stands[0]),
    )
    if not meld.jokers:
        return run
    jokers = [texts.rank_word(as_card) for card, as_card in zip(meld.cards, stands, strict=True) if card == JOKER]
    return texts.n(
        "{run}, joker as the {ranks}",
        "{run}, jokers as the {ranks}",
        len(jokers),
        run=run,
        ranks=all_of(texts, jokers),
    )


def _set_said(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Say a set by its rank and suits, then for which suits its jokers stand."""
    natural = [card for card in meld.cards if card != JOKER]
    said = texts.t(
        "{ranks} of {suits}",
        ranks=texts.ranks_word(natural[0]),
        suits=all_of(texts, [texts.suit_word(card) for card in natural]),
    )
    if not meld.jokers:
        return said
    places = zip(meld.cards, meld.stands_for(rules), strict=True)
    missing = sorted({as_card for card, possible in places if card == JOKER for as_card in possible})
    return texts.n(
        "{set}, {n} joker for {suits}",
        "{set}, {n} jokers for {suits}",
        meld.jokers,
        set=said,
        suits=one_of(texts, [texts.suit_word(card) for card in missing]),
    )
