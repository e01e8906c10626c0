"""Words for pictures of games with melds on the table: goals, how points add up, and alt text.

Alt text says the state first, then the cards in words. If it gets too long, cards are listed by suit, then only
counted; a table names as many melds as fit, and where to find the rest.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, product
from typing import TypeAlias

from bot.rummy.cards import JOKER, Card, MeldKind
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.rummy.melds.views import MeldsView
from bot.rummy.options import house_rules_in_force
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Texts
from bot.text.deals import progress_words, target_words
from bot.text.games import variant_name
from bot.text.lists import by_suit, points_words, signed
from bot.text.melds.table import kept_sum, kept_words, laid_words, meld_alt, opening_sentences, owner_words, taken_words
from bot.text.rules import numbers_in_force, option_words
from render.alt import (
    MAX_LENGTH,
    alt_names,
    cards_of,
    first_fitting,
    hand_heading,
    in_words,
    joined,
    last_turn_alt,
    listed,
    meld_sentence,
    new_card,
    outcome_title,
    piles_alt,
    quiet_turns_left,
    scores_of,
    set_words,
    told,
    turn_alt,
    ways_to_list,
    without_least_important,
)
from render.drawing.rows import LOOSE, MOST_LISTED, Group
from render.look import MOST_TOLD, Sorting
from render.melds.reading import HandReading, melds_rows, shows_pile


def goal_words(texts: Texts, options: MeldsOptions, seats: int) -> str:
    """Return what players have to reach: the value of a first meld (D-7), or the winning total."""
    initial = rules_for(options).initial
    if initial is None:
        return target_words(texts, options, seats)
    return texts.t("First meld {value}", value=initial) if initial else texts.t("Any first meld")


def house_rules(texts: Texts, options: MeldsOptions) -> dict[str, str]:
    """Return the names of the house rules in force by id, without those that `goal_words` shows (H-2, H-3, H-12)."""
    switched = {
        rule.rule: option_words(texts, rule.name, getattr(options, rule.name)) for rule in house_rules_in_force(options)
    }
    return {**switched, **numbers_in_force(texts, options)}


def quiet_words(texts: Texts, left: int) -> str:
    """Warn that the deal ends after ``left`` more turns in which nobody draws from the stock or lays (C-8)."""
    return texts.n("Ends in {n} turn", "Ends in {n} turns", left)


def count_words(texts: Texts, result: DealResult) -> str:
    """Write how a deal's points add up, ``(45 + 23) × 2 = 136`` (B-11, B-12, D-12 to D-14, H-10).

    ValueError for a deal of the gin family.
    """
    if result.count is None:
        raise ValueError("a deal of the gin family has its sum in the showdown")
    if result.count.table:
        return "" if result.winner is None else kept_sum(texts, result, result.winner)
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


def hand_alt(
    view: MeldsView, names: Sequence[str], reading: HandReading, texts: Texts, sorting: Sorting = Sorting.MELDS
) -> str:
    """Describe a hand to its owner, in the order of its picture, with the cards laid in the current turn.

    If the reading has no melds and values, only the cards are listed.
    """
    rules, players, assisted = rules_for(view.options), alt_names(texts, names), reading.value is not None
    rows = melds_rows(view, _way(sorting, assisted=assisted))
    cards = cards_of(rows, loose=True)
    in_melds = _melds(view, reading, texts) if assisted and sorting is Sorting.MELDS else []
    head = [
        *hand_heading(view, players, texts),
        texts.t("You can go out.") if reading.can_go_out else "",
        opening_alt(view, reading, texts),
        _laid(view, texts, rules),
    ]
    value = "" if reading.value is None else texts.t("Points in hand {value}.", value=reading.value)
    piles = piles_alt(view, texts) if view.turn is not None else ""
    rest = [last_turn_alt(view, players, texts), _seats(view, texts, players)]
    whole = [_whole_pile(view, texts)] if shows_pile(view) else []
    words = chain(
        (
            joined([*head, *in_melds, listed(texts, form(texts, cards), whole=not in_melds), value, pile, *rest])
            for form, pile in product(_FORMS, (*whole, piles))
        ),
        (joined([*head[:-1], _laid_count(view, texts), value, piles]),),
    )
    return first_fitting(words)


_FORMS: tuple[Form, ...] = (in_words, by_suit)


def told_hand(
    view: MeldsView, reading: HandReading, texts: Texts, sorting: Sorting = Sorting.MELDS, *, most: int = MOST_TOLD
) -> str:
    """Tell a hand to a text-only reader: a line of its melds, and one of its other cards."""
    assisted = reading.value is not None
    loose = cards_of(melds_rows(view, _way(sorting, assisted=assisted)), loose=True)
    if assisted and sorting is not Sorting.MELDS:
        loose = _among(loose, [card for group in reading.groups if group.kind is LOOSE for card in group.cards])
    melds = _melds(view, reading, texts, marked=True) if assisted else []
    brief = _melds(view, reading, texts, briefly=True) if assisted else []
    if len(view.hand) > MOST_LISTED and brief:
        brief = [texts.n("{n} meld.", "{n} melds.", len(brief))]
    return told(melds, brief, ways_to_list(view, texts, loose, whole=not assisted), most)


def _among(cards: Sequence[Card], kept: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards that are kept, in their order; a card may be there twice and be kept once."""
    left = Counter(kept)
    left.subtract(cards)
    gone = Counter({card: -count for card, count in left.items() if count < 0})
    found = []
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        else:
            found.append(card)
    return tuple(found)


