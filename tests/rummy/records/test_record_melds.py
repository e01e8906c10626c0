"""Records of games with melds on the table: two to four seats, two packs and jokers, reshuffles, random dealers."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rummy.cards import code, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.options import options_for
from bot.rummy.records.checking import PlayedDeal, RecordError, check, verify, write
from bot.rummy.records.shape import read_json
from bot.rummy.records.writing import record_text
from bot.rummy.refusals import Conflict, Reason
from tests.amounts import times
from tests.refusals import pattern
from tests.rummy.helpers import NAMES, random_melds_game, random_melds_options
from tests.rummy.records.test_record import changed, is_answered

SINGLE = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]


def deck(pack: list[str], hands: list[str], then: str) -> list[str]:
    """Stack a deck: hands from the seat that begins, then the first discard and the stock, then sorted other cards."""
    top = [card for round_ in zip(*(hand.split() for hand in hands), strict=True) for card in round_] + then.split()
    return top + list((Counter(pack) - Counter(top)).elements())


def turns(first: int, seats: int, drawn: list[str]) -> list[str]:
    """Return turns in which each player draws a card and discards it."""
    return [
        move
        for n, card in enumerate(drawn)
        for move in (f"{(first + n) % seats} draw", f"{(first + n) % seats} discard {card}")
    ]


BASIC: dict[str, Any] = {
    "format": "rummy-record",
    "version": 1,
    "rules": {"variant": "basic", "options": {}},
    "seats": ["Ala", "Bob", "Cyd"],
    "deals": [
        {
            "dealer": 0,
            "deck": deck(
                SINGLE,
                ["7C 8C 9C 7H 7D 7S KD", "QS QH QD 2C 3D 5H 9S", "TC JC AH 4D 6S 8H KS"],
                "2H 3C 6D QC",
            ),
            "moves": [
                *["1 draw", "1 meld 7C 8C 9C", "1 meld 7H 7S 7D", "1 discard 3C"],
                *["2 take", "2 meld QD QH QS", "2 undo", "2 meld QS QH QD", "2 discard 9S"],
                *["0 draw !", "0 layoff TC 0", "0 layoff JC 0 high", "0 discard AH !"],
                *["1 draw", "1 layoff QC 0", "1 discard KD"],
            ],
            # left: 2C 3D 5H 3C are 13, 4D 6S 8H KS 6D are 34
            "result": {"outcome": "out", "winner": 1, "points": [0, 47, 0]},
        },
        {
            "dealer": 1,
            "deck": deck(
                SINGLE,
                ["AC AS AH 5D 6D 7D 8D", "KC KS QC QD JC JD TC", "2C 3C 2H 3H 4S 6S 9H"],
                "8S 9D",
            ),
            "moves": ["2 draw", "2 meld AC AS AH", "2 meld 5D 6D 7D 8D 9D"],
            # left: 70 and 29, doubled
            "result": {"outcome": "rummy", "winner": 2, "points": [0, 0, 198]},
        },
    ],
    "result": {"winners": [2], "totals": [0, 47, 198], "final": [0, 47, 198]},
}
"""Two deals of three players; the second is won in one turn, by laying the last cards (B-6, B-12)."""

PENALTIES: dict[str, Any] = {
    **BASIC,
    "rules": {"variant": "basic", "options": {"losers_pay": True, "target": 150}},
    "deals": [
        {**BASIC["deals"][0], "result": {"outcome": "out", "winner": 1, "points": [-34, 0, -13]}},
        {**BASIC["deals"][1], "result": {"outcome": "rummy", "winner": 2, "points": [-140, -58, 0]}},
    ],
    "result": {"winners": [2], "totals": [-174, -58, -13], "final": [-174, -58, -13]},
}
"""The same deals if losers pay (B-15, B-16): Ala is past minus 150, which ends the game (B-18, B-19)."""

STOCK = SINGLE[21:]
TWICE: dict[str, Any] = {
    "format": "rummy-record",
    "version": 1,
    "rules": {"variant": "basic", "options": {"one_meld_per_turn": True}},
    "seats": ["Ala", "Bob"],
    "deals": [
        {
            "dealer": 1,
            "deck": SINGLE,
            # the pile when the last card, KD, is drawn: the first discard and all other cards of the stock
            "reshuffles": [[*reversed(STOCK[:-1]), SINGLE[20]]],
            "moves": [*turns(0, 2, STOCK), *turns(1, 2, [*reversed(STOCK[:-1]), SINGLE[20]])],
            "result": {"outcome": "stalemate", "winner": None, "points": [0, 0]},
        }
    ],
}
"""The stock runs out twice (B-7, B-8): the discard pile becomes the stock once, then the deal has no winner."""

DOUBLE = [card for card in SINGLE for _ in range(2)] + ["XX"] * 6
GERMAN: dict[str, Any] = {
    "format": "rummy-record",
    "version": 1,
    "rules": {"variant": "german", "options": {"rounds": 2, "claim": True}},
    "seats": ["Ala", "Bob", "Cyd"],
    "deals": [
        {
            "dealer": 2,
            "deck": deck(
                DOUBLE,
                [
                    "TH JH QH KH AH 4C 4S XX 2D 3D 5S 9C 9D",
                    "7C 7H 7D 8C 9C TC 4H 2C 2C 3S 6D QC AC",
                    "AD AS KD KS JC JD 5C 6H 8H 9S 3H 4D XX",
                ],
                "KC 6C 8S 5D TS 4D KH 2S 5D 3C KC 7S",
            ),
            "moves": [
                *["0 draw", "0 meld TH JH QH KH AH", "0 meld 4C 4S XX", "0 discard 9D", "2 claim"],
                *["1 draw", "1 meld 7H 7C 7D", "1 meld 8C 9C TC", "1 swap 4H 1", "1 layoff XX 0 low", "1 discard QC"],
                *["2 draw", "2 discard AD", "0 draw", "0 meld 2D 3D 4D", "0 discard 9C"],
                *["1 draw", "1 discard KH", "2 draw", "2 discard 2S", "0 draw", "0 layoff 5D 4", "0 discard 6C"],
                *["1 draw", "1 discard 3C", "2 draw", "2 discard KC", "0 draw", "0 layoff 7S 2", "0 discard 5S"],
            ],
            # left: 2C 2C 3S 6D AC 5D are 29; AS KD KS JC JD 5C 6H 8H 9S 3H 4D XX 9D 8S TS are 133
            "result": {"outcome": "out", "winner": 0, "points": [162, -29, -133]},
        },
        {
            "dealer": 0,
            "deck": deck(
                DOUBLE,
                [
                    "AC 2C 3C 4C QD KD AD 9H 9S 9C 6H 6S XX",
                    "KC KS QC QS JC JH TC TH 8C 7D 6D 5D XX",
                    "2H 2S 3H 3S 4H 4S 5H 5S 7H 7S 8S TS JS",
                ],
                "KH 8H",
            ),
            "moves": [
                "1 draw",
                "1 meld AC 2C 3C 4C",
                "1 meld 6H XX 6S",
                "1 meld QD KD AD",
                "1 meld 9H 9S 9C",
                "1 discard 8H",
            ],
            # left: 126 and 70, doubled
            "result": {"outcome": "rummy", "winner": 1, "points": [-140, 392, -252]},
        },
    ],
    "result": {"winners": [1], "totals": [22, 363, -385], "final": [22, 363, -385]},
}
"""Two rounds of three players: a claim, a joker swapped and laid again, and a round won in one turn (D-14)."""

SMALL = [*SINGLE, "XX", "XX", "XX"]
EXHAUSTED: dict[str, Any] = {
    "format": "rummy-record",
    "version": 1,
    "rules": {"variant": "german", "options": {"rounds": 1, "small_deck": True}},
    "seats": ["Ala", "Bob"],
    "deals": [
        {
            "dealer": 0,
            "deck": deck(SMALL, [" ".join(SINGLE[:10]), " ".join(SINGLE[10:20])], "8S"),
            "moves": turns(1, 2, SMALL[21:]),
            # left: J Q K A 2-7 are 68, A 2-10 are 65
            "result": {"outcome": "exhausted", "winner": None, "points": [-68, -65]},
        }
    ],
    "result": {"winners": [1], "totals": [-68, -65], "final": [-68, -65]},
}
"""A small deck whose stock runs out: nobody wins the round, and all players lose the cards in hand (D-12)."""
SAMPLES = {"basic": BASIC, "losers pay": PENALTIES, "stock twice": TWICE, "german": GERMAN, "exhausted": EXHAUSTED}


def without_results(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without its results."""
    deals = [{key: value for key, value in deal.items() if key != "result"} for deal in record["deals"]]
    return {key: deals if key == "deals" else value for key, value in record.items() if key != "result"}


