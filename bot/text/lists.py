"""Lists of words, melds, scores, score changes, durations, days in a language; names from right to left, isolated."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, reduce
from itertools import groupby
from typing import Final

from babel import Locale
from babel.lists import format_list

from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.text.catalogs import Texts, babel_locale

NO_BREAK: Final = "\u00a0"
"""A space at which no line ends."""
_RANKS: Final = 13


def all_of(texts: Texts, words: Sequence[str]) -> str:
    """Join words with *and*: ``Ola, Kuba and Ewa``."""
    return format_list(words, "standard", _writes_lists(texts.language))


def one_of(texts: Texts, words: Sequence[str]) -> str:
    """Join words with *or*: ``clubs or diamonds``."""
    return format_list(words, "or", _writes_lists(texts.language))


def listed(texts: Texts, words: Iterable[str]) -> str:
    """Join words by commas, or what the language has for that: ``Ola 48, Kuba 31, Ewa 12``."""
    comma = str(_writes_lists(texts.language).list_patterns["standard"]["middle"])
    return reduce(comma.format, words) if (words := tuple(words)) else ""


@cache
def _writes_lists(language: str) -> Locale:
    """Return where the lists of a language are from: in English from Britain, without a comma before *and*."""
    return babel_locale("en-GB" if language == "en" else language)


def day_of(typed: str, language: str) -> date | None:
    """Parse a day, ``2026-11-28`` or as a language or a locale of Discord writes it; None if it isn't one."""
    from babel.dates import parse_date  # slow to import, and rarely needed  # noqa: PLC0415

    try:
        return parse_date(typed.strip(), babel_locale(language))
    except (ValueError, IndexError):  # Babel looks for three numbers
        return None


def and_more(texts: Texts, card: str, more: int) -> str:
    """Return a card and how many lie on top of it in the discard pile, ``8♥ + 2 cards`` (R-6)."""
    if more <= 0:
        return card
    if texts.spells_cards:
        return texts.n("{card} and {n} card", "{card} and {n} cards", more, card=card)
    return texts.n("{card} + {n} card", "{card} + {n} cards", more, card=card)


def signed(points: int) -> str:
    """Format a score, with a real minus sign if it's negative: ``31``, ``−17``."""
    return str(points).replace("-", "−")


def gain(points: int) -> str:
    """Format a score change: ``+47``, ``−30``, ``0``."""
    return f"+{points}" if points > 0 else signed(points)


def score(points: int, *, penalties: bool) -> str:
    """Format a score; penalty points (B-15) have no minus sign, because words next to them say what they are."""
    return str(-points) if penalties else signed(points)


def score_list(texts: Texts, scores: Iterable[str], *, penalties: bool) -> str:
    """List scores, and say if they are penalty points (B-15): ``Ola 48, Kuba 31 (penalty points)``."""
    words = listed(texts, scores)
    return texts.t("{scores} (penalty points)", scores=words) if penalties else words


def scores_of_all(texts: Texts, names: Sequence[str], points: Sequence[int], *, penalties: bool = False) -> str:
    """List every player's score in the order of the seats: ``Ola 48, Kuba 31``."""
    each = (f"{name} {score(one, penalties=penalties)}" for name, one in zip(names, points, strict=True))
    return score_list(texts, each, penalties=penalties)


def points_words(texts: Texts, points: int, *, penalties: bool = False) -> str:
    """Return points in words: ``31 points``, ``−17 points``, ``17 penalty points``."""
    if penalties:
        return texts.n("{n} penalty point", "{n} penalty points", -points)
    return texts.n("{points} point", "{points} points", abs(points), points=signed(points))


def by_suit(texts: Texts, cards: Sequence[Card], *, briefly: bool = False) -> str:
    """Write cards by suit, which is shorter: ``2 and 9 of clubs; two kings of hearts; 2 jokers``.

    ``briefly``: ``clubs 2 and 9; hearts two kings; 2 jokers``.
    """
    natural = sorted(card for card in cards if card != JOKER)
    suits = [_suit(texts, Counter(suit), briefly=briefly) for _, suit in groupby(natural, suit_of)]
    jokers = len(cards) - len(natural)
    return "; ".join([*suits, *([texts.pn("cards in words", "joker", "{n} jokers", jokers)] if jokers else [])])


def _suit(texts: Texts, cards: Counter[Card], *, briefly: bool) -> str:
    """Write cards of a suit; two packs have each card twice."""
    words = [texts.rank_word(card) if count == 1 else texts.twins_word(card) for card, count in cards.items()]
    ranks, suit = all_of(texts, words), texts.suit_word(min(cards))
    if briefly:
        return texts.p("cards in the fewest words", "{suit} {ranks}", suit=suit, ranks=ranks)
    return texts.t("{ranks} of {suit}", ranks=ranks, suit=suit)


def held_cards(texts: Texts, cards: Sequence[Card]) -> str:
    """List the cards left in a hand: ``2♣ 9♣ K♥``; for text-only readers by suit: ``2 and 9 of clubs``."""
    return by_suit(texts, cards) if texts.spells_cards else texts.cards(cards)


