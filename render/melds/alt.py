"""Words for pictures of games with melds on the table: goals, how points add up, and alt text.

Alt text says the state first, then the cards, in at most 250 characters: if it gets too long, cards are listed by suit,
then in signs, then only counted, and the least important parts are left out.
"""

from collections.abc import Callable, Sequence
from itertools import chain, groupby
from typing import Final, TypeAlias

from bot.rummy.cards import JOKER, Card, MeldKind, rank_of, suit_of
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.rummy.melds.views import MeldsView
from bot.rummy.options import house_rules_in_force
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import SUIT_SIGNS, Texts
from bot.text.deals import progress_words, target_words
from bot.text.lists import signed
from bot.text.melds.table import meld_alt, opening_words
from bot.text.rules import option_name, variant_name
from render.alt import (
    MAX_LENGTH,
    alt_names,
    first_fitting,
    hand_heading,
    joined,
    outcome_title,
    piles_alt,
    quiet_turns_left,
    run_alt,
    set_alt,
    suits_alt,
    turn_alt,
    without_least_important,
)
from render.drawing.rows import LOOSE
from render.melds.reading import HandReading


def goal_words(texts: Texts, options: MeldsOptions, seats: int) -> str:
    """Return what players have to reach: the value of a first meld (D-7), or the winning total."""
    initial = rules_for(options).initial
    if initial is None:
        return target_words(texts, options, seats)
    return texts.t("First meld {value}", value=initial) if initial else texts.t("Any first meld")


def house_rules(texts: Texts, options: MeldsOptions) -> dict[str, str]:
    """Return the names of the house rules in force by id, without those that `goal_words` shows (H-2, H-3)."""
    return {rule.rule: option_name(texts, rule.name) for rule in house_rules_in_force(options)}


def quiet_words(texts: Texts, left: int) -> str:
    """Warn that the deal ends after ``left`` more turns in which nobody draws from the stock or lays (C-8)."""
    return texts.n("Ends in {n} turn", "Ends in {n} turns", left)


def count_words(texts: Texts, result: DealResult) -> str:
    """Write how a deal's points add up, ``(45 + 23) × 2 = 136`` (B-11, B-12, D-12 to D-14, H-10).

    ValueError for a deal of the gin family.
    """
    if result.count is None:
        raise ValueError("a deal of the gin family has its sum in the showdown")
    if result.winner is None:
        if result.outcome is Outcome.STALEMATE:
            return texts.t("Nobody scores")
        return texts.t("Everyone loses the points in hand")
    count = result.count
    terms = [str(points) for seat, points in enumerate(count.hands) if seat != result.winner]
    if count.laid:
        terms.append(texts.t("{points} laid", points=count.laid))
    total = result.points[result.winner]
    if count.factor > 1:
        left = " + ".join(terms)
        return f"({left}) × {count.factor} = {total}" if len(terms) > 1 else f"{left} × {count.factor} = {total}"
    if len(terms) > 1:
        return f"{' + '.join(terms)} = {total}"
    return texts.n("{n} point left in the other hand", "{n} points left in the other hand", total)


Form: TypeAlias = Callable[[Texts, Sequence[Card]], str]
"""A way to write cards."""

_ALL: Final = 99
_LESS_IMPORTANT: Final = 6
"""Parts of a table from this number on are left out before its melds."""


