"""Words for tables with melds: melds, seats, first melds, events, warnings, deals and rounds."""

from dataclasses import replace

import pytest

from bot.rummy.cards import JOKER, MeldKind, parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.games import deal, new_game
from bot.rummy.melds.options import GermanOptions, MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.options import PRESETS, options_for
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase
from bot.text import deals, fairness
from bot.text.catalogs import Catalogs
from bot.text.deals import recent_words, turn_words
from bot.text.lists import all_of, gain, one_of, signed
from bot.text.melds.table import (
    aim_words,
    begins_words,
    casino_words,
    last_turn_words,
    meld_alt,
    meld_lines,
    meld_words,
    missing_words,
    opening_words,
    quiet_words,
    seat_words,
    taking_words,
)
from tests.cards import cards

TEXTS = Catalogs().texts("en")
NAMES = ("Ola", "Kuba", "Ewa", "Iga")
GERMAN, BASIC = options_for(Variant.GERMAN), options_for(Variant.BASIC)
CORNER = options_for(Variant.GERMAN, {"round_the_corner": True})
ORDERED = options_for(Variant.GERMAN, {"set_rule": True})


def meld(text: str, options: MeldsOptions = GERMAN) -> TableMeld:
    read = read_meld(cards(text), rules_for(options))
    assert isinstance(read, TableMeld)
    return read


def view_of(options: MeldsOptions = GERMAN, seats: int = 3, seat: int | None = 0) -> MeldsView:
    state = deal(new_game(options, seats, 0), options.pack)
    assert isinstance(state, MeldsState)
    return view_for(state, seat)


@pytest.mark.parametrize(
    ("text", "options", "short", "words"),
    [
        ("7S 8S 9S", GERMAN, "7-8-9♠", "7 to 9 of spades"),
        ("7S XX 9S", GERMAN, "7-🃏(8)-9♠", "7 to 9 of spades, joker as the 8"),
        ("XX TH JH XX KH AH", GERMAN, "🃏(9)-10-J-🃏(Q)-K-A♥", "9 to ace of hearts, jokers as the 9 and queen"),
        ("QS KS AS 2S", CORNER, "Q-K-A-2♠", "queen to 2 of spades"),
        ("KS XX 2S", CORNER, "K-🃏(A)-2♠", "king to 2 of spades, joker as the ace"),
        ("QS QH QC", GERMAN, "Q♣ Q♠ Q♥", "queens of clubs, spades and hearts"),
        ("QS QH XX", GERMAN, "Q♠ Q♥ 🃏(Q)", "queens of spades and hearts, joker as the queen of clubs or diamonds"),
        (
            "QS QH QC XX",
            GERMAN,
            "Q♣ Q♠ Q♥ 🃏(Q♦)",
            "queens of clubs, spades and hearts, joker as the queen of diamonds",
        ),
        (
            "XX QH QS XX",
            GERMAN,
            "Q♠ Q♥ 🃏(Q) 🃏(Q)",
            "queens of spades and hearts, jokers as the queens of clubs and diamonds",
        ),
        ("QC XX QH", ORDERED, "Q♣ 🃏(Q♠) Q♥", "queens of clubs and hearts, joker as the queen of spades"),
        ("7C 7S 7D", BASIC, "7♣ 7♠ 7♦", "7s of clubs, spades and diamonds"),
    ],
)
def test_D_4_a_meld_names_the_cards_its_jokers_stand_for(
    text: str, options: MeldsOptions, short: str, words: str
) -> None:
    assert meld_words(TEXTS, meld(text, options), rules_for(options)) == short
    assert meld_alt(TEXTS, meld(text, options), rules_for(options)) == words


def test_melds_are_numbered_from_1() -> None:
    view = replace(view_of(), melds=(meld("7S 8S 9S"), meld("QS QH QC")))
    assert meld_lines(TEXTS, view) == ("Meld 1: 7-8-9♠", "Meld 2: Q♣ Q♠ Q♥")
    onto = Event(EventKind.LAID_OFF, 0, parse_card("TS"), meld=0)
    assert turn_words(TEXTS, (onto,), "Ola") == "Ola laid off 10♠ (meld 1)"


def test_every_kind_of_event_has_different_words() -> None:
    card = parse_card("TH")
    sentences = {turn_words(TEXTS, (event,), "Ola") for kind in EventKind for event in events_of(kind, card)}
    assert len(sentences) == len([event for kind in EventKind for event in events_of(kind, card)])
    lines = [
        Event(EventKind.MELDED, 0, cards=(card, JOKER, parse_card("QH")), meld=2),
        Event(EventKind.SWAPPED, 1, card, meld=2),
        Event(EventKind.CLAIMED, 2, card),
        Event(EventKind.RESHUFFLED, 0),
        Event(EventKind.DISCARDED, 1),
    ]
    assert recent_words(TEXTS, lines, NAMES).split(" · ") == [
        "Ola laid 10-🃏(J)-Q♥",
        "Kuba swapped 10♥ for joker (meld 3)",
        "Ewa knocked for 10♥ (+1 card)",
        "Ola reshuffled the discard pile",
        "Kuba discarded face down",
    ]