def _way(sorting: Sorting, *, assisted: bool) -> Sorting:
    return sorting if assisted or sorting is not Sorting.MELDS else Sorting.SUITS


def _melds(
    view: MeldsView, reading: HandReading, texts: Texts, *, marked: bool = False, briefly: bool = False
) -> list[str]:
    """Describe the melds of a hand; with ``marked`` also which of their cards was just drawn.

    ``briefly``: of the jokers in sets only how many there are.
    """
    return [
        meld_sentence(
            texts,
            group,
            () if briefly else _replaced(group, reading),
            new_card(view, texts, group) if marked else "",
        )
        for group in reading.groups
        if group.kind is not LOOSE
    ]


def _replaced(group: Group, reading: HandReading) -> list[Card]:
    """Return the cards that the jokers of a meld can stand for."""
    places = zip(group.cards, reading.stands_for.get(group.cards, ()), strict=False)
    return sorted({one for card, possible in places if card == JOKER for one in possible})


def opening_alt(view: MeldsView, reading: HandReading, texts: Texts) -> str:
    """Describe the value of first melds (D-7) and a missing pure run (H-13) of the view's seat; empty after them."""
    return opening_sentences(texts, view, reading.ready)


def table_alt(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Describe a table as all players see it; a discard pile that lies spread in order, if there's room (R-1)."""
    players, whole = alt_names(texts, names), _whole_pile(view, texts)
    if whole:
        full = _table_alt(view, players, texts, whole)
        if len(full) <= MAX_LENGTH:
            return full
    return first_fitting((_table_alt(view, players, texts, piles_alt(view, texts)),))


def _whole_pile(view: MeldsView, texts: Texts) -> str:
    """Describe the stock and the whole pile, in games in which it lies spread (R-1); empty in others."""
    if not rules_for(view.options).from_below or not view.discards:
        return ""
    cards = in_words(texts, view.discards)
    return texts.t("Stock {count}; discard pile, bottom first: {cards}.", count=view.stock, cards=cards)


def _table_alt(view: MeldsView, players: Sequence[str], texts: Texts, piles: str) -> str:
    """Describe a table with its piles in words, which may be too long."""
    rules = rules_for(view.options)
    left = quiet_turns_left(view)
    house = ", ".join(house_rules(texts, view.options).values())
    game = variant_name(texts, view.options.variant)
    state = [
        (0, turn_alt(view, players, texts)),
        (1, f"{quiet_words(texts, left)}." if left is not None else ""),
        (1, texts.t("To knock for: {card}.", card=texts.card_words(view.claim)) if view.claim is not None else ""),
        (2, piles),
        (4, last_turn_alt(view, players, texts)),
        (3, _seats(view, texts, players)),
    ]
    more = [
        (6, f"{game}. {progress_words(texts, view)}."),
        (7, f"{goal_words(texts, view.options, len(players))}."),
        (8, f"{house}." if house else ""),
    ]
    melds, briefly = (
        [_owned(view, texts, number, words(texts, meld, rules), players) for number, meld in enumerate(view.melds)]
        for words in (meld_alt, _brief_meld)
    )
    whole = (some_melds(texts, told, len(told)) for told in (melds, briefly))
    forms = chain(
        (joined(part for _, part in (*state, (5, told), *rest)) for told in whole for rest in (more, more[:1])),
        (
            joined(part for _, part in (*state, (5, some_melds(texts, briefly, shown)), more[0]))
            for shown in range(len(melds) - 1, 0, -1)
        ),
    )
    count = texts.n("{n} meld.", "{n} melds.", len(melds)) if melds else ""
    return first_fitting(chain(forms, (without_least_important([*state, (5, count), *more]),)))


def _brief_meld(texts: Texts, meld: TableMeld, rules: MeldRules) -> str:
    """Describe a meld in words, a set by the suit that it lacks."""
    if meld.kind is MeldKind.RUN or JOKER in meld.cards:
        return meld_alt(texts, meld, rules)
    return set_words(texts, Group(meld.kind, meld.cards)) or meld_alt(texts, meld, rules)


def _owned(view: MeldsView, texts: Texts, number: int, words: str, players: Sequence[str]) -> str:
    """Add to a meld who laid its cards, where they count for that player (R-12)."""
    owners = owner_words(texts.spelled, view, number, players)
    return texts.t("{meld} ({names})", meld=words, names=owners) if owners else words


def some_melds(texts: Texts, melds: Sequence[str], shown: int) -> str:
    """List the first ``shown`` melds by number, and where the others are."""
    if not melds:
        return ""
    numbered = "; ".join(f"{number}: {meld}" for number, meld in enumerate(melds[:shown], 1))
    words = texts.t("Melds: {melds}", melds=numbered)
    if shown == len(melds):
        return f"{words}."
    return texts.n(
        "{melds} ... and {n} more meld: press {button More}, then {button In words}.",
        "{melds} ... and {n} more melds: press {button More}, then {button In words}.",
        len(melds) - shown,
        melds=words,
    )


def ending_alt(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    """Describe how a deal ended: its winner and points, the scores, and the cards left in each hand."""
    players = alt_names(texts, names)
    result, values = view.deals[-1], rules_for(view.options).hand_values
    added = count_words(texts, result)
    if result.outcome is Outcome.STALEMATE and view.options.penalties:
        added = texts.t("No penalty points")
    if result.count is not None and result.count.table:
        added = "; ".join(kept_words(texts, result, seat, name) for seat, name in enumerate(players))
    if result.penalties:
        taken = (taken_words(texts, result, seat, name) for seat, name in enumerate(players) if seat != result.winner)
        added = "; ".join(taken)
    parts = [f"{outcome_title(texts, result.outcome)}.", _won(view, players, texts), f"{added}."]
    scores = scores_of(view, players, texts)

    def hands(form: Form | None) -> list[str]:
        described = []
        for seat, hand in enumerate(view.hands):
            words = texts.t("{name} holds {points}", name=players[seat], points=sum(values[card] for card in hand))
            if hand:
                described.append(f"{words}: {form(texts, hand)}." if form else f"{words}.")
        return described

    forms = (*_FORMS, None)
    return first_fitting(chain((joined([*parts, scores, *hands(form)]) for form in forms), (joined(parts),)))


def _laid(view: MeldsView, texts: Texts, rules: MeldRules) -> str:
    """Describe the cards laid in the current turn: new melds, and cards added to other melds."""
    laid = []
    for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True), 1):
        if len(places) == len(meld.cards):
            laid.append(texts.t("meld {number}, {cards}", number=number, cards=meld_alt(texts, meld, rules)))
        elif places:
            cards = in_words(texts, [meld.cards[place] for place in sorted(places)])
            laid.append(texts.t("{cards} on meld {number}", cards=cards, number=number))
    return texts.t("Laid this turn: {melds}.", melds="; ".join(laid)) if laid else ""