def hand_alt(view: MeldsView, names: Sequence[str], reading: HandReading, texts: Texts, most: int = MAX_LENGTH) -> str:
    """Describe a hand to its owner, with the cards laid in the current turn, in at most ``most`` characters.

    If the reading has no melds and values, only the cards are listed.
    """
    rules = rules_for(view.options)
    opening = opening_words(texts, view, reading.ready)
    head = [
        *hand_heading(view, alt_names(texts, names), texts),
        texts.t("You can go out.") if reading.can_go_out else "",
        f"{opening[0].upper()}{opening[1:]}." if opening else "",
    ]
    value = "" if reading.value is None else texts.t("Hand {value}.", value=reading.value)
    piles = piles_alt(view, texts) if view.turn is not None else ""
    loose = [card for group in reading.groups if group.kind is LOOSE for card in group.cards]
    melds = [group.cards for group in reading.groups if group.kind is not LOOSE]

    fully = most > MAX_LENGTH

    def words(form: Form, *, briefly: bool) -> str:
        found = ", ".join(_hand_meld(cards, texts, briefly=briefly, fully=fully) for cards in melds)
        return joined(
            [
                *head,
                _laid(view, texts, rules, briefly=briefly),
                texts.t("Melds: {melds}.", melds=found) if found else "",
                _others(form(texts, loose), texts, assisted=reading.value is not None) if loose else "",
                value,
                piles,
            ]
        )

    forms = ((in_words, False), (by_suit, False), (by_suit, True), (in_signs, True))
    counted = [*head, _laid_count(view, texts), value]
    listed = (words(form, briefly=briefly) for form, briefly in forms)
    return first_fitting(chain(listed, (joined([*counted, piles]), joined(counted))), most)


