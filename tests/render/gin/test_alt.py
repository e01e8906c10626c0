"""Alt text of pictures."""

import gettext
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.rummy.cards import PACK, Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.results import Outcome
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs, Texts
from render.drawing.rows import in_order
from render.gin.alt import hand_alt, knock_alt, table_alt, told_hand
from render.gin.reading import gin_rows
from render.look import MOST_TOLD, Sorting
from render.sheet import sheet_alt
from render.values import FinalResult
from tests.cards import cards
from tests.render.gin.test_ending import KNOCKS, knocks
from tests.render.test_sheet import ALL_KINDS, GIN, after
from tests.render.views import NAMES, TEXTS, holding, public, random_hand, states
from tests.rummy.helpers import FOR_TWO, twin

pytestmark = pytest.mark.guard
LONG_NAMES = ("Kunegunda Wielka z Kórnika i okolic", "W" * 100)


class Wordy(gettext.NullTranslations):
    """A language in which texts are 50% longer."""

    def gettext(self, message: str) -> str:
        return message + message[: len(message) // 2].replace("{", "").replace("}", "")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - gettext's own signature
        return self.gettext(message)


WORDY = Texts("wordy", Wordy())


def named_in(words: str, among: Iterable[Card] = PACK) -> set[Card]:
    """Return the cards that a text names one by one."""
    return {card for card in among if f" {TEXTS.card_words(card)}" in f" {words}"}


def test_alt_text_of_a_hand_starts_with_its_state_and_summarizes_runs() -> None:
    view = holding("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C")
    assert hand_alt(view, NAMES, TEXTS) == (
        "Your hand, 11 cards. Your turn, drew 2 of clubs. Run: 7 to 10 of spades. Three queens, no spades. "
        "Loose: king of hearts, 9 of clubs, 5 of diamonds, 2 of clubs. Deadwood 16 after king of hearts. "
        "Stock 21, no discards. Knock with 10 or less. Score: Ola 48, Kuba 31."
    )


def test_alt_text_and_told_hand_follow_the_order_of_the_picture() -> None:
    view = holding("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C")
    for sorting in Sorting:
        words = [TEXTS.card_words(card) for card in in_order(gin_rows(view, sorting))]
        alt = hand_alt(view, NAMES, TEXTS, sorting)
        told = told_hand(view, TEXTS, sorting)
        for text in (alt.partition("Loose: ")[2] or alt.partition("Cards: ")[2], told.partition("Loose: ")[2]):
            listed = text.partition(".")[0]
            named = sorted((word for word in words if word in listed), key=listed.index)
            assert named == [word for word in words if word in named]
            assert {"king of hearts", "2 of clubs"} <= set(named)


def test_a_text_only_reader_hears_melds_and_loose_cards_with_the_card_just_drawn() -> None:
    view = holding("7S 8S 9S QS QC QH QD TH 4D 2C AH", "QS")
    assert told_hand(view, TEXTS) == (
        "Four queens; spades drawn. Run: 7 to 9 of spades.\n"
        "Loose: 10 of hearts, 4 of diamonds, 2 of clubs, ace of hearts."
    )
    drawn = told_hand(holding("7S 8S 9S QS QC QH QD TH 4D 2C AH", "4D"), TEXTS)
    assert "4 of diamonds drawn" in drawn
    assert "Four queens. Run" in drawn
    taken = told_hand(holding("7S 8S 9S QS QC QH QD TH 4D 2C AH", "9S", taken=parse_card("9S")), TEXTS)
    assert "Run: 7 to 9 of spades; 9 taken." in taken
    bare = told_hand(view, TEXTS, unassisted=True)
    assert bare.startswith("Cards: ")
    assert "Run" not in bare


@pytest.mark.parametrize("sorting", Sorting)
def test_a_told_hand_leaves_room_for_the_rest_of_a_turn(sorting: Sorting) -> None:
    rng = Random(3)
    for _ in range(200):
        hand = random_hand(rng)
        told = told_hand(public(seat=0, hand=hand, drawn=rng.choice(hand), phase=Phase.DISCARD, turn=0), TEXTS, sorting)
        assert len(told.split()) <= MOST_TOLD
        assert not set("♣♠♥♦🃏") & set(told)


def test_a_hand_says_what_its_owner_is_waiting_for() -> None:
    assert "Kuba's turn." in hand_alt(holding("2C 5D KH"), NAMES, TEXTS)
    assert "Your turn." in hand_alt(holding("2C 5D KH", turn=0), NAMES, TEXTS)
    assert "took 2 of clubs" in hand_alt(holding("2C 5D KH", "2C", taken=parse_card("2C")), NAMES, TEXTS)
    assert "The deal is over." in hand_alt(holding("2C 5D KH", turn=None, phase=Phase.DEAL), NAMES, TEXTS)
    assert "The game is over." in hand_alt(holding("2C 5D KH", turn=None, phase=Phase.OVER), NAMES, TEXTS)


def test_a_long_list_of_loose_cards_is_told_by_suit() -> None:
    many = told_hand(holding("QD QS KD KS JH JC AD AS TD 8D TS", "QD"), TEXTS)
    loose = "Loose: jack of clubs; ace, 10, queen and king of spades; jack of hearts; ace, 8, 10, queen and king of "
    assert many == f"{loose}diamonds."


@pytest.mark.parametrize("texts", [TEXTS, WORDY], ids=["English", "wordy"])
def test_alt_text_of_a_hand_is_never_too_long(texts: Texts) -> None:
    rng = Random(1)
    for _ in range(400):
        hand = random_hand(rng)
        alt = hand_alt(public(seat=0, hand=hand, drawn=rng.choice(hand), phase=Phase.DISCARD), NAMES, texts)
        assert 0 < len(alt) <= 1024


def test_alt_text_of_a_table_starts_with_whose_turn_it_is() -> None:
    alt = table_alt(public(discards=cards("4D JS TH 9D")), NAMES, TEXTS)
    assert alt == (
        "Ola's turn. Stock 21, top discard 9 of diamonds. Before it 10 of hearts, jack of spades, 4 of diamonds. "
        "Ola 48, 10 cards; Kuba 31, 10 cards. Knock with 10 or less. Gin, deal 3. Kuba deals."
    )


@pytest.mark.parametrize("variant", FOR_TWO)
def test_C_4_no_alt_text_names_a_hidden_card(variant: Variant) -> None:
    rng = Random(variant.value)
    for state in rng.sample(states(variant, 5), 60):
        view, other = view_for(state, None), view_for(twin(state, None, rng), None)
        alt = table_alt(view, NAMES, TEXTS)
        assert alt == table_alt(other, NAMES, TEXTS)
        known = {event.card for event in view.recent} | {*view.discards[-4:]}
        assert not set("♣♠♥♦🃏") & set(alt)
        assert named_in(alt) <= {*known, *(card for pair in view.dealer_draw for card in pair)}
        assert len(table_alt(view, LONG_NAMES, TEXTS)) <= 1024
        assert len(table_alt(view, LONG_NAMES, WORDY)) <= 1024
        for seat in (0, 1):
            mine = view_for(state, seat)
            twins = view_for(twin(state, seat, rng), seat)
            assert hand_alt(mine, NAMES, TEXTS) == hand_alt(twins, NAMES, TEXTS)
            assert told_hand(mine, TEXTS) == told_hand(twins, TEXTS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KNOCKS)
def test_alt_text_of_a_knock_has_its_sum_and_both_hands(kind: str) -> None:
    view = knocks()[kind]
    assert view.showdown is not None
    alt = knock_alt(view, NAMES, TEXTS)
    assert alt.startswith(f"{NAMES[view.showdown.knocker]} knocked.")
    winner = view.deals[-1].winner
    assert winner is None or f"{NAMES[winner]} scores {view.deals[-1].points[winner]}." in alt
    assert not set("♣♠♥♦🃏") & set(alt)
    assert ("laid off" in alt) == bool(view.showdown.defense.lay_offs)
    assert max(len(knock_alt(view, LONG_NAMES, texts)) for texts in (TEXTS, WORDY)) <= 1024


@pytest.mark.slow
def test_G_29_alt_text_of_big_gin_says_so() -> None:
    view = knocks()["gin-0"]
    big = replace(view, deals=(*view.deals[:-1], replace(view.deals[-1], outcome=Outcome.BIG_GIN)))
    assert view.showdown is not None
    alt = knock_alt(big, NAMES, TEXTS)
    assert alt.startswith(f"{NAMES[view.showdown.knocker]} went big gin. Big gin: ")
    assert "knocked" not in alt


def test_alt_text_of_a_sheet_has_its_totals() -> None:
    assert sheet_alt(after(GIN, 12, -30, 0), NAMES, TEXTS) == (
        "Score sheet after 3 deals. Ola 12, Kuba 30. Last deal: void."
    )
    assert sheet_alt(after(GIN, 40, -12, 45, 30), NAMES, TEXTS) == (
        "Ola wins. Score sheet after 4 deals. Ola 115, Kuba 12. Final points: Ola 290, Kuba 37. Last deal: knock."
    )
    for view in ALL_KINDS.values():
        assert max(len(sheet_alt(view, LONG_NAMES, texts)) for texts in (TEXTS, WORDY)) <= 1024


def test_names_in_alt_text_lose_misleading_characters() -> None:
    alt = table_alt(public(), ("\u202eOla\n", "\u200b"), TEXTS)
    assert alt.startswith("Ola's turn.")
    assert "Seat 2 31, 10 cards" in alt
    catalogs = Catalogs()
    for language in catalogs.languages:
        alt = table_alt(public(), ("\u202eOla\n", "\u200b"), catalogs.texts(language))
        assert "Ola" in alt
        assert not {"\u202e", "\n", "\u200b"} & {*alt}


def test_an_unassisted_hand_only_lists_its_cards() -> None:
    view = holding("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C")
    assert hand_alt(view, NAMES, TEXTS, unassisted=True) == (
        "Your hand, 11 cards. Your turn, drew 2 of clubs. Cards: 2 of clubs, 9 of clubs, queen of clubs, 7 of spades, "
        "8 of spades, 9 of spades, 10 of spades, queen of hearts, king of hearts, 5 of diamonds, queen of diamonds. "
        "Stock 21, no discards. Knock with 10 or less. Score: Ola 48, Kuba 31."
    )
    rng = Random(2)
    for texts in (TEXTS, WORDY):
        for _ in range(100):
            view = public(seat=0, hand=random_hand(rng), turn=0)
            alt = hand_alt(view, NAMES, texts, unassisted=True)
            assert len(alt) <= 1024
            assert "Run" not in alt
            assert "Deadwood" not in alt


def test_alt_text_of_an_unassisted_table_has_only_the_top_discard() -> None:
    alt, other = (
        table_alt(public(discards=cards(pile)), NAMES, TEXTS, unassisted=True) for pile in ("4D JS 9D", "KH 2C 9D")
    )
    assert alt == other
    assert "top discard 9 of diamonds" in alt


def test_alt_text_of_a_sheet_names_players_who_forfeited() -> None:
    view = after(GIN, 40, -12, 45, 30)
    assert sheet_alt(view, NAMES, TEXTS, FinalResult((1,), frozenset({0}))).startswith(
        "Kuba wins. Lost by forfeit: Ola. Score sheet after 4 deals. Ola 115, Kuba 12."
    )
    closed = sheet_alt(after(GIN, 40, -12), NAMES, TEXTS, FinalResult(closed=True))
    assert closed.startswith("The game was closed with no result. Score sheet after 2 deals. Ola 40, Kuba 12.")
    nobody = sheet_alt(after(GIN, 40), NAMES, TEXTS, FinalResult((), frozenset({0, 1})))
    assert "No winner. Lost by forfeit: Ola, Kuba." in nobody
    assert sheet_alt(view, NAMES, TEXTS, FinalResult((0,))) == sheet_alt(view, NAMES, TEXTS)
    for end in (FinalResult((1,), frozenset({0})), FinalResult(closed=True)):
        for each in ALL_KINDS.values():
            assert max(len(sheet_alt(each, LONG_NAMES, texts, end)) for texts in (TEXTS, WORDY)) <= 1024
