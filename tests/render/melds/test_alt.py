"""Alt text of games with melds on the table."""

import re
from dataclasses import replace
from random import Random

import pytest

from bot.rummy.cards import MeldKind
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.lists import by_suit
from render.drawing.lines import Sign
from render.drawing.palette import Ink
from render.drawing.rows import in_order
from render.drawing.shapes import Symbol
from render.look import Sorting
from render.melds.alt import ending_alt, hand_alt, house_rules, table_alt, told_hand
from render.melds.hand import first_meld_parts
from render.melds.reading import melds_rows, read_hand, unassisted_reading
from render.sheet import sheet_alt
from tests.cards import cards
from tests.render.gin.test_alt import WORDY, named_in
from tests.render.melds.test_hand import TABLE, laying, random_hand
from tests.render.melds.test_sheet import KINDS
from tests.render.melds.views import BASIC, FOUR, PILE, ended, german, held, lying, played, random_table, spectated
from tests.render.views import TEXTS
from tests.rummy.helpers import melds_twin
from tests.rummy.test_scenarios import played as state_after
from tests.rummy.test_scenarios import scenarios

pytestmark = pytest.mark.guard
LONG_NAMES = (
    *("Kunegunda Wielka z Kórnika i okolic", "W" * 100, "\u202eOla\n", "Zażółć gęślą jaźń i jeszcze trochę"),
    *("Bartłomiej Brzęczyk z Chrząszczyżewoszyc", "M" * 100),
)
BOTH = pytest.mark.parametrize("texts", [TEXTS, WORDY], ids=["English", "wordy"])


SEATS = "Ola 48, 13 cards; Kuba −31, 9 cards; Jan 120, 11 cards; Ewa −137, 4 cards."


def alt_of(view: MeldsView, texts: Texts = TEXTS) -> str:
    return hand_alt(view, FOUR, read_hand(view), texts)


def test_alt_text_of_a_hand_starts_with_its_state_and_summarizes_melds() -> None:
    assert alt_of(held("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C")) == (
        "Your hand, 11 cards. Your turn, drew 2 of clubs. First meld: 64, 30 needed. Run: 7 to 10 of spades. "
        "Three queens, no spades. Loose: king of hearts, 9 of clubs, 5 of diamonds, 2 of clubs. Points in hand 90. "
        f"Stock 41, top discard 9 of diamonds. {SEATS}"
    )


def test_jokers_are_written_in_words() -> None:
    alt = alt_of(held("7S XX 9S 2C 5D KH QC", "XX", opened=(True,) * 4))
    assert "drew joker." in alt
    assert "Run: 7 to 9 of spades, joker as the 8." in alt
    assert "Points in hand 63." in alt
    assert "joker, joker" in alt_of(held("2C XX XX 7H", turn=1))


def test_a_text_only_reader_hears_what_jokers_stand_for_and_which_card_is_new() -> None:
    view = held("7S XX 9S 2C 5D KH QC", "XX", opened=(True,) * 4)
    assert told_hand(view, read_hand(view), TEXTS) == (
        "Run: 7 to 9 of spades, joker as the 8; joker drawn.\n"
        "Loose: king of hearts, queen of clubs, 5 of diamonds, 2 of clubs."
    )
    several = held("QS QH XX KC 4C", "KC", opened=(True,) * 4)
    assert told_hand(several, read_hand(several), TEXTS) == (
        "Set: queens of spades and hearts, joker as the queen of clubs or diamonds.\n"
        "Loose: king of clubs drawn, 4 of clubs."
    )
    bare = told_hand(view, unassisted_reading(view), TEXTS)
    assert bare == (
        "Cards: 2 of clubs, queen of clubs, 7 of spades, 9 of spades, king of hearts, 5 of diamonds, joker drawn."
    )


def test_a_told_hand_sorted_by_rank_lists_its_loose_cards_by_rank_and_twins_twice() -> None:
    view = held("QS QH QC 2C 2C KH 4C", "4C", opened=(True,) * 4)
    assert told_hand(view, read_hand(view), TEXTS, Sorting.RANKS) == (
        "Three queens, no diamonds.\nLoose: king of hearts, 4 of clubs drawn, 2 of clubs, 2 of clubs."
    )