def table_alt(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Describe a table as all players see it."""
    players = alt_names(texts, names)
    rules = rules_for(view.options)
    left = quiet_turns_left(view)
    house = ", ".join(house_rules(texts, view.options).values())
    seats = "; ".join(_seat(view, texts, seat, name) for seat, name in enumerate(players)) + "."
    game = variant_name(texts, view.options.variant)
    state = [
        (0, turn_alt(view, players, texts)),
        (1, f"{quiet_words(texts, left)}." if left is not None else ""),
        (1, texts.t("To knock for: {card}.", card=texts.card_words(view.claim)) if view.claim is not None else ""),
        (6, f"{game}. {progress_words(texts, view)}."),
        (2, piles_alt(view, texts)),
        (3, seats),
    ]
    more = [(7, f"{goal_words(texts, view.options, len(names))}."), (8, f"{house}." if house else "")]
    listed = (lambda meld: meld_alt(texts, meld, rules), lambda meld: meld_in_signs(meld, texts))
    count = texts.n("{n} meld.", "{n} melds.", len(view.melds)) if view.melds else ""
    forms = (
        joined(part for number, part in (*state, (4, melds), *more) if number < most)
        for most in (_ALL, _LESS_IMPORTANT)
        for melds in (_numbered(view.melds, write, texts) for write in listed)
    )
    return first_fitting(chain(forms, (without_least_important([*state, (4, count), *more]),)))


def ending_alt(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Describe how a deal ended: its winner and points, and the cards left in each hand."""
    players = alt_names(texts, names)
    result, values = view.deals[-1], rules_for(view.options).hand_values
    parts = [f"{outcome_title(texts, result.outcome)}.", _won(result, players, texts), f"{count_words(texts, result)}."]

    def hands(form: Form | None) -> list[str]:
        described = []
        for seat, hand in enumerate(view.hands):
            words = texts.t("{name} holds {points}", name=players[seat], points=sum(values[card] for card in hand))
            if hand:
                described.append(f"{words}: {form(texts, hand)}." if form else f"{words}.")
        return described

    forms = (in_words, by_suit, in_signs, None)
    return first_fitting(chain((joined([*parts, *hands(form)]) for form in forms), (joined(parts),)))


def meld_in_signs(meld: TableMeld, texts: Texts) -> str:
    """Write a meld on the table in signs, ``7-9♠`` or ``Q♣♥♦``, followed by a sign for each of its jokers."""
    jokers = texts.card(JOKER) * meld.jokers
    if meld.kind is MeldKind.SET:
        suits = "".join(SUIT_SIGNS[suit_of(card)] for card in meld.cards if card != JOKER)
        return texts.rank(meld.low) + suits + jokers
    high = 13 * meld.suit + (meld.low + len(meld.cards) - 1) % 13
    return f"{texts.rank(13 * meld.suit + meld.low)}-{texts.rank(high)}{SUIT_SIGNS[meld.suit]}{jokers}"


def in_words(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards in words: ``2 of clubs, king of hearts, joker``."""
    natural = [texts.card_words(card) for card in cards if card != JOKER]
    return ", ".join([*natural, *_jokers(texts, len(cards) - len(natural))])


def by_suit(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards by suit: ``clubs 2, 9; hearts king; 2 jokers``."""
    natural = [card for card in cards if card != JOKER]
    return "; ".join([*suits_alt(texts, natural), *_jokers(texts, len(cards) - len(natural))])


def in_signs(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards in signs by suit: ``♣2 9, ♥K``."""
    natural = sorted(card for card in cards if card != JOKER)
    suits = [SUIT_SIGNS[suit] + " ".join(texts.rank(card) for card in held) for suit, held in groupby(natural, suit_of)]
    return ", ".join([*suits, *_jokers(texts, len(cards) - len(natural))])


def _jokers(texts: Texts, count: int) -> list[str]:
    return [texts.n("joker", "{n} jokers", count)] if count else []


def _hand_meld(cards: Sequence[Card], texts: Texts, *, briefly: bool, fully: bool) -> str:
    """Describe a meld in the hand, ``fully`` with the suits of a set, and how many jokers it contains."""
    natural = [card for card in cards if card != JOKER]
    if len({rank_of(card) for card in natural}) == 1:
        words = set_alt(texts, natural, fully=fully)
    elif briefly:
        words = f"{texts.rank(natural[0])}-{texts.rank(natural[-1])}{SUIT_SIGNS[suit_of(natural[0])]}"
    else:
        words = run_alt(texts, natural[0], natural[-1])
    jokers = _jokers(texts, len(cards) - len(natural))
    return texts.t("{meld} with {jokers}", meld=words, jokers=jokers[0]) if jokers else words


def _others(cards: str, texts: Texts, *, assisted: bool) -> str:
    """Introduce the loose cards, or without assistance all cards."""
    return texts.t("Loose: {cards}.", cards=cards) if assisted else texts.t("Cards: {cards}.", cards=cards)


def _laid(view: MeldsView, texts: Texts, rules: MeldRules, *, briefly: bool) -> str:
    """Describe the cards laid in the current turn: new melds, and cards added to other melds."""
    laid = []
    for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True)):
        if len(places) == len(meld.cards):
            words = meld_in_signs(meld, texts) if briefly else meld_alt(texts, meld, rules)
        elif places:
            cards = [meld.cards[place] for place in sorted(places)]
            words = in_signs(texts, cards) if briefly else in_words(texts, cards)
        else:
            continue
        laid.append(f"{number + 1}: {words}")
    return texts.t("Laid this turn {melds}.", melds="; ".join(laid)) if laid else ""


def _laid_count(view: MeldsView, texts: Texts) -> str:
    """Return how many cards were laid in the current turn."""
    count = sum(map(len, view.staged))
    return texts.n("{n} card laid this turn.", "{n} cards laid this turn.", count) if count else ""


def _numbered(melds: Sequence[TableMeld], write: Callable[[TableMeld], str], texts: Texts) -> str:
    """Describe melds after their numbers, counted from 1."""
    numbered = "; ".join(f"{number}: {write(meld)}" for number, meld in enumerate(melds, 1))
    return texts.t("Melds: {melds}.", melds=numbered) if numbered else ""


def _seat(view: MeldsView, texts: Texts, seat: int, name: str) -> str:
    """Describe a seat: its score, how many cards it has, and whether it has melded."""
    score, count = signed(view.columns[0].totals[seat]), view.counts[seat]
    words = texts.n("{name} {score}, {n} card", "{name} {score}, {n} cards", count, name=name, score=score)
    if view.needs is not None and view.opened[seat]:
        return texts.t("{seat}, opened", seat=words)
    return words


def _won(result: DealResult, names: Sequence[str], texts: Texts) -> str:
    if result.winner is None:
        return ""
    return texts.t("{name} wins {points}.", name=names[result.winner], points=result.points[result.winner])
