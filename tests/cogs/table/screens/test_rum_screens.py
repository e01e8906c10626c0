"""Screens of 500 Rum: taking from below, the owed card, giving back, and who laid what."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.laydown import best_plan, pile_takes, position_of
from bot.rummy.cards import code, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.game import apply, deal, new_game
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, RunEnd, Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from cogs.edge.custom_ids import TableAction, parse
from cogs.table.screens.scene import Picks
from tests.cards import cards
from tests.cogs.table.scenes import private_layout, public_layout, shown
from tests.rummy.helpers import melds_states

RUM = options_for(Variant.RUM500)


def begun(hand: str, pile: str, melds: str = "") -> MeldsState:
    """Return a game of two in which seat 0 begins its turn with this hand and this pile; nothing else is known."""
    state = deal(new_game(RUM, 2, 1), RUM.pack, 1)
    held, lying = cards(hand), cards(pile)
    rest = [card for card in RUM.pack if card not in (*held, *lying, *cards(melds.replace(" /", "")))]
    state = replace(
        state,
        hands=(bytes(sorted(held)), bytes(rest[:13])),
        discards=bytes(lying),
        discarders=bytes([1] * len(lying)),
        deck=bytes(rest[13:]),
        gone=0,
        turn=1,
        phase=Phase.LAY,
    )
    for part in filter(None, melds.split(" / ")):
        state = replace(state, hands=(state.hands[0], bytes(sorted((*state.hands[1], *cards(part))))))
        state = apply(state, Move(1, Verb.MELD, cards=cards(part)))
    return replace(state, turn=0, phase=Phase.DRAW, lays=None)


EXAMPLE = begun("3C 4C 8S 8D QS QH QD", "5C KD 8H 2S JD")


def below(state: MeldsState, *, unassisted: bool = False) -> list[dict[str, str]]:
    seen = shown(private_layout(state, 0, unassisted=unassisted))
    selects = [part for part in seen.parts if part.get("placeholder", "").startswith("Take from below")]
    assert all(parse(select["custom_id"]).action is TableAction.BELOW for select in selects)  # type: ignore[union-attr]
    assert all(0 < len(select["options"]) <= 25 for select in selects)
    return [option for select in selects for option in select["options"]]


def test_R_6_only_cards_that_can_be_laid_are_offered_with_what_they_make() -> None:
    found = [(option["label"], option["value"], option["description"]) for option in below(EXAMPLE)]
    assert found == [
        ("5♣ + 4 cards", "5C", "makes 3-4-5♣"),
        ("K♦ + 3 cards", "KD", "makes J-Q-K♦"),
        ("8♥ + 2 cards", "8H", "makes 8♠ 8♥ 8♦"),
    ]


def test_R_6_a_card_that_fits_a_meld_on_the_table_is_offered_with_its_number() -> None:
    state = begun("2H 3D 5S 6H 7C 9S JD", "TC 4D QC", melds="9C 9H 9D / 5D 6D 7D")
    assert [option["description"] for option in below(state)] == ["fits meld 2"]


def test_R_6_without_assistance_every_card_below_the_top_is_offered_and_nothing_found() -> None:
    options = below(EXAMPLE, unassisted=True)
    assert [option["value"] for option in options] == ["5C", "KD", "8H", "2S"]
    assert not any(option.get("description") for option in options)


def test_R_6_a_pile_of_more_than_25_cards_has_two_selects() -> None:
    deck = RUM.pack
    state = begun(" ".join(map(code, deck[:13])), " ".join(map(code, deck[13:45])))
    assert len(below(state, unassisted=True)) == 31


def test_R_6_the_table_that_all_see_offers_nothing_from_below() -> None:
    seen = shown(public_layout(EXAMPLE))
    assert not [part for part in seen.parts if part.get("placeholder")]
    assert "8♥ +" not in str(seen.payload)


def test_R_6_R_7_the_owed_card_is_named_and_all_cards_can_be_given_back() -> None:
    taken = apply(EXAMPLE, Move(0, Verb.TAKE, parse_card("8H")))
    seen = shown(private_layout(taken, 0))
    assert "Your turn: lay 8♥, or give it back" in seen.text
    assert "Give back 8♥ + 2 cards" in seen.labels
    assert not [label for label in seen.labels if label.startswith("Discard")]
    laid = apply(taken, Move(0, Verb.MELD, cards=cards("QS QH QD")))
    assert "Your turn: lay 8♥, or take back" in shown(private_layout(laid, 0)).text
    assert "Take back" in shown(private_layout(laid, 0)).labels
    paid = apply(laid, Move(0, Verb.MELD, cards=cards("8S 8H 8D")))
    assert [label for label in shown(private_layout(paid, 0)).labels if label.startswith("Discard")]
    back = shown(private_layout(apply(taken, Move(0, Verb.UNDO)), 0))
    assert [label for label in back.labels if label.startswith(("Draw", "Take"))] == ["Draw"]
    assert below(apply(taken, Move(0, Verb.UNDO))) == []


def test_R_9_an_ace_that_fits_both_ends_of_a_run_asks_for_the_end() -> None:
    run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    state = apply(begun("AH 3C 5S 9D", "5C KD", melds=run), Move(0, Verb.DRAW))
    seen = shown(private_layout(state, 0, picked=Picks(state.deal, cards("AH"))))
    assert [label for label in seen.labels if label.startswith("Lay off A♥")] == [
        "Lay off A♥ (meld 1, low end)",
        "Lay off A♥ (meld 1, high end)",
    ]
    values = [apply(state, Move(0, Verb.LAYOFF, parse_card("AH"), meld=0, end=end)).table_points[0] for end in RunEnd]
    assert values == [1, 15]


def test_R_12_everyone_sees_who_laid_each_card_once_the_turn_is_over() -> None:
    state = apply(begun("2H 6H 9C 9S", "5C KD", melds="3H 4H 5H"), Move(0, Verb.DRAW))
    for card, end in (("2H", RunEnd.LOW), ("6H", RunEnd.HIGH)):
        state = apply(state, Move(0, Verb.LAYOFF, parse_card(card), meld=0, end=end))
    assert view_for(state, 0).laid_by == ((0, 1, 1, 1, 0),)
    assert view_for(state, 1).laid_by == view_for(state, None).laid_by == ((1, 1, 1),)
    assert view_for(state, None).table_points == (0, 12)
    state = apply(state, Move(0, Verb.DISCARD, parse_card("9C")))
    assert view_for(state, None).laid_by == ((0, 1, 1, 1, 0),)
    assert view_for(state, None).table_points == (8, 12)


def test_R_9_a_run_from_ace_to_king_is_offered_with_either_end() -> None:
    run = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    state = apply(begun(f"{run} 3C", "5C KD"), Move(0, Verb.DRAW))
    seen = shown(private_layout(state, 0, picked=Picks(state.deal, cards(run))))
    lays = [label for label in seen.labels if label.startswith("Lay ") and "K" in label]
    assert [label.rpartition(" · ")[2] for label in lays] == ["85", "99"]


@cache
def states() -> tuple[MeldsState, ...]:
    return tuple(melds_states(options_for(Variant.RUM500, {"target": 100}), 3, Random(5), 400))


@pytest.mark.slow
def test_R_6_what_is_offered_can_be_taken_and_laid_in_random_games() -> None:
    offered = 0
    for state in states():
        if state.turn is None or state.phase is not Phase.DRAW or state.gave_back:
            continue
        view = view_for(state, state.turn)
        for take in pile_takes(view):
            offered += 1
            after = apply(state, take.move)
            for step in best_plan(position_of(view_for(after, state.turn))).steps:
                after = apply(after, step)
            assert after.due is None
    assert offered > 5
