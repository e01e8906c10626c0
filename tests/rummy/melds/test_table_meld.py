"""Melds on the table: reading, jokers, lay-offs and values, compared with a brute-force oracle."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random

import pytest

from bot.rummy.cards import JOKER, Card, MeldKind, code, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import (
    MeldRules,
    TableMeld,
    ends_for,
    laid_off,
    read_meld,
    readings,
    swapped,
    value_of,
    values,
)
from bot.rummy.moves import RunEnd
from bot.rummy.options import options_for
from bot.rummy.refusals import Reason, Refusal
from tests.cards import cards

BASIC = rules_for(options_for(Variant.BASIC))
GERMAN = rules_for(options_for(Variant.GERMAN))
HOUSES = [
    replace(GERMAN, corner=corner, joker_rule=joker_rule, set_order=set_order)
    for corner, joker_rule, set_order in product((False, True), repeat=3)
]


def german_with(*names: str) -> MeldRules:
    return rules_for(options_for(Variant.GERMAN, dict.fromkeys(names, True)))


def text(laid: Sequence[Card]) -> str:
    return " ".join(map(code, laid))


def meld(text: str, rules: MeldRules) -> TableMeld:
    """Read cards that have to be a meld."""
    read = read_meld(cards(text), rules)
    assert isinstance(read, TableMeld), str(read)
    return read


def refused(answer: TableMeld | Refusal) -> tuple[str, Reason]:
    assert isinstance(answer, Refusal), "it was allowed"
    assert isinstance(answer.reason, Reason)
    str(answer)
    return answer.rule, answer.reason


# The oracle: a second implementation of melds, which tries every card for each joker.


def as_run(laid: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    """Yield every sequence of natural cards that these cards, in this order, could represent as a run."""
    place, known = next((place, card) for place, card in enumerate(laid) if card != JOKER)
    low = (known - place) % 13
    ranks = range(low, low + len(laid))
    if len(laid) > 13 or (not rules.corner and ranks[-1] > (12 if rules.variant is Variant.BASIC else 13)):
        return
    row = tuple(known - known % 13 + rank % 13 for rank in ranks)
    if all(card in (JOKER, real) for card, real in zip(laid, row, strict=True)):
        yield row


def as_set(laid: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    """Yield every sequence of natural cards that these cards could represent as a set."""
    rank = next(card for card in laid if card != JOKER) % 13
    for suits in permutations(range(4), len(laid)) if len(laid) <= 4 else ():
        row = tuple(13 * suit + rank for suit in suits)
        if all(card in (JOKER, real) for card, real in zip(laid, row, strict=True)) and not (
            rules.set_order and list(row) != sorted(row)
        ):
            yield row


def rows(laid: Sequence[Card], rules: MeldRules) -> tuple[MeldKind | None, list[tuple[Card, ...]]]:
    """Return the kind of meld that cards in this order are, and all its readings (B-3, D-2 to D-4, H-4, H-6, H-7)."""
    if len(laid) < 3 or 2 * laid.count(JOKER) > len(laid):
        return None, []
    adjacent = rules.joker_rule and (JOKER, JOKER) in pairwise(laid)
    sets = [] if adjacent and rules.set_order else list(as_set(laid, rules))
    runs = [] if adjacent else list(as_run(laid, rules))
    assert not (sets and runs)
    return (MeldKind.SET, sets) if sets else (MeldKind.RUN, runs) if runs else (None, [])


def some_cards(rng: Random, rules: MeldRules) -> tuple[Card, ...]:
    """Return random cards, mostly a meld or nearly one."""
    if rng.random() < 0.5:
        suit, low, size = rng.randrange(4), rng.randrange(13), rng.choice([3, 3, 4, 5, 6, 11, 12, 13])
        laid = [13 * suit + (low + place) % 13 for place in range(size)]
    else:
        rank = rng.randrange(13)
        laid = [13 * suit + rank for suit in sorted(rng.sample(range(4), rng.choice([3, 4])))]
    for place in range(len(laid)):
        if rng.random() < 0.35 and rules.variant is not Variant.BASIC:
            laid[place] = JOKER
    if rng.random() < 0.1:
        laid[rng.randrange(len(laid))] = rng.randrange(52)
    if rng.random() < 0.15:
        rng.shuffle(laid)
    return tuple(laid)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [BASIC, *HOUSES])
def test_D_2_D_3_D_4_melds_and_their_jokers_match_the_oracle(rules: MeldRules) -> None:
    rng, melds = Random(5), 0
    for _ in range(125):
        laid = some_cards(rng, rules)
        kind, _ = rows(laid, rules)
        read = read_meld(laid, rules)
        if kind is None:
            refused(read)
            continue
        melds += 1
        assert isinstance(read, TableMeld), f"{text(laid)}: {read}"
        assert (read.kind, sorted(read.cards)) == (kind, sorted(laid))
        assert rows(read.cards, rules)[0] is kind, "it does not lie as it was laid"
        lies = rows(read.cards, rules)[1]
        stand = read.stands_for(rules)
        assert stand == tuple(tuple(sorted({row[place] for row in lies})) for place in range(len(laid)))
        assert read.jokers == laid.count(JOKER)
        assert_takes_what_it_may(read, rules)
        assert_swaps_what_it_may(read, rules)
    assert 30 < melds < 125


def assert_takes_what_it_may(laid: TableMeld, rules: MeldRules) -> None:
    """Assert that a lay-off is allowed exactly if the result is a meld, and that it moves no other card."""
    for card in (*range(52), JOKER):
        if laid.kind is MeldKind.RUN:
            longer = {RunEnd.LOW: (card, *laid.cards), RunEnd.HIGH: (*laid.cards, card)}
            good = {end: row for end, row in longer.items() if rows(row, rules)[0] is MeldKind.RUN}
            for end in RunEnd:
                answer = laid_off(laid, card, end, rules)
                assert (answer.cards if isinstance(answer, TableMeld) else None) == good.get(end)
            unnamed = laid_off(laid, card, None, rules)
            assert isinstance(unnamed, TableMeld) == (len(good) == 1)
            assert ends_for(laid, card, rules) == ((None,) if len(good) == 1 else tuple(good))
        else:
            places = range(len(laid.cards) + 1)
            larger = [(*laid.cards[:place], card, *laid.cards[place:]) for place in places]
            fits = any(rows(row, rules)[0] is MeldKind.SET for row in larger)
            answer = laid_off(laid, card, None, rules)
            assert isinstance(answer, TableMeld) is fits
            assert ends_for(laid, card, rules) == ((None,) if fits else ())
            if isinstance(answer, TableMeld):
                assert sorted(answer.cards) == sorted((*laid.cards, card))
                assert rows(answer.cards, rules)[0] is MeldKind.SET
            assert all(refused(laid_off(laid, card, end, rules))[1] is Reason.NO_END for end in RunEnd)


def assert_swaps_what_it_may(laid: TableMeld, rules: MeldRules) -> None:
    """Assert that a swap is allowed exactly for cards that a joker represents; in a set under H-6 only if it's full."""
    stand = laid.stands_for(rules)
    wanted = {card for place, possible in enumerate(stand) for card in possible if laid.cards[place] == JOKER}
    full = laid.kind is MeldKind.RUN or len(laid.cards) == 4 or not rules.joker_rule
    for card in (*range(52), JOKER):
        answer = swapped(laid, card, rules)
        assert isinstance(answer, TableMeld) == (card in wanted and full)
        if isinstance(answer, TableMeld):
            assert sorted((*answer.cards, JOKER)) == sorted((*laid.cards, card))
            assert rows(answer.cards, rules)[0] is laid.kind
            assert (answer.kind, answer.low) == (laid.kind, laid.low)