def events_of(kind: EventKind, card: int) -> list[Event]:
    """Return events of a kind as the engines create them, with the card and, if it can be, with the card hidden."""
    match kind:
        case EventKind.MELDED:
            return [Event(kind, 0, cards=(card, JOKER, JOKER), meld=0)]
        case EventKind.LAID_OFF | EventKind.SWAPPED:
            return [Event(kind, 0, card, meld=0)]
        case EventKind.PASSED | EventKind.RESHUFFLED | EventKind.BIG_GIN:
            return [Event(kind, 0)]
        case EventKind.DREW | EventKind.KNOCKED | EventKind.DISCARDED:
            return [Event(kind, 0, card), Event(kind, 0)]
        case _:
            return [Event(kind, 0, card)]


def test_D_7_the_value_of_first_melds_is_shown_until_they_are_laid() -> None:
    view = view_of()
    assert opening_words(TEXTS, view, 58) == "first meld: 58 of 30 ✓"
    assert opening_words(TEXTS, view, 24) == "first meld: 24 of 30"
    assert opening_words(TEXTS, view, None) == "first meld: 30 or more"
    assert opening_words(TEXTS, replace(view, laid=21), 58) == "first meld: 21 of 30 laid"
    assert opening_words(TEXTS, replace(view, laid=34), 58) == "first meld: 34 of 30 ✓"
    assert opening_words(TEXTS, replace(view, opened=(True, False, False)), 58) == ""
    assert opening_words(TEXTS, view_of(seat=None), 58) == ""
    assert opening_words(TEXTS, view_of(options_for(Variant.GERMAN, {"initial_40": True})), 0) == "first meld: 0 of 40"


def test_H_13_a_missing_pure_run_is_named_until_it_is_laid() -> None:
    view = view_of(options_for(Variant.GERMAN, {"pure_run": True}))
    run, set_ = TableMeld(MeldKind.RUN, cards("9S TS JS QS"), 8), TableMeld(MeldKind.SET, cards("KC KS KH XX"), 12)
    assert opening_words(TEXTS, view, 58) == "first meld: 58 of 30, a pure run is needed"
    assert opening_words(TEXTS, view, None) == "first meld: 30 or more, a pure run is needed"
    without = replace(view, laid=40, first=(set_,), debt=Refusal("H-13", Reason.PURE_RUN_MISSING))
    assert opening_words(TEXTS, without, 58) == "first meld: 40 of 30 laid, a pure run is needed"
    assert opening_words(TEXTS, replace(view, laid=79, first=(set_, run)), 58) == "first meld: 79 of 30 ✓"
    assert aim_words(TEXTS, view.options, 3) == "First meld: 30 points or more, with a pure run"
    free = replace(view, options=options_for(Variant.GERMAN, {"pure_run": True, "initial": 0}), needs=0)
    assert opening_words(TEXTS, free, 0) == "first meld: any value, a pure run is needed"
    assert opening_words(TEXTS, replace(free, laid=40, first=(set_,)), 0) == "a pure run is needed"


def test_H_13_a_listener_hears_what_first_melds_lack_unless_a_button_lays_them() -> None:
    view, needed = view_of(options_for(Variant.REMIK51)), "A pure run is needed."
    assert missing_words(TEXTS, view, 54, lays=False) == needed
    assert missing_words(TEXTS, view, 54, lays=True) == ""
    assert missing_words(TEXTS, view, 20, lays=False) == f"First meld: 20, 51 needed. {needed}"
    laid = replace(view, laid=54, first=(TableMeld(MeldKind.SET, cards("KC KS KH XX"), 12),))
    assert missing_words(TEXTS, laid, 54, lays=True) == needed
    assert missing_words(TEXTS, replace(laid, opened=(True, False, False)), 54, lays=False) == ""
    assert missing_words(TEXTS, view_of(), 58, lays=False) == ""


def test_H_18_a_listener_hears_that_a_discard_is_taken_to_be_laid() -> None:
    view = view_of(options_for(Variant.ROMME))
    assert taking_words(TEXTS, view) == "Your turn: draw, or take it to lay it"
    assert taking_words(TEXTS, replace(view, opened=(True, False, False))) == ""
    assert taking_words(TEXTS, view_of()) == ""


def test_H_3_any_first_meld_opens_and_basic_rummy_needs_none() -> None:
    free = view_of(options_for(Variant.GERMAN, {"no_initial_meld": True}))
    assert opening_words(TEXTS, free, 0) == "first meld: any value"
    assert opening_words(TEXTS, replace(free, laid=6), 0) == ""
    assert opening_words(TEXTS, view_of(BASIC), 0) == ""