def _laid_count(view: MeldsView, texts: Texts) -> str:
    """Return how many cards were laid in the current turn."""
    count = sum(map(len, view.staged))
    return texts.n("{n} card laid this turn.", "{n} cards laid this turn.", count) if count else ""


def _seats(view: MeldsView, texts: Texts, players: Sequence[str]) -> str:
    return "; ".join(_seat(view, texts, seat, name) for seat, name in enumerate(players[: len(view.counts)])) + "."


def _seat(view: MeldsView, texts: Texts, seat: int, name: str) -> str:
    """Describe a seat: its score, how many cards it has, and whether it has melded."""
    total, count = view.columns[0].totals[seat], view.counts[seat]
    score = points_words(texts, total, penalties=True) if view.options.penalties else signed(total)
    words = texts.n("{name} {score}, {n} card", "{name} {score}, {n} cards", count, name=name, score=score)
    if view.needs is not None and view.opened[seat]:
        return texts.t("{seat}, melded", seat=words)
    laid = laid_words(texts, view, seat)
    return texts.t("{seat}, {laid}", seat=words, laid=laid) if laid else words


def _won(view: MeldsView, names: Sequence[str], texts: Texts) -> str:
    result = view.deals[-1]
    if result.winner is None:
        return ""
    if result.count is not None and result.count.table:
        return texts.t("{name} goes out.", name=names[result.winner])
    if result.penalties and view.options.deals_are_rounds:
        return texts.t("{name} wins the round.", name=names[result.winner])
    if result.penalties:
        return texts.t("{name} wins the deal.", name=names[result.winner])
    return texts.t("{name} wins {points}.", name=names[result.winner], points=result.points[result.winner])