def test_twins_are_told_together_where_cards_are_told_by_suit() -> None:
    hand = cards("9S 6S 3C 6S XX")
    assert by_suit(TEXTS, hand) == "3 of clubs; two 6s and 9 of spades; joker"
    assert by_suit(TEXTS, hand, briefly=True) == "clubs 3; spades two 6s and 9; joker"


def test_a_hand_says_what_its_owner_is_waiting_for() -> None:
    assert "Jan's turn." in alt_of(held("2C 5D KH", turn=2))
    assert "took 2 of clubs" in alt_of(held("2C 5D KH", "2C", taken=cards("2C")[0]))
    assert "The round is over." in alt_of(held("2C 5D KH", turn=None, phase=Phase.DEAL))
    assert "The deal is over." in alt_of(held("2C 5D KH", turn=None, phase=Phase.DEAL, options=BASIC, needs=None))
    assert "The game is over." in alt_of(held("2C 5D KH", turn=None, phase=Phase.OVER))


def test_H_13_a_missing_pure_run_is_named_and_has_no_check_mark() -> None:
    options, hand = german(pure_run=True), "7S 8S XX TS QC QH QD 2C 5D KH 9C"
    view = replace(held(hand, "2C"), options=options)
    assert "First meld: 64, 30 needed. A pure run is needed." in alt_of(view)
    checked = [
        Sign(Symbol.CHECK, Ink.TEXT) in first_meld_parts(one, read_hand(one), TEXTS) for one in (view, held(hand))
    ]
    assert checked == [False, True]
    pure = replace(laying(), options=options, first=(TableMeld(MeldKind.RUN, cards("7H 8H 9H"), 6),))
    assert "A pure run" not in alt_of(pure)
    assert "A pure run is needed." in alt_of(replace(pure, first=()))


def test_cards_laid_this_turn_are_listed_with_the_numbers_of_their_melds() -> None:
    alt = alt_of(laying())
    assert "Laid this turn: 6 of hearts on meld 3; meld 5, 2 to 6 of diamonds, joker as the " in alt
    assert "meld 6, 7 to 9 of hearts." in alt
    assert "First meld: 42 laid, 30 needed." in alt
    short = alt_of(replace(laying("2C"), staged=(frozenset[int](),) * 5 + (frozenset(range(3)),)))
    assert "Laid this turn: meld 6, 7 to 9 of hearts." in short


@BOTH
def test_alt_text_of_a_hand_is_never_too_long(texts: Texts) -> None:
    rng = Random(1)
    for _ in range(150):
        hand = random_hand(rng, rng.randint(1, 27))
        staged = tuple(frozenset(rng.sample(range(len(meld.cards)), rng.randint(0, 3))) for meld in TABLE)
        view = replace(laying(), hand=hand, drawn=rng.choice(hand), staged=staged)
        alt = alt_of(view, texts)
        assert 0 < len(alt) <= 1024
        assert "…" not in alt, "cut in a sentence"


def test_hands_of_usual_size_list_every_card() -> None:
    rng = Random(2)
    for _ in range(100):
        hand = random_hand(rng, 14)
        alt = alt_of(replace(held("2C"), hand=hand, drawn=hand[0]))
        words = [TEXTS.card_words(card) for card in in_order(melds_rows(replace(held("2C"), hand=hand), Sorting.SUITS))]
        by_suit = hand_alt(
            replace(held("2C"), hand=hand), FOUR, read_hand(replace(held("2C"), hand=hand)), TEXTS, Sorting.SUITS
        )
        assert f"Cards: {', '.join(words)}." in by_suit
        assert "Loose:" in alt or "Cards:" in alt or "Run:" in alt


def test_alt_text_of_a_table_has_its_state_then_its_numbered_melds() -> None:
    view = spectated(2, melds=lying("7S XX 9S / QC QH QD"))
    assert table_alt(view, FOUR[:2], TEXTS) == (
        "Ola's turn. Stock 41, top discard 9 of diamonds. Ola 48, 13 cards; Kuba −31, 9 cards, melded. Melds: "
        "1: 7 to 9 of spades, joker as the 8; 2: queens of clubs, hearts and diamonds. German Rummy. Round 3 of 5. "
        "First meld 30."
    )


