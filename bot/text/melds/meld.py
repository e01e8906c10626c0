"""Words for melds on the table: in short for messages, in full for alt text."""

from bot.rummy.cards import JOKER, Card, MeldKind
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.text.catalogs import JOKER_SIGN, Texts
from bot.text.lists import all_of, one_of, short_meld


def meld_words(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Format a meld in short, each joker with what it replaces: ``7-🃏(8)-9♠``, ``Q♠ 🃏(Q♥) Q♦``.

    A joker in a set that could be one of several suits has only the rank: ``Q♠ Q♥ 🃏(Q)``.
    """
    if meld.kind is MeldKind.RUN:
        return short_meld(texts, meld.cards)
    places = zip(meld.cards, meld.stands_for(rules), strict=True)
    return " ".join(_place(texts, card, possible) for card, possible in places)


def meld_alt(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Describe a meld in full for alt text: ``7 to 9 of spades, joker as the 8``, ``queens of spades and hearts``."""
    return _run_alt(texts, meld, rules) if meld.kind is MeldKind.RUN else _set_alt(texts, meld, rules)


def _place(texts: Texts, card: Card, possible: tuple[Card, ...]) -> str:
    """Format one card of a meld; ``possible`` are the cards that a joker may stand for."""
    if card != JOKER:
        return texts.card(card)
    replaced = texts.card(possible[0]) if len(possible) == 1 else texts.rank(possible[0])
    return f"{JOKER_SIGN}({replaced})"


def _run_alt(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Describe a run by its first and last card, then the cards that its jokers replace."""
    cards = [possible[0] for possible in meld.stands_for(rules)]
    run = texts.t(
        "{low} to {high} of {suit}",
        low=texts.rank_word(cards[0]),
        high=texts.rank_word(cards[-1]),
        suit=texts.suit_word(cards[0]),
    )
    if not meld.jokers:
        return run
    jokers = [texts.rank_word(replaced) for card, replaced in zip(meld.cards, cards, strict=True) if card == JOKER]
    return texts.n(
        "{run}, joker as the {ranks}",
        "{run}, jokers as the {ranks}",
        len(jokers),
        run=run,
        ranks=all_of(texts, jokers),
    )


def _set_alt(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Describe a set by its rank and suits, then the suits that its jokers replace."""
    natural = [card for card in meld.cards if card != JOKER]
    words = texts.t(
        "{ranks} of {suits}",
        ranks=texts.ranks_word(natural[0]),
        suits=all_of(texts, [texts.suit_word(card) for card in natural]),
    )
    if not meld.jokers:
        return words
    places = zip(meld.cards, meld.stands_for(rules), strict=True)
    missing = sorted({replaced for card, possible in places if card == JOKER for replaced in possible})
    return texts.n(
        "{set}, {n} joker for {suits}",
        "{set}, {n} jokers for {suits}",
        meld.jokers,
        set=words,
        suits=one_of(texts, [texts.suit_word(card) for card in missing]),
    )
