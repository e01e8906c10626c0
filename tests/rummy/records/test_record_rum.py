"""Records of 500 Rum: the game of the examples, moves that take from below, and what they may not be (R-16)."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import RecordError, check
from tests.rummy.test_scenarios import deck_for, repeated, scenarios

OPTIONS = options_for(Variant.RUM500, {"target": 100})
EXAMPLES = next(one for one in scenarios("rum500") if one["name"].startswith("E-1 to E-4"))
POINTS = [[64, -13, -41], [-18, 94, 3], [9, -53, -3], [58, -32, 36]]


def example() -> dict[str, Any]:
    """Return the record of the game of the examples, E-1 to E-4."""
    deals = []
    for at, dealt in enumerate(EXAMPLES["deals"]):
        dealer = (2 + at) % 3
        deck = deck_for(OPTIONS, dealt, dealer)
        moves = [move for line in repeated(dealt["moves"]) for move in written(line, deck, dealt)]
        deals.append({"dealer": dealer, "deck": [code(card) for card in deck], "moves": moves})
    rules = {"variant": "rum500", "options": {"target": 100}}
    return {"format": "rummy-record", "version": 1, "rules": rules, "seats": ["Ala", "Bob", "Ewa"], "deals": deals}


def written(line: str, deck: tuple[int, ...], dealt: dict[str, Any]) -> list[str]:
    """Return the moves of a line; the turns that only draw and discard follow four others, of seats 2, 0, 1 and 2."""
    turns, _, what = line.partition(" turns: ")
    if not what:
        return [line]
    begun = sum(move.endswith(" draw") for move in dealt["moves"])  # the deal begins with seat 2
    drawn = [((2 + at) % 3, code(deck[22 + at])) for at in range(begun, begun + int(turns))]
    return [move for seat, card in drawn for move in (f"{seat} draw", f"{seat} discard {card}")]


def test_R_12_E_1_to_E_4_the_examples_are_a_record_with_these_results() -> None:
    record = check(example())
    assert [deal["result"]["points"] for deal in record["deals"]] == POINTS  # type: ignore[attr-defined]
    assert [deal["result"]["outcome"] for deal in record["deals"]] == ["out", "out", "exhausted", "out"]  # type: ignore[attr-defined]
    assert [deal["result"]["winner"] for deal in record["deals"]] == [0, 1, None, 0]  # type: ignore[attr-defined]
    assert record["result"] == {"winners": [0], "totals": [113, -4, -5], "final": [113, -4, -5]}
    assert check(json.loads(json.dumps(record))) == record


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        ("2 take JD", "deal 4, move 11: 2 take JD: JD is the top discard. Take it without naming it"),
        ("2 take 9H", "deal 4, move 11: 2 take 9H: 9H isn't in the discard pile"),
        ("2 take XX", "deal 4, move 11: 2 take XX: XX isn't in the discard pile"),
        ("2 take 8H 2S", "deal 4, move 11: 2 take 8H 2S: take names one card at most"),
        ("2 take 8h", "deal 4, move 11: 2 take 8h: '8h' is no card"),
        ("0 take 8H", "deal 4, move 11: 0 take 8H: It isn't your turn yet"),
    ],
)
def test_R_16_a_take_names_one_card_under_the_top_one(move: str, fault: str) -> None:
    record = example()
    moves = record["deals"][3]["moves"]
    assert moves[10] == "2 take 8H"
    moves[10] = move
    with pytest.raises(RecordError, match="^" + re.escape(fault)):
        check(record)


@pytest.mark.parametrize("again", ["2 take", "2 take 8H", "2 take KD"])
def test_R_7_after_giving_back_only_the_stock_is_open(again: str) -> None:
    record = example()
    record["deals"] = record["deals"][:4]
    moves = record["deals"][3]["moves"][:11]
    record["deals"][3]["moves"] = [*moves, "2 undo", again]
    with pytest.raises(RecordError, match=re.escape(f"deal 4, move 13: {again}: You gave cards back in this turn.")):
        check(record)
    record["deals"][3]["moves"] = [*moves, "2 undo", "2 draw"]
    assert "result" not in check(record)["deals"][3]  # type: ignore[index]


def test_R_6_from_below_in_E_4_with_a_card_that_fits_nothing() -> None:
    record = example()
    moves = record["deals"][3]["moves"]
    at = moves.index("2 take 5C")
    moves[at:] = ["2 take KD", "2 discard 2S"]
    with pytest.raises(RecordError, match="move 22: 2 discard 2S: You took KD and the cards on top of it"):
        check(record)
    moves[at:] = ["2 take KD", "2 undo", "2 take"]
    with pytest.raises(RecordError, match="move 23: 2 take: You gave cards back"):
        check(record)
    moves[at:] = ["2 take KD", "2 undo", "2 draw", "2 discard 2S"]
    check(record)


@pytest.mark.parametrize("value", [99, 1001, "500", True, None, 500.5])
def test_R_13_a_target_is_a_whole_number_from_100_to_1000(value: object) -> None:
    record = example()
    record["rules"]["options"] = {"target": value}
    with pytest.raises(RecordError, match=r"^rules\.options: target: a whole number from 100 to 1000, not"):
        check(record)


def test_R_13_the_usual_target_is_left_out() -> None:
    record = example()
    record["rules"]["options"] = {"target": 500}
    record["deals"] = record["deals"][:1]
    assert check(record)["rules"] == {"variant": "rum500", "options": {}}


def test_R_2_a_record_by_hand_begins_with_any_dealer_and_goes_on_to_the_left() -> None:
    record = example()
    wrong = deepcopy(record)
    wrong["deals"][1]["dealer"] = 1
    with pytest.raises(RecordError, match=r"^deal 2: dealer: the record says 1, and seat 0 deals"):
        check(wrong)


def test_R_1_two_to_four_players() -> None:
    for names in (["Ala"], ["Ala", "Bob", "Cyd", "Dan", "Ewa"]):
        record = example() | {"seats": names, "deals": []}
        with pytest.raises(RecordError, match="two to four play"):
            check(record)


def test_R_11_there_is_no_reshuffle() -> None:
    record = example()
    record["deals"][0]["reshuffles"] = []
    with pytest.raises(RecordError, match='deal 1: unknown key "reshuffles"'):
        check(record)
