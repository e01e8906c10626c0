"""Words that pictures of all games have in common, and alt text, which is kept within Discord's 1,024 characters.

Alt text has everything that a picture shows and its message doesn't repeat: the state first, cards in words and in the
order of the picture. Text-only readers get hands in the same words, but only what matters for the next move.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.rummy.cards import JOKER, Card, MeldKind, suit_of
from bot.rummy.events import Event, by_turn
from bot.rummy.results import Outcome
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase, View
from bot.text.catalogs import Texts, joined_cards
from bot.text.deals import deal_over, deal_over_label, turn_words
from bot.text.lists import by_suit, isolated, scores_of_all, spelled_meld
from render.drawing.letters import clean
from render.drawing.rows import LOOSE, MOST_LISTED, Group


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
        Outcome.GIN: texts.p("how a deal ended, in a sentence", "gin"),
        Outcome.BIG_GIN: texts.p("how a deal ended, in a sentence", "big gin"),
        Outcome.KNOCK: texts.p("how a deal ended, in a sentence", "knock"),
        Outcome.UNDERCUT: texts.p("how a deal ended, in a sentence", "undercut"),
        Outcome.VOID: texts.p("how a deal ended, in a sentence", "void"),
        Outcome.OUT: texts.p("how a deal ended, in a sentence", "out"),
        Outcome.RUMMY: texts.p("how a deal ended, in a sentence", "rummy"),
        Outcome.STALEMATE: texts.p("how a deal ended, in a sentence", "stalemate"),
        Outcome.EXHAUSTED: texts.p("how a deal ended, in a sentence", "exhausted"),
    }
    return words[outcome]


def outcome_title(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome as the heading of a picture."""
    words = {
        Outcome.GIN: texts.p("how a deal ended, heading", "Gin"),
        Outcome.BIG_GIN: texts.p("how a deal ended, heading", "Big gin"),
        Outcome.KNOCK: texts.p("how a deal ended, heading", "Knock"),
        Outcome.UNDERCUT: texts.p("how a deal ended, heading", "Undercut"),
        Outcome.VOID: texts.p("how a deal ended, heading", "Void deal"),
        Outcome.OUT: texts.p("how a deal ended, heading", "Out"),
        Outcome.RUMMY: texts.p("how a deal ended, heading", "Going rummy"),
        Outcome.STALEMATE: texts.p("how a deal ended, heading", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("how a deal ended, heading", "Nobody went out"),
    }
    return words[outcome]


def outcome_label(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome in a word or two that begin a row."""
    words = {
        Outcome.GIN: texts.p("how a deal ended, in a score sheet", "Gin"),
        Outcome.BIG_GIN: texts.p("how a deal ended, in a score sheet", "Big gin"),
        Outcome.KNOCK: texts.p("how a deal ended, in a score sheet", "Knock"),
        Outcome.UNDERCUT: texts.p("how a deal ended, in a score sheet", "Undercut"),
        Outcome.VOID: texts.p("how a deal ended, in a score sheet", "Void"),
        Outcome.OUT: texts.p("how a deal ended, in a score sheet", "Out"),
        Outcome.RUMMY: texts.p("how a deal ended, in a score sheet", "Rummy"),
        Outcome.STALEMATE: texts.p("how a deal ended, in a score sheet", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("how a deal ended, in a score sheet", "Nobody"),
    }
    return words[outcome]


MAX_LENGTH: Final = 1024
"""The most characters of an alt text: Discord accepts no longer description."""
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
    """Return how many cards a hand has and whose turn it is; a partner reads whose hand it is (G3-12)."""
    cards = texts.n("Your hand, {n} card.", "Your hand, {n} cards.", len(view.hand))
    if view.hand_of not in (None, view.seat):
        name, count = names[view.hand_of or 0], len(view.hand)
        cards = texts.n("The hand of {name}, {n} card.", "The hand of {name}, {n} cards.", count, name=name)
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


def last_turn(view: View) -> tuple[Event, ...]:
    """Return the events of the last turn, which may still be going on; empty before the first."""
    turns = by_turn(view.recent)
    return turns[-1] if turns else ()


def last_turn_alt(view: View, names: Sequence[str], texts: Texts) -> str:
    """Describe the last turn, unless it's the turn of the view's seat."""
    turn = last_turn(view)
    if not turn or turn[-1].seat == view.seat:
        return ""
    return f"{turn_words(texts.spelled, turn, names[turn[-1].seat])}."


def scores_of(view: View, names: Sequence[str], texts: Texts) -> str:
    """Return all players' scores, of each game where several are scored at once."""
    scores = [scores_of_all(texts, names, column.totals, penalties=view.options.penalties) for column in view.columns]
    if len(scores) == 1:
        return texts.t("Score: {scores}.", scores=scores[0])
    return " ".join(
        texts.t("Game {number}: {scores}.", number=number, scores=words) for number, words in enumerate(scores, 1)
    )


def in_words(texts: Texts, cards: Iterable[Card]) -> str:
    """Write cards in words: ``2 of clubs, king of hearts, joker``."""
    return joined_cards(", ".join, [*map(texts.card_words, cards)])


def meld_words(texts: Texts, group: Group, replaced: Sequence[Card] = ()) -> str:
    """Describe a meld in a hand: ``run 7 to 9 of spades``, ``four queens``, ``three queens, no diamonds``.

    ``replaced`` are the cards that jokers in a set can stand for.
    """
    if group.kind is MeldKind.RUN:
        return texts.t("run {cards}", cards=spelled_meld(texts, group.cards))
    return set_words(texts, group) or texts.t("set {cards}", cards=spelled_meld(texts, group.cards, replaced))


def set_words(texts: Texts, group: Group) -> str:
    """Describe a set of three or four suits without jokers; empty for others."""
    missing = _missing(group)
    if missing is None:
        return ""
    ranks = texts.ranks_word(group.cards[0])
    if not missing:
        return texts.p("in a sentence", "four {ranks}", ranks=ranks)
    return texts.p("in a sentence", "three {ranks}, no {suit}", ranks=ranks, suit=texts.suit_word(missing[0]))


def meld_sentence(texts: Texts, group: Group, replaced: Sequence[Card] = (), new: str = "") -> str:
    """Describe a meld in a hand as a sentence; ``new`` says which of its cards is new."""
    if group.kind is MeldKind.RUN:
        meld = texts.t("Run: {cards}", cards=spelled_meld(texts, group.cards))
    elif (missing := _missing(group)) is None:
        meld = texts.t("Set: {cards}", cards=spelled_meld(texts, group.cards, replaced))
    else:
        ranks = texts.ranks_word(group.cards[0])
        if not missing:
            meld = texts.p("begins a sentence", "Four {ranks}", ranks=ranks)
        else:
            suit = texts.suit_word(missing[0])
            meld = texts.p("begins a sentence", "Three {ranks}, no {suit}", ranks=ranks, suit=suit)
    return texts.t("{meld}; {new}.", meld=meld, new=new) if new else f"{meld}."


def _missing(group: Group) -> list[Card] | None:
    """Return a card of the suit that a set of three lacks, none for one of four; None for sets with equal cards."""
    suits = set(map(suit_of, group.cards))
    if JOKER in group.cards or len(suits) != len(group.cards):
        return None
    return [13 * suit for suit in range(4) if suit not in suits]


def new_card(view: View, texts: Texts, group: Group) -> str:
    """Return which card of a meld was just drawn or taken, by its suit or its rank; empty if none was."""
    if view.drawn is None or view.turn != view.seat or view.drawn not in group.cards:
        return ""
    if view.drawn == JOKER:
        words = texts.card_words(view.drawn)
    else:
        words = texts.rank_word(view.drawn) if group.kind is MeldKind.RUN else texts.suit_word(view.drawn)
    return _new(texts, words, taken=view.drawn == view.taken)


def _new(texts: Texts, card: str, *, taken: bool) -> str:
    """Mark a card in words as just taken or drawn."""
    if taken:
        return texts.p("said about a card", "{card} taken", card=card)
    return texts.p("said about a card", "{card} drawn", card=card)


def loose_words(view: View, texts: Texts, cards: Sequence[Card]) -> str:
    """Write loose cards in words, the one just drawn or taken marked."""
    words = []
    marked = view.drawn if view.turn == view.seat else None
    for card in cards:
        each = texts.card_words(card)
        if card == marked:
            marked = None  # not its twin, too
            each = _new(texts, each, taken=card == view.taken)
        words.append(each)
    return ", ".join(words)


def told(melds: Sequence[str], brief: Sequence[str], listed: Sequence[str], most: int) -> str:
    """Return melds in a line and the other cards in the next, in the first form of ``most`` words, or the last one.

    ``listed`` are ways to list the cards, the longest first. Next to the last one the melds are ``brief``.
    """
    heads = [*(melds for _ in listed[:-1]), brief]
    forms = ["\n".join(filter(None, (" ".join(head), cards))) for head, cards in zip(heads, listed, strict=True)]
    return next((form for form in forms if len(form.split()) <= most), forms[-1])


def ways_to_list(view: View, texts: Texts, cards: Sequence[Card], *, whole: bool = False) -> list[str]:
    """Return ways to list loose cards for `told`; with ``whole`` they are the whole hand."""
    if not cards:
        return ["", ""]
    ways = [loose_words(view, texts, cards), by_suit(texts, cards), by_suit(texts, cards, briefly=True)]
    if len(view.hand) > MOST_LISTED:
        ways.append(texts.n("{n} card", "{n} cards", len(cards)))
    return [listed(texts, words, whole=whole) for words in ways]


def listed(texts: Texts, cards: str, *, whole: bool) -> str:
    """Introduce loose cards, or all cards if no melds among them are told; empty without cards."""
    if not cards:
        return ""
    return texts.t("Cards: {cards}.", cards=cards) if whole else texts.t("Loose: {cards}.", cards=cards)


def cards_of(rows: Iterable[Sequence[Group]], *, loose: bool) -> tuple[Card, ...]:
    """Return the cards of rows that are loose, or those in melds, in the order of the picture."""
    return tuple(card for row in rows for group in row for card in group.cards if (group.kind is LOOSE) is loose)
