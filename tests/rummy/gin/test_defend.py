"""The defender's melds and lay-offs after a knock: readable examples."""

import pytest

from bot.rummy.cards import code, parse_card
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.showdown import defend
from bot.rummy.moves import Melds
from bot.rummy.results import Defense
from tests.cards import mask


def laid(text: str) -> Melds:
    return tuple(tuple(map(parse_card, meld.split())) for meld in text.split(" / "))


def answer(cards: str, melds: str) -> Defense:
    return defend(mask(cards), laid(melds), lay_off=True)


def lay_offs(defense: Defense) -> str:
    return " ".join(f"{code(step.card)}>{step.meld}" for step in defense.lay_offs)


def own(defense: Defense) -> str:
    return " / ".join(" ".join(map(code, meld)) for meld in defense.arrangement.melds)


@pytest.mark.parametrize(
    ("cards", "melds", "expected", "left"),
    [
        ("2C KH KS KD 9C 9S 9H 5D 6S 8C", "2S 2H 2D", "2C>0", 5 + 6 + 8),
        ("2C KH KS KD 9C 9S 9H 5D 6S 8C", "2S 2H 2D / 5C 6C 7C", "2C>0 8C>1", 5 + 6),
        ("3C KH KS KD 9C 9S 9H 5D 6S 8C", "2C 2S 2H 2D", "", 3 + 5 + 6 + 8),  # a set of four takes nothing
        ("AH KH QH 9C 9S 9D 5D 6S 2C 4C", "2H 3H 4H", "AH>0", 10 + 10 + 5 + 6 + 2 + 4),  # G-1: no king on an ace
        ("AS 5S 9C 9D 9H KC KH KD 2C 3D", "JS QS KS", "", 1 + 5 + 2 + 3),  # G-1: no ace on a king
        ("AS TC 9C 9D 9H 4D 4H 4S 2C 7D", "KC KS KH / JD QD KD", "", 1 + 10 + 2 + 7),  # KD is in the run
    ],
)
def test_G_16_cards_are_laid_off_where_they_fit(cards: str, melds: str, expected: str, left: int) -> None:
    defense = answer(cards, melds)
    assert (lay_offs(defense), defense.arrangement.deadwood) == (expected, left)


def test_G_16_cards_are_laid_off_at_both_ends() -> None:
    defense = answer("3H JH QH 9C 9S 9D 5D 5S 5C KS", "4H 5H 6H 7H 8H 9H TH")
    assert lay_offs(defense) == "3H>0 JH>0 QH>0"
    assert [code(card) for card in defense.arrangement.loose] == ["KS"]
    assert defense.before == 33


def test_G_16_a_card_can_wait_for_one_that_can_only_be_laid_off() -> None:
    defense = answer("AD 3D 4D 8D 9S TS KD KS KC KH", "5D 6D 7D / 2D 2S 2H")
    assert lay_offs(defense) == "4D>0 3D>0 8D>0"  # the two is in the set, so the ace can't follow
    assert [code(card) for card in defense.arrangement.loose] == ["9S", "TS", "AD"]


def test_G_16_three_consecutive_cards_stay_the_defenders_run() -> None:
    all_melded = answer("AD 2D 3D 4D 8D 9D TD JD QD KD", "5D 6D 7D")
    assert (lay_offs(all_melded), all_melded.arrangement.deadwood) == ("", 0)
    assert own(answer("8D 9D TD QD KD 9S QC 2C 4S 2H", "5D 6D 7D / AH AS AC")) == "8D 9D TD"


def test_G_16_the_defender_keeps_sets_that_are_worth_more_than_a_chain() -> None:
    defense = answer("8D 9D JD QD KD 9S 9C JS JC 2H", "5D 6D 7D / TH TS TC")
    assert (lay_offs(defense), own(defense)) == ("8D>0", "9C 9S 9D / JC JS JD")


def test_G_16_a_gap_ends_a_chain() -> None:
    defense = answer("8D TD JD 2C 2S 2H 4S 6S 9C KC", "5D 6D 7D")
    assert lay_offs(defense) == "8D>0"


def test_G_16_the_defender_breaks_up_melds_if_laying_off_leaves_less() -> None:
    four = answer("9C 9S 9H 9D TH 2C 4S 6D AS KC", "6H 7H 8H")
    assert (lay_offs(four), own(four)) == ("9H>0 TH>0", "9C 9S 9D")
    assert (four.before, four.arrangement.deadwood) == (33, 23)
    run = answer("TH JH QH KH JS JC 2C 4S 6D AS", "7H 8H 9H / QC QS QD")
    assert (lay_offs(run), own(run)) == ("TH>0 QH>1", "JC JS JH")
    assert (run.before, run.arrangement.deadwood) == (33, 23)


def test_G_16_a_run_and_a_set_compete_for_a_card() -> None:
    """The queen is laid off on the run, so the king can follow; with the set of queens, the king would be loose."""
    defense = answer("QH KH 2C 2S 2D 5C 5S 5D 8S 7C", "9H TH JH / QC QS QD")
    assert lay_offs(defense) == "QH>0 KH>0"
    assert defense.arrangement.deadwood == 15


def test_G_16_the_choice_between_equal_defenses_is_always_the_same() -> None:
    """A card that fits two melds is laid off on the first; a card in one of the defender's melds stays there."""
    either = answer("7H KC QD TS 2C 4S AH 3D 8S 5C", "4H 5H 6H / 7C 7S 7D")
    assert lay_offs(either) == "7H>0"
    between = answer("6H KC QD TS 2C 4S AD 3D 8S 5C", "7H 8H 9H / 3H 4H 5H")
    assert lay_offs(between) == "6H>0"
    stays = answer("7H 8H 9H KC QD TS 2C 4S AD 3D", "4H 5H 6H")
    assert (lay_offs(stays), own(stays)) == ("", "7H 8H 9H")


def test_G_17_after_gin_nothing_is_laid_off() -> None:
    defense = defend(mask("3H JH QH 9C 9S 9D 5D 5S 5C KS"), laid("4H 5H 6H 7H 8H 9H TH"), lay_off=False)
    assert defense.lay_offs == ()
    assert defense.arrangement == arrange(mask("3H JH QH 9C 9S 9D 5D 5S 5C KS"))
    assert defense.before == defense.arrangement.deadwood == 33


def test_G_22_the_opponent_in_the_example_has_54_points_left() -> None:
    defense = answer("KC KS KH 9D 8C 7S 9S TD TH AD", "2C 2S 2H / 4C 4S 4H / 5C 5S 5H")
    assert (own(defense), defense.arrangement.deadwood, lay_offs(defense)) == ("KC KS KH", 54, "")