def test_many_melds_are_named_as_far_as_they_fit_and_it_says_where_the_rest_is() -> None:
    some = table_alt(
        spectated(2, melds=lying("7S XX 9S / QC QH QD / XX 4H 5H 6H / 9C 9S XX / TC JC QC")), FOUR[:2], TEXTS
    )
    assert "3: 3 to 6 of hearts, joker as the 3; 4: 9s of clubs and spades, joker as the 9 of hearts or " in some
    view = spectated(melds=random_table(Random(1), 28, 140))
    many = table_alt(view, LONG_NAMES[:4], TEXTS)
    assert many.startswith("Kunegunda Wielka z…'s turn.")
    named = len(re.findall(r"\b\d+: ", many))
    left = len(view.melds) - named
    assert named >= 15, "fifteen melds fit"
    assert f"... and {left} more melds: press More, then In words." in many


def test_claims_and_warnings_are_at_the_start() -> None:
    alt = table_alt(spectated(claim=PILE[-1], quiet_turns=18, melds=random_table(Random(2), 13, 50)), FOUR, TEXTS)
    assert alt.startswith("Ola's turn. Ends in 2 turns. To knock for: 9 of diamonds.")


def test_house_rules_are_listed_if_there_is_room() -> None:
    options = GermanOptions(Variant.GERMAN, joker_rule=True, claim=True)
    assert "Joker rule, Knocking." in table_alt(spectated(3, options=options), FOUR[:3], TEXTS)


@BOTH
def test_alt_text_of_a_table_is_never_too_long(texts: Texts) -> None:
    rng = Random(3)
    for _ in range(60):
        melds = random_table(rng, rng.randint(1, 20), 60)
        seats = rng.randint(4, 6)
        view = spectated(seats, melds=melds, quiet_turns=rng.choice((0, 17)), claim=rng.choice((None, PILE[-1])))
        alt = table_alt(view, LONG_NAMES[:seats], texts)
        assert 0 < len(alt) <= 1024


@pytest.mark.each_value
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN, Variant.RUM500])
@pytest.mark.parametrize("seats", [2, 4])
def test_C_4_no_alt_text_names_a_hidden_card(variant: Variant, seats: int) -> None:
    rng = Random(seats)
    states = [state for state in played(variant, seats, 4) if state.lays is None and state.turn is not None]
    for state in rng.sample(states, 20):
        view, other = view_for(state, None), view_for(melds_twin(state, None, rng), None)
        alt = table_alt(view, FOUR[:seats], TEXTS)
        assert alt == table_alt(other, FOUR[:seats], TEXTS)
        ends = {card for meld in view.melds for each in meld.stands_for(state.rules) for card in each}
        known = {card for event in view.recent for card in (event.card, *event.cards)}
        pile = view.discards if state.rules.from_below else view.discards[-1:]
        assert named_in(alt) <= {*pile} | ends | known
        assert not set("♣♠♥♦🃏") & set(alt)
        for seat in range(seats):
            mine = view_for(state, seat)
            twin = view_for(melds_twin(state, seat, rng), seat)
            assert alt_of(mine) == alt_of(twin)


def test_an_ending_has_the_winner_and_the_cards_of_the_others() -> None:
    view = ended("", "2C 3C XX", "QS QD", winner=0)
    assert ending_alt(view, FOUR[:3], TEXTS) == (
        "Out. Ola wins 45. 25 + 20 = 45. Score: Ola 45, Kuba −25, Jan −20. Kuba holds 25: 2 of clubs, 3 of clubs, "
        "joker. Jan holds 20: queen of spades, queen of diamonds."
    )
    assert ending_alt(ended("2C", "3C", options=BASIC), FOUR[:2], TEXTS).startswith("Stalemate. Nobody scores.")


