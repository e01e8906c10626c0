"""Records of three-handed gin: who waits, what is settled, and one-line errors for every fault (G3-20, G3-21)."""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.rummy.families import Variant
from bot.rummy.gin.options import Form, GinOptions, ThreeHandedOptions
from bot.rummy.options import options_for
from bot.rummy.records.checking import RecordError, check, verify
from bot.rummy.records.writing import record_text
from tests.rummy.helpers import random_game, random_options, started
from tests.rummy.records.test_record import SHORT, changed
from tests.rummy.test_scenarios import deck_for, options_of, scenarios


def six_deals(form: str) -> dict[str, Any]:
    """Return the longest game of the six deals in a form as a record without results."""
    found = [one for one in scenarios("three_handed") if len(one.get("deals", ())) > 3]
    one = max((one for one in found if one.get("options", {}).get("form", "cutthroat") == form), key=_length)
    options = options_of(one)
    deals = []
    for dealt in one["deals"]:
        deck = [str(card) for card in _codes(deck_for(options, dealt, dealt["dealer"]))]
        moves = _written(dealt, deck)
        deals.append({"dealer": dealt["dealer"], "waits": dealt["waits"], "deck": deck, "moves": moves})
    rules = {"variant": "three_handed", "options": one.get("options", {})}
    return {
        "format": "rummy-record",
        "version": 1,
        "rules": rules,
        "seats": ["Ala", "Bob", "Ewa"],
        "deals": deals,
    }


def _length(scenario: dict[str, Any]) -> int:
    return len(scenario["deals"])


