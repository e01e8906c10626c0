"""House rules as typed on the command line, and the melds that guests find in their cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.program.cli.demo import options_from_words
from bot.program.cli.guests.melds import some_meld
from bot.rummy.cards import JOKER
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.gin.options import Tie
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, readings
from bot.rummy.options import PRESETS, OptionError, Options, options_for
from bot.rummy.refusals import Conflict


def faults(variant: Variant | None, *words: str, players: int = 2) -> list[str]:
    with pytest.raises(OptionError) as error:
        options_from_words(variant, words, players)
    return list(error.value.faults)


def test_words_change_the_standard_rules() -> None:
    assert options_from_words(None, [], 2) == PRESETS[Variant.GIN]
    assert options_from_words(Variant.GIN, ["knock_limit=0", "tie=void"], 2) == options_for(
        Variant.GIN, {"knock_limit": 0, "tie": Tie.VOID}
    )
    assert options_from_words(Variant.HOLLYWOOD, ["play_out=no"], 2) == options_for(
        Variant.HOLLYWOOD, {"play_out": False}
    )
    german = options_for(Variant.GERMAN, {"rounds": 2, "claim": True, "set_rule": True})
    assert options_from_words(Variant.GERMAN, ["rounds=2", "claim=on", "set_rule=TRUE", "no_jokers=off"], 3) == german


@pytest.mark.parametrize(
    "options",
    [*PRESETS.values(), options_for(Variant.GERMAN, {"rounds": 20, "claim": True, "casino_scoring": True})],
)
def test_a_code_contains_the_rules_and_the_game(options: Options) -> None:
    players = min(3, options.seat_counts[-1])
    assert options_from_words(None, [code_for(options)], players) == options
    assert options_from_words(options.variant, [code_for(options).lower()], players) == options


def test_words_after_a_code_change_it_further() -> None:
    code = code_for(options_for(Variant.GERMAN, {"rounds": 2, "claim": True}))
    changed = options_for(Variant.GERMAN, {"rounds": 1, "claim": True})
    assert options_from_words(Variant.GERMAN, ["rounds=1", code], 4) == changed


def test_all_faults_are_listed_at_once() -> None:
    words = "rounds=50 claim set_rule=maybe color=red small_deck=on initial_40=on claim=on claim=off"
    told = faults(Variant.GERMAN, *words.split())
    assert told == [
        "claim: add a value, as in claim=on",
        "claim: given twice",
        "rounds: a whole number from 1 to 20, not 50",
        'set_rule: true or false, not "maybe"',
        'german has no option "color"',
        Conflict.SMALL_DECK_40,
        Conflict.CLAIM_FOR_TWO,
    ]


def test_faults_of_codes() -> None:
    code = code_for(options_for(Variant.GERMAN, {"rounds": 2}))
    assert faults(Variant.BASIC, code) == [f"{code} is a code for german, not for basic"]
    assert faults(None, code, code) == [f"give at most one code, not 2: {code}, {code}"]
    (told,) = faults(None, "NONSENSE")
    assert told.startswith("NONSENSE is neither name=value nor a code: ")


@pytest.mark.parametrize("variant", [Variant.GIN, Variant.HOLLYWOOD])
def test_gin_is_for_two_players(variant: Variant) -> None:
    assert faults(variant, players=3) == [f"{variant} is for 2 players, not 3"]


def test_H_8_claims_need_three_players() -> None:
    assert faults(Variant.GERMAN, "claim=on") == [Conflict.CLAIM_FOR_TWO]
    assert options_from_words(Variant.GERMAN, ["claim=on"], 3) == options_for(Variant.GERMAN, {"claim": True})


HANDS = st.lists(st.integers(0, JOKER), max_size=25)


@given(HANDS)
def test_melds_that_guests_see_are_melds(hand: list[int]) -> None:
    meld = some_meld(hand)
    for variant in (Variant.BASIC, Variant.GERMAN):
        rules = rules_for(options_for(variant))
        assert not meld or any(isinstance(one, TableMeld) for one in readings(meld, rules))
    assert set(meld) <= set(hand)


def test_a_guest_sees_sets_and_runs() -> None:
    assert some_meld([3, 16, 29, 30]) == (3, 16, 29)
    assert some_meld([40, 41, 1, 42, 44]) == (40, 41, 42)
    assert some_meld([12, 0, 1]) == ()
    assert some_meld([24, 26, JOKER]) == ()
    assert some_meld([7], [8, 9, 20]) == (7, 8, 9)