def fair(seed: int, variant: Variant, seats: int, limit: int = 1500) -> dict[str, Any]:
    rng = Random(f"{variant} {seats} {seed}")
    return random_melds_game(random_melds_options(rng, variant, seats), seats, rng, limit)[0]


@cache
def fair_basic() -> dict[str, Any]:
    """Return a whole fair game of Basic Rummy with a reshuffle after its first deal."""
    games = (fair(seed, Variant.BASIC, 3) for seed in range(99))
    return next(g for g in games if "result" in g and any("reshuffles" in deal for deal in g["deals"][1:]))


@cache
def fair_german() -> dict[str, Any]:
    """Return a whole fair game of German Rummy with three rounds."""
    return next(game for game in (fair(seed, Variant.GERMAN, 4) for seed in range(99)) if len(game["deals"]) == 3)


@cache
def running() -> tuple[dict[str, Any], ...]:
    """Return a running game of each kind."""
    return tuple(fair(1, variant, 3, limit=60) for variant in (Variant.BASIC, Variant.GERMAN))


@pytest.mark.parametrize("sample", SAMPLES)
def test_handwritten_records_are_valid_with_and_without_results(sample: str) -> None:
    record = SAMPLES[sample]
    assert check(record) == record
    assert check(without_results(record)) == record
    assert read_json(record_text(check(without_results(record))).encode()) == record


