"""Games with melds on the table in words, for those who can't see their pictures: the state first, then the cards.

What gets too long is told more briefly: cards by suit, then in signs, then only counted; and what matters least is
left out.
"""

from collections.abc import Callable, Sequence
from itertools import chain, groupby
from typing import Final, TypeAlias

from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.melds.rules import MeldRules, rules_for
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.results import DealResult
from bot.rummy.views import MeldsView, Phase
from bot.text.catalogs import SUIT_SIGNS, Texts
from bot.text.deals import deal_over
from bot.text.lists import signed
from bot.text.melds.meld import meld_alt
from bot.text.melds.table import opening_words
from bot.text.rules import variant_name
from render.alt_text import first_fitting, joined, spoken, without_the_least
from render.drawing.rows import LOOSE
from render.melds.own import Own
from render.words import (
    count_words,
    ends_words,
    goal_words,
    house_rules,
    outcome_title,
    progress_words,
    quiet_left,
    waiting_words,
)

Form: TypeAlias = Callable[[Texts, Sequence[Card]], str]
"""A way to tell cards."""

_ALL: Final = 99
_ASIDE: Final = 6
"""From this number on, parts of a table make way for its melds."""


def hand_alt(view: MeldsView, names: Sequence[str], own: Own, texts: Texts) -> str:
    """Tell a hand to the one who holds it, and what was laid of it in the present turn.

    One in which no melds are read is told as its cards.
    """
    rules = rules_for(view.options)
    opening = opening_words(texts, view, own.ready)
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    head = [*_hand_head(view, said, own, texts), f"{opening[0].upper()}{opening[1:]}." if opening else ""]
    worth = "" if own.value is None else texts.t("Hand {value}.", value=own.value)
    loose = [card for group in own.groups if group.kind is LOOSE for card in group.cards]
    melds = [group.cards for group in own.groups if group.kind is not LOOSE]

    def told(form: Form, *, briefly: bool) -> str:
        made = ", ".join(_own_meld(cards, texts, briefly=briefly) for cards in melds)
        return joined(
            [
                *head,
                _laid(view, texts, rules, briefly=briefly),
                texts.t("Melds: {melds}.", melds=made) if made else "",
                _others(form(texts, loose), texts, read=own.value is not None) if loose else "",
                worth,
            ]
        )

    ways = ((in_words, False), (by_suit, False), (by_suit, True), (in_signs, True))
    counted = joined([*head, _laid_count(view, texts), worth])
    return first_fitting(chain((told(form, briefly=briefly) for form, briefly in ways), (counted,)))