@pytest.mark.parametrize("rules", [BASIC, *HOUSES])
def test_readings_are_all_orders_that_are_melds(rules: MeldRules) -> None:
    rng = Random(6)
    for _ in range(250):
        held = some_cards(rng, rules)
        if len(held) > 5:
            continue
        orders = {order for order in permutations(held) if rows(order, rules)[0] is not None}
        found = readings(held, rules)
        assert len(set(found)) == len(found)
        assert {one.cards for one in found} <= orders or not rules.set_order
        if found and found[0].kind is MeldKind.SET and not rules.set_order:
            assert len(found) == 1
            assert orders
        else:
            assert {one.cards for one in found} == orders


def test_D_1_D_3_the_values_of_aces_at_both_ends() -> None:
    assert values(meld("AH 2H 3H", GERMAN), GERMAN) == (1, 2, 3)
    assert values(meld("QH KH AH", GERMAN), GERMAN) == (10, 10, 11)
    assert values(meld("AC AH AD", GERMAN), GERMAN) == (11, 11, 11)
    assert values(meld("AH 2H 3H", BASIC), BASIC) == (1, 2, 3)
    assert values(meld("AC AH AD", BASIC), BASIC) == (1, 1, 1)
    assert refused(read_meld(cards("QH KH AH"), BASIC)) == ("B-3", Reason.NOT_A_TABLE_MELD)
    assert refused(read_meld(cards("KH AH 2H"), GERMAN)) == ("D-3", Reason.NOT_A_TABLE_MELD)