def short_meld(texts: Texts, cards: Sequence[Card], *, briefly: bool = False) -> str:
    """Format the cards of a meld in its order: ``7-8-🃏(9)♠``, ``Q♠ Q♥ 🃏(Q)``. Jokers show the rank they replace.

    For text-only readers: ``7 to 9 of spades, joker as the 9``, and ``briefly`` only that there's a joker.
    """
    natural = [card for card in cards if card != JOKER]
    if texts.spells_cards and natural:
        return spelled_meld(texts, cards, briefly=briefly)
    if len({suit_of(card) for card in natural}) == 1 and len({rank_of(card) for card in natural}) > 1:
        return _run(texts, cards, natural[0])
    ranks = {rank_of(card) for card in natural}
    known = len(ranks) == 1 and len(natural) > 1
    return " ".join(
        texts.joker_as(texts.rank(natural[0])) if card == JOKER and known else texts.card(card) for card in cards
    )


def spelled_meld(texts: Texts, cards: Sequence[Card], replaced: Sequence[Card] = (), *, briefly: bool = False) -> str:
    """Describe the cards of a meld in words, each joker with what it stands for.

    A run: ``7 to 9 of spades, joker as the 8``. A set: ``queens of spades and hearts, joker as the queen of clubs``;
    ``replaced`` are the cards that its jokers can stand for. ``briefly``: ``7 to 9 of spades with a joker``.
    """
    natural = [card for card in cards if card != JOKER]
    if len({suit_of(card) for card in natural}) == 1 and len({rank_of(card) for card in natural}) > 1:
        return _spelled_run(texts, cards, natural[0], briefly=briefly)
    if len(natural) == 1:
        words = texts.card_words(natural[0])
    else:
        suits = all_of(texts, [texts.suit_word(card) for card in natural])
        words = texts.t("{ranks} of {suits}", ranks=texts.ranks_word(natural[0]), suits=suits)
    jokers = len(cards) - len(natural)
    if not jokers:
        return words
    if not replaced:
        return texts.n("{set} with a joker", "{set} with {n} jokers", jokers, set=words)
    if jokers == len(replaced):
        stands = all_of(texts, [texts.suit_word(card) for card in replaced])
    else:
        stands = one_of(texts, [texts.suit_word(card) for card in replaced])
    return texts.n(
        "{set}, joker as the {rank} of {suits}",
        "{set}, jokers as the {ranks} of {suits}",
        jokers,
        set=words,
        rank=texts.rank_word(natural[0]),
        ranks=texts.ranks_word(natural[0]),
        suits=stands,
    )


def _spelled_run(texts: Texts, cards: Sequence[Card], known: Card, *, briefly: bool) -> str:
    low, suit = (rank_of(known) - cards.index(known)) % _RANKS, known - rank_of(known)
    named = [suit + (low + at) % _RANKS for at in range(len(cards))]
    first, last = texts.end_word(named[0]), texts.end_word(named[-1])
    run = texts.t("{low} to {high} of {suit}", low=first, high=last, suit=texts.suit_word(known))
    jokers = [texts.rank_word(name) for card, name in zip(cards, named, strict=True) if card == JOKER]
    if not jokers:
        return run
    if briefly:
        return texts.n("{set} with a joker", "{set} with {n} jokers", len(jokers), set=run)
    return texts.n(
        "{run}, joker as the {ranks}",
        "{run}, jokers as the {ranks}",
        len(jokers),
        run=run,
        ranks=all_of(texts, jokers),
    )


def _run(texts: Texts, cards: Sequence[Card], known: Card) -> str:
    """Format a run; ``known`` is one of its cards that isn't a joker."""
    low = (rank_of(known) - cards.index(known)) % _RANKS
    suit = known - rank_of(known)
    ranks = [texts.rank(suit + (low + at) % _RANKS) for at in range(len(cards))]
    shown = (texts.joker_as(rank) if card == JOKER else rank for card, rank in zip(cards, ranks, strict=True))
    return texts.run(shown, known)


ISOLATE: Final = "\u2068"
"""FIRST STRONG ISOLATE: starts a part of a line that has its own direction."""
END_ISOLATE: Final = "\u2069"
"""POP DIRECTIONAL ISOLATE: ends that part."""


def has_right_to_left(words: str) -> bool:
    """Return whether a text contains letters that are written from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in words)


def isolated(name: str) -> str:
    """Isolate a name if it's written from right to left. Otherwise ``محمد 48 : 31 Ola`` shows the scores swapped."""
    return f"{ISOLATE}{name}{END_ISOLATE}" if has_right_to_left(name) else name


_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def duration_words(texts: Texts, milliseconds: int) -> str:
    """Return a duration in words, to the second. Two or more whole days are in days; one day is ``24 hours``."""
    if milliseconds >= 2 * _DAY and milliseconds % _DAY == 0:
        return texts.n("{n} day", "{n} days", milliseconds // _DAY)
    hours, rest = divmod(milliseconds, _HOUR)
    minutes, rest = divmod(rest, _MINUTE)
    seconds = rest // _SECOND
    parts = [
        texts.n("{n} hour", "{n} hours", hours) if hours else "",
        texts.n("{n} minute", "{n} minutes", minutes) if minutes else "",
        texts.n("{n} second", "{n} seconds", seconds) if seconds or milliseconds < _MINUTE else "",
    ]
    return reduce(lambda longer, shorter: _duration(texts, longer, shorter), filter(None, parts))


def _duration(texts: Texts, longer: str, shorter: str) -> str:
    """Return a duration from its parts."""
    return texts.p("duration, such as 1 hour 30 minutes", "{longer} {shorter}", longer=longer, shorter=shorter)