def table_alt(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Tell a table as everybody sees it."""
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    rules = rules_for(view.options)
    left = quiet_left(view)
    house = ", ".join(house_rules(texts, view.options).values())
    seats = "; ".join(_seat(view, texts, seat, name) for seat, name in enumerate(said)) + "."
    game = variant_name(texts, view.options.variant)
    state = [
        (0, _turn(view, said, texts)),
        (1, f"{ends_words(texts, left)}." if left is not None else ""),
        (1, texts.t("To knock for: {card}.", card=texts.card_words(view.claim)) if view.claim is not None else ""),
        (6, f"{game}. {progress_words(texts, view)}."),
        (2, _piles(view, texts)),
        (3, seats),
    ]
    more = [(7, f"{goal_words(texts, view.options, len(names))}."), (8, f"{house}." if house else "")]
    listed = (lambda meld: meld_alt(texts, meld, rules), lambda meld: meld_in_signs(meld, texts))
    count = texts.n("{n} meld.", "{n} melds.", len(view.melds)) if view.melds else ""
    ways = (
        joined(part for number, part in (*state, (4, melds), *more) if number < most)
        for most in (_ALL, _ASIDE)
        for melds in (_numbered(view.melds, tell, texts) for tell in listed)
    )
    return first_fitting(chain(ways, (without_the_least([*state, (4, count), *more]),)))


def ending_alt(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Tell how a deal ended: who won what, and what everybody was left with."""
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    result, values = view.deals[-1], rules_for(view.options).hand_values
    parts = [f"{outcome_title(texts, result.outcome)}.", _won(result, said, texts), f"{count_words(texts, result)}."]

    def hands(form: Form | None) -> list[str]:
        told = []
        for seat, hand in enumerate(view.hands):
            words = texts.t("{name} holds {points}", name=said[seat], points=sum(values[card] for card in hand))
            if hand:
                told.append(f"{words}: {form(texts, hand)}." if form else f"{words}.")
        return told

    forms = (in_words, by_suit, in_signs, None)
    return first_fitting(chain((joined([*parts, *hands(form)]) for form in forms), (joined(parts),)))


def meld_in_signs(meld: TableMeld, texts: Texts) -> str:
    """Write a meld on the table in signs, ``7-9♠`` or ``Q♣♥♦``, with a sign for each of its jokers behind."""
    jokers = texts.card(JOKER) * meld.jokers
    if meld.kind is MeldKind.SET:
        suits = "".join(SUIT_SIGNS[suit_of(card)] for card in meld.cards if card != JOKER)
        return texts.rank(meld.low) + suits + jokers
    high = 13 * meld.suit + (meld.low + len(meld.cards) - 1) % 13
    return f"{texts.rank(13 * meld.suit + meld.low)}-{texts.rank(high)}{SUIT_SIGNS[meld.suit]}{jokers}"


def in_words(texts: Texts, cards: Sequence[Card]) -> str:
    """Tell cards one by one: ``2 of clubs, king of hearts, joker``."""
    natural = [texts.card_words(card) for card in cards if card != JOKER]
    return ", ".join([*natural, *_jokers(texts, len(cards) - len(natural))])


def by_suit(texts: Texts, cards: Sequence[Card]) -> str:
    """Tell cards suit by suit: ``clubs 2, 9; hearts king; 2 jokers``."""
    natural = sorted(card for card in cards if card != JOKER)
    suits = [_suit(texts, list(suit)) for _, suit in groupby(natural, suit_of)]
    return "; ".join([*suits, *_jokers(texts, len(cards) - len(natural))])


def in_signs(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards in signs suit by suit, ``♣2 9 ♥K``."""
    natural = sorted(card for card in cards if card != JOKER)
    suits = [SUIT_SIGNS[suit] + " ".join(texts.rank(card) for card in held) for suit, held in groupby(natural, suit_of)]
    return ", ".join([*suits, *_jokers(texts, len(cards) - len(natural))])


def _suit(texts: Texts, cards: Sequence[Card]) -> str:
    ranks = ", ".join(map(texts.rank_word, cards))
    return texts.t("{suit} {ranks}", suit=texts.suit_word(cards[0]), ranks=ranks)


def _jokers(texts: Texts, count: int) -> list[str]:
    """Tell so many jokers."""
    return [texts.n("joker", "{n} jokers", count)] if count else []


def _run(texts: Texts, low: Card, high: Card) -> str:
    """Tell a run by its ends."""
    return texts.t(
        "{low} to {high} of {suit}", low=texts.rank_word(low), high=texts.rank_word(high), suit=texts.suit_word(low)
    )


def _own_meld(cards: Sequence[Card], texts: Texts, *, briefly: bool) -> str:
    """Tell a meld in the hand, with how many jokers it takes."""
    natural = [card for card in cards if card != JOKER]
    if len({rank_of(card) for card in natural}) == 1:
        words = texts.ranks_word(natural[0])
    elif briefly:
        words = f"{texts.rank(natural[0])}-{texts.rank(natural[-1])}{SUIT_SIGNS[suit_of(natural[0])]}"
    else:
        words = _run(texts, natural[0], natural[-1])
    jokers = _jokers(texts, len(cards) - len(natural))
    return texts.t("{meld} with {jokers}", meld=words, jokers=jokers[0]) if jokers else words


def _others(cards: str, texts: Texts, *, read: bool) -> str:
    """Tell the cards that stand in no meld; all of them, where none was ``read`` in the hand."""
    return texts.t("Loose: {cards}.", cards=cards) if read else texts.t("Cards: {cards}.", cards=cards)


def _hand_head(view: MeldsView, names: Sequence[str], own: Own, texts: Texts) -> list[str]:
    """Say how many cards a hand has and whose turn it is."""
    cards = texts.n("Your hand, {n} card.", "Your hand, {n} cards.", len(view.hand))
    if view.turn is None or view.turn != view.seat:
        return [cards, f"{waiting_words(view, texts, names)}."]
    card = "" if view.drawn is None else texts.card_words(view.drawn)
    if not card:
        turn = texts.t("Your turn.")
    elif view.drawn == view.taken:
        turn = texts.t("Your turn, took {card}.", card=card)
    else:
        turn = texts.t("Your turn, drew {card}.", card=card)
    return [cards, turn, texts.t("You can go out.") if own.out else ""]


def _laid(view: MeldsView, texts: Texts, rules: MeldRules, *, briefly: bool) -> str:
    """Tell what was laid in the present turn: new melds, and cards on others."""
    told = []
    for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True)):
        if len(places) == len(meld.cards):
            words = meld_in_signs(meld, texts) if briefly else meld_alt(texts, meld, rules)
        elif places:
            cards = [meld.cards[place] for place in sorted(places)]
            words = in_signs(texts, cards) if briefly else in_words(texts, cards)
        else:
            continue
        told.append(f"{number + 1}: {words}")
    return texts.t("Laid this turn {melds}.", melds="; ".join(told)) if told else ""


def _laid_count(view: MeldsView, texts: Texts) -> str:
    """Count what was laid in the present turn."""
    count = sum(map(len, view.staged))
    return texts.n("{n} card laid this turn.", "{n} cards laid this turn.", count) if count else ""


def _numbered(melds: Sequence[TableMeld], tell: Callable[[TableMeld], str], texts: Texts) -> str:
    """Tell melds with their numbers from 1."""
    told = "; ".join(f"{number}: {tell(meld)}" for number, meld in enumerate(melds, 1))
    return texts.t("Melds: {melds}.", melds=told) if told else ""


def _turn(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Say whose turn it is, or what is over."""
    if view.turn is not None:
        return texts.t("{name}'s turn.", name=names[view.turn])
    return texts.t("The game is over.") if view.phase is Phase.OVER else deal_over(texts, view.options)


def _piles(view: MeldsView, texts: Texts) -> str:
    """Tell the stock and the top of the discard pile."""
    if not view.discards:
        return texts.t("Stock {count}, no discards.", count=view.stock)
    return texts.t("Stock {count}, top discard {card}.", count=view.stock, card=in_words(texts, view.discards[-1:]))


def _seat(view: MeldsView, texts: Texts, seat: int, name: str) -> str:
    """Tell a seat's score, its cards, and whether it has opened."""
    score, count = signed(view.columns[0].totals[seat]), view.counts[seat]
    words = texts.n("{name} {score}, {n} card", "{name} {score}, {n} cards", count, name=name, score=score)
    if view.needs is not None and view.opened[seat]:
        return texts.t("{seat}, opened", seat=words)
    return words


def _won(result: DealResult, names: Sequence[str], texts: Texts) -> str:
    """Say who won the deal."""
    if result.winner is None:
        return ""
    return texts.t("{name} wins {points}.", name=names[result.winner], points=result.points[result.winner])