@pytest.mark.parametrize(
    ("laid", "counts"),
    [
        ("7D XX 9D", (7, 8, 9)),
        ("XX 2H 3H", (1, 2, 3)),
        ("QH KH XX", (10, 10, 11)),
        ("XX JH QH", (10, 10, 10)),
        ("AC AH XX", (11, 11, 11)),
        ("8H XX XX JH", (8, 9, 10, 10)),
    ],
)
def test_D_1_a_joker_counts_as_the_card_that_it_represents(laid: str, counts: tuple[int, ...]) -> None:
    assert values(meld(laid, GERMAN), GERMAN) == counts
    assert value_of(meld(laid, GERMAN), GERMAN) == sum(counts)


def test_D_4_H_6_two_jokers_side_by_side() -> None:
    strict = german_with("joker_rule")
    assert meld("5H XX XX 8H", GERMAN).stands_for(GERMAN) == (cards("5H"), cards("6H"), cards("7H"), cards("8H"))
    assert refused(read_meld(cards("5H XX XX 8H"), strict)) == ("H-6", Reason.JOKERS_ADJACENT)
    assert meld("5H XX 7H XX", strict).low == 4
    assert refused(laid_off(meld("5H 6H XX", strict), JOKER, RunEnd.HIGH, strict)) == ("H-6", Reason.JOKERS_ADJACENT)
    assert isinstance(laid_off(meld("5H 6H XX", strict), JOKER, RunEnd.LOW, strict), TableMeld)
    assert ends_for(meld("5H 6H XX", strict), JOKER, strict) == (None,)
    assert meld("KC KS XX XX", strict).jokers == 2
    assert refused(read_meld(cards("KC KS XX XX"), german_with("joker_rule", "set_rule"))) == (
        "H-6",
        Reason.JOKERS_ADJACENT,
    )
    assert meld("KC KS XX XX", german_with("set_rule")).stands_for(german_with("set_rule"))[2:] == (
        cards("KH"),
        cards("KD"),
    )


def test_H_4_round_the_corner_at_twelve_and_thirteen_cards() -> None:
    corner = german_with("round_the_corner")
    twelve = meld("9H TH JH QH KH AH 2H 3H 4H 5H 6H 7H", corner)
    assert ends_for(twelve, parse_card("8H"), corner) == (RunEnd.LOW, RunEnd.HIGH)
    assert ends_for(twelve, parse_card("9H"), corner) == ()
    assert refused(laid_off(twelve, parse_card("8H"), None, corner)) == ("D-8", Reason.END_NEEDED)
    low, high = (laid_off(twelve, parse_card("8H"), end, corner) for end in RunEnd)
    assert isinstance(low, TableMeld)
    assert isinstance(high, TableMeld)
    assert (low.low, high.low, len(low.cards)) == (7, 8, 13)
    assert (value_of(low, corner), value_of(high, corner)) == (95, 95)
    assert all(refused(laid_off(low, card, None, corner))[1] is Reason.RUN_FULL for card in range(26, 39))
    fourteen = cards("8H 9H TH JH QH KH AH 2H 3H 4H 5H 6H 7H 8H")
    assert refused(read_meld(fourteen, corner)) == ("D-3", Reason.NOT_A_TABLE_MELD)


def test_H_4_D_1_the_value_of_an_ace_depends_on_its_end() -> None:
    for rules in (GERMAN, german_with("round_the_corner")):
        twelve = meld("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", rules)
        low, high = (laid_off(twelve, parse_card("AH"), end, rules) for end in RunEnd)
        assert isinstance(low, TableMeld)
        assert isinstance(high, TableMeld)
        assert (value_of(low, rules), value_of(high, rules)) == (85, 95)
    corner = german_with("round_the_corner")
    assert values(meld("QH KH AH 2H 3H", corner), corner) == (10, 10, 11, 2, 3)
    assert values(meld("KH XX 2H", corner), corner) == (10, 11, 2)
    assert values(meld("XX 2H 3H", corner), corner) == (1, 2, 3)


def test_H_4_a_run_of_thirteen_cards_has_a_reading_per_start() -> None:
    corner, all_hearts = german_with("round_the_corner"), range(26, 39)
    assert {one.low for one in readings(all_hearts, corner)} == set(range(13))
    assert [one.low for one in readings(all_hearts, GERMAN)] == [0, 1]
    assert [one.low for one in readings(all_hearts, BASIC)] == [0]


def test_readings_cover_every_card_that_a_joker_could_be() -> None:
    assert [text(one.cards) for one in readings(cards("8H 7H XX"), GERMAN)] == ["XX 7H 8H", "7H 8H XX"]
    assert [text(one.cards) for one in readings(cards("XX 7H 9H"), GERMAN)] == ["7H XX 9H"]
    assert [text(one.cards) for one in readings(cards("AH XX 2H"), GERMAN)] == ["AH 2H XX"]
    assert [text(one.cards) for one in readings(cards("KH XX AH"), GERMAN)] == ["XX KH AH"]
    assert [text(one.cards) for one in readings(cards("KC XX KS"), GERMAN)] == ["KC KS XX"]
    assert [text(one.cards) for one in readings(cards("KC XX KS"), german_with("set_rule"))] == ["KC KS XX"]
    assert {text(one.cards) for one in readings(cards("KS XX KH"), german_with("set_rule"))} == {"XX KS KH", "KS KH XX"}
    assert readings(cards("KC XX 9S"), GERMAN) == ()
    assert readings(cards("KC KS"), GERMAN) == ()