def _codes(cards: tuple[int, ...]) -> list[str]:
    return ["A23456789TJQK"[card % 13] + "CSHD"[card // 13] for card in cards]


def _written(dealt: dict[str, Any], deck: list[str]) -> list[str]:
    """Return a scenario's moves as a record has them."""
    first, dealer = 3 - dealt["dealer"] - dealt["waits"], dealt["dealer"]
    if "turns" not in dealt["moves"][-1]:
        return list(dealt["moves"])
    turns = [f"{seat} {verb}" for k in range(29) for seat in ((first, dealer)[k % 2],) for verb in _turn(deck[21 + k])]
    return [*dealt["moves"][:2], *turns]


def _turn(card: str) -> tuple[str, str]:
    return "draw", f"discard {card}"


ALONE = six_deals("cutthroat")


def test_G3_20_the_six_deals_are_completed_with_what_is_settled() -> None:
    done: Any = check(ALONE)
    assert [list(deal) for deal in done["deals"]] == [["dealer", "waits", "deck", "moves", "result"]] * 6
    assert [deal["result"]["points"] for deal in done["deals"]] == [
        [48, 0, 0],
        [0, 30, 0],
        [0, 0, 0],
        [0, 0, 25],
        [0, 0, 20],
        [0, 0, 79],
    ]
    assert list(done["result"].items()) == [
        ("winners", [2]),
        ("totals", [48, 30, 124]),
        ("final", [73, 55, 299]),
        ("settled", [-208, -262, 470]),
    ]
    assert '"dealer": 2, "waits": 1, "deck"' in record_text(done)
    assert check(done) == done


def test_G3_13_with_a_captain_the_winner_is_the_seat_that_played() -> None:
    record = six_deals("captain")
    record["rules"]["options"] = {"form": "captain"}
    del record["deals"][4:]
    done: Any = check(record)
    assert [deal["result"]["winner"] for deal in done["deals"]] == [2, 2, None, 2]
    assert done["deals"][0]["result"]["points"] == [0, 48, 48]
    assert done["result"]["settled"] == [-451, -132, 583]


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("deals.0.waits", ..., 'deal 1: missing key "waits"'),
        ("deals.1.waits", 0, "deal 2: waits: the record says 0, and seat 2 waits"),
        ("deals.1.dealer", 0, "deal 2: dealer: the record says 0, and seat 1 deals"),
        ("deals.0.waits", 2, "deal 1: waits: Ewa deals, so another seat waits (G3-20)"),
        ("deals.0.waits", 3, "deal 1: waits: must be a seat, 0 to 2, not 3"),
        ("deals.0.waits", None, "deal 1: waits: must be a seat, 0 to 2, not null"),
        ("deals.0.moves.0", "1 pass", "deal 1, move 1: 1 pass: Bob waits in this deal (G3-1)"),
        ("deals.0.moves.2", "1 takeback", "deal 1, move 3: 1 takeback: Bob waits in this deal (G3-1)"),
        ("deals.1.moves.2", "2 draw", "deal 2, move 3: 2 draw: Ewa waits in this deal (G3-1)"),
        ("seats", ["Ala", "Bob"], "seats: there are 2 names, and three play"),
        ("seats", ["Ala", "Bob", "Ewa", "Fay"], "seats: there are 4 names, and three play"),
        ("rules.options.next_dealer", "other", 'rules.options: three_handed has no option "next_dealer"'),
        ("rules.options.shutout", "double", 'rules.options: shutout: pay or none, not "double"'),
    ],
)
def test_a_fault_is_one_line(path: str, value: object, fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        check(changed(ALONE, path, value))
    assert str(caught.value) == fault


def test_G3_21_any_other_seat_than_the_dealers_may_wait_first() -> None:
    deal = deepcopy(ALONE["deals"][0])
    for dealer in range(3):
        for waits in {0, 1, 2} - {dealer}:
            first = 3 - dealer - waits
            seats = {"0": str(first), "2": str(dealer)}  # in the deal of the six, Ala isn't the dealer, and Ewa is
            moves = [seats[move[0]] + move[1:] for move in deal["moves"]]
            done: Any = check({**ALONE, "deals": [{**deal, "dealer": dealer, "waits": waits, "moves": moves}]})
            assert done["deals"][0]["result"]["winner"] == first


def test_nobody_waits_in_gin() -> None:
    with pytest.raises(RecordError) as caught:
        check(changed(SHORT, "deals.0.waits", 0))
    assert str(caught.value) == "deal 1: waits: in remik nobody waits, only in three_handed (G3-20)"
    with pytest.raises(RecordError, match=r'^result: unknown key "settled"$'):
        check(changed(SHORT, "result.settled", [0, 0]))


def test_G3_18_nothing_is_settled_after_a_number_of_deals() -> None:
    record = changed(ALONE, "rules.options.deals", 5)
    done: Any = check(record)
    assert done["result"] == {"winners": [2], "totals": [48, 30, 124], "final": [48, 30, 124]}
    done["result"]["settled"] = [0, 0, 0]
    with pytest.raises(RecordError, match=r'^result: unknown key "settled"$'):
        check(done)


@pytest.mark.parametrize("form", ["cutthroat", "captain"])
@pytest.mark.parametrize("version", [1, 2])
def test_G3_21_random_records_prove_who_deals_and_who_waits(form: str, version: int) -> None:
    rng = Random(f"{form} {version}")
    options = options_for(Variant.THREE_HANDED, {"form": form, "first_dealer": rng.choice(["draw", "random"])})
    assert isinstance(options, GinOptions)
    record: dict[str, Any] = random_game(options, rng, start=started(options, 3) if version == 2 else None)[0]
    assert check(record) == record
    assert verify(record).proven == tuple(range(1, len(record["deals"]) + 1))
    first = record["deals"][0]
    for other in {0, 1, 2} - {first["dealer"], first["waits"]}:
        with pytest.raises(RecordError, match=f"^deal 1: waits: the record says {other}, and seat {first['waits']}"):
            check(changed(record, "deals.0.waits", other))


def refereed(record: dict[str, Any]) -> dict[str, Any]:
    """Follow the roles of a record's deals and settle it, in the words of the rules and without the engine."""
    options = {"form": "cutthroat", "game_bonus": 100, "box_bonus": 25, "shutout": "pay"} | record["rules"]["options"]
    captain, bonus, box = options["form"] == "captain", options["game_bonus"], options["box_bonus"]
    first = record["deals"][0]
    dealer, waits = first["dealer"], first["waits"]
    totals, won = [0, 0, 0], [0, 0, 0]
    for deal in record["deals"]:
        assert (deal["dealer"], deal["waits"]) == (dealer, waits)
        other = next(seat for seat in (0, 1, 2) if seat not in (dealer, waits))
        assert {int(move[0]) for move in deal["moves"]} <= {dealer, other}
        assert deal["moves"][0].startswith(f"{other} ")
        if "result" not in deal or deal["result"]["winner"] is None:
            assert "result" not in deal or deal["result"]["points"] == [0, 0, 0]
            continue
        winner, points = deal["result"]["winner"], deal["result"]["points"]
        side = {other, waits} if captain and winner == other else {winner}
        assert {points[seat] for seat in side} == {max(points)}
        assert all(points[seat] == 0 for seat in {0, 1, 2} - side)
        for seat in side:
            totals[seat] += points[seat]
            won[seat] += 1
        if captain:  # the box stays, or the captain goes into it; the loser waits
            dealer, waits = (dealer, other) if winner == dealer else (other, dealer)
        else:
            dealer, waits = waits, dealer if winner == other else other
    winners = [seat for seat in (0, 1, 2) if totals[seat] == max(totals)]
    if options.get("deals"):
        return {"winners": winners, "totals": totals, "final": totals}
    final = [totals[seat] + bonus * (seat in winners) + box * won[seat] for seat in (0, 1, 2)]
    settled = [0, 0, 0]
    for payer in (0, 1, 2):
        for payee in (0, 1, 2):
            more = 100 if options["shutout"] == "pay" and not won[payer] and payee in winners else 0
            paid = max(final[payee] - final[payer], 0) + (more if payee != payer else 0)
            settled[payer] -= paid
            settled[payee] += paid
    return {"winners": winners, "totals": totals, "final": final, "settled": settled}


@pytest.mark.parametrize("seed", range(20))
def test_a_referee_agrees_about_roles_totals_and_what_is_settled(seed: int) -> None:
    rng = Random(f"referee {seed}")
    options = random_options(rng, Variant.THREE_HANDED)
    assert isinstance(options, ThreeHandedOptions)
    options = replace(options, form=list(Form)[seed % 2])
    record: dict[str, Any] = random_game(options, rng)[0]
    told = refereed(record)
    if "result" in record:
        assert record["result"] == told
        assert sum(told.get("settled", [])) == 0