def test_seats_have_cards_scores_dealer_and_whether_they_have_melded() -> None:
    view = view_of()
    column = replace(view.columns[0], totals=(48, -31, 1))
    view = replace(view, columns=(column,), opened=(True, False, False), counts=(13, 14, 1))
    assert seat_words(TEXTS, view, 0, "Ola") == "Ola: 13 cards · 48 points · melded"
    assert seat_words(TEXTS, view, 1, "Kuba") == "Kuba: 14 cards · −31 points"
    assert seat_words(TEXTS, view, 2, "Ewa") == "Ewa: 1 card · 1 point"
    assert seat_words(TEXTS, view_of(BASIC), 0, "Ola") == "Ola (dealer): 7 cards · 0 points"


def test_B_2_and_D_5_the_dealer_or_the_first_player_is_named() -> None:
    assert begins_words(TEXTS, view_of(BASIC), NAMES[:3]) == "Ola deals."
    assert begins_words(TEXTS, view_of(), NAMES[:3]) == "Kuba goes first (random)."
    assert begins_words(TEXTS, replace(view_of(), dealer=2), NAMES[:3]) == "Ola goes first (random)."


def test_H_17_who_begins_is_random_only_in_the_first_round() -> None:
    first = view_of(options_for(Variant.GERMAN, {"begins": "left"}))
    assert begins_words(TEXTS, first, NAMES[:3]) == "Kuba goes first (random)."
    assert begins_words(TEXTS, replace(first, deal=2, dealer=1), NAMES[:3]) == "Ewa goes first."


def test_H_10_casino_scoring_counts_laid_cards() -> None:
    view = view_of(options_for(Variant.GERMAN, {"casino_scoring": True}))
    view = replace(view, table_points=(35, 0, 12))
    assert casino_words(TEXTS, view, NAMES[:3]) == "Points laid: Ola 35 · Kuba 0 · Ewa 12"
    assert casino_words(TEXTS, view_of(), NAMES[:3]) == ""


def test_C_8_the_end_of_a_quiet_deal_is_announced_five_turns_before() -> None:
    assert quiet_words(TEXTS, replace(view_of(), quiet_turns=QUIET_WARNING - 1)) == ""
    near, nearer = (replace(view_of(), quiet_turns=turns) for turns in (QUIET_WARNING, QUIET_LIMIT - 1))
    assert "after 5 more turns without either, the round ends" in quiet_words(TEXTS, near)
    assert "after 1 more turn without either, the round ends" in quiet_words(TEXTS, nearer)
    basic = replace(view_of(BASIC), quiet_turns=QUIET_WARNING)
    assert "the deal is a stalemate" in quiet_words(TEXTS, basic)
    assert quiet_words(TEXTS, replace(near, turn=None)) == ""


def test_D_12_B_8_the_last_turn_is_announced() -> None:
    last = replace(view_of(), phase=Phase.LAY, stock=0)
    assert "the round ends and everyone's hand counts against them" in last_turn_words(TEXTS, last)
    assert "the deal is a stalemate" in last_turn_words(TEXTS, replace(view_of(BASIC), phase=Phase.LAY, stock=0))
    assert last_turn_words(TEXTS, replace(last, stock=1)) == ""
    assert last_turn_words(TEXTS, replace(last, phase=Phase.DEAL, turn=None)) == ""


@pytest.mark.parametrize("variant", Variant)
def test_only_german_rummy_and_its_relatives_call_deals_rounds(variant: Variant) -> None:
    options = PRESETS[variant]
    words = " ".join(
        (
            deals.deal_heading(TEXTS, options, 2, "void"),
            deals.next_deal(TEXTS, options),
            deals.deal_over(TEXTS, options),
            fairness.secret_words(TEXTS, options, 2, "ab12"),
            fairness.no_secret_yet(TEXTS, options),
            fairness.secrets_fit(TEXTS, options, 1),
            fairness.secrets_fit(TEXTS, options, 2),
            deals.record_so_far(TEXTS, options),
        )
    )
    word, other = ("round", "deal") if isinstance(options, GermanOptions) else ("deal", "round")
    words = words.lower().replace("dealt", "")
    assert words.count(word) == 8
    assert other not in words


def test_the_heading_of_a_table_has_its_game_and_its_progress() -> None:
    assert deals.table_heading(TEXTS, view_of()) == "German Rummy · round 1 of 3"
    assert deals.table_heading(TEXTS, view_of(BASIC)) == "Basic Rummy · deal 1"


def test_words_are_joined_and_points_have_real_minus_signs() -> None:
    assert [all_of(TEXTS, NAMES[:count]) for count in range(4)] == ["", "Ola", "Ola and Kuba", "Ola, Kuba and Ewa"]
    assert one_of(TEXTS, NAMES[:3]) == "Ola, Kuba or Ewa"
    assert [signed(points) for points in (-17, 0, 31)] == ["−17", "0", "31"]
    assert [gain(points) for points in (-17, 0, 31)] == ["−17", "0", "+31"]