@pytest.mark.parametrize("rules", [GERMAN, german_with("set_rule")])
@pytest.mark.parametrize("card", ["7S", "7H"])
def test_D_9_a_joker_in_a_set_with_two_open_suits_is_swapped_for_either(rules: MeldRules, card: str) -> None:
    laid = meld("7C XX 7D", rules)
    after = swapped(laid, parse_card(card), rules)
    assert isinstance(after, TableMeld)
    assert text(after.cards) == f"7C {card} 7D"
    assert refused(swapped(after, parse_card(card), rules)) == ("D-9", Reason.NO_JOKER_FOR)


def test_D_9_H_6_a_joker_is_swapped_only_from_a_full_set() -> None:
    strict = german_with("joker_rule")
    three, four = meld("7C 7D XX", strict), meld("7C 7D 7H XX", strict)
    assert refused(swapped(three, parse_card("7H"), strict)) == ("H-6", Reason.SET_NOT_FULL)
    assert refused(swapped(three, parse_card("8H"), strict)) == ("D-9", Reason.NO_JOKER_FOR)
    assert isinstance(swapped(four, parse_card("7S"), strict), TableMeld)
    assert isinstance(swapped(meld("6H XX 8H", strict), parse_card("7H"), strict), TableMeld)


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        ("XX 7C 7S", Reason.SET_ORDER),
        ("7C XX 7S", Reason.SET_ORDER),
        ("7H 7S 7D", Reason.SET_ORDER),
        ("7S 7H 7D XX", Reason.SET_ORDER),
        ("7C 7S XX 7H", Reason.SET_ORDER),
    ],
)
def test_H_7_sets_in_the_wrong_order_are_refused(laid: str, reason: Reason) -> None:
    assert refused(read_meld(cards(laid), german_with("set_rule"))) == ("H-7", reason)
    assert isinstance(read_meld(cards(laid), GERMAN), TableMeld)


@pytest.mark.parametrize(
    ("laid", "stands"),
    [
        ("7C XX 7H", ["7S"]),
        ("XX 7S 7H", ["7C"]),
        ("7C XX 7D", ["7S 7H"]),
        ("7C 7S XX", ["7H 7D"]),
        ("XX 7H 7D", ["7C 7S"]),
        ("XX 7S XX 7D", ["7C", "7H"]),
        ("7C XX XX 7D", ["7S", "7H"]),
        ("XX XX 7H 7D", ["7C", "7S"]),
    ],
)
def test_H_7_a_joker_represents_a_suit_that_its_place_allows(laid: str, stands: list[str]) -> None:
    rules = german_with("set_rule")
    one = meld(laid, rules)
    jokers = [text(possible) for card, possible in zip(one.cards, one.stands_for(rules), strict=True) if card == JOKER]
    assert jokers == stands


def test_H_7_a_lay_off_moves_no_card() -> None:
    rules = german_with("set_rule")
    for laid, card, after in [
        ("7C XX 7D", "7S", "7C 7S XX 7D"),
        ("7C XX 7D", "7H", "7C XX 7H 7D"),
        ("XX 7H 7D", "7C", "7C XX 7H 7D"),
        ("7C 7S XX", "7D", "7C 7S XX 7D"),
        ("7S 7H 7D", "XX", "XX 7S 7H 7D"),
    ]:
        answer = laid_off(meld(laid, rules), parse_card(card), None, rules)
        assert isinstance(answer, TableMeld)
        assert text(answer.cards) == after
    assert refused(laid_off(meld("7C XX 7H", rules), parse_card("7S"), None, rules)) == ("H-7", Reason.NO_PLACE_IN_SET)


def test_B_3_basic_rummy_has_plain_melds() -> None:
    assert refused(read_meld(cards("7C 7C 7S"), BASIC)) == ("B-3", Reason.NOT_A_TABLE_MELD)
    assert refused(read_meld((), BASIC)) == ("B-3", Reason.NOT_A_TABLE_MELD)
    assert refused(laid_off(meld("7C 7S 7H", BASIC), parse_card("7S"), None, BASIC)) == ("B-4", Reason.NOT_IN_SET)
    assert refused(laid_off(meld("5H 6H 7H", BASIC), parse_card("9H"), None, BASIC)) == ("B-4", Reason.NOT_AT_END)
