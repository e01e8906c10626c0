"""Words that pictures of all games have in common, and alt text, which is kept within 250 characters."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.rummy.cards import Card, suit_of
from bot.rummy.results import Outcome
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import deal_over, deal_over_label
from bot.text.lists import isolated, signed
from render.drawing.letters import clean


def quiet_turns_left(view: View) -> int | None:
    """Return how many turns are left before the deal ends because nobody draws (C-8), or None if it's not close."""
    close = view.quiet_turns >= QUIET_WARNING and view.turn is not None
    return QUIET_LIMIT - view.quiet_turns if close else None


def waiting_words(view: View, texts: Texts, names: Sequence[str]) -> str:
    """Return what the hand's owner is waiting for; names are used as they are."""
    match view.phase:
        case Phase.OVER:
            return texts.t("The game is over")
        case Phase.DEAL:
            return deal_over_label(texts, view.options)
        case _:
            return texts.t("{name}'s turn", name=names[view.turn or 0])


def outcome_word(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome in a word."""
    words = {
        Outcome.GIN: texts.p("outcome", "gin"),
        Outcome.KNOCK: texts.p("outcome", "knock"),
        Outcome.UNDERCUT: texts.p("outcome", "undercut"),
        Outcome.VOID: texts.p("outcome", "void"),
        Outcome.OUT: texts.p("outcome", "out"),
        Outcome.RUMMY: texts.p("outcome", "rummy"),
        Outcome.STALEMATE: texts.p("outcome", "stalemate"),
        Outcome.EXHAUSTED: texts.p("outcome", "exhausted"),
    }
    return words[outcome]


def outcome_title(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome as the heading of a picture."""
    words = {
        Outcome.GIN: texts.p("outcome", "Gin"),
        Outcome.KNOCK: texts.p("outcome", "Knock"),
        Outcome.UNDERCUT: texts.p("outcome", "Undercut"),
        Outcome.VOID: texts.p("outcome", "Void deal"),
        Outcome.OUT: texts.p("outcome", "Out"),
        Outcome.RUMMY: texts.p("outcome", "Going rummy"),
        Outcome.STALEMATE: texts.p("outcome", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("outcome", "Nobody went out"),
    }
    return words[outcome]


def outcome_label(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome in a word or two that begin a row."""
    words = {
        Outcome.GIN: texts.p("row", "Gin"),
        Outcome.KNOCK: texts.p("row", "Knock"),
        Outcome.UNDERCUT: texts.p("row", "Undercut"),
        Outcome.VOID: texts.p("row", "Void"),
        Outcome.OUT: texts.p("row", "Out"),
        Outcome.RUMMY: texts.p("row", "Rummy"),
        Outcome.STALEMATE: texts.p("row", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("row", "Nobody"),
    }
    return words[outcome]


MAX_LENGTH: Final = 250
"""The most characters of an alt text."""
MOST_WORDS: Final = 1200
"""The most characters of a description that replaces a picture."""
MAX_NAME_LENGTH: Final = 20
"""The most characters of a name in an alt text."""


def alt_names(texts: Texts, names: Sequence[str]) -> list[str]:
    """Return the names of all seats for alt text: long names truncated, empty ones replaced by the seat's number."""
    return [
        isolated(truncated(clean(name), MAX_NAME_LENGTH)) or texts.t("Seat {number}", number=number)
        for number, name in enumerate(names, 1)
    ]


def truncated(words: str, most: int) -> str:
    """Cut a text to ``most`` characters, the last one an ellipsis."""
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def scores_alt(names: Sequence[str], points: Sequence[int]) -> str:
    """Return each player's name and points."""
    return ", ".join(f"{name} {signed(score)}" for name, score in zip(names, points, strict=True))


def joined(parts: Iterable[str]) -> str:
    """Join the parts that aren't empty with spaces."""
    return " ".join(part for part in parts if part)


def first_fitting(forms: Iterable[str], most: int = MAX_LENGTH) -> str:
    """Return the first form of at most ``most`` characters, or the last one truncated."""
    form = ""
    for form in forms:
        if len(form) <= most:
            return form
    return truncated(form, most)


def without_least_important(parts: Sequence[tuple[int, str]]) -> str:
    """Join numbered sentences, leaving out those with the highest numbers until the result is short enough."""
    order = sorted((number for number, part in parts if part), reverse=True)
    return first_fitting(joined(part for number, part in parts if number <= most) for most in dict.fromkeys(order))


def hand_heading(view: View, names: Sequence[str], texts: Texts) -> list[str]:
    """Return how many cards a hand has and whose turn it is."""
    cards = texts.n("Your hand, {n} card.", "Your hand, {n} cards.", len(view.hand))
    if view.turn is None or view.turn != view.seat:
        return [cards, f"{waiting_words(view, texts, names)}."]
    if view.drawn is None:
        return [cards, texts.t("Your turn.")]
    card = texts.card_words(view.drawn)
    if view.drawn == view.taken:
        return [cards, texts.t("Your turn, took {card}.", card=card)]
    return [cards, texts.t("Your turn, drew {card}.", card=card)]


def turn_alt(view: View, names: Sequence[str], texts: Texts) -> str:
    """Return whose turn it is, or what is over."""
    if view.turn is not None:
        return texts.t("{name}'s turn.", name=names[view.turn])
    return texts.t("The game is over.") if view.phase is Phase.OVER else deal_over(texts, view.options)


def piles_alt(view: View, texts: Texts) -> str:
    """Describe the stock and the top of the discard pile."""
    if not view.discards:
        return texts.t("Stock {count}, no discards.", count=view.stock)
    return texts.t("Stock {count}, top discard {card}.", count=view.stock, card=texts.card_words(view.discards[-1]))


def run_alt(texts: Texts, low: Card, high: Card) -> str:
    """Describe a run by its first and last card."""
    return texts.t(
        "{low} to {high} of {suit}", low=texts.rank_word(low), high=texts.rank_word(high), suit=texts.suit_word(low)
    )


def set_alt(texts: Texts, cards: Sequence[Card], *, fully: bool = False) -> str:
    """Describe a set without jokers by its rank; ``fully`` with its suits."""
    ranks = texts.ranks_word(cards[0])
    return texts.t("{ranks} ({suits})", ranks=ranks, suits=", ".join(map(texts.suit_word, cards))) if fully else ranks


def suits_alt(texts: Texts, cards: Iterable[Card]) -> list[str]:
    """Describe cards without jokers suit by suit: ``clubs 2, 9`` and ``hearts king``."""
    return [_suit(texts, list(suit)) for _, suit in groupby(sorted(cards), suit_of)]


def _suit(texts: Texts, cards: Sequence[Card]) -> str:
    ranks = ", ".join(map(texts.rank_word, cards))
    return texts.t("{suit} {ranks}", suit=texts.suit_word(cards[0]), ranks=ranks)