@pytest.mark.parametrize("sample", SAMPLES)
def test_handwritten_games_are_written_as_records(sample: str) -> None:
    record = SAMPLES[sample]
    options = options_for(Variant(record["rules"]["variant"]), record["rules"]["options"])
    deals = [
        PlayedDeal([parse_card(card) for card in deal["deck"]], deal["moves"], deal["dealer"], deal.get("reshuffles"))
        for deal in record["deals"]
    ]
    assert write(options, record["seats"], None, deals) == record


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN, Variant.RUM500])
@pytest.mark.parametrize("seed", range(times(1)))
def test_C_2_records_of_whole_and_running_games_round_trip(variant: Variant, seats: int, seed: int) -> None:
    rng = Random(f"{seed} {seats}")
    options = random_melds_options(rng, variant, seats)
    record, states = random_melds_game(options, seats, rng, rng.choice([40, 400, 1200]))
    assert check(read_json(record_text(record).encode())) == record
    assert check(without_results(record)) == record
    deals: Any = record["deals"]
    assert [deal["result"]["points"] for deal in deals if "result" in deal] == [
        list(result.points) for result in states[-1].deals
    ]
    found = verify(record)
    ended, dealt = len(states[-1].deals), len(deals)
    assert (found.proven, found.unproven) == (tuple(range(1, ended + 1)), tuple(range(ended + 1, dealt + 1)))
    assert found.reshuffled == tuple(k for k in found.proven if "reshuffles" in deals[k - 1])
    dealers = tuple(deal["dealer"] for deal in deals)
    assert found.dealers == (() if not ended else dealers if options.dealer_by_chance else dealers[:1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_H_17_with_begins_left_the_first_round_is_random_and_the_others_follow_it(seats: int) -> None:
    options = options_for(Variant.GERMAN, {"begins": "left", "small_deck": True, "rounds": 4}, seats)
    games = (random_melds_game(options, seats, Random(seed))[0] for seed in range(99))
    record: dict[str, Any] = next(game for game in games if "result" in game)
    dealers = [deal["dealer"] for deal in record["deals"]]
    assert dealers == [(dealers[0] + later) % seats for later in range(4)]
    assert verify(record).dealers == (dealers[0],)
    alone = changed(without_results(record) | {"deals": record["deals"][:1]}, "rules.options.begins", ...)
    first = changed(alone, "fairness.secrets", record["fairness"]["secrets"][:1])
    assert verify(first).dealers == (dealers[0],), "the seat that begins the first round is the same under D-5"
    for k in range(4):
        with pytest.raises(RecordError, match=rf"^deal {k + 1}: dealer: the record says \d, and seat \d deals$"):
            check(changed(record, f"deals.{k}.dealer", lambda dealer: (dealer + 1) % seats))
    with pytest.raises(RecordError, match=r'^rules\.options: begins: random or left, not "right"$'):
        check(changed(record, "rules.options.begins", "right"))


def test_H_18_taking_only_to_lay_does_not_go_with_knocking() -> None:
    changes = {"take": "use", "claim": True}
    record = changed(without_results(GERMAN) | {"deals": []}, "rules.options", changes)
    with pytest.raises(RecordError, match=rf"^rules\.options: .*{pattern(Conflict.USE_CLAIM)[:40]}"):
        check(record)
    with pytest.raises(RecordError, match=r"^rules\.options: take: free or use, not true$"):
        check(changed(record, "rules.options", {"take": True}))


@cache
def reshuffled_german() -> dict[str, Any]:
    """Return a fair game of German Rummy whose discard pile became a new stock."""
    options = options_for(Variant.GERMAN, {"reshuffle": True, "small_deck": True, "rounds": 1}, 4)
    games = (random_melds_game(options, 4, Random(seed))[0] for seed in range(99))
    found: Iterator[dict[str, Any]] = (game for game in games if "result" in game)
    return next(game for game in found if "reshuffles" in game["deals"][0])


def test_H_19_a_record_has_the_new_stock_and_a_second_one_is_a_fault() -> None:
    record = reshuffled_german()
    assert check(record) == record
    assert verify(record).reshuffled == (1,)
    (stock,) = record["deals"][0]["reshuffles"]
    with pytest.raises(RecordError, match=r"^deal 1, move \d+: \d draw: reshuffles: 2 given, .* for 1 of them"):
        check(changed(record, "deals.0.reshuffles", [stock, stock]))
    with pytest.raises(RecordError, match=r"^deal 1, move \d+: \d draw: the reshuffle doesn't match the secret"):
        check(changed(record, "deals.0.reshuffles", [stock[::-1]]))
    with pytest.raises(RecordError, match=r'^deal 1: unknown key "reshuffles"$'):
        check(changed(record, "rules.options.reshuffle", ...))


@pytest.mark.slow
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_B_7_D_5_dealers_and_reshuffles_follow_from_the_secrets(variant: Variant) -> None:
    """A game whose secrets have been shown can be written from decks and moves alone."""
    rng = Random(f"secrets {variant}")
    for seats in (2, 3, 4):
        options = random_melds_options(rng, variant, seats)
        record: Any = random_melds_game(options, seats, rng)[0]
        ended = [deal for deal in record["deals"] if "result" in deal]
        deals = [PlayedDeal([parse_card(card) for card in deal["deck"]], deal["moves"]) for deal in ended]
        given = {**record, "deals": ended}
        assert write(options, NAMES[:seats], verify(given).fairness, deals) == check(given)


def test_D_8_an_end_may_be_named_even_if_only_one_is_possible() -> None:
    named = changed(GERMAN, "deals.0.moves.21", "0 layoff 5D 4 high")
    assert check(named) == named
    unnamed = changed(GERMAN, "deals.0.moves.9", "1 layoff XX 0")
    assert check(unnamed) == unnamed


def test_D_5_any_seat_may_begin_a_round_of_a_record_written_by_hand() -> None:
    for dealer in range(3):
        moves = [f"{(dealer + 1) % 3} draw"]
        record = changed(
            without_results(GERMAN),
            "deals.1",
            {**without_results(GERMAN)["deals"][1], "dealer": dealer, "moves": moves},
        )
        assert check(record)["deals"][1]["dealer"] == dealer  # type: ignore[index]


def test_B_2_any_seat_may_deal_first_in_a_record_written_by_hand() -> None:
    for dealer in range(3):
        deal = {**without_results(BASIC)["deals"][0], "dealer": dealer, "moves": [f"{(dealer + 1) % 3} draw"]}
        assert check({**without_results(BASIC), "deals": [deal]})["deals"][0]["dealer"] == dealer  # type: ignore[index]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_B_18_a_target_of_100_is_left_out_if_losers_pay(seats: int) -> None:
    record = {**without_results(BASIC), "seats": list(NAMES[:seats]), "deals": []}
    for target, options in ((100, {}), (150, {"target": 150}), (200, {"target": 200})):
        given = {**record, "rules": {"variant": "basic", "options": {"target": target, "losers_pay": True}}}
        assert check(given)["rules"]["options"] == {**options, "losers_pay": True}  # type: ignore[index]


@pytest.mark.parametrize("value", [1, "true", None])
def test_B_19_losers_pay_is_true_or_false_and_only_in_basic_rummy(value: object) -> None:
    record = {**without_results(BASIC), "rules": {"variant": "basic", "options": {"losers_pay": value}}}
    with pytest.raises(RecordError, match=r"losers_pay: true or false, not "):
        check(record)
    gin = {**record, "seats": list(NAMES[:2]), "rules": {"variant": "gin", "options": {"losers_pay": True}}}
    with pytest.raises(RecordError, match=r"losers_pay: an option of basic"):
        check({**gin, "deals": []})


@pytest.mark.parametrize(("seats", "usual"), [(2, 100), (3, 150), (4, 200)])
def test_B_13_a_target_equal_to_the_default_for_the_players_is_left_out(seats: int, usual: int) -> None:
    record = {**without_results(BASIC), "seats": list(NAMES[:seats]), "deals": []}
    for target, options in ((usual, {}), (usual + 50, {"target": usual + 50})):
        given = {**record, "rules": {"variant": "basic", "options": {"target": target}}}
        assert check(given)["rules"] == {"variant": "basic", "options": options}


def test_B_7_an_empty_list_of_reshuffles_is_accepted_and_left_out() -> None:
    assert check(changed(BASIC, "deals.0.reshuffles", [])) == BASIC


LAST_DRAW = r"deal 1, move 61: 0 draw: "
RULES = r"rules\.options: "
PILE = [SINGLE[20], *STOCK[:-1]]
FAULTS: dict[str, tuple[dict[str, Any] | Callable[[], dict[str, Any]], str, object, str]] = {
    # seats and rules
    "one player": (BASIC, "seats", ["a"], r"seats: there are 1 names, and two to four play$"),
    "five players": (GERMAN, "seats", list("abcde"), r"seats: there are 5 names, and two to four play$"),
    "empty name": (BASIC, "seats.2", "", r"seats: the name of seat 2 is empty$"),
    "claims at a table of two": (
        GERMAN,
        "seats",
        ["a", "b"],
        rf"rules\.options: {pattern(Conflict.CLAIM_FOR_TWO)}?$",  # a fault's line ends without a period
    ),
    "an option of the other game": (BASIC, "rules.options", {"rounds": 2}, r'rules\.options: basic has no option "rou'),
    "first melds of 102": (
        GERMAN,
        "rules.options.initial",
        102,
        RULES + r"initial: a whole number from 0 to 101, not 102$",
    ),
    "first melds of true": (GERMAN, "rules.options.initial", True, RULES + r"initial: a whole number .*, not true$"),
    "first melds of null": (GERMAN, "rules.options.initial", None, RULES + r"initial: a whole number .*, not null$"),
    "a seventh joker": (GERMAN, "rules.options.jokers", 7, RULES + r"jokers: a whole number from 0 to 6, not 7$"),
    "jokers of null": (GERMAN, "rules.options.jokers", None, RULES + r"jokers: a whole number from 0 to 6, not null$"),
    "a joker of 51": (
        GERMAN,
        "rules.options.joker_value",
        51,
        RULES + r"joker_value: a whole number from 0 to 50, not 51$",
    ),
    "a joker of null": (
        GERMAN,
        "rules.options.joker_value",
        None,
        RULES + r"joker_value: a whole number .*, not null$",
    ),
    "fifteen cards": (
        GERMAN,
        "rules.options.hand_cards",
        15,
        RULES + r"hand_cards: a whole number from 13 to 14, not 15$",
    ),
    "cards of null": (GERMAN, "rules.options.hand_cards", None, RULES + r"hand_cards: a whole number .*, not null$"),
    "fourteen cards of a small deck": (
        EXHAUSTED,
        "rules.options.hand_cards",
        14,
        rf"{RULES}{pattern(Conflict.CARDS_SMALL_DECK)}?$",
    ),
    "casino scoring where losers pay": (
        GERMAN,
        "rules.options",
        {"casino_scoring": True, "losers_pay": True},
        rf"{RULES}{pattern(Conflict.LOSERS_PAY_CASINO)}?$",
    ),
    "losers pay null": (GERMAN, "rules.options.losers_pay", None, RULES + r"losers_pay: true or false, not null$"),
    "an end at 1001": (
        GERMAN,
        "rules.options.end_at",
        1001,
        RULES + r"end_at: a whole number from 0 to 1000, not 1001$",
    ),
    "an end at -100": (
        GERMAN,
        "rules.options.end_at",
        -100,
        RULES + r"end_at: a whole number from 0 to 1000, not -100$",
    ),
    "an end at null": (GERMAN, "rules.options.end_at", None, RULES + r"end_at: a whole number .*, not null$"),
    "four jokers in a small deck": (
        EXHAUSTED,
        "rules.options.jokers",
        4,
        rf"{RULES}{pattern(Conflict.JOKERS_SMALL_DECK)}?$",
    ),
    "more jokers than the pack has": (
        GERMAN,
        "rules.options.jokers",
        4,
        r"deal 1: deck: XX is there 5 times, and the pack has 4$",
    ),
    "first melds with two values": (
        EXHAUSTED,
        "rules.options.initial",
        51,
        rf"{RULES}{pattern(Conflict.INITIAL_TWICE)}?$",
    ),
    "a card that is not in this pack": (
        GERMAN,
        "rules.options.no_jokers",
        True,
        r"deal 1: deck: card 22: this game's pack has no XX$",
    ),
    # deck and dealer
    "a card three times": (GERMAN, "deals.0.deck.109", "2C", r"deal 1: deck: 2C is there 3 times, and the pack has 2$"),
    "seven jokers": (GERMAN, "deals.1.deck.3", "XX", r"deal 2: deck: XX is there 7 times, and the pack has 6$"),
    "two cards short": (
        EXHAUSTED,
        "deals.0.deck",
        lambda deck: deck[:-2],
        r"deal 1: deck: 53 cards, and a pack has 55; missing XX, XX$",
    ),
    "a card twice": (BASIC, "deals.1.deck.51", "AC", r"deal 2: deck: AC is there twice$"),
    "dealer is no seat": (BASIC, "deals.0.dealer", 3, r"deal 1: dealer: must be a seat, 0 to 2, not 3$"),
    "dealer out of turn": (BASIC, "deals.1.dealer", 2, r"deal 2: dealer: the record says 2, and seat 1 deals$"),
    # moves
    "no such seat": (
        GERMAN,
        "deals.0.moves.0",
        "3 draw",
        rf"deal 1, move 1: 3 draw: {pattern(Reason.NO_SUCH_SEAT, last=3)}",
    ),
    "another's turn": (
        GERMAN,
        "deals.1.moves.0",
        "2 draw",
        rf"deal 2, move 1: 2 draw: {pattern(Reason.NOT_YOUR_TURN)} \(D-6\)$",
    ),
    "a run in another order": (
        GERMAN,
        "deals.0.moves.1",
        "0 meld JH TH QH KH AH",
        r"deal 1, move 2: 0 meld JH TH QH KH AH: JH TH QH KH AH isn't a meld\. .*\(D-3\)$",
    ),
    "two cards as a meld": (BASIC, "deals.0.moves.1", "1 meld 7C 8C", r"deal 1, move 2: 1 meld 7C 8C: meld names thr"),
    "a meld that is not held": (
        BASIC,
        "deals.0.moves.1",
        "1 meld 4C 5C 6C",
        r"deal 1, move 2: 1 meld 4C 5C 6C: You don't have 4C\. .*\(B-4\)$",
    ),
    "a first meld below 30": (
        GERMAN,
        "deals.0.moves.1",
        "0 meld 4C 4S XX",
        r"deal 1, move 3: 0 meld 4C 4S XX: You don't have 4C\. .*\(D-8\)$",
    ),
    "a discard before 30": (
        GERMAN,
        "deals.1.moves",
        ["1 draw", "1 meld AC 2C 3C 4C", "1 discard 8H"],
        r"deal 2, move 3: 1 discard 8H: Your first melds aren't worth enough yet "
        r"\(points so far: 10 of 30\)\. .*\(D-7\)$",
    ),
    "That meld isn't on the table": (
        BASIC,
        "deals.0.moves.10",
        "0 layoff TC 3",
        r"deal 1, move 11: 0 layoff TC 3: That meld isn't .*\(B-4\)$",
    ),
    "the other end": (
        BASIC,
        "deals.0.moves.10",
        "0 layoff TC 0 low",
        r"deal 1, move 11: 0 layoff TC 0 low: TC doesn't fit at that end of the run\. .*\(B-4\)$",
    ),
    "an end of a set": (
        GERMAN,
        "deals.0.moves.28",
        "0 layoff 7S 2 high",
        r"deal 1, move 29: 0 layoff 7S 2 high: A set has no low or high end\. .*\(D-8\)$",
    ),
    "both ends are possible": (
        GERMAN,
        "deals.0.moves.9",
        "1 layoff XX 3",
        r"deal 1, move 10: 1 layoff XX 3: XX fits at both ends of that run\. .*\(D-8\)$",
    ),
    "no joker to swap": (
        GERMAN,
        "deals.0.moves.8",
        "1 swap 4H 0",
        r"deal 1, move 9: 1 swap 4H 0: No joker in that meld stands for 4H\. .*\(D-9\)$",
    ),
    "no swaps in this game": (
        BASIC,
        "deals.0.moves.10",
        "0 swap TC 0",
        rf"deal 1, move 11: 0 swap TC 0: {pattern(Reason.NO_SUCH_MOVE, verb='swap')} \(B-4\)$",
    ),
    "nothing to take back": (
        BASIC,
        "deals.0.moves.1",
        "1 undo",
        r"deal 1, move 2: 1 undo: You haven't laid anything .*\(B",
    ),
    "a claim of one's own": (
        GERMAN,
        "deals.0.moves.4",
        "0 claim",
        r"deal 1, move 5: 0 claim: You can't knock for your own discard\. .*\(H-8\)$",
    ),
    "a claim of the next player": (
        GERMAN,
        "deals.0.moves.4",
        "1 claim",
        r"deal 1, move 5: 1 claim: It's your turn next, so you don't need to knock\. .*\(H-8\)$",
    ),
    "a claim too late": (
        GERMAN,
        "deals.0.moves",
        lambda moves: [*moves[:4], moves[5], moves[4], *moves[6:]],
        r"deal 1, move 6: 2 claim: Too late: the next player has already drawn\. .*\(H-8\)$",
    ),
    "a pass": (
        BASIC,
        "deals.0.moves.0",
        "1 pass",
        rf"deal 1, move 1: 1 pass: {pattern(Reason.NO_SUCH_MOVE, verb='pass')} \(B-4\)$",
    ),
    "two moves in one line": (
        BASIC,
        "deals.0.moves.1",
        "1 meld 7C 8C 9C; meld 7H 7S 7D",
        r"deal 1, move 2: 1 meld 7C 8C 9C; meld 7H 7S 7D: '9C;' is no card",
    ),
    "a move after the end": (
        BASIC,
        "deals.1.moves",
        lambda moves: [*moves, "0 draw"],
        r"deal 2, move 4: 0 draw: The game is over\. .*\(B-13\)$",
    ),
    # reshuffles
    "a reshuffle missing": (TWICE, "deals.0.reshuffles", ..., LAST_DRAW + r".* there's no reshuffle \(B-7\)$"),
    "no reshuffle in the list": (TWICE, "deals.0.reshuffles", [], LAST_DRAW + r".* there's no reshuffle \(B-7\)$"),
    "a reshuffle of other cards": (
        TWICE,
        "deals.0.reshuffles.0.0",
        "KD",
        LAST_DRAW + r"the reshuffle has other cards than the discard pile, " + " ".join(PILE),
    ),
    "a reshuffle that lacks a card": (
        TWICE,
        "deals.0.reshuffles.0",
        lambda cards: cards[1:],
        LAST_DRAW + r"the reshuffle has other cards than the discard pile, ",
    ),
    "a card twice in a reshuffle": (
        TWICE,
        "deals.0.reshuffles.0.0",
        "JD",
        LAST_DRAW + r"the reshuffle: JD is there twice$",
    ),
    "no card in a reshuffle": (TWICE, "deals.0.reshuffles.0.1", "1H", LAST_DRAW + r'the reshuffle: card 2: "1H" is no'),
    "a reshuffle in another order": (
        TWICE,
        "deals.0.reshuffles.0",
        lambda cards: [cards[1], cards[0], *cards[2:]],
        r"deal 1, move 64: 1 discard QD: You don't have QD\. .*\(B-4\)$",
    ),
    "a second reshuffle": (
        TWICE,
        "deals.0.reshuffles",
        lambda lists: [*lists, *lists],
        LAST_DRAW + r"reshuffles: 2 given, and the stock ran out for 1 of them \(B-7\)$",
    ),
    "a reshuffle where the stock has cards": (
        BASIC,
        "deals.1.reshuffles",
        [["AC"]],
        r"deal 2: reshuffles: 1 given, and the stock ran out for 0 of them \(B-7\)$",
    ),
    "reshuffles are no list": (TWICE, "deals.0.reshuffles", "x", r'deal 1: reshuffles: must be a list, not "x"$'),
    "a reshuffle is no list": (TWICE, "deals.0.reshuffles.0", 5, LAST_DRAW + r"the reshuffle: must be a list, not 5$"),
    "null reshuffles": (TWICE, "deals.0.reshuffles", None, r"deal 1: reshuffles: must be a list, not null$"),
    "a reshuffle in German Rummy": (GERMAN, "deals.0.reshuffles", [], r'deal 1: unknown key "reshuffles"$'),
    # results
    "not doubled": (
        GERMAN,
        "deals.1.result.points",
        [-70, 196, -126],
        r"deal 2: result: the record says .*\[-70, 196, -126\]\}, the moves give .*\[-140, 392, -252\]\}$",
    ),
    "not rummy": (BASIC, "deals.1.result.outcome", "out", r'deal 2: result: .* "out", .* give \{"outcome": "rummy"'),
    "a winner of a stalemate": (TWICE, "deals.0.result.winner", 0, r'deal 1: result: .*"winner": 0.*"winner": null'),
    "no points of the third": (BASIC, "deals.0.result.points", [0, 47], r"deal 1: result: .*\[0, 47\]\}, the moves"),
    "final is not the same": (
        BASIC,
        "result.final",
        [0, 47, 298],
        r"result: the record says .*298\]\}, the moves give",
    ),
    "wrong winners": (EXHAUSTED, "result.winners", [0, 1], r"result: the record says .*\[0, 1\]"),
    "result of a running game": (
        TWICE,
        "result",
        {},
        r"result: present, but the moves stop before the game ends$",
    ),
    # shuffles
    "two cuts of three": (fair_basic, "fairness.cuts", ["a", "b"], r"fairness\.cuts: there are 2 cuts for 3 seats$"),
    "another who begins": (
        fair_german,
        "deals.2.dealer",
        lambda dealer: (dealer + 1) % 4,
        r"deal 3: dealer: the record says \d, and seat \d deals$",
    ),
    "another first dealer": (
        fair_basic,
        "deals.0.dealer",
        lambda dealer: (dealer + 1) % 3,
        r"deal 1: dealer: the record says \d, and seat \d deals$",
    ),
    "jokers of a deck in another place": (
        fair_german,
        "deals.1.deck",
        lambda deck: deck[::-1],
        r"deal 2: deck: not the one that the secret and the cuts give$",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_line_that_names_the_place(name: str) -> None:
    record, path, value, line = FAULTS[name]
    with pytest.raises(RecordError) as caught:
        check(changed(record() if callable(record) else record, path, value))
    assert re.match(line, str(caught.value)), str(caught.value)
    assert str(caught.value).isprintable()


def test_H_2_all_conflicts_of_house_rules_are_listed_at_once() -> None:
    rules = {"small_deck": True, "initial_40": True, "no_initial_meld": True, "no_jokers": True, "joker_rule": True}
    record = {
        **without_results(GERMAN),
        "deals": [],
        "rules": {"variant": "german", "options": {**rules, "claim": True}},
    }
    with pytest.raises(RecordError) as caught:
        check({**record, "seats": ["a", "b"]})
    line = str(caught.value)
    assert line.startswith("rules.options: With the small deck")
    for rules_named in ("small deck", "any value and need 40", "joker rule", "Knocking"):
        assert rules_named in line
    with pytest.raises(RecordError) as caught:
        check({**record, "seats": ["a", "b", "c"]})
    assert "Knocking" not in str(caught.value)


def test_a_record_with_conflicting_options_is_not_written() -> None:
    claims = options_for(Variant.GERMAN, {"claim": True})
    with pytest.raises(RecordError, match=rf"^rules\.options: {pattern(Conflict.CLAIM_FOR_TWO)}"):
        write(claims, ["a", "b"], None, [])
    with pytest.raises(RecordError, match=r"^seats: there are 5 names, and two to four play$"):
        write(claims, list("abcde"), None, [])


@pytest.mark.slow
def test_B_7_a_wrong_reshuffle_is_reported_at_the_move_that_drew_the_last_card() -> None:
    deals = fair_basic()["deals"]
    k = next(k for k, deal in enumerate(deals, start=1) if "reshuffles" in deal)
    pile = deals[k - 1]["reshuffles"][0]
    record = changed(fair_basic(), f"deals.{k - 1}.reshuffles.0", [pile[1], pile[0], *pile[2:]])
    with pytest.raises(RecordError) as caught:
        check(record)
    found = re.fullmatch(
        rf"deal {k}, move (\d+): \d draw: the reshuffle doesn't match the secret and the cuts",
        str(caught.value),
    )
    assert found, str(caught.value)
    drawn = [move for move in deals[k - 1]["moves"][: int(found[1])] if " draw" in move]
    assert len(drawn) == 52 - 3 * 7 - 1, "that draw was the stock's last card"


def test_C_2_the_running_deal_may_have_an_unproven_reshuffle() -> None:
    """Its secret has not been shown, so only its cards are checked."""
    record = next(
        game
        for game in (fair(seed, Variant.BASIC, 2, limit=150) for seed in range(999))
        if "reshuffles" in game["deals"][-1] and "result" not in game["deals"][-1]
    )
    k = len(record["deals"])
    assert k not in verify(record).reshuffled
    assert len(record["fairness"]["secrets"]) == k - 1
    with pytest.raises(RecordError, match=rf"^deal {k}, move \d+: \d draw: .* there's no reshuffle"):
        check(changed(record, f"deals.{k - 1}.reshuffles", ...))


def test_D_5_any_seat_may_begin_before_the_first_secret_is_shown() -> None:
    record = fair(1, Variant.GERMAN, 3, limit=0)
    assert record["deals"] == []
    deal = {"dealer": 1, "deck": [code(card) for card in random_rules(record).pack], "moves": []}
    running = {**record, "deals": [deal]}
    assert check(running) == running
    assert verify(running).dealers == ()


def random_rules(record: dict[str, Any]) -> MeldsOptions:
    options = options_for(Variant(record["rules"]["variant"]), record["rules"]["options"])
    assert isinstance(options, MeldsOptions)
    return options


@pytest.mark.slow
@pytest.mark.parametrize("game", [fair_basic, fair_german], ids=["basic", "german"])
def test_tampering_with_any_deal_of_a_fair_game_names_that_deal(game: Callable[[], dict[str, Any]]) -> None:
    """Remove the last move, change one, insert one, swap two cards of a deck, or add a point."""
    rng, record = Random(1), game()
    for k, deal in enumerate(record["deals"]):
        n = rng.randrange(len(deal["moves"]))
        moves, cards, points = deal["moves"], deal["deck"], deal["result"]["points"]
        other = next(at for at, card in enumerate(cards) if card != cards[0])
        swapped = [cards[other], *cards[1:other], cards[0], *cards[other + 1 :]]
        for key, value in {
            "moves": moves[:-1],
            "deck": swapped,
            "result": {**deal["result"], "points": [points[0] + 1, *points[1:]]},
        }.items():
            with pytest.raises(RecordError, match=rf"^deal {k + 1}(, move \d+)?: "):
                check(changed(record, f"deals.{k}.{key}", value))
        with pytest.raises(RecordError, match=rf"^deal {k + 1}, move ({n + 1}|{n + 2}): "):
            check(changed(record, f"deals.{k}.moves.{n}", lambda move: "9" + move[1:]))
        with pytest.raises(RecordError, match=rf"^deal {k + 1}, move \d+: "):
            check(changed(record, f"deals.{k}.moves", [*moves[:n], "0 undo", *moves[n:], "0 undo"]))


WORDS = st.sampled_from(
    [
        "0 draw",
        "1 take",
        "2 claim",
        "0 meld XX XX AC",
        "1 layoff XX 0",
        "0 swap 7H 0 low",
        "0 undo",
        "AC",
        "XX",
        "reshuff",
    ]
)
VALUES: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers(-2, 5) | st.just(10**400) | WORDS | st.just([]) | st.just([["AC"]])
)


@pytest.mark.slow
@settings(deadline=None, max_examples=times(50), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_changed_record_is_accepted_or_refused_with_a_fault(data: st.DataObject) -> None:
    """Change, remove or add a value at a random place of a record."""
    record = deepcopy(data.draw(st.sampled_from([*SAMPLES.values(), *running()])))
    place: Any = record
    for _ in range(data.draw(st.integers(0, 4))):
        inner = list(place.values() if isinstance(place, dict) else place)
        below = [item for item in inner if isinstance(item, (dict, list)) and item]
        if not below:
            break
        place = data.draw(st.sampled_from(below))
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = data.draw(st.sampled_from(keys))
    match data.draw(st.sampled_from(["change", "take away", "twice"])):
        case "change":
            place[key] = data.draw(VALUES)
        case "take away":
            del place[key]
        case _ if isinstance(place, list):
            place.insert(key, place[key])
        case _:
            place["reshuffles"] = data.draw(VALUES)
    is_answered(json.loads(json.dumps(record)))