@BOTH
def test_alt_text_of_endings_and_sheets_is_never_too_long(texts: Texts) -> None:
    rng = Random(5)
    for seats in range(2, 7):
        for _ in range(20):
            hands = tuple(random_hand(rng, rng.randint(1, 25)) for _ in range(seats))
            view = replace(ended(*("2C",) * seats), hands=hands)
            assert 0 < len(ending_alt(view, LONG_NAMES[:seats], texts)) <= 1024
    for view in KINDS.values():
        assert 0 < len(sheet_alt(view, LONG_NAMES[: len(view.counts)], texts)) <= 1024


def test_a_sheet_of_german_rummy_calls_deals_rounds() -> None:
    view = KINDS["3 seats, final"]
    totals = [f"{name} {total}".replace("-", "−") for name, total in zip(FOUR, view.columns[0].totals, strict=False)]
    alt = sheet_alt(view, FOUR[:3], TEXTS)
    assert "Score sheet after 5 rounds. " in alt
    assert ", ".join(totals) in alt
    assert "Last round: " in alt
    assert "deal" not in alt


def losers_pay(rule: str) -> MeldsView:
    """Return everyone's view after the scenario of a rule in Basic Rummy in which losers pay."""
    scenario = next(each for each in scenarios("basic") if each["rule"] == rule)
    state = state_after(scenario)[0]
    assert isinstance(state, MeldsState)
    return view_for(state, None)


@BOTH
def test_B_19_alt_texts_say_penalty_points_and_show_no_minus(texts: Texts) -> None:
    names = ("Ala", "Bob", "Ewa")
    for rule in ("B-15", "B-16", "B-17", "B-18"):
        view = losers_pay(rule)
        running = replace(view, phase=Phase.DRAW, turn=0)
        for alt in (ending_alt(view, names, texts), sheet_alt(view, names, texts), table_alt(running, names, texts)):
            assert "penalty point" in alt
            assert "−" not in alt
            assert len(alt) <= 1024
    assert ending_alt(losers_pay("B-16"), names, TEXTS).startswith(
        "Going rummy. Bob wins the deal. Ala takes 26 penalty points: 13 × 2; Ewa takes 10 penalty points: 5 × 2. "
        "Score: Ala 26, Bob 0, Ewa 10 (penalty points)."
    )
    assert "Stalemate. No penalty points." in ending_alt(losers_pay("B-17"), names, TEXTS)
    assert "Ala 26 penalty points, 2 cards; Bob 0 penalty points, 0 cards;" in table_alt(
        replace(losers_pay("B-16"), phase=Phase.DRAW, turn=0), names, TEXTS
    )


def test_an_unassisted_hand_only_lists_its_cards() -> None:
    view = held("7S 8S 9S TS QC QH QD 2C 5D KH XX", "2C")
    assert hand_alt(view, FOUR, unassisted_reading(view), TEXTS) == (
        "Your hand, 11 cards. Your turn, drew 2 of clubs. First meld: 30 or more. Cards: 2 of clubs, queen of clubs, "
        "7 of spades, 8 of spades, 9 of spades, 10 of spades, queen of hearts, king of hearts, 5 of diamonds, "
        f"queen of diamonds, joker. Stock 41, top discard 9 of diamonds. {SEATS}"
    )
    staged = replace(laying(), hand=view.hand)
    assert "Laid this turn" in hand_alt(staged, FOUR, unassisted_reading(staged), TEXTS)


def test_H_13_a_rule_that_a_table_has_switched_off_is_named_as_well() -> None:
    usual, off = options_for(Variant.REMIK51, {}), options_for(Variant.REMIK51, {"pure_run": False})
    assert isinstance(usual, GermanOptions)
    assert isinstance(off, GermanOptions)
    assert house_rules(TEXTS, usual) == {}
    assert house_rules(TEXTS, off) == {"H-13": "Pure run: no"}


def test_sets_are_told_by_the_suit_that_they_lack_before_melds_are_left_out() -> None:
    melds = lying(" / ".join(["QC QH QD", *["8C 8S 8H 8D"] * 20]))
    assert "1: queens of clubs, hearts and diamonds" in table_alt(spectated(melds=melds[:3]), FOUR, TEXTS)
    alt = table_alt(spectated(melds=melds), FOUR, TEXTS)
    assert "1: three queens, no spades; 2: four 8s; 3: four 8s" in alt
    assert "21: four 8s." in alt
